"""Kernels of the search for rings of 15 stones."""
