"""What a player knows: sets of fields for each opponent and amulet, and exact counts over them."""
