"""The engine as a player: its levels, its time, and how it plays proven wins."""
