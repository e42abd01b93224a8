"""Counts what ``docs/howto/judge-a-game.md`` says of grades."""
