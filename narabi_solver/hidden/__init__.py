"""The game as it is played: what a seat knows while the others' restrictions are hidden."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
