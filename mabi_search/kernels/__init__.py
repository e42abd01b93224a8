"""The compiled part: small functions on bitboards, which use only numpy and the decorators of kernels."""
