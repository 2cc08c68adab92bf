"""Each beginning of a file, and the file with each single byte changed, and what must hold."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import properties
from example_files import ROOT

#: Blank, line ends, braces, digit, letter, sign, NUL, and bytes that other readers take for blanks.
BYTES = b" \n\r{}0eX-#\x00\x85\xa0\xff"
#: Small clips, each complete and without error, of several manners.
FILES: tuple[Path, ...] = tuple(
    ROOT / "fixtures" / name
    for name in (
        "dialects/blender.bvh",
        "dialects/biovision-classic.bvh",
        "dialects/names-shift-jis.bvh",
        "dialects/cmu-cgspeed-mixed-line-ends.bvh",
        "dialects/mediapipe-script.bvh",
    )
)
_HIERARCHY, _MOTION = b"HIERARCHY", b"MOTION"


def changes(data: bytes, step: int = 1) -> Iterator[bytes]:
    """The data with each ``step``-th byte set to each of ``BYTES``."""
    for at in range(0, len(data), step):
        for byte in BYTES:
            if data[at] != byte:
                yield data[:at] + bytes((byte,)) + data[at + 1 :]


def check_change(data: bytes) -> None:
    """Nothing is lost, no rule crashes, findings lie inside the file."""
    properties.check_findings(properties.check_parse(data), properties.every_rule())


def check_beginning(whole: bytes, size: int) -> None:
    """The early end is told at its line: of the last thing in the HIERARCHY, or of the cut row."""
    data = whole[:size]
    document = properties.check_parse(data)
    findings = properties.check_findings(document, properties.default_rules()).findings
    lines = {finding.name: finding.region.line for finding in findings}
    last = last_line(data)
    motion = whole.index(_MOTION)
    if size < whole.index(_HIERARCHY) + len(_HIERARCHY):
        assert lines.keys() & {"no-hierarchy", "empty-file"}, (size, lines)
    elif size < motion + len(_MOTION):
        assert lines["no-motion"] == last, (size, lines)
    elif (row := cut_row(whole, size)) is not None:
        widths = [finding for finding in findings if finding.name == "row-width"]
        assert [found.region.line for found in widths] == [last], (size, lines)
        assert widths[0].frame == row, (size, lines)
    elif not rows_of(data):
        told = lines.keys() & {"missing-frames", "missing-frame-time", "frame-count-mismatch"}
        assert told or lines.keys() & {"bad-number", "bad-frame-time"}, (size, lines)


def last_line(data: bytes) -> int:
    """The 1-based line of the last byte that is no blank and no line end."""
    text = data.rstrip(b" \t\r\n").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text.count(b"\n") + 1


def rows_of(data: bytes) -> list[bytes]:
    """The lines behind the one of Frame Time that hold something."""
    text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    _, found, rest = text.partition(b"Frame Time:")
    return [line for line in rest.split(b"\n")[1:] if line.strip(b" \t")] if found else []


def cut_row(whole: bytes, size: int) -> int | None:
    """The frame, 0-based, that ends before its last value has begun; None if none does."""
    rows = rows_of(whole[:size])
    if not rows:
        return None
    place = len(rows) - 1
    have, need = (
        len([word for word in line.replace(b"\t", b" ").split(b" ") if word])
        for line in (rows[place], rows_of(whole)[place])
    )
    return place if have < need else None
