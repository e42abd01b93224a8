"""How big the house is: figures of the sources and pages, which should not grow without a reason.

::

    python -m benchmarks.house            # prints them, beside those of `house.json`
    python -m benchmarks.house --write    # writes house.json

A **room** is a folder or a file at the top of a package. A **circle** is a set of modules each of which
imports all others, through others too; imports for types count. A **duplicate** is a pair of places with six
lines or more that are the same; blank lines, comments and imports do not count. A **long** sentence has more
than 30 words, a long page more than 1,500 beside tables and code.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import networkx

from benchmarks.marks import ROOT

FILE = Path(__file__).with_suffix(".json")
PACKAGES = ("_gamekit", "amulets_solver", "mabi_search", "narabi_solver", "tales_of_arabia")
SMALL, ALIKE = 40, 6
"""Lines of a small module, and of a duplicate."""
LONG_SENTENCE, LONG_PAGE = 30, 1500
"""Words."""
BLOCKS = re.compile(r"^```.*?^```|^(?:\||    ).*?$|\]\(.*?\)", re.MULTILINE | re.DOTALL)
"""Code, tables and the targets of links on pages."""
DRAWINGS = re.compile(r"::\n\n(?: .*\n?|\n)+|^>>>.*\n?(?:.+\n?)*|^.*\S {3}.*$", re.MULTILINE)
"""Literal blocks, examples and rows of tables in docstrings."""


class Source:
    """A module of a package that we ship."""

    def __init__(self, path: Path) -> None:
        self.text = path.read_text()
        self.lines = self.text.splitlines()
        self.path = path
        parts = path.relative_to(ROOT).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """Everything in its syntax tree."""
        return list(ast.walk(ast.parse(self.text)))

    def imports(self) -> Iterator[str]:
        """Yield what it imports, anywhere: modules, and names in them that may be modules."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from (one.name for one in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield from (f"{node.module}.{one.name}" for one in node.names)

    def imports_in_functions(self) -> int:
        """Count the imports that are run with a function."""
        inside = {
            id(one)
            for node in self.nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            for one in ast.walk(node)
            if isinstance(one, ast.Import | ast.ImportFrom)
        }
        return len(inside)

    def telling_lines(self) -> list[str]:
        """Return its lines without indents, blanks, comments and imports."""
        left_out = {
            number
            for node in self.nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        stripped = ((number, line.strip()) for number, line in enumerate(self.lines, 1))
        return [line for number, line in stripped if line and line[0] != "#" and number not in left_out]


def sources() -> list[Source]:
    """Return all modules that we ship."""
    return [Source(path) for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def rooms(package: str) -> int:
    """Count the folders and files at the top of a package."""
    folder = ROOT / package
    folders = sum((one / "__init__.py").exists() for one in folder.iterdir())
    return folders + sum(one.stem not in ("__init__", "__main__") for one in folder.glob("*.py"))


def circles(modules: list[Source]) -> int:
    """Count the sets of modules that import each other."""
    names = {one.name for one in modules}
    graph = networkx.DiGraph()
    for module in modules:
        for found in module.imports():
            target = found if found in names else found.rpartition(".")[0]
            if target in names and target != module.name:
                graph.add_edge(module.name, target)
    return sum(len(part) > 1 for part in networkx.strongly_connected_components(graph))


def duplicates(modules: list[Source]) -> int:
    """Count the pairs of places with equal lines; what is longer than `ALIKE` lines counts once."""
    texts = [one.telling_lines() for one in modules]
    places: dict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for number, lines in enumerate(texts):
        for start in range(len(lines) - ALIKE + 1):
            places[tuple(lines[start : start + ALIKE])].append((number, start))
    pairs = {
        (first, second)
        for same in places.values()
        for index, first in enumerate(same)
        for second in same[index + 1 :]
    }
    before = {((a, i + 1), (b, j + 1)) for (a, i), (b, j) in pairs}
    return len(pairs - before)


def pages() -> list[str]:
    """Return the pages that somebody wrote."""
    made = ("api", "commands", "notebooks")
    docs = (one for one in sorted((ROOT / "docs").rglob("*.md")) if one.parent.name not in made)
    return [one.read_text() for one in ((ROOT / "README.md"), *docs)]


def page_sentences(page: str) -> list[str]:
    """Return the sentences of a page."""
    return re.split(r"(?<=[.!?:;])\)?\s|\n", re.sub("`.*?`", "code", BLOCKS.sub("", page)))


def docstring_sentences(source: str) -> list[str]:
    """Return the sentences of a module's docstrings."""
    nodes = (one.value for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Expr))
    found = []
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = DRAWINGS.sub("\n\n", inspect.cleandoc(node.value))
            text = re.sub("`.*?`", "code", text, flags=re.DOTALL)
            for paragraph in re.split(r"\n\s*\n|\n-+\n", text):
                found += re.split(r"(?<=[.!?:;])\)?\s", " ".join(paragraph.split()))
    return found


def figures() -> dict[str, int]:
    """Return everything that is counted, by its name."""
    modules, texts = sources(), pages()
    sentences = [
        *(one for text in texts for one in page_sentences(text)),
        *(one for module in modules for one in docstring_sentences(module.text)),
    ]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return {
        "lines of Python": sum(len(one.lines) for one in modules),
        "modules": len(modules),
        f"modules of {SMALL} lines or fewer": sum(len(one.lines) <= SMALL for one in modules),
        "rooms of Narabi": rooms("narabi_solver"),
        "rooms of Mabi": rooms("mabi_search"),
        "import circles": circles(modules),
        "excused imports": sum(len(one.get("ignore_imports", ())) for one in contracts),
        f"duplicate pairs of {ALIKE} lines": duplicates(modules),
        "imports in functions": sum(one.imports_in_functions() for one in modules),
        "noqa": sum(len(re.findall(r"# noqa\b", one.text)) for one in modules),
        "scripts flat in benchmarks": len(list((ROOT / "benchmarks").glob("[!_]*.py"))),
        "words of CONTRIBUTING": len((ROOT / "CONTRIBUTING.md").read_text().split()),
        "words of README": len(texts[0].split()),
        "long pages": sum(
            len(re.sub(r"^```.*?^```|^\|.*?$", "", one, flags=re.M | re.S).split()) > LONG_PAGE
            for one in texts
        ),
        "long sentences": sum(len(re.findall(r"\w[\w'’.-]*", one)) > LONG_SENTENCE for one in sentences),
    }


def main() -> None:
    """Print the figures; write them if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write house.json")
    counted = figures()
    if parser.parse_args().write:
        FILE.write_text(json.dumps(counted, indent=2) + "\n")
    kept = json.loads(FILE.read_text())
    for name, value in counted.items():
        print(f"{value:>7,}  (kept: {kept.get(name, 0):>6,})  {name}")


if __name__ == "__main__":
    main()
