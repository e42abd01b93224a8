"""The compiled part: small functions on bitboards; numpy, numba and the kernel cache only."""

from narabi_mabi_common import kernel_cache

kernel_cache.load(__name__, ("board", "groups", "moves", "perft"), __file__)
