"""The commands of `amulets`, one a file, each with its name: `run` answers and returns the exit code.

A command is loaded when it is run, and it imports within its functions what it may not need.
"""
