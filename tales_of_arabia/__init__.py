"""Tales of Arabia, a game of stories within stories: referee, scores of records, values of hands.

>>> from tales_of_arabia import Record, Situation, plan
>>> Record.parse("players 3; lay princess open").game.scores
{1: 0, 2: 0, 3: 0}
>>> hand = Situation(beings=2, others=5, endings=1)
>>> best = plan(hand)
>>> best.act, int(best.value)
('lay', 7)
"""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
