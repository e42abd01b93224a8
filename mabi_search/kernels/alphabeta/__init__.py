"""Kernels of alpha-beta; importing it compiles or loads them."""

from _gamekit import kernel_cache
from mabi_search import kernels
from mabi_search.kernels import runs  # noqa: F401  (whose parts are used: loaded before the lock is taken)

kernel_cache.load(
    __name__, ("table", "evaluation", "complete", "work", "ordering", "search"), kernels.__file__
)
