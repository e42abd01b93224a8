"""The game: cards, decks, acts, the rules in plain Python, and records."""
