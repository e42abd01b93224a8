"""Exact answers about the deduction game Amulets: a player's knowledge, the best question, the best cast."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
