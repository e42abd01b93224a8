"""The fewest turns of a deal, with proof: for one deal or for many (`batch`, which loads kernels)."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
