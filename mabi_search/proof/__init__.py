"""Solve positions with proof; a module is loaded when it is used."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
