"""Paths become files: links, pipes, odd names, repositories and what they ignore."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from random import Random

import pytest

from bvhlint.errors import ReadError
from bvhlint.files.discovery import Discovery, Search, discover
from bvhlint.files.gitignore import Patterns
from bvhlint.files.ignores import Layer
from bvhlint.files.reading import read
from bvhlint.results import ErrorEntry


def tree(root: Path, *paths: str) -> None:
    for path in paths:
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(*paths: str, search: Search | None = None) -> list[str]:
    found = discover(paths, search)
    assert found.errors == []
    return found.files


def excluding(base: Path, *patterns: str, force: bool = False, git: bool = True) -> Search:
    layer = Layer(str(base), Patterns.parse(patterns))
    return Search(lambda _: [layer], respect_gitignore=git, force_exclude=force)


def test_a_folder_is_searched_for_clips_in_any_letter_case(here: Path) -> None:
    tree(here, "walk.bvh", "RUN.BVH", "sub/Jump.Bvh", "notes.txt", "bvh", "x.bvh.bak", "._walk.bvh")
    assert files(".") == ["RUN.BVH", "sub/Jump.Bvh", "walk.bvh"]
    assert files("sub") == ["sub/Jump.Bvh"]
    assert files("./sub/") == ["./sub/Jump.Bvh"]
    assert files(str(here)) == [f"{here}/RUN.BVH", f"{here}/sub/Jump.Bvh", f"{here}/walk.bvh"]


def test_order_is_that_of_the_arguments_and_sorted_within_a_folder(here: Path) -> None:
    tree(here, "b/2.bvh", "b/1.bvh", "b/a/9.bvh", "b/a.bvh", "c.bvh")
    assert files("c.bvh", "b") == ["c.bvh", "b/1.bvh", "b/2.bvh", "b/a/9.bvh", "b/a.bvh"]


def test_a_file_is_taken_whatever_its_suffix(here: Path) -> None:
    tree(here, "walk.txt")
    assert files("walk.txt", "-") == ["walk.txt", "-"]


def test_what_is_named_twice_comes_once(here: Path) -> None:
    tree(here, "a/walk.bvh", "a/run.bvh")
    (here / "link.bvh").symlink_to("a/walk.bvh")
    assert files("a/walk.bvh", "./a/walk.bvh", "a", "link.bvh", str(here), "-", "-") == [
        "a/walk.bvh",
        "a/run.bvh",
        "-",
    ]


def test_a_file_is_known_by_its_own_name_and_not_by_a_link_beside_it(here: Path) -> None:
    (here / "b.bvh").touch()
    for link in ("a.bvh", "c.bvh"):
        (here / link).symlink_to("b.bvh")
    (here / "outside").mkdir()
    (here / "outside/d.txt").touch()
    for link in ("d.bvh", "e.bvh"):
        (here / link).symlink_to("outside/d.txt")
    assert files(".") == ["b.bvh", "d.bvh"]


def test_hard_links_are_two_files(here: Path) -> None:
    tree(here, "walk.bvh")
    os.link("walk.bvh", "again.bvh")
    assert files(".") == ["again.bvh", "walk.bvh"]


def test_what_is_missing_is_an_error_and_the_rest_comes(here: Path) -> None:
    tree(here, "walk.bvh")
    os.mkfifo("pipe.bvh")
    (here / "lost.bvh").symlink_to("nowhere")
    found = discover(
        ["gone.bvh", "pipe.bvh", "walk.bvh", "a\0b", "*.nothing", "no/*.bvh", "x" * 300]
    )
    assert found.files == ["walk.bvh"]
    said = [(error.path[:9], error.message.partition(";")[0]) for error in found.errors]
    assert said == [
        ("gone.bvh", "cannot be read: no such file or directory"),
        ("pipe.bvh", "cannot be read: it is a named pipe"),
        ("a\0b", "cannot be read: embedded null byte"),
        ("*.nothing", "no file matches"),
        ("no/*.bvh", "no file matches"),
        ("x" * 9, "cannot be read: file name too long"),
    ]


def test_a_folder_named_like_a_clip_is_searched(here: Path) -> None:
    tree(here, "take.bvh/walk.bvh", "take.bvh/notes.txt")
    assert files("take.bvh") == files(".") == ["take.bvh/walk.bvh"]


def test_pipes_in_a_folder_are_passed_over_and_links_to_nothing_are_not(here: Path) -> None:
    tree(here, "walk.bvh")
    os.mkfifo("pipe.bvh")
    (here / "null.bvh").symlink_to("/dev/null")
    (here / "loop.bvh").symlink_to("loop.bvh")
    (here / "unfetched.bvh").symlink_to("objects/gone")
    assert files(".") == ["loop.bvh", "unfetched.bvh", "walk.bvh"]


def test_a_link_to_nothing_is_told_as_one(here: Path) -> None:
    tree(here, "dangling2.bvh")
    (here / "dangling.bvh").symlink_to("objects/gone")
    (error,) = discover(["dangling.bvh"]).errors
    assert error == ErrorEntry("dangling.bvh", "cannot be read: the link leads nowhere")
    with pytest.raises(ReadError, match=r"^cannot be read: the link leads nowhere$"):
        read("dangling.bvh")


def test_links_to_folders_are_followed_and_loops_end(here: Path) -> None:
    tree(here, "set/b/walk.bvh", "other/run.bvh")
    (here / "set/a").symlink_to("b")
    (here / "set/b/up").symlink_to("../..")
    (here / "set/z").symlink_to(here / "other")
    # "set/a" is "set/b", which keeps its own name; "up" leads to the top, and so to "other".
    assert files("set") == ["set/b/up/other/run.bvh", "set/b/walk.bvh"]
    assert files(".") == ["other/run.bvh", "set/b/walk.bvh"]


def test_names_with_a_line_end_or_without_valid_utf8(here: Path) -> None:
    for raw in (b"a\nb.bvh", b"\xe9.bvh"):
        with open(os.path.join(os.fsencode(here), raw), "wb"):
            pass
    assert files(".") == ["a\nb.bvh", "\udce9.bvh"]
    assert files("\udce9.bvh") == ["\udce9.bvh"]


def test_a_folder_that_cannot_be_read_is_an_error(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree(here, "a/walk.bvh", "b/run.bvh")
    real = os.scandir

    def refuse(path: str) -> object:
        if path == "a":
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = discover(["."])
    assert found.files == ["b/run.bvh"]
    assert [(e.path, e.message) for e in found.errors] == [
        ("a", "cannot be searched: permission denied")
    ]


def test_a_path_beyond_what_the_system_takes_is_an_error(here: Path) -> None:
    place = here
    for _ in range(30):
        place = place / ("d" * 100)
    os.makedirs(place)
    tree(place, "walk.bvh")
    assert len(files(".")) == 1
    deep = os.open(place, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 100, dir_fd=deep)
        deep, old = os.open("d" * 100, os.O_RDONLY, dir_fd=deep), deep
        os.close(old)
    os.close(deep)
    found = discover(["."])
    assert len(found.files) == 1
    assert [error.message for error in found.errors] == ["cannot be searched: file name too long"]


@pytest.mark.parametrize(
    ("glob", "expected"),
    [
        ("*.bvh", ["walk.bvh"]),
        ("**/*.bvh", ["a/b/run.bvh", "a/x.bvh", "walk.bvh"]),
        ("a/*", ["a/b/run.bvh", "a/x.bvh"]),
        ("a/*.*", ["a/x.bvh"]),
        ("*/x.???", ["a/x.bvh"]),
        ("a/**", ["a/b/run.bvh", "a/x.bvh"]),
        ("**/b", ["a/b/run.bvh"]),
        ("[aw]*", ["a/b/run.bvh", "a/x.bvh", "walk.bvh"]),
        ("**/*.txt", ["a/b/notes.txt"]),
        ("./a/*/r*", ["./a/b/run.bvh"]),
    ],
)
def test_a_glob_takes_what_it_matches(here: Path, glob: str, expected: list[str]) -> None:
    tree(here, "walk.bvh", "a/x.bvh", "a/b/run.bvh", "a/b/notes.txt", "node_modules/x.bvh")
    assert files(glob) == expected


def test_an_absolute_glob(here: Path) -> None:
    tree(here, "a/walk.bvh")
    assert files(f"{here}/*/*.bvh") == [f"{here}/a/walk.bvh"]


def test_a_name_with_brackets_that_exists_is_a_file_and_no_glob(here: Path) -> None:
    tree(here, "take[1].bvh", "take1.bvh")
    assert files("take[1].bvh") == ["take[1].bvh"]


def test_a_glob_honours_what_is_ignored(here: Path) -> None:
    tree(here, ".git/", "walk.bvh", "raw/walk.bvh")
    (here / ".gitignore").write_text("raw\n")
    assert files("**/*.bvh") == ["walk.bvh"]


def test_the_usual_folders_are_passed_over_unless_named_or_kept(here: Path) -> None:
    tree(here, ".venv/x.bvh", "a/node_modules/x.bvh", "a/.git/x.bvh", "__MACOSX/x.bvh", "y.bvh")
    assert files(".") == ["y.bvh"]
    assert files(".venv") == [".venv/x.bvh"]
    kept = excluding(here, "!node_modules")
    assert files(".", search=kept) == ["a/node_modules/x.bvh", "y.bvh"]


def test_exclude_is_relative_to_its_own_folder(here: Path) -> None:
    tree(here, "raw/a.bvh", "sub/raw/b.bvh", "sub/old.bvh", "c.bvh")
    assert files(".", search=excluding(here, "/raw", "old.*")) == ["c.bvh", "sub/raw/b.bvh"]
    assert files("sub", search=excluding(here, "sub/raw")) == ["sub/old.bvh"]
    assert files(".", search=excluding(here / "sub", "raw/")) == ["c.bvh", "sub/old.bvh"]


def test_a_later_layer_of_excludes_outweighs_an_earlier_one(here: Path) -> None:
    tree(here, "a.bvh", "b.bvh")
    weak = Layer(str(here), Patterns.parse(["*.bvh"]))
    strong = Layer(str(here), Patterns.parse(["!a.bvh"]))
    assert files(".", search=Search(lambda _: [weak, strong])) == ["a.bvh"]


def test_a_named_file_is_taken_even_if_ignored_unless_forced(here: Path) -> None:
    tree(here, ".git/", "raw/a.bvh", "old/b.bvh", ".venv/c.bvh", "d.bvh")
    (here / ".gitignore").write_text("raw/\n")
    named = ["raw/a.bvh", "old/b.bvh", ".venv/c.bvh", "d.bvh"]
    assert files(*named, search=excluding(here, "old")) == named
    assert files(*named, search=excluding(here, "old", force=True)) == ["d.bvh"]
    assert files("raw", "old", search=excluding(here, "old")) == ["raw/a.bvh", "old/b.bvh"]
    assert files("raw", "old", search=excluding(here, "old", force=True)) == []
    only_exclude = excluding(here, "old", force=True, git=False)
    assert files(*named, search=only_exclude) == ["raw/a.bvh", "d.bvh"]


def test_force_exclude_outside_a_repository(
    here: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    tree(here, "node_modules/a.bvh", "b.bvh")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    tree(elsewhere, "c.bvh", "old/d.bvh")
    force = excluding(elsewhere, "d.bvh", force=True)
    named = ["node_modules/a.bvh", "b.bvh", f"{elsewhere}/c.bvh", f"{elsewhere}/old/d.bvh"]
    assert files(*named, search=force) == ["b.bvh", f"{elsewhere}/c.bvh"]


def test_gitignore_counts_at_every_level_and_from_above(here: Path) -> None:
    tree(here, "repo/.git/info/", "repo/a/b/keep.bvh", "repo/a/b/x.raw.bvh", "repo/a/tmp/y.bvh")
    tree(here, "repo/a/b/z.bvh", "repo/private.bvh")
    (here / "repo/.gitignore").write_text("*.raw.bvh\n/a/b/*.bvh\n!keep.bvh\n")
    (here / "repo/a/.gitignore").write_text("tmp\n")
    (here / "repo/a/b/.gitignore").write_text("!z.bvh\n")
    (here / "repo/.git/info/exclude").write_text("private.bvh\n")
    (here / ".gitignore").write_text("*.bvh\n")
    assert files("repo") == ["repo/a/b/keep.bvh", "repo/a/b/z.bvh"]
    assert files("repo/a/b") == ["repo/a/b/keep.bvh", "repo/a/b/z.bvh"]
    assert files("repo/a/b", search=Search(respect_gitignore=False)) == [
        "repo/a/b/keep.bvh",
        "repo/a/b/x.raw.bvh",
        "repo/a/b/z.bvh",
    ]


def test_outside_a_repository_a_gitignore_counts_from_the_searched_folder_down(here: Path) -> None:
    tree(here, "a/x.bvh", "a/b/y.bvh")
    (here / ".gitignore").write_text("*.bvh\n")
    assert files("a") == ["a/b/y.bvh", "a/x.bvh"]
    assert files(".") == []
    # Whatever was searched before.
    assert files("a/b", ".") == ["a/b/y.bvh"]


def test_a_repository_in_a_repository_has_its_own_rules(here: Path) -> None:
    tree(here, ".git/", "data/.git/", "data/x.bvh", "data/y.bvh")
    (here / ".gitignore").write_text("*.bvh\n")
    (here / "data/.gitignore").write_text("y.bvh\n")
    assert files(".") == ["data/x.bvh"]


def test_a_work_tree_finds_the_exclude_file_of_its_repository(here: Path) -> None:
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x"]
    subprocess.run([*git, "init", "-q", "main"], check=True)
    subprocess.run([*git, "-C", "main", "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "-C", "main", "worktree", "add", "-q", "../second"], check=True)
    tree(here, "second/a.bvh", "second/b.bvh")
    (here / "main/.git/info/exclude").write_text("a.bvh\n")
    assert files("second") == ["second/b.bvh"]


def test_an_ignore_file_that_is_a_pipe_or_a_link_does_not_count(here: Path) -> None:
    tree(here, "a/x.bvh", "b/y.bvh")
    os.mkfifo("a/.gitignore")
    (here / "patterns").write_text("*.bvh\n")
    (here / "b/.gitignore").symlink_to("../patterns")
    assert files(".") == ["a/x.bvh", "b/y.bvh"]


def test_the_folders_that_were_searched_are_told(here: Path) -> None:
    tree(here, "a/x.bvh", "y.bvh")
    assert discover(["a", "y.bvh", "*.bvh"]) == Discovery(["a/x.bvh", "y.bvh"], [], [f"{here}/a"])


@pytest.mark.parametrize("seed", range(6))
def test_a_search_finds_what_git_does_not_ignore(here: Path, seed: int) -> None:
    random = Random(seed)
    names = ["a", "b", "x y", "raw", "take.bvh"]
    patterns = ["raw", "raw/", "/a", "a/b", "*.bvh", "!1.bvh", "**/raw/**", "!a/", "b/*", "!b/raw"]
    subprocess.run(["git", "init", "-q"], check=True)
    folders = [here]
    for _ in range(40):
        folder = random.choice(folders) / random.choice(names)
        folder.mkdir(exist_ok=True)
        folders.append(folder)
        (folder / f"{random.randrange(3)}.bvh").touch()
    for folder in random.sample(folders, 12):
        (folder / ".gitignore").write_text("\n".join(random.choices(patterns, k=2)))
    (here / ".git/info/exclude").write_text("2.bvh\n")
    asked = subprocess.run(
        ["git", "ls-files", "-z", "--others", "--exclude-standard", "*.bvh"],
        capture_output=True,
        check=True,
    )
    expected = set(asked.stdout.decode().split("\0")) - {""}
    assert set(files(".")) == expected
    assert expected
