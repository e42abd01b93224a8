"""Certificates: proofs as files, and a checker by the rules alone; a module is loaded when it is used."""

from _gamekit import lazy

__getattr__, __dir__, __all__ = lazy.names(__name__, __file__)
