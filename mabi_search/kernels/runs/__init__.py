"""Kernels of runs, in which one side moves alone; importing it compiles or loads them."""

from _gamekit import kernel_cache
from mabi_search import kernels

kernel_cache.load(
    __name__, ("heap", "shape", "joining", "novelty", "levels", "promise", "run", "region"), kernels.__file__
)
