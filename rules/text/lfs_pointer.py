"""The file should be the clip and not the pointer that Git LFS leaves in its place.

## What it does
Tells a file that is a pointer of Git Large File Storage: three lines of text that name the clip's
size and checksum.

## Why is this bad?
The clip itself was not fetched. Programs report a broken BVH file though nothing is wrong with it,
and a check of it says nothing about the clip.

## Example
    version https://git-lfs.github.com/spec/v1
    oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
    size 3424317

## Use instead
    HIERARCHY
    ROOT Hips

## Fix safety
There is no fix: the clip has to be fetched with `git lfs pull`.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, facts, rule


@rule("BVH110", "lfs-pointer", Severity.ERROR, part="text")
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.is_pointer(document):
        return
    end = len(facts.words.excerpt_bytes(document, 0, len(document.content)))
    yield Finding(
        0,
        end,
        "this is a Git LFS pointer and not the clip: the file was not fetched",
        help="run `git lfs pull`, and in a CI job check out with LFS",
    )
