"""Studies: long computations in numbered blocks, with their files and workers."""
