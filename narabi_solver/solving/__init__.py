"""Finds the fewest turns that win a deal, with proof, for one deal or for many."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
