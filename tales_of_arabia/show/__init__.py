"""Output as text, as JSON and as plots. Modules are loaded on first use."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
