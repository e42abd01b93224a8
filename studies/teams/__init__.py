"""Makes ``docs/teams.md``: what hidden cards cost."""
