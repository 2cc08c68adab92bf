"""From a checked document to the plain structures that reports, cache and processes pass on."""

from __future__ import annotations

import base64

import numpy as np

from bvhlint.document.document import Document
from bvhlint.edits import Edit
from bvhlint.finding import Finding, Fix
from bvhlint.linter import Checked
from bvhlint.results import (
    MAX_EDITS,
    Count,
    EditEntry,
    Excerpt,
    FileInfo,
    FileResult,
    FindingEntry,
    FixEntry,
    JointEntry,
    Location,
)

_CONTEXT = 100  # characters of a line kept on each side of a finding
_REACH = 4 * _CONTEXT  # the same in bytes, whatever the characters


def file_result(document: Document, path: str, checked: Checked) -> FileResult:
    """All that a report says of one file."""
    return FileResult(
        path,
        file_info(document),
        [_entry(document, finding) for finding in checked.findings],
        [Count(*alike, count) for alike, count in checked.counts.items()],
        [_excerpt(document, finding) for finding in checked.findings],
    )


def file_info(document: Document) -> FileInfo:
    """The facts of a clip that every report carries."""
    skeleton, motion = document.skeleton, document.motion
    frames = len(motion.table)
    rate = motion.rate
    return FileInfo(
        len(skeleton.roots),
        len(skeleton.joints),
        skeleton.channel_count,
        frames,
        int(np.count_nonzero(motion.complete)),
        motion.declared_frames,
        motion.frame_time,
        rate.fps if rate else None,
        max(frames - 1, 0) / rate.fps if rate else None,
        list(skeleton.rotation_orders),
    )


def _entry(document: Document, finding: Finding) -> FindingEntry:
    region, joint = finding.region, finding.joint
    return FindingEntry(
        finding.code,
        finding.name,
        finding.level,
        finding.message,
        Location(region.line, region.column, region.end_line, region.end_column),
        finding.frame,
        JointEntry(joint.index, joint.name) if joint else None,
        finding.channel,
        finding.column_index,
        finding.count,
        finding.help,
        dict(finding.breaks),
        _fix_entry(document, finding.fix) if finding.fix else None,
    )


def _fix_entry(document: Document, fix: Fix) -> FixEntry:
    # Offsets count in the content; a UTF-16 file's bytes are others, so it gets none.
    edits = () if document.source.encoding.is_wide else fix.edits()
    shown = [_edit_entry(edit) for _, edit in zip(range(MAX_EDITS), edits, strict=False)]
    return FixEntry(fix.safety.value, fix.title, fix.option, shown, len(edits) - len(shown))


def _edit_entry(edit: Edit) -> EditEntry:
    try:
        return EditEntry(edit.start, edit.end, text=edit.data.decode("utf-8"))
    except UnicodeDecodeError:
        return EditEntry(edit.start, edit.end, bytes=base64.b64encode(edit.data).decode("ascii"))


def _excerpt(document: Document, finding: Finding) -> Excerpt | None:
    """The finding's line, clipped to ``_CONTEXT`` characters on both sides of its span."""
    source, content = document.source, document.content
    if finding.start >= len(content) and not content:
        return None
    start = source.lines.start(finding.start)
    if start == 0:
        start = source.bom_length
    end = source.lines.end(finding.start, finding.start + 2 * _REACH)
    mark = max(finding.start, start)
    stop = min(max(finding.end, mark), end, mark + _CONTEXT)
    left = max(start, mark - _REACH)
    right = min(end, stop + _REACH)
    before, marked, after = (
        source.show(begin, finish) for begin, finish in ((left, mark), (mark, stop), (stop, right))
    )
    return Excerpt(
        before[-_CONTEXT:] + marked + after[:_CONTEXT],
        len(before[-_CONTEXT:]),
        len(marked),
        left > start or len(before) > _CONTEXT,
        right < end or len(after) > _CONTEXT,
    )
