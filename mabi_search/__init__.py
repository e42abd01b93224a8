"""Exact answers about the board game Mabi: rules with all readings, positions, perft, analysis and proofs."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
