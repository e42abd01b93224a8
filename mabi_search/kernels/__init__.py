"""The compiled part: small functions on bitboards; numpy and the marks of kernels only."""
