"""Pages that are made: written only where they changed, so that Sphinx reads again only those."""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent


def put(name: str, content: str | bytes) -> Path:
    """Write a page of this name under ``docs`` and return where it is."""
    path, made = DOCS / name, content.encode() if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != made:
        path.write_bytes(made)
    return path


def keep_only(folder: str, names: set[str]) -> None:
    """Remove the pages of a folder that were made once and are no longer."""
    for path in (DOCS / folder).glob("*"):
        if path.name not in names:
            path.unlink()


def contents(names: list[str]) -> str:
    """Return the list of pages that follow one, as MyST reads it."""
    return "\n".join(["```{toctree}", ":maxdepth: 1", "", *names, "```", ""])
