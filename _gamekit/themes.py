"""Themes and sizes of drawings, without the code that draws."""

from __future__ import annotations

from dataclasses import dataclass, fields

from _gamekit.problems import ArgumentError

SMALLEST, LARGEST = 60, 10_000
"""Least and greatest width of a drawing in pixels."""


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
    """The current play: vermillion, or orange on dark paper."""
    second: str
    """Possible plays: blue."""


class Colour(str):
    """A colour for light pages that has another one for dark pages."""

    __slots__ = ("dark",)
    dark: str

    @classmethod
    def of(cls, light: str, dark: str) -> Colour:
        """Return the colour of a light and a dark value."""
        colour = cls(light)
        colour.dark = dark
        return colour

    def class_name(self, attribute: str) -> str:
        """Return the class of elements with this ``fill`` or ``stroke``.

        The class names both colours, so it means the same in every drawing of a page.
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
"""Light, or dark where the reader's pages are."""
THEMES = {"auto": AUTO, "light": LIGHT, "dark": DARK}

_IF_DARK = "@media screen and (prefers-color-scheme: dark)"


def drawing_style(theme: Theme) -> str:
    """Return the CSS of a drawing: empty if it is light, as on paper.

    ``svg:root`` is a drawing in a file of its own, and no drawing within a page.
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
    """Return the CSS of a page round drawings: its scheme, and colours: ``--paper``, ``--other-field``."""

    def root(scheme: str, colours: Theme) -> str:
        names = [one.name for one in fields(Theme)]
        values = " ".join(f"--{name.replace('_', '-')}: {getattr(colours, name)};" for name in names)
        return f":root {{ color-scheme: {scheme}; {values} }}"

    if theme is AUTO:
        return f"{root('light dark', LIGHT)}\n{_IF_DARK} {{ {root('dark', DARK)} }}"
    return root("dark" if theme is DARK else "light", theme)


def theme_of(name: str) -> Theme:
    """Return the theme of this name.

    Raises
    ------
    ArgumentError
        There is no such theme.
    """
    if name not in THEMES:
        *some, last = THEMES
        raise ArgumentError(f"the theme must be {', '.join(some)} or {last}, not {name!r}")
    return THEMES[name]
