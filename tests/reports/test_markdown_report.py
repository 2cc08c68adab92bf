"""The pull-request comment, rendered by a Markdown reader: names stay text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from bvhlint.reports.markdown import MOST_CHARACTERS
from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    EVIL,
    HOSTILE,
    LONG,
    NON_ASCII,
    finding,
    result,
    run,
    written,
)


class _Cells(HTMLParser):
    """The cells of the tables of a page, and every tag on it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self._in_cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert set(dict(attrs)) <= {"href"}
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell = self._in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.rows[-1][-1] += data


def _rendered(text: str) -> _Cells:
    page = _Cells()
    # Raw HTML on, as the services have it.
    page.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))
    return page


def test_the_table_reads_back() -> None:
    rows = _rendered(written("markdown", [LONG])).rows
    assert rows[1] == [
        "🔴",
        "long.bvh:1203:4711",
        "BVH505 not-finite",
        "1.#QNAN is no finite number",
        "",
    ]
    assert rows[2][4] == "bvhlint fix --set-fps N"


@pytest.mark.parametrize(
    "evil",
    [
        EVIL,
        "a|b|c",
        "`code` ``x`` \\` \\| \\\\",
        "*bold* _it_ ~~no~~ __x__",
        "[a](http://b.example) ![i](x) [ref]: <u>",
        "<b>&lt;&amp;&#60;",
        "<!-- --> <script>alert(1)</script>",
        "# head - list $x$ {y}",
    ],
)
def test_a_name_stays_text(evil: str) -> None:
    page = _rendered(written("markdown", [result(evil, (finding("BVH306", evil, 3, 6), None))]))
    shown = evil.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("##[", "\\x23#[")
    row = page.rows[1]
    assert len(row) == 5
    assert row[1] == f"{shown}:3:6"
    assert row[3] == shown
    assert page.tags <= {"h3", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "a"}


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("@everyone", "@<!-- -->everyone"),
        ("#12", "#<!-- -->12"),
        ("https://evil.example", "https:<!-- -->//evil.example"),
        ("www.evil.example", "www.<!-- -->evil.example"),
        (":smile:", ":<!-- -->smile:"),
        ("GH-7", "GH-<!-- -->7"),
        ("mixamorig:Hips", "mixamorig:Hips"),
    ],
)
def test_nobody_is_called_and_nothing_linked(name: str, kept: str) -> None:
    text = written("markdown", [result("a.bvh", (finding("BVH306", f"the name {name}"), None))])
    assert f"the name {kept} |" in text


def test_a_comment_is_not_too_long_and_keeps_the_worst() -> None:
    infos = result("i.bvh", *((finding("BVH603", "x" * 400, frame=at), None) for at in range(300)))
    errors = result(
        "e.bvh",
        *((finding("BVH502", f"broken {at}", frame=at), None) for at in range(50)),
        (finding("BVH104", "a warning"), None),
    )
    text = written("markdown", [infos, errors])
    assert MOST_CHARACTERS - 1000 < len(text) < 65_536 - 1000
    assert all(f"| broken {at} |" in text for at in range(50))
    assert "a warning" in text
    listed = len(re.findall("x{400}", text))
    assert 0 < listed < 300
    assert f"{300 - listed} more findings, none of them worse, not listed." in text
    assert text.index("i.bvh") < text.index("e.bvh")


def test_more_rows_than_are_kept_are_counted() -> None:
    many = result(
        "a.bvh",
        *((finding("BVH203", "m", frame=at, severity=Severity.INFO), None) for at in range(700)),
    )
    text = written("markdown", [many], rules={})
    listed = text.count("| m |")
    assert listed == 500
    assert "200 more findings, none of them worse, not listed." in text


def test_a_long_table_is_folded_under_the_counts() -> None:
    short = result("a.bvh", *((finding("BVH203", "m", frame=at), None) for at in range(20)))
    assert "<details>" not in written("markdown", [short])
    text = written("markdown", [short, short])
    assert text.index("| 40 | BVH203 | unknown-keyword | error |") < text.index("<details>")
    page = _rendered(text)
    assert {"details", "summary"} <= page.tags
    # Two tables: the counts with their heading, the findings with theirs.
    assert [len(row) for row in page.rows] == [5, 5] + [5] * 41


def test_failures_are_listed() -> None:
    text, _ = run("markdown", [CLEAN], ERRORS)
    assert "- <code>gone.bvh</code>: no such file\n" in text
    assert text.startswith("### bvhlint: 2 failures\n")
    many, _ = run("markdown", [CLEAN], ERRORS * 5000)
    assert many.count("gone.bvh") == 10
    assert "- 9,980 more failures not listed\n" in many


def test_other_encodings_get_words_for_signs() -> None:
    text = written("markdown", [NON_ASCII, HOSTILE], encoding="ascii")
    assert text.isascii()
    assert _rendered(text).rows[1][0] == "warning"
