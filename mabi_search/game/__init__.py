"""The game: positions, the rules in plain Python under every reading, the notation, a board as a drawing."""
