"""The output formats by name; only the module of the format that is asked for is imported."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bvhlint.reports.base import Report

_CLASSES = {
    "concise": "ConciseReport",
    "full": "FullReport",
    "json": "JsonReport",
    "json-lines": "JsonLinesReport",
    "sarif": "SarifReport",
    "github": "GithubReport",
    "gitlab": "GitlabReport",
    "junit": "JunitReport",
    "markdown": "MarkdownReport",
    "html": "HtmlReport",
}
FORMATS = tuple(_CLASSES)


def load_format(name: str) -> type[Report]:
    """The report class of a format; KeyError for a name that is not in ``FORMATS``."""
    class_name = _CLASSES[name]
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    report: type[Report] = getattr(module, class_name)
    return report
