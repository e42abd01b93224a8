"""Kernels: how small numba functions become machine code, and how Python calls it.

`forms` says what arguments an entry takes, `entry` marks kernels and calls them, `store` finds the library of
an entry, `build`, the only file that imports numba, makes libraries, and `build_all` has all of them made.
"""
