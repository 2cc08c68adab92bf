"""One static page: no network, searchable, findings by file and by rule.

The page's policy allows only the style and the script that ship with this module, by their
hashes: what a name might smuggle in could not run.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from bvhlint.reports.base import PLAIN_END, TOOL, Closing, Report, ReportContext
from bvhlint.reports.finding_card import finding_card
from bvhlint.reports.folding import More, fold
from bvhlint.reports.markup import attribute, escape, fit_characters
from bvhlint.reports.tally import RuleCount, Tally, closing_words, count_of, headline
from bvhlint.results import ErrorEntry, FileInfo, FileResult, Summary
from bvhlint.severity import Severity
from bvhlint.visible import visible

MOST_CARDS = 10_000
"""Findings drawn on one page: a browser still searches so many at once."""

_HERE = Path(__file__).parent


class HtmlReport(Report):
    """Collects the findings of all files, for the page begins with what the end knows."""

    def __init__(self, out: TextIO, context: ReportContext) -> None:
        super().__init__(out, context)
        self._tally = Tally()
        self._sections: list[str] = []
        self._files: list[str] = []
        self._clean: list[str] = []
        self._cards = 0

    def file(self, result: FileResult) -> None:
        self._tally.add(result)
        path = visible(result.path)
        if not result.findings and not result.truncated:
            self._clean.append(path)
            return
        index = str(len(self._files))
        count = sum(finding.count for finding in result.findings) + result.truncated
        self._files.append(
            _filter_button("file", index, _worst(result), f"<bdi>{escape(path)}</bdi>", count)
        )
        self._sections.append(self._section(result, path, index))

    def end(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing = PLAIN_END
    ) -> list[str]:
        for piece in self._page(summary, errors, closing):
            self._line(piece)
        return []

    def _section(self, result: FileResult, path: str, index: str) -> str:
        parts = ['<section class="group">', f"<header><h2>{escape(path)}</h2>"]
        if result.info:
            parts.append(f'<span class="facts">{_facts(result.info)}</span>')
        parts.append("</header>")
        left_out = result.truncated
        for item in fold(result, self._context):
            items = item.items if isinstance(item, More) else [item]
            if self._cards + len(items) > MOST_CARDS:
                left_out += sum(shown.finding.count for shown in items)
                continue
            self._cards += len(items)
            cards = [finding_card(shown, path, index, self._context) for shown in items]
            if isinstance(item, More):
                summary = escape(f"{item.code} {item.name}: {item.message}")
                cards = [
                    '<details class="more">',
                    f"<summary>{summary}</summary>",
                    *cards,
                    "</details>",
                ]
            parts += cards
        if left_out:
            parts.append(f'<p class="note">{count_of(left_out, "finding")} not listed.</p>')
        parts.append("</section>")
        return "\n".join(parts)

    def _page(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing
    ) -> Iterator[str]:
        style, script = _asset("page.css"), _asset("page.js")
        yield "<!DOCTYPE html>"
        yield '<html lang="en">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        policy = attribute("content", _policy(style, script))
        yield f'<meta http-equiv="Content-Security-Policy"{policy}>'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{TOOL}: {headline(summary, errors, closing)}</title>"
        yield f"<style>{style}</style>"
        yield "</head>"
        yield "<body>"
        yield from self._top(summary, errors, closing)
        if self._cards:
            yield _TOOLBAR
        yield '<div class="frame">'
        yield from self._aside()
        yield "<main>"
        yield from self._main(errors)
        yield "</main>"
        yield "</div>"
        if self._cards:
            yield f"<script>{script}</script>"
        yield "</body>"
        yield "</html>"

    def _top(
        self, summary: Summary, errors: Sequence[ErrorEntry], closing: Closing
    ) -> Iterator[str]:
        yield '<div class="top"><div>'
        yield f"<h1>{TOOL} report <small>{escape(self._context.version)}</small></h1>"
        for sentence in closing_words(summary, errors, self._tally, closing, "`"):
            yield f'<p class="words">{_with_code(sentence)}</p>'
        yield '<ul class="cards">'
        yield _card("file", summary.files, "")
        yield _card("clean", summary.files - summary.with_findings, "good", "")
        yield _card("error", summary.errors, "error")
        yield _card("warning", summary.warnings, "warning")
        yield _card("info", summary.infos, "info")
        yield _card("safely fixable", summary.fixable, "good", "")
        yield "</ul></div></div>"

    def _aside(self) -> Iterator[str]:
        yield "<aside>"
        rules = self._tally.by_severity()
        if rules:
            yield "<h2>Rules</h2><ul>"
            for rule in rules:
                label = f"<code>{escape(rule.code)}</code> {escape(rule.name)}"
                yield _filter_button("rule", rule.code, rule.severity, label, rule.count)
            yield "</ul>"
        if self._files:
            yield '<h2>Files</h2><ul class="files">'
            yield from self._files
            yield "</ul>"
        yield "</aside>"

    def _main(self, errors: Sequence[ErrorEntry]) -> Iterator[str]:
        if errors:
            yield '<ul class="failures">'
            for error in errors:
                path, message = escape(visible(error.path)), escape(visible(error.message))
                yield f"<li><b>{path}</b>: {message}</li>"
            yield "</ul>"
        yield '<div id="by-file">'
        yield from self._sections
        yield "</div>"
        yield '<div id="by-rule" hidden>'
        for rule in self._tally.by_severity():
            yield self._rule_section(rule)
        yield "</div>"
        yield '<p id="nothing" class="empty" hidden>No finding matches.</p>'
        if self._clean:
            yield '<details class="clean">'
            yield f"<summary>{count_of(len(self._clean), 'clean file')}</summary><ul>"
            for path in self._clean:
                yield f"<li>{escape(path)}</li>"
            yield "</ul></details>"

    def _rule_section(self, rule: RuleCount) -> str:
        entry = self._context.rules.get(rule.code)
        title = f"<h2>{escape(f'{rule.code} {rule.name}')}</h2>"
        about = f'<span class="facts">{escape(visible(entry.summary))}</span>' if entry else ""
        opening = f'<section class="group"{attribute("data-rule", rule.code)}>'
        return f"{opening}<header>{title}{about}</header></section>"

    def _line(self, text: str = "") -> None:
        super()._line(fit_characters(text, self._context))


_TOOLBAR = """<div class="bar" hidden><div>
<input id="search" type="search" placeholder="Search message, joint, file or rule"
 aria-label="Search">
<button type="button" data-level="error" aria-pressed="true">Errors</button>
<button type="button" data-level="warning" aria-pressed="true">Warnings</button>
<button type="button" data-level="info" aria-pressed="true">Infos</button>
<button type="button" id="grouping" aria-pressed="false">Group by rule</button>
<button type="button" id="theme">Light or dark</button>
<button type="button" id="reset" hidden>Show all</button>
<output id="shown"></output>
</div></div>"""


def _asset(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    allowed = f"style-src {_source(style)}; script-src {_source(script)}"
    return f"default-src 'none'; {allowed}; base-uri 'none'; form-action 'none'"


def _source(text: str) -> str:
    """The hash by which a policy lets exactly this text pass."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _card(label: str, number: int, kind: str, plural: str = "s") -> str:
    classes = kind if number else "zero"
    ending = "" if number == 1 else plural
    return f'<li class="{classes}"><b>{number:,}</b><span>{label}{ending}</span></li>'


def _filter_button(kind: str, value: str, severity: Severity, label: str, count: int) -> str:
    return (
        f'<li><button type="button"{attribute(f"data-{kind}", value)} aria-pressed="false">'
        f'<i class="dot {severity}"></i><span>{label}</span>'
        f'<span class="count">{count:,}</span></button></li>'
    )


def _worst(result: FileResult) -> Severity:
    levels = [finding.severity for finding in result.findings]
    return max(levels, key=lambda level: level.rank, default=Severity.INFO)


def _with_code(sentence: str) -> str:
    """Escaped text whose parts between backticks are code."""
    parts = escape(sentence).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def _facts(info: FileInfo) -> str:
    facts = [
        count_of(info.joints, "joint"),
        count_of(info.channels, "channel"),
        count_of(info.frames, "frame"),
    ]
    if info.fps is not None:
        facts.append(f"{info.fps:g} fps")
    if info.duration is not None:
        facts.append(f"{info.duration:.2f} s")
    facts.extend(info.rotation_orders[:4])
    return escape(visible(" · ".join(facts)))
