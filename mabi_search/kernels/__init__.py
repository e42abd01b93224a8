"""The compiled part: small functions on bitboards; numpy, numba and the kernel cache only."""

from _gamekit import kernel_cache

kernel_cache.load(__name__, ("board", "groups", "hashing", "moves"), __file__)
