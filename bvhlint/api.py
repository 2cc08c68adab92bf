"""The functions of the Python interface."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bvhlint.document.document import Document
from bvhlint.errors import ReadError
from bvhlint.finding import Finding
from bvhlint.linter import active_rules, check_document
from bvhlint.plugins import builtin_rules


def parse(data: bytes) -> Document:
    """Parse the bytes of a BVH file; any bytes at all make a document."""
    return Document.parse(data)


def read(path: str | os.PathLike[str]) -> Document:
    """Read and parse a file. Raises ReadError where it cannot be read."""
    try:
        return Document.parse(Path(path).read_bytes(), os.fspath(path))
    except OSError as error:
        raise ReadError(f"{os.fspath(path)}: {error.strerror or error}") from error


def check(document: Document) -> Iterator[Finding]:
    """The findings of the default rules, by place; many rows of one rule are folded into one."""
    yield from check_document(document, active_rules(builtin_rules())).findings
