"""The baseline hides what it holds, counts, and says what is new and what is gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.baseline import Baseline, Key, keys_of, merged, save
from bvhlint.errors import ConfigError
from bvhlint.results import Excerpt, FileResult, FindingEntry, JointEntry, Location, counts_of
from bvhlint.severity import Severity

# As `b2sum -l 48` gives them.
DIGEST = {
    "": "ddd9c40767f9",
    "JOINT Hip": "fe7e3af2bd78",
    "1.2.3": "96a74bd70829",
    "OFFSET 1": "5e26864fc558",
    "x": "0a7651f82b16",
}


def finding(
    code: str = "BVH304",
    joint: str | None = None,
    channel: str | None = None,
    frame: int | None = None,
    count: int = 1,
    line: int = 1,
) -> FindingEntry:
    return FindingEntry(
        code,
        "name",
        Severity.WARNING,
        "message",
        Location(line, 1, line, 2),
        frame,
        JointEntry(0, joint) if joint else None,
        channel,
        None,
        count,
        "",
        {},
        None,
    )


def result(*entries: tuple[FindingEntry, str], path: str = "walk.bvh") -> FileResult:
    excerpts: list[Excerpt | None] = [
        Excerpt(f"  {text} ;", 2, len(text), False, False) for _, text in entries
    ]
    findings = [entry for entry, _ in entries]
    return FileResult(path, None, findings, counts_of(findings), excerpts)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(tmp_path / "baseline.jsonl")


def record(path: str, *results: FileResult) -> Baseline:
    counts: dict[Key, int] = {}
    for entry in results:
        counts.update(keys_of(entry, entry.path, path))
    save(path, counts)
    return Baseline.load(path)


def left(baseline: Baseline, found: FileResult) -> list[tuple[str, int]]:
    hidden = baseline.hide(found, found.path)
    assert len(hidden.findings) == len(hidden.excerpts)
    return [(entry.code, entry.count) for entry in hidden.findings]


def stale(baseline: Baseline) -> list[tuple[str, str, int, int]]:
    return [(s.key.path, s.key.rule, s.line, s.left) for s in baseline.stale(lambda _: True)]


def test_the_file_is_sorted_text_without_line_numbers(path: str) -> None:
    record(
        path,
        result((finding("BVH701", joint="Hüfte", line=40), "OFFSET 1")),
        result(
            (finding("BVH304", joint="Hip", line=9), "JOINT Hip"),
            (finding("BVH502", frame=3, count=95), "1 2 3"),
            (finding("BVH503", frame=3, joint="Toe", channel="Xrotation"), "1.2.3"),
            (finding("BVH106"), ""),
            (finding("BVH106"), ""),
            path="sub/run.bvh",
        ),
    )
    assert Path(path).read_text(encoding="utf-8").split("\n") == [
        '{"bvhlint-baseline": 1}',
        '{"path": "sub/run.bvh", "rule": "BVH106", "text": "' + DIGEST[""] + '", "count": 2}',
        '{"path": "sub/run.bvh", "rule": "BVH304", "joint": "Hip", "text": "'
        + DIGEST["JOINT Hip"]
        + '"}',
        '{"path": "sub/run.bvh", "rule": "BVH502", "row": true, "count": 95}',
        '{"path": "sub/run.bvh", "rule": "BVH503", "joint": "Toe", "channel": "Xrotation",'
        ' "row": true, "text": "' + DIGEST["1.2.3"] + '"}',
        '{"path": "walk.bvh", "rule": "BVH701", "joint": "Hüfte", "text": "'
        + DIGEST["OFFSET 1"]
        + '"}',
        "",
    ]


def test_what_it_holds_is_hidden_wherever_it_stands_now(path: str) -> None:
    baseline = record(path, result((finding(joint="Hip", line=9), "JOINT Hip")))
    assert left(baseline, result((finding(joint="Hip", line=400), "JOINT Hip"))) == []
    assert stale(baseline) == []


@pytest.mark.parametrize(
    "other",
    [
        result((finding("BVH305", joint="Hip"), "JOINT Hip")),
        result((finding(joint="Knee"), "JOINT Hip")),
        result((finding(joint="Hip", channel="Xrotation"), "JOINT Hip")),
        result((finding(joint="Hip"), "JOINT  Hip")),
        result((finding(joint="Hip"), "JOINT Hip"), path="run.bvh"),
        result((finding(joint="Hip", frame=0), "JOINT Hip")),
    ],
)
def test_what_it_does_not_hold_is_new(path: str, other: FileResult) -> None:
    baseline = record(path, result((finding(joint="Hip"), "JOINT Hip")))
    assert left(baseline, other) == [(other.findings[0].code, 1)]
    assert stale(baseline) == [("walk.bvh", "BVH304", 2, 1)]


def test_equal_findings_are_counted(path: str) -> None:
    same = (finding("BVH106"), " ")
    baseline = record(path, result(same, same, same))
    assert left(baseline, result(same, same, same, same, same)) == [("BVH106", 1), ("BVH106", 1)]
    assert stale(baseline) == []
    baseline = Baseline.load(path)
    assert left(baseline, result(same)) == []
    assert stale(baseline) == [("walk.bvh", "BVH106", 2, 2)]


def rows(*frames: int, fold: int = 0) -> FileResult:
    """Row findings, each with a text of its own, the last standing for ``fold`` rows."""
    entries = [(finding("BVH502", frame=frame), f"row {frame}") for frame in frames]
    if fold:
        last = entries[-1][0]
        entries[-1] = (finding("BVH502", frame=last.frame, count=fold), entries[-1][1])
    return result(*entries)


def test_folded_rows_count_together(path: str) -> None:
    before = rows(0, 1, 2, 3, 4, 5, fold=95)
    record(path, before)
    # One row mended: the fold begins at another row and is one shorter.
    for now, expected, gone in (
        (before, [], 0),
        (rows(1, 2, 3, 4, 5, 6, fold=94), [], 1),
        (rows(7), [], 99),
        (rows(0, 1, 2, 3, 4, 5, fold=97), [("BVH502", 2)], 0),
        # As --show-all has them.
        (rows(*range(100)), [], 0),
        (rows(*range(101)), [("BVH502", 1)], 0),
    ):
        baseline = Baseline.load(path)
        assert left(baseline, now) == expected
        assert sum(entry.left for entry in baseline.stale(lambda _: True)) == gone


def test_a_baseline_of_single_rows_holds_for_folded_ones(path: str) -> None:
    baseline = record(path, rows(*range(20)))
    assert left(baseline, rows(0, 1, 2, 3, 4, 5, fold=15)) == []
    assert stale(baseline) == []


def test_few_rows_are_held_one_by_one(path: str) -> None:
    baseline = record(path, rows(0, 1))
    assert left(baseline, rows(1, 2)) == [("BVH502", 1)]
    assert [(code, gone) for _, code, _, gone in stale(baseline)] == [("BVH502", 1)]


def test_rows_and_header_of_one_rule_do_not_mix(path: str) -> None:
    header = (finding("BVH105"), "a  b")
    row = (finding("BVH105", frame=1, count=10), "1  2")
    baseline = record(path, result(header, row))
    assert left(baseline, result(row)) == []
    baseline = Baseline.load(path)
    more = (finding("BVH105", frame=1, count=12), "1  2")
    assert left(baseline, result(header, more)) == [("BVH105", 2)]


def test_a_crash_and_an_unused_entry_are_never_hidden(path: str) -> None:
    crash = (finding("BVH000"), "x")
    unused = (finding("BVH001"), "x")
    baseline = record(path, result(crash, unused))
    assert Path(path).read_text() == '{"bvhlint-baseline": 1}\n'
    assert left(baseline, result(crash, unused)) == [("BVH000", 1), ("BVH001", 1)]
    forged = Baseline(path, {Key("walk.bvh", "BVH000", text=DIGEST["x"]): 1})
    assert left(forged, result(crash)) == [("BVH000", 1)]


def test_paths_are_relative_to_the_file_itself(path: str, tmp_path: Path) -> None:
    record(path, result((finding(), "x"), path=str(tmp_path / "a" / "walk.bvh")))
    os.mkdir(tmp_path / "a")
    os.chdir(tmp_path / "a")
    found = result((finding(), "x"), path="walk.bvh")
    assert left(Baseline.load(path), found) == []
    assert left(Baseline.load("../baseline.jsonl"), found) == []
    outside = result((finding(), "x"), path="../../other/walk.bvh")
    assert next(iter(keys_of(outside, outside.path, path))).path == "../other/walk.bvh"


def test_only_what_is_judged_can_be_stale(path: str) -> None:
    baseline = record(path, result((finding(), "x")), result((finding(), "x"), path="run.bvh"))
    gone = baseline.stale(lambda key: key.path == "run.bvh")
    assert [entry.key.path for entry in gone] == ["run.bvh"]


def test_an_update_keeps_what_the_run_could_not_judge(path: str) -> None:
    kept, dropped = Key("kept.bvh", "BVH304", text="1"), Key("gone.bvh", "BVH304", text="1")
    same, new = Key("walk.bvh", "BVH304", text="1"), Key("walk.bvh", "BVH305", text="2")
    old = Baseline(path, {kept: 2, dropped: 1, same: 5})
    updated = dict(merged(old, {same: 3, new: 1}, lambda key: key.path != "kept.bvh"))
    assert updated == {kept: 2, same: 3, new: 1}
    assert dict(merged(None, {new: 1}, lambda _: True)) == {new: 1}


def test_a_baseline_that_would_not_change_is_not_written(path: str) -> None:
    record(path, result((finding(), "x")))
    before = os.stat(path)
    record(path, result((finding(), "x")))
    assert os.stat(path).st_ino == before.st_ino
    record(path, result((finding(), "y")))
    assert os.stat(path).st_ino != before.st_ino


def test_a_merge_that_brought_an_entry_twice_counts_it_once(path: str) -> None:
    same = (finding("BVH106"), " ")
    record(path, result(same, same))
    with Path(path).open("a") as file:
        file.write(Path(path).read_text().split("\n")[1].replace('"count": 2', '"count": 1'))
    assert left(Baseline.load(path), result(same, same, same)) == [("BVH106", 1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "baseline.jsonl:1: no line of a baseline: the first line must be"),
        ('{"bvhlint-baseline": 2}\n', "baseline.jsonl:1: "),
        ("HIERARCHY\n", "baseline.jsonl:1: "),
        ('{"bvhlint-baseline": 1}\n\n{"path": "a"}\n', "baseline.jsonl:3: "),
        ('{"bvhlint-baseline": 1}\n{"path": "a", "rule": 3}\n', "baseline.jsonl:2: "),
        ('{"bvhlint-baseline": 1}\n{"path": "a", "rule": "b", "lime": 3}\n', "baseline.jsonl:2: "),
        ('{"bvhlint-baseline": 1}\n{"path": "a", "rule": "b", "count": 0}', "baseline.jsonl:2: "),
        ('{"bvhlint-baseline": 1}\n[1]\n', "baseline.jsonl:2: "),
        ('{"bvhlint-baseline": 1}\n<<<<<<< HEAD\n', "baseline.jsonl:2: "),
        ('{"bvhlint-baseline": 1}\n' + "[" * 100_000, "baseline.jsonl:2: "),
        ('{"bvhlint-baseline": 1}\n' + "9" * 5000, "baseline.jsonl:2: "),
    ],
)
def test_what_is_no_baseline_is_named_by_line(path: str, text: str, message: str) -> None:
    Path(path).write_text(text)
    with pytest.raises(ConfigError) as caught:
        Baseline.load(path)
    assert str(caught.value).startswith(message)


def test_a_baseline_that_cannot_be_read_is_named(path: str) -> None:
    with pytest.raises(ConfigError, match=r"^baseline\.jsonl: cannot be read: no such file"):
        Baseline.load(path)
    Path(path).write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"^baseline\.jsonl: not valid UTF-8"):
        Baseline.load(path)


NAMES = st.text(max_size=8)


@given(
    data=st.dictionaries(
        st.builds(Key, NAMES, NAMES, NAMES, NAMES, st.booleans(), NAMES),
        st.integers(1, 1 << 40),
        max_size=5,
    )
)
def test_what_is_written_is_read_again(tmp_path_factory: Any, data: dict[Key, int]) -> None:
    path = str(tmp_path_factory.mktemp("baseline") / "b")
    save(path, data)
    assert Baseline.load(path).counts == data


def test_a_path_that_is_not_valid_utf8_comes_back(path: str) -> None:
    baseline = record(path, result((finding(joint="Hüfte"), "x"), path="\udce9.bvh"))
    assert left(baseline, result((finding(joint="Hüfte"), "x"), path="\udce9.bvh")) == []
    assert Path(path).read_bytes().isascii()
