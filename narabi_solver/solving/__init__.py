"""The fewest turns of a deal, with proof: one deal, or many side by side (`batch`, which loads kernels)."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
