"""What each technique of the search of Mabi saves, and its depth in seconds.

Parts of ``docs/design/mabi-search.md`` and ``docs/speed.md``.
"""
