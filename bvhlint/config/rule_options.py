"""A rule's own options: from a table of the configuration to the rule's frozen dataclass."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_type_hints

import msgspec

from bvhlint.config.origin import Origin, quoted
from bvhlint.config.schema import explain
from bvhlint.suggest import did_you_mean

T = TypeVar("T")
_OF_THE_RUN = "run"


def option_names(options_type: type) -> tuple[str, ...]:
    """The keys that a rule's table may hold, as they are spelt there."""
    fields = dataclasses.fields(options_type)
    return tuple(entry.name.replace("_", "-") for entry in fields if entry.name != _OF_THE_RUN)


def decode_options(
    options_type: type[T],
    table: Mapping[str, Any],
    origin: Callable[..., Origin],
    *,
    names_in: Mapping[str, Any] | None = None,
    **given: Any,
) -> T:
    """The options of a rule from its table; what the table does not name keeps its default.

    ``origin`` gives the place of the table or of a key in it. ``names_in`` are the globals of the
    rule's module, in which the types of the options are spelt; ``given`` sets fields that no
    table may. Raises ConfigError for an unknown key, with the nearest valid one, for a value of
    another type, and for a number that is not finite or less than its type takes.
    """
    names = option_names(options_type)
    hints: Mapping[str, Any] = {}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in names:
            said = did_you_mean(key, names) or "; the rule has no options" * (not names)
            raise origin(key).error(f"unknown option {quoted(key)}{said}")
        hints = hints or _types(options_type, names_in)
        field = key.replace("-", "_")
        if isinstance(value, float) and not math.isfinite(value):
            # No measure compares with it as somebody could mean.
            raise origin(key).error(f"{key}: expected a finite number, got {value}")
        try:
            values[field] = msgspec.convert(value, hints[field], strict=True)
        except msgspec.ValidationError as error:
            raise origin(key).error(f"{key}: {explain(value, hints[field], error)}") from None
    try:
        return options_type(**values, **given)
    except ValueError as error:
        # The dataclass itself may refuse what its types cannot say.
        raise origin().error(str(error)) from None


def _types(options_type: type, names_in: Mapping[str, Any] | None) -> dict[str, Any]:
    if names_in is None:
        return get_type_hints(options_type, include_extras=True)
    from bvhlint import rule

    # A rule's module is not to be found among the imported ones: it was loaded by its path.
    spelt_in = {**vars(rule), **names_in}
    return get_type_hints(options_type, globalns=spelt_in, include_extras=True)
