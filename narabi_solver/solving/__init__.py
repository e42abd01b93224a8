"""Finds the fewest turns that win a deal, with proof, for one deal or for many."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
