"""A player's knowledge: the possible fields of each opponent and amulet, and exact counts over them."""
