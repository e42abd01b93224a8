"""Mabi as one page for the browser: the Python that makes it, and its source files."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
