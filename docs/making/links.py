"""Links of docstrings: a name leads to where the same package's pages show it."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from docs.making.reference import ROOMS, SHARED, names_of


def shown() -> dict[str, dict[str, str]]:
    """Return, for each package, under which full name its pages show each short one."""
    found: dict[str, dict[str, str]] = {}
    for package, rooms in ROOMS.items():
        names = found.setdefault(package.__name__, {name: f"{home}.{name}" for name, home in SHARED.items()})
        for room in rooms:
            for home, here in names_of(package, room).items():
                names |= {name: f"{home}.{name}" for name in here if name not in package.__all__}
                names |= {name: f"{package.__name__}.{name}" for name in here if name in package.__all__}
    return found


def settle(app: Sphinx, page: nodes.document) -> None:
    """Make each name in the docstrings of a page a link to one place, or a word.

    Most are words: parameters, fields, names of other libraries. Links between pages are not looked at
    here, so a wrong one stays an error.
    """
    package = app.env.docname.removeprefix("api/").partition(".")[0]
    names = app.names_shown.get(package, app.names_shown["narabi_solver"])  # type: ignore[attr-defined]
    for link in list(page.findall(pending_xref)):
        if link.get("refdomain") != "py":
            continue
        target = names.get(link["reftarget"].split(".")[-1])
        if target is None:
            link.replace_self(link.children)
        else:
            link["reftarget"], link["refspecific"] = target, False
            link["reftype"] = "obj"


def keep(app: Sphinx, what: str, name: str, one: object, options: object, lines: list[str]) -> None:
    """Keep what the docstring of an attribute says before Napoleon takes "Proven: no line" for a type."""
    if what in ("attribute", "property", "data"):
        app.docstrings_kept[name] = lines.copy()  # type: ignore[attr-defined]


def restore(app: Sphinx, what: str, name: str, one: object, options: object, lines: list[str]) -> None:
    """Put that back."""
    lines[:] = app.docstrings_kept.pop(name, lines)  # type: ignore[attr-defined]


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx settle the links of each page that it has read."""
    app.names_shown = shown()  # type: ignore[attr-defined]
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("doctree-read", settle)
    app.docstrings_kept = {}  # type: ignore[attr-defined]
    app.connect("autodoc-process-docstring", keep, priority=400)
    app.connect("autodoc-process-docstring", restore, priority=600)
    return {"parallel_read_safe": True}
