"""Exact answers about the deduction game Amulets: what one knows, what to ask, when to cast."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
