"""The breadth-first search, for any stones; importing it compiles it or loads it from the cache."""

from _gamekit import kernel_cache
from narabi_solver import kernels

kernel_cache.load(__name__, ("bfs",), kernels.__file__)
