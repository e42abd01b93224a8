"""Kernels of the alpha-beta search."""
