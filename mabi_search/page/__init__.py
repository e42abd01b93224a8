"""Mabi as a web page: the Python code that builds it, and its source files."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
