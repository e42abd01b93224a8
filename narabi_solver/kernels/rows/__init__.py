"""Kernels that write packed deals and lines as text, for files of many rows."""
