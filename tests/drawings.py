"""What tests of drawings have in common: they are read as XML, and compared with golden files."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.conftest import ROOT

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = ROOT / "tests" / "data" / "drawings"
HOSTILE = "<b>&\"'</desc><script>alert(1)</script>\x00\x1b"


def read(text: str) -> ET.Element:
    """Return the tree of a drawing: it is well-formed, and asks for nothing from outside."""
    root = ET.fromstring(text)
    assert root.tag == SVG + "svg" and root.get("role") == "img"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "style", "g", "rect", "circle", "line", "path", "text",
    }  # fmt: skip
    for element in root.iter():
        assert not {"href", "style", "id"} & set(element.keys())
        assert all(name.startswith("gamekit-") for name in element.get("class", "").split())
        assert all("url(" not in value and "nan" not in value for value in element.attrib.values())
    assert not re.search(r"url\(|@import", root.findtext(SVG + "style") or "")
    return root


def in_dark(root: ET.Element) -> ET.Element:
    """Return a drawing of the theme "auto" as a dark page shows it: with the colours of its style."""
    style = root.find(SVG + "style")
    assert style is not None and style.text is not None
    rules = re.findall(r"\.(\S+) \{ (fill|stroke): (\S+) \}", style.text)
    for element in root.iter():
        names = element.attrib.pop("class", "").split()
        element.attrib.update({attribute: colour for name, attribute, colour in rules if name in names})
    root.remove(style)
    return root


def texts(root: ET.Element) -> list[str]:
    """Return the texts of a drawing, those whole that were cut."""
    return [element.findtext(SVG + "title") or element.text or "" for element in root.iter(SVG + "text")]


def told(root: ET.Element) -> str:
    """Return the text twin of a drawing; everything written in the drawing is in it."""
    description = root.findtext(SVG + "desc") or ""
    assert root.findtext(SVG + "title")
    assert [text for text in texts(root) if text not in description] == []
    return description


def count(root: ET.Element, tag: str, **attributes: str) -> int:
    """Return how many elements have these attributes."""
    wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
    return sum(wanted.items() <= element.attrib.items() for element in root.iter(SVG + tag))


def steps(page: str) -> list[dict[str, str]]:
    """Return the steps of a page: what is told, and the drawings, put together as its script does it."""
    text = re.search(r'<script type="application/json" id="steps">(.*?)</script>', page, re.DOTALL)
    assert text is not None
    known = json.loads(text[1])
    root, found = f'<svg xmlns="{SVG[1:-1]}" role="img">', []
    for step in known["steps"]:
        drawn = {
            name: "".join([root, *(known["shapes"][number] for number in step[name]), "</svg>"])
            for name in ("wide", "phone")
            if step[name]
        }
        for drawing in drawn.values():
            read(drawing)
        found.append({"text": step["text"], **drawn})
    return found


def is_golden(name: str, text: str) -> bool:
    """Tell whether a text is that of a golden file; with NARABI_MABI_GOLDEN=write it is written."""
    path: Path = GOLDEN / name
    if os.environ.get("NARABI_MABI_GOLDEN") == "write":
        path.write_text(text)
    return path.read_text() == text
