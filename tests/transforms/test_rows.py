"""Frame rows are rewritten as the plain, slow writer does it, and nothing else changes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from row_layouts import LaidOut, laid_out
from slow_rows import SlowPlan, slow_rewrite

from bvhlint.document.document import Document
from bvhlint.edits import apply_edits
from bvhlint.transforms.rows import RowPlan, rewrite_rows

seeds = st.integers(0, 1 << 32)


def rewritten(document: Document, plan: SlowPlan) -> bytes:
    """The rows of a document rewritten by the product; the header must stay."""

    def flags(items: Sequence[bool] | None) -> NDArray[np.bool_] | None:
        return None if items is None else np.array(items, np.bool_)

    fast = RowPlan(
        np.array(plan.source),
        np.array(plan.columns),
        None if plan.values is None else np.array(plan.values, np.float64),
        plan.precision,
        flags(plan.flip),
        flags(plan.fresh),
    )
    return apply_edits(document.content, [rewrite_rows(document, fast)])


def agree(file: LaidOut, plan: SlowPlan) -> None:
    header = file.data[: len(file.data) - len(file.text)]
    expected = header + slow_rewrite(file.text, plan, file.newline)
    assert rewritten(file.document, plan) == expected


def some_rows(random: Random, frames: int) -> list[int]:
    """Rows that come once, twice or not at all, at least one."""
    return sorted(random.choices(range(frames), k=random.randint(1, 2 * frames)))


@given(laid_out(), seeds)
def test_rows_that_come_and_go(file: LaidOut, seed: int) -> None:
    rows = some_rows(Random(seed), file.frames)
    agree(file, SlowPlan(rows, range(file.width)))


@given(laid_out())
def test_all_rows_as_they_are(file: LaidOut) -> None:
    plan = SlowPlan(range(file.frames), range(file.width))
    assert rewritten(file.document, plan) == file.data
    values = file.document.motion.values.tolist()
    same = SlowPlan(range(file.frames), range(file.width), values)
    assert rewritten(file.document, same) == file.data


@given(laid_out(), seeds)
def test_columns_that_go(file: LaidOut, seed: int) -> None:
    random = Random(seed)
    kept = sorted(random.sample(range(file.width), random.randint(1, file.width)))
    agree(file, SlowPlan(some_rows(random, file.frames), kept))


@given(laid_out(), seeds)
def test_columns_that_change_places_and_signs(file: LaidOut, seed: int) -> None:
    random = Random(seed)
    columns = random.sample(range(file.width), random.randint(1, file.width))
    flip = [random.random() < 0.5 for _ in columns]
    agree(file, SlowPlan(some_rows(random, file.frames), columns))
    agree(file, SlowPlan(some_rows(random, file.frames), columns, flip=flip))


@given(laid_out(), seeds, st.none() | st.integers(0, 9))
def test_new_values(file: LaidOut, seed: int, precision: int | None) -> None:
    random = Random(seed)
    rows = some_rows(random, file.frames)
    columns = sorted(random.choices(range(file.width), k=random.randint(1, file.width + 2)))
    fresh = [at > 0 and columns[at - 1] == column for at, column in enumerate(columns)]
    old = file.document.motion.values
    values = [[_changed(random, float(old[row, column])) for column in columns] for row in rows]
    agree(file, SlowPlan(rows, columns, values, precision, fresh=fresh))


def _changed(random: Random, value: float) -> float:
    near = value + random.uniform(-1, 1) * 10.0 ** -random.randint(0, 9)
    far = random.uniform(-400, 400)
    return random.choice([value, value, -value, value + 1e-9, near, far, 0.0, -1e-9, 5e-7])


def lines(*rows: str, channels: int = 3) -> Document:
    names = " ".join(f"{axis}rotation" for axis in "XYZ"[:channels])
    head = f"HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {channels} {names}\n}}\nMOTION\n"
    head += f"Frames: {len(rows)}\nFrame Time: 0.1\n"
    return Document.parse((head + "".join(rows)).encode())


def frames(data: bytes) -> bytes:
    return data.partition(b"Frame Time: 0.1\n")[2]


def test_new_numbers_have_six_decimals_or_as_many_as_their_column() -> None:
    document = lines("1 2.12345678 3e-3\n", "1.5 2 1.5e-15\n")
    plan = SlowPlan([0, 1], [0, 1, 2], [[0.25, 0.25, 0.25]] * 2)
    assert frames(rewritten(document, plan)) == b"0.250000 0.25000000 0.250000\n" * 2
    plan = SlowPlan([0, 1], [0, 1, 2], [[0.25, 0.25, 0.25]] * 2, precision=1)
    assert frames(rewritten(document, plan)) == b"0.2 0.2 0.2\n" * 2


def test_a_value_that_stays_when_it_is_rounded_keeps_its_spelling() -> None:
    document = lines("1.50 -0 +2\n")
    plan = SlowPlan([0], [0, 1, 2], [[1.5 + 1e-9, -1e-8, 2 - 4e-7]])
    assert frames(rewritten(document, plan)) == b"1.50 -0 +2\n"
    plan = SlowPlan([0], [0, 1, 2], [[1.5 + 6e-7, -0.6e-6, 2 - 6e-7]])
    assert frames(rewritten(document, plan)) == b"1.500001 -0.000001 1.999999\n"


def test_right_aligned_columns_stay_so() -> None:
    document = lines("    1.00   20.00  -3.00\n", "  -10.00    2.00 -30.00\n")
    plan = SlowPlan([0, 1], [0, 1, 2], [[-5.0, 20.0, 0.25], [100.0, 2.0, -30.0]], precision=2)
    assert frames(rewritten(document, plan)) == (
        b"   -5.00   20.00   0.25\n" + b"  100.00    2.00 -30.00\n"
    )


def test_blank_and_comment_lines_belong_to_the_row_before() -> None:
    document = lines("1 1 1\n", "\n", "2 2 2\n", "# two\n", "3 3 3\n")
    assert frames(rewritten(document, SlowPlan([0, 1, 1, 2], [0, 1, 2]))) == (
        b"1 1 1\n\n2 2 2\n2 2 2\n# two\n3 3 3\n"
    )
    assert frames(rewritten(document, SlowPlan([1, 2], [0]))) == b"2\n# two\n3\n"
    assert frames(rewritten(document, SlowPlan([0, 1], [0, 1, 2]))) == b"1 1 1\n\n2 2 2\n"


@pytest.mark.parametrize("rows", [[0, 0], [0, 1, 1], [1, 1]])
def test_a_file_without_final_newline_stays_so(rows: list[int]) -> None:
    document = lines("1 1 1\r\n", "2 2 2")
    result = frames(rewritten(document, SlowPlan(rows, [0, 1, 2])))
    assert result == b"\r\n".join([b"1 1 1", b"2 2 2"][row] for row in rows)


def test_what_stands_behind_the_last_row_stays() -> None:
    document = lines("1 1 1\n", "2 2 2\n", "\n", "# the end\n")
    assert frames(rewritten(document, SlowPlan([0], [1, 2]))) == b"1 1\n\n# the end\n"


def test_many_rows_are_written_block_by_block() -> None:
    random = np.random.default_rng(1)
    values = random.uniform(-200, 200, (30_000, 3))
    document = lines(*(f"{x:.3f} {y:.3f} {z:.3f}\n" for x, y, z in values.tolist()))
    rows = np.sort(random.integers(0, 30_000, 20_000))
    new = document.motion.values[rows][:, [2, 0]].copy()
    new[:, 1] = random.uniform(-200, 200, len(rows))
    result = apply_edits(
        document.content, [rewrite_rows(document, RowPlan(rows, np.array([2, 0]), new, 5))]
    )
    cells = document.motion.table
    expected = b"".join(
        cells.cell_text(row, 2) + b" %.5f\n" % value
        for row, value in zip(rows[::997].tolist(), new[::997, 1].tolist(), strict=True)
    )
    assert b"".join(frames(result).splitlines(keepends=True)[::997]) == expected
