"""The site's search: pages rank above Python objects, as every build checks where there is node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.logging import getLogger

FIRST = {
    "last night": "tutorials/players",
    "million deals": "notebooks/2-a-million-deals",
    **dict.fromkeys(("pass", "ring", "slip", "turn", "run", "holder"), "glossary"),
}
"""What people search for, and the page that must come first."""

SCRIPTS = ("base-stemmer.js", "english-stemmer.js", "language_data.js", "searchtools.js")
BROWSER = """
const window = globalThis, SPHINX_HIGHLIGHT_ENABLED = false;
const _ = (text) => text, _ready = () => {};
const document = { getElementById: () => null };
"""
RANK = """
const first = (query) => Search._performSearch(...Search._parseQuery(query)).pop()?.[0];
console.log(JSON.stringify(process.argv.slice(2).map(first)));
"""


def first_pages(site: Path, queries: list[str]) -> list[str | None]:
    """Return the page that a built site shows first for each query."""
    scripts = [*(site / "_static" / name for name in SCRIPTS), site / "searchindex.js"]
    program = "\n".join([BROWSER, *(script.read_text() for script in scripts), RANK])
    done = subprocess.run(["node", "-", *queries], input=program, capture_output=True, text=True, check=True)
    pages: list[str | None] = json.loads(done.stdout)
    return pages


def check(app: Sphinx, problem: Exception | None) -> None:
    """Warn if another page comes first."""
    if problem or app.builder.name != "html" or shutil.which("node") is None:
        return
    for (query, wanted), page in zip(FIRST.items(), first_pages(Path(app.outdir), list(FIRST)), strict=True):
        if page != wanted:
            getLogger(__name__).warning("a search for %r shows %s first, not %s", query, page, wanted)


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx check each site that it has built."""
    app.connect("build-finished", check)
    return {"parallel_read_safe": True}
