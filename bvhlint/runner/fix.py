"""Changes one file, in whatever process: reads, fixes, proves, writes, checks the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from bvhlint.config.suppression import Hide
from bvhlint.errors import BvhlintError
from bvhlint.files.discovery import STDIN
from bvhlint.files.reading import FileStamp, read, read_stdin
from bvhlint.interrupts import interrupts_wait
from bvhlint.runner.checker import Checker, Outcome, Task, failed
from bvhlint.runner.targets import Targets
from bvhlint.transforms.order import Requests

if TYPE_CHECKING:
    from bvhlint.document.document import Document
    from bvhlint.finding import Finding
    from bvhlint.fixer import FixResult, IsHidden, Mended
    from bvhlint.linter import ActiveRule
    from bvhlint.results import FileResult
    from bvhlint.transforms.base import Change


class Mode(StrEnum):
    """What becomes of the result: written, shown as a diff, or only told."""

    WRITE = "write"
    DIFF = "diff"
    CHECK = "check"


class FixOrder(msgspec.Struct, frozen=True):
    """What to change in each file, and where the result goes.

    Without ``fixes`` only what is requested; with ``unsafe`` the fixes too that need a person's
    eye. Without ``report`` nobody wants to know what the rules find in the result.
    """

    requests: Requests = msgspec.field(default_factory=Requests)
    fixes: bool = True
    unsafe: bool = False
    mode: Mode = Mode.WRITE
    targets: Targets = msgspec.field(default_factory=Targets)
    report: bool = True


class Fixed(NamedTuple):
    """What was done to a file. ``data`` is the result for standard output, ``diff`` its lines."""

    changed: bool
    changes: tuple[Change, ...]
    mended: tuple[Mended, ...]
    diff: tuple[str, ...] = ()
    data: bytes | None = None


@dataclass
class FixingChecker(Checker):
    """The work on one file, with the changes of ``order`` before it is checked."""

    order: FixOrder = field(default_factory=FixOrder)

    def __call__(self, task: Task) -> Outcome:
        """Fix one file, and check the result; where that fails the file is as it was."""
        try:
            if task.path == STDIN:
                return self._fix(task, read_stdin(), None)
            return self._fix(task, *read(task.path))
        except BvhlintError as error:
            return failed(task, str(error))

    def _fix(self, task: Task, data: bytes, stamp: FileStamp | None) -> Outcome:
        with interrupts_wait():
            from bvhlint.document.document import Document

        order = self.order
        rules = self.rules.for_settings(self.settings[task.settings])
        document = Document.parse(data, task.name)
        parts = list(_parts(document, rules, order, _hidden_by(task.hides, rules)))
        new = [(name, part.document.to_bytes()) for name, part in parts]
        changed = len(new) > 1 or any(content != data for _, content in new)
        fixed = Fixed(
            changed,
            tuple(change for _, part in parts for change in part.changes),
            tuple(mended for _, part in parts for mended in part.mended),
            tuple(_diff(task.name, data, new)) if order.mode is Mode.DIFF else (),
        )
        if order.mode is Mode.WRITE:
            if order.targets.output is not None:
                for name, content in new:
                    order.targets.create(task.path, name, content)
            elif stamp is None or order.targets.to_stdout:
                fixed = fixed._replace(data=new[0][1])
            elif changed:
                order.targets.write(task.path, stamp, new[0][1])
        outcome = Outcome(task.name, fixed=fixed)
        return self._told(outcome, task, rules, parts) if order.report else outcome

    def _told(
        self,
        outcome: Outcome,
        task: Task,
        rules: Sequence[ActiveRule],
        parts: Sequence[tuple[str, FixResult]],
    ) -> Outcome:
        """The outcome with what the rules find in the result, or in each of several."""
        with interrupts_wait():
            from bvhlint.file_result import file_result
            from bvhlint.linter import MAX_FINDINGS, check_document
            from bvhlint.suppress import Suppressor

        suppressor = Suppressor(task.hides)
        results: list[FileResult] = []
        crashed = False
        for name, part in parts:
            checked = check_document(
                part.document,
                suppressor.rules(rules),
                show_all=self.show_all,
                max_findings=self.max_findings or MAX_FINDINGS,
            )
            shown = self._shown(task, name)
            results.append(file_result(part.document, shown, checked))
            crashed |= checked.crashed
        first, *more = results
        used = tuple(sorted(suppressor.used))
        return outcome._replace(result=first, more=tuple(more), crashed=crashed, used=used)

    def _shown(self, task: Task, root: str) -> str:
        """What to call a result: where the findings' lines are to be found."""
        if self.order.mode is Mode.WRITE and self.order.targets.output is not None:
            return self.order.targets.place(task.path, root)
        return f"{task.name} ({root})" if root else task.name


def _parts(
    document: Document, rules: Sequence[ActiveRule], order: FixOrder, is_hidden: IsHidden | None
) -> Iterator[tuple[str, FixResult]]:
    """The document changed; with ``--split-roots`` one of each ROOT, by its name."""
    with interrupts_wait():
        from bvhlint.fixer import Fixer

    asked = order.requests
    fixer = Fixer(rules, fixes=order.fixes, unsafe=order.unsafe, is_hidden=is_hidden)
    if asked.split_roots:
        yield from fixer.split(document, asked.before_split(), asked.after_split())
    else:
        yield "", fixer.fix(document, asked.transforms())


def _hidden_by(hides: Sequence[Hide], rules: Sequence[ActiveRule]) -> IsHidden | None:
    """Whether an entry of the settings hides a finding."""
    if not hides:
        return None
    known = {active.rule.code: active.rule for active in rules}

    def is_hidden(finding: Finding, line: int) -> bool:
        rule = known[finding.code]
        return any(hide.line in (0, line) and hide.covers(rule) for hide in hides)

    return is_hidden


def _diff(name: str, data: bytes, new: Sequence[tuple[str, bytes]]) -> Iterator[str]:
    from bvhlint.diff import diff_lines

    for root, content in new:
        yield from diff_lines(f"{name} ({root})" if root else name, data, content)
