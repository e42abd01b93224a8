"""The notebooks as pages: each run from a clean kernel, with less to do than by hand."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

from docs.making.pages import DOCS, ROOT, contents, keep_only, put

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SMALL = {"DEALS": 2_000, "GAMES": 6, "ANALYSED": 40, "PUZZLES": 3, "NODES": 3_000, "STEPS": 1_000_000}
"""What the cell of parameters says in the tests."""
MIDDLE = {"DEALS": 20_000, "GAMES": 20, "ANALYSED": 200, "PUZZLES": 3, "NODES": 20_000, "STEPS": 5_000_000}
"""What it says on the pages."""
PACKAGES = "_gamekit", "narabi_solver", "mabi_search", "amulets_solver", "tales_of_arabia"
NOTE = """
```{note}
Run for this page with smaller parameters than those in the file `%s`, which you can open in Jupyter.
```
"""


def read(path: Path) -> Any:
    """Return a notebook."""
    return nbformat.read(path, as_version=4)


def run(path: Path, folder: Path, parameters: dict[str, int]) -> Any:
    """Return a notebook with its outputs, run in a folder of its own with these parameters.

    Raises
    ------
    KeyError
        A parameter of the notebook is not among them.
    """
    book = read(path)
    for cell in book.cells:
        if "parameters" in cell.metadata.get("tags", []):
            names = re.findall(r"^([A-Z]+) = ", cell.source, re.MULTILINE)
            cell.source = "\n".join(f"{name} = {parameters[name]:_}" for name in names)
    client = NotebookClient(
        book, timeout=120, kernel_name="python3", resources={"metadata": {"path": folder}}
    )
    client.execute(
        env=os.environ | {"PYTHONPATH": str(ROOT), "MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    )
    return book


def made_from(path: Path) -> str:
    """Return a hash of all that a page depends on: the notebook, its parameters, the packages."""
    sources = [path, Path(__file__)]
    for package in PACKAGES:
        sources += sorted((ROOT / package).rglob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def page(path: Path, sources: str) -> str:
    """Return the text of a notebook's page: outputs, a note, links as they are there."""
    with tempfile.TemporaryDirectory() as folder:
        book = run(path, Path(folder), MIDDLE)
    book.metadata["made_from"] = sources
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace("](../docs/", "](../")
        else:
            cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
    if any("parameters" in cell.metadata.get("tags", []) for cell in book.cells):
        book.cells[0].source += "\n" + NOTE % f"notebooks/{path.name}"
    return str(nbformat.writes(book))


def write() -> None:
    """Run the notebooks whose pages are out of date, and write a page that leads to all."""
    for path in NOTEBOOKS:
        name, sources = f"notebooks/{path.name}", made_from(path)
        made = DOCS / name
        if not made.exists() or read(made).metadata.get("made_from") != sources:
            put(name, page(path, sources))
    sentence = (
        f"{len(NOTEBOOKS)} notebooks, to be read in order, each run from a clean kernel for this site. "
        "To run them yourself: `pip install -e '.[plots]' jupyterlab`, then open the folder `notebooks`."
    )
    put("notebooks/index.md", f"# Notebooks\n\n{sentence}\n\n{contents([path.stem for path in NOTEBOOKS])}")
    keep_only("notebooks", {"index.md", *(path.name for path in NOTEBOOKS)})
