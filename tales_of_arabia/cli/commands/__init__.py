"""The commands of `tales`; each file is a command of the same name, with `add_options` and `run`."""
