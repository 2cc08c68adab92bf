"""What fixes must keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from made_rules import CLIP, OTHER, built_in, fixed, made

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.errors import ProofError
from bvhlint.finding import Finding, Fix
from bvhlint.fixer import rounds
from bvhlint.linter import ActiveRule


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
