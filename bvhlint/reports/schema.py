"""The JSON Schema of the report: made of the structures that write it, plus what they must hold.

``python -m bvhlint.reports.schema`` prints it; ``report.schema.json`` beside this module is the
published copy.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from bvhlint.finding import Safety
from bvhlint.reports.json import ReportEntry
from bvhlint.results import MAX_EDITS, REPORT_VERSION

PUBLISHED = Path(__file__).with_name("report.schema.json")
_DIALECT = "https://json-schema.org/draft/2020-12/schema"

_DESCRIPTIONS = {
    ("FileEntry", "path"): "As named on the command line or found in a folder.",
    ("FileEntry", "truncated"): "Findings beyond the most that are listed for a file.",
    ("FileInfo", "frames"): "Frame rows that stand in the file.",
    ("FileInfo", "complete_frames"): "Frame rows with one good number a channel.",
    ("FileInfo", "declared_frames"): "The number after Frames:.",
    ("FileInfo", "fps"): "The rate that the Frame Time stands for.",
    ("FindingEntry", "frame"): "0-based.",
    ("FindingEntry", "column_index"): "0-based in the frame row.",
    ("FindingEntry", "count"): "For how many rows the finding stands; the summary adds it up.",
    ("FindingEntry", "breaks"): "What happens in which program.",
    ("FixEntry", "option"): "The option of bvhlint fix that makes the change.",
    ("EditEntry", "start"): "0-based byte offset into the file.",
    ("EditEntry", "end"): "Byte offset behind the last byte replaced.",
    ("EditEntry", "bytes"): "Base64, for a replacement that is not UTF-8.",
}


def report_schema() -> dict[str, Any]:
    """The schema of report version 1 as a JSON object."""
    schema = msgspec.json.schema(ReportEntry)
    definitions: dict[str, Any] = schema["$defs"]
    for name, definition in definitions.items():
        if "description" in definition:
            definition["description"] = definition["description"].replace("``", "")
        for key, member in definition.get("properties", {}).items():
            _tighten(member, 1 if name == "Location" else 0)
            if (name, key) in _DESCRIPTIONS:
                member["description"] = _DESCRIPTIONS[name, key]
    # What a reader may rely on and the types do not say.
    definitions["ReportEntry"]["properties"]["version"]["const"] = REPORT_VERSION
    definitions["FindingEntry"]["properties"]["count"]["minimum"] = 1
    fix = definitions["FixEntry"]["properties"]
    fix["safety"]["enum"] = [str(safety) for safety in Safety]
    fix["edits"]["maxItems"] = MAX_EDITS
    _require_one_replacement(definitions["EditEntry"])
    summary = definitions["Summary"]
    summary["required"] = list(summary["properties"])
    for member in summary["properties"].values():
        del member["default"]
    return {
        "$schema": _DIALECT,
        "title": f"The report of bvhlint check, version {REPORT_VERSION}",
        **schema,
    }


def schema_text() -> str:
    """The published form of the schema."""
    return msgspec.json.format(msgspec.json.encode(report_schema()), indent=2).decode() + "\n"


def _tighten(member: dict[str, Any], least: int) -> None:
    """Let integers, alone or beside null, begin at ``least``."""
    for kind in (member, *member.get("anyOf", ())):
        if kind.get("type") == "integer":
            kind["minimum"] = least


def _require_one_replacement(edit: dict[str, Any]) -> None:
    for key in ("text", "bytes"):
        member = edit["properties"][key]
        edit["properties"][key] = {"type": "string"} | {
            name: value for name, value in member.items() if name == "description"
        }
    edit["properties"]["bytes"]["contentEncoding"] = "base64"
    edit["oneOf"] = [{"required": ["text"]}, {"required": ["bytes"]}]


if __name__ == "__main__":
    print(schema_text(), end="")
