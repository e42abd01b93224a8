"""The engine as a player: levels, time, and memory from move to move."""
