"""Tables of small boards: the value of every position, by retrograde analysis, in files with checksums."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
