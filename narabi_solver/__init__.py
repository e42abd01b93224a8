"""Exact answers about the cooperative game Narabi: the fewest turns to win a deal, with proof."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
