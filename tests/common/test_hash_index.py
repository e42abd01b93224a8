"""The index of numbered words: words are found again, and no part of a word is left out of its slot."""

from __future__ import annotations

import numpy as np
import pytest

from _gamekit.kernels.hash_index import hashed, slot_of
from tests.parts import called

COUNT, SLOTS = 4_096, 8_192


@pytest.mark.parametrize("shift", [0, 16, 32, 48, 52])
def test_words_that_differ_in_a_few_bits_have_different_slots(shift: int) -> None:
    """Words by chance have 3,223 of these slots."""
    slot = called(hashed)
    assert len({int(slot(np.uint64(word << shift))) % SLOTS for word in range(COUNT)}) > 2_800


def test_a_word_is_found_at_its_slot() -> None:
    words = np.random.default_rng(86).integers(1 << 64, size=100, dtype=np.uint64)
    slots = np.zeros(256, np.int32)
    place = called(slot_of)
    for number, word in enumerate(words, 1):
        slots[place(words, slots, word)] = number
    assert sorted(slots[slots > 0]) == list(range(1, 101))
    assert all(slots[place(words, slots, word)] == number for number, word in enumerate(words, 1))
