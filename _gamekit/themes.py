"""Themes and sizes of drawings. The code that draws is elsewhere.

The colours are those of ``data/tokens.css``, which pages have as their style sheet.
"""

from __future__ import annotations

import importlib.resources
import re
from dataclasses import dataclass, fields, replace

from _gamekit.problems import ArgumentError

SMALLEST, LARGEST = 60, 10_000
"""Smallest and largest width of a drawing in pixels."""


@dataclass(frozen=True)
class Theme:
    """The colours of a drawing, as CSS values."""

    ground: str
    """Colour of the background."""
    paper: str
    """Colour of cards, badges and signs that lie on the background."""
    line: str
    """Colour of frames and of lines that separate."""
    bed: str
    """Colour of areas behind pieces."""
    bed_edge: str
    """Colour of their outlines."""
    ink: str
    """Colour of text and outlines."""
    faint: str
    """Colour of less important text, still readable."""
    accent: str
    """Colour of the current move: vermilion."""
    on_accent: str
    """Colour of text on `accent`."""
    second: str
    """Colour of possible moves and of frozen groups: indigo."""
    on_second: str
    """Colour of text on `second`."""
    white: str
    """Colour of white stones."""
    white_light: str
    """Colour of the light on them."""
    white_edge: str
    """Colour of their outlines."""
    white_ink: str
    """Colour of numbers on them."""
    dark: str
    """Colour of dark stones; the next three as for white ones."""
    dark_light: str
    dark_edge: str
    dark_ink: str
    square: str
    """Colour of half of a board's squares."""
    other_square: str
    """Colour of the other half."""
    white_disc: str
    """Colour of White's discs."""
    white_rim: str
    """Colour of their outlines."""
    white_dimple: str
    """Colour of the circle within each."""
    white_hatch: str
    """Colour of the hatching of paralysed ones."""
    black_disc: str
    """Colour of Black's discs; the next three as for White's."""
    black_rim: str
    black_dimple: str
    black_hatch: str


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


_IF_DARK = "@media screen and (prefers-color-scheme: dark)"
_TOKENS = importlib.resources.files("_gamekit").joinpath("data", "tokens.css").read_text("utf-8")
_ON_LIGHT, _ON_DARK, _MEASURES = _TOKENS.split("\n}\n", 2)
LIGHT_VALUES, DARK_VALUES = (
    dict(re.findall(r"--([\w-]+): ([^;]+);", part)) for part in (_ON_LIGHT, _ON_DARK)
)
"""The colours of pages by name, for light and for dark pages."""
LIGHT, DARK = (
    Theme(*(values[one.name.replace("_", "-")] for one in fields(Theme)))
    for values in (LIGHT_VALUES, DARK_VALUES)
)
PRINTED = replace(LIGHT, ground="#ffffff", paper="#ffffff")
"""The light theme on white paper."""
AUTO = Theme(*(Colour.of(getattr(LIGHT, one.name), getattr(DARK, one.name)) for one in fields(Theme)))
"""The light theme with the dark theme's colours for readers who prefer dark pages."""
THEMES = {"auto": AUTO, "light": LIGHT, "dark": DARK}


def drawing_style(theme: Theme) -> str:
    """Return the CSS of a drawing; the light theme needs none.

    The selector ``svg:root`` matches a drawing in its own file, but not one within a page.
    """
    root = "svg:root {{ background: {} }}"
    if theme is LIGHT or theme is PRINTED:
        return ""
    if theme is DARK:
        return root.format(theme.ground)
    colours = [getattr(theme, one.name) for one in fields(Theme)]
    rules = (
        f".{colour.class_name(attribute)} {{ {attribute}: {colour.dark} }}"
        for colour in colours
        for attribute in ("fill", "stroke")
    )
    return f"{_IF_DARK} {{ {' '.join([root.format(DARK.ground), *dict.fromkeys(rules)])} }}"


def page_style(theme: Theme) -> str:
    """Return the tokens as the style sheet of a page that contains drawings of a theme; print stays light."""
    if theme is AUTO:
        return _TOKENS
    if theme is DARK:
        return _TOKENS.replace(_IF_DARK, "@media screen")
    return "\n}\n".join([_ON_LIGHT.replace("light dark", "light"), _MEASURES])


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
