"""Search kernels for games with rings of 12 stones."""
