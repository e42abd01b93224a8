"""Kernels of the search; importing it compiles or loads them."""

from mabi_search import kernels
from narabi_mabi_common import kernel_cache

kernel_cache.load(__name__, ("run", "evaluation", "table", "work", "ordering", "search"), kernels.__file__)
