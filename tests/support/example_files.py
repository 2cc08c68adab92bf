"""The files that tests read whole: every fixture, and the corpus where there is one."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = sorted((ROOT / "fixtures").rglob("*.bvh"))

#: The real files in the folder that BVHLINT_CORPUS names; none without it.
CORPUS = [
    path
    for folder in (os.environ.get("BVHLINT_CORPUS"),)
    if folder
    for path in sorted(Path(folder).iterdir())
    if path.suffix in (".bvh", ".bak")
]
EXAMPLES = [*FIXTURES, *CORPUS]


def name_of(path: Path) -> str:
    """A short name for a parametrized test."""
    return "/".join(path.parts[-2:])
