"""What `narabi_solver` and `mabi_search` both need, once: kernel cache, files, folders, limits, progress."""
