"""The commands of `tales`, one a file, each with its name: `add_options`, and `run`, which answers."""
