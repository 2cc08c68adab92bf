"""A joint's name should have no blanks in it.

## What it does
Looks for spaces and tabs inside names. Blanks behind a name are no part of it.

## Why is this bad?
Most readers take the word after JOINT for the name and the rest for something else: three.js,
bvhio, bvh-python and the research loaders keep the first word, so that `Bip01 Spine` and
`Bip01 Neck` become one; Assimp, PyMO and UniVRM fail; Blender joins the words with `_`.

## Example
    JOINT Bip01 Spine

## Use instead
    JOINT Bip01_Spine

## Fix safety
`--rename` writes the name that you give. Nothing is renamed without being asked for, because
retargeting tables and scripts go by names.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule


@rule(
    "BVH305",
    "name-whitespace",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    fix=("--rename",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.named_joints(document):
        words = facts.names.words(joint.name)
        if len(words) < 2:
            continue
        shown, joined = facts.names.shown(joint), facts.names.cut("_".join(words))
        first = facts.names.cut(words[0])
        yield Finding(
            *joint.name_span,
            f'the name "{shown}" has a blank in it: many readers keep "{first}" only, some fail',
            joint=joint.ref,
            help=facts.names.renaming(joint.name, "_".join(words)),
            fix=Fix.by_option("--rename", f"rename {shown} to {joined}"),
        )
