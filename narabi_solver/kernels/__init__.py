"""The compiled part: small functions on packed integers; numpy, numba and the kernel cache only.

Importing this package compiles all kernels, or loads them from the cache.
"""

from narabi_mabi_common import kernel_cache

kernel_cache.load(__name__, ("state", "bfs", "relaxed", "ida", "replay"))
