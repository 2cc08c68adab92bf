"""Rules of others: folders, installed plug-ins, and what is refused of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fix_clips import GOOD, put
from installed import Run

from bvhlint.document.document import Document
from bvhlint.errors import ConfigError
from bvhlint.linter import ActiveRule, check_document
from bvhlint.plugins import all_rules, builtin_rules, installed_rules, load_rules

RULE = '''"""Names are short.

## What it does
Looks at names.
"""

from collections.abc import Iterator

from bvhlint.rule import Document, Finding, Options, Severity, rule


@rule("{code}", "{name}", Severity.WARNING, part="house")
def check(document: Document, options: Options) -> Iterator[Finding]:
    for joint in document.skeleton.joints:
        yield Finding(*joint.name_span, "seen")
'''


def write_rule(path: Path, code: str, name: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(RULE.format(code=code, name=name), encoding="utf-8")


@pytest.fixture
def fresh() -> Iterator[None]:
    installed_rules.cache_clear()
    yield
    installed_rules.cache_clear()


def test_a_folder_is_searched_with_the_folders_in_it(tmp_path: Path) -> None:
    write_rule(tmp_path / "names/short.py", "HR002", "short-name")
    write_rule(tmp_path / "long.py", "HR001", "long-name")
    found = load_rules([tmp_path])
    assert [(rule.code, rule.name) for rule in found] == [
        ("HR001", "long-name"),
        ("HR002", "short-name"),
    ]
    assert found[0].summary == "Names are short."


def test_what_a_module_prints_is_no_part_of_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rule(tmp_path / "long.py", "HR001", "long-name")
    with (tmp_path / "long.py").open("a") as file:
        file.write('print("loaded")\n')
    load_rules([tmp_path])
    assert capsys.readouterr() == ("", "loaded\n")


def test_the_built_in_rules_come_with_them(tmp_path: Path) -> None:
    write_rule(tmp_path / "long.py", "HR001", "long-name")
    codes = {rule.code for rule in all_rules([str(tmp_path)])}
    assert codes == {rule.code for rule in builtin_rules()} | {"HR001"}


@pytest.mark.parametrize(("code", "name"), [("BVH502", "house"), ("HR001", "row-width")])
def test_a_clash_names_both_files(tmp_path: Path, code: str, name: str) -> None:
    path = tmp_path / "clash.py"
    write_rule(path, code, name)
    with pytest.raises(ConfigError, match=r"row_width\.py") as caught:
        all_rules([str(tmp_path)])
    assert str(path) in str(caught.value)


def test_a_module_that_does_not_import_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("import a_library_that_is_not_there\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="a_library_that_is_not_there") as caught:
        load_rules([tmp_path])
    assert str(path) in str(caught.value)


def test_a_module_that_ends_the_process_is_named(tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text("raise SystemExit(0)\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"leaves\.py: does not import: SystemExit"):
        load_rules([tmp_path])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"HR001"', '"ALL"', "a code is capital letters and a number, such as ACME001, not 'ALL'"),
        (
            '"HR001"',
            '"H R1"',
            "a code is capital letters and a number, such as ACME001, not 'H R1'",
        ),
        ('"house"', '"My House"', "a name is words in small letters joined by -, not 'My House'"),
        ("Severity.WARNING", '"bad"', "'bad' is not a valid Severity"),
        (": Options", "", "check is to have two parameters with their types: "),
        (", options: Options", "", "check is to have two parameters with their types: "),
        ("options: Options", "options: int", "check is to have two parameters with their types: "),
    ],
)
def test_a_rule_that_is_none_is_told_with_its_file(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = tmp_path / "house.py"
    write_rule(path, "HR001", "house")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_rules([tmp_path])
    assert str(caught.value).startswith(f"{path}: does not import: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("code", ["BVH999", "SL999"])
def test_a_code_that_may_once_be_bvhlint_s_is_refused(tmp_path: Path, code: str) -> None:
    write_rule(tmp_path / "house.py", code, "house")
    with pytest.raises(ConfigError, match=f"house.py: {code}: codes with .* are bvhlint's own"):
        all_rules([str(tmp_path)])


BROKEN_RULES = {
    "sys.exit": "raise SystemExit(0)",
    "message": "yield Finding(0, 2, 5)",
    "start": 'yield Finding("a", 2, "x")',
    "negative": 'yield Finding(-5, -2, "x")',
    "beyond": 'yield Finding(10**9, 10**9 + 1, "x")',
    "backwards": 'yield Finding(3, 2, "x")',
    "no generator": "return 5",
}


@pytest.mark.parametrize("body", BROKEN_RULES.values(), ids=BROKEN_RULES)
def test_what_a_rule_does_wrong_is_its_own_fault_alone(tmp_path: Path, body: str) -> None:
    write_rule(tmp_path / "house.py", "HR001", "house")
    path = tmp_path / "house.py"
    text = path.read_text(encoding="utf-8")
    head = text[: text.index("    ", text.index("def check"))]
    path.write_text(f"{head}    {body}\n", encoding="utf-8")
    (broken,) = load_rules([tmp_path])
    document = Document.parse(b"HIERARCHY\n")
    good = next(rule for rule in builtin_rules() if rule.name == "no-motion")
    checked = check_document(document, [ActiveRule.of(broken), ActiveRule.of(good)])
    assert checked.crashed
    assert sorted(found.code for found in checked.findings) == ["BVH000", good.code]
    assert "the rule HR001 house crashed: " in checked.findings[0].message


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such rules folder"):
        load_rules([tmp_path / "gone"])


def declare(place: Path, target: str) -> None:
    information = place / "house-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: house\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[bvhlint.rules]\nhouse = {target}\n")


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("target", ["house_of_rules", "house_of_rules:check"])
def test_an_installed_plug_in_names_a_module_or_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    write_rule(tmp_path / "house_of_rules.py", "HR001", "long-name")
    declare(tmp_path, target)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [rule.code for rule in installed_rules()] == ["HR001"]
    assert "HR001" in {rule.code for rule in all_rules()}


@pytest.mark.usefixtures("fresh")
def test_a_plug_in_that_does_not_import_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(tmp_path, "house_that_is_not_there")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ConfigError, match=r"plug-in house .*house_that_is_not_there"):
        installed_rules()


@pytest.mark.usefixtures("fresh")
def test_without_a_plug_in_no_metadata_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", None)
    assert installed_rules() == ()


def test_what_a_rule_prints_is_no_part_of_the_report(bvhlint: Run, tmp_path: Path) -> None:
    write_rule(tmp_path / "house/long.py", "HR001", "long-name")
    with (tmp_path / "house/long.py").open("r+") as file:
        text = file.read().replace("    for joint", '    print("hello")\n    for joint')
        file.seek(0)
        file.write(text)
    put(tmp_path, a=GOOD, b=GOOD)
    words = ("--rules-dir", "house", "--no-cache")
    done = bvhlint("check", ".", *words, "--output-format", "json", cwd=tmp_path)
    assert json.loads(done.stdout)["summary"]["files"] == 2
    done = bvhlint("fix", "-", *words, cwd=tmp_path, stdin=GOOD)
    assert done.stdout.encode() == GOOD
    assert "hello\n" in done.stderr
