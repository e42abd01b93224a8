"""Kernels that search for proofs, best first, on an explicit graph."""
