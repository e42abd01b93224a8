"""Kernels of the search; importing it compiles or loads them."""

from mabi_search import kernels
from narabi_mabi_common import kernel_cache

MODULES = (
    "heap",
    "shape",
    "joining",
    "table",
    "novelty",
    "promise",
    "run",
    "evaluation",
    "complete",
    "work",
    "ordering",
    "search",
)
kernel_cache.load(__name__, MODULES, kernels.__file__)
