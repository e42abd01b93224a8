"""Makes parts of ``docs/mabi-search.md``: suites of endgames of Mabi, and how many `solve` decides."""
