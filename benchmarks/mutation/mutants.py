"""The mutants of a module: its text with one small change each, by operators of cosmic-ray."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import cosmic_ray.plugins
from cosmic_ray.mutating import mutate_code

# One other operator for each, and both neighbours of a comparison: more of them find no more.
_OPERATORS = re.compile(
    "core/(?:ReplaceBinaryOperator_(?:Add_Sub|Sub_Add|Mul_Div|Div_Mul|FloorDiv_Mul|Mod_Mul|Pow_Mul"
    "|RShift_LShift|LShift_RShift|BitOr_BitAnd|BitAnd_BitOr|BitXor_BitOr)"
    "|ReplaceComparisonOperator_(?:Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE"
    "|GtE_Gt|GtE_Lt|Is_IsNot|IsNot_Is)"
    "|ReplaceUnaryOperator_(?:USub_UAdd|Delete_Invert|Delete_Not)|AddNot|NumberReplacer"
    "|ReplaceTrueWithFalse|ReplaceFalseWithTrue|ReplaceAndWithOr|ReplaceOrWithAnd"
    "|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ExceptionReplacer|ZeroIterationForLoop)"
)
_AUGMENTED = dict(
    zip(
        ("+=", "-=", "*=", "/=", "//=", "%=", "<<=", ">>=", "|=", "&=", "^="),
        ("-=", "+=", "/=", "*=", "*=", "*=", ">>=", "<<=", "&=", "|=", "|="),
        strict=True,
    )
)


class Mutant(NamedTuple):
    """A module's text with one change: the number of the line, the line before and after."""

    text: str
    line: int
    old: str
    new: str


class Augmented:
    """Puts another operator into an assignment such as ``+=``, which cosmic-ray leaves alone."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if getattr(node, "value", None) in _AUGMENTED:
            yield node.start_pos, node.end_pos

    def mutate(self, node: Any, index: int) -> Any:
        del index
        node.value = _AUGMENTED[node.value]
        return node


def mutants_of(path: Path) -> list[Mutant]:
    """All mutants of a module that mean something else than it, each once."""
    text = path.read_text()
    names = [name for name in cosmic_ray.plugins.operator_names() if _OPERATORS.fullmatch(name)]
    operators = [*(cosmic_ray.plugins.get_operator(name)() for name in sorted(names)), Augmented()]
    meanings = {_meaning(text)}
    found = []
    for operator in operators:
        for occurrence in count():
            changed = mutate_code(text, operator, occurrence)
            if changed is None:
                break
            meaning = _meaning(changed)
            if meaning not in meanings:
                meanings.add(meaning)
                found.append(_mutant(text, changed))
    return sorted(found, key=lambda mutant: mutant.line)


def _mutant(text: str, changed: str) -> Mutant:
    pairs = zip(text.split("\n"), changed.split("\n"), strict=True)
    for number, (old, new) in enumerate(pairs, 1):
        if old != new:
            return Mutant(changed, number, old.strip(), new.strip())
    raise AssertionError("nothing is changed")


def _meaning(text: str) -> str:
    """What runs of a module: not its annotations, nor how arguments may be handed over."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if hasattr(node, "returns"):
            node.returns = None
        if hasattr(node, "annotation"):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.arguments):
            node.args = [*node.posonlyargs, *node.args, *node.kwonlyargs]
            node.defaults += [default for default in node.kw_defaults if default]
            node.posonlyargs, node.kwonlyargs, node.kw_defaults = [], [], []
    return ast.dump(tree)
