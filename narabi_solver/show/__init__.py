"""Answers for people and programs: texts, JSON, pages, plots."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
