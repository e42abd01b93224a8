"""Answers for people and programs: texts, JSON, pages, plots."""
