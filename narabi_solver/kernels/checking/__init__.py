"""Replays the lines of many deals."""
