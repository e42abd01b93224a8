"""The game: altar and readings, placements, the rules in plain Python, records and their notation."""
