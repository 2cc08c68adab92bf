"""On which line of a TOML text each key and array item stands: for error messages only.

The text has been read by ``tomllib`` before, so it is valid, and only keys, brackets and strings
need to be told apart here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Path = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_INLINE_BLANK = re.compile(r"[ \t]*")
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_PLAIN = re.compile(r"[^,\]}#\n]+")


def line_of(text: str, path: Path) -> int | None:
    """The 1-based line on which the value at ``path`` begins, or its nearest known parent."""
    best: tuple[int, int] | None = None
    for found, line in locate(text):
        # A table may be known by what stands in it only: [rules.x] begins "rules" too.
        size = len(path) if found[: len(path)] == path else len(found)
        if path[:size] == found[:size] and (best is None or size > best[0]):
            best = size, line
    return None if best is None else best[1]


def locate(text: str) -> Iterator[tuple[Path, int]]:
    """Each key, table and array item with its line, in the order of the text."""
    scan = _Scan(text)
    counts: dict[Path, int] = {}
    prefix: Path = ()
    while scan.skip():
        if scan.take("[["):
            name = scan.key()
            scan.take("]]")
            prefix = (*name, counts.get(name, 0))
            counts[name] = counts.get(name, 0) + 1
            yield name, scan.line
            yield prefix, scan.line
        elif scan.take("["):
            prefix = scan.key()
            scan.take("]")
            yield prefix, scan.line
        else:
            yield from scan.pair(prefix)


class _Scan:
    """A place in the text that moves on, and the line of the token before it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self._counted = 0

    def skip(self, blank: re.Pattern[str] = _BLANK) -> bool:
        """Pass over blanks and comments; says whether anything is left."""
        match = blank.match(self.text, self.at)
        self.at = match.end() if match else self.at
        self.line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self.at < len(self.text)

    def take(self, sign: str) -> bool:
        """Pass over ``sign`` if it stands here."""
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) * found
        return found

    def key(self) -> Path:
        """A key, dotted or not; the place is behind it."""
        parts: list[str] = []
        while True:
            self.skip(_INLINE_BLANK)
            match = _STRING.match(self.text, self.at) or _BARE.match(self.text, self.at)
            if match is None:
                self.at += 1
                return tuple(parts)
            parts.append(_unquote(match[0]))
            self.at = match.end()
            self.skip(_INLINE_BLANK)
            if not self.take("."):
                return tuple(parts)

    def pair(self, prefix: Path) -> Iterator[tuple[Path, int]]:
        """``key = value`` and all that stands in the value."""
        path = prefix + self.key()
        yield path, self.line
        self.take("=")
        yield from self.value(path)

    def value(self, path: Path) -> Iterator[tuple[Path, int]]:
        """Pass over a value, giving the items of the arrays and inline tables in it."""
        self.skip(_INLINE_BLANK)
        if self.take("["):
            count = 0
            while self.skip() and not self.take("]"):
                yield (*path, count), self.line
                yield from self.value((*path, count))
                self.skip()
                self.take(",")
                count += 1
        elif self.take("{"):
            while self.skip() and not self.take("}"):
                yield from self.pair(path)
                self.skip()
                self.take(",")
        else:
            match = _STRING.match(self.text, self.at) or _PLAIN.match(self.text, self.at)
            # Never stand still, whatever stands here.
            self.at = match.end() if match else self.at + 1


def _unquote(key: str) -> str:
    if key[0] == "'":
        return key[1:-1]
    if key[0] != '"':
        return key
    # The escapes of a basic string are those of TOML: let its own reader undo them.
    import tomllib

    try:
        return str(tomllib.loads(f"key = {key}")["key"])
    except tomllib.TOMLDecodeError:
        return key
