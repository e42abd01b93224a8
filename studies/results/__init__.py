"""Makes ``docs/results.md``: surveys and censuses of Narabi."""
