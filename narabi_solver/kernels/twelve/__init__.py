"""Kernels of the search for rings of 12 stones."""
