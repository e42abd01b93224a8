"""Values of swaps, shortest lines, reviews of games, costs of cards, and deals of a given difficulty."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
