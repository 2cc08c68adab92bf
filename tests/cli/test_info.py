"""``bvhlint info``: the facts of one file and of many, in each format."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from installed import CHECKOUT, Run

from bvhlint.info.model import InfoReport

CORPUS = [Path(folder) for folder in (os.environ.get("BVHLINT_CORPUS"),) if folder]
NUMBER = re.compile(r"[0-9]+\.[0-9e+-]+")
GOLDEN = Path(__file__).with_name("info_corpus.csv")

# A figure of 150 from end to end: hips to head 60, hips to either foot 90. All worked out by hand.
FIGURE = """\
HIERARCHY
ROOT Hips
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Head
  {
    OFFSET 0 50 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    End Site
    {
      OFFSET 0 10 0
    }
  }
  JOINT Foot
  {
    OFFSET 0 -80 0
    CHANNELS 1 Xrotation
    End Site
    {
      OFFSET 0 -6 8
    }
  }
}
MOTION
Frames: 4
Frame Time: 0.0416667
0.00 90.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00
0.00 90.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00 10.00
0.00 90.00 0.00 0.00 0.00 0.00 0.00 0.00
"""
FACTS: dict[str, Any] = {
    "path": "figure.bvh",
    "bytes": len(FIGURE),
    "info": {
        "roots": 1,
        "joints": 3,
        "channels": 10,
        "frames": 3,
        "complete_frames": 2,
        "declared_frames": 4,
        "frame_time": 0.0416667,
        "fps": 24.0,
        "duration": 2 / 24,
        "rotation_orders": ["ZXY", "XYZ"],
    },
    "end_sites": 2,
    "size": 150.0,
    "height": 100.0,
    "unit": "cm",
    "up_axis": "Y",
    "maya": {"time_unit": "film"},
    "writer": {
        "encoding": "ascii",
        "byte_order_mark": False,
        "line_ends": "lf",
        "final_newline": True,
        "indent": "spaces",
        "indent_width": 2,
        "offset_decimals": {"least": 0, "most": 0},
        "row_decimals": {"least": 2, "most": 2},
        "exponents": False,
        "separator": "space",
        "padded": False,
        "leading_blanks": "none",
        "trailing_blanks": "none",
    },
    "joints": [
        {
            "index": 0,
            "name": "Hips",
            "parent": None,
            "depth": 0,
            "offset": [0.0, 90.0, 0.0],
            "length": None,
            "channels": [
                "Xposition",
                "Yposition",
                "Zposition",
                "Zrotation",
                "Xrotation",
                "Yrotation",
            ],
            "rotation_order": "ZXY",
            "maya_rotate_order": "yxz",
            "end_sites": [],
        },
        {
            "index": 1,
            "name": "Head",
            "parent": 0,
            "depth": 1,
            "offset": [0.0, 50.0, 0.0],
            "length": 50.0,
            "channels": ["Xrotation", "Yrotation", "Zrotation"],
            "rotation_order": "XYZ",
            "maya_rotate_order": "zyx",
            "end_sites": [{"offset": [0.0, 10.0, 0.0], "length": 10.0}],
        },
        {
            "index": 2,
            "name": "Foot",
            "parent": 0,
            "depth": 1,
            "offset": [0.0, -80.0, 0.0],
            "length": 80.0,
            "channels": ["Xrotation"],
            "rotation_order": "X",
            "maya_rotate_order": "xyz",
            "end_sites": [{"offset": [0.0, -6.0, 8.0], "length": 10.0}],
        },
    ],
}
TEXT = """\
figure.bvh
  skeleton    3 joints, 2 End Sites, 10 channels; root Hips
  rotation    ZXY (1 joint), XYZ (1 joint), X (1 joint)
  frames      3, 2 of them complete, the header says 4
  rate        24 a second
  Frame Time  0.0416667 s
  duration    0.0833333 s
  size        150 from end to end, about 100 tall
  unit        looks like centimetres
  up axis     looks like Y
  Maya        rotateOrder yxz, zyx, xyz; time unit film
  file        535 bytes, ascii, LF line ends
  indent      2 spaces
  numbers     2 decimals in rows, 0 in OFFSETs
  blanks      space between values

joint           channels                    Maya  OFFSET   length
Hips            position XYZ, rotation ZXY  yxz   0 90 0
├─ Head         rotation XYZ                zyx   0 50 0   50
│  └─ End Site                                    0 10 0   10
└─ Foot         rotation X                  xyz   0 -80 0  80
   └─ End Site                                    0 -6 8   10
"""
MARKDOWN = """\
| figure.bvh |  |
| --- | --- |
| skeleton | 3 joints, 2 End Sites, 10 channels; root Hips |
"""
TABLE = """\
file        joints  channels  frames  complete  fps  seconds    orders   height  unit  up
empty.bvh   0       0         0       0
figure.bvh  3       10        3       2         24   0.0833333  ZXY XYZ  100     cm    Y
"""


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "figure.bvh").write_text(FIGURE, newline="\n")
    return tmp_path


def facts_of(bvhlint: Run, cwd: Path, *words: str) -> dict[str, Any]:
    done = bvhlint("info", *words, "--output-format", "json", cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    report: dict[str, Any] = json.loads(done.stdout)
    assert report["errors"] == []
    (facts,) = report["files"]
    return dict(facts)


def test_json(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", "figure.bvh", "--output-format", "json", cwd=here)
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert list(report) == ["version", "tool", "files", "errors"]
    assert report["version"] == 1
    assert report["tool"]["name"] == "bvhlint"
    assert report["files"] == [FACTS]
    assert report["errors"] == []


def test_json_has_the_types_of_its_model(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", ".", "gone.bvh", "--output-format", "json", cwd=here)
    report = msgspec.json.decode(done.stdout, type=InfoReport)
    assert [error.path for error in report.errors] == ["gone.bvh"]
    assert report.files[0].joints[1].offset == (0.0, 50.0, 0.0)


def test_text_of_one_file(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", "figure.bvh", cwd=here)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == TEXT


def test_text_of_rows_of_every_manner(bvhlint: Run, here: Path) -> None:
    text = (here / "figure.bvh").read_text()
    head, _, rest = text.partition("Frame Time: ")
    time, *rows = rest.splitlines()
    width = len(rows[0].split())
    first = " ".join(["1.00e+00"] + ["  10.00"] * (width - 1))
    others = " ".join(["  100.00"] + ["   4.00"] * (width - 1))
    lines = [f"  {first} ", *[others] * (len(rows) - 1)]
    path = here / "columns.bvh"
    path.write_text(f"{head}Frame Time: {time}\n" + "".join(f"{line}\n" for line in lines))
    told = bvhlint("info", "columns.bvh", cwd=here).stdout
    assert "2 decimals in rows, 0 in OFFSETs, with exponents" in told
    assert "all rows begin with blanks, some rows end with blanks" in told
    lines = ["".join(f"{value:9.2f}" for value in [row] * width) for row in (1, 100, 10)]
    lines = [lines[min(row, 2)] for row in range(len(rows))]
    path.write_text(f"{head}Frame Time: {time}\n" + "".join(f"{line}\n" for line in lines))
    told = bvhlint("info", "columns.bvh", cwd=here).stdout
    assert "2 decimals in rows, 0 in OFFSETs, padded to columns" in told


def test_text_in_ascii(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", "figure.bvh", cwd=here, env={"PYTHONIOENCODING": "ascii"})
    plain = TEXT.replace("├─ ", "|- ").replace("└─ ", "`- ").replace("│  ", "|  ")
    assert done.stdout == plain


def test_markdown_of_one_file(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", "figure.bvh", "--output-format", "markdown", cwd=here)
    assert done.stdout.startswith(MARKDOWN)
    assert "| Hips | position XYZ, rotation ZXY | yxz | 0 90 0 |  |" in done.stdout
    assert "| └─ Foot | rotation X | xyz | 0 -80 0 | 80 |" in done.stdout


def test_many_files_are_a_table(bvhlint: Run, here: Path) -> None:
    (here / "empty.bvh").touch()
    done = bvhlint("info", ".", cwd=here)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == TABLE
    assert bvhlint("info", "empty.bvh", "figure.bvh", cwd=here).stdout == TABLE
    done = bvhlint("info", ".", "--output-format", "markdown", cwd=here)
    assert "| figure.bvh | 3 | 10 | 3 | 2 | 24 |" in done.stdout


def test_csv(bvhlint: Run, here: Path) -> None:
    (here / "empty.bvh").touch()
    (here / "=cmd,x.bvh").write_text(FIGURE, newline="\n")
    done = bvhlint("info", ".", "--output-format", "csv", cwd=here)
    assert "\r" not in done.stdout
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    # A spreadsheet would take the name for a formula.
    assert [row["path"] for row in rows] == ["./=cmd,x.bvh", "empty.bvh", "figure.bvh"]
    assert rows[2] == {
        "path": "figure.bvh",
        "bytes": str(len(FIGURE)),
        "roots": "1",
        "joints": "3",
        "end_sites": "2",
        "channels": "10",
        "frames": "3",
        "complete_frames": "2",
        "declared_frames": "4",
        "frame_time": "0.0416667",
        "fps": "24.0",
        "duration": repr(2 / 24),
        "rotation_orders": "ZXY XYZ",
        "size": "150.0",
        "height": "100.0",
        "unit": "cm",
        "up_axis": "Y",
        "maya_rotate_orders": "yxz zyx xyz",
        "maya_time_unit": "film",
        "encoding": "ascii",
        "line_ends": "lf",
        "indent": "2 spaces",
        "offset_decimals": "0",
        "row_decimals": "2",
    }
    assert rows[1]["fps"] == rows[1]["size"] == rows[1]["unit"] == ""


def test_standard_input(bvhlint: Run, here: Path) -> None:
    words = ["info", "-", "--stdin-filename", "figure.bvh", "--output-format", "json"]
    done = bvhlint(*words, cwd=here, stdin=FIGURE.encode())
    assert json.loads(done.stdout)["files"] == [FACTS]


def test_a_file_that_is_not_there_does_not_stop_the_others(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", "gone.bvh", "figure.bvh", cwd=here)
    assert done.returncode == 2
    assert done.stdout == TEXT
    assert done.stderr.startswith("failure: gone.bvh: cannot be read: no such file or directory")


def test_an_output_file(bvhlint: Run, here: Path) -> None:
    done = bvhlint("info", "figure.bvh", "--output-file", "out.txt", cwd=here)
    assert (done.returncode, done.stdout) == (0, "")
    assert (here / "out.txt").read_text(encoding="utf-8") == TEXT


@pytest.mark.unmeasured
def test_several_processes_tell_the_same(bvhlint: Run, here: Path) -> None:
    for number in range(300):
        (here / f"{number}.bvh").write_text(FIGURE.replace("0.0416667", f"0.0{number + 1}"))
    one, two = (bvhlint("info", ".", "--jobs", jobs, cwd=here).stdout for jobs in ("1", "2"))
    assert one == two
    assert len(one.splitlines()) == 302


DAMAGED: list[tuple[str, dict[str, Any]]] = [
    ("", {"size": None, "height": None, "unit": None, "up_axis": None, "joints": []}),
    ("no clip at all\x00\xff", {"size": None, "joints": [], "end_sites": 0}),
    (FIGURE[: FIGURE.index("MOTION")], {"size": 150.0, "unit": "cm", "maya": {"time_unit": None}}),
    (FIGURE.replace("OFFSET 0 50 0", "OFFSET 0 x 0"), {"unit": None, "end_sites": 2}),
    (FIGURE.replace("OFFSET 0 50 0", "OFFSET 0 1e999 0"), {"size": None, "unit": None}),
    (FIGURE.replace("0.0416667", "zero"), {"maya": {"time_unit": None}, "size": 150.0}),
    (FIGURE.replace("}", ""), {"end_sites": 2, "size": 150.0}),
]


@pytest.mark.unmeasured
@pytest.mark.parametrize(("text", "expected"), DAMAGED, ids=range(len(DAMAGED)))
def test_damaged_files_tell_what_is_left(
    bvhlint: Run, tmp_path: Path, text: str, expected: dict[str, Any]
) -> None:
    (tmp_path / "x.bvh").write_bytes(text.encode("latin-1"))
    facts = facts_of(bvhlint, tmp_path, "x.bvh")
    assert {key: facts[key] for key in expected} == expected
    assert bvhlint("info", "x.bvh", cwd=tmp_path).returncode == 0


def test_an_offset_that_is_lost_has_no_length(bvhlint: Run, tmp_path: Path) -> None:
    (tmp_path / "x.bvh").write_text(FIGURE.replace("OFFSET 0 50 0", "OFFSET 0 50"))
    hips, head, foot = facts_of(bvhlint, tmp_path, "x.bvh")["joints"]
    assert (head["offset"], head["length"]) == (None, None)
    assert foot["length"] == 80.0
    assert hips["length"] is None


def test_a_chain_of_many_joints_is_told_in_bounds(bvhlint: Run, tmp_path: Path) -> None:
    depth = 3000
    head = "HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n"
    inner = "JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n" * depth
    (tmp_path / "x.bvh").write_text(head + inner + "}\n" * (depth + 1))
    done = bvhlint("info", "x.bvh", cwd=tmp_path)
    lines = done.stdout.splitlines()
    assert lines[-1] == "and 1,001 more nodes; JSON lists all"
    assert max(map(len, lines)) < 160
    assert len(facts_of(bvhlint, tmp_path, "x.bvh")["joints"]) == depth + 1


def test_the_documentation_names_each_field(bvhlint: Run, here: Path) -> None:
    page = (CHECKOUT / "docs/info.md").read_text(encoding="utf-8")

    def keys(value: Any) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(keys, value.values()))
        return set().union(*map(keys, value)) if isinstance(value, list) else set()

    for key in keys(FACTS):
        assert f"`{key}`" in page, key
    header = bvhlint("info", "figure.bvh", "--output-format", "csv", cwd=here).stdout
    for key in header.splitlines()[0].split(","):
        assert f"`{key}`" in page, key


if CORPUS:

    def corpus_rows(bvhlint: Run) -> list[list[str]]:
        done = bvhlint("info", CORPUS[0], "--output-format", "csv")
        rows = list(csv.reader(io.StringIO(done.stdout)))
        for row in rows[1:]:
            row[0] = hashlib.sha256(Path(row[0]).read_bytes()).hexdigest()[:16]
            # The last digits are the processor's.
            row[1:] = [f"{float(cell):.9g}" if NUMBER.fullmatch(cell) else cell for cell in row[1:]]
        return [rows[0], *sorted(rows[1:])]

    def test_real_files_tell_what_a_person_has_read(bvhlint: Run) -> None:
        rows = corpus_rows(bvhlint)
        if os.environ.get("BVHLINT_UPDATE_REPORTS"):
            with GOLDEN.open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows(rows)
        with GOLDEN.open(encoding="utf-8", newline="") as file:
            assert rows == list(csv.reader(file))

    def test_real_files_count_as_a_plain_search_counts(bvhlint: Run) -> None:
        done = bvhlint("info", CORPUS[0], "--output-format", "json")
        for file in json.loads(done.stdout)["files"]:
            text = Path(file["path"]).read_bytes().decode("latin-1").replace("\r", "\n")
            head, *rest = re.split(r"(?im)^[ \t]*MOTION\b", text, maxsplit=1)
            assert len(re.findall(r"(?im)^[ \t]*(?:ROOT|JOINT)\b", head)) == file["info"]["joints"]
            assert len(re.findall(r"(?im)^[ \t]*End[ \t]*Site", head)) == file["end_sites"]
            declared = re.findall(r"(?i)CHANNELS[ \t]+(\d+)", head)
            assert sum(map(int, declared)) == file["info"]["channels"]
            frames = re.search(r"(?i)Frames:?[ \t]*(\d+)", "".join(rest))
            assert (int(frames[1]) if frames else None) == file["info"]["declared_frames"]
