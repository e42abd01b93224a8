"""Kernels for many deals: dealing them, and all their children."""
