"""Proofs by best-first search on an explicit graph."""
