"""The pages of the Python interface: everything that is exported, from its docstrings, room by room."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import amulets_solver
import mabi_search
import narabi_solver
import tales_of_arabia
from docs.making.pages import contents, keep_only, put

ROOMS = {
    narabi_solver: (
        "game",
        "solving",
        "analysis",
        "certify",
        "hidden",
        "env",
        "statistics",
        "show.plots",
    ),
    mabi_search: (
        "game",
        "search",
        "runs",
        "proof",
        "certify",
        "reviewing",
        "tables",
        "show.plots",
    ),
    amulets_solver: ("game", "belief", "asking", "racing"),
    tales_of_arabia: ("game", "planning", "show.plots"),
}
"""What is for users of each package, in the order in which one reads it."""
TASKS = {
    narabi_solver: {
        "solve": "solve solve_many pack_deals random_packed solve_packed analyse_packed",
        "analyse": "analyse analyse_many restriction_costs swap_graph",
        "judge a game": "review verify judge_hidden",
        "play with hidden cards": "Knowledge hint",
        "write down, draw": "Deal DealEntry Deck",
        "make deals": "random_deal random_deals find_deals",
        "ask about many": "survey paired_survey census",
        "prove, and check": "make_certificate write_certificates check_certificate",
    },
    mabi_search: {
        "solve": "solve solve_all_readings probe",
        "analyse": "analyse analyses analyse_pass",
        "judge a game": "review",
        "write down, draw": "Position Rules",
        "count": "perft divide",
        "prove, and check": "make_certificate check_certificate",
    },
    amulets_solver: {
        "know": "Belief Record",
        "ask": "question strategy",
        "cast": "cast cast_or_wait",
        "judge a game": "judge",
        "play many games": "race",
    },
    tales_of_arabia: {"keep the table": "Game Record", "value a hand": "plan threshold thresholds"},
}
"""What people come for, and what they call: every public function, and the classes that one begins with."""
SHARED = {
    name: package.__name__
    for package in (amulets_solver, mabi_search, narabi_solver, tales_of_arabia)
    for name in package.__all__
    if getattr(package, name).__module__.startswith("_gamekit.")
}
"""What all games share, and a package that exports it; it has a page of its own."""


def public(module: ModuleType) -> list[str]:
    """Return the names that a module offers."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def exported(package: ModuleType, room: str) -> list[str]:
    """Return the package's exports that its `__init__.pyi` takes from a room."""
    stub = ast.parse(Path(str(package.__file__)).with_suffix(".pyi").read_text("utf-8"))
    lines = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    here = {one.name for line in lines if f"{line.module}.".startswith(f"{room}.") for one in line.names}
    return [name for name in package.__all__ if name in here]


def names_of(package: ModuleType, room: str) -> dict[str, list[str]]:
    """Return the public names of each module shown on a page."""
    top = [] if "." in room else [name for name in exported(package, room) if name not in SHARED]
    module = importlib.import_module(f"{package.__name__}.{room}")
    others = set(public(module)) - {*top, *SHARED}
    return {
        package.__name__: top,
        module.__name__: [name for name in others if callable(getattr(module, name))],
    }


def directive(module: str, name: str) -> str:
    """Return what lets Sphinx show one name."""
    value = getattr(importlib.import_module(module), name)
    if inspect.isclass(value):
        return f".. autoclass:: {module}.{name}\n   :members:\n"
    return f".. autofunction:: {module}.{name}\n"


def parts(package: ModuleType, room: str) -> Iterator[str]:
    """Yield the page of a room."""
    module = importlib.import_module(f"{package.__name__}.{room}")
    title = f"{package.__name__}.{room}"
    yield f"{title}\n{'=' * len(title)}\n"
    yield inspect.getdoc(module) or ""
    for home, names in names_of(package, room).items():
        if names:
            heading = f"Imported from ``{home}``"
            yield f"\n{heading}\n{'-' * len(heading)}\n"
            used = " ".join(TASKS[package].values()).split()
            first = [name for name in used if name in names]
            yield from (directive(home, name) for name in first)
            yield from (directive(home, name) for name in sorted(set(names) - set(first), key=str.lower))


def shared() -> str:
    """Return the page of what all packages share."""
    title = "What all packages share"
    shown = "\n".join(directive(package, name) for name, package in sorted(SHARED.items()))
    return f"{title}\n{'=' * len(title)}\n\n{shown}"


def by_task(package: ModuleType) -> Iterator[str]:
    """Yield what one types first, and a table of what one calls for what."""
    sentence, _, first = (inspect.getdoc(package) or "").partition("\n\n")
    yield f"\n## {package.__name__}\n\n{sentence}\n\n```python\n{first.strip()}\n```"
    yield "\n| to … | call | |\n|---|---|---|"
    for task, names in TASKS[package].items():
        for number, name in enumerate(names.split()):
            sentence = (inspect.getdoc(getattr(package, name)) or "").partition("\n\n")[0].replace("\n", " ")
            sentence = re.sub(r" \[\d\]_", "", sentence).replace("|", "\\|")
            call = f"{{py:obj}}`{package.__name__}.{name}` {given(getattr(package, name))}"
            yield f"| {task * (number == 0)} | {call} | {sentence} |"


def given(value: object) -> str:
    """Return what a function takes, its types left to its own page; nothing for a class."""
    if inspect.isclass(value) or not callable(value):
        return ""
    taken = [
        f"*{one.name}*" if one.default is inspect.Parameter.empty else f"[{one.name}]"
        for one in inspect.signature(value).parameters.values()
    ]
    return f"({', '.join(taken)})"


def write() -> None:
    """Write a page for each room, and one that leads to them."""
    names = ["shared"]
    put("api/shared.rst", shared())
    for package, rooms in ROOMS.items():
        for room in rooms:
            names.append(f"{package.__name__}.{room}")
            put(f"api/{names[-1]}.rst", "\n".join(parts(package, room)))
    tasks = "\n".join(line for package in ROOMS for line in by_task(package))
    put("api/index.md", f"# Python\n{tasks}\n\n## Everything, room by room\n\n{contents(names)}")
    keep_only("api", {"index.md", *(f"{name}.rst" for name in names)})
