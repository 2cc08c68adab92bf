"""A joint's name or a file's name is text in every format: never a command, markup or template."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import properties
import pytest
from hostile_texts import TEXTS

import bvhlint
from bvhlint.document.document import Document
from bvhlint.file_result import file_result
from bvhlint.reports import FORMATS, load_format
from bvhlint.results import ErrorEntry, FileResult, Summary
from bvhlint.visible import visible

pytestmark = pytest.mark.unmeasured

HARMLESS = "a" * 40
#: Whatever moves a cursor, ends a line or turns the reading direction.
UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")
JOINTS = """HIERARCHY
ROOT {0}
{{
	OFFSET 0 0 0
	CHANNELS 3 Zrotation Xrotation Yrotation
	JOINT {0}
	{{
		OFFSET 0 1 0
		CHANNELS 3 Zrotation Xrotation Wrotation
		End Site
		{{
			OFFSET 0 1 0
		}}
	}}
}}
MOTION
Frames: 2
Frame Time: 0.0333333
1 2 3 4 5 nan
1 2 3 4 5
"""


def clip(name: str) -> bytes:
    return JOINTS.replace("{0}", name).replace("{{", "{").replace("}}", "}").encode()


@cache
def harmless_result() -> FileResult:
    """Findings on joints called ``HARMLESS``."""
    document = Document.parse(clip(HARMLESS))
    checked = properties.check_findings(document, properties.every_rule())
    return file_result(document, "walk.bvh", checked)


def result_of(text: str, path: str = "walk.bvh") -> FileResult:
    """The same findings with a text in the place of the name, whether a name can be so or not."""
    plain = msgspec.to_builtins(harmless_result())
    result = msgspec.convert(_replaced(plain, text), FileResult)
    assert [entry for entry in result.findings if text in entry.message]
    return msgspec.structs.replace(result, path=path)


def _replaced(value: Any, text: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(inner, text) for key, inner in value.items()}
    if isinstance(value, list):
        return [_replaced(inner, text) for inner in value]
    return value.replace(HARMLESS, text) if isinstance(value, str) else value


def report(name: str, format_name: str, path: str = "walk.bvh", **how: object) -> str:
    return properties.report(result_of(name, path), format_name, **how)


class Shape(HTMLParser):
    """The tags of a page with the names of their attributes, and the text of its scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script" and self.lasttag == "script":
            self.scripts.append(data)


@pytest.mark.parametrize("aim", TEXTS)
@pytest.mark.parametrize("format_name", FORMATS)
def test_nothing_unseen_is_printed(format_name: str, aim: str) -> None:
    text = report(TEXTS[aim], format_name)
    assert not UNSEEN.search(text), UNSEEN.search(text)


@pytest.mark.parametrize("aim", TEXTS)
def test_templates_and_percents_come_out_as_they_are(aim: str) -> None:
    name = visible(TEXTS[aim])
    text = report(TEXTS[aim], "concise")
    assert name[:30] in text
    parsed = json.loads(report(TEXTS[aim], "json"))
    joints = [found["joint"]["name"] for found in parsed["files"][0]["findings"] if found["joint"]]
    assert TEXTS[aim] in joints


@pytest.mark.parametrize("aim", TEXTS)
def test_html_has_the_tags_that_a_harmless_name_gives(aim: str) -> None:
    seen, wanted = Shape(report(TEXTS[aim], "html")), Shape(report(HARMLESS, "html"))
    assert seen.tags == wanted.tags
    assert seen.scripts == wanted.scripts


@pytest.mark.parametrize("aim", TEXTS)
def test_xml_has_the_elements_that_a_harmless_name_gives(aim: str) -> None:
    seen, wanted = (
        ElementTree.fromstring(report(name, "junit").encode()) for name in (TEXTS[aim], HARMLESS)
    )
    assert {each.tag for each in seen.iter()} == {each.tag for each in wanted.iter()}
    assert {tuple(each.attrib) for each in seen.iter()} == {
        tuple(each.attrib) for each in wanted.iter()
    }


@pytest.mark.parametrize("aim", TEXTS)
def test_a_workflow_command_is_one_of_ours(aim: str) -> None:
    lines = report(TEXTS[aim], "github").splitlines()
    ours = re.compile(r"::(error|warning|notice) title=bvhlint \(BVH\d{3}\),file=walk\.bvh,")
    commands = [line for line in lines if line.lstrip().startswith("::")]
    assert commands
    assert all(ours.match(line) for line in commands)
    for format_name in ("concise", "full", "markdown"):
        text = report(TEXTS[aim], format_name)
        assert not [line for line in text.splitlines() if line.lstrip().startswith(("::", "##["))]


@pytest.mark.parametrize("aim", TEXTS)
def test_markdown_makes_no_link_image_or_tag_of_a_name(aim: str) -> None:
    text = report(TEXTS[aim], "markdown")
    code = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
    plain = code.sub("", text)
    wanted = code.sub("", report(HARMLESS, "markdown"))
    for mark in (r"(?<!\\)\]\(", r"(?<!\\)!\[", r"(?<!\\)<\w"):
        assert len(re.findall(mark, plain)) == len(re.findall(mark, wanted)), mark
    cells = [re.findall(r"(?<!\\)\|", line) for line in text.splitlines() if line.startswith("|")]
    assert len({len(found) for found in cells}) <= 2


@pytest.mark.parametrize("aim", TEXTS)
@pytest.mark.parametrize("format_name", FORMATS)
def test_a_path_and_an_error_are_text_too(format_name: str, aim: str) -> None:
    out = io.StringIO()
    path = TEXTS[aim].replace("/", "") + "\n::error::x"
    writer = load_format(format_name)(out, properties.report_context())
    writer.begin()
    writer.file(result_of(HARMLESS, path))
    writer.end(Summary(files=1), [ErrorEntry(path, f"no such file: {path}")])
    text = out.getvalue()
    assert not UNSEEN.search(text)
    lines = [line for line in text.splitlines() if line.lstrip().startswith("::")]
    assert not [line for line in lines if not re.match(r"::(error|warning|notice) [^:]", line)]
    if format_name == "junit":
        ElementTree.fromstring(text.encode())
    if format_name in ("json", "sarif", "gitlab"):
        json.loads(text)


def test_sarif_says_a_path_as_an_address_below_the_root() -> None:
    name = "../%2e%2e/\u202e<b>.bvh"
    text = report(HARMLESS, "sarif", path=name)
    parsed = json.loads(text)
    places = {
        place["physicalLocation"]["artifactLocation"]["uri"]
        for found in parsed["runs"][0]["results"]
        for place in found["locations"]
    }
    assert all(re.fullmatch(r"[A-Za-z0-9._~%/:-]+", place) for place in places), places


@pytest.mark.parametrize("aim", [aim for aim, text in TEXTS.items() if not set("{}#") & set(text)])
def test_a_joint_of_a_hostile_name_has_it(aim: str) -> None:
    document = Document.parse(clip(TEXTS[aim]))
    name = TEXTS[aim].partition(" //")[0]
    assert document.skeleton.joints[0].name == name
    checked = properties.check_findings(document, properties.every_rule())
    assert any(name[:20] in found.message for found in checked.findings)


def test_a_file_by_a_hostile_name_is_read(tmp_path: Path) -> None:
    for number, text in enumerate(TEXTS.values()):
        path = tmp_path / f"{number}{text.replace('/', '')[:80]}.bvh"
        path.write_bytes(clip("a"))
        assert bvhlint.read(path).skeleton.joints[0].name == "a"
