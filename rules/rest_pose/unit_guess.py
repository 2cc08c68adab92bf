"""Lengths should be in centimetres, unless the user of the file expects another unit.

## What it does
Measures the skeleton's size: the longest path along the bones from one end to another, about 1.5
times a person's height. A size of 1.5 to 4 looks like metres, 1500 to 4000 like millimetres, 85 to
130 like inches (if head or trunk, and a leg, are known by name); 150 to 400 are centimetres, and
silent like any other size. Needs two ends and three joints.

## Why is this bad?
BVH has no unit. A program that expects centimetres shows a figure in metres as a dot and one in
inches as a child, and steps and jumps are as wrong as the bones.

## Example
    OFFSET 0.0 0.42 0.0

## Use instead
    OFFSET 0.0 42.0 0.0

## Fix safety
`--units cm` multiplies OFFSETs and positions and keeps every rotation to the byte. It does harm
done twice.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, log10

from bvhlint.rule import Document, Finding, Fix, Options, Severity, facts, rule

UNUSUAL = {"m": "metres", "mm": "millimetres", "in": "inches"}


@rule("BVH705", "unit-guess", Severity.INFO, part="rest_pose", fix=("--units",))
def check(document: Document, options: Options) -> Iterator[Finding]:
    short = facts.units.unit_guess(document)
    if short not in UNUSUAL:
        return
    unit = UNUSUAL[short]
    yield Finding(
        *facts.places.root_span(document),
        f"the figure is about {_two_digits(facts.size.height(document))} units tall: looks like "
        f"{unit}, where most programs expect centimetres",
        variant=unit,
        help=f"fix --units cm --from-units {short} makes centimetres of it",
        fix=Fix.by_option(f"--units cm --from-units {short}", f"turn {unit} into centimetres"),
    )


def _two_digits(value: float) -> str:
    decimals = 1 - floor(log10(value))
    return f"{round(value, decimals):.{max(decimals, 0)}f}"
