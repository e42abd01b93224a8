"""Answers for people and programs: texts, JSON, plots."""
