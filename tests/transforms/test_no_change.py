"""Files that no change may touch: what is no clip, and what an unfinished merge has left."""

from __future__ import annotations

import gzip
import io
import random
import tarfile
import zipfile
from typing import Any

import pytest

import bvhlint
from bvhlint.errors import TransformError
from bvhlint.fixer import Fixer
from bvhlint.linter import active_rules
from bvhlint.plugins import builtin_rules
from bvhlint.transforms.order import Requests

HEAD = """\
HIERARCHY
ROOT Hips
{
	OFFSET 1 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT a:Spine
	{
		OFFSET 0 10 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 5 0
		}
	}
}
MOTION
"""
ROWS = "0 90 0 10 20 30 1 2 3\n0 90 0 10 21 30 1 2 4\n"
OURS, THEIRS = "<<<<<<< HEAD\n", ">>>>>>> other\n"
TIME = "Frame Time: 0.033333\n"
CLIP = f"{HEAD}Frames: 2\n{TIME}{ROWS}"
IN_ROWS = f"{HEAD}Frames: 2\n{TIME}{OURS}{ROWS}=======\n{ROWS}{THEIRS}"
IN_OFFSETS = CLIP.replace(
    "\t\tOFFSET 0 10 0\n", f"{OURS}\t\tOFFSET 0 10 0\n=======\n\t\tOFFSET  0 12 0\n{THEIRS}"
)
WHOLE = f"{OURS}{CLIP}=======\n{CLIP}{THEIRS}"

EVERY_CHANGE: list[dict[str, Any]] = [
    {"set_fps": 60},
    {"drop_reference_frame": True},
    {"frames": "0:1"},
    {"strip_namespace": True},
    {"rename": {"Hips": "Root"}},
    {"rename_duplicates": True},
    {"fps": 60},
    {"merge_static_root": True},
    {"drop_joint": "a:Spine", "unsafe": True},
    {"positions": "root"},
    {"rest_pose": 0},
    {"root_offset": "zero"},
    {"scale": 2},
    {"units": "m", "from_units": "cm"},
    {"up": "z", "from_up": "y"},
    {"rotation_order": "XYZ"},
    {"unroll": True},
    {"newline": "crlf"},
    {"normalize": True},
    {"portable": True},
]


def split(data: bytes) -> None:
    fixer = Fixer(active_rules(builtin_rules()))
    asked = Requests(split_roots=True)
    list(fixer.split(bvhlint.parse(data), asked.before_split(), asked.after_split()))


@pytest.mark.parametrize("change", EVERY_CHANGE, ids=lambda change: next(iter(change)))
@pytest.mark.parametrize(
    ("text", "line"), [(IN_ROWS, 19), (IN_OFFSETS, 8), (WHOLE, 1)], ids=["rows", "header", "whole"]
)
def test_no_change_is_made_to_an_unfinished_merge(
    text: str, line: int, change: dict[str, Any]
) -> None:
    option = "--" + next(iter(change)).replace("_", "-")
    told = f"^{option}: <<<<<<< at line {line} is the mark of an .*; resolve the merge first$"
    with pytest.raises(TransformError, match=told):
        bvhlint.fix(bvhlint.parse(text.encode()), **change)


def test_an_unfinished_merge_is_not_split() -> None:
    roots = IN_ROWS.replace("MOTION", "ROOT Prop\n{\n\tOFFSET 0 0 0\n\tCHANNELS 0\n}\nMOTION")
    for text in (IN_ROWS, roots):
        with pytest.raises(TransformError, match=r"^--split-roots: <<<<<<< at line "):
            split(text.encode())


# What safe fixes, and unsafe ones, have to do in the same file without the marks.
FAULTS = IN_OFFSETS.replace("Frames: 2", "Frames: 1").replace("End Site", "End  site x").rstrip()


@pytest.mark.parametrize("text", [IN_ROWS, IN_OFFSETS, WHOLE, FAULTS])
def test_no_fix_is_made_or_offered_in_an_unfinished_merge(text: str) -> None:
    document = bvhlint.parse(text.encode())
    findings = list(bvhlint.check(document))
    assert "conflict-marker" in {finding.name for finding in findings}
    assert [finding for finding in findings if finding.fix] == []
    for unsafe in (False, True):
        assert bvhlint.fix(document, unsafe=unsafe).document is document


def test_nor_where_only_rows_that_are_not_judged_are_of_two_versions() -> None:
    second = f"MOTION\nFrames: 2\n{TIME}{OURS}{ROWS}=======\n{ROWS}{THEIRS}"
    document = bvhlint.parse(f"{CLIP.replace('End Site', 'End  site')}{second}".encode())
    findings = list(bvhlint.check(document))
    assert {finding.name for finding in findings} & {"duplicate-section"}
    assert [finding for finding in findings if finding.fix] == []
    assert bvhlint.fix(document, unsafe=True).document is document
    with pytest.raises(TransformError, match=r"^--set-fps: <<<<<<< at line 24 is the mark of an "):
        bvhlint.fix(document, set_fps=60)


def test_the_same_faults_are_mended_once_the_merge_is_done() -> None:
    _, _, rest = FAULTS.partition(OURS)
    kept = FAULTS.partition(OURS)[0] + rest.partition("=======\n")[0]
    merged = kept + rest.partition(THEIRS)[2]
    result = bvhlint.fix(bvhlint.parse(merged.encode()), unsafe=True)
    assert result.document.to_bytes() == CLIP.encode()


def test_rows_of_two_versions_are_not_counted() -> None:
    names = {finding.name for finding in bvhlint.check(bvhlint.parse(IN_ROWS.encode()))}
    assert "frame-count-mismatch" not in names


def _zipped() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("walk.bvh", CLIP + "\n \n")
    return file.getvalue()


def _tarred() -> bytes:
    file, data = io.BytesIO(), (CLIP + "  \n\n").encode()
    with tarfile.open(fileobj=file, mode="w") as archive:
        entry = tarfile.TarInfo("walk.bvh")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return file.getvalue()


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 5\n"
NO_CLIPS = {
    "empty": (b"", "the file is empty"),
    "blanks": (b" \r\n\n", "nothing of a BVH file"),
    "pointer": (POINTER, "the pointer of Git LFS"),
    "gzip": (gzip.compress(CLIP.encode()), "nothing of a BVH file"),
    "zip": (_zipped(), "the file is an archive"),
    "tar": (_tarred(), "the file is an archive"),
    "jpeg": (
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\n4+\xc8 \n0 1\r\n7 x"
        + random.Random(1).randbytes(3000),
        "nothing of a BVH file",
    ),
    "numbers": (b"1 2 3 \r\n4 5\n 6", "nothing of a BVH file"),
    "text": (b"a path to\r\n\r\nsome file  ", "nothing of a BVH file"),
}


@pytest.mark.parametrize(("data", "told"), NO_CLIPS.values(), ids=NO_CLIPS)
def test_what_is_no_clip_is_left_as_it_is(data: bytes, told: str) -> None:
    document = bvhlint.parse(data)
    assert [finding for finding in bvhlint.check(document) if finding.fix] == []
    for unsafe in (False, True):
        assert bvhlint.fix(document, unsafe=unsafe).document is document
    for change in EVERY_CHANGE:
        option = "--" + next(iter(change)).replace("_", "-")
        with pytest.raises(TransformError, match=f"^{option}: .*{told}"):
            bvhlint.fix(document, **change)
    with pytest.raises(TransformError, match=told):
        split(data)


def test_random_bytes_have_one_finding_and_no_fix() -> None:
    chance = random.Random(7)
    for _ in range(60):
        data = chance.randbytes(chance.choice([20, 900, 4000]))
        document = bvhlint.parse(data)
        assert [finding.name for finding in bvhlint.check(document)] == ["no-hierarchy"]
        assert bvhlint.fix(document, unsafe=True).document is document


@pytest.mark.parametrize(
    ("data", "fixed"),
    [
        (CLIP.rstrip("\n").encode(), CLIP.encode()),
        # A stray NUL makes no other file of a clip.
        (CLIP.replace("a:Spine", "a:Sp\0ine").rstrip("\n").encode(), None),
        (HEAD.replace("End Site", "End site").encode(), HEAD.encode()),
        (CLIP.encode("utf-16"), CLIP.encode()),
        (CLIP.encode("utf-16-le"), CLIP.encode()),
    ],
    ids=["no-line-end", "nul", "cut", "utf-16", "no-mark"],
)
def test_a_damaged_clip_is_still_a_clip(data: bytes, fixed: bytes | None) -> None:
    result = bvhlint.fix(bvhlint.parse(data), unsafe=True).document.to_bytes()
    assert result == (data + b"\n" if fixed is None else fixed)


BEHIND = CLIP.replace("0.033333\n", "0.033333 ")


@pytest.mark.parametrize("text", [BEHIND, BEHIND.replace("\n", " ") + "\n"], ids=["row", "line"])
def test_values_behind_the_frame_time_are_not_lost(text: str) -> None:
    document = bvhlint.parse(text.encode())
    result = bvhlint.fix(document, unsafe=True).document.to_bytes().decode()
    assert "Frames: 2" in result
    assert result.split() == text.split()
    for change in ({"set_fps": 60}, {"fps": 60}, {"frames": "0:1"}, {"scale": 2}):
        with pytest.raises(TransformError, match="numbers stand behind the Frame Time at line 18"):
            bvhlint.fix(document, **change)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"scale": 1e308}, "too large to write"),
        ({"scale": 1e-320}, "too small to write"),
        ({"fps": 1e308}, r"more than 1,000,000,000,000 frames would be more than fit"),
    ],
)
def test_numbers_beyond_all_measure_are_refused_without_a_warning(
    change: dict[str, Any], told: str
) -> None:
    with pytest.raises(TransformError, match=told):
        bvhlint.fix(bvhlint.parse(CLIP.encode()), **change)
