"""Makes the table in ``docs/tales.md``."""
