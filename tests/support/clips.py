"""Small documents for the tests of facts: a hierarchy in a few words, and rows of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bvhlint.document.document import Document

# A joint: its name, its OFFSET, its channels ("P" positions, then rotation letters), its children.
Tree = tuple[str, tuple[float, float, float], str, Sequence["Tree"]]


def clip(*roots: Tree, rows: Iterable[Sequence[float | str]] = (), time: str = "0.04") -> Document:
    """A document; a joint named ``End`` becomes an End Site."""
    lines = ["HIERARCHY"]
    for root in roots:
        _write(lines, root, "ROOT")
    rows = list(rows)
    lines += ["MOTION", f"Frames: {len(rows)}", f"Frame Time: {time}"]
    lines += [" ".join(map(str, row)) for row in rows]
    return Document.parse(("\n".join(lines) + "\n").encode(), "clip.bvh")


def _write(lines: list[str], tree: Tree, keyword: str) -> None:
    name, offset, channels, children = tree
    is_end = name == "End"
    lines += ["End Site" if is_end else f"{keyword} {name}", "{"]
    lines.append("OFFSET " + " ".join(map(str, offset)))
    if not is_end:
        names = [f"{axis}position" for axis in "XYZ"] if channels.startswith("P") else []
        names += [f"{axis}rotation" for axis in channels.removeprefix("P")]
        lines.append(f"CHANNELS {len(names)} " + " ".join(names))
    for child in children:
        _write(lines, child, "JOINT")
    lines.append("}")
