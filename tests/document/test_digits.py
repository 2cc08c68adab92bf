"""What is done with eight characters of a number at once, looked at alone."""

from __future__ import annotations

import numpy as np
import pytest

from bvhlint.document.digits import keep_last, slots_before, spell_digits

TEXT = np.frombuffer(b"0123456789abcdef", np.uint8)


@pytest.mark.parametrize("words", [1, 2, 4])
def test_the_last_bytes_are_kept_of_each_count_up_to_all(words: int) -> None:
    size = 8 * words
    masks = keep_last(words)
    assert masks.shape == (words, size + 1)
    for count, mask in enumerate(masks.T):
        assert mask.astype("<u8").tobytes() == bytes(size - count) + b"\xff" * count


def test_slots_reach_from_the_first_byte_to_the_last_and_no_further() -> None:
    ends = np.array([8, 11, 16])
    slots = slots_before(TEXT, ends, 8)
    assert slots.view("S8").ravel().tolist() == [b"01234567", b"3456789a", b"89abcdef"]
    # What lies behind is other memory, of which nothing may be read.
    with pytest.raises(IndexError):
        slots_before(TEXT, np.array([17]), 8)


def test_slots_are_their_own() -> None:
    slots = slots_before(TEXT.copy(), np.array([8, 9]), 8)
    slots[0] = 0
    assert slots[1].tobytes() == b"12345678"


@pytest.mark.parametrize(
    "numbers",
    [range(20_000), range(10**8 - 20_000, 10**8), range(0, 10**8, 9_973)],
    ids=["low", "high", "all over"],
)
def test_eight_digits_are_spelled_at_once(numbers: range) -> None:
    words = spell_digits(np.array(numbers, np.int64))
    assert words.view("S8").tolist() == [b"%08d" % number for number in numbers]
