"""Mabi as a web page: the Python code that builds it, and its source files."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
