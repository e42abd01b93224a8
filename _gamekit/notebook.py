"""Results as a notebook shows them: what is known, facts, drawings and tables, with one stylesheet."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from xml.etree import ElementTree as ET

from _gamekit.svg import clean
from _gamekit.themes import DARK, LIGHT, Theme


def _colours(theme: Theme) -> str:
    """Return the colours of a theme, for elements of the class."""
    colours = f"background: {theme.paper}; color: {theme.ink}; border-color: {theme.other_field}"
    return f".gamekit-result {{ {colours} }}"


STYLE = f"""
.gamekit-result {{ border: 1px solid; border-radius: 8px; padding: .6em 1em; max-width: 60em;
 overflow-x: auto; font-family: sans-serif; font-size: 13px; line-height: 1.4 }}
{_colours(LIGHT)}
.gamekit-result > p {{ font-weight: bold; margin: 0 0 .4em }}
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
"""Of results alone: every selector begins with their class."""


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], best: Collection[int] = ()) -> str:
    """Return a table as HTML; the rows of these numbers, from 0, are marked."""
    element = ET.Element("table")
    if headings:
        line = ET.SubElement(ET.SubElement(element, "thead"), "tr")
        for heading in headings:
            ET.SubElement(line, "th", scope="col").text = clean(heading)
    body = ET.SubElement(element, "tbody")
    for number, row in enumerate(rows):
        line = ET.SubElement(body, "tr", {"class": "best"} if number in best else {})
        for cell in row:
            ET.SubElement(line, "td").text = clean(cell)
    return ET.tostring(element, encoding="unicode", method="html")


def result(known: str, facts: Sequence[tuple[str, str]], *parts: str) -> str:
    """Return a result as HTML.

    Parameters
    ----------
    known
        What is known, and whether it is proven.
    facts
        Names and values; those without a value are left out.
    parts
        HTML that stands below: from `table`, or a drawing as SVG. It is not escaped.
    """
    head = ET.Element("p")
    head.text = clean(known)
    told = [fact for fact in facts if fact[1]]
    inner = [f"<style>{STYLE}</style>", ET.tostring(head, encoding="unicode", method="html")]
    inner += [table((), told)] * bool(told)
    return f'<div class="gamekit-result">{"".join([*inner, *parts])}</div>'


def effort(nodes: int, seconds: float) -> tuple[str, str]:
    """Return what an answer took, as a fact."""
    return "effort", f"{nodes:,} node{'s' * (nodes != 1)} in {seconds:.2f} s"
