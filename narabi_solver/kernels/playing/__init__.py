"""Many games side by side, for programs that learn; importing it compiles it or loads it from the cache."""

from _gamekit import kernel_cache
from narabi_solver import kernels

kernel_cache.load(__name__, ("games",), kernels.__file__)
