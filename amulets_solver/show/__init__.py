"""Texts for people, JSON for programs. A module is loaded when it is used: `show.report.spell_book`."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
