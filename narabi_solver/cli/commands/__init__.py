"""The commands of `narabi`, one in each file. A file defines `add_options` and `run`.

Slow parts of the library, such as `narabi_solver.solve` or `show.report`, are loaded on first use, so that a
wrong option is reported at once.
"""
