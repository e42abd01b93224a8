"""The commands of `mabi`, a file each, named alike; each has `add_options` and `run`.

Modules that are slow to load, like `show.report`, are loaded on first use, so that a typing error is reported
at once.
"""
