"""Retrograde analysis of whole small boards."""
