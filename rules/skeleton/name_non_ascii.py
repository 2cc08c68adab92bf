"""A joint's name should be ASCII.

## What it does
Looks for bytes beyond ASCII in names. They are decoded for showing, as UTF-8 or else as
Shift-JIS or Latin-1; the file keeps its bytes.

## Why is this bad?
A BVH file does not say in which encoding its names are. A reader that takes another one shows other
letters, finds no joint of that name or stops; in Shift-JIS a letter may even end in the byte of a
brace.

## Example
    JOINT 上半身

## Use instead
    JOINT UpperBody

## Fix safety
`--rename` or `--rename-file` write the names that you give. Nothing is renamed without being
asked for, because retargeting tables and scripts go by names.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Encoding, Finding, Fix, Joint, Options, Severity, facts, rule


@rule(
    "BVH307",
    "name-non-ascii",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    fix=("--rename",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if document.source.is_ascii:
        return
    for joint in facts.names.named_joints(document):
        if joint.name.isascii():
            continue
        shown = facts.names.shown(joint)
        yield Finding(
            *joint.name_span,
            f'the name "{shown}" ({_encoding(document, joint)}) is not ASCII: '
            "readers that expect another encoding show other letters or stop",
            joint=joint.ref,
            help=f'give it a name in ASCII: fix --rename "{shown}=NEW"',
            fix=Fix.by_option("--rename", f"rename {shown}"),
        )


def _encoding(document: Document, joint: Joint) -> str:
    encoding = document.source.encoding
    if encoding is not Encoding.EIGHT_BIT:
        return encoding.value[:6].upper().rstrip("-")
    start, end = joint.name_span
    raw = document.content[start:end]
    if joint.name.encode("utf-8", "surrogatepass") == raw:
        return "UTF-8"
    guess = "Latin-1" if joint.name == raw.decode("latin-1") else "Shift-JIS"
    return f"{guess}, it seems"
