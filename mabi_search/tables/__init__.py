"""Tables of small boards: every position with its value, by retrograde analysis, in checked files."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
