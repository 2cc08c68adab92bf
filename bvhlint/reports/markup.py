"""Escapes for XML and HTML, made for text that is visible already."""

from __future__ import annotations

from bvhlint.reports.base import ReportContext

_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"},
)


def escape(text: str) -> str:
    """Text that is text inside an element and inside a quoted attribute."""
    return text.translate(_ESCAPES)


def attribute(name: str, value: str) -> str:
    """`` name="value"`` with its leading blank."""
    return f' {name}="{escape(value)}"'


def fit_characters(markup: str, context: ReportContext) -> str:
    """References for what is not ASCII where the stream is not UTF-8: the document says it is."""
    if context.codec == "utf-8":
        return markup
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")
