"""The game: rules in plain Python, positions, notation, and drawings of the board."""
