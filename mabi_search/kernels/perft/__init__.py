"""Kernels of perft."""
