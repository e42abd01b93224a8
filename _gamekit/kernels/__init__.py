"""Parts of kernels that both packages share. After a change, all kernels must be compiled again."""
