"""Answers for people and programs: texts, JSON, pages, plots."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
