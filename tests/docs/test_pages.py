"""The generated pages under docs/ are those that the code makes now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bvhlint import readers
from bvhlint.manual import pages
from bvhlint.plugins import builtin_rules


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    return pages.pages()


def test_no_page_is_stale(made: dict[str, str]) -> None:
    assert pages.stale(made) == [], f"run {pages.COMMAND}"


def test_every_rule_has_a_page_and_a_line_in_the_index(made: dict[str, str]) -> None:
    for rule in builtin_rules():
        assert made[f"rules/{rule.name}.md"].startswith(f"# {rule.name} ({rule.code})\n")
        assert f"| {rule.code} | [{rule.name}]({rule.name}.md) |" in made["rules/index.md"]


def test_every_part_has_a_heading() -> None:
    assert {rule.part for rule in builtin_rules()} <= pages.PARTS.keys()


def test_links_lead_somewhere(made: dict[str, str]) -> None:
    for path, text in made.items():
        for link in re.findall(r"\]\(([^)#]+)\)", text):
            target = (Path("/") / path).parent / link
            parts: list[str] = []
            for part in target.parts[1:]:
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in made, f"{path}: {link}"


def test_the_table_of_readers(made: dict[str, str]) -> None:
    lines = made["readers.md"].splitlines()
    header = next(line for line in lines if line.startswith("| rule |"))
    assert header.count("`") == 2 * len(readers.readers())
    row = next(line for line in lines if line.startswith("| [no-channels](rules/no-channels.md)"))
    assert row == (
        "| [no-channels](rules/no-channels.md): at a ROOT | fine | fine | fine | fine | fine "
        "| fine | **fails** | **fails** | fine | **fails** |  |  |  |  | **fails** |"
    )
    assert "### `holden`: Holden's loader" in lines


def test_check_finds_what_is_stale_and_writing_mends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pages.main([], docs=tmp_path) == 0
    assert pages.main(["--check"], docs=tmp_path) == 0
    (tmp_path / "rules" / "no-channels.md").write_text("old", encoding="utf-8")
    (tmp_path / "rules" / "gone-rule.md").write_text("old", encoding="utf-8")
    (tmp_path / "readers.md").unlink()
    (tmp_path / "guide.md").write_text("by hand", encoding="utf-8")
    assert pages.main(["--check"], docs=tmp_path) == 1
    told = capsys.readouterr().err
    assert re.findall(r"docs/(\S+) is stale", told) == [
        "readers.md",
        "rules/gone-rule.md",
        "rules/no-channels.md",
    ]
    assert pages.main([], docs=tmp_path) == 0
    assert pages.main(["--check"], docs=tmp_path) == 0
    assert not (tmp_path / "rules" / "gone-rule.md").exists()
    assert (tmp_path / "guide.md").read_text(encoding="utf-8") == "by hand"


def test_outside_a_checkout_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        pages.main([], docs=tmp_path / "docs")
    assert caught.value.code == 2
    assert "no docs folder" in capsys.readouterr().err
