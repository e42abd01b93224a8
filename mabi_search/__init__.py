"""Exact answers about the group game Mabi: rules under every reading, positions, perft, analysis, proofs."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
