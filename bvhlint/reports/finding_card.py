"""A finding as the HTML page shows it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bvhlint.reports.base import MESSAGE_LIMIT, ReportContext
from bvhlint.reports.folding import Shown, row_words
from bvhlint.reports.layout import clip
from bvhlint.reports.markup import attribute, escape
from bvhlint.reports.tally import fix_command
from bvhlint.results import FindingEntry
from bvhlint.visible import visible

LINE_WIDTH = 160


def finding_card(shown: Shown, path: str, file_index: str, context: ReportContext) -> str:
    """The markup of one finding; ``path`` is visible text, ``file_index`` its filter's key."""
    finding = shown.finding
    about = (
        attribute("class", f"finding {finding.severity}")
        + attribute("data-level", str(finding.severity))
        + attribute("data-rule", finding.code)
        + attribute("data-file", file_index)
    )
    heading = _heading(finding, context) + _place(finding, path)
    lines = [f"<article{about}>", f"<header>{heading}</header>"]
    if shown.excerpt is not None:
        # The page is UTF-8 whatever the stream is.
        line = clip(shown.excerpt, LINE_WIDTH, replace(context, encoding="utf-8"))
        number = f'<span class="number">{finding.location.line}</span>'
        marked = f"<mark>{escape(line.marked)}</mark>"
        lines.append(f"<pre>{number}{escape(line.before)}{marked}{escape(line.after)}</pre>")
    notes = "".join(f"<dt>{term}</dt><dd>{text}</dd>" for term, text in _notes(finding))
    if notes:
        lines.append(f"<dl>{notes}</dl>")
    lines.append("</article>")
    return "\n".join(lines)


def _heading(finding: FindingEntry, context: ReportContext) -> str:
    rule = context.rules.get(finding.code)
    name = escape(f"{finding.code} {finding.name}")
    if rule and rule.help_url:
        href = attribute("href", rule.help_url)
        name = f'<a class="rule"{href} rel="noopener noreferrer">{name}</a>'
    else:
        name = f'<span class="rule">{name}</span>'
    message = escape(visible(finding.message, MESSAGE_LIMIT)) + row_words(finding)
    return f'<h3><span class="level">{finding.severity}</span> {name} {message}</h3>'


def _place(finding: FindingEntry, path: str) -> str:
    location = finding.location
    where = f'<span class="path">{escape(path)}:</span>{location.line}:{location.column}'
    return f'<p class="place">{where}</p>'


def _notes(finding: FindingEntry) -> Iterator[tuple[str, str]]:
    """Pairs of a term and its markup."""
    value = _value(finding)
    if value:
        yield "value", value
    if finding.help:
        yield "help", escape(visible(finding.help, MESSAGE_LIMIT))
    if finding.breaks:
        yield "breaks", "".join(_reader(*pair) for pair in finding.breaks.items())
    if finding.fix is not None:
        command = fix_command(finding)
        shown = f" <code>{escape(visible(command))}</code>" if command else ""
        yield "fix", escape(visible(finding.fix.title, MESSAGE_LIMIT)) + shown


def _value(finding: FindingEntry) -> str:
    """Frame, joint and channel of a value in a frame row."""
    if finding.frame is None:
        return ""
    parts = [f"frame {finding.frame}"]
    if finding.joint is not None:
        parts.append(visible(finding.joint.name, 80))
    if finding.channel:
        parts.append(visible(finding.channel))
    return escape(", ".join(parts))


def _reader(name: str, effect: str) -> str:
    kind = effect if effect in ("fails", "wrong") else ""
    text = escape(visible(f"{name} {effect}"))
    return f"<span{attribute('class', f'reader {kind}')}>{text}</span>"
