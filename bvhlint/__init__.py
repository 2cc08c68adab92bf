"""Lint, fix and retime BVH motion-capture files without losing a byte.

>>> document = bvhlint.parse(data)            # or bvhlint.read("walk.bvh")
>>> document.to_bytes() == data               # always
>>> for finding in bvhlint.check(document): print(finding.message)
>>> bvhlint.fix(document, fps=60).document    # a new one
"""

from __future__ import annotations

from bvhlint.version import VERSION

# Not from typing, nor importlib here: every start of the command passes this way, and until it has
# passed nobody catches an interrupt.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from bvhlint.api import check, fix, parse, read
    from bvhlint.document.document import Document
    from bvhlint.errors import (
        BvhlintError,
        ConfigError,
        EditError,
        ProofError,
        ReadError,
        TransformError,
        WriteError,
    )
    from bvhlint.finding import Finding
    from bvhlint.rule import Rule

__version__ = VERSION

_HOMES = {
    "check": "bvhlint.api",
    "fix": "bvhlint.api",
    "parse": "bvhlint.api",
    "read": "bvhlint.api",
    "Document": "bvhlint.document.document",
    "Finding": "bvhlint.finding",
    "Rule": "bvhlint.rule",
    "BvhlintError": "bvhlint.errors",
    "ConfigError": "bvhlint.errors",
    "EditError": "bvhlint.errors",
    "ProofError": "bvhlint.errors",
    "ReadError": "bvhlint.errors",
    "TransformError": "bvhlint.errors",
    "WriteError": "bvhlint.errors",
}

__all__ = [
    "BvhlintError",
    "ConfigError",
    "Document",
    "EditError",
    "Finding",
    "ProofError",
    "ReadError",
    "Rule",
    "TransformError",
    "WriteError",
    "__version__",
    "check",
    "fix",
    "parse",
    "read",
]


def __getattr__(name: str) -> object:
    # Late, so that `bvhlint --version` needs neither NumPy nor Lark.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'bvhlint' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
