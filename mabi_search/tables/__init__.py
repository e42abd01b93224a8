"""Tables of small boards. Retrograde analysis finds the value of every position; a file stores the values."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
