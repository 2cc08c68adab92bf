"""The count after CHANNELS must be the number of channels that are named.

## What it does
Compares the number after CHANNELS with the names behind it, and both with the frame rows: whether
these have as many values as all counts of the file add up to, or as all names.

## Why is this bad?
Some readers go by the count and some by the names. Where the two differ, one of them takes the
values of this joint for those of the next: three.js, bvh-python and Second Life load another
motion, Assimp, bvhio, PyMO and UniVRM refuse the file.

## Example
    CHANNELS 2 Zrotation Xrotation Yrotation

## Use instead
    CHANNELS 3 Zrotation Xrotation Yrotation

## Fix safety
Writing the number of names is safe where the frame rows have a value for each name and none too
many, and every name of the line is a channel. Otherwise there is no fix.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Edit, Finding, Fix, Kind, Options, Severity, facts, rule

ChannelWords = facts.channel_words.ChannelWords
Right = facts.channel_words.Right

_VERDICT = {
    Right.NAMES: "the frame rows have as many values as there are names",
    Right.COUNT: "the frame rows have as many values as the counts say",
    Right.BOTH: "the frame rows do not tell which is right",
    Right.NEITHER: "the frame rows agree with neither",
}


@rule("BVH401", "channel-count-mismatch", Severity.ERROR, part="channels", fix=("safe",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    wrong = (words for words in facts.channel_words.channel_words(document) if not words.agrees)
    yield from facts.told.told(wrong, lambda words: _finding(document, words))


def _finding(document: Document, words: ChannelWords) -> Finding:
    place = words.count or words.item.keyword
    has_rows = facts.channel_words.row_width(document) is not None
    right = facts.channel_words.settled_by_rows(document)
    fix = _fix(words) if right is Right.NAMES else None
    verdict = _VERDICT[right] if has_rows else "there is no frame row to tell which is right"
    return Finding(
        place.start,
        place.end,
        f"{facts.names.shown(words.joint)}: CHANNELS {_said(words)}; {verdict}",
        joint=words.joint.ref,
        help="write the number of names"
        if fix
        else "look up in the program that wrote the file which channels the joint has",
        fix=fix,
    )


def _said(words: ChannelWords) -> str:
    names = len(words.channels)
    named = f"names {names} channel{'' if names == 1 else 's'}" if names else "names no channel"
    if words.count is None:
        return f"has no count and {named}"
    text = facts.names.cut(words.count.text, 20)
    if words.declared is None:
        return f'has "{text}" where the count has to be, and {named}'
    return f"says {text} and {named}"


def _fix(words: ChannelWords) -> Fix | None:
    if not words.channels or words.unknown:
        return None
    if words.count and words.count.type is Kind.WORD:
        return None  # what the word is stands nowhere: a channel too many, or a count
    size = len(words.channels)
    title = f"write CHANNELS {size}"
    if words.count is None:
        start = words.item.values[0].start
        return Fix.safe(title, Edit(start, start, b"%d " % size))
    return Fix.safe(title, Edit(words.count.start, words.count.end, b"%d" % size))
