"""The engine as a player: its levels, its time, and what it keeps from move to move."""
