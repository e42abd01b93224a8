"""Texts for the terminal, JSON, plots."""
