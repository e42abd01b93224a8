"""The outcome of a position with proof."""
