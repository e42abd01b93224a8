"""Kernels that write packed deals and lines as text, for files of many rows."""

from _gamekit import kernel_cache
from narabi_solver import kernels

kernel_cache.load(__name__, ("texts",), kernels.__file__)
