"""The best question, the worth of each question asked, the best cast; exact strategies for small altars."""
