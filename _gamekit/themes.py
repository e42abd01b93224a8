"""Themes and sizes of drawings. The code that draws is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, fields

from _gamekit.problems import ArgumentError

SMALLEST, LARGEST = 60, 10_000
"""Smallest and largest width of a drawing in pixels."""


@dataclass(frozen=True)
class Theme:
    """The colours of a drawing, as CSS values."""

    paper: str
    """Colour of the background."""
    ink: str
    """Colour of text and outlines."""
    faint: str
    """Colour of less important text, still readable."""
    field: str
    """Colour of areas behind pieces, and of half of a board's squares."""
    other_field: str
    """Colour of the other half of a board's squares."""
    white: str
    """Colour of white pieces."""
    dark: str
    """Colour of dark or black pieces."""
    edge: str
    """Colour of the outlines of pieces."""
    accent: str
    """Colour of the current move: vermillion, or orange on a dark background."""
    second: str
    """Colour of possible moves: blue."""


class Colour(str):
    """A colour for light pages, with a second colour for dark pages."""

    __slots__ = ("dark",)
    dark: str

    @classmethod
    def of(cls, light: str, dark: str) -> Colour:
        """Return a colour with a value for light pages and a value for dark pages."""
        colour = cls(light)
        colour.dark = dark
        return colour

    def class_name(self, attribute: str) -> str:
        """Return the CSS class of elements whose ``fill`` or ``stroke`` is this colour.

        The name contains both values, so that it has the same meaning in every drawing of a page.
        """
        return f"gamekit-{attribute}-{self[1:]}-{self.dark[1:]}"


LIGHT, DARK = (
    Theme(
        "#ffffff", "#1a1a1a", "#595959", "#e9ecef", "#d3d8de", "#ffffff", "#2b2f36", "#1a1a1a",
        accent="#d55e00", second="#0072b2",
    ),
    Theme(
        "#16191d", "#f2f2f2", "#b4bac2", "#3a414a", "#2b3138", "#f7f7f7", "#0b0d0f", "#cfd5dc",
        accent="#e69f00", second="#56b4e9",
    ),
)  # fmt: skip
AUTO = Theme(*(Colour.of(getattr(LIGHT, one.name), getattr(DARK, one.name)) for one in fields(Theme)))
"""The light theme with the dark theme's colours for readers who prefer dark pages."""
THEMES = {"auto": AUTO, "light": LIGHT, "dark": DARK}

_IF_DARK = "@media screen and (prefers-color-scheme: dark)"


def drawing_style(theme: Theme) -> str:
    """Return the CSS of a drawing; the light theme needs none.

    The selector ``svg:root`` matches a drawing in its own file, but not one within a page.
    """
    root = "svg:root {{ background: {} }}"
    if theme is LIGHT:
        return ""
    if theme is DARK:
        return root.format(theme.paper)
    rules = [root.format(DARK.paper)]
    for one in fields(Theme):
        colour = getattr(theme, one.name)
        for attribute in ("fill", "stroke"):
            rules.append(f".{colour.class_name(attribute)} {{ {attribute}: {colour.dark} }}")
    return f"{_IF_DARK} {{ {' '.join(rules)} }}"


def page_style(theme: Theme) -> str:
    """Return the CSS of a page that contains drawings: its colour scheme, and variables like ``--paper``."""

    def root(scheme: str, colours: Theme) -> str:
        names = [one.name for one in fields(Theme)]
        values = " ".join(f"--{name.replace('_', '-')}: {getattr(colours, name)};" for name in names)
        return f":root {{ color-scheme: {scheme}; {values} }}"

    if theme is AUTO:
        return f"{root('light dark', LIGHT)}\n{_IF_DARK} {{ {root('dark', DARK)} }}"
    return root("dark" if theme is DARK else "light", theme)


def theme_of(name: str) -> Theme:
    """Return the theme with a given name.

    Raises
    ------
    ArgumentError
        The theme is unknown.
    """
    if name not in THEMES:
        *some, last = THEMES
        raise ArgumentError(f"the theme must be {', '.join(some)} or {last}, not {name!r}")
    return THEMES[name]
