"""Answers as text, JSON, plots and printed pages. Modules are imported on first use."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
