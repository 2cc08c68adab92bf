"""All lines should end in the same way, in LF or in CRLF.

## What it does
Tells a file whose lines end in CR alone (a warning), and one that mixes LF, CRLF and CR (an info,
at the first line end of the kind that is rarest).

## Why is this bad?
CR alone is the way of the Macintosh before 2001. Most readers measured take it, but
godot-bvh-import breaks lines at LF only and sees one line. A mixture loads everywhere; it makes
every later diff of the file larger than the change, and tells that two programs have written parts
of it.

## Example
    HIERARCHY<CR><LF>
    ROOT Hips<LF>
    {<CR><LF>

## Use instead
    HIERARCHY<LF>
    ROOT Hips<LF>
    {<LF>

## Fix safety
Safe where the line ends at fault stand in the header alone: they become what most lines have, CR
becomes LF. The line ends of frame rows are changed by `--newline` or `--normalize`, and then those
of the header with them: half a change would leave a mixture where there was none.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Options, Safety, Severity, facts, rule

CR, LF = facts.line_ends.CR, facts.line_ends.LF
MOST_EDITS = 100_000  # beyond it the header is replaced as a whole


@rule(
    "BVH103",
    "line-endings",
    Severity.WARNING,
    part="text",
    portability=True,
    fix=("safe", "--newline", "--normalize"),
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    counts = facts.line_ends.line_ends(document).counts
    if not facts.clip.holds_clip(document) or not counts or set(counts) in ({LF}, {b"\r\n"}):
        return
    if set(counts) == {CR}:
        start = document.content.find(CR)
        message = "all lines end in CR alone: a reader that looks for LF sees one long line"
        yield Finding(start, start + 1, message, variant="cr", help=HELP, fix=_fix(document, LF))
    else:
        yield _of_mixture(document, counts)


HELP = "let one program write the whole file, or set the line ends with --newline"


def _of_mixture(document: Document, counts: dict[bytes, int]) -> Finding:
    # Of kinds that are equally common the one met first counts as the file's own.
    content = document.content
    places = {kind: facts.line_ends.first_of_kind(content, kind) for kind in counts}
    rarest = min(counts, key=lambda kind: (counts[kind], -places[kind]))
    commonest = max(counts, key=lambda kind: (counts[kind], -places[kind]))
    names = facts.line_ends.NAMES
    others = " and ".join(
        f"{count} in {names[kind]}"
        for kind, count in sorted(counts.items(), key=lambda entry: -entry[1])
        if kind != rarest
    )
    target = facts.line_ends.line_ends(document).usual if commonest == CR else commonest
    return Finding(
        places[rarest],
        places[rarest] + len(rarest),
        f"line ends are mixed: {counts[rarest]} in {names[rarest]}, {others}",
        Severity.INFO,
        variant="mixed",
        help=HELP,
        fix=_fix(document, target),
    )


def _fix(document: Document, target: bytes) -> Fix:
    """Safe if it changes the header alone and leaves one kind of line end."""
    content = document.content
    stop = facts.header.header_end(document)
    below = facts.line_ends.count_line_ends(content, stop, len(content)).counts
    name = facts.line_ends.NAMES[target]
    title = f"end every line in {name}"
    if set(below) - {target}:
        return Fix.by_option(f"--newline {name.lower()}", title)
    return Fix(Safety.SAFE, title, make=lambda: _edits(content, stop, target))


def _edits(content: bytes, stop: int, target: bytes) -> list[Edit]:
    wrong = facts.line_ends.count_line_ends(content, 0, stop).counts
    if sum(count for kind, count in wrong.items() if kind != target) > MOST_EDITS:
        text = content[:stop].replace(b"\r\n", LF).replace(CR, LF).replace(LF, target)
        return [Edit(0, stop, text)]
    return [
        Edit(start, start + len(kind), target)
        for start, kind in facts.line_ends.each_line_end(content, 0, stop)
        if kind != target
    ]
