"""The game: stones, cards, decks, deals, the rules in plain Python, the notation, a ring as a drawing."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
