"""Values of swaps, shortest lines, played lines, costs of cards; finding deals of a given difficulty."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
