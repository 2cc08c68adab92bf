"""What no change may bring."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

import pytest
from made_rules import CLIP, Writing, built_in, fixed, made, replacing
from properties import default_rules

from bvhlint.document.document import Document
from bvhlint.errors import ProofError, TransformError
from bvhlint.finding import Finding
from bvhlint.fixer import Fixer
from bvhlint.linter import ActiveRule, check_document
from bvhlint.severity import Severity
from bvhlint.transforms.frames import KeepFrames


def speaking_of(
    word: bytes, severity: Severity, *, part: str = "house", movement: bool = False
) -> ActiveRule:
    def check(document: Document) -> Iterator[Finding]:
        start = document.content.find(word)
        if start >= 0:
            yield Finding(start, start + len(word), f"{word!r} is here", severity)

    return made(check, code="ACME007", fix=(), part=part, movement=movement)


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
        speaking_of(b"Chest", Severity.ERROR, movement=True),
        speaking_of(b"JOINT", Severity.ERROR),
    ):
        result = Fixer([rule]).fix(document, [Writing(b"Spine", b"Chest")])
        assert result.document.to_bytes() == CLIP.replace(b"Spine", b"Chest")


def test_one_frame_of_positions_that_move_may_be_kept() -> None:
    text = CLIP.replace(b"CHANNELS 3 Z", b"CHANNELS 6 Xposition Yposition Zposition Z")
    data = text.replace(b"10.00 20.00", b"0.00 12.00 0.00 10.00 20.00")
    moving = data.replace(b"11.00 21.00", b"0.00 16.00 0.00 11.00 21.00")
    rules = built_in("positions-differ-from-offset")
    assert not check_document(Document.parse(moving), rules).findings
    result = Fixer(rules).fix(Document.parse(moving), [KeepFrames(0, 1)]).document
    assert [finding.name for finding in check_document(result, rules).findings] == [
        "positions-differ-from-offset"
    ]


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
