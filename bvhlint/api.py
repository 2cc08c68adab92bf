"""The functions of the Python interface."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping

from bvhlint.document.document import Document
from bvhlint.errors import ReadError
from bvhlint.files import reading
from bvhlint.finding import Finding
from bvhlint.fixer import Fixer, FixResult
from bvhlint.linter import active_rules, check_document
from bvhlint.plugins import builtin_rules
from bvhlint.transforms.order import FrameRange, RateLike, Requests


def parse(data: bytes | bytearray | memoryview) -> Document:
    """Parse the bytes of a BVH file; any bytes at all make a document.

    ``document.to_bytes()`` gives the same bytes back. Raises TypeError for what are no bytes.
    """
    try:
        raw = data if isinstance(data, bytes) else bytes(memoryview(data))
    except TypeError:
        given = type(data).__name__
        raise TypeError(
            f"bvhlint.parse takes bytes, not {given}; bvhlint.read(path) reads a file"
        ) from None
    return Document.parse(raw)


def read(path: str | os.PathLike[str]) -> Document:
    """Read and parse a file. Raises ReadError where it cannot be read or is no regular file."""
    name = os.fspath(path)
    try:
        data, _ = reading.read(name)
    except ReadError as error:
        raise ReadError(f"{name}: {error}") from error
    return Document.parse(data, name)


def check(document: Document) -> Iterator[Finding]:
    """The findings of the default rules, by place; many rows of one rule are folded into one.

    A rule that raises is a finding too: ``BVH000 rule-crash``. Raises TypeError for what is no
    ``Document``.
    """
    _refuse_others(document, "check")
    return iter(check_document(document, active_rules(builtin_rules())).findings)


def fix(
    document: Document,
    *,
    fixes: bool = True,
    unsafe: bool = False,
    set_fps: RateLike | None = None,
    drop_reference_frame: bool = False,
    frames: FrameRange | None = None,
    strip_namespace: bool = False,
    rename: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    rename_duplicates: bool = False,
    fps: RateLike | None = None,
    method: str | None = None,
    filter: bool = False,  # noqa: A002
    merge_static_root: bool = False,
    drop_joint: str | Iterable[str] = (),
    positions: str | None = None,
    rest_pose: int | None = None,
    root_offset: str | None = None,
    scale: float | None = None,
    units: str | None = None,
    from_units: str | None = None,
    up: str | None = None,
    from_up: str | None = None,
    rotation_order: str | None = None,
    unroll: bool = False,
    newline: str | None = None,
    precision: int | None = None,
    normalize: bool = False,
    portable: bool = False,
) -> FixResult:
    """The document with the safe fixes of the default rules and the changes asked for.

    The result holds a new ``document`` and its ``changes``: what was done, why, and how often. The
    document that it is given stays as it is; nothing is written. The changes are made in the order
    of the arguments, each is proved on its result, and they are those of the options of the
    command ``bvhlint fix`` of the same names.

    Args:
        document: what to fix.
        fixes: make the safe fixes; without them only the changes asked for.
        unsafe: make the fixes too that need a person's eye.
        set_fps: frames a second that Frame Time is to say; no frame is touched.
        drop_reference_frame: remove a first frame that is a reference pose.
        frames: keep these, 0-based, end exclusive: ``"10:200"``, ``slice(10, 200)``, ``(10, 200)``.
        strip_namespace: cut joint names after the last colon.
        rename: old names (or paths such as ``Hips/Spine``) and new ones.
        rename_duplicates: number names that stand twice.
        fps: frames a second to resample to: ``60``, ``29.97``, ``"30000/1001"``.
        method: how to read between frames: ``slerp`` (default), ``cubic``, ``linear``, ``nearest``.
        filter: low-pass before going to a lower rate.
        merge_static_root: fold a root that never moves into its child.
        drop_joint: one joint or several to remove; one that turns only with ``unsafe``.
        positions: ``root`` removes the position channels below the root.
        rest_pose: the 0-based frame whose pose the OFFSETs are to show.
        root_offset: ``zero`` writes 0 0 0 as the OFFSET of a root with position channels.
        scale: the factor, above 0, of all lengths.
        units: ``m``, ``cm``, ``mm`` or ``in`` for all lengths, from ``from_units`` or a guess.
        up: ``y`` or ``z`` as the up axis, from ``from_up`` or a guess.
        rotation_order: one order for every joint, such as ``ZXY`` or ``zxy``.
        unroll: add whole turns so that channels do not jump.
        newline: ``lf`` or ``crlf`` for every line.
        precision: decimals of numbers newly written; as many as their column has by default. For
            ``positions``: what is equal in so many decimals stands still.
        normalize: canonical layout, spelling and numbers.
        portable: what every reader takes.

    Raises:
        TypeError: the document is none.
        ConfigError: an argument has a value that it cannot have.
        TransformError: a change is not possible on this document; names joint, frame or line.
        ProofError: a result is not what was promised; names joint, frame and distance.
    """
    _refuse_others(document, "fix")
    requests = Requests(
        set_fps=set_fps,
        drop_reference_frame=drop_reference_frame,
        frames=frames,
        strip_namespace=strip_namespace,
        rename=tuple(rename.items() if isinstance(rename, Mapping) else rename),
        rename_duplicates=rename_duplicates,
        fps=fps,
        method=method,
        filter=filter,
        merge_static_root=merge_static_root,
        drop_joint=(drop_joint,) if isinstance(drop_joint, str) else tuple(drop_joint),
        positions=positions,
        rest_pose=rest_pose,
        root_offset=root_offset,
        scale=scale,
        units=units,
        from_units=from_units,
        up=_in_case(up, str.lower),
        from_up=_in_case(from_up, str.lower),
        rotation_order=_in_case(rotation_order, str.upper),
        unroll=unroll,
        newline=newline,
        precision=precision,
        normalize=normalize,
        portable=portable,
        unsafe=unsafe,
    )
    fixer = Fixer(active_rules(builtin_rules()), fixes=fixes, unsafe=unsafe)
    return fixer.fix(document, requests.transforms())


def _refuse_others(document: object, function: str) -> None:
    """Raise TypeError where a path or bytes stand for the document."""
    if not isinstance(document, Document):
        given = type(document).__name__
        raise TypeError(
            f"bvhlint.{function} takes a Document, not {given}: bvhlint.read(path) and "
            "bvhlint.parse(data) give one"
        )


def _in_case(value: str | None, change: Callable[[str], str]) -> str | None:
    """A word in the letters of the choices; the command line takes either too."""
    return change(value) if isinstance(value, str) else value
