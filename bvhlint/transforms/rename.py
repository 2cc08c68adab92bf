"""``--rename`` and ``--rename-file``: other names for single joints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bvhlint.document.document import Document
from bvhlint.errors import ConfigError, TransformError
from bvhlint.transforms.base import Outcome, Transform
from bvhlint.transforms.joint_names import encode_name, find_joint, rename
from bvhlint.transforms.refusal import refuse_parts


@dataclass(frozen=True)
class Rename(Transform):
    """Each of ``pairs`` says the old and the new name of one joint.

    An old name may be a path such as ``Hips/Spine``: the joint of that name below one so named.
    """

    option = "--rename"
    keeps = "everything else to the byte"
    repeatable = False

    pairs: tuple[tuple[str, str], ...]

    def apply(self, document: Document) -> Outcome:
        refuse_parts(document, self.option)
        new: dict[int, bytes] = {}
        for old, name in self.pairs:
            joint = find_joint(document, old, self.option).index
            if joint in new:
                raise TransformError(f"{self.option}: {old} is renamed twice")
            new[joint] = encode_name(document, name, self.option)
        return rename(document, new, self.option)


def parse_pair(text: str) -> tuple[str, str]:
    """``OLD=NEW`` as two names. Raises ConfigError for anything else."""
    old, equals, new = text.partition("=")
    old, new = old.strip(" \t"), new.strip(" \t")
    if not equals or not old or not new:
        raise ConfigError(f"{text!r} is no OLD=NEW")
    return old, new


def parse_pairs(lines: Iterable[str], where: str) -> tuple[tuple[str, str], ...]:
    """The pairs of a file: one ``OLD=NEW`` a line; empty lines and ``#`` lines do not count."""
    pairs = []
    for number, line in enumerate(lines, 1):
        text = line.strip(" \t\r\n")
        if not text or text.startswith("#"):
            continue
        try:
            pairs.append(parse_pair(text))
        except ConfigError as error:
            raise ConfigError(f"{where}:{number}: {error}") from None
    return tuple(pairs)
