"""For PyMO a ROOT must not have an End Site of its own.

## What it does
With `--target pymo`, looks for an End Site directly in the block of a ROOT.

## Why is this bad?
PyMO's parser stops at such a file. All other readers that were measured take it.

## Example
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0.00 10.00 0.00
        }
    }

## Use instead
    ROOT Hips
    {
        OFFSET 0.00 0.00 0.00
        CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Spine
        {
            OFFSET 0.00 10.00 0.00
            CHANNELS 3 Zrotation Xrotation Yrotation
            End Site
            {
                OFFSET 0.00 10.00 0.00
            }
        }
    }

## Fix safety
There is no fix: a joint in the place of the End Site needs channels, and so columns in every frame.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule


@rule("PM001", "pymo-root-end-site", Severity.ERROR, part="targets")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if "pymo" not in options.run.targets:
        return
    for root in document.skeleton.roots:
        for site in root.end_sites:
            yield Finding(
                site.block.start,
                site.block.head_end,
                f"the ROOT {root.name} has an End Site of its own: PyMO cannot load the file",
                joint=root.ref,
                help="put a joint between them where the file is made",
            )
