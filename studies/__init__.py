"""What made a page of results: a folder for each page, with what it found. Nothing that we ship imports this.

A study may use `benchmarks` and other studies. Its tests are in ``tests/studies``.
"""
