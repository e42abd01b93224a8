"""The game: stones, cards, decks, deals, the rules in plain Python, the notation, a ring as a drawing."""
