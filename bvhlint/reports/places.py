"""Where a file lies for a service that knows only the repository: paths relative to its root."""

from __future__ import annotations

import os
from pathlib import PurePath

from bvhlint.reports.base import ReportContext


def repository_path(path: str, context: ReportContext) -> str | None:
    """``path`` from the repository's root with ``/``, or None for a file outside it."""
    full = PurePath(absolute_path(path, context))
    root = PurePath(os.path.normpath(context.root))
    if not full.is_relative_to(root):
        return None
    return full.relative_to(root).as_posix()


def absolute_path(path: str, context: ReportContext) -> str:
    """``path`` from the top of the file system, without a look at it."""
    return os.path.normpath(os.path.join(context.folder, path))


def service_path(path: str, context: ReportContext) -> str:
    """The path by which a service should find the file: from the root where that can be."""
    return repository_path(path, context) or PurePath(absolute_path(path, context)).as_posix()
