"""The page of Narabi as the site has it: what ``narabi page`` writes."""

from __future__ import annotations

from docs.making.pages import put
from narabi_solver.page.making import page_html


def write() -> None:
    """Write the page beside those of Sphinx, which copies the folder as it is."""
    put("made/narabi.html", page_html())
