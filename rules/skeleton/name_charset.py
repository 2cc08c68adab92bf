"""A joint's name should be made of `A-Z a-z 0-9 _` only.

## What it does
Looks for other ASCII characters in names: `:` (the namespace of a rig, as in `mixamorig:Hips`),
`.`, `-`, `/`, `|`, brackets and the like. Blanks are name-whitespace's business, letters beyond
ASCII that of name-non-ascii.

## Why is this bad?
Such characters mean something to the programs behind the reader. three.js uses `.`, `/`, `:` and
brackets in the paths of its tracks: the file loads and the figure does not move, or playing it
fails. PyMO stops at a colon; ZeroEGGS and the loaders made after it cut the name there, so that
with one namespace all joints have the same name.

## Example
    JOINT mixamorig:Spine

## Use instead
    JOINT Spine

## Fix safety
`--strip-namespace` removes everything up to the last `:` of each name and refuses where two names
would become one. Other characters are changed with `--rename OLD=NEW`.

## Options
None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule

# Other ASCII than letters, digits, _ and blanks; told by what it is, which compiles in no time.
_ODD = re.compile(r"[\x00-\x08\x0a-\x1f!-/:-@\[-\^`{-\x7f]")
# The first that a name holds says what readers do with it: the worst comes first.
_VARIANTS = (("bracket", "[]"), ("colon", ":"), ("slash", "/\\"), ("dot", "."))


@rule(
    "BVH306",
    "name-charset",
    Severity.WARNING,
    part="skeleton",
    portability=True,
    fix=("--strip-namespace",),
    header_only=True,
)
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in facts.names.named_joints(document):
        odd = list(dict.fromkeys(_ODD.findall(joint.name)))
        if not odd:
            continue
        shown = facts.names.shown(joint)
        namespace, colon, bare = joint.name.rpartition(":")
        is_namespace = bool(colon and namespace and bare)
        if is_namespace:
            namespace = facts.names.cut(namespace)
            said = f'the name "{shown}" has the namespace "{namespace}:"'
            fix = Fix.by_option("--strip-namespace", f"remove the namespace {namespace}:")
        else:
            said = f'the name "{shown}" has {_listed(odd)} in it'
            fix = None
        yield Finding(
            *joint.name_span,
            f"{said}: only letters of ASCII, digits and _ are safe everywhere",
            joint=joint.ref,
            variant=_variant(odd),
            help="remove it: fix --strip-namespace"
            if is_namespace
            else facts.names.renaming(joint.name, _ODD.sub("_", joint.name)),
            fix=fix,
        )


def _variant(odd: list[str]) -> str:
    return next((name for name, marks in _VARIANTS if any(mark in odd for mark in marks)), "other")


def _listed(odd: list[str]) -> str:
    shown = [f'"{mark}"' if mark.isprintable() else f"the byte {ord(mark):#04x}" for mark in odd]
    return ", ".join(shown)
