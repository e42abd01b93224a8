"""Parts of kernels that both packages share; a change makes the libraries of both packages stale."""
