"""Statistics: surveys of random deals with confidence intervals, and censuses of all arrangements."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
