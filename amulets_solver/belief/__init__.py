"""A player's knowledge: sets of fields for each opponent and amulet, and exact counts over them."""
