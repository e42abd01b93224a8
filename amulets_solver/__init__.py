"""Exact answers about the deduction game Amulets: what one knows, what to ask, when to cast."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
