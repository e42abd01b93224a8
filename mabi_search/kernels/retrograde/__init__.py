"""Whole small boards by retrograde analysis; importing it compiles the kernels or loads them."""

from mabi_search import kernels
from narabi_mabi_common import kernel_cache

kernel_cache.load(
    __name__, ("movable", "alone", "alternate", "components", "resuming", "lookup"), kernels.__file__
)
