"""Clips whose rows are laid out in every manner: the header is plain, the rows are anything."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from bvhlint.document.document import Document

_TOKENS = ("-0", "-0.0", "0", "+1.5", ".5", "-.25", "3.", "1e-005", "-1.25E+2", "007", "12.340000")


@dataclass(frozen=True)
class LaidOut:
    """A clip; ``text`` is what stands behind the Frame Time line."""

    data: bytes
    text: bytes
    newline: bytes
    width: int
    frames: int

    @property
    def document(self) -> Document:
        return Document.parse(self.data, "clip.bvh")


@st.composite
def laid_out(draw: st.DrawFn, *, max_width: int = 6, max_frames: int = 6) -> LaidOut:
    """A clip of one root with up to so many channels."""
    random = Random(draw(st.integers(0, 1 << 32)))
    width = draw(st.integers(1, max_width))
    frames = draw(st.integers(1, max_frames))
    newline = draw(st.sampled_from([b"\n", b"\r\n", b"\r"]))
    manner = draw(st.sampled_from(["single", "padded", "left", "wild", "tabs"]))
    numbers = draw(st.sampled_from(["fixed", "g", "repr", "any"]))
    tokens = [[_number(random, numbers) for _ in range(width)] for _ in range(frames)]
    lines = [_line(random, row, manner) for row in tokens]
    mixed = draw(st.booleans()) and draw(st.booleans())
    between = draw(st.booleans())
    text = b""
    for at, line in enumerate(lines):
        end = random.choice([b"\n", b"\r\n", b"\r"]) if mixed else newline
        text += line + end
        if between and random.randrange(3) == 0 and at < len(lines) - 1:
            text += random.choice([b"", b"  ", b"# note", b" // 1 2 3", b"\t"]) + newline
    if draw(st.booleans()):
        text = text.rstrip(b"\r\n")
    names = [f"{axis}{kind}" for kind in ("position", "rotation") for axis in "XYZ"][:width]
    header = ["HIERARCHY", "ROOT a", "{", "OFFSET 0 0 0", f"CHANNELS {width} {' '.join(names)}"]
    header += ["}", "MOTION", f"Frames: {frames}", "Frame Time: 0.05"]
    data = b"".join(line.encode() + newline for line in header) + text
    return LaidOut(data, text, newline, width, frames)


def _number(random: Random, numbers: str) -> str:
    value = random.choice([0.0, random.uniform(-200, 200), random.uniform(-1, 1), 5e-13])
    if numbers == "any" or random.randrange(12) == 0:
        return random.choice(_TOKENS)
    if numbers == "repr":
        return repr(round(value, 9))
    return f"{value:g}" if numbers == "g" else f"{value:.4f}"


def _line(random: Random, row: list[str], manner: str) -> bytes:
    trail = random.choice(["", " ", "\t", "  "]) if manner == "wild" else ""
    if manner == "padded":
        line = "".join(f" {token:>10}" for token in row)
    elif manner == "left":
        line = " ".join(f"{token:<10}" for token in row)
    elif manner == "wild":
        gaps = [random.choice(["", " ", "\t"])]
        gaps += [random.choice([" ", "  ", "\t", " \t ", "    "]) for _ in row[1:]]
        line = "".join(gap + token for gap, token in zip(gaps, row, strict=True))
    else:
        line = ("\t" if manner == "tabs" else " ").join(row)
    return (line + trail).encode()
