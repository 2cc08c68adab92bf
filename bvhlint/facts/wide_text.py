"""Text of two or four bytes a character, with or without a byte-order mark, as UTF-8."""

from __future__ import annotations

import codecs

from bvhlint.document.document import Document
from bvhlint.facts.clip import holds_clip
from bvhlint.facts.memo import fact
from bvhlint.source import guess_wide

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
    mark, encoding = guess_wide(source.data)
    if encoding is None:
        return None
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(source.data[len(mark) :])
    except UnicodeDecodeError:
        return None
    beginning = text[:_LOOKED_AT].lower()
    if not any(word in beginning for word in _WORDS):
        return None
    return encoding, text.encode("utf-8")
