"""The baseline: findings that were there when a team began, hidden until somebody mends them.

A text file of one JSON object a line, sorted, without line numbers, so that a change elsewhere in
a clip changes nothing in it and a merge of two branches rarely meets:

    {"bvhlint-baseline": 1}
    {"path": "walk.bvh", "rule": "BVH304", "joint": "Hip", "text": "9a0364b9e99b"}
    {"path": "walk.bvh", "rule": "BVH502", "row": true, "count": 95}

``text`` is a hash of the text at fault. An entry for rows without it stands for those that the
report folded: then all rows of this rule in this file count together.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, NamedTuple

import msgspec

from bvhlint.config.origin import error_at, shown_path
from bvhlint.errors import ReadError
from bvhlint.files.atomic import create, read
from bvhlint.results import Excerpt, FileResult, FindingEntry, less

VERSION = 1
NEVER_HIDDEN = frozenset({"BVH000", "BVH001"})
_HEADER = "bvhlint-baseline"


class Key(NamedTuple):
    """What findings have in common that look the same."""

    path: str
    rule: str
    joint: str = ""
    channel: str = ""
    row: bool = False
    text: str = ""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the file: a key, and how many findings have it."""

    path: str
    rule: str
    joint: str = ""
    channel: str = ""
    row: bool = False
    text: str = ""
    count: Annotated[int, msgspec.Meta(ge=1)] = 1

    @property
    def key(self) -> Key:
        return Key(self.path, self.rule, self.joint, self.channel, self.row, self.text)


class Stale(NamedTuple):
    """An entry that hides less than it says: ``left`` of its findings are gone."""

    key: Key
    line: int
    left: int


class Baseline:
    """What a baseline file holds and, while results pass through ``hide``, what is left of it."""

    def __init__(
        self, path: str, counts: Mapping[Key, int], lines: Mapping[Key, int] | None = None
    ) -> None:
        self.path = os.path.abspath(path)
        self.counts = dict(counts)
        self._lines = lines or {}
        self._left = Counter(self.counts)
        self._rows: dict[tuple[str, str], list[Key]] = {}
        for key in self.counts:
            if key.row:
                self._rows.setdefault((key.path, key.rule), []).append(key)

    @classmethod
    def load(cls, path: str) -> Baseline:
        """Read a baseline file; raises ConfigError with file and line."""
        shown = shown_path(os.path.abspath(path))
        try:
            text = read(path)[0].decode("utf-8-sig")
        except ReadError as error:
            raise error_at(shown, str(error)) from None
        except UnicodeDecodeError:
            raise error_at(shown, "not valid UTF-8") from None
        counts: dict[Key, int] = {}
        lines: dict[Key, int] = {}
        for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
            try:
                entry = _parse(line, is_first=number == 1)
            except (ValueError, RecursionError, msgspec.ValidationError) as error:
                said = f"no line of a baseline: {str(error)[:200]}"
                raise error_at(f"{shown}:{number}", said) from None
            if entry is not None:
                # A merge may have brought an entry twice: those are the same findings.
                counts[entry.key] = max(entry.count, counts.get(entry.key, 0))
                lines.setdefault(entry.key, number)
        return cls(path, counts, lines)

    def hide(self, result: FileResult, path: str) -> FileResult:
        """The result of the file at ``path`` without what the baseline holds.

        Of a finding that stands for more rows than the baseline holds the others remain.
        """
        name = relative_name(path, self.path)
        pooled = self._pooled_rules(name, result.findings)
        findings: list[FindingEntry] = []
        excerpts: list[Excerpt | None] = []
        hidden: list[FindingEntry] = []
        for finding, excerpt in zip(result.findings, result.excerpts, strict=True):
            keys = [_key(name, finding, excerpt)]
            if finding.frame is not None and finding.code in pooled:
                keys += self._rows.get((name, finding.code), ())
            taken = self._take(keys, finding)
            if taken < finding.count:
                findings.append(msgspec.structs.replace(finding, count=finding.count - taken))
                excerpts.append(excerpt)
            if taken:
                hidden.append(msgspec.structs.replace(finding, count=taken))
        counts = less(result.counts, hidden)
        return msgspec.structs.replace(result, findings=findings, counts=counts, excerpts=excerpts)

    def stale(self, is_judged: Callable[[Key], bool]) -> list[Stale]:
        """The entries with something left, in order, after all results passed through ``hide``."""
        return [
            Stale(key, self._lines.get(key, 1), self._left[key])
            for key in sorted(self.counts)
            if self._left[key] > 0 and is_judged(key)
        ]

    def _pooled_rules(self, name: str, findings: Iterable[FindingEntry]) -> set[str]:
        """The rules whose rows count together: they are folded now, or were then."""
        return {
            finding.code
            for finding in findings
            if _is_folded(finding) or Key(name, finding.code, row=True) in self.counts
        }

    def _take(self, keys: Iterable[Key], finding: FindingEntry) -> int:
        """Use up what is left under these keys; says how much of the finding that hides."""
        if finding.code in NEVER_HIDDEN:
            return 0
        hidden = 0
        for key in keys:
            taken = min(self._left[key], finding.count - hidden)
            if taken > 0:
                self._left[key] -= taken
                hidden += taken
        return hidden


def keys_of(result: FileResult, path: str, baseline_path: str) -> Counter[Key]:
    """The entries that hold all findings of the file at ``path``."""
    name = relative_name(path, os.path.abspath(baseline_path))
    counts: Counter[Key] = Counter()
    for finding, excerpt in zip(result.findings, result.excerpts, strict=True):
        if finding.code not in NEVER_HIDDEN:
            counts[_key(name, finding, excerpt)] += finding.count
    return counts


def save(path: str, counts: Mapping[Key, int]) -> None:
    """Write a baseline file, or leave it if it would not change; raises WriteError."""
    lines = [json.dumps({_HEADER: VERSION}), *map(_line, sorted(counts.items()))]
    data = ("\n".join(lines) + "\n").encode()
    try:
        if read(path)[0] == data:
            return
    except ReadError:
        pass
    create(path, data, overwrite=True)


def relative_name(path: str, baseline_path: str) -> str:
    """A path as entries spell it: relative to the baseline's folder, with ``/``."""
    try:
        relative = os.path.relpath(path, os.path.dirname(baseline_path))
    except ValueError:
        # Another drive.
        relative = os.path.abspath(path)
    return relative.replace(os.sep, "/")


def _is_folded(finding: FindingEntry) -> bool:
    return finding.frame is not None and finding.count > 1


def _key(name: str, finding: FindingEntry, excerpt: Excerpt | None) -> Key:
    if _is_folded(finding):
        return Key(name, finding.code, row=True)
    text = "" if excerpt is None else excerpt.text[excerpt.mark : excerpt.mark + excerpt.length]
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    joint = finding.joint.name if finding.joint else ""
    return Key(name, finding.code, joint, finding.channel or "", finding.frame is not None, digest)


def _line(item: tuple[Key, int]) -> str:
    key, count = item
    always = ("path", "rule")
    entry = {name: value for name, value in key._asdict().items() if value or name in always}
    if count > 1:
        entry["count"] = count
    text = json.dumps(entry, ensure_ascii=False)
    # Half a surrogate pair, as in a path that is not valid UTF-8, can only be escaped.
    return text if _is_encodable(text) else json.dumps(entry)


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _parse(line: str, *, is_first: bool) -> Entry | None:
    """The entry of a line; None for the first line and for an empty one."""
    if is_first:
        header = json.loads(line) if line else None
        if header != {_HEADER: VERSION}:
            raise ValueError(f'the first line must be {{"{_HEADER}": {VERSION}}}')
        return None
    if not line:
        return None
    return msgspec.convert(json.loads(line), Entry, strict=True)


def merged(
    old: Baseline | None, new: Mapping[Key, int], is_judged: Callable[[Key], bool]
) -> Iterator[tuple[Key, int]]:
    """The entries of an updated baseline: new ones, and old ones that this run cannot judge."""
    for key, count in (old.counts if old else {}).items():
        if key not in new and not is_judged(key):
            yield key, count
    yield from new.items()
