"""The API that rules and plug-ins see: a rule module imports from here and from nowhere else.

    \"\"\"One line that says what must be so.

    ## What it does ... ## Why is this bad? ... ## Example ... ## Use instead ...
    ## Fix safety ... ## Options
    \"\"\"

    @rule("BVH502", "row-width", Severity.ERROR, part="frames")
    def check(document: Document, options: Options) -> Iterator[Finding]: ...

The module's docstring is the rule's manual.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, TypeVar

import msgspec

from bvhlint import facts
from bvhlint.document.document import Document
from bvhlint.document.frames import FrameTable, RowFlag
from bvhlint.document.joint import POSITION, ROTATION, SCALE, Channel, EndSite, Joint
from bvhlint.document.motion import Motion
from bvhlint.document.numbers import Flaw
from bvhlint.document.rate import Rate, drift, frame_time_text, same_rate
from bvhlint.document.skeleton import Skeleton
from bvhlint.edits import Edit
from bvhlint.facts.header import HeaderLine
from bvhlint.facts.memo import header_fact
from bvhlint.finding import Finding, Fix, JointRef, RowFindings, Safety
from bvhlint.severity import Severity
from bvhlint.source import Encoding, Source
from bvhlint.suggest import nearest
from bvhlint.syntax.keywords import SPELLING, nearest_keyword
from bvhlint.syntax.nodes import Block, Item, Kind, Leaf, Tree, items_of
from bvhlint.visible import visible

__all__ = [
    "POSITION",
    "ROTATION",
    "SCALE",
    "SPELLING",
    "Block",
    "Channel",
    "Document",
    "Edit",
    "Encoding",
    "EndSite",
    "Finding",
    "Fix",
    "Flaw",
    "FrameTable",
    "HeaderLine",
    "Item",
    "Joint",
    "JointRef",
    "Kind",
    "Leaf",
    "Motion",
    "NotNegative",
    "Options",
    "Rate",
    "RowFindings",
    "RowFlag",
    "Rule",
    "RunSettings",
    "Safety",
    "Severity",
    "Skeleton",
    "Source",
    "Tree",
    "drift",
    "facts",
    "frame_time_text",
    "header_fact",
    "items_of",
    "nearest",
    "nearest_keyword",
    "rule",
    "same_rate",
    "visible",
]

Found = Finding | RowFindings
NotNegative = Annotated[float, msgspec.Meta(ge=0)]
"""An option that is a measure or a share: the configuration refuses one below 0."""


class RunSettings(msgspec.Struct, frozen=True):
    """What the whole run asks for: the expected rate, and the readers to judge for."""

    expect_fps: Rate | None = None
    targets: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Options:
    """A rule's own options: subclass it with fields that have defaults.

    A field becomes a key of ``[rules.NAME]`` in the configuration, with ``-`` for ``_``.
    """

    run: RunSettings = field(default_factory=RunSettings, kw_only=True)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The rule's own fields."""
        return tuple(entry.name for entry in fields(cls) if entry.name != "run")


class Rule(msgspec.Struct, frozen=True, eq=False):
    """A rule: who it is, and the function that finds.

    ``portability`` rules are narrowed by ``--target``; ``fix`` names the ways to mend it as the
    catalogue does ("safe", "unsafe", "--set-fps"), empty for none. ``header_only`` rules look at
    nothing behind the header: what they find is found once for all files that share it.
    ``movement`` rules judge how joints move, so a change of the motion may bring what they find.
    """

    code: str
    name: str
    severity: Severity
    part: str
    default: bool
    portability: bool
    fix: tuple[str, ...]
    options_type: type[Options]
    manual: str
    check: Callable[[Document, Any], Iterator[Found]]
    path: str = ""
    header_only: bool = False
    movement: bool = False

    def __repr__(self) -> str:
        return f"Rule({self.code} {self.name})"

    @property
    def summary(self) -> str:
        """The first line of the manual."""
        return self.manual.split("\n", 1)[0]


def _options_type(check: Callable[..., object]) -> type[Options]:
    """What a check's second parameter is said to be. Raises TypeError."""
    parameters = list(inspect.signature(check).parameters.values())
    said = parameters[1].annotation if len(parameters) == 2 else None
    found = check.__globals__.get(said) if isinstance(said, str) else said
    if not (isinstance(found, type) and issubclass(found, Options)):
        raise TypeError(
            f"{check.__name__} is to have two parameters with their types: "
            "(document: Document, options: Options), or a subclass of Options"
        )
    return found


O = TypeVar("O", bound=Options)  # noqa: E741


def rule(
    code: str,
    name: str,
    severity: Severity,
    *,
    part: str,
    default: bool = True,
    portability: bool = False,
    fix: tuple[str, ...] = (),
    header_only: bool = False,
    movement: bool = False,
) -> Callable[[Callable[[Document, O], Iterator[Found]]], Rule]:
    """Make a rule of a check function.

    The second parameter's annotation must be the rule's ``Options`` subclass, or ``Options``.
    With ``header_only`` it is given ``document.header`` where there is one. All rules of the part
    "movement" are ``movement`` rules.
    """

    if not re.fullmatch(r"[A-Z]+[0-9]+", code):
        raise ValueError(f"a code is capital letters and a number, such as ACME001, not {code!r}")
    if not re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name):
        raise ValueError(f"a name is words in small letters joined by -, not {name!r}")
    severity = Severity(severity)

    def decorate(check: Callable[[Document, O], Iterator[Found]]) -> Rule:
        space = check.__globals__
        options_type = _options_type(check)
        manual = (space.get("__doc__") or "").strip("\n ")
        path = space.get("__file__", "")
        return Rule(
            code,
            name,
            severity,
            part,
            default,
            portability,
            fix,
            options_type,
            manual,
            check,
            path,
            header_only,
            movement or part == "movement",
        )

    return decorate
