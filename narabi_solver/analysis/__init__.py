"""Values of swaps, shortest lines, reviews of games, costs of cards, and deals of a given difficulty."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
