"""Narabi with hidden cards for programs that learn: an environment, many games at once, evaluation."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
