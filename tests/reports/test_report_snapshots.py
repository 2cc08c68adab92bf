"""Every format over the shared set of results, as files to be read and opened."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from bvhlint.reports import FORMATS
from bvhlint.reports.base import Closing, FixedEntry
from tests.reports.shared_results import CLEAN, ERRORS, FILES, MANY, NON_ASCII, run

_ENDINGS = {
    "json": "json",
    "json-lines": "jsonl",
    "sarif": "sarif",
    "gitlab": "json",
    "junit": "xml",
    "markdown": "md",
    "html": "html",
}


class TextFile(SingleFileSnapshotExtension):
    """A snapshot a file, under the ending of its format."""

    _write_mode = WriteMode.TEXT


def _ending(name: str) -> type[TextFile]:
    return type("Snapshot", (TextFile,), {"file_extension": _ENDINGS.get(name, "txt")})


def _readable(name: str, text: str) -> str:
    """Without the page's own style and script, and SARIF over many lines."""
    if name == "sarif":
        return json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"
    if name == "html":
        text = re.sub(r"(<style>).*?(</style>)", r"\1\2", text, flags=re.S)
        text = re.sub(r"(<script>).*?(</script>)", r"\1\2", text, flags=re.S)
        return re.sub(r"sha256-[^&]*=", "sha256-...", text)
    return text


def _check(snapshot: SnapshotAssertion, name: str, text: str) -> None:
    assert snapshot.use_extension(_ending(name))() == _readable(name, text)


@pytest.mark.parametrize("name", FORMATS)
def test_all_results(name: str, snapshot: SnapshotAssertion) -> None:
    text, _ = run(name, FILES, ERRORS, Closing(elapsed=0.84))
    _check(snapshot, name, text)


@pytest.mark.parametrize("name", FORMATS)
def test_one_clean_file(name: str, snapshot: SnapshotAssertion) -> None:
    text, _ = run(name, [CLEAN], ())
    _check(snapshot, name, text)


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"width": 60}, id="narrow"),
        pytest.param({"width": 200, "color": True, "hyperlinks": True}, id="wide in colour"),
        pytest.param({"width": 72, "encoding": "ascii"}, id="ascii"),
        pytest.param({"show_all": True, "quiet": True}, id="all and quiet"),
    ],
)
def test_full(settings: dict[str, Any], snapshot: SnapshotAssertion) -> None:
    text, _ = run("full", FILES, ERRORS, **settings)
    _check(snapshot, "full", text)


@pytest.mark.parametrize("name", ["concise", "markdown"])
def test_statistics_and_fixes(name: str, snapshot: SnapshotAssertion) -> None:
    fixed = (
        FixedEntry("takes/walk cycle.bvh", "BVH105", "irregular-whitespace", 3),
        FixedEntry("takes/walk cycle.bvh", "BVH104", "missing-final-newline", 1),
        FixedEntry("other.bvh", "BVH104", "missing-final-newline", 1),
    )
    closing = Closing(elapsed=1.0, fixed=fixed, baselined=1204)
    text, _ = run(name, [MANY, NON_ASCII], (), closing, statistics=True, show_fixes=True)
    _check(snapshot, name, text)
