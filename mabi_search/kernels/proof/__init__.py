"""Proofs by best-first search on an explicit graph; importing it compiles the kernels or loads them."""

from _gamekit import kernel_cache
from mabi_search import kernels
from mabi_search.kernels import alphabeta  # noqa: F401  (whose parts are used: loaded before the lock is taken)

kernel_cache.load(__name__, ("layouts", "graph", "plays", "passing", "grow", "search"), kernels.__file__)
