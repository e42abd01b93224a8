"""Makes the table in ``docs/openspiel.md``."""
