"""The analysis board in the browser: what answers its page (Python), and the page (data)."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
