"""The game: options of the rules, placements, the rules in plain Python, records and their notation."""
