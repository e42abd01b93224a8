"""What may be asked for, and what holds if nothing is: known before anything is loaded."""

from _gamekit.limits import Limits as Limits
from _gamekit.progress import Progress as Progress

MAX_DEPTH = 60
"""Plies of perft and of a search."""

DEFAULT_DEPTH = 6
"""Plies of a search without a limit."""

MAX_LINES = 128
"""Moves that a search tells about."""

MAX_THREADS = 256
"""Threads of a search."""

PROOF_NODES, READING_NODES = 20_000_000, 200_000
"""Positions that `solve` looks at without a limit; for each reading, where all are asked for."""

ENGINE_NODES = 200_000
"""Positions that the engine looks at for a move or a hint at the terminal."""
REVIEW_NODES, JUDGE_NODES = 5_000, 40_000
"""Nodes of each search of a review on the board, and where one move is judged there."""
