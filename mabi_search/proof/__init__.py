"""Proven outcomes of positions. Modules are imported on first use."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
