"""Tables of small boards. Retrograde analysis finds the value of every position; a file stores the values."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
