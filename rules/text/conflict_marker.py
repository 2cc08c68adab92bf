"""No mark of an unfinished merge should stand in the file.

## What it does
Tells lines that begin with `<<<<<<<`, `=======` or `>>>>>>>`, in the header and between frames.

## Why is this bad?
A version control system has put two versions of the clip into one file and waits for somebody to
choose. No program can load it, and both versions stand in it.

## Example
    <<<<<<< HEAD
        OFFSET 0.00 10.00 0.00
    =======
        OFFSET 0.00 12.00 0.00
    >>>>>>> taller

## Use instead
        OFFSET 0.00 12.00 0.00

## Fix safety
There is no fix: which version is right is for a person to say.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH109", "conflict-marker", Severity.ERROR, part="text")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return

    def make(span: tuple[int, int]) -> Finding:
        marker = document.content[span[0] : span[0] + 7].decode("ascii")
        return Finding(
            *span,
            f"{marker} is the mark of an unfinished merge: two versions of the clip stand in the "
            "file",
            help="choose one version and remove the other and the marks, or merge again",
        )

    yield from facts.told.told(facts.text_lines.conflict_marks(document), make)
