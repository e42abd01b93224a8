"""Values of swaps, shortest lines, played lines, costs of cards; deals of a given difficulty."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
