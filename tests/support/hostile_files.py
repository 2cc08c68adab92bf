"""Files that nobody means well with: each shape at any size, written in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HEADER = (
    b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0.0 0.0 0.0\n"
    b"\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    b"\tEnd Site\n\t{\n\t\tOFFSET 0.0 1.0 0.0\n\t}\n}\n"
)
MOTION = b"MOTION\nFrames: 2\nFrame Time: 0.0333333\n"
ROWS = b"0.1 0.2 0.3\n0.4 0.5 0.6\n"
_PIECE = 1 << 14


@dataclass(frozen=True)
class Hostile:
    """A shape: ``pieces`` makes its bytes at a size, ``full`` is the size that must be borne.

    ``rules`` are the names of rules that must speak of it; none is a file without errors.
    """

    pieces: Callable[[int], Iterator[bytes]]
    full: int
    rules: frozenset[str]

    def data(self, size: int) -> bytes:
        return b"".join(self.pieces(size))

    def write(self, path: Path, size: int) -> int:
        """Write the file; returns how many bytes it has."""
        with path.open("wb") as file:
            return sum(map(file.write, self.pieces(size)))


def _times(piece: bytes, count: int) -> Iterator[bytes]:
    """``piece`` so many times, in larger pieces."""
    at_once = max(1, _PIECE // len(piece))
    whole, rest = divmod(count, at_once)
    many = piece * at_once
    for _ in range(whole):
        yield many
    yield piece * rest


def _nested(depth: int) -> Iterator[bytes]:
    yield HEADER[: HEADER.index(b"\tEnd Site")]
    yield from _times(b"JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n", depth)
    yield b"End Site\n{\nOFFSET 0 1 0\n}\n"
    yield from _times(b"}\n", depth + 1)
    yield MOTION.replace(b"Frames: 2", b"Frames: 1")
    yield b"0 0 0"
    yield from _times(b" 1.5", depth)
    yield b"\n"


def _many_channels(count: int) -> Iterator[bytes]:
    yield b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS %d" % count
    yield from _times(b" Xrotation", count)
    yield b"\n\tEnd Site\n\t{\n\t\tOFFSET 0 1 0\n\t}\n}\n"
    yield MOTION.replace(b"Frames: 2", b"Frames: 1")
    yield from _times(b"1.5 ", count)
    yield b"\n"


def _replaced(old: bytes, new: bytes) -> Callable[[int], Iterator[bytes]]:
    """A small file with one word in the place of another, which the size does not change."""

    def pieces(size: int) -> Iterator[bytes]:
        del size
        yield (HEADER + MOTION + ROWS).replace(old, new)

    return pieces


def _one_line(size: int) -> Iterator[bytes]:
    yield HEADER + MOTION
    yield from _times(b"0.25 ", size // 5)
    yield b"\n"


def _one_token(size: int) -> Iterator[bytes]:
    yield HEADER + MOTION
    yield from _times(b"x", size)
    yield b"\n"


def _one_token_rows(count: int) -> Iterator[bytes]:
    yield HEADER + MOTION
    yield from _times(b"1\n", count)


def _junk_lines(count: int) -> Iterator[bytes]:
    yield HEADER
    for line in range(count):
        yield b"junk %d\n" % line
    yield MOTION + ROWS


def _only_junk(count: int) -> Iterator[bytes]:
    for line in range(count):
        yield b"junk %d\n" % line


def _long_numbers(digits: int) -> Iterator[bytes]:
    number = b"0." + b"1234567890" * (digits // 10)
    yield HEADER.replace(b"1.0", number) + MOTION
    for row in range(2):
        yield b"%d.5 %s -%s\n" % (row, number, number[2:])


def _blanks(size: int) -> Iterator[bytes]:
    yield HEADER + MOTION
    yield b"0.1 0.2"
    yield from _times(b" ", size)
    yield b"0.3\n0.4 0.5 0.6\n"


def _only_blanks(size: int) -> Iterator[bytes]:
    yield from _times(b" ", size)


def _only_line_ends(size: int) -> Iterator[bytes]:
    yield from _times(b"\n", size)


def _huge_values(count: int) -> Iterator[bytes]:
    yield b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xposition Yposition Zposition\n"
    for place in range(count - 1):
        yield b"\tJOINT j%d\n\t{\n\tOFFSET 1e308 1e308 1e308\n" % place
        yield b"\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    yield b"\tEnd Site\n\t{\n\tOFFSET 1e308 0 0\n\t}\n"
    yield b"}\n" * count
    yield MOTION
    for sign in (b"", b"-"):
        yield from _times(sign + b"1e308 ", 3 * count)
        yield b"\n"


def _long_name(size: int) -> Iterator[bytes]:
    before, after = (HEADER + MOTION + ROWS).split(b"Hips")
    yield before
    yield from _times(b"n", size)
    yield after


def _roots(count: int) -> Iterator[bytes]:
    yield b"HIERARCHY\n"
    for place in range(count):
        yield b"ROOT r%d\n{\n\tOFFSET 0 0 0\n\tCHANNELS 1 Xrotation\n" % place
        yield b"\tEnd Site\n\t{\n\t\tOFFSET 0 1 0\n\t}\n}\n"
    yield MOTION
    for _ in range(2):
        yield from _times(b"0.5 ", count)
        yield b"\n"


def _same_roots(count: int) -> Iterator[bytes]:
    for piece in _roots(count):
        yield b"ROOT r\n" + piece[piece.index(b"{") :] if piece.startswith(b"ROOT") else piece


def _braces(count: int) -> Iterator[bytes]:
    yield HEADER
    yield from _times(b"}\n", count)
    yield MOTION + ROWS


def _case(pieces: Callable[[int], Iterator[bytes]], full: int, *rules: str) -> Hostile:
    return Hostile(pieces, full, frozenset(rules))


MANY_CHANNELS = b"CHANNELS 99999999999999"
CASES: dict[str, Hostile] = {
    "nested joints": _case(_nested, 100_000, "duplicate-name"),
    "channels of a joint": _case(_many_channels, 1_000_000, "duplicate-channel"),
    "CHANNELS 99999999999999": _case(
        _replaced(b"CHANNELS 3", MANY_CHANNELS), 1, "channel-count-mismatch"
    ),
    "Frames: 99999999999999999999": _case(
        _replaced(b"Frames: 2", b"Frames: 99999999999999999999"), 1, "bad-number"
    ),
    "Frame Time: 1e-400": _case(_replaced(b"0.0333333", b"1e-400"), 1, "bad-frame-time"),
    "bytes of one line": _case(_one_line, 100_000_000, "row-width"),
    "bytes of one word": _case(_one_token, 100_000_000, "unknown-keyword"),
    "rows of one value": _case(_one_token_rows, 1_000_000, "row-width"),
    "lines of junk": _case(_junk_lines, 1_000_000, "unknown-keyword"),
    "lines of nothing but junk": _case(_only_junk, 1_000_000, "no-hierarchy"),
    "digits of a number": _case(_long_numbers, 10_000, "not-finite"),
    "blanks": _case(_blanks, 300_000_000),
    "nothing but blanks": _case(_only_blanks, 300_000_000, "no-hierarchy"),
    "nothing but line ends": _case(_only_line_ends, 100_000_000, "no-hierarchy"),
    "joints at 1e308": _case(_huge_values, 1_000),
    "bytes of a name": _case(_long_name, 1_000_000),
    "roots": _case(_roots, 10_000),
    "roots of one name": _case(_same_roots, 10_000, "duplicate-name"),
    "closing braces": _case(_braces, 1_000_000, "unbalanced-brace"),
}
