"""The game: stones, cards, decks, deals, the rules in plain Python, the notation, a ring as a drawing."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
