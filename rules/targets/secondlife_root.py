"""For Second Life the first joint must be the hip.

## What it does
With `--target secondlife`, looks at the name of the first joint: it must be `hip` or another name
that Second Life has for its pelvis, `mPelvis` and `avatar_mPelvis`.

## Why is this bad?
Second Life plays a clip on its own avatar and finds joints by their names. The viewer looks at the
first joint before anything else and refuses the file with E_ST_BAD_ROOT if that is not the pelvis.
The case of the letters counts.

## Example
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00

## Use instead
    ROOT hip
    {
        OFFSET 0.00 0.00 0.00

## Fix safety
There is no fix of its own: `bvhlint fix --rename Hips=hip` renames the joint. The other joints
need the names of the avatar too (`abdomen`, `chest`, `lThigh` and so on), or Second Life does not
move them.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule

PELVIS = frozenset({"hip", "mPelvis", "avatar_mPelvis"})


@rule("SL001", "secondlife-root", Severity.WARNING, part="targets")
def check(document: Document, options: Options) -> Iterator[Finding]:
    joints = document.skeleton.joints
    if "secondlife" not in options.run.targets or not joints:
        return
    root = joints[0]
    # Second Life takes the first word; a joint without any name is another rule's matter.
    name = root.name.partition(" ")[0].partition("\t")[0]
    if not name or name in PELVIS:
        return
    yield Finding(
        *root.name_span,
        f"the first joint is {root.name}, not hip or another name of Second Life's pelvis",
        joint=root.ref,
        help=f"name it hip (--rename {root.name}=hip), and the others as the avatar has them",
    )
