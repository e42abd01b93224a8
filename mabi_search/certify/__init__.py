"""Certificates: proofs as files, and a checker that depends on the rules alone."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
