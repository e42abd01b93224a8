"""Makes the league in ``docs/mabi-search.md``: players, the engine of old among them, matches."""
