"""Text of two or four bytes a character, with or without a byte-order mark, as UTF-8."""

from __future__ import annotations

import codecs

from bvhlint.document.document import Document
from bvhlint.facts.clip import holds_clip
from bvhlint.facts.memo import fact

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Where the NULs stand in a unit that holds an ASCII character.
_PATTERNS = (
    (4, (False, True, True, True), "utf-32-le"),
    (4, (True, True, True, False), "utf-32-be"),
    (2, (False, True), "utf-16-le"),
    (2, (True, False), "utf-16-be"),
)
_LOOKED_AT = 1024
_WORDS = ("hierarchy", "motion", "root", "frame")


@fact
def narrowed(document: Document) -> tuple[str, bytes] | None:
    """The encoding and the text as UTF-8 of a clip in UTF-16 or UTF-32, else None.

    Half a character at the end of a file that was cut is left out.
    """
    source = document.source
    if source.encoding.is_wide:
        return (source.encoding.value, source.content) if holds_clip(document) else None
    mark, encoding = _guess(source.data)
    if encoding is None:
        return None
    unit = 4 if encoding.startswith("utf-32") else 2
    raw = source.data[len(mark) :]
    try:
        text = raw[: len(raw) // unit * unit].decode(encoding)
    except UnicodeDecodeError:
        return None
    beginning = text[:_LOOKED_AT].lower()
    if not any(word in beginning for word in _WORDS):
        return None
    return encoding, text.encode("utf-8")


def _guess(data: bytes) -> tuple[bytes, str | None]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return mark, encoding
    sample = data[:_LOOKED_AT]
    if b"\0" not in sample:
        return b"", None
    for unit, nulls, encoding in _PATTERNS:
        whole = len(sample) // unit * unit
        if whole and all(
            sample[place:whole:unit].count(0) == (whole // unit if is_null else 0)
            for place, is_null in enumerate(nulls)
        ):
            return b"", encoding
    return b"", None
