"""What many cores gain for one proof, and what giving work to them costs."""
