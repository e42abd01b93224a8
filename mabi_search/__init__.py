"""Exact answers about the group game Mabi: rules under every reading, positions, perft, analysis, proofs."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
