"""The commands of `mabi`, one a file, each with its name: `add_options`, and `run`, which answers.

What is slow to load is loaded when it is used, as `mabi_search.solve` or `show.report`: nobody should wait
for a search to be told of a typing error.
"""
