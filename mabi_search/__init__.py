"""Exact answers about the board game Mabi: rules with all readings, positions, perft, analysis and proofs.

>>> from mabi_search import Position, analyse, solve
>>> position = Position.start().play("a1a2")
>>> len(position.legal_moves), position.why_not("b2b3")
(53, 'b2 is paralysed by the white group a2 a3 (2 > 1)')
>>> print(analyse(position, depth=2).pv[0])
d2d3
>>> print(solve(Position.parse("1bw1/b1w1/1w1b w - w 9")).outcome)
win
"""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
