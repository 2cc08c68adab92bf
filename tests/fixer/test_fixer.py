"""Rounds of fixes, what they must keep, and what no change may bring; with rules made for it."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest
from properties import default_rules
from rule_checks import clip, rules_by_name

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.errors import ProofError, TransformError
from bvhlint.finding import Finding, Fix, RowFindings, Safety, Severity
from bvhlint.fixer import Fixer, rounds
from bvhlint.linter import ActiveRule, check_document
from bvhlint.rule import Found, Options, Rule
from bvhlint.transforms.base import Change, Outcome, Transform

ROW = "0.00 90.00 0.00 30.00 40.00 50.00 10.00 20.00 30.00"
OTHER = "0.00 90.00 0.00 31.00 41.00 51.00 11.00 21.00 31.00"
CLIP = clip(ROW, OTHER)

Check = Callable[[Document], Iterator[Found]]


def made(
    check: Check, *, code: str = "ACME001", fix: tuple[str, ...] = ("safe",), part: str = "house"
) -> ActiveRule:
    """A rule of this check."""

    def with_options(document: Document, options: Options) -> Iterator[Found]:
        del options
        return check(document)

    name = f"rule-{code[-3:]}"
    severity = Severity.WARNING
    rule = Rule(code, name, severity, part, True, False, fix, Options, "A manual.", with_options)
    return ActiveRule.of(rule)


def replacing(old: bytes, new: bytes, *, code: str = "ACME001", kind: str = "safe") -> ActiveRule:
    """A rule against a word, which replaces it everywhere it stands, each place by itself."""

    def check(document: Document) -> Iterator[Finding]:
        start = document.content.find(old)
        while start >= 0:
            end = start + len(old)
            fix = Fix(Safety(kind), "another word", make=partial(_edits, Edit(start, end, new)))
            yield Finding(start, end, f"{old!r} stands here", fix=fix)
            start = document.content.find(old, end)

    return made(check, code=code, fix=(kind,))


def _edits(*edits: Edit) -> Sequence[Edit]:
    return edits


def fixed(data: bytes, *rules: ActiveRule, unsafe: bool = False) -> bytes:
    return Fixer(rules, unsafe=unsafe).fix(Document.parse(data)).document.to_bytes()


def built_in(*names: str) -> list[ActiveRule]:
    return [ActiveRule.of(rules_by_name()[name]) for name in names]


# Rounds


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


# What must be kept


def once(old: bytes, new: bytes) -> ActiveRule:
    """A rule whose safe fix replaces what stands once in the clip, and that is silent then."""
    assert CLIP.count(old) == 1
    start = CLIP.index(old)

    def check(document: Document) -> Iterator[Finding]:
        if document.content == CLIP:
            fix = Fix.safe("another text", Edit(start, start + len(old), new))
            yield Finding(start, start + len(old), "found", fix=fix)

    return made(check)


def test_bytes_outside_the_edits_must_be_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_byte_too_far(content: bytes, edits: Sequence[Edit]) -> bytes:
        made = apply_edits(content, edits)
        end = max(edit.end for edit in edits) + len(made) - len(content)
        return made[:end] + b"\t" + made[end + 1 :]

    data = CLIP.replace(b"End Site", b"End site")
    monkeypatch.setattr(rounds, "apply_edits", one_byte_too_far)
    with pytest.raises(ProofError, match="outside the edits"):
        fixed(data, *built_in("keyword-case"))


@pytest.mark.parametrize("distance", [-1, 1])
def test_a_byte_more_or_less_behind_the_edits_is_noticed(
    monkeypatch: pytest.MonkeyPatch, distance: int
) -> None:
    def longer(content: bytes, edits: Sequence[Edit]) -> bytes:
        made = apply_edits(content, edits)
        return made + b"\n" if distance > 0 else made[:-1]

    data = CLIP.replace(b"End Site", b"End site")
    monkeypatch.setattr(rounds, "apply_edits", longer)
    with pytest.raises(ProofError, match="bytes more"):
        fixed(data, *built_in("keyword-case"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Spine", b"Chest"),
        (b"JOINT Spine", b"JOINT spine"),
        (b"\tJOINT Spine", b"\tROOT Spine"),
        (b"31.00 41", b"31.0 41"),
        (b"31.00 41.00", b"31.00  41.00"),
        (OTHER.encode(), OTHER.encode() + b" "),
        (OTHER.encode() + b"\n", OTHER.encode() + b"\r\n"),
        (OTHER.encode() + b"\n", b""),
        (OTHER.encode(), OTHER.encode() + b"\n" + OTHER.encode()),
        (b"OFFSET 0.00 10.00 0.00\n\t\tCHANNELS", b"OFFSET 0.00 10.01 0.00\n\t\tCHANNELS"),
        (b"OFFSET 0.00 10.00 0.00\n\t\t}", b"OFFSET 0.00 10.01 0.00\n\t\t}"),
        (b"Zrotation Xrotation Yrotation\n\tJOINT", b"Zrotation Yrotation Xrotation\n\tJOINT"),
        (b"0.0333333", b"0.0333334"),
        (b"End Site", b"JOINT Tip"),
        (b"MOTION\n", b"MOTION\nMOTION\n"),
    ],
)
def test_a_safe_fix_must_keep_joints_names_rows_and_values(old: bytes, new: bytes) -> None:
    with pytest.raises(ProofError, match=r"a safe fix must keep|was to|were to"):
        fixed(CLIP, once(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"End Site", b"End   Site"),
        (b"OFFSET 0.00 10.00 0.00\n\t\tCHANNELS", b"offset 0 10 0e5\r\n\t\tCHANNELS"),
        (b"0.0333333", b"3.33333e-2"),
        (b"Frames: 2", b"Frames: 0"),
        (OTHER.encode(), b"\n \t\n" + OTHER.encode()),
    ],
)
def test_a_safe_fix_may_change_what_is_no_value(old: bytes, new: bytes) -> None:
    assert fixed(CLIP, once(old, new)) == CLIP.replace(old, new)


def test_a_fix_whose_own_edits_meet_is_refused_with_its_rule() -> None:
    def check(document: Document) -> Iterator[Finding]:
        del document
        edits = Edit(10, 12, b"x"), Edit(11, 13, b"y")
        yield Finding(10, 12, "found", fix=Fix.safe("both", *edits))

    with pytest.raises(ProofError, match="the fix of ACME001 rule-001 at line 2 has edits that"):
        fixed(CLIP, made(check))


def test_a_fix_without_edits_is_refused() -> None:
    def check(document: Document) -> Iterator[Finding]:
        del document
        yield Finding(0, 1, "found", fix=Fix.safe("nothing"))

    with pytest.raises(ProofError, match="has no edit"):
        fixed(CLIP, made(check))


# Kinds of fixes


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


# New trouble


def speaking_of(word: bytes, severity: Severity, *, part: str = "house") -> ActiveRule:
    def check(document: Document) -> Iterator[Finding]:
        start = document.content.find(word)
        if start >= 0:
            yield Finding(start, start + len(word), f"{word!r} is here", severity)

    return made(check, code="ACME007", fix=(), part=part)


@dataclass(frozen=True)
class Writing(Transform):
    """Replaces a word."""

    option = "--write"
    keeps = "the rest"

    old: bytes
    new: bytes

    def apply(self, document: Document) -> Outcome:
        start = document.content.find(self.old)
        if start < 0:
            raise TransformError(f"{self.option}: there is no {self.old!r}")
        edit = Edit(start, start + len(self.old), self.new)
        return Outcome((edit,), (Change(self.option, "done"),), ())


@pytest.mark.parametrize("severity", [Severity.WARNING, Severity.ERROR])
def test_an_error_or_warning_of_a_silent_rule_refuses_the_result(severity: Severity) -> None:
    document = Document.parse(CLIP)
    fixer = Fixer([speaking_of(b"Chest", severity)])
    with pytest.raises(ProofError, match="what the file had not: ACME007 rule-007 at line 6: "):
        fixer.fix(document, [Writing(b"Spine", b"Chest")])


def test_infos_and_movement_and_rules_that_spoke_before_refuse_nothing() -> None:
    document = Document.parse(CLIP)
    for rule in (
        speaking_of(b"Chest", Severity.INFO),
        speaking_of(b"Chest", Severity.ERROR, part="movement"),
        speaking_of(b"JOINT", Severity.ERROR),
    ):
        result = Fixer([rule]).fix(document, [Writing(b"Spine", b"Chest")])
        assert result.document.to_bytes() == CLIP.replace(b"Spine", b"Chest")


def test_a_rule_that_crashes_on_the_result_alone_refuses_it() -> None:
    def check(document: Document) -> Iterator[Finding]:
        start = document.content.index(b"Spine")
        yield Finding(start, start + 5, "a spine")

    with pytest.raises(ProofError, match="BVH000 rule-crash"):
        Fixer([made(check)]).fix(Document.parse(CLIP), [Writing(b"Spine", b"Chest")])


@pytest.mark.parametrize("severity", [Severity.WARNING, Severity.ERROR])
def test_an_unsafe_fix_brings_nothing_new_either(severity: Severity) -> None:
    rules = replacing(b"31.00", b"13.00", kind="unsafe"), speaking_of(b"13.00", severity)
    with pytest.raises(ProofError, match="what the file had not: ACME007"):
        fixed(CLIP, *rules, unsafe=True)


UNREADABLE = {
    "decimal-comma": CLIP.replace(b".", b","),
    "frame-count-mismatch": CLIP.replace(b"Frames: 2", b"Frames: 0"),
    "missing-frames": CLIP.replace(b"Frames: 2\n", b""),
    "channel-count-mismatch": CLIP.replace(b"CHANNELS 3", b"CHANNELS 2"),
}


def mended_word(name: str) -> bytes:
    """What the fix of a rule writes."""
    return {"decimal-comma": b"31.00", "channel-count-mismatch": b"S 3 Z"}.get(name, b"s: 2\n")


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("part", ["frames", "rest_pose", "house"])
@pytest.mark.parametrize("severity", [Severity.WARNING, Severity.ERROR])
def test_of_rows_that_become_readable_the_rules_that_read_rows_may_speak(
    name: str, part: str, severity: Severity
) -> None:
    rules = [*built_in(name), speaking_of(mended_word(name), severity, part=part)]
    assert fixed(UNREADABLE[name], *rules, unsafe=True) == CLIP


@pytest.mark.parametrize("name", UNREADABLE)
@pytest.mark.parametrize("part", ["text", "structure", "skeleton"])
def test_of_rows_that_become_readable_no_rule_of_the_header_may_speak(name: str, part: str) -> None:
    rules = [*built_in(name), speaking_of(mended_word(name), Severity.WARNING, part=part)]
    with pytest.raises(ProofError, match="what the file had not: ACME007"):
        fixed(UNREADABLE[name], *rules, unsafe=True)


def test_a_transform_after_such_a_fix_brings_nothing_new() -> None:
    rules = [*built_in("decimal-comma"), speaking_of(b"Chest", Severity.WARNING)]
    with pytest.raises(ProofError, match="what the file had not: ACME007"):
        Fixer(rules, unsafe=True).fix(
            Document.parse(UNREADABLE["decimal-comma"]), [Writing(b"Spine", b"Chest")]
        )


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF16_LE])
def test_cut_utf16_is_written_as_utf8_though_its_text_has_faults(mark: bytes) -> None:
    # Cut within a character, in the second row.
    text = CLIP.replace(b"Spine", "Spine腰".encode()).decode()
    wide = mark + text.encode("utf-16-le")[:-41]
    result = Fixer(default_rules(), unsafe=True).fix(Document.parse(wide)).document
    assert result.to_bytes().startswith(text.encode()[:200])
    names = [finding.name for finding in check_document(result, default_rules()).findings]
    assert names == ["name-non-ascii", "single-frame"]
    half = mark + text[: text.index("MOTION") - 4].encode("utf-16-le")
    result = Fixer(default_rules(), unsafe=True).fix(Document.parse(half)).document
    assert result.to_bytes().startswith(b"HIERARCHY\nROOT Hips\n")
    names = [finding.name for finding in check_document(result, default_rules()).findings]
    assert {"no-motion", "unbalanced-brace"} & set(names)


def test_transforms_follow_the_fixes_in_their_order_and_are_fixed_again() -> None:
    data = CLIP.replace(b"End Site", b"End site")
    changes = [Writing(b"End Site", b"End  Tip"), Writing(b"End  Tip", b"end Site")]
    result = Fixer(built_in("keyword-case")).fix(Document.parse(data), changes)
    assert result.document.to_bytes() == CLIP
    assert [change.source for change in result.changes] == [
        "BVH204 keyword-case",
        "--write",
        "--write",
    ]
    assert [one.line for one in result.mended] == [10, 0]


def test_a_change_that_is_not_possible_leaves_nothing_half_done() -> None:
    document = Document.parse(CLIP)
    with pytest.raises(TransformError, match="--write: there is no"):
        Fixer([]).fix(document, [Writing(b"Spine", b"Chest"), Writing(b"Spine", b"Neck")])
    assert document.to_bytes() == CLIP
