"""The game: stones, cards, decks and deals, the rules in plain Python, the notation, drawings of rings."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
