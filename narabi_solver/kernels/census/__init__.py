"""Every arrangement at once, by retrograde search; importing it compiles the kernels or loads them."""

from _gamekit import kernel_cache
from narabi_solver import kernels

kernel_cache.load(__name__, ("blocks", "layers"), kernels.__file__)
