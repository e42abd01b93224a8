"""Texts for the terminal, JSON, plots. A module is loaded when it is used: `show.report.deck_view`."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
