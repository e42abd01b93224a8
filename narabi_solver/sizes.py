"""The largest values of some arguments, known before anything is loaded."""

MAX_WORKERS = 256
"""Worker processes of a survey."""

MAX_HARDEST = 100
"""Hardest deals that a census keeps."""
