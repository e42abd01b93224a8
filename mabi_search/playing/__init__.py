"""The engine as a player: its levels, its time, and what it keeps from move to move."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
