"""Patterns of .gitignore mean what Git itself says that they mean."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bvhlint.files.gitignore import Patterns


def decide(lines: list[str], path: str) -> bool | None:
    """``path`` ends with a slash when it is a folder."""
    return Patterns.parse(lines).decide(path.rstrip("/"), is_folder=path.endswith("/"))


@pytest.mark.parametrize(
    ("lines", "path", "expected"),
    [
        (["foo"], "foo", True),
        (["foo"], "a/foo", True),
        (["foo"], "a/foo/", True),
        (["foo"], "foobar", None),
        (["foo/"], "foo", None),
        (["foo/"], "a/foo/", True),
        (["/foo"], "foo", True),
        (["/foo"], "a/foo", None),
        (["a/b"], "a/b", True),
        (["a/b"], "x/a/b", None),
        (["*.bvh"], "a/walk.bvh", True),
        (["a/*"], "a/b", True),
        (["a/*"], "a/b/c", None),
        (["a/*/c"], "a/b/c", True),
        (["a/*/c"], "a/c", None),
        (["**/x"], "x", True),
        (["**/x"], "a/b/x", True),
        (["x/**"], "x/", None),
        (["x/**"], "x/y/z", True),
        (["a/**/b"], "a/b", True),
        (["a/**/b"], "a/x/y/b", True),
        (["a/**/b"], "a/xb", None),
        (["a/**/**/b"], "a/b", True),
        (["a/**/b/**/c"], "a/x/b/y/b/c", True),
        (["/**"], "a", True),
        (["**"], "a/b", True),
        (["a**b"], "axxb", True),
        (["a/x**b"], "a/x/b", None),
        (["?.bvh"], "a.bvh", True),
        (["a?b/c"], "a/b/c", None),
        (["[a-c].bvh"], "b.bvh", True),
        (["[!a-c].bvh"], "b.bvh", None),
        (["[^a-c].bvh"], "x.bvh", True),
        (["[]-]x"], "]x", True),
        (["[[:digit:]x]y"], "7y", True),
        (["[[:digit:]x]y"], "ay", None),
        (["[[:nope:]]"], ":", None),
        (["a[/]b"], "a/b", None),
        (["a[x/]b/c"], "axb/c", True),
        (["[a"], "[a", None),
        (["a\\"], "a\\", None),
        (["\\#x"], "#x", True),
        (["#x"], "#x", None),
        (["\\!x"], "!x", True),
        (["\\*"], "*", True),
        (["\\*"], "x", None),
        (["x  "], "x", True),
        (["x\\ "], "x ", True),
        (["x\\ "], "x", None),
        ([" x"], " x", True),
        (["*", "!keep"], "keep", False),
        (["!keep", "*"], "keep", True),
        (["foo", "!foo"], "foo", False),
        (["!foo/", "foo"], "foo/", True),
        (["foo", "!foo/"], "foo", True),
        (["foo", "!foo/"], "foo/", False),
        (["/"], "x", None),
        (["//"], "x", None),
        (["!"], "x", None),
        ([""], "", None),
        (["a\nb"], "a\nb", True),
        (["foo"], "a\nb/foo", True),
        (["foo"], "foo\n", None),
        (["*"], "a\nb", True),
        (["a/**/b"], "a/x\ny/b", True),
        (["na\udce9me"], "na\udce9me", True),
    ],
)
def test_a_pattern_means_what_it_means_to_git(
    lines: list[str], path: str, expected: bool | None
) -> None:
    assert decide(lines, path) is expected


def test_a_file_ends_its_lines_at_lf_and_crlf_and_begins_after_a_mark() -> None:
    patterns = Patterns.parse_file(b"\xef\xbb\xbfone\r\n# no\n\ntwo\x0bthree\n\xe9")
    assert patterns.decide("one", is_folder=False) is True
    assert patterns.decide("two", is_folder=False) is None
    assert patterns.decide("two\x0bthree", is_folder=False) is True
    assert patterns.decide("\udce9", is_folder=False) is True


def test_covers_a_file_below_a_matched_folder() -> None:
    patterns = Patterns.parse(["legacy/", "*.old.bvh"])
    assert patterns.covers("legacy/a/walk.bvh")
    assert patterns.covers("x/walk.old.bvh")
    assert not patterns.covers("legacy")
    assert not patterns.covers("x/walk.bvh")


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        ("*a" * 40 + "b", "a" * 250),
        ("**/" + "*a" * 30 + "/x", "a" * 250 + "/y"),
        ("**/a/" * 20 + "b", "a/" * 120 + "c"),
        ("**/*a/**/" * 12 + "b", "a/" * 120 + "c"),
    ],
)
def test_a_hostile_pattern_ends_soon(glob: str, path: str) -> None:
    started = time.process_time()
    assert decide([glob], path) is None
    assert time.process_time() - started < 1


NAMES = ["a", "b", "ab", "a.b", "x y", "#a", "!a", "[a]", "a*", "-", "a\\"]
PATHS = [f"{p}/{q}/{r}" for p in NAMES[:6] for q in NAMES[:4] for r in NAMES]


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def expected_by_git(repository: Path, lines: list[str]) -> set[str]:
    """The paths that Git ignores, asked for as files (nothing of them exists)."""
    (repository / ".git/info/exclude").write_bytes(("\n".join(lines) + "\n").encode())
    done = subprocess.run(
        ["git", "-C", str(repository), "check-ignore", "-z", "--no-index", "--stdin"],
        input="\0".join(PATHS).encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    return set(done.stdout.decode().split("\0")) - {""}


def ignored_step_by_step(patterns: Patterns, path: str) -> bool:
    parts = path.split("/")
    return any(
        patterns.decide("/".join(parts[: n + 1]), is_folder=n + 1 < len(parts))
        for n in range(len(parts))
    )


GLOB = st.lists(
    st.sampled_from(
        ["a", "b", "*", "**", "?", "/", "/**/", "[ab]", "[!a]", "[", "]", "\\", "!", "#", " ", "."]
    ),
    min_size=1,
    max_size=7,
).map("".join)


@pytest.mark.unmeasured
@given(lines=st.lists(GLOB, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_patterns_ignore_what_git_ignores(repository: Path, lines: list[str]) -> None:
    patterns = Patterns.parse(lines)
    ours = {path for path in PATHS if ignored_step_by_step(patterns, path)}
    assert ours == expected_by_git(repository, lines)
