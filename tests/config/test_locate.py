"""The line of each key and item of a TOML text."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bvhlint.config.locate import Path, line_of, locate

TEXT = '''\
# select = ["BVH1"]
select = ["BVH1",  # one
  "BVH2",
]
"fail-on" = "error"
'show' = 'info'
severity.BVH502 = "info"
text = """
ignore = 1
"""
raw = \'\'\'
ignore = [2]\'\'\'
rules.zero-length-bone = { tolerance = 1e-4, names = ["a", "b"] }

[per-file-ignores]
"legacy/*" = [
  "BVH3", "BVH4",

  "BVH5"]
"a\\u0062#]c" = []

[rules.row-width]  # comment
least = 3
[[sets]]
name = "a"
[[sets]]
name = "b"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("select",), 2),
        (("select", 0), 2),
        (("select", 1), 3),
        (("select", 7), 2),
        (("fail-on",), 5),
        (("show",), 6),
        (("severity", "BVH502"), 7),
        (("text",), 8),
        (("raw",), 11),
        (("rules", "zero-length-bone", "tolerance"), 13),
        (("rules", "zero-length-bone", "names", 1), 13),
        (("per-file-ignores",), 15),
        (("per-file-ignores", "legacy/*"), 16),
        (("per-file-ignores", "legacy/*", 1), 17),
        (("per-file-ignores", "legacy/*", 2), 19),
        (("per-file-ignores", "ab#]c"), 20),
        (("rules", "row-width"), 22),
        (("rules", "row-width", "least"), 23),
        (("rules", "row-width", "gone"), 22),
        (("sets", 1, "name"), 27),
        (("ignore",), None),
    ],
)
def test_a_key_or_item_is_found_on_its_line(path: Path, line: int | None) -> None:
    assert line_of(TEXT, path) == line
    assert line_of(TEXT.replace("\n", "\r\n"), path) == line


def test_all_keys_of_the_text_are_found() -> None:
    found = {path for path, _ in locate(TEXT)}
    assert set(tomllib.loads(TEXT)) <= {path[0] for path in found}


VALUE = st.recursive(
    st.sampled_from(['"a # b"', "'x]'", "1", "1.5e-3", "true", '"""a\n"b" = 1"""', "2020-01-01"]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: "[\n" + ", # x\n".join(items) + "\n]"),
        st.lists(inner, max_size=2).map(
            lambda items: "{" + ", ".join(f"k{n} = {v}" for n, v in enumerate(items)) + "}"
        ),
    ),
    max_leaves=6,
)


def paths_of(value: object, path: Path) -> set[Path]:
    found = {path}
    if isinstance(value, dict):
        for key, item in value.items():
            found |= paths_of(item, (*path, key))
    if isinstance(value, list):
        for index, item in enumerate(value):
            found |= paths_of(item, (*path, index))
    return found


@given(values=st.lists(VALUE, min_size=1, max_size=4))
def test_any_valid_text_gives_all_its_paths_each_on_its_line(values: list[str]) -> None:
    lines: list[str] = []
    starts = {}
    for index, value in enumerate(values):
        starts[f"key{index}"] = len(lines) + 1
        lines += f"key{index} = {value}".split("\n")
    text = "\n".join(lines)
    found = dict(locate(text))
    assert set(found) == paths_of(tomllib.loads(text), ()) - {()}
    assert {path[0]: line for path, line in found.items() if len(path) == 1} == starts


@given(text=st.text(alphabet="[]{}\"'=,.#\\\n a1", max_size=60))
def test_any_text_at_all_ends(text: str) -> None:
    for path, line in locate(text):
        assert path is not None
        assert 1 <= line <= text.count("\n") + 1
