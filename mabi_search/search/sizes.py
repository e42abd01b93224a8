"""Limits and defaults of options. This module does not import a search."""

from _gamekit.limits import Limits as Limits
from _gamekit.progress import Progress as Progress

MAX_DEPTH = 60
"""Maximum number of plies of perft and of a search."""

DEFAULT_DEPTH = 6
"""Number of plies of a search without limits."""

MAX_LINES = 128
"""Maximum number of best moves that a search reports."""

MAX_THREADS = 256
"""Maximum number of threads of a search."""

PROOF_NODES, READING_NODES = 20_000_000, 200_000
"""Default node limits of `solve`, and of `solve_all_readings` for each combination of readings."""

ENGINE_NODES = 200_000
"""Default node limit of the engine for a move, and for a hint at the terminal."""
REVIEW_NODES, JUDGE_NODES = 5_000, 40_000
"""Node limits of each search when the web page reviews a game, and when it judges one move."""
