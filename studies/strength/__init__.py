"""Makes ``docs/mabi-strength.md``: players of Mabi, the engine of old among them, matches, a league."""
