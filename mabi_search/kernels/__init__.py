"""Compiled code: small functions on bitboards. They use only numpy and the decorators of kernels."""
