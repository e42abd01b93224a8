"""Limits and defaults of options; this module loads no search."""

from _gamekit.limits import Limits as Limits
from _gamekit.progress import Progress as Progress

MAX_DEPTH = 60
"""Plies of perft and of a search."""

DEFAULT_DEPTH = 6
"""Plies of a search without a limit."""

MAX_LINES = 128
"""Best moves that a search reports, at most."""

MAX_THREADS = 256
"""Threads of a search."""

PROOF_NODES, READING_NODES = 20_000_000, 200_000
"""Default limit of nodes of `solve`, and of `solve_all_readings` for each combination of readings."""

ENGINE_NODES = 200_000
"""Default limit of nodes of the engine, for a move or a hint at the terminal."""
REVIEW_NODES, JUDGE_NODES = 5_000, 40_000
"""Nodes of each search when the board reviews a game, and when it judges one move."""
