"""What a rule says: a finding, its place, and perhaps a fix.

Rules make ``Finding`` objects with a byte span; the linter adds code, name, severity and the
``Region`` (lines and columns). Reports read findings and know nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bvhlint.edits import Edit
from bvhlint.severity import Severity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Safety(StrEnum):
    """Who lets a fix happen: ``fix`` alone, ``--unsafe-fixes``, or the option that it names."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    OPTION = "option"


class Fix(msgspec.Struct, frozen=True, eq=False):
    """A way to mend a finding.

    ``make`` returns the edits when somebody wants them: a fix of a million rows costs nothing
    until it is applied. A fix by option has no edits; ``option`` spells it (``--set-fps N``).
    ``rows`` is set at a finding that stands for many rows: how many of them it mends, if not all.
    Fixes are equal that say the same.
    """

    safety: Safety
    title: str
    option: str | None = None
    make: Callable[[], Sequence[Edit]] | None = None
    rows: int | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fix) and self._said == other._said

    def __hash__(self) -> int:
        return hash(self._said)

    @property
    def _said(self) -> tuple[Safety, str, str | None]:
        return self.safety, self.title, self.option

    def edits(self) -> Sequence[Edit]:
        return () if self.make is None else self.make()

    @classmethod
    def safe(cls, title: str, *edits: Edit) -> Fix:
        return cls(Safety.SAFE, title, make=lambda: edits)

    @classmethod
    def unsafe(cls, title: str, *edits: Edit) -> Fix:
        return cls(Safety.UNSAFE, title, make=lambda: edits)

    @classmethod
    def by_option(cls, option: str, title: str) -> Fix:
        return cls(Safety.OPTION, title, option=option)


class JointRef(msgspec.Struct, frozen=True):
    """A joint as reports name it: its index in file order and its name for showing."""

    index: int
    name: str


class Region(msgspec.Struct, frozen=True):
    """Lines and columns, 1-based, in code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


_NOWHERE = Region(1, 1, 1, 1)


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong or risky, at the bytes ``[start, end)`` of the content.

    ``frame`` is 0-based, ``column_index`` 0-based in the frame row. ``severity`` left at None
    means the rule's own. ``variant`` tells apart matters of one rule that readers take
    differently (``colon``). ``count`` says for how many rows a folded finding stands.
    """

    start: int
    end: int
    message: str
    severity: Severity | None = None
    frame: int | None = None
    joint: JointRef | None = None
    channel: str | None = None
    column_index: int | None = None
    variant: str | None = None
    help: str = ""
    fix: Fix | None = None
    count: int = 1
    code: str = ""
    name: str = ""
    region: Region = _NOWHERE
    breaks: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def level(self) -> Severity:
        """The severity; the linter has set it on every finding that leaves it."""
        return self.severity or Severity.ERROR


class Alike(NamedTuple):
    """What findings have in common that are counted together; of their fix, if they have one,
    ``safety`` and ``option``."""

    code: str
    name: str
    severity: Severity
    safety: Safety | None
    option: str | None

    @classmethod
    def of(cls, finding: Finding) -> Alike:
        fix = finding.fix
        safety, option = (fix.safety, fix.option) if fix else (None, None)
        return cls(finding.code, finding.name, finding.level, safety, option)


class RowFindings(msgspec.Struct, frozen=True, eq=False):
    """A rule's findings on many frame rows, cheap until looked at.

    ``rows`` holds ascending frame numbers, shape (n,); ``make`` builds the finding of one of
    them; ``fix`` mends all of them at once and is attached to each. They are one matter: of one
    severity, one ``variant``, with a fix of one kind. Rows of another are another ``RowFindings``.
    """

    rows: NDArray[np.int64]
    make: Callable[[int], Finding]
    fix: Fix | None = None
