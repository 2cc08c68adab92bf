"""What every format promises: found by name, light to import, safe in any encoding."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bvhlint.reports import FORMATS, load_format
from bvhlint.results import Count, ErrorEntry, Excerpt, FixEntry, JointEntry, Summary
from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    FILES,
    MANY,
    ONE_ERROR,
    context,
    finding,
    result,
    run,
    written,
)


def test_the_names_are_those_of_the_interface() -> None:
    assert FORMATS == (
        "concise",
        "full",
        "json",
        "json-lines",
        "sarif",
        "github",
        "gitlab",
        "junit",
        "markdown",
        "html",
    )


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load_format("toml")


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", FORMATS)
def test_no_format_needs_a_heavy_library(name: str) -> None:
    code = (
        "import sys\n"
        "from bvhlint.reports import load_format\n"
        f"load_format({name!r})\n"
        "print(sorted({'rich', 'numpy', 'lark', 'scipy', 'jsonschema', 'markdown_it'}"
        " & set(sys.modules)))\n"
        "print([module for module in sys.modules if module.startswith('bvhlint.reports.')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy, loaded = done.stdout.split("\n")[:2]
    assert heavy == "[]"
    others = {f"bvhlint.reports.{other.replace('-', '_')}" for other in FORMATS}
    # JSON lends its writing to the other JSON formats.
    others -= {f"bvhlint.reports.{name.replace('-', '_')}", "bvhlint.reports.json"}
    assert not [module for module in others if f"'{module}'" in loaded]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp932", "latin-1", "utf-8", "utf-16"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_encoding_can_be_written(name: str, encoding: str) -> None:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, errors="strict", newline="\n")
    report = load_format(name)(out, context(encoding=encoding, width=70, statistics=True))
    report.begin()
    for item in FILES:
        report.file(item)
    report.end(Summary(), ERRORS)
    out.flush()
    assert raw.getvalue().decode(encoding)


def test_an_unknown_encoding_is_taken_for_ascii() -> None:
    assert written("full", encoding="klingon").isascii()


@pytest.mark.parametrize("name", ["concise", "full", "github", "markdown"])
def test_ascii_streams_get_ascii(name: str) -> None:
    assert run(name, encoding="ascii", width=80)[0].isascii()


_ANY = st.text(
    st.sampled_from(
        "a :|`*<>&\"'[]()#@%,;\\/\n\r\t\x00\x1b\x7f\x9b\u202e\u2028\ufeff\ud800\udc80左é"
    )
    | st.characters(),
    max_size=30,
)
_EVERY_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]")


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", FORMATS)
@given(path=_ANY, text=_ANY, joint=_ANY)
@example(path=":", text="", joint="")
def test_no_name_breaks_a_format(name: str, path: str, text: str, joint: str) -> None:
    entry = finding(
        "BVH306",
        text,
        3,
        frame=1,
        joint=JointEntry(0, joint),
        channel=joint,
        help_text=text,
        breaks={"blender": text},
        fix=FixEntry("option", text, f"--rename {joint}", [], 0),
        severity=Severity.ERROR,
    )
    marked = Excerpt(text, len(text) // 2, len(text) // 4, left=False, right=True)
    item = result(path or "-", (entry, marked))
    written_text, _ = run(name, [item], [ErrorEntry(path or "-", text)])
    assert not _EVERY_CONTROL.search(written_text)
    _read(name, written_text)


def _read(name: str, text: str) -> None:
    """Fails where the text is not what the format says, or says more than one finding."""
    match name:
        case "json":
            assert len(json.loads(text)["files"]) == 1
        case "json-lines":
            assert len([json.loads(line) for line in text.split("\n")[:-1]]) == 2
        case "sarif":
            assert len(json.loads(text)["runs"][0]["results"]) == 1
        case "gitlab":
            assert len(json.loads(text)) == 2
        case "junit":
            tags = [element.tag for element in ElementTree.fromstring(text.encode()).iter()]
            cases = ["testsuite", "testcase", "failure", "testsuite", "testcase", "error"]
            assert tags == ["testsuites", *cases]
        case "html":
            HTMLParser().feed(text)
            assert len(re.findall("<(?:script|article|pre|h3)[ >]", text)) == 4
        case "github":
            assert len([line for line in text.split("\n") if line.lstrip().startswith("::")]) == 2
            assert "##[" not in text
        case "markdown":
            assert len([line for line in text.split("\n") if line.startswith("|")]) == 3
        case "concise":
            assert text.count("\n") == 7
            assert not [line for line in text.split("\n") if line.lstrip().startswith("::")]


def test_concise_lines() -> None:
    text = written("concise", [ONE_ERROR, MANY])
    assert text.split("\n")[:2] == [
        "broken/keyword.bvh:7:2: BVH203 JIONT is no keyword",
        "takes/walk cycle.bvh:4:9: BVH105 [*] two blanks and a tab after OFFSET",
    ]
    folded = (
        "takes/walk cycle.bvh:30:8: BVH306 and 3 more on lines 30 to 38 (--show-all lists them)"
    )
    assert folded in text.split("\n")


def test_concise_colour_only_surrounds() -> None:
    painted = written("concise", color=True, hyperlinks=True)
    plain = re.sub(r"\x1b\]8;;[!-~]*\x1b\\", "", painted)
    assert re.sub(r"\x1b\[[0-9;]*m", "", plain) == written("concise")


def test_a_quiet_clean_run_says_nothing() -> None:
    for name in ("concise", "full"):
        assert written(name, [CLEAN], quiet=True) == ""


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_hides_that_the_limit_of_findings_was_reached(name: str) -> None:
    beyond = [Count("BVH203", "unknown-keyword", Severity.ERROR, None, None, 1234)]
    item = result("a.bvh", (finding("BVH203", "said"), None), beyond=beyond)
    text, remarks = run(name, [item], ())
    told = [*remarks, text]
    assert any(re.search("1,?234", said) for said in told)
    text, remarks = run(name, [CLEAN], ())
    assert not any("beyond --max-findings" in said for said in [*remarks, text])
