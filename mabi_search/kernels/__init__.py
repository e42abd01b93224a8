"""Compiled code: small functions on bitboards that use only numpy and the decorators of kernels."""
