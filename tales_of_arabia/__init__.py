"""Tales of Arabia, a game of stories within stories: referee, scores of records, values of hands."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
