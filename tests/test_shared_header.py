"""Files of one header share what is found in it: that must show nowhere but in time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from bvh_files import GoodFile, good_files
from bvh_mutations import mutate
from example_files import EXAMPLES, name_of
from hypothesis import given
from hypothesis import strategies as st
from properties import every_rule

from bvhlint import linter
from bvhlint.document.document import Document
from bvhlint.finding import Finding
from bvhlint.linter import ActiveRule, Checked, check_document
from bvhlint.rule import Options, Severity, rule
from bvhlint.syntax.heads import Heads
from bvhlint.syntax.nodes import Tree
from bvhlint.syntax.parser import forget_heads

HEADER = (
    b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition "
    b"Zrotation Xrotation Yrotation\n\tJOINT A-b\n\t{\n\t\tOFFSET 0 1e1 0\n"
    b"\t\tCHANNELS 3 Zrotation Xrotation Zrotation\n\t\tEnd Site Tip\n\t\t{\n\t\t\tOFFSET 0 1 0\n"
    b"\t\t}\n\t}\n}\n"
)
ROWS = b"MOTION\nFrames: 2\nFrame Time: 0.0333333\n0 90 0 0 0 0 1 2 3\n0 90 0 0 0 0 3 2 1\n"


def told(checked: Checked) -> list[tuple[object, ...]]:
    """All that a report or a fix can take from the findings."""
    return [(found, found.fix and list(found.fix.edits())) for found in checked.findings]


def alone(data: bytes) -> Checked:
    """The findings of a file that shares nothing."""
    document = Document.parse(data)
    document.header = None
    return check_document(document, every_rule())


def assert_same(data: bytes) -> None:
    assert told(check_document(Document.parse(data), every_rule())) == told(alone(data))


@pytest.mark.unmeasured
@pytest.mark.parametrize("path", EXAMPLES, ids=name_of)
def test_real_and_made_files_have_the_same_findings(path: Path) -> None:
    assert_same(path.read_bytes())


@given(good_files(), st.randoms(use_true_random=False), st.integers(0, 3))
def test_any_file_has_the_same_findings(file: GoodFile, random: Random, changes: int) -> None:
    assert_same(mutate(random, file.data, changes))


@pytest.mark.unmeasured
@given(st.randoms(use_true_random=False), st.integers(1, 3), st.integers(0, 2))
def test_a_file_that_follows_another_of_its_header(
    random: Random, changes: int, header_changes: int
) -> None:
    header = mutate(random, HEADER, header_changes)
    for _ in range(3):
        assert_same(header + mutate(random, ROWS, changes))


@rule("XX001", "count-looks", Severity.INFO, part="test", header_only=True)
def look(document: Document, options: Options) -> Iterator[Finding]:
    del options
    seen.append(document)
    yield Finding(0, 9, f"looked {len(seen)} times")


@rule("XX002", "crashes", Severity.INFO, part="test", header_only=True)
def crash(document: Document, options: Options) -> Iterator[Finding]:
    del options
    yield document.cell(0)[2]  # type: ignore[index, misc]


seen: list[Document] = []


def test_a_rule_of_the_header_looks_once_and_sees_nothing_else() -> None:
    forget_heads()
    seen.clear()
    rules = [ActiveRule.of(look)]
    for number in range(3):
        document = Document.parse(HEADER + ROWS.replace(b"90", b"9%d" % number))
        (finding,) = check_document(document, rules).findings
        assert finding.message == "looked 1 times"
        assert finding.region.line == 1
    assert [document.content for document in seen] == [HEADER]


def test_other_rules_look_anew() -> None:
    forget_heads()
    seen.clear()
    document = Document.parse(HEADER + ROWS)
    for _ in range(2):
        check_document(document, [ActiveRule.of(look)])
    assert len(seen) == 2


def test_how_findings_are_told_is_part_of_what_is_kept() -> None:
    document = Document.parse(HEADER + ROWS)
    rules = [ActiveRule.of(look)]
    assert check_document(document, rules, max_findings=0).truncated == 1
    assert check_document(document, rules).truncated == 0


def test_a_crash_in_a_header_is_told_in_each_of_its_files() -> None:
    rules = [ActiveRule.of(crash)]
    for _ in range(2):
        checked = check_document(Document.parse(HEADER + ROWS), rules)
        assert checked.crashed
        assert [finding.code for finding in checked.findings] == [linter.CRASH_CODE]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"\t\t}\n\t}\n}\n", b"\t\t}\n\t}\n"),
        (b"\t\t}\n\t}\n}\n", b"\t\t}\n\t}\n}\n}\n"),
        (b"HIERARCHY\n", b""),
        (b"HIERARCHY\n", b"HIERARCHY\nHIERARCHY\n"),
        (b"HIERARCHY\n", b"HIERARCHY of bones\n"),
        (b"HIERARCHY\n", b"Take 1\nHIERARCHY\n"),
        (b"ROOT Hips", b"JOINT Hips"),
        (b"ROOT Hips", b"Root1 Hips"),
        (b"\tOFFSET 0 0 0\n", b"\tOFFSETS 0 0 0\n"),
        (b"{\n\tOFFSET 0 0 0\n", b"\tOFFSET 0 0 0\n"),
    ],
)
def test_a_header_with_a_slip_is_not_judged_by_itself(old: bytes, new: bytes) -> None:
    assert Document.parse(HEADER + ROWS).header is not None
    assert old in HEADER
    assert Document.parse(HEADER.replace(old, new, 1) + ROWS).header is None


def test_heads_are_kept_up_to_a_number_of_tokens() -> None:
    tokens = Document.parse(HEADER + ROWS).tree.tokens
    parsed: list[bytes] = []

    def parse(head: bytes, is_utf8: bool) -> Tree:
        assert is_utf8
        parsed.append(head)
        return Tree((), tokens, head)

    heads = Heads(most=3 * (len(tokens) + 16))
    for head in (b"a", b"b", b"c", b"a", b"d", b"a", b"c", b"b"):
        heads.get(head, True, parse)
    # The fourth pushes out the one used longest ago, which is then parsed anew.
    assert parsed == [b"a", b"b", b"c", b"d", b"b"]
