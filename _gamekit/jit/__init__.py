"""Kernels: small numba functions, their compilation to machine code, and calls from Python.

`forms` describes the arguments of an entry, `entry` marks kernels and calls them, and `store` finds the
library of an entry. `build`, the only file that imports numba, makes libraries; `build_all` makes all of
them.
"""
