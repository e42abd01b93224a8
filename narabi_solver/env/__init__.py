"""Narabi with hidden cards for programs that learn: an environment, many games at once, evaluation."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
