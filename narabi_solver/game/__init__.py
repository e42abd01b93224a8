"""The game: stones, cards, decks and deals, the rules in plain Python, the notation, drawings of rings."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
