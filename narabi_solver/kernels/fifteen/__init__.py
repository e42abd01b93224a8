"""The search for 15 stones."""
