"""Rounds of fixes, and which are made; with rules made for it."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from made_rules import CLIP, ROW, built_in, fixed, made, replacing
from rule_checks import clip

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.errors import ProofError, TransformError
from bvhlint.finding import Finding, Fix, RowFindings, Safety
from bvhlint.fixer import Fixer, rounds
from bvhlint.linter import ActiveRule, check_document
from bvhlint.transforms.base import Change
from bvhlint.transforms.normalize import Normalize


def test_a_document_without_such_findings_is_given_back() -> None:
    document = Document.parse(CLIP)
    result = Fixer([replacing(b"nowhere", b"")]).fix(document)
    assert result.document is document
    assert not result.changes
    assert not result.mended


def test_changes_say_rule_way_and_how_often_and_mended_each_place() -> None:
    data = CLIP.replace(b"rotation", b"ROTATION")
    result = Fixer(built_in("keyword-case")).fix(Document.parse(data))
    assert result.document.to_bytes() == CLIP
    assert result.changes == (Change("BVH204 keyword-case", "correct the capitals", 2),)
    assert [(one.code, one.line) for one in result.mended] == [("BVH204", 5), ("BVH204", 9)]


def test_the_document_that_is_given_stays_as_it_was() -> None:
    document = Document.parse(CLIP)
    Fixer([replacing(b"End Site", b"End  Site")]).fix(document)
    assert document.to_bytes() == CLIP


def test_edits_that_meet_wait_for_the_next_round(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Sequence[Edit]] = []

    def noting(content: bytes, edits: Sequence[Edit]) -> bytes:
        seen.append(edits)
        return apply_edits(content, edits)

    monkeypatch.setattr(rounds, "apply_edits", noting)
    first, second = replacing(b"Frames: 2", b"frames: 2"), replacing(b": 2\n", b":  2\n")
    assert fixed(CLIP, second, first) == CLIP.replace(b"Frames: 2", b"frames:  2")
    assert len(seen) == 2


def test_a_fix_is_made_whole_or_not_at_all() -> None:
    first = CLIP.index(b"Frames: 2") + len(b"Frames:")
    second = CLIP.index(b"Frame Time: ") + len(b"Frame Time:")

    def check(document: Document) -> Iterator[Finding]:
        if document.content[first : first + 1] == b" ":
            edits = Edit(first, first + 1, b"\t"), Edit(second, second + 1, b"\t")
            yield Finding(first, first + 1, "blanks", fix=Fix.safe("tabs", *edits))

    tabs = CLIP.replace(b"Frames: ", b"Frames:\t").replace(b"Time: ", b"Time:\t")
    assert fixed(CLIP, made(check)) == tabs
    # Another rule has its first place: then the second is left, too.
    other = replacing(b": 2", b":   2", code="ACME000")
    ends = replacing(b":   2", b":\t2", code="ACME002")
    assert fixed(CLIP, made(check), other, ends).count(b"Time:\t") == 0


def test_ten_rounds_are_enough_for_ten_and_not_for_eleven() -> None:
    def counting(last: int) -> ActiveRule:
        def check(document: Document) -> Iterator[Finding]:
            at = document.content.index(b"Frames:") + 7
            blanks = document.content.index(b"2", at) - at
            if blanks <= last:
                fix = Fix.safe("one blank more", Edit(at, at, b" "))
                yield Finding(at, at + blanks, f"{blanks} blanks", fix=fix)

        return made(check)

    assert fixed(CLIP, counting(10)).count(b" " * 11 + b"2\n") == 1
    with pytest.raises(ProofError, match=r"do not settle within 10 rounds: rule-001"):
        fixed(CLIP, counting(11))


def test_two_rules_that_undo_each_other_end_in_an_error() -> None:
    there, back = replacing(b"Frames: ", b"Frames:\t"), replacing(b"Frames:\t", b"Frames: ")
    with pytest.raises(ProofError, match="do not settle"):
        fixed(CLIP, there, back)


def test_a_fix_that_does_not_mend_is_refused() -> None:
    def check(document: Document) -> Iterator[Finding]:
        start = document.content.index(b"MOTION")
        fix = Fix.safe("nothing that helps", Edit(start - 1, start - 1, b"\n"))
        yield Finding(start, start + 6, "always found", fix=fix)

    with pytest.raises(ProofError, match="the fix of ACME001 rule-001 does not mend it"):
        fixed(CLIP, made(check))


@pytest.mark.parametrize("count", [1, 6, 300])
def test_a_fix_of_rows_reaches_every_row_folded_or_not(count: int) -> None:
    data = clip(ROW, *["", ROW] * count, frames=count + 1)
    result = Fixer(built_in("blank-line")).fix(Document.parse(data))
    assert result.document.to_bytes() == clip(*[ROW] * (count + 1))
    assert result.changes == (Change("BVH107 blank-line", "remove the blank lines", count),)


def leading_blanks(document: Document) -> Iterator[RowFindings]:
    """Rows that begin with a blank: the even and the odd ones have a fix each."""
    starts = document.motion.table.row_starts
    blank = np.frombuffer(document.content, np.uint8)[starts - 1] == ord(" ")

    def find(row: int) -> Finding:
        start = int(starts[row])
        return Finding(start - 1, start, f"a blank before row {row}", frame=row)

    def group(rows: np.ndarray[tuple[int], np.dtype[np.int64]]) -> RowFindings:
        edits = [Edit(start - 1, start, b"") for start in starts[rows].tolist()]
        return RowFindings(rows, find, Fix(Safety.UNSAFE, "cut the blank", make=lambda: edits))

    rows = np.flatnonzero(blank)
    yield from (group(half) for half in (rows[rows % 2 == 0], rows[rows % 2 == 1]) if len(half))


@pytest.mark.parametrize("count", [2, 7, 200])
def test_folded_rows_of_several_fixes_are_all_mended(count: int) -> None:
    rule = made(leading_blanks, fix=("unsafe",))
    result = Fixer([rule], unsafe=True).fix(Document.parse(clip(*[f" {ROW}"] * count)))
    assert result.document.to_bytes() == clip(*[ROW] * count)


def blanks_before_even_rows(document: Document) -> Iterator[RowFindings]:
    """Rows that begin with a blank: of the odd ones nobody knows how to mend them."""
    for group in leading_blanks(document):
        is_odd = bool(group.rows[0] % 2)
        yield RowFindings(group.rows, group.make, None if is_odd else group.fix)


@pytest.mark.parametrize(
    ("count", "shown"),
    [(2, [0]), (5, [0, 2, 4]), (6, [0, 2, 4]), (7, [0, 2, 4, 5]), (201, [0, 2, 4, 5])],
)
def test_of_a_folded_finding_only_the_rows_that_are_mended_count(
    count: int, shown: list[int]
) -> None:
    rule = made(blanks_before_even_rows, fix=("unsafe",))
    data = clip(*[f" {ROW}"] * count)
    fixer = Fixer([rule], unsafe=True)
    result = fixer.fix(Document.parse(data))
    assert result.document.to_bytes() == clip(
        *[f" {ROW}" if row % 2 else ROW for row in range(count)]
    )
    assert [change.count for change in result.changes] == [(count + 1) // 2]
    first = data[: data.index(ROW.encode())].count(b"\n") + 1
    assert [one.line for one in result.mended] == [first + row for row in shown]
    again = fixer.fix(result.document)
    assert again.document is result.document
    assert not again.changes


@pytest.mark.parametrize("count", [3, 300])
def test_a_fix_of_many_places_waits_as_a_whole_too(count: int) -> None:
    data = clip(*[f" {ROW}"] * count)
    middle = data.index(b" " + ROW.encode()) + (len(ROW) + 2) * (count // 2)

    def check(document: Document) -> Iterator[Finding]:
        starts = document.motion.table.row_starts
        if document.content[int(starts[0]) - 1 : int(starts[0])] == b" ":
            edits = [Edit(start - 1, start, b"\t") for start in starts.tolist()]
            yield Finding(middle, middle + 1, "blanks", fix=Fix.unsafe("tabs", *edits))

    def sooner(document: Document) -> Iterator[Finding]:
        if document.content == data:
            fix = Fix.unsafe("two blanks", Edit(middle, middle + 1, b"  "))
            yield Finding(middle - 1, middle, "one blank", fix=fix)

    kind = ("unsafe",)
    rules = made(check, fix=kind), made(sooner, code="ACME002", fix=kind)
    rows = [f"\t{ROW}"] * count
    assert fixed(data, rules[0], unsafe=True) == clip(*rows)
    # In the second round the row of the other fix still has one blank more.
    rows[count // 2] = f" \t{ROW}"
    assert fixed(data, *rules, unsafe=True) == clip(*rows)


def test_fixes_that_a_user_hides_are_left_out_by_their_line_in_the_file_as_read() -> None:
    # The first fix adds a line, so that in the second round all lines have moved.
    data = CLIP.replace(b"ROOT Hips\n{", b"ROOT Hips {").replace(b"End Site", b"End site")
    data = data.replace(b"Frames", b"frames")
    hidden = {data[: data.index(b"frames")].count(b"\n") + 1}
    later = replacing(b"{\n\tOFFSET", b"{\n OFFSET", code="ACME009")

    def is_hidden(finding: Finding, line: int) -> bool:
        return finding.code == "BVH204" and line in hidden

    rules = [*built_in("brace-not-on-own-line", "keyword-case"), later]
    result = Fixer(rules, is_hidden=is_hidden).fix(Document.parse(data))
    wanted = CLIP.replace(b"Frames", b"frames").replace(b"{\n\tOFFSET", b"{\n OFFSET")
    assert result.document.to_bytes() == wanted


def test_unsafe_fixes_are_made_only_when_asked_for() -> None:
    rule = replacing(b"31.00", b"13.00", kind="unsafe")
    assert fixed(CLIP, rule) == CLIP
    assert fixed(CLIP, rule, unsafe=True) == CLIP.replace(b"31.00", b"13.00")


def test_safe_fixes_are_proved_without_the_unsafe_ones_beside_them() -> None:
    data = CLIP.replace(b"End Site", b"End site")
    rules = [replacing(b"31.00", b"13.00", kind="unsafe"), *built_in("keyword-case")]
    assert fixed(data, *rules, unsafe=True) == CLIP.replace(b"31.00", b"13.00")


def test_without_fixes_nothing_is_mended() -> None:
    data = CLIP.replace(b"End Site", b"End site")
    document = Document.parse(data)
    assert Fixer(built_in("keyword-case"), fixes=False).fix(document).document is document


def test_utf16_is_left_alone_by_safe_fixes_and_offers_none() -> None:
    text = CLIP.replace(b"End Site", b"End site").decode()
    document = Document.parse(codecs.BOM_UTF16_LE + text.encode("utf-16-le"))
    rules = built_in("text-encoding", "keyword-case")
    assert Fixer(rules).fix(document).document is document
    offered = {
        finding.fix.safety for finding in check_document(document, rules).findings if finding.fix
    }
    assert offered == {Safety.UNSAFE}
    assert Fixer(rules, unsafe=True).fix(document).document.to_bytes() == CLIP


def test_a_rule_with_an_undeclared_fix_crashes_instead_of_being_passed_over() -> None:
    rule = replacing(b"31.00", b"13.00")
    silent = made(lambda document: rule.rule.check(document, rule.options), fix=())
    checked = check_document(Document.parse(CLIP), [silent])
    assert checked.crashed
    assert "ValueError" in checked.findings[0].message


@pytest.mark.parametrize("blank", [b"", b"\n"])
def test_a_refusal_says_where_its_lines_are_not_those_of_the_file(blank: bytes) -> None:
    row = ROW.encode() + b"\n"
    data = CLIP.replace(row, row + blank).replace(b"31.00", b"3x.00")
    rules = built_in("blank-line")
    with pytest.raises(TransformError, match=r"frame 1 \(line 20\)") as raised:
        Fixer(rules).fix(Document.parse(data), [Normalize()])
    told = "(lines as after what was changed before)"
    assert str(raised.value).endswith(told) == bool(blank)
