"""Search kernels for games with rings of 15 stones."""
