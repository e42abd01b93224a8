"""Kernels: how small numba functions become machine code, and how Python calls it.

`forms` says what arguments an entry takes, `entry` marks kernels and calls them, `store` finds the library of
an entry or has it built, and `build`, the only file that imports numba, makes libraries in its own process.
"""
