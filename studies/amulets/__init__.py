"""Makes ``docs/amulets.md``."""
