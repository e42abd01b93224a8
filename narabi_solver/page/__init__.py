"""Narabi as one page for the browser: `page_html`; its rules, solver and looks are the files in `files/`."""

from _gamekit import checked

__getattr__, __dir__, __all__ = checked.names(__name__, __file__)
