"""Cards, decks, the rules (rules.py: the specification), acts, and records of games."""
