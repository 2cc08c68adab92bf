"""Clips for tests of ``fix``, and what its safe fixes make of them."""

from __future__ import annotations

from pathlib import Path

GOOD = b"""\
HIERARCHY
ROOT Hips
{
\tOFFSET 0.00 0.00 0.00
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tJOINT Spine
\t{
\t\tOFFSET 0.00 10.00 0.00
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0.00 10.00 0.00
\t\t}
\t}
}
MOTION
Frames: 3
Frame Time: 0.0333333
0.00 90.00 0.00 30.00 40.00 50.00 10.00 20.00 30.00
0.00 90.00 0.50 31.00 41.00 51.00 11.00 21.00 31.00
0.00 90.00 1.00 32.00 42.00 52.00 12.00 22.00 32.00
"""
BAD = GOOD.replace(b"End Site", b"End site").replace(b"Frames: 3", b"Frames:\t3")
"""GOOD with two safe fixes to make: keyword-case on line 10 and irregular-whitespace on line 17."""
COMMAS = BAD.replace(b".", b",")
"""BAD with decimal commas: errors that only an unsafe fix mends."""
BROKEN = GOOD.replace(b"30.00 40.00 50.00", b"30.00 40.00 x")
"""A row that no transform takes."""
TWO_ROOTS = (
    GOOD[: GOOD.index(b"MOTION")]
    + b"ROOT Prop\n{\n\tOFFSET 0.00 0.00 0.00\n\tCHANNELS 3 Xposition Yposition Zposition\n"
    + b"\tEnd Site\n\t{\n\t\tOFFSET 0.00 5.00 0.00\n\t}\n}\n"
    + GOOD[GOOD.index(b"MOTION") :].replace(b".00\n", b".00 1.00 2.00 3.00\n")
)


def put(folder: Path, **files: bytes) -> None:
    """Write ``NAME.bvh`` for each, or ``A/NAME.bvh`` for ``A__NAME``."""
    for name, data in files.items():
        path = folder / f"{name.replace('__', '/')}.bvh"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def files_in(folder: Path) -> dict[str, bytes]:
    """The files below a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
