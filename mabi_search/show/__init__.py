"""Answers as text, JSON, plots and printed pages. Modules are imported on first use."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
