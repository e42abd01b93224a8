"""Kernels for what a person sees in a ring at a glance."""
