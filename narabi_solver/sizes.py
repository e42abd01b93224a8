"""The largest numbers that may be asked for, known before anything is loaded."""

MAX_WORKERS = 256
"""Processes of a survey."""

MAX_HARDEST = 100
"""Deals that a census keeps."""
