"""What a number is: the one place that knows how numbers are written in the text."""

from __future__ import annotations

import math
import re
from enum import Enum

# Possessive: digits once taken are not given back, and text of any length is judged in one pass.
_DIGITS = rb"(?:[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"

#: A number, to be used with ``fullmatch``.
NUMBER: re.Pattern[bytes] = re.compile(rb"[+-]?" + _DIGITS)

_GLUED = re.compile(rb"[+-]?" + _DIGITS + rb"(?:[+-]" + _DIGITS + rb")+")
_COMMA = re.compile(rb"[+-]?[0-9]*,[0-9]+(?:[eE][+-]?[0-9]+)?")
_NAN = re.compile(rb"[+-]?(?:nan(?:\([a-z0-9_]*\))?|[0-9]\.#[a-z]+[0-9]*)", re.IGNORECASE)
_INF = re.compile(rb"[+-]?(?:inf(?:inity)?|[0-9]\.#inf[0-9]*)", re.IGNORECASE)


class Flaw(Enum):
    """What is wrong with a token that is no finite number."""

    NOT_FINITE = "not finite"  # nan, inf, 1.#QNAN, -1.#IND; also a number beyond float64
    COMMA = "comma"  # a decimal comma: 1,5
    GLUED = "glued"  # numbers put together without a blank: 0.00-7.50
    BAD = "bad"  # anything else


def parse_number(raw: bytes) -> float | None:
    """The exact float64 value of ``raw``, or None if it is no number.

    A number too large for float64 is a number: its value is an infinity.
    """
    return float(raw) if NUMBER.fullmatch(raw) else None


def cell_value(raw: bytes) -> float:
    """The value that the frame table holds for a token.

    A number's own value, a signed infinity for one that is written out (inf, 1.#INF), else NaN.
    """
    if NUMBER.fullmatch(raw):
        return float(raw)
    if _INF.fullmatch(raw):
        return -math.inf if raw.startswith(b"-") else math.inf
    return math.nan


def decimals(raw: bytes) -> int:
    """How many digits stand after the point of a number; 0 without a point."""
    mantissa = re.split(rb"[eE]", raw)[0]
    return len(mantissa.partition(b".")[2])


def classify(raw: bytes) -> Flaw:
    """Say what is wrong with a token whose value is not finite or that is no number at all."""
    if _NAN.fullmatch(raw) or _INF.fullmatch(raw) or NUMBER.fullmatch(raw):
        return Flaw.NOT_FINITE
    if _COMMA.fullmatch(raw):
        return Flaw.COMMA
    if _GLUED.fullmatch(raw):
        return Flaw.GLUED
    return Flaw.BAD


def split_glued(raw: bytes) -> list[bytes]:
    """The numbers of a glued token, split before each inner sign; ``[raw]`` if it is not glued.

    ``0.00-7.50`` is ``0.00`` and ``-7.50``. A sign that belongs to an exponent splits nothing.
    """
    if not _GLUED.fullmatch(raw):
        return [raw]
    return NUMBER.findall(raw)
