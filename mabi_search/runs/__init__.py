"""Runs: one side moves alone. What a pass leads to, and what a run cannot reach."""
