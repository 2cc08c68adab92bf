"""Rules and a change made for the tests of ``fix``, and the clip that they are tried on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rule_checks import clip, rules_by_name

from bvhlint.document.document import Document
from bvhlint.edits import Edit
from bvhlint.errors import TransformError
from bvhlint.finding import Finding, Fix, Safety
from bvhlint.fixer import Fixer
from bvhlint.linter import ActiveRule
from bvhlint.rule import Found, Options, rule
from bvhlint.severity import Severity
from bvhlint.transforms.base import Change, Outcome, Transform

ROW = "0.00 90.00 0.00 30.00 40.00 50.00 10.00 20.00 30.00"
OTHER = "0.00 90.00 0.00 31.00 41.00 51.00 11.00 21.00 31.00"
CLIP = clip(ROW, OTHER)

Check = Callable[[Document], Iterator[Found]]


def made(
    check: Check,
    *,
    code: str = "ACME001",
    fix: tuple[str, ...] = ("safe",),
    part: str = "house",
    movement: bool = False,
) -> ActiveRule:
    """A rule of this check."""

    @rule(code, f"rule-{code[-3:]}", Severity.WARNING, part=part, fix=fix, movement=movement)
    def with_options(document: Document, options: Options) -> Iterator[Found]:
        del options
        return check(document)

    return ActiveRule.of(with_options)


def replacing(old: bytes, new: bytes, *, code: str = "ACME001", kind: str = "safe") -> ActiveRule:
    """A rule against a word, which replaces it everywhere it stands, each place by itself."""

    def check(document: Document) -> Iterator[Finding]:
        start = document.content.find(old)
        while start >= 0:
            end = start + len(old)
            fix = Fix(Safety(kind), "another word", make=partial(_edits, Edit(start, end, new)))
            yield Finding(start, end, f"{old!r} stands here", fix=fix)
            start = document.content.find(old, end)

    return made(check, code=code, fix=(kind,))


def _edits(*edits: Edit) -> Sequence[Edit]:
    return edits


def fixed(data: bytes, *rules: ActiveRule, unsafe: bool = False) -> bytes:
    return Fixer(rules, unsafe=unsafe).fix(Document.parse(data)).document.to_bytes()


def built_in(*names: str) -> list[ActiveRule]:
    return [ActiveRule.of(rules_by_name()[name]) for name in names]


@dataclass(frozen=True)
class Writing(Transform):
    """Replaces a word."""

    option = "--write"
    keeps = "the rest"

    old: bytes
    new: bytes

    def apply(self, document: Document) -> Outcome:
        start = document.content.find(self.old)
        if start < 0:
            raise TransformError(f"{self.option}: there is no {self.old!r}")
        edit = Edit(start, start + len(self.old), self.new)
        return Outcome((edit,), (Change(self.option, "done"),), ())
