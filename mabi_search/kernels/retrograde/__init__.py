"""Whole small boards by retrograde analysis; importing it compiles the kernels or loads them."""

from _gamekit import kernel_cache
from mabi_search import kernels

kernel_cache.load(__name__, ("movable", "alone", "alternate", "components", "resuming"), kernels.__file__)
