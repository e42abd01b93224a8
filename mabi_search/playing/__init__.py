"""The engine as a player: its levels, its time, and what it keeps from move to move."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
