"""Which fixes of a round go together, and where bytes stood before them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.document.document import Document
from bvhlint.edits import Edit, apply_edits
from bvhlint.errors import ProofError
from bvhlint.finding import Finding, Fix, Safety
from bvhlint.fixer.choice import Moves, choose

CONTENT = b"0123456789" * 100
DOCUMENT = Document.parse(CONTENT)


def finding(*edits: Edit, code: str = "ACME001") -> Finding:
    fix = Fix(Safety.SAFE, "mend it", make=lambda: edits)
    return Finding(0, 1, "here", fix=fix, code=code, name="rule")


def chosen(
    findings: Sequence[Finding], safety: Safety = Safety.SAFE
) -> tuple[list[int], list[Edit]]:
    """The numbers of the findings that are chosen, and the edits."""
    numbers = {id(found): number for number, found in enumerate(findings)}
    taken, edits = choose(DOCUMENT, findings, safety, lambda _: True)
    return [numbers[id(found)] for found in taken], edits


# A fix of few edits is taken edit by edit, one of many at once: both alike.
@pytest.mark.parametrize("more", [0, 63, 64, 65, 200])
@pytest.mark.parametrize(
    ("other", "goes"),
    [
        (Edit(20, 24, b""), False),
        (Edit(23, 30, b""), False),
        (Edit(10, 21, b""), False),
        (Edit(21, 22, b""), False),
        (Edit(10, 30, b""), False),
        (Edit(24, 30, b""), True),
        (Edit(10, 20, b""), True),
        (Edit(20, 20, b"x"), True),
        (Edit(24, 24, b"x"), True),
        (Edit(22, 22, b"x"), False),
        (Edit(0, 1, b""), True),
    ],
)
def test_a_fix_that_meets_one_taken_before_waits(other: Edit, goes: bool, more: int) -> None:
    first, last = Edit(20, 24, b"ab"), Edit(900, 901, b"")
    away = [Edit(200 + 2 * place, 201 + 2 * place, b"") for place in range(more)]
    pair = [finding(first, last, code="ACME001"), finding(other, *away, code="ACME002")]
    edits = sorted([first, last, other, *away]) if goes else [first, last]
    assert chosen(pair) == ([0, 1] if goes else [0], edits)


@pytest.mark.parametrize("more", [0, 64, 65])
def test_what_the_same_rule_does_already_is_done_once(more: int) -> None:
    same = Edit(20, 24, b"ab")
    away = [Edit(200 + 2 * place, 201 + 2 * place, b"") for place in range(more)]
    again = finding(same, Edit(30, 31, b""), *away)
    both = sorted([same, Edit(30, 31, b""), *away])
    assert chosen([finding(same), again]) == ([0, 1], both)
    assert chosen([again, finding(same, *away)]) == ([0, 1], both)
    # An equal edit of another rule meets it all the same.
    other = finding(same, *away, code="ACME002")
    assert chosen([finding(same), other, again]) == ([0, 2], both)


def test_findings_that_share_a_fix_go_together() -> None:
    shared, first = finding(Edit(0, 5, b"")), finding(Edit(3, 4, b""))
    rows = [shared, Finding(9, 10, "there", fix=shared.fix, code="ACME001", name="rule")]
    assert chosen(rows) == ([0, 1], [Edit(0, 5, b"")])
    assert chosen([first, *rows]) == ([0], [Edit(3, 4, b"")])


def test_only_fixes_of_the_safety_and_the_findings_that_are_wanted() -> None:
    safe, bare = finding(Edit(0, 1, b"")), Finding(0, 1, "no fix", code="ACME001")
    unsafe = Finding(0, 1, "here", fix=Fix.unsafe("mend it", Edit(2, 3, b"")), code="ACME002")
    assert chosen([bare, safe, unsafe]) == ([1], [Edit(0, 1, b"")])
    assert chosen([bare, safe, unsafe], Safety.UNSAFE) == ([2], [Edit(2, 3, b"")])
    wanted = choose(DOCUMENT, [safe, unsafe], Safety.SAFE, lambda found: found is not safe)
    assert wanted == ([], [])


@pytest.mark.parametrize(
    ("edits", "told"),
    [([], "has no edit"), ([Edit(5, 6, b""), Edit(3, 6, b"")], "has edits that meet")],
)
def test_a_fix_that_cannot_be_is_named(edits: list[Edit], told: str) -> None:
    with pytest.raises(ProofError, match=f"the fix of ACME001 rule at line 1 {told}"):
        chosen([finding(*edits)])


@pytest.mark.parametrize(
    ("edit", "goes"),
    [
        (Edit(0, 5, b""), True),
        (Edit(0, 4, b""), False),
        (Edit(1, 5, b""), False),
    ],
)
def test_a_file_of_utf16_takes_only_the_fix_that_writes_it_anew(edit: Edit, goes: bool) -> None:
    wide = Document.parse("a b c".encode("utf-16"))
    assert len(wide.content) == 5
    found = finding(edit)
    assert choose(wide, [found], Safety.SAFE, lambda _: True) == (
        ([found], [edit]) if goes else ([], [])
    )


# Moves


def test_offsets_before_and_behind_edits() -> None:
    # 0123456789 becomes 01abc56X789: three bytes for three, and an X put in.
    moves = Moves([Edit(7, 7, b"X"), Edit(2, 5, b"abc")])
    assert apply_edits(b"0123456789", [Edit(2, 5, b"abc"), Edit(7, 7, b"X")]) == b"01abc56X789"
    assert [moves.before(offset) for offset in (0, 1)] == [(0, 0), (1, 1)]
    assert [moves.before(offset) for offset in (2, 3, 4)] == [(2, 5)] * 3
    assert [moves.before(offset) for offset in (5, 6)] == [(5, 5), (6, 6)]
    assert moves.before(7) == (7, 7)
    assert [moves.before(offset) for offset in (8, 10, 11)] == [(7, 7), (9, 9), (10, 10)]


def test_where_text_was_taken_away_an_offset_may_have_been_any_of_it() -> None:
    # 0123456789 becomes 0156789.
    moves = Moves([Edit(2, 5, b"")])
    assert [moves.before(offset) for offset in (1, 2, 3)] == [(1, 1), (2, 5), (6, 6)]
    assert Moves([]).before(3) == (3, 3)


@st.composite
def disjoint(draw: st.DrawFn) -> list[Edit]:
    places = sorted(draw(st.sets(st.integers(0, 40), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return [Edit(start, end, draw(st.binary(max_size=6))) for start, end in pairs]


@given(disjoint())
def test_every_byte_that_stayed_is_found_where_it_was(edits: list[Edit]) -> None:
    content = bytes(range(100, 150))
    after = apply_edits(content, edits)
    moves = Moves(edits)
    changed = {place for edit in edits for place in range(edit.start, edit.end)}
    before = [place for place in range(len(content)) if place not in changed]
    grown = [
        place + sum(len(edit.data) - (edit.end - edit.start) for edit in edits if edit.end <= place)
        for place in before
    ]
    for was, now in zip(before, grown, strict=True):
        assert after[now] == content[was]
        first, last = moves.before(now)
        assert first <= was <= last
        if not any(edit.end == was for edit in edits):
            assert (first, last) == (was, was)
