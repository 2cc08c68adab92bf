"""What a rule says: a finding, its place, and perhaps a fix.

Rules make ``Finding`` objects with a byte span; the linter adds code, name, severity and the
``Region`` (lines and columns). Reports read findings and know nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bvhlint.edits import Edit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Severity(StrEnum):
    """How bad a finding is; ``rank`` grows with it."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        return _RANKS[self]


_RANKS = {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}


def worst_of(severities: Sequence[Severity], most: int) -> list[int]:
    """The places of the ``most`` worst, in order; of equal ones the first."""
    places = range(len(severities))
    if len(severities) <= most:
        return list(places)
    return sorted(sorted(places, key=lambda place: -severities[place].rank)[:most])


class Safety(StrEnum):
    """Who lets a fix happen: ``fix`` alone, ``--unsafe-fixes``, or the option that it names."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    OPTION = "option"


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to mend a finding.

    ``make`` returns the edits when somebody wants them: a fix of a million rows costs nothing
    until it is applied. A fix by option has no edits; ``option`` spells it (``--set-fps N``).
    ``rows`` is set at a finding that stands for many rows: how many of them it mends, if not all.
    """

    safety: Safety
    title: str
    option: str | None = None
    make: Callable[[], Sequence[Edit]] | None = field(default=None, compare=False, repr=False)
    rows: int | None = field(default=None, compare=False)

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


@dataclass(frozen=True, slots=True)
class JointRef:
    """A joint as reports name it: its index in file order and its name for showing."""

    index: int
    name: str


@dataclass(frozen=True, slots=True)
class Region:
    """Lines and columns, 1-based, in code points; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


_NOWHERE = Region(1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Finding:
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
    breaks: Mapping[str, str] = field(default_factory=dict)

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


@dataclass(frozen=True, slots=True, eq=False)
class RowFindings:
    """A rule's findings on many frame rows, cheap until looked at.

    ``rows`` holds ascending frame numbers, shape (n,); ``make`` builds the finding of one of
    them; ``fix`` mends all of them at once and is attached to each. They are one matter: of one
    severity, one ``variant``, with a fix of one kind. Rows of another are another ``RowFindings``.
    """

    rows: NDArray[np.int64]
    make: Callable[[int], Finding]
    fix: Fix | None = None
