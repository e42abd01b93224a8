"""Numbers that the command line shares with the planner, without loading it."""

MOST_CARDS = 24
"""Story cards in the hand and on the table that a plan can be made for; 24 take some seconds."""
MOST_FRESH = 20
"""Story cards of a fresh hand that a threshold is computed for: some seconds, too."""
MOST_ENDINGS = 32
"""Endings in the hand of a plan."""
