"""Mabi: legal moves, alpha-beta analysis and exact endgames. Still an empty room; Narabi comes first."""
