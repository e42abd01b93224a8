"""The best moves by alpha-beta, depth by depth; sequences of moves counted (perft)."""

from _gamekit import checked
from mabi_search.search.analysis import analyse, analyses
from mabi_search.search.perft import Perft, divide, perft
from mabi_search.search.results import Analysis, Line

__all__ = [
    "Analysis",
    "Line",
    "Perft",
    "analyse",
    "analyses",
    "divide",
    "perft",
]

checked.room(globals())
