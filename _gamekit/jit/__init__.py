"""Kernels: numba functions compiled to machine code, and calls of them from Python.

`forms` describes the arguments of an entry, which is a kernel that Python calls. `entry` marks and calls
kernels, and `store` finds the compiled library of an entry. `build` compiles one library, and is the only
file that imports numba. `build_all` compiles all libraries.
"""
