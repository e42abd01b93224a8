"""Answers for people and programs: texts, JSON, pages, plots."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
