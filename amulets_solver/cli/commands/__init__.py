"""The commands of `amulets`, one a file, each with its name: `add_options`, and `run`, which answers.

A module that is slow to load is loaded when it is used: `amulets_solver.question`, `show.report`.
"""
