"""The manner of a writer, read from small files."""

from __future__ import annotations

from typing import Any

import pytest

from bvhlint.document.document import Document
from bvhlint.info.model import Decimals
from bvhlint.info.writer import writer_facts

HEADER = """\
HIERARCHY
ROOT Hips
{
\tOFFSET 0.00 1.5 0
\tCHANNELS 3 Zrotation Xrotation Yrotation
\tJOINT Leg
\t{
\t\tOFFSET 0 -1.25 0
\t\tCHANNELS 3 Zrotation Xrotation Yrotation
\t\tEnd Site
\t\t{
\t\t\tOFFSET 0 -1 0
\t\t}
\t}
}
MOTION
Frames: 2
Frame Time: 0.0333333
"""
ROWS = "0.5 1.25 2 3 4 5\n1.5 1 2 3 4 5\n"
DEFAULT = {
    "encoding": "ascii",
    "byte_order_mark": False,
    "line_ends": "lf",
    "final_newline": True,
    "indent": "tab",
    "indent_width": 1,
    "offset_decimals": Decimals(0, 2),
    "row_decimals": Decimals(0, 2),
    "exponents": False,
    "separator": "space",
    "padded": False,
    "leading_blanks": "none",
    "trailing_blanks": "none",
}


def facts_of(data: bytes) -> dict[str, Any]:
    facts = writer_facts(Document.parse(data))
    return {name: getattr(facts, name) for name in DEFAULT}


CASES: list[tuple[str, dict[str, Any]]] = [
    (HEADER + ROWS, {}),
    (
        (HEADER + ROWS).replace("\n", "\r\n"),
        {"line_ends": "crlf"},
    ),
    ((HEADER + ROWS).replace("\n", "\r"), {"line_ends": "cr"}),
    (HEADER.replace("\n", "\r\n") + ROWS, {"line_ends": "mixed"}),
    ((HEADER + ROWS)[:-1], {"final_newline": False}),
    (HEADER.replace("\t", "  ") + ROWS, {"indent": "spaces", "indent_width": 2}),
    (HEADER.replace("\t", "\t\t") + ROWS, {"indent_width": 2}),
    (HEADER.replace("\t", "") + ROWS, {"indent": "none", "indent_width": None}),
    (HEADER.replace("\tJOINT", "    JOINT") + ROWS, {"indent": "mixed", "indent_width": None}),
    (HEADER + ROWS.replace(" ", "\t"), {"separator": "tab"}),
    (HEADER + ROWS.replace(" ", "  "), {"separator": "spaces"}),
    (HEADER + ROWS.replace(" ", "\t", 1), {"separator": "mixed"}),
    (HEADER + " " + ROWS, {"leading_blanks": "some"}),
    (HEADER + ROWS.replace("\n", " \n"), {"trailing_blanks": "all"}),
    (HEADER + ROWS.replace("5\n", "5e-3\n", 1), {"exponents": True}),
    (
        HEADER + "  0.5 -1.25   2   3   4   5\n 11.5  1.25  20   3   4   5\n",
        {"separator": "spaces", "padded": True, "leading_blanks": "all"},
    ),
    (
        HEADER,
        {"row_decimals": None, "separator": None},
    ),
    ("\ufeff" + HEADER + ROWS, {"encoding": "utf-8", "byte_order_mark": True}),
    (HEADER.replace("Leg", "腰") + ROWS, {"encoding": "utf-8"}),
    ("", {"line_ends": "none", "final_newline": False, "indent": "none", "indent_width": None,
          "offset_decimals": None, "row_decimals": None, "separator": None}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "differs"), CASES, ids=range(len(CASES)))
def test_manner(text: str, differs: dict[str, Any]) -> None:
    assert facts_of(text.encode("utf-8")) == {**DEFAULT, **differs}


def test_encodings() -> None:
    text = HEADER.replace("Leg", "腰") + ROWS
    assert facts_of(b"\xff\xfe" + text.encode("utf-16-le")) == {
        **DEFAULT,
        "encoding": "utf-16-le",
        "byte_order_mark": True,
    }
    assert facts_of(text.encode("cp932")) == {**DEFAULT, "encoding": "8-bit"}


def test_rows_of_wrong_width_show_nothing() -> None:
    assert facts_of((HEADER + "1.1234 2\n" + ROWS).encode())["row_decimals"] == Decimals(0, 2)
