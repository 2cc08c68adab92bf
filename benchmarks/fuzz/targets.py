"""What is fuzzed: each target takes any bytes and raises where a property does not hold."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

CHECKOUT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests" / "support")]

import properties  # noqa: E402
from bvh_files import make_file  # noqa: E402
from bvh_mutations import mutate  # noqa: E402
from bvh_spelling import CHANNELS, KEYWORDS, NUMBERS, WORDS  # noqa: E402
from bvh_text import make_text  # noqa: E402

from bvhlint.baseline import Baseline  # noqa: E402
from bvhlint.cli.session import active_rules  # noqa: E402
from bvhlint.config.resolve import Resolver  # noqa: E402
from bvhlint.config.suppression import Suppressions  # noqa: E402
from bvhlint.errors import ConfigError, ProofError  # noqa: E402
from bvhlint.files.cache import Cache, digest  # noqa: E402
from bvhlint.files.cache_folder import STORE, prepare  # noqa: E402
from bvhlint.files.reading import FileStamp  # noqa: E402
from bvhlint.plugins import builtin_rules  # noqa: E402
from bvhlint.reports import FORMATS  # noqa: E402
from bvhlint.results import FileInfo, FileResult  # noqa: E402
from bvhlint.runner.checker import Kept  # noqa: E402

Target = Callable[[bytes], None]
STAMP = FileStamp(1, 2, 3, 4, 5)
VALUE = Kept(FileResult("", FileInfo(1, 1, 3, 0, 0, 0, 0.1, 10.0, 0.0, ["XYZ"]), [], [], []), (1,))


def parse(data: bytes) -> None:
    """Any bytes: the tree tiles them."""
    properties.check_parse(data)


def check(data: bytes) -> None:
    """Any bytes: findings lie inside, no rule crashes, all formats can say it."""
    document = properties.check_parse(data)
    checked = properties.check_findings(document, properties.every_rule())
    properties.check_reports(document, checked, FORMATS)


def fix(data: bytes) -> None:
    """Any bytes: safe fixes settle and keep values and names."""
    properties.check_safe_fix(properties.check_parse(data))


def unsafe(data: bytes) -> None:
    """Any bytes: unsafe fixes settle, or are refused where they would lay bare an error."""
    try:
        properties.check_unsafe_fix(properties.check_parse(data))
    except ProofError as error:
        if not properties.is_new_trouble(error):
            raise


def change(data: bytes) -> None:
    """The first byte chooses a change, the rest is the file."""
    asked = properties.REQUESTS[data[0] % len(properties.REQUESTS)] if data else {}
    document = properties.check_parse(data[1:])
    try:
        properties.check_transform(document, asked)
    except ProofError as error:
        if not properties.is_new_trouble(error):
            raise


@cache
def _folder() -> Path:
    # Kept as long as the process: its finalizer removes it.
    folder = tempfile.TemporaryDirectory(prefix="bvhlint-fuzz")
    _KEPT.append(folder)
    return Path(folder.name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def config(data: bytes) -> None:
    """Any bytes as configuration: settings and rules, or an error that is one."""
    path = _folder() / "bvhlint.toml"
    path.write_bytes(data)
    try:
        settings = Resolver(config=str(path)).base()
        # What stands in its rules-dir is never looked for here: it would be run.
        active_rules(settings, builtin_rules())
        Suppressions(settings).for_file(str(path))
    except ConfigError:
        return


def baseline(data: bytes) -> None:
    """Any bytes as baseline."""
    path = _folder() / "baseline.jsonl"
    path.write_bytes(data)
    try:
        found = Baseline.load(str(path))
    except ConfigError:
        return
    assert VALUE.result is not None
    found.hide(VALUE.result, str(path))
    found.stale(lambda key: True)  # noqa: ARG005


def store(data: bytes) -> None:
    """Damage to a cache's store: the right value or none, and never an exception."""
    folder = _folder() / "cache"
    prepare(str(folder))
    path = folder / STORE
    path.unlink(missing_ok=True)
    content = digest(b"content")
    with Cache(str(folder), Kept) as cache_:
        cache_.put("file.bvh", STAMP, content, "print", VALUE)
    whole = bytearray(path.read_bytes())
    for place in range(0, len(data) - 3, 4):
        at = int.from_bytes(data[place : place + 3], "little") % len(whole)
        whole[at] = data[place + 3]
    if len(data) % 4 == 3:
        del whole[int.from_bytes(data[-3:], "little") % len(whole) :]
    path.write_bytes(whole)
    with Cache(str(folder), Kept) as cache_:
        assert cache_.get(content, "print") in (VALUE, None)
        assert cache_.known_digest("file.bvh", STAMP) in (content, None)
        cache_.put("file.bvh", STAMP, content, "print", VALUE)


def value(data: bytes) -> None:
    """Any bytes in the place of a cached value, with a checksum that fits."""
    import msgspec

    try:
        found = msgspec.msgpack.Decoder(Kept).decode(data)
    except (msgspec.DecodeError, RecursionError):
        return
    assert isinstance(found, Kept)


TARGETS: dict[str, Target] = {
    function.__name__: function
    for function in (parse, check, fix, unsafe, change, config, baseline, store, value)
}
_TEXTS = frozenset({"parse", "check", "fix", "unsafe", "change"})
_TOML = (
    b'select = ["BVH1", "row-width"]\nignore = ["ALL"]\ntarget = ["blender", "three"]\n',
    b'expect-fps = 29.97\nfail-on = "warning"\nexclude = ["*.bak", "a/**/b"]\n',
    b'[per-file-ignores]\n"walk*.bvh" = ["BVH502"]\n[severity]\nrow-width = "info"\n',
    b'ignore-findings = ["walk.bvh:3:BVH502"]\n[rules.zero-length-bone]\ntolerance = 1e-4\n',
    b'rules-dir = "none"\nbaseline = "b"\ncache-dir = "c"\nextend = "other.toml"\n',
)
_BASELINE = (
    b'{"version":1,"tool":"bvhlint"}\n{"path":"file.bvh","rule":"row-width","count":2}\n',
    b"",
)


def seeds(name: str) -> list[bytes]:
    """Inputs to begin with."""
    import msgspec

    if name in _TEXTS:
        paths = sorted((CHECKOUT / "fixtures").rglob("*.bvh"))
        texts = [path.read_bytes() for path in paths if path.stat().st_size < 4000]
        if name == "change":
            return [bytes([place % 256]) + text for place, text in enumerate(texts)]
        return texts
    if name == "config":
        return list(_TOML)
    if name == "baseline":
        return list(_BASELINE)
    return [msgspec.msgpack.encode(VALUE), b"\0\0\0\0"] if name == "value" else [b"\0\1\0\7" * 4]


def generate(name: str, random: Random) -> bytes:
    """A random input for a target: made from the grammar or a seed, and damaged."""
    if name not in _TEXTS:
        return mutate(random, random.choice(seeds_of(name)), random.randint(0, 6))
    pick = random.randrange(4)
    if pick == 0:
        data = make_text(random, random.randint(1, 12)).data
    elif pick == 1:
        data = make_file(random).data
    else:
        data = random.choice(seeds_of(name))
    if pick < 2 and name == "change":
        data = bytes([random.randrange(256)]) + data
    return mutate(random, data, random.choice((0, 1, 1, 2, 3, 6)))


@cache
def seeds_of(name: str) -> tuple[bytes, ...]:
    return tuple(seeds(name))


def words() -> list[bytes]:
    """Words that a coverage-guided fuzzer may put in."""
    spelt = [spelling for spellings in KEYWORDS.values() for spelling in spellings]
    return [*spelt, *CHANNELS, *NUMBERS, *WORDS, b"{", b"}", b"\r\n", b"\n\t", b"//", b"# "]
