"""What each technique of the search of Mabi saves, and its depth in seconds: parts of ``docs/speed.md``."""
