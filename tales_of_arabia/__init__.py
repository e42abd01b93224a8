"""Tales of Arabia, a game of stories within stories: the table kept, records scored, hands valued."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
