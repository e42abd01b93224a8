"""The paper's draft as a page: JOSS builds it with pandoc, whose title and citations MyST does not read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docs.making.pages import DOCS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE, SOURCES = "paper/paper", DOCS / "paper" / "paper.bib"
ENTRY = re.compile(r"^@(\w+)\{(\w+),\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r"^  (\w+) = \{(.*)\},?$", re.MULTILINE)
CITATION = re.compile(r"\[@(\w+)\]")
LETTERS = {'\\"o': "ö", '\\"u': "ü"}
PLACES = ("journal", "booktitle", "howpublished", "school")
"""Where a source appeared: each has one of these fields."""


def sources() -> dict[str, dict[str, str]]:
    """Return the fields of each source by its key, as readers see them."""
    found = {}
    for _, key, fields in ENTRY.findall(SOURCES.read_text()):
        found[key] = dict(FIELD.findall(fields))
        for name, value in found[key].items():
            for written, letter in LETTERS.items():
                value = value.replace(written, letter)
            found[key][name] = re.sub(r"[{}]", "", value).replace("--", "–")
    return found


def names(source: dict[str, str]) -> str:
    """Return who wrote a source, as a citation has it."""
    first, *more = (author.partition(",")[0] for author in source["author"].split(" and "))
    return f"{first} et al." if len(more) > 1 else " and ".join([first, *more])


def told(source: dict[str, str]) -> str:
    """Return a line of the list of sources."""
    (place,) = (source[name] for name in PLACES if name in source)
    where = ", ".join([place, *(source[name] for name in ("volume", "pages") if name in source)])
    link = f" <https://doi.org/{source['doi']}>" if "doi" in source else ""
    link = f" <https://arxiv.org/abs/{source['eprint']}>" if "eprint" in source else link
    authors = "; ".join(source["author"].split(" and ")).replace("; others", " and others")
    return f"* {authors} ({source['year']}). *{source['title']}*. {where}.{link}"


def page(text: str) -> str:
    """Return the page of a paper: its title above, headings one level lower, sources at the end.

    Raises
    ------
    KeyError
        A citation has no source.
    """
    _, head, body = text.split("---\n", 2)
    people, _, _ = head.partition("affiliations:")
    title, *authors = re.findall(r"^(?:title: '|  - name: )(.*?)'?$", people, re.MULTILINE)
    known = sources()

    def cited(match: re.Match[str]) -> str:
        source = known[match[1]]
        return f"({names(source)} {source['year']})"

    body = re.sub(r"^#", "##", CITATION.sub(cited, body), flags=re.MULTILINE)
    (date,) = re.findall(r"^date: (.*)$", head, re.MULTILINE)
    listed = "\n".join(told(source) for _, source in sorted(known.items()))
    return f"# A paper's draft\n\n**{title}**\n\n{', '.join(authors)}, {date}\n{body}\n{listed}\n"


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Change what Sphinx reads of the paper."""
    if name == PAGE:
        source[0] = page(source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx read the paper as a page."""
    app.connect("source-read", read)
    return {"parallel_read_safe": True}
