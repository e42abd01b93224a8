"""The commands of `tales`, a file each, named alike; each has `add_options` and `run`."""
