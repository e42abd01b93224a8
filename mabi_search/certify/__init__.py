"""Certificates, which are proofs as files, and a checker that is independent of the search."""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
