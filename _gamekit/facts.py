"""Facts of results: a fact is stated once, and shown as JSON, at a terminal and in a notebook.

This module loads rich and XML only when they are needed, so that JSON output stays fast.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from _gamekit.themes import DARK, LIGHT, Theme
from _gamekit.words import Words as Words

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table


class Fact(NamedTuple):
    """A fact of a result."""

    key: str
    """The key in JSON; empty if the fact does not appear in JSON."""
    value: object = None
    """The value in JSON. An object whose class defines ``__str__`` is written as a string, and a non-finite
    number as null."""
    words: str | None = None
    """The text for display; None if the fact appears only in JSON. An empty text is shown only in a table, as
    an empty cell."""
    label: str | None = None
    """The label before the text, or the heading of its column in a table; by default the key. If the label is
    empty, the text stands on a separate line."""
    style: str = ""
    """The style of the text at a terminal. A fact in bold is the main answer, and comes first in a
    notebook."""

    @property
    def named(self) -> str:
        """The label, which is the key by default."""
        return self.key if self.label is None else self.label


class Rows(NamedTuple):
    """Facts of many similar things: a list in JSON, a table for display."""

    key: str
    """The key of the list in JSON; empty if the rows do not appear in JSON."""
    rows: Sequence[Sequence[Fact]]
    """The facts of each row. Their labels are the headings of the columns."""
    right: Collection[int] = ()
    """Indices, from 0, of the columns aligned to the right, usually those of numbers."""
    most: int | None = None
    """Number of rows to display; None for all."""

    @property
    def headings(self) -> list[str]:
        """The headings of the columns; empty if there are no rows to display."""
        return [one.named for row in self.cells[:1] for one in row]

    @property
    def cells(self) -> list[list[Fact]]:
        """The facts to display in each row."""
        return [[one for one in row if one.words is not None] for row in self.rows[: self.most]]


Facts = Sequence[Fact | Rows]


def for_people(label: str, words: str, style: str = "") -> Fact:
    """Return a fact that is displayed but does not appear in JSON."""
    return Fact("", None, words, label, style)


def for_programs(result: object, *keys: str) -> list[Fact]:
    """Return the fields and properties `keys` of a result as facts that appear only in JSON."""
    return [Fact(key, getattr(result, key)) for key in keys]


class _Searched(Protocol):
    """A result of a search."""

    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


def effort(found: _Searched, what: str = "node{}", label: str = "effort") -> list[Fact]:
    """Return the nodes and seconds of a search as facts; ``{}`` in `what` becomes the plural s."""
    nodes = what.format("s" * (found.nodes != 1))
    return [
        Fact("nodes", found.nodes, f"{found.nodes:,} {nodes} in {found.seconds:.2f} s", label, "dim"),
        Fact("seconds", round(found.seconds, 6)),
    ]


class AsDict:
    """A result that has facts, which programs print as a JSON object."""

    def facts(self) -> Facts:
        """Return the result as facts, in the order of display.

        Returns
        -------
        sequence of Fact and Rows
            Each fact has a key and a value for programs, and a text for display.
        """
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that the programs print.

        Returns
        -------
        dict
            Numbers, texts, truth values, None, and lists and dictionaries of these.

        Examples
        --------
        >>> from narabi_solver import random_deal, solve
        >>> solve(random_deal(3, 1)).to_dict()["swaps"]
        ['C2-A2', 'A3-C4', 'B2-A4', 'C1-A2', 'A3-B1', 'B2-C2']
        """
        return json_of(self.facts())

    def row(self) -> dict[str, Any]:
        """Return the result as a row of a table, for example for a data frame.

        Returns
        -------
        dict
            The values of `to_dict` that are numbers, texts, truth values or None. A list of them becomes a
            text with spaces, a dictionary a column for each key. Lists of other things are left out.

        Examples
        --------
        >>> from narabi_solver import random_deal, solve
        >>> row = solve(random_deal(3, 1)).row()
        >>> row["turns"], row["swaps"], row["rules_no_undo"]
        (6, 'C2-A2 A3-C4 B2-A4 C1-A2 A3-B1 B2-C2', False)
        """
        return dict(_cells(self.to_dict()))


class Result(AsDict):
    """A result that has facts, and that a notebook can display."""

    def _repr_svg_(self) -> str | None:
        return None

    def _repr_html_(self) -> str:
        return html_of(self.facts(), self._repr_svg_() or "")


def json_of(result: Facts | AsDict) -> dict[str, Any]:
    """Return a result, or a sequence of facts, as a JSON object."""
    if isinstance(result, AsDict):
        return result.to_dict()
    return {
        one.key: [json_of(row) for row in one.rows] if isinstance(one, Rows) else _plain(one.value)
        for one in result
        if one.key
    }


def _cells(values: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the names and values of a table's row from those of a JSON object."""
    for key, value in values.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping):
            yield from _cells(value, f"{name}_")
        elif not isinstance(value, list):
            yield name, value
        elif not any(isinstance(one, list | Mapping) for one in value):
            yield name, " ".join(map(str, value))


_AS_THEY_ARE = frozenset({str, int, bool, type(None)})


def _plain(value: object) -> Any:
    """Return a value converted to a type that JSON has."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, int):
        return value
    if isinstance(value, AsDict):
        return value.to_dict()
    if type(value).__str__ is not object.__str__:
        return str(value)
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    assert isinstance(value, Sequence), value
    return [_plain(one) for one in value]


def view_of(facts: Facts) -> Group:
    """Return facts for a terminal: labels and texts in two columns, then lines and tables."""
    from rich.console import Group, RenderableType
    from rich.table import Table
    from rich.text import Text

    parts: list[RenderableType] = []
    grid: Table | None = None
    for fact in facts:
        if isinstance(fact, Rows):
            grid = None
            parts += [table_of(fact)] * bool(fact.headings)
        elif fact.words and not fact.named:
            grid = None
            parts.append(Text(fact.words, style=fact.style))
        elif fact.words:
            if grid is None:
                grid = Table.grid(padding=(0, 2))
                parts.append(grid)
            grid.add_row(Text(fact.named, style="dim"), Text(fact.words, style=fact.style))
    return Group(*parts)


def table_of(rows: Rows) -> Table:
    """Return rows as a table for a terminal. Headings are omitted if all are empty."""
    from rich.table import Table
    from rich.text import Text

    cells, headings = rows.cells, rows.headings
    table = plain_table() if any(headings) else Table.grid(padding=(0, 2))
    for number, heading in enumerate(headings):
        short = not any(" " in (row[number].words or "") for row in cells)
        right = "right" if number in rows.right else "left"
        table.add_column(Text(heading), overflow="fold", justify=right, no_wrap=short)  # type: ignore[arg-type]
    for row in cells:
        table.add_row(*(Text(cell.words or "", style=cell.style) for cell in row))
    return table


def plain_table(*headings: str, right: bool = False) -> Table:
    """Return an empty table with headings; with `right`, all columns except the first are right-aligned."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, overflow="fold", justify="right" if right and number else "left")
    return table


def html_of(facts: Facts, drawing: str = "") -> str:
    """Return facts as HTML for a notebook: the answer, the other facts, a drawing, and tables."""
    from xml.etree import ElementTree as ET

    from _gamekit.svg import clean

    root, below = ET.Element("div"), ET.Element("div")
    grid: ET.Element | None = None
    for one in sorted(facts, key=lambda one: isinstance(one, Rows) or "bold" not in one.style):
        if isinstance(one, Rows):
            if one.headings:
                _add_table(below, one)
        elif one.words and ("bold" in one.style or not one.named):
            label = f"{one.named}: " if one.named else ""
            attributes = {"class": "answer"} if "bold" in one.style else {}
            ET.SubElement(root, "p", attributes).text = clean(label + one.words)
        elif one.words:
            if grid is None:
                grid = ET.SubElement(ET.SubElement(root, "table"), "tbody")
            line = ET.SubElement(grid, "tr")
            for cell in (one.named, one.words):
                ET.SubElement(line, "td").text = clean(cell)
    above, tables = (
        "".join(ET.tostring(one, encoding="unicode", method="html") for one in part) for part in (root, below)
    )
    return f'<div class="gamekit-result"><style>{STYLE}</style>{above}{drawing}{tables}</div>'


def _add_table(element: Any, rows: Rows) -> None:
    """Add rows as a table to an XML element; rows with a bold fact get the class "best"."""
    from xml.etree import ElementTree as ET

    from _gamekit.svg import clean

    table = ET.SubElement(element, "table")
    if any(rows.headings):
        line = ET.SubElement(ET.SubElement(table, "thead"), "tr")
        for heading in rows.headings:
            ET.SubElement(line, "th", scope="col").text = clean(heading)
    body = ET.SubElement(table, "tbody")
    for row in rows.cells:
        marked = any("bold" in cell.style for cell in row)
        line = ET.SubElement(body, "tr", {"class": "best"} if marked else {})
        for cell in row:
            ET.SubElement(line, "td").text = clean(cell.words or "")


def _colours(theme: Theme) -> str:
    """Return the CSS rule that gives results the colours of a theme."""
    colours = f"background: {theme.paper}; color: {theme.ink}; border-color: {theme.line}"
    return f".gamekit-result {{ {colours} }}"


STYLE = f"""
.gamekit-result {{ border: 1px solid; border-radius: 8px; padding: .6em 1em; max-width: 60em;
 overflow-x: auto; font-family: sans-serif; font-size: 13px; line-height: 1.4 }}
{_colours(LIGHT)}
.gamekit-result > p {{ margin: 0 0 .4em }}
.gamekit-result > p.answer {{ font-weight: bold }}
.gamekit-result > svg {{ display: block; max-width: 100%; height: auto; margin: .4em 0 }}
.gamekit-result > table {{ border-collapse: collapse; margin: .4em 0; border: 0; color: inherit }}
.gamekit-result > table tr, .gamekit-result > table thead {{ background: none; border: 0 }}
.gamekit-result > table tr > * {{ text-align: left; vertical-align: top; padding: .15em 1.2em .15em 0;
 background: none; color: inherit; border: 0; font-weight: normal; white-space: normal;
 overflow-wrap: break-word }}
.gamekit-result > table thead th, .gamekit-result > table tr.best > * {{ font-weight: bold }}
.gamekit-result > table thead th {{ border-bottom: 1px solid }}
@media screen and (prefers-color-scheme: dark) {{ {_colours(DARK)} }}
"""
"""The style sheet of results. Every selector begins with the class ``gamekit-result``."""
