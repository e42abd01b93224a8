"""Kernels of perft; importing it compiles or loads them."""

from _gamekit import kernel_cache
from mabi_search import kernels

kernel_cache.load(__name__, ("count",), kernels.__file__)
