"""The best question, the best cast, the review of a game, and exact strategies for small altars."""
