"""The commands of `mabi`. Each file is a command of the same name, with `add_options` and `run`.

Modules that are slow to import, like `show.report`, are imported on first use, so that a mistyped command is
reported at once.
"""
