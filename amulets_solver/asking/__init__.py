"""What to ask, what a question was worth, when to cast; and exact strategies for small altars."""
