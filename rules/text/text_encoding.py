"""The file should be text of one byte a character, best ASCII or UTF-8.

## What it does
Tells a clip that is written in UTF-16 or UTF-32, with or without a byte-order mark, and a clip
that holds NUL bytes. The text of UTF-16 and UTF-32 with a byte-order mark is decoded, and the
other rules judge what it says.

## Why is this bad?
BVH is plain text in which programs look for the bytes of `HIERARCHY`. In UTF-16 a NUL stands
between any two letters of it. NUL bytes in a file that is otherwise text are what a crash or a
full disk leaves behind; programs in C take a NUL for the end of the text.

## Example
    FF FE 48 00 49 00 45 00 52 00 41 00 52 00 43 00 48 00 59 00

## Use instead
    48 49 45 52 41 52 43 48 59

## Fix safety
Unsafe: the whole file is written anew as UTF-8 without a byte-order mark. NUL bytes at the end of
the file are cut off; there is no fix for others, as nothing tells what stood there.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Options, Severity, facts, rule

NUL = b"\0"
NULS = re.compile(rb"\0++")
JUNK = b"\0 \t\r\n"


@rule("BVH101", "text-encoding", Severity.ERROR, part="text", fix=("unsafe",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    narrowed = facts.wide_text.narrowed(document)
    if narrowed:
        yield _of_wide_text(document, *narrowed)
    elif facts.clip.holds_clip(document) and NUL in document.content:
        yield _of_nuls(document)


def _of_wide_text(document: Document, encoding: str, text: bytes) -> Finding:
    width = 4 if encoding.startswith("utf-32") else 2
    edit = Edit(0, len(document.content), text)
    return Finding(
        0,
        0,
        f"the file is {encoding.upper()} text, {width} bytes a character: a reader that looks for "
        "the word HIERARCHY does not find it",
        help="save the file as UTF-8 without a byte-order mark where it is made",
        fix=Fix.unsafe("write the file as UTF-8", edit),
    )


def _of_nuls(document: Document) -> Finding:
    content = document.content
    start, count = content.find(NUL), content.count(NUL)
    them, amount = ("it", "a NUL byte") if count == 1 else ("them", f"{count} NUL bytes")
    end = NULS.match(content, start).end()  # type: ignore[union-attr]
    fix = None
    if not content[end:].strip(JUNK):
        # Blank lines and NULs may follow each other; where the last row has no line end, one stays.
        is_own_line = content[start - 1 : start] in (b"\n", b"\r")
        end = len(content) if is_own_line else start + len(content[start:].rstrip())
        fix = Fix.unsafe(f"cut {them} off", Edit(start, end, b""))
    where = " at its end" if fix else ""
    return Finding(
        start,
        end,
        f"the file holds {amount}{where}: a crash or a full disk may have left {them}, and "
        "some readers stop there",
        help="get the file anew from where it comes; part of it may be lost",
        fix=fix,
    )
