"""What others build on, as a list of lines: names of Python, options, JSON, files, exit codes.

::

    python -m docs.making.surface --write         # docs/surface.txt, after a change that is meant
    python -m docs.making.surface --since v1.0.0  # major, minor or patch: what the next release has to be

A line that goes asks for a major release, and so does a parameter that callers must give from now on; a line
that comes asks for a minor one.
"""

from __future__ import annotations

import argparse
import enum
import importlib
import inspect
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from _gamekit.arguments import EXIT_CODES
from _gamekit.facts import Result
from docs.making.commands import PROGRAMS, commands
from docs.making.pages import DOCS, ROOT
from docs.making.reference import ROOMS, public
from mabi_search.certify import certificate_format
from narabi_solver.certify import checker
from narabi_solver.hidden import team_study
from narabi_solver.statistics import atlas_making, parquet

KEPT = DOCS / "surface.txt"
CERTIFICATES = {certificate_format.KIND: certificate_format.VERSION, checker.KIND: checker.VERSION}
COLUMNS = {
    "narabi survey": parquet.schema,
    "narabi atlas": atlas_making.columns,
    "narabi team": team_study.columns,
}
"""Of the parquet files of commands. Tables and caches are no promise: old ones are built again."""
MODULES = (
    *(package.__name__ for package in ROOMS),
    "narabi_solver.env",
    "narabi_solver.hidden",
    "narabi_solver.show.plots",
    "mabi_search.tables",
    "mabi_search.show.plots",
)
"""The modules that `docs/promise.md` names, besides `mabi_search.playing.openspiel`."""
EMPTY = inspect.Parameter.empty


def python() -> Iterator[str]:
    """Yield what modules export: functions by parameter, classes by member."""
    exported: set[Any] = set()
    for home in MODULES:
        module = importlib.import_module(home)
        for name in public(module):
            value = getattr(module, name)
            if inspect.isroutine(value) or inspect.isclass(value):
                if "." in home and value in exported:  # by the package
                    continue
                exported.add(value)
            full = f"{home}.{name}"
            yield f"python {full}"
            if inspect.isclass(value):
                yield from members(full, value)
            elif callable(value):
                yield from parameters(full, value)


def members(name: str, cls: type) -> Iterator[str]:
    """Yield what a class offers: members of an enumeration with their values, methods, attributes."""
    if not issubclass(cls, enum.Enum | Result):  # results are made by us alone
        yield from parameters(name, cls)
    for attribute in sorted({*dir(cls), *fields(cls)}):
        if attribute.startswith("_") or hasattr(builtin(cls), attribute):
            continue
        value = inspect.getattr_static(cls, attribute, None)
        full = f"python {name}.{attribute}"
        if isinstance(value, enum.Enum):
            yield f"{full} = {value.value!r}"
        else:
            yield full
            if not isinstance(value, property) and callable(made := getattr(cls, attribute, None)):
                yield from parameters(f"{name}.{attribute}", made, inspect.isfunction(value))


def fields(cls: type) -> set[str]:
    """Return the fields of a class and of those it is made from."""
    return {name for one in cls.__mro__ for name in inspect.get_annotations(one)}


def builtin(cls: type) -> type:
    """Return the class of Python that a class is made from: its members are no promise of ours."""
    return next(one for one in cls.__mro__ if one.__module__ in ("builtins", "enum"))


def parameters(name: str, function: Callable[..., Any], bound: bool = False) -> Iterator[str]:
    """Yield each parameter: its place, if it can be given by that, its name, a mark if it must be given."""
    try:
        every = list(inspect.signature(function).parameters.values())[bound:]
    except ValueError:  # of a class that is written in C
        return
    for number, one in enumerate(every, 1):
        if one.name.startswith("_"):
            continue
        place = "" if one.kind is one.KEYWORD_ONLY else f" {number}"
        stars = "*" * (one.kind is one.VAR_POSITIONAL) + "**" * (one.kind is one.VAR_KEYWORD)
        given = "" if one.default is not EMPTY or stars else "!"
        yield f"python {name}({place} {stars}{one.name}{given} )".replace("( ", "(").replace(" )", ")")


def options() -> Iterator[str]:
    """Yield commands, with their options and what stands without one."""
    for program in PROGRAMS:
        for name, command in commands(program.parser()).items():
            yield f"command {program.name} {name}"
            for action in command._actions:
                for option in action.option_strings or [action.dest.upper()]:
                    for chosen in ("", *(action.choices or ())):  # a line each: there may be more some day
                        yield f"command {program.name} {name} {option} {chosen}".rstrip()


def keys() -> Iterator[str]:
    """Yield each key of the lines of JSON, with what its value may be."""
    for file in sorted((DOCS / "schemas").glob("*.json")):
        for schema in json.loads(file.read_text())["$defs"].values():
            yield from key_lines(f"json {schema['properties']['schema']['const']}", schema)


def key_lines(path: str, schema: dict[str, Any]) -> Iterator[str]:
    """Yield the keys of a schema."""
    for key, inside in schema.get("properties", {}).items():
        kinds = inside.get("type", "string")
        told = kinds if isinstance(kinds, str) else "|".join(sorted(kinds))
        absent = "" if key in schema["required"] else "?"
        yield f"{path} {key}{absent} {told}"
        yield from key_lines(f"{path} {key}", inside)
    for name, step in (("items", "[]"), ("additionalProperties", "*")):
        if inside := schema.get(name):
            kinds = inside.get("type", "string")
            yield f"{path} {step} {kinds if isinstance(kinds, str) else '|'.join(sorted(kinds))}"
            yield from key_lines(f"{path} {step}", inside)


def files() -> Iterator[str]:
    """Yield the versions of certificates and the columns of parquet files."""
    for kind, version in CERTIFICATES.items():
        yield f"file {kind} {version}"
    for name, columns in COLUMNS.items():
        for field in columns():
            yield f"file {name} {field.name} {field.type}{' or null' * field.nullable}"


def surface() -> list[str]:
    """Return all lines, sorted."""
    codes = (
        f"exit {code} {meaning}" for code, meaning in re.findall(r"^  (\d+) +(.*)$", EXIT_CODES, re.MULTILINE)
    )
    return sorted({*python(), *options(), *keys(), *files(), *codes})


def kind_of_release(before: Iterable[str], after: Iterable[str]) -> str:
    """Return "major", "minor" or "patch": what a release has to be in which lines changed.

    Parameters
    ----------
    before, after
        The lines of the last release and of the next.
    """
    gone, come = set(before) - set(after), set(after) - set(before)
    functions = {line.partition("(")[0] for line in before}
    must = {line for line in come if line.endswith("!)") and line.partition("(")[0] in functions}
    return "major" if gone or must else "minor" if come else "patch"


def differences(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the lines that went, with a minus, and those that came, with a plus."""
    old, new = set(before), set(after)
    return [*(f"- {line}" for line in sorted(old - new)), *(f"+ {line}" for line in sorted(new - old))]


def unversioned(before: Iterable[str], after: Iterable[str]) -> list[str]:
    """Return the kinds of JSON lines whose keys changed under the same version."""
    kinds: list[dict[str, set[str]]] = []
    for lines in (before, after):
        kinds.append(defaultdict(set))
        for line in lines:
            if found := re.match(r"json (\S+)", line):
                kinds[-1][found[1]].add(line)
    old, new = kinds
    return sorted(kind for kind in old.keys() & new.keys() if old[kind] != new[kind])


def main() -> None:
    """Write the list, or compare it."""
    parser = argparse.ArgumentParser(prog="python -m docs.making.surface", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/surface.txt")
    parser.add_argument("--since", metavar="REVISION", help="compare with the list of a release")
    asked = parser.parse_args()
    now = surface()
    if asked.write:
        KEPT.write_text("\n".join(now) + "\n")
    if asked.since:
        git = ["git", "show", f"{asked.since}:{KEPT.relative_to(ROOT)}"]
        before = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        print(kind_of_release(before, now), *differences(before, now), sep="\n")
        for kind in unversioned(before, now):
            print(f"{kind}: its keys changed, so it needs a new version")


if __name__ == "__main__":
    main()
