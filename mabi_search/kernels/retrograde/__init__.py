"""Whole small boards by retrograde analysis."""
