"""The commands of `amulets`; each file is a command of the same name, with `add_options` and `run`.

Modules that are slow to load, like `show.report`, are loaded on first use.
"""
