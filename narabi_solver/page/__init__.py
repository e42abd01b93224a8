"""Narabi as one page for the browser: `page_html`.

The folder `files/` has its rules, solver and style sheets.
"""

from _gamekit import exports

__getattr__, __dir__, __all__ = exports.names(__name__, __file__)
