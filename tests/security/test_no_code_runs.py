"""Nothing but the rules that the user names is run, whatever files, settings and caches hold."""

from __future__ import annotations

import ast
import os
import pickle
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from example_files import ROOT
from installed import Run

from bvhlint.document.document import Document
from bvhlint.files.cache import Cache, digest
from bvhlint.files.cache_folder import STORE
from bvhlint.files.reading import FileStamp
from bvhlint.runner.checker import Kept
from bvhlint.transforms.split_roots import split_roots

pytestmark = pytest.mark.unmeasured

SOURCES = sorted([*(ROOT / "bvhlint").rglob("*.py"), *(ROOT / "rules").rglob("*.py")])
CLIP = (ROOT / "fixtures" / "dialects" / "blender.bvh").read_bytes()
#: Modules that run or load what they are given. The pool's ``pickle`` is named for its exception.
DANGEROUS = frozenset(
    {"code", "codeop", "dill", "jsonpickle", "marshal", "pty", "runpy", "shelve", "yaml"}
    | {"subprocess", "string", "tempfile", "joblib", "cloudpickle"}
)
#: Format strings that have a name; each is written out in its module. msgspec's makes JSON.
FORMATS = frozenset(
    {
        ("settings_text.py", "_LINE"),
        ("pose.py", "how"),
        ("portable.py", "text"),
        ("schema.py", "msgspec.json"),
    }
)
CALLS = frozenset({"eval", "exec", "compile", "__import__", "input", "breakpoint"})


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            function = node.func
            if isinstance(function, ast.Name):
                yield function.id
            elif isinstance(function, ast.Attribute):
                yield f".{function.attr}"


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_evaluates_or_formats_by_a_text_it_is_given(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert not DANGEROUS & set(imports(tree))
    found = set(calls(tree))
    assert not CALLS & found
    for name in (".load", ".loads"):
        # json and tomllib read data; pickle, marshal and numpy would make objects.
        modules = set(imports(tree)) & {"pickle", "numpy"}
        assert name not in found or not modules, path
    # Formatting by a format string that is not written in the code.
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("format", "format_map"):
            known = isinstance(node.value, ast.Constant)
            assert known or (path.name, ast.unparse(node.value)) in FORMATS, ast.unparse(node)
    assert ".exec_module" not in found or path.name == "plugins.py"


class Bomb:
    """Unpickled, it leaves a file behind."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[str, int]]:
        return os.mkdir, (str(self.mark), 0o700)


def test_the_bomb_would_go_off(tmp_path: Path) -> None:
    pickle.loads(pickle.dumps(Bomb(tmp_path / "mark")))
    assert (tmp_path / "mark").exists()


def test_a_pickle_in_the_place_of_the_cache_is_not_loaded(tmp_path: Path, bvhlint: Run) -> None:
    (tmp_path / "walk.bvh").write_bytes(CLIP)
    first = bvhlint("check", "--cache-dir", "cache", "walk.bvh", cwd=tmp_path)
    store = tmp_path / "cache" / STORE
    assert store.exists()
    store.write_bytes(pickle.dumps(Bomb(tmp_path / "mark")))
    again = bvhlint("check", "--cache-dir", "cache", "walk.bvh", cwd=tmp_path)
    assert again.returncode == first.returncode
    assert not (tmp_path / "mark").exists()


def test_a_pickle_as_a_cached_value_is_not_loaded(tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    stamp, content = FileStamp(1, 2, 3, 4, 5), digest(CLIP)
    bomb = pickle.dumps(Bomb(tmp_path / "mark"))
    with Cache(folder, bytes) as cache:
        # Under a checksum that is right.
        cache.keep(content, "print", bomb)
    with sqlite3.connect(tmp_path / "cache" / STORE) as store:
        assert store.execute("SELECT count(*) FROM results").fetchone() == (1,)
    store.close()
    with Cache(folder, Kept) as kept:
        assert kept.get(content, "print") is None
        assert kept.known_digest("walk.bvh", stamp) is None
    assert not (tmp_path / "mark").exists()
    with pytest.raises(msgspec.DecodeError):
        msgspec.msgpack.decode(bomb, type=Kept)


@pytest.fixture
def studio(tmp_path: Path) -> Path:
    """A folder with a data set in it that brings rules and settings of its own."""
    data = tmp_path / "downloaded"
    (data / "rules").mkdir(parents=True)
    (data / "walk.bvh").write_bytes(CLIP)
    mark = tmp_path / "mark"
    (data / "rules" / "evil.py").write_text(f"import os\nos.mkdir({str(mark)!r})\n")
    return tmp_path


@pytest.mark.parametrize(
    "settings",
    ['rules-dir = "rules"', 'extend = "more.toml"', 'cache-dir = "."', 'baseline = "walk.bvh"'],
)
@pytest.mark.parametrize("command", ["check", "fix", "config"])
def test_a_data_set_s_own_settings_load_no_code(
    studio: Path, bvhlint: Run, settings: str, command: str
) -> None:
    (studio / "downloaded" / ".bvhlint.toml").write_text(settings + "\n")
    (studio / "downloaded" / "more.toml").write_text('rules-dir = "rules"\n')
    done = bvhlint(command, "downloaded/walk.bvh", cwd=studio)
    assert done.returncode == 2
    assert settings.split(" ")[0] in done.stdout + done.stderr
    assert not (studio / "mark").exists()
    assert (studio / "downloaded" / "walk.bvh").read_bytes() == CLIP


def test_rules_beside_the_files_are_not_looked_for(studio: Path, bvhlint: Run) -> None:
    done = bvhlint("check", "downloaded", cwd=studio)
    assert done.returncode == 0, done.stderr
    assert not (studio / "mark").exists()


def test_rules_that_the_user_names_are_run(studio: Path, bvhlint: Run) -> None:
    bvhlint("check", "--rules-dir", "downloaded/rules", "downloaded", cwd=studio)
    assert (studio / "mark").exists()


def test_a_module_beside_the_files_is_not_imported(studio: Path, bvhlint: Run) -> None:
    code = f"import os\nos.mkdir({str(studio / 'mark')!r})\n"
    for name in ("bvhlint", "numpy", "json", "rules", "sitecustomize", "lark"):
        (studio / "downloaded" / f"{name}.py").write_text(code)
    done = bvhlint("check", "walk.bvh", cwd=studio / "downloaded")
    assert done.returncode == 0, done.stderr
    assert not (studio / "mark").exists()


def test_settings_are_told_with_what_is_unseen_spelled_out(tmp_path: Path, bvhlint: Run) -> None:
    (tmp_path / "walk.bvh").write_bytes(CLIP)
    (tmp_path / "bvhlint.toml").write_text('"\\u001b[2J{0.__class__}%s" = 1\n', encoding="utf-8")
    done = bvhlint("check", "walk.bvh", cwd=tmp_path)
    assert done.returncode == 2
    said = done.stdout + done.stderr
    assert "\x1b" not in said
    assert "{0.__class__}%s" in said


HOSTILE_ROOTS = (
    "../../up",
    "/abs",
    "..",
    ".",
    "C:\\x",
    "a/b",
    "nul\x00",
    "con",
    "~",
    "-rf",
    "\x1b[2J",
)


def clip_of_roots(names: tuple[str, ...]) -> bytes:
    root = (
        "ROOT {}\n{{\n\tOFFSET 0 0 0\n\tCHANNELS 3 Xrotation Yrotation Zrotation\n"
        "\tEnd Site\n\t{{\n\t\tOFFSET 0 1 0\n\t}}\n}}\n"
    )
    header = "HIERARCHY\n" + "".join(root.format(name) for name in names)
    row = " ".join("1 2 3" for _ in names)
    return f"{header}MOTION\nFrames: 1\nFrame Time: 0.1\n{row}\n".encode()


def test_names_of_roots_lead_to_no_other_folder(tmp_path: Path, bvhlint: Run) -> None:
    place = tmp_path / "in" / "deep"
    place.mkdir(parents=True)
    (place / "walk.bvh").write_bytes(clip_of_roots(HOSTILE_ROOTS))
    done = bvhlint("fix", "--split-roots", "--output", "out", "walk.bvh", cwd=place)
    assert done.returncode == 0, done.stdout + done.stderr
    made = {path for path in tmp_path.rglob("*") if path.is_file()}
    parts = {path for path in made if path.parent == place / "out"}
    assert len(parts) == len(HOSTILE_ROOTS)
    assert made == parts | {place / "walk.bvh"}
    assert all(path.name.startswith("walk.") and path.suffix == ".bvh" for path in parts)


def test_a_name_of_any_length_makes_a_name_for_a_file() -> None:
    names = tuple(letter * 100_000 for letter in "aab")
    made = [name for name, _ in split_roots(Document.parse(clip_of_roots(names)))]
    assert len(set(made)) == 3
    assert max(map(len, made)) <= 120
