"""The documentation: its pages, and what makes those that nobody writes."""
