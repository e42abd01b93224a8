"""Kernels of the census: a retrograde search that visits all arrangements of a deal's stones."""
