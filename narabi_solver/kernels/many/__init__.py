"""Kernels for many deals: dealing them, and all their children; importing it compiles or loads them."""

from _gamekit import kernel_cache
from narabi_solver import kernels

kernel_cache.load(__name__, ("children", "dealing"), kernels.__file__)
