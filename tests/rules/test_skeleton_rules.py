"""Names and hierarchy: what silences what, encodings, and names that become one."""

from __future__ import annotations

import pytest
from rule_checks import HIPS_AND_SPINE, check, clip, found, motion

import bvhlint
from bvhlint.document.document import Document

NAME_RULES = (
    "duplicate-name", "name-whitespace", "name-charset", "name-non-ascii",
    "name-clash-after-normalising", "name-contains-keyword",
)  # fmt: skip
SKELETON_RULES = (
    "multiple-roots", "leaf-without-end-site", "end-site-with-children", *NAME_RULES
)  # fmt: skip
ROW = "0 0 0 0 0 0 0 0 0"


def chain(*names: bytes) -> bytes:
    """Joints one below the other, the first the root; the name of joint n stands on line 2 + 4n."""
    lines = [b"HIERARCHY"]
    for index, name in enumerate(names):
        lines += [b"JOINT " + name if index else b"ROOT " + name]
        lines += [b"{", b"OFFSET 0 1 0", b"CHANNELS 3 Zrotation Xrotation Yrotation"]
    lines += [b"End Site", b"{", b"OFFSET 0 1 0", b"}", *[b"}"] * len(names)]
    return b"\n".join(lines) + b"\n" + motion().encode()


def told(*names: bytes) -> list[tuple[str, int]]:
    return [(name, line) for name, line, _ in found(chain(*names), *NAME_RULES)]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([b"Hips", b"Spine_1"], []),
        ([b"Hips", b"Hips"], [("duplicate-name", 6)]),
        ([b"a b", b"a b"], [("name-whitespace", 2), ("duplicate-name", 6), ("name-whitespace", 6)]),
        ([b"Left Arm"], [("name-whitespace", 2)]),
        ([b"Left\tArm"], [("name-whitespace", 2)]),
        ([b"Left Arm  "], [("name-whitespace", 2)]),
        ([b"Hips  "], []),
        ([b"Arm(L)"], [("name-charset", 2)]),
        ([b"rig:Hips", b"rig:Spine"], [("name-charset", 2), ("name-charset", 6)]),
        ([b"Left Arm.1"], [("name-whitespace", 2), ("name-charset", 2)]),
        (["骨".encode()], [("name-non-ascii", 2)]),
        (["左 腕".encode()], [("name-whitespace", 2), ("name-non-ascii", 2)]),
        (["左:腕".encode()], [("name-charset", 2), ("name-non-ascii", 2)]),
        ([b"RightEnd"], [("name-contains-keyword", 2)]),
        ([b"root", b"Legend", b"Joint", b"Offset"], []),
        ([b"Frames"], []),
    ],
)
def test_each_matter_of_a_name_is_told_by_one_rule(
    names: list[bytes], expected: list[tuple[str, int]]
) -> None:
    assert told(*names) == expected


@pytest.mark.parametrize("character", ["ボ", "表", "ソ", "ー"])
def test_the_second_byte_of_a_shift_jis_character_is_no_ascii_letter(character: str) -> None:
    name = f"センター{character}".encode("cp932")
    assert told(name) == [("name-non-ascii", 2)]
    message = check(chain(name), "name-non-ascii")[0].message
    assert f'"センター{character}" (Shift-JIS, it seems)' in message


def test_each_name_says_its_own_encoding() -> None:
    first, second = check(chain("骨".encode(), b"H\xfcfte"), "name-non-ascii")
    assert '"骨" (UTF-8)' in first.message
    assert '"Hüfte" (Latin-1, it seems)' in second.message


@pytest.mark.parametrize("raw", [b"a\x85b", b"a\xa0b", b"a\x0cb", b"a\x0bb", b"a\x1cb"])
def test_nothing_but_space_and_tab_is_a_blank(raw: bytes) -> None:
    assert "name-whitespace" not in dict(told(raw))
    assert told(raw), "and yet it is no plain name"


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("rig:Hips", "colon"),
        ("rig|Hips", "other"),
        ("Arm.L", "dot"),
        ("a/b", "slash"),
        ("a\\b", "slash"),
        ("Arm[0]", "bracket"),
        ("rig:Arm[0].L/x", "bracket"),
        ("rig:Arm.L/x", "colon"),
        ("Arm.L/x", "slash"),
    ],
)
def test_the_worst_character_says_what_readers_do(name: str, variant: str) -> None:
    assert check(chain(name.encode()), "name-charset")[0].variant == variant


def test_only_a_namespace_can_be_stripped() -> None:
    options = [
        finding.fix.option if finding.fix else None
        for finding in check(chain(b"rig:Hips", b"Arm.L", b"Leg:"), "name-charset")
    ]
    assert options == ["--strip-namespace", None, None]


@pytest.mark.parametrize(
    ("names", "variant", "says"),
    [
        ([b"Arm 1", b"Arm_1"], "blank-joined", 'are both "Arm_1" once blanks become _'),
        ([b"a:Hip", b"b:Hip"], "other", 'are both "Hip" once namespaces are cut off'),
        ([b"a:Hip", b"Hip"], "other", 'are both "Hip" once namespaces are cut off'),
        ([b"a.b", b"a_b"], "other", 'are both "a_b" once : and . become _'),
        ([b"Arm 1", b"Arm1"], "other", 'are both "Arm1" once blanks, : and . are left out'),
    ],
)
def test_names_that_become_one(names: list[bytes], variant: str, says: str) -> None:
    findings = check(chain(*names), "name-clash-after-normalising")
    assert [(finding.variant, finding.region.line) for finding in findings] == [(variant, 6)]
    assert says in findings[0].message


@pytest.mark.parametrize(
    "names",
    [
        [b"a:Hip", b"a:Leg"],
        [b"Hip", b"Hip"],
        [b"arm", b"Arm"],
        [b"Arm.L", b"Leg.L"],
        [b"Arm.L", b"Arm.R"],
        [b"Bip01", b"Bip01 Spine", b"Bip01 Neck"],
        [b".a", b".b"],
        [b"a:", b"b:"],
    ],
)
def test_names_that_stay_apart(names: list[bytes]) -> None:
    assert check(chain(*names), "name-clash-after-normalising") == ()


def test_a_clash_of_many_is_one_finding() -> None:
    names = [b"N%d:Arm" % index for index in range(50)]
    findings = check(chain(*names), "name-clash-after-normalising")
    assert len(findings) == 1
    assert "N0:Arm, N1:Arm, N2:Arm and 47 others" in findings[0].message


# Hierarchy


def test_a_second_hierarchy_is_not_judged() -> None:
    data = (HIPS_AND_SPINE * 2 + motion(f"{ROW} {ROW}")).encode()
    assert found(data, *SKELETON_RULES) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("End Site", "EndSite", id="spelled otherwise"),
        pytest.param("End Site", "End Sitte", id="misspelt"),
        pytest.param("\t\tEnd Site\n\t\t{", "\t\tEnd Site", id="without its brace"),
    ],
)
def test_an_end_site_that_is_told_elsewhere_is_not_missing(old: str, new: str) -> None:
    data = clip(ROW).replace(old.encode(), new.encode())
    assert found(data, "leaf-without-end-site") == []


def test_a_file_that_ends_in_a_joint_lacks_no_end_site() -> None:
    data = clip(ROW)
    for end in (b"JOINT Spine\n\t{\n", b"0.00 10.00 0.00\n", b"3 Zrotation Xrotation Yrotation\n"):
        cut = data[: data.index(end) + len(end)]
        assert found(cut, "leaf-without-end-site") == []
    whole = data.replace(b"\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0.00 10.00 0.00\n\t\t}\n", b"")
    assert found(whole, "leaf-without-end-site") == [("leaf-without-end-site", 6, 2)]


def test_a_joint_without_end_site_before_motion_with_its_brace_missing() -> None:
    data = b"HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n" + motion().encode()
    assert found(data, "leaf-without-end-site") == [("leaf-without-end-site", 2, 1)]


def test_each_further_root_is_told_at_its_keyword() -> None:
    head = HIPS_AND_SPINE.removeprefix("HIERARCHY\n")
    data = (HIPS_AND_SPINE + head.replace("Hips", "A") + head.replace("Hips", "B")).encode()
    assert found(data, "multiple-roots") == [("multiple-roots", 16, 1), ("multiple-roots", 30, 1)]
    messages = [finding.message for finding in check(data, "multiple-roots")]
    assert messages[0].startswith("A is ROOT 2 of 3 in this file")


def test_a_long_name_is_cut_in_messages() -> None:
    for finding in check(chain(b"a:" + b"x y" * 100_000), *NAME_RULES):
        assert len(finding.message) < 300
        assert len(finding.help) < 300


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("a.b", 'rename it: fix --rename "a.b=a_b"'),
        ('"a"', "rename it to _a_: fix --rename-file FILE takes any name"),
        ("a$b", "rename it to a_b: fix --rename-file FILE takes any name"),
        ("a\x1bb", "rename it to a_b: fix --rename-file FILE takes any name"),
    ],
)
def test_the_way_to_another_name_works(name: str, way: str) -> None:
    data = chain(b"Hips", name.encode())
    (finding,) = check(data, "name-charset")
    assert finding.help == way
    new = way.partition(" to ")[2].partition(":")[0] or "a_b"
    renamed = bvhlint.fix(Document.parse(data), rename={name: new}).document.to_bytes()
    assert renamed == chain(b"Hips", new.encode())
