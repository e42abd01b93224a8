"""Makes ``docs/endgames-solved.md``: suites of endgames of Mabi, and how many `solve` decides."""
