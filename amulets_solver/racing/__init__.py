"""Policies, whole games between them, and races over many games."""
