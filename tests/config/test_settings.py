"""Settings as files and the command line give them, and errors that name the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bvhlint.config.resolve import Resolver
from bvhlint.config.settings import Settings
from bvhlint.errors import ConfigError
from bvhlint.severity import Severity

FULL = """\
select = ["BVH5", "row-width"]
ignore = ["BVH503"]
extend-select = ["BVH106"]
extend-ignore = ["BVH1"]
exclude = ["raw/", "*.old.bvh"]
ignore-findings = ["walk.bvh:18:BVH602", "a:b/run.bvh:3:row-width"]
target = ["three", "blender"]
expect-fps = 30
fail-on = "warning"
show = "error"
rules-dir = "house/rules"
baseline = "baseline.jsonl"
cache-dir = "../cache"

[severity]
BVH502 = "info"
bad-number = "warning"

[per-file-ignores]
"legacy/*" = ["BVH3", "BVH4"]

[rules.zero-length-bone]
tolerance = 1e-4
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def put(folder: Path, text: str, name: str = "bvhlint.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text)
    return path


def settings(path: str = "walk.bvh", **overrides: Any) -> Settings:
    return Resolver({key.replace("_", "-"): v for key, v in overrides.items()}).for_file(path)


def error(path: str = "walk.bvh", **overrides: Any) -> str:
    with pytest.raises(ConfigError) as caught:
        settings(path, **overrides)
    return str(caught.value)


def test_all_keys_are_decoded(here: Path) -> None:
    put(here, FULL)
    found = settings()
    assert found.select == ("BVH5", "row-width")
    assert found.ignore == ("BVH503",)
    assert found.extend_select == ("BVH106",)
    assert found.extend_ignore == ("BVH1",)
    assert [layer.base for layer in found.exclude] == [str(here)]
    assert found.exclude[0].patterns.decide("x/walk.old.bvh", is_folder=False) is True
    assert [(entry.path, entry.line, entry.rule) for entry in found.ignore_findings] == [
        (f"{here}/walk.bvh", 18, "BVH602"),
        (f"{here}/a:b/run.bvh", 3, "row-width"),
    ]
    assert found.target == ("three", "blender")
    assert found.expect_fps == "30"
    assert (found.fail_on, found.show) == ("warning", "error")
    assert found.rules_dir == (f"{here}/house/rules",)
    assert found.baseline == f"{here}/baseline.jsonl"
    assert found.cache_dir == f"{here.parent}/cache"
    assert found.severity == {"BVH502": Severity.INFO, "bad-number": Severity.WARNING}
    assert [(entry.glob, entry.selector) for entry in found.per_file_ignores] == [
        ("legacy/*", "BVH3"),
        ("legacy/*", "BVH4"),
    ]
    assert found.rules == {"zero-length-bone": {"tolerance": 1e-4}}
    assert found.files == (f"{here}/bvhlint.toml",)


@pytest.mark.usefixtures("here")
def test_without_a_file_the_defaults_hold() -> None:
    found = settings()
    assert found.select is None
    assert (found.fail_on, found.show) == ("error", "info")
    assert found.files == ()


def test_each_value_knows_its_place(here: Path) -> None:
    put(here, FULL)
    found = settings(show="warning")
    assert found.origin("select", 1).where() == "bvhlint.toml:1"
    assert found.origin("severity", "bad-number").where() == "bvhlint.toml:17"
    assert found.origin("per-file-ignores", "legacy/*", 1).where() == "bvhlint.toml:20"
    assert found.origin("rules", "zero-length-bone", "tolerance").where() == "bvhlint.toml:23"
    assert found.per_file_ignores[0].origin.where() == "bvhlint.toml:20"
    assert found.ignore_findings[1].origin.where() == "bvhlint.toml:6"
    assert found.origin("show").where() == "--show"
    assert found.from_command_line("show")
    assert not found.from_command_line("select")


def test_the_command_line_replaces_a_key_and_counts_from_the_current_folder(here: Path) -> None:
    put(here / "sub", 'ignore = ["BVH1"]\nselect = ["BVH2"]\nexclude = ["a"]\n')
    found = settings("sub/walk.bvh", ignore=["BVH3"], exclude=["b"], rules_dir=["mine"])
    assert found.ignore == ("BVH3",)
    assert found.select == ("BVH2",)
    assert [layer.base for layer in found.exclude] == [str(here)]
    assert found.exclude[0].patterns.decide("a", is_folder=False) is None
    assert found.rules_dir == (f"{here}/mine",)


@pytest.mark.parametrize(
    ("value", "text"),
    [("29.97", "29.97"), ("30", "30"), ('"30000/1001"', "30000/1001"), ("30.0", "30")],
)
def test_a_rate_is_a_number_or_a_text(here: Path, value: str, text: str) -> None:
    put(here, f"expect-fps = {value}\n")
    assert settings().expect_fps == text


def test_one_word_stands_for_a_list_of_one(here: Path) -> None:
    put(here, 'target = "portable"\nrules-dir = "a"\n')
    assert settings().target == ("portable",)
    assert settings().rules_dir == (f"{here}/a",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\nselct = []\n", 'bvhlint.toml:2: unknown key "selct"; did you mean "select"?'),
        ("[[sets]]\n", 'bvhlint.toml:1: unknown key "sets"'),
        (
            'show = "info"\n\n[tool.bvhlint]\nselect = ["ALL"]\n',
            'bvhlint.toml:3: unknown key "tool": only pyproject.toml has [tool.bvhlint]; in this'
            " file the keys stand at the top level",
        ),
        ("[tool.other]\n", 'bvhlint.toml:1: unknown key "tool"'),
        ("[rule.x]\n", 'bvhlint.toml:1: unknown key "rule"; did you mean "rules"?'),
        ("fail_on = 1\n", 'bvhlint.toml:1: unknown key "fail_on"; did you mean "fail-on"?'),
        (
            'show = "info"\nfail-on = "erorr"\n',
            'bvhlint.toml:2: fail-on: "erorr" is none of error, warning, info, never;'
            ' did you mean "error"?',
        ),
        ('show = "never"\n', 'bvhlint.toml:1: show: "never" is none of error, warning, info'),
        ("select = 'ALL'\n", "bvhlint.toml:1: select: expected array, got string"),
        (
            "select = [\n  'BVH1',\n  2,\n]\n",
            "bvhlint.toml:3: select: expected string, got whole number",
        ),
        (
            '[severity]\n\nBVH502 = "warn"\n',
            'bvhlint.toml:3: severity.BVH502: "warn" is none of error, warning, info;'
            ' did you mean "warning"?',
        ),
        ("severity = 'info'\n", "bvhlint.toml:1: severity: expected table, got string"),
        (
            '[per-file-ignores]\n"a/*" = "BVH1"\n',
            "bvhlint.toml:2: per-file-ignores.a/*: expected array, got string",
        ),
        ("[rules]\nrow-width = 3\n", "bvhlint.toml:2: rules.row-width: expected table, got"),
        ("expect-fps = true\n", "bvhlint.toml:1: expect-fps: expected number | string, got true"),
        ("expect-fps = -3\n", "bvhlint.toml:1: '-3' is no number of frames a second"),
        ("expect-fps = inf\n", "bvhlint.toml:1: 'inf' is no number of frames a second"),
        ("baseline = 2020-01-01\n", "bvhlint.toml:1: baseline: expected string, got date"),
        (
            'ignore-findings = [\n"walk.bvh:BVH1"]\n',
            'bvhlint.toml:2: ignore-findings: "walk.bvh:BVH1" is not of the form "path:line:CODE"',
        ),
        ('a = "\n', "bvhlint.toml:1: illegal character"),
        ("select = []\nselect = []\n", "bvhlint.toml:2: cannot overwrite a value"),
        ("a = " + "9" * 5000 + "\n", "bvhlint.toml: exceeds the limit"),
        ("a = " + "[" * 5000, "bvhlint.toml: arrays nested too deep"),
    ],
)
def test_what_is_wrong_is_named_with_file_line_and_nearest_spelling(
    here: Path, text: str, message: str
) -> None:
    put(here, text)
    assert error().startswith(message)


def test_what_a_file_says_cannot_write_to_the_terminal(here: Path) -> None:
    put(here, '"a\\u001b]0;x\\u0007\\u202e" = 1\n')
    assert error() == 'bvhlint.toml:1: unknown key "a\\x1b]0;x\\x07\\u202e"'
    put(here, '[severity]\n"a\\u001b" = "\\u001b[31m"\n')
    assert error().startswith('bvhlint.toml:2: severity.a\\x1b: "\\x1b[31m" is none of')
    put(here, f"{'x' * 1000} = 1\n")
    assert len(error()) < 150


def test_bytes_that_are_not_utf8_are_named_by_line(here: Path) -> None:
    (here / "bvhlint.toml").write_bytes(b"# one\n# \xe9\n")
    assert error() == "bvhlint.toml:2: not valid UTF-8"
    (here / "bvhlint.toml").write_bytes(b'\xef\xbb\xbfshow = "error"\r\n')
    assert settings().show == "error"


def test_a_configuration_is_bounded(here: Path) -> None:
    put(here, "#" * (1 << 20) + "\n")
    assert error() == "bvhlint.toml: cannot be read: it is larger than 1048576 bytes"


@pytest.mark.usefixtures("here")
def test_a_wrong_value_on_the_command_line_names_the_option() -> None:
    assert error(fail_on="warn").startswith('--fail-on: "warn" is none of')
    assert error(expect_fps="fast") == "--expect-fps: 'fast' is no number of frames a second"


def test_pyproject_counts_with_our_table_only_and_names_its_lines(here: Path) -> None:
    put(here.parent, 'show = "warning"\n')
    project = put(here, "[tool.black]\nline-length = 100\n", "pyproject.toml")
    assert settings().show == "warning"
    project.write_text('[project]\nname = "x"\n\n[tool.bvhlint]\nshow = "error"\n')
    assert settings().show == "error"
    assert settings().origin("show").where() == "pyproject.toml:5"
    project.write_text('[tool.bvhlint]\nshow = "eror"\n')
    assert error().startswith("pyproject.toml:2: show: ")
    project.write_text("[tool]\nbvhlint = 3\n")
    assert error() == "pyproject.toml:2: expected a table"
    project.write_text("[tool.bvhlint]\n[broken\n")
    assert error().startswith("pyproject.toml:2: ")
    project.write_text("[broken\n")
    assert settings().show == "warning"


def test_the_nearest_file_counts_alone(here: Path) -> None:
    put(here, 'show = "error"\nfail-on = "never"\n')
    put(here / "a", 'show = "warning"\n')
    (here / "a/b/bvhlint.toml").mkdir(parents=True)
    assert (settings("x.bvh").show, settings("x.bvh").fail_on) == ("error", "never")
    assert (settings("a/x.bvh").show, settings("a/x.bvh").fail_on) == ("warning", "error")
    assert settings("a/b/c/gone/x.bvh").show == "warning"


def test_of_the_files_in_one_folder_the_first_name_counts(here: Path) -> None:
    put(here, '[tool.bvhlint]\nshow = "info"\n', "pyproject.toml")
    assert settings().files == (f"{here}/pyproject.toml",)
    put(here, 'show = "warning"\n', "bvhlint.toml")
    assert settings().show == "warning"
    put(here, 'show = "error"\n', ".bvhlint.toml")
    assert settings().show == "error"


def test_files_of_one_configuration_share_their_settings(here: Path) -> None:
    put(here, 'show = "error"\n')
    resolver = Resolver()
    first = resolver.for_file("a/b/x.bvh")
    (here / "bvhlint.toml").unlink()
    assert resolver.for_file("a/y.bvh") is first
    assert resolver.for_file("z.bvh") is first
    assert resolver.base() is first


def test_a_named_configuration_is_the_only_one(here: Path) -> None:
    put(here, 'show = "error"\n')
    other = put(here.parent / "other", 'rules-dir = "rules"\nexclude = ["x"]\n', "house.toml")
    resolver = Resolver(config=str(other))
    found = resolver.for_file("walk.bvh")
    assert found.show == "info"
    assert found.rules_dir == (f"{here.parent}/other/rules",)
    assert found.exclude[0].base == f"{here.parent}/other"
    with pytest.raises(ConfigError, match=r"^gone\.toml: cannot be read: no such file"):
        Resolver(config="gone.toml")


def test_isolated_reads_no_file_at_all(here: Path) -> None:
    put(here, "broken [")
    resolver = Resolver({"show": "error"}, isolated=True, config="gone.toml")
    assert resolver.for_file("walk.bvh").show == "error"
    assert resolver.base().files == ()


def test_extend_takes_what_is_not_said_anew(here: Path) -> None:
    put(
        here.parent / "house",
        'select = ["BVH1"]\nignore = ["BVH2"]\nexclude = ["raw"]\nrules-dir = "rules"\n'
        '[severity]\nBVH1 = "info"\nBVH2 = "info"\n'
        "[rules.x]\none = 1\ntwo = 2\n[rules.y]\nthree = 3\n"
        '[per-file-ignores]\n"a" = ["BVH1"]\n"b" = ["BVH1"]\n',
        "base.toml",
    )
    put(
        here,
        'extend = "../house/base.toml"\nselect = ["BVH3"]\n'
        '[severity]\nBVH2 = "error"\n[rules.x]\ntwo = 9\n[per-file-ignores]\n"b" = ["BVH9"]\n',
    )
    found = settings()
    assert found.select == ("BVH3",)
    assert found.ignore == ("BVH2",)
    assert found.severity == {"BVH1": Severity.INFO, "BVH2": Severity.ERROR}
    assert found.rules == {"x": {"one": 1, "two": 9}, "y": {"three": 3}}
    # What a file says is relative to that file.
    assert found.rules_dir == (f"{here.parent}/house/rules",)
    assert found.exclude[0].base == f"{here.parent}/house"
    assert [(e.glob, e.selector, e.origin.folder) for e in found.per_file_ignores] == [
        ("a", "BVH1", f"{here.parent}/house"),
        ("b", "BVH9", str(here)),
    ]
    assert found.origin("rules", "x", "one").where() == f"{here.parent}/house/base.toml:9"
    assert found.origin("rules", "x", "two").where() == "bvhlint.toml:6"
    assert found.files == (f"{here.parent}/house/base.toml", f"{here}/bvhlint.toml")


def test_extend_goes_on_and_loops_are_refused(here: Path) -> None:
    put(here, 'extend = "b.toml"\n')
    put(here, 'extend = "c.toml"\n', "b.toml")
    put(here, 'show = "error"\n', "c.toml")
    assert settings().show == "error"
    put(here, '\nextend = "bvhlint.toml"\n', "c.toml")
    assert error() == "c.toml:2: extends itself by way of bvhlint.toml"
    put(here, 'extend = "bvhlint.toml"\n')
    assert error() == "bvhlint.toml:1: extends itself by way of bvhlint.toml"
    put(here, 'extend = "gone.toml"\n')
    assert error() == "bvhlint.toml:1: no such configuration file: gone.toml"
    put(here, "select = 3\n", "c.toml")
    put(here, 'extend = "c.toml"\n')
    assert error().startswith("c.toml:1: select: ")


def test_extend_takes_the_table_of_a_pyproject(here: Path) -> None:
    put(here, 'extend = "sub/pyproject.toml"\n')
    put(here / "sub", '[tool.bvhlint]\nshow = "error"\n', "pyproject.toml")
    assert settings().show == "error"


@pytest.mark.parametrize(
    "line",
    ['rules-dir = "r"', 'cache-dir = "c"', 'baseline = "b"', 'extend = "../../bvhlint.toml"'],
)
def test_what_runs_code_or_names_files_counts_from_the_current_folder_only(
    here: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(here, 'show = "error"\n')
    deep = put(here / "data/set", f"\n{line}\n")
    key = line.split()[0]
    message = f'data/set/bvhlint.toml:2: "{key}" does not count in a configuration met'
    assert error("data/set/walk.bvh").startswith(message)
    # Its own folder's user, and who names it, may.
    Resolver(config=str(deep)).for_file("data/set/walk.bvh")
    monkeypatch.chdir(deep.parent)
    settings("walk.bvh")
    settings("sub/walk.bvh")


def test_no_data_set_counts_where_there_is_no_configuration_above(here: Path) -> None:
    put(here / "data", 'rules-dir = "r"\n')
    assert "does not count" in error("data/walk.bvh")
    assert settings("walk.bvh").files == ()
    put(here.parent / "beside", 'rules-dir = "r"\n')
    assert "does not count" in error("../beside/walk.bvh")


def test_the_configuration_above_the_current_folder_is_the_user_s_own(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(here, 'rules-dir = "r"\n')
    (here / "a/b").mkdir(parents=True)
    monkeypatch.chdir(here / "a/b")
    assert settings("walk.bvh").rules_dir == (f"{here}/r",)
    assert settings("../x.bvh").rules_dir == (f"{here}/r",)
    # One above the nearest is not the one found from here.
    put(here.parent, 'rules-dir = "r"\n')
    assert "does not count" in error("../../../walk.bvh")


def test_one_configuration_by_two_paths_is_one(here: Path) -> None:
    put(here, 'rules-dir = "r"\n')
    link = here.parent / "link"
    link.symlink_to(here)
    assert settings(f"{link}/walk.bvh").rules_dir == (f"{link}/r",)


def test_a_folder_that_is_gone_is_an_error(here: Path) -> None:
    here.rmdir()
    with pytest.raises(ConfigError, match="the current folder does not exist"):
        Resolver()


@pytest.mark.usefixtures("here")
def test_settings_of_very_deep_folders() -> None:
    assert settings("a/" * 3000 + "walk.bvh").files == ()
