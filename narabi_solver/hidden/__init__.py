"""The game with hidden cards: the knowledge of a seat, policies, hints, and games of teams."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
