"""Patterns as .gitignore has them, matched against one entry at a time.

Git's own meaning: a pattern is held against the entry itself; that an entry lies in an ignored
folder is the walker's business, which does not enter such a folder. The patterns are translated
here and not by a library because a data set from a stranger may bring its own .gitignore: the
expressions made here need no backtracking that grows with the number of stars, know the POSIX
classes, and hold for names with line ends in them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

_FLAGS = re.IGNORECASE if os.path.normcase("A") == "a" else re.NOFLAG
_POSIX = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-/:-@\\[-`{-~",
    "space": " \\t\\n\\r\\f\\v",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_SLASH, _STAR, _GLOBSTAR = "/", "*", "**"
_NEVER = "(?!)"
_SPECIAL = frozenset("*?[\\")
_CHUNK = 50
_NAMED = re.compile(r"\[:([^\]]*):\]")


class Pattern(NamedTuple):
    """One line: ``regex`` for the entry's name or, if ``by_path``, for its path.

    ``literal`` is the only text that it matches, ``ending`` what every match ends with, where
    the pattern is as simple as that.
    """

    regex: str
    literal: str | None
    ending: str | None
    by_path: bool
    only_folders: bool
    ignores: bool


class Patterns(msgspec.Struct, frozen=True, dict=True):
    """The patterns of one file or list, in order; the last that matches decides."""

    items: tuple[Pattern, ...]

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Patterns:
        """Patterns from lines without their line ends; blank lines and comments drop out."""
        parsed = (_parse_line(line) for line in lines)
        return cls(tuple(pattern for pattern in parsed if pattern is not None))

    @classmethod
    def parse_file(cls, data: bytes) -> Patterns:
        """Patterns of a .gitignore file; LF and CRLF end a line, a BOM is passed over."""
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        return cls.parse(line.removesuffix("\r") for line in text.split("\n"))

    def decide(self, path: str, *, is_folder: bool) -> bool | None:
        """Whether the entry is ignored: True, False (kept by ``!``), or None: not mentioned.

        ``path`` is relative to the patterns' folder, with ``/`` between its parts.
        """
        by_name, by_path = self._for_folders if is_folder else self._for_files
        last = max(by_name.last(path[path.rfind("/") + 1 :]), by_path.last(path))
        return None if last < 0 else self.items[last].ignores

    def covers(self, path: str) -> bool:
        """Whether the file at ``path`` or a folder that holds it is matched."""
        parts = path.split("/")
        for count in range(1, len(parts) + 1):
            if self.decide("/".join(parts[:count]), is_folder=count < len(parts)):
                return True
        return False

    @cached_property
    def _for_files(self) -> tuple[_Index, _Index]:
        numbered = [item for item in enumerate(self.items) if not item[1].only_folders]
        return _Index.of(numbered, by_path=False), _Index.of(numbered, by_path=True)

    @cached_property
    def _for_folders(self) -> tuple[_Index, _Index]:
        numbered = list(enumerate(self.items))
        return _Index.of(numbered, by_path=False), _Index.of(numbered, by_path=True)


class _Index(NamedTuple):
    """Finds the last of many patterns that matches a text, with few tests for all of them."""

    literals: dict[str, int]
    endings: dict[str, int]
    chunks: tuple[tuple[re.Pattern[str], tuple[int, ...]], ...]

    @classmethod
    def of(cls, numbered: Iterable[tuple[int, Pattern]], *, by_path: bool) -> _Index:
        index = cls({}, {}, ())
        regexes: dict[str, int] = {}
        for number, pattern in numbered:
            if pattern.by_path is not by_path:
                continue
            if pattern.literal is not None:
                index.literals[pattern.literal] = number
            elif pattern.ending is not None:
                index.endings[pattern.ending] = number
            else:
                regexes[pattern.regex] = number
        # The last pattern stands first: the group that matches is the one that decides. In
        # chunks, since the cost of a group grows with the number of groups before it.
        latest = sorted(regexes.items(), key=lambda item: -item[1])
        chunks = tuple(_chunk(latest[at : at + _CHUNK]) for at in range(0, len(latest), _CHUNK))
        return cls(index.literals, index.endings, chunks)

    def last(self, text: str) -> int:
        """The number of the last pattern that matches, or -1."""
        number = self.literals.get(text, -1)
        if self.endings and text.endswith(tuple(self.endings)):
            matching = (n for end, n in self.endings.items() if text.endswith(end))
            number = max(number, *matching)
        for regex, numbers in self.chunks:
            if numbers[0] < number:
                break
            match = regex.fullmatch(text)
            if match is not None and match.lastindex is not None:
                return max(number, numbers[match.lastindex - 1])
        return number


def _chunk(latest: Sequence[tuple[str, int]]) -> tuple[re.Pattern[str], tuple[int, ...]]:
    joined = "|".join(f"({regex})" for regex, _ in latest)
    return re.compile(joined, _FLAGS | re.DOTALL), tuple(number for _, number in latest)


def _parse_line(line: str) -> Pattern | None:
    if line.startswith("#"):
        return None
    line = _without_trailing_blanks(line)
    if not line:
        return None
    ignores = not line.startswith("!")
    if not ignores:
        line = line[1:]
    only_folders = line.endswith("/")
    if only_folders:
        line = line[:-1]
    by_path = "/" in line
    if by_path:
        line = line.removeprefix("/")
    literal = line if _is_plain(line) else None
    ending = line[1:] if line.startswith("*") and _is_plain(line[1:]) and not by_path else None
    regex = translate(line, by_path=by_path)
    return Pattern(regex, literal, ending, by_path, only_folders, ignores)


def _is_plain(text: str) -> bool:
    return _FLAGS == re.NOFLAG and not _SPECIAL.intersection(text)


def _without_trailing_blanks(line: str) -> str:
    """The line without blanks at its end, but for one that a backslash keeps."""
    kept = line.rstrip(" ")
    if len(kept) == len(line):
        return line
    backslashes = len(kept) - len(kept.rstrip("\\"))
    return kept + " " if backslashes % 2 else kept


def translate(glob: str, *, by_path: bool) -> str:
    """A regular expression for ``fullmatch`` that means what the glob means to Git."""
    tokens = _tokens(glob, by_path=by_path)
    if tokens is None:
        return _NEVER
    runs = _runs(tokens)
    if not by_path:
        return "".join(_segment(segment) for run in runs for segment in run)
    if len(runs) == 1:
        return _run(runs[0])
    # A run between two "**" is taken where it first fits: nothing later can need another place.
    first, *middle, last = runs
    regex = _run(first) + "/" if first else ""
    regex += "".join(f"(?>(?:[^/]+/)*?{_run(run)}/)" for run in middle)
    return regex + (f"(?:[^/]+/)*{_run(last)}" if last else ".+")


def _run(run: list[list[str]]) -> str:
    return "/".join(_segment(segment) for segment in run)


def _segment(tokens: list[str]) -> str:
    """One path segment; the text between two stars is taken where it first fits."""
    pieces: list[str] = [""]
    for token in tokens:
        if token == _STAR:
            pieces.append("")
        else:
            pieces[-1] += token
    if len(pieces) == 1:
        return pieces[0]
    first, *middle, last = pieces
    steps = "".join(f"(?>[^/]*?{piece})" for piece in middle if piece)
    return f"{first}{steps}[^/]*{last}"


def _runs(tokens: list[str]) -> list[list[list[str]]]:
    """Tokens as runs of segments, split where a ``**`` stands for whole folders."""
    runs: list[list[list[str]]] = [[[]]]
    for token in tokens:
        if token == _SLASH:
            runs[-1].append([])
        elif token == _GLOBSTAR:
            # The empty segment is only the place of the "**" between its slashes.
            runs[-1].pop()
            runs.append([])
        else:
            runs[-1][-1].append(token)
    first, *others = runs
    return [first, *(run for run in others[:-1] if run), *others[-1:]]


def _tokens(glob: str, *, by_path: bool) -> list[str] | None:
    """Expressions for single characters, and the signs for ``/``, ``*`` and ``**``.

    None for a pattern that can match nothing: an open bracket, a backslash at the end.
    """
    tokens: list[str] = []
    at = 0
    while at < len(glob):
        char = glob[at]
        if char == "*":
            after = at
            while glob[after : after + 1] == "*":
                after += 1
            whole = by_path and after - at > 1 and _stands_alone(glob, at, after)
            tokens.append(_GLOBSTAR if whole else _STAR)
            at = after
        elif char == "[":
            parsed = _bracket(glob, at + 1)
            if parsed is None:
                return None
            regex, at = parsed
            tokens.append(regex)
        else:
            at += char == "\\"
            if at == len(glob):
                return None
            tokens.append(_single(glob[at], escaped=char == "\\"))
            at += 1
    return tokens


def _stands_alone(glob: str, start: int, end: int) -> bool:
    before = start == 0 or glob[start - 1] == "/"
    return before and (end == len(glob) or glob[end] == "/" or glob.startswith("\\/", end))


def _single(char: str, *, escaped: bool) -> str:
    if char == "?" and not escaped:
        return "[^/]"
    return _SLASH if char == "/" else re.escape(char)


def _bracket(glob: str, at: int) -> tuple[str, int] | None:
    """The class that begins at ``at`` and where it ends; None when it never closes."""
    negated = glob[at : at + 1] in ("!", "^")
    at += negated
    items: list[str] = []
    low: str | None = None
    first = at
    while True:
        char = glob[at : at + 1]
        if not char:
            return None
        if char == "]" and at > first:
            break
        named = _NAMED.match(glob, at)
        if named:
            if named[1] not in _POSIX:
                return None
            items.append(_POSIX[named[1]])
            low, at = None, named.end()
            continue
        if char == "-" and low is not None and glob[at + 1 : at + 2] not in ("", "]"):
            char, at = _class_char(glob, at + 1)
            if low <= char:
                items.append(f"{re.escape(low)}-{re.escape(char)}")
            low = None
        else:
            low, at = _class_char(glob, at)
            items.append(re.escape(low))
    inside = "".join(items)
    regex = f"(?!/)[{'^' if negated else ''}{inside}]"
    return regex, at + 1


def _class_char(glob: str, at: int) -> tuple[str, int]:
    """A character in a class, a backslash before it taken away, and where the next begins."""
    at += glob[at] == "\\" and at + 1 < len(glob)
    return glob[at], at + 1
