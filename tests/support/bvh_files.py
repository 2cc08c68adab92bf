"""Good BVH files: a skeleton and rows that match it, written in any of many layouts.

``good_files()`` gives a ``GoodFile``, whose joints, spellings and values are known; ``make_file``
does the same from a ``Random``. A file can be laid out anew with ``dataclasses.replace``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from bvh_spelling import NAMES, NUMBERS
from hypothesis import strategies as st

POSITIONS = (b"Xposition", b"Yposition", b"Zposition")
ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
#: The writings of one Frame Time as programs have it, and others.
FRAME_TIMES = (b"0.0333333", b"0.033333", b".0083333", b"0.00833333", b"0.041667", b"4e-2", b"1")

Vector = tuple[bytes, bytes, bytes]
_ZERO: Vector = (b"0", b"0", b"0")


@dataclass(frozen=True)
class Layout:
    """How a file is written, apart from its names and numbers."""

    newline: bytes = b"\n"
    indent: bytes = b"\t"
    brace_on_keyword_line: bool = False
    separator: bytes = b" "  # between the words of the header
    colon_separator: bytes = b" "  # after Frames: and Frame Time:
    header_end: bytes = b""  # blanks at the end of OFFSET and CHANNELS lines
    row_start: bytes = b""
    row_separator: bytes = b" "
    row_end: bytes = b""
    blank_line_before_motion: bool = False
    final_newline: bool = True
    mark: bool = False  # a UTF-8 byte-order mark


@dataclass(frozen=True)
class JointModel:
    """A joint as it is written; ``parent`` is -1 for a root."""

    name: bytes
    parent: int
    offset: Vector
    channels: tuple[bytes, ...]
    end_site: Vector | None = None


@dataclass(frozen=True)
class GoodFile:
    """A file without fault. ``joints`` are in file order, a joint behind its parent."""

    joints: tuple[JointModel, ...]
    rows: tuple[tuple[bytes, ...], ...]
    frame_time: bytes = b"0.0333333"
    layout: Layout = field(default_factory=Layout)

    @property
    def data(self) -> bytes:
        layout = self.layout
        lines = [*self._hierarchy()]
        if layout.blank_line_before_motion:
            lines.append(b"")
        lines += [
            b"MOTION",
            b"Frames:" + layout.colon_separator + str(len(self.rows)).encode(),
            b"Frame Time:" + layout.colon_separator + self.frame_time,
        ]
        for row in self.rows:
            lines.append(layout.row_start + layout.row_separator.join(row) + layout.row_end)
        text = layout.newline.join(lines) + (layout.newline if layout.final_newline else b"")
        return b"\xef\xbb\xbf" + text if layout.mark else text

    @property
    def columns(self) -> list[tuple[int, bytes]]:
        """The joint's number and the channel of each value of a row."""
        return [(at, name) for at, joint in enumerate(self.joints) for name in joint.channels]

    @property
    def values(self) -> list[list[float]]:
        """The rows as numbers, by Python's own reading."""
        return [[float(word) for word in row] for row in self.rows]

    def children(self, parent: int) -> list[int]:
        return [at for at, joint in enumerate(self.joints) if joint.parent == parent]

    def depth(self, joint: int) -> int:
        parent = self.joints[joint].parent
        return 0 if parent < 0 else self.depth(parent) + 1

    def _hierarchy(self) -> Iterator[bytes]:
        yield b"HIERARCHY"
        for root in self.children(-1):
            yield from self._joint(root, 0)

    def _joint(self, index: int, level: int) -> Iterator[bytes]:
        joint = self.joints[index]
        keyword = b"ROOT " if joint.parent < 0 else b"JOINT "
        contents = [
            self._line(b"OFFSET", *joint.offset),
            self._line(b"CHANNELS", str(len(joint.channels)).encode(), *joint.channels),
        ]
        yield from self._open(keyword + joint.name, contents, level)
        for child in self.children(index):
            yield from self._joint(child, level + 1)
        if joint.end_site is not None:
            yield from self._open(b"End Site", [self._line(b"OFFSET", *joint.end_site)], level + 1)
            yield self.layout.indent * (level + 1) + b"}"
        yield self.layout.indent * level + b"}"

    def _open(self, head: bytes, contents: Sequence[bytes], level: int) -> Iterator[bytes]:
        outer, inner = self.layout.indent * level, self.layout.indent * (level + 1)
        if self.layout.brace_on_keyword_line:
            yield outer + head + b" {"
        else:
            yield outer + head
            yield outer + b"{"
        for line in contents:
            yield inner + line

    def _line(self, *words: bytes) -> bytes:
        return self.layout.separator.join(words) + self.layout.header_end


layouts: st.SearchStrategy[Layout] = st.builds(
    Layout,
    newline=st.sampled_from([b"\n", b"\r\n", b"\r"]),
    indent=st.sampled_from([b"\t", b"  ", b"    ", b" ", b""]),
    brace_on_keyword_line=st.booleans(),
    separator=st.sampled_from([b" ", b"\t", b"  ", b" \t "]),
    colon_separator=st.sampled_from([b" ", b"\t", b"    ", b""]),
    header_end=st.sampled_from([b"", b" ", b"\t"]),
    row_start=st.sampled_from([b"", b"", b" ", b"\t"]),
    row_separator=st.sampled_from([b" ", b"\t", b"  ", b"    ", b" \t"]),
    row_end=st.sampled_from([b"", b" ", b"\t", b"  "]),
    blank_line_before_motion=st.booleans(),
    final_newline=st.booleans(),
    mark=st.booleans(),
)


def _msvc(value: float) -> bytes:
    """Three digits of exponent, as old Windows programs wrote them."""
    text = f"{value:g}"
    mantissa, mark, exponent = text.partition("e")
    return f"{mantissa}e{exponent[0]}{exponent[1:]:0>3}".encode() if mark else text.encode()


#: How programs write numbers, by name.
MANNERS: dict[str, Callable[[Random, float], bytes]] = {
    "6 decimals": lambda random, value: f"{value:.6f}".encode(),  # noqa: ARG005
    "2 decimals": lambda random, value: f"{value:.2f}".encode(),  # noqa: ARG005
    "integers": lambda random, value: f"{value:.0f}".encode(),  # noqa: ARG005
    "repr": lambda random, value: repr(value).encode(),  # noqa: ARG005
    "g": lambda random, value: f"{value:g}".encode(),  # noqa: ARG005
    "msvc": lambda random, value: _msvc(value),  # noqa: ARG005
    "padded": lambda random, value: f"{value: 11.4f}".strip(" ").encode(),  # noqa: ARG005
    "any": lambda random, value: random.choice([  # noqa: ARG005
        number for number in NUMBERS if abs(float(number)) < 1e6
    ]),
}  # fmt: skip


@st.composite
def good_files(
    draw: st.DrawFn,
    *,
    max_joints: int = 8,
    min_frames: int = 0,
    max_frames: int = 6,
    max_roots: int = 1,
    below_root: Sequence[str] = ("rotations", "all", "none"),
    orders: Sequence[str] = ORDERS,
    one_order: bool = False,
    manners: Sequence[str] = tuple(MANNERS),
    names: Sequence[bytes] | None = None,
    layout: st.SearchStrategy[Layout] = layouts,
) -> GoodFile:
    """A good file.

    ``below_root`` says which channels joints below the root may have: rotations, positions and
    rotations ("all"), or none; a file has one of the first two. ``names`` are the names to take,
    each once at most; without it they are ``joint0`` and so on.
    """
    random = Random(draw(st.integers(0, 1 << 32)))
    file = make_file(
        random,
        joints=draw(st.integers(1, max_joints)),
        frames=draw(st.integers(min_frames, max_frames)),
        roots=draw(st.integers(1, max_roots)),
        below_root=below_root,
        orders=[draw(st.sampled_from(orders))] if one_order else orders,
        manner=draw(st.sampled_from(manners)),
        names=names,
    )
    return GoodFile(file.joints, file.rows, file.frame_time, draw(layout))


def make_file(
    random: Random,
    *,
    joints: int = 8,
    frames: int = 4,
    roots: int = 1,
    below_root: Sequence[str] = ("rotations",),
    orders: Sequence[str] = ORDERS,
    manner: str = "6 decimals",
    names: Sequence[bytes] | None = None,
) -> GoodFile:
    """A good file in the plain layout."""
    write = MANNERS[manner]
    channels = random.choice([choice for choice in below_root if choice != "none"] or ["none"])
    pool = list(names) if names else []
    random.shuffle(pool)
    models: list[JointModel] = []
    for index, parent in enumerate(_parents(random, joints, roots)):
        kind = "all" if parent < 0 else channels
        if parent >= 0 and "none" in below_root and random.randrange(4) == 0:
            kind = "none"
        models.append(
            JointModel(
                pool.pop() if pool else f"joint{index}".encode(),
                parent,
                _vector(random, write),
                _channels(kind, random.choice(list(orders))),
            )
        )
    models = [_with_end_site(random, write, models, index) for index in range(len(models))]
    width = sum(len(joint.channels) for joint in models)
    rows = tuple(
        tuple(write(random, round(random.uniform(-180, 180), 7)) for _ in range(width))
        for _ in range(frames)
    )
    return GoodFile(tuple(models), rows, random.choice(FRAME_TIMES))


def _parents(random: Random, joints: int, roots: int) -> list[int]:
    """Parents of joints in file order: each hangs on the joint before it or one above that."""
    parents = [-1]
    path = [0]
    for index in range(1, joints):
        if parents.count(-1) < roots and random.randrange(joints) < roots:
            path = []
        elif len(path) > 1:
            path = path[: random.randint(1, len(path))]
        parents.append(path[-1] if path else -1)
        path.append(index)
    return parents


def _channels(kind: str, order: str) -> tuple[bytes, ...]:
    if kind == "none":
        return ()
    rotations = tuple(f"{axis}rotation".encode() for axis in order)
    return POSITIONS + rotations if kind == "all" else rotations


def _vector(random: Random, write: Callable[[Random, float], bytes]) -> Vector:
    x, y, z = (write(random, round(random.uniform(-20, 20), 5)) for _ in range(3))
    return x, y, z


def _with_end_site(
    random: Random,
    write: Callable[[Random, float], bytes],
    models: Sequence[JointModel],
    index: int,
) -> JointModel:
    joint = models[index]
    if any(other.parent == index for other in models):
        return joint
    site = _vector(random, write) if random.randrange(8) else _ZERO
    return JointModel(joint.name, joint.parent, joint.offset, joint.channels, site)


#: Every odd name that can stand alone on its line.
ODD_NAMES = NAMES
