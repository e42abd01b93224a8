"""The hash function used by all tables of placements and positions."""

from __future__ import annotations

import numpy as np

from _gamekit.jit.entry import helper
from _gamekit.kernels.bits import signed

FIRST_FACTOR, SECOND_FACTOR, THIRD_FACTOR = (
    np.uint64(0x9E37_79B9_7F4A_7C15),
    np.uint64(0xC2B2_AE3D_27D4_EB4F),
    np.uint64(0x1656_67B1_9E37_79F9),
)
"""Odd constants taken from splitmix and xxHash."""
HALF = np.uint64(32)


@helper
def mixed(own: np.uint64, enemy: np.uint64, code: np.uint64) -> np.uint64:
    """Return a word that depends on the whole key. Each bit of its upper half depends on all key bits."""
    word = own * FIRST_FACTOR ^ enemy * SECOND_FACTOR ^ code * THIRD_FACTOR
    return (word ^ (word >> HALF)) * FIRST_FACTOR


@helper
def hashed(own: np.uint64, enemy: np.uint64, code: np.uint64) -> int:
    """Return 32 bits that depend on the whole key."""
    return signed(mixed(own, enemy, code) >> HALF)
