"""The search for 12 stones."""
