"""Links that lead to one file in a clone, and to a page that is made on the site.

``[Play Narabi](narabi-page.md "narabi/index.html")``: the clone has the page about the game, the site has the
game. A reader of the clone sees the second address as a hint.
"""

from __future__ import annotations

import re
from typing import Any

from sphinx.application import Sphinx

LINK = re.compile(r'\[([^\]]*)\]\([^)\s]+ "([^"\s]+\.(?:html|json|md|ipynb)[^"\s]*)"\)')


def on_the_site(text: str) -> str:
    """Return a page with the addresses of the site."""
    return LINK.sub(
        lambda link: (
            f"[{link[1]}]({link[2]})"
            if link[2].endswith((".md", ".ipynb"))
            else f'<a href="{link[2]}">{link[1]}</a>'
        ),
        text,
    )


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx change each page that it reads."""

    def change(app: Sphinx, name: str, source: list[str]) -> None:
        source[0] = on_the_site(source[0])

    app.connect("source-read", change)
    return {"parallel_read_safe": True}
