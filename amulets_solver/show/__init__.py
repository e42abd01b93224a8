"""Texts for people, JSON for programs, drawings."""
