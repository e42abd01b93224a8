"""Certificates, which are proofs as files, and a checker that is independent of the search."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
