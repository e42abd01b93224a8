"""Kernels of runs, in which one side moves alone."""
