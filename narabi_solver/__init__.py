"""Exact answers about the cooperative game Narabi: the fewest turns to win a deal, with proof.

>>> from narabi_solver import Deal, analyse, review, solve
>>> deal = Deal.parse("4-0-17")                     # or the stones, as on the table
>>> solution = solve(deal)
>>> solution.turns, str(solution.swaps[0]), "B1-A3" in deal.legal_moves
(5, 'B1-A3', True)
>>> analyse(deal)
<Analysis: 5 turns, 10 legal swaps; best B1-A3 B3-A2>
>>> review(deal, solution).summary
'won in 5 turns, the fewest possible'
"""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
