"""The index of numbered words: words are found again, and no part of a word is left out of its slot."""

from __future__ import annotations

import numpy as np
import pytest

from _gamekit.kernels.hash_index import hashed, slot_of
from tests.parts import called

SLOTS = 1 << 20


@pytest.mark.parametrize("shift", [0, 20, 40, 44])
def test_words_that_differ_in_a_part_have_slots_of_their_own(shift: int) -> None:
    """With placements of the upper ranks in few slots, a search of a long run was sixty times slower."""
    words = np.arange(SLOTS, dtype=np.uint64)[::5] << np.uint64(shift)
    slots = np.unique(hashed(words) & np.uint64(SLOTS - 1)).size
    expected = SLOTS * -np.expm1(-words.size / SLOTS)
    assert slots > 0.9 * expected


def test_a_word_is_found_at_its_slot() -> None:
    words = np.random.default_rng(86).integers(1 << 64, size=100, dtype=np.uint64)
    slots = np.zeros(256, np.int32)
    place = called(slot_of)
    for number, word in enumerate(words, 1):
        slots[place(words, slots, word)] = number
    assert sorted(slots[slots > 0]) == list(range(1, 101))
    assert all(slots[place(words, slots, word)] == number for number, word in enumerate(words, 1))
