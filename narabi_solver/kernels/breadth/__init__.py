"""The breadth-first search, for any stones."""
