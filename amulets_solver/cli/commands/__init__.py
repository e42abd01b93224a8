"""The commands of `amulets`, a file each, named alike; each has `add_options` and `run`.

Modules that are slow to load, like `show.report`, are loaded on first use.
"""
