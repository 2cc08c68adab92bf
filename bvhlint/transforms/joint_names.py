"""Giving joints other names, as bytes: the edits, and the refusal of a clash."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.document.joint import Joint
from bvhlint.edits import Edit
from bvhlint.errors import ProofError, TransformError
from bvhlint.proof import HeaderKept, RowsKept
from bvhlint.source import Encoding, decode_text
from bvhlint.suggest import did_you_mean
from bvhlint.transforms.base import NOTHING, Change, Outcome

# Line ends, braces, what begins a comment, and half a surrogate pair.
_UNFIT = re.compile("[\r\n{}#]|//|[\ud800-\udfff]")


def raw_names(document: Document) -> list[bytes]:
    """Each joint's name as its bytes stand in the file, empty where it has none."""
    leaves = (joint.block.name for joint in document.skeleton.joints)
    return [leaf.raw if leaf else b"" for leaf in leaves]


def find_joint(document: Document, path: str, option: str) -> Joint:
    """The one joint of a name, or of a path such as ``Hips/Spine``: that name below one so named.

    Raises TransformError where there is none, or more than one.
    """
    joints = document.skeleton.joints
    found = [joint for joint in joints if joint.name == path]
    if not found and "/" in path:
        found = [joint for joint in joints if _path_ends(document, joint.index, path)]
    if not found:
        hint = did_you_mean(path, [joint.name for joint in joints])
        raise TransformError(f"{option}: no joint is named {path}{hint}")
    if len(found) > 1:
        raise TransformError(
            f"{option}: {len(found)} joints are named {path}; "
            "say which by its parent, as in Parent/Name"
        )
    return found[0]


def _path_ends(document: Document, joint: int, path: str) -> bool:
    """Whether the names from some ancestor down to the joint are those of ``path``."""
    joints = document.skeleton.joints
    for name in reversed(path.split("/")):
        if joint < 0 or joints[joint].name != name:
            return False
        joint = joints[joint].parent
    return True


def encode_name(document: Document, name: str, option: str) -> bytes:
    """A new name as bytes. Raises TransformError for one that BVH cannot hold."""
    if not name or name != name.strip(" \t") or _UNFIT.search(name):
        raise TransformError(f"{option}: {name!r} is no name that a BVH file can hold")
    if document.source.encoding is Encoding.EIGHT_BIT and not name.isascii():
        raise TransformError(f"{option}: {name!r} has letters that this 8-bit file cannot hold")
    return name.encode("utf-8")


def rename(document: Document, new: Mapping[int, bytes], option: str) -> Outcome:
    """The outcome of giving joints, by index, new names.

    Raises TransformError where two joints would then share a name that they do not share now.
    """
    old = raw_names(document)
    new = {joint: name for joint, name in new.items() if old[joint] != name}
    if not new:
        return NOTHING
    result = [new.get(joint, name) for joint, name in enumerate(old)]
    _refuse_clash(old, result, option)
    edits = []
    for joint, name in sorted(new.items()):
        leaf = document.skeleton.joints[joint].block.name
        if leaf is None:
            raise TransformError(f"{option}: joint {joint} has no name to change")
        edits.append(Edit(leaf.start, leaf.end, name))
    shown = ", ".join(
        f"{decode_text(old[joint])} to {decode_text(name)}"
        for joint, name in sorted(new.items())[:3]
    )
    more = f" and {len(new) - 3} more" if len(new) > 3 else ""
    change = Change(option, f"renamed {shown}{more}", len(new))
    return Outcome(
        tuple(edits), (change,), (RowsKept(), HeaderKept(names=False), NamesAre(tuple(result)))
    )


def _refuse_clash(old: list[bytes], new: list[bytes], option: str) -> None:
    seen: dict[bytes, int] = {}
    for joint, name in enumerate(new):
        other = seen.setdefault(name, joint)
        if other != joint and name and old[other] != old[joint]:
            raise TransformError(
                f"{option}: {decode_text(old[other])} and {decode_text(old[joint])} would both be "
                f"{decode_text(name)}; --rename gives one of them another name"
            )


@dataclass(frozen=True, slots=True)
class NamesAre:
    """The joints of the result have these names, in their order."""

    names: tuple[bytes, ...]

    def verify(self, before: Document, after: Document) -> None:  # noqa: ARG002
        found = raw_names(after)
        if len(found) != len(self.names):
            raise ProofError(f"the result has {len(found)} joints, not {len(self.names)}")
        for joint, (name, wanted) in enumerate(zip(found, self.names, strict=True)):
            if name != wanted:
                raise ProofError(
                    f"joint {joint} would read {decode_text(name)}, not {decode_text(wanted)}"
                )
