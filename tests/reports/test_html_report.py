"""The page: one file, nothing fetched, nothing run but its own script, names stay text."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from bvhlint.reports import html
from bvhlint.reports.base import Closing, FixedEntry
from bvhlint.severity import Severity
from tests.reports.shared_results import (
    CLEAN,
    ERRORS,
    EVIL,
    FILES,
    MANY,
    NON_ASCII,
    RULES,
    finding,
    result,
    run,
    written,
)


class _Page(HTMLParser):
    """Tags with their attributes, and the text of each element by class or tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "input"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.append((self._open[-1], data))

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def _policy(page: _Page) -> str:
    (meta,) = (tag for tag in page.of("meta") if "http-equiv" in tag)
    assert meta["http-equiv"] == "Content-Security-Policy"
    return str(meta["content"])


def test_nothing_is_fetched() -> None:
    text = written("html")
    page = _Page(text)
    assert not {"img", "link", "iframe", "object", "embed", "base", "form"} & {
        tag for tag, _ in page.tags
    }
    for _, attributes in page.tags:
        assert not {"src", "style", "srcset", "action"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    assert {link["href"] for link in page.of("a")} == {
        rule.help_url for rule in RULES.values() if rule.code in text
    }
    style, script = _pieces(text)
    assert not re.search(r"url\(|@import|https?:", style)
    assert not re.search(r"fetch|XMLHttp|import|eval|innerHTML|insertAdjacent|https?:", script)


def _pieces(text: str) -> tuple[str, str]:
    style = re.search(r"<style>(.*?)</style>", text, re.S)
    script = re.search(r"<script>(.*?)</script>", text, re.S)
    assert style
    assert script
    return style[1], script[1]


def test_the_policy_lets_only_this_style_and_script_pass() -> None:
    text = run("html")[0]
    hashes = [
        "'sha256-" + base64.b64encode(hashlib.sha256(piece.encode()).digest()).decode() + "'"
        for piece in _pieces(text)
    ]
    assert _policy(_Page(text)) == (
        f"default-src 'none'; style-src {hashes[0]}; script-src {hashes[1]}; "
        "base-uri 'none'; form-action 'none'"
    )


def test_style_and_script_can_be_written_in_any_encoding() -> None:
    for piece in _pieces(written("html")):
        assert piece.isascii()
        assert "</" not in piece
    assert run("html", encoding="cp932")[0].isascii()


@pytest.mark.parametrize(
    "evil",
    [
        EVIL,
        "</script><script>alert(1)</script>",
        '" onmouseover="alert(1)',
        "' x='",
        "<!--",
        "&lt;",
    ],
)
def test_a_name_stays_text(evil: str) -> None:
    plain = _Page(written("html", [result("a.bvh", (finding("BVH306", "name", frame=1), None))]))
    item = result(evil, (finding("BVH306", evil, frame=1, help_text=evil), None))
    page = _Page(written("html", [item]))
    # The same elements with the same attributes, but for the one line of help.
    names = [(tag, sorted(attributes)) for tag, attributes in page.tags]
    assert [name for name in names if name not in (("dt", []), ("dd", []))] == [
        (tag, sorted(attributes)) for tag, attributes in plain.tags if tag not in ("dt", "dd")
    ]
    shown = evil.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").replace("##[", "\\x23#[")
    for place in ("h2", "h3", "bdi", "dd"):
        assert any(shown in data for tag, data in page.texts if tag == place), place


def test_findings_are_all_there_with_what_the_filters_need() -> None:
    page = _Page(run("html")[0])
    cards = page.of("article")
    assert len(cards) == sum(len(item.findings) for item in FILES)
    rules = {entry["data-rule"] for entry in page.of("button") if "data-rule" in entry}
    files = {entry["data-file"] for entry in page.of("button") if "data-file" in entry}
    assert {card["data-rule"] for card in cards} == rules
    assert {card["data-file"] for card in cards} == files == {"0", "1", "2", "3", "4"}
    assert {card["data-level"] for card in cards} == {"error", "warning", "info"}


def test_a_rule_of_two_severities_stands_once_at_its_worst() -> None:
    item = result(
        "a.bvh",
        (finding("BVH603", "m"), None),
        (finding("BVH306", "m", severity=Severity.INFO), None),
        (finding("BVH306", "m", severity=Severity.ERROR, count=3, frame=1), None),
    )
    text = written("html", [item])
    buttons = [entry["data-rule"] for entry in _Page(text).of("button") if "data-rule" in entry]
    assert buttons == ["BVH306", "BVH603"]
    assert re.search(r'dot error"></i><span><code>BVH306</code>.*?"count">4<', text)


def test_header_findings_beyond_five_are_folded_away() -> None:
    text = written("html", [MANY])
    folded = text.split('<details class="more">')[1].split("</details>")[0]
    assert folded.count("<article") == 3
    assert "BVH306 name-charset: and 3 more on lines 30 to 38" in folded


def test_the_fault_is_marked() -> None:
    text = written("html", [NON_ASCII])
    assert '<pre><span class="number">9</span>    JOINT <mark>左腕</mark> // é</pre>' in text


def test_failures_and_clean_files_are_listed() -> None:
    text, _ = run("html", [CLEAN], ERRORS)
    assert "<li><b>gone.bvh</b>: no such file</li>" in text
    assert "<summary>1 clean file</summary>" in text
    assert "<script>" not in text


def test_a_page_holds_only_so_many_findings_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html, "MOST_CARDS", 10)
    items = [
        result(f"{at}.bvh", *((finding("BVH502", "m", frame=row), None) for row in range(8)))
        for at in range(2)
    ]
    text = written("html", items)
    assert text.count("<article") == 10
    assert '<p class="note">6 findings not listed.</p>' in text


@pytest.mark.parametrize(("name", "title"), [("html", "<title>{}</title>"), ("markdown", "### {}")])
def test_the_title_is_true_of_what_stands_on_the_disk(name: str, title: str) -> None:
    fixed = (FixedEntry("clean.bvh", "BVH105", "irregular-whitespace", 3),)
    for files, errors, closing, words in (
        ([CLEAN], (), Closing(), "all clean"),
        ([CLEAN], (), Closing(fixed=fixed), "all clean"),
        ([CLEAN], (), Closing(fixed=fixed, dry=True), "to be fixed"),
        ([CLEAN], ERRORS[:1], Closing(), "1 failure"),
        ([NON_ASCII], ERRORS, Closing(fixed=fixed, dry=True), "1 warning"),
    ):
        text, _ = run(name, files, errors, closing)
        assert f"{title.format(f'bvhlint: {words}')}\n" in text
