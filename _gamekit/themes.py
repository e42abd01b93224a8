"""How drawings may look: known before any is made, and without what makes them."""

from __future__ import annotations

from dataclasses import dataclass

from _gamekit.problems import ArgumentError

SMALLEST, LARGEST = 60, 10_000
"""Pixels that a drawing may be wide."""


@dataclass(frozen=True)
class Theme:
    """The colours of a drawing, as CSS texts."""

    paper: str
    """The background."""
    ink: str
    """Texts and outlines."""
    faint: str
    """Less important texts, still readable."""
    field: str
    """Areas behind the pieces, and squares of a board."""
    other_field: str
    """The other squares of a board."""
    white: str
    """Pieces that are called white."""
    dark: str
    """Pieces that are called dark or black."""
    edge: str
    """The outline of pieces."""
    accent: str
    """What is played now: vermillion, or orange on dark paper."""
    second: str
    """What could be played: blue."""


THEMES = {
    "light": Theme(
        "#ffffff", "#1a1a1a", "#595959", "#e9ecef", "#d3d8de", "#ffffff", "#2b2f36", "#1a1a1a",
        accent="#d55e00", second="#0072b2",
    ),
    "dark": Theme(
        "#16191d", "#f2f2f2", "#b4bac2", "#3a414a", "#2b3138", "#f7f7f7", "#0b0d0f", "#cfd5dc",
        accent="#e69f00", second="#56b4e9",
    ),
}  # fmt: skip


def theme_of(name: str) -> Theme:
    """Return the theme of this name.

    Raises
    ------
    ArgumentError
        There is none.
    """
    if name not in THEMES:
        raise ArgumentError(f"the theme must be {' or '.join(THEMES)}, not {name!r}")
    return THEMES[name]
