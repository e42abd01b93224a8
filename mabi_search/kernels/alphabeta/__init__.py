"""Kernels of alpha-beta."""
