"""Every arrangement at once, by retrograde search."""
