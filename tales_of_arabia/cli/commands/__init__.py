"""The commands of `tales`, one a file, each with its name: `run` answers and returns the exit code."""
