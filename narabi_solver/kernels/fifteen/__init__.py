"""The search for 15 stones; importing it compiles it or loads it from the cache."""

from _gamekit import kernel_cache
from narabi_solver import kernels

kernel_cache.load(__name__, ("near", "ida"), kernels.__file__)
