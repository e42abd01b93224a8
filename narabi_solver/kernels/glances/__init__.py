"""Kernels for what a person sees in a ring at a glance; importing it compiles them or loads them."""

from _gamekit import kernel_cache
from narabi_solver import kernels
from narabi_solver.kernels import fifteen, twelve  # noqa: F401  (loaded first: their parts are used)

kernel_cache.load(__name__, ("seen",), kernels.__file__)
