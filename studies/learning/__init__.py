"""Makes the tables in ``docs/howto/learning.md``."""
