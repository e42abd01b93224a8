"""Exact answers about the deduction game Amulets: a player's knowledge, the best question, the best cast.

>>> from amulets_solver import Belief, Record, cast, question
>>> record = Record.parse("players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:C4 B:D3 K:E5 : +-")
>>> belief = Belief.of(record)
>>> belief.count, str(question(belief).placement)
(978, 'R:D2 Y:B4 G:A5 B:C5 K:E1')
>>> round(cast(belief).probability, 4)
0.0028
"""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
