"""Mabi as one page for the browser: what makes it (Python), and what it is made of (files)."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
