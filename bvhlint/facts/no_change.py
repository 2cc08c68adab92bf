"""Why nothing may change a file: it is no clip, or two versions of one stand in it."""

from __future__ import annotations

from bvhlint.document.document import Document
from bvhlint.facts.clip import holds_clip, is_pointer
from bvhlint.facts.memo import fact
from bvhlint.facts.text_lines import first_conflict_mark
from bvhlint.facts.wide_text import narrowed

_ZIP = b"PK\x03\x04"
_TAR, _TAR_AT = b"ustar", 257


@fact
def no_change(document: Document) -> str | None:
    """What stands against every fix and transform, and what to do; None where nothing does.

    Clips in UTF-16 and UTF-32 are clips, decoded or not.
    """
    if is_pointer(document):
        return "the file is the pointer of Git LFS and not the clip; fetch that: git lfs pull"
    if _is_archive(document):
        return "the file is an archive; take the clip out of it first"
    if not narrowed(document):
        if document.source.is_wide:
            return (
                "the file begins like UTF-16 or UTF-32 text, and is no clip in it; save it as "
                "UTF-8 where it is made"
            )
        if not holds_clip(document):
            what = (
                "nothing of a BVH file is in the file" if document.content else "the file is empty"
            )
            return f"{what}; export the clip anew"
    mark = first_conflict_mark(document)
    if mark is None:
        return None
    line, sign = document.source.line_of(mark[0]), document.content[mark[0] : mark[0] + 7]
    return (
        f"{sign.decode('ascii')} at line {line} is the mark of an unfinished merge: two versions "
        "of the clip stand in the file; resolve the merge first"
    )


def _is_archive(document: Document) -> bool:
    """Whether clips may stand in the file as they are, with the archive's own data around them."""
    data = document.source.data
    return data.startswith(_ZIP) or data[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR
