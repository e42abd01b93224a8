"""The compiled part: small functions on packed integers; numpy, numba and the kernel cache only.

Importing this package compiles the kernels that every search needs, or loads them from the cache;
`twelve` and `fifteen` are the searches for rings of so many stones, `many` deals and expands batches; they
are compiled when they are first used.
"""

from _gamekit import kernel_cache

kernel_cache.load(__name__, ("state", "batch", "bfs", "replay"), __file__)
