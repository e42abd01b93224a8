"""What others build on changes on purpose only, and the version says how; lines of JSON may be rare."""

import json
import re
import shlex

import pytest

from docs.making import schemas, surface
from docs.making.reference import ROOMS
from tests.conftest import Run
from tests.test_readme import blocks, with_blocks

KEPT = surface.KEPT.read_text().splitlines()


def test_what_others_build_on_is_as_written() -> None:
    """If a change is meant: `python -m docs.making.surface --write`, and a line in CHANGELOG.md.

    What is new need not be listed before the release.
    """
    now = surface.surface()
    kind = surface.kind_of_release(KEPT, now)
    assert kind != "major", [line for line in surface.differences(KEPT, now) if line[0] == "-"]


def test_documentation_imports_promised_modules() -> None:
    """All of them are named in `docs/promise.md`."""
    promised = {*surface.MODULES, "mabi_search.playing.openspiel"}
    imported = {
        module
        for page in with_blocks("python")
        for module in re.findall(r"(?:from|import) (\w+[\w.]*)", "\n".join(blocks(page, "python")))
        if module.partition(".")[0] in {package.__name__ for package in ROOMS}
    }
    assert len(imported) > 5 and imported <= promised
    told = (surface.DOCS / "promise.md").read_text()
    assert [module for module in promised if "." in module and f"`{module}`" not in told] == []


@pytest.mark.parametrize(
    ("gone", "come", "kind"),
    [
        ("", "", "patch"),
        ("", "python narabi_solver.solve(hurry)", "minor"),
        ("", "python narabi_solver.quick(1 deal!)", "minor"),
        ("", "python narabi_solver.solve(hurry!)", "major"),
        ("python narabi_solver.solve(limits)", "python narabi_solver.solve(bounds)", "major"),
        ("command narabi solve --json", "", "major"),
        ("exit 3 undecided within the limits given", "exit 3 too late", "major"),
        ("file narabi survey turns uint8 or null", "file narabi survey turns uint16 or null", "major"),
        ("", "json narabi-solve/1 luck number", "minor"),
    ],
)
def test_a_release_is_called_by_what_it_changes(gone: str, come: str, kind: str) -> None:
    assert not gone or gone in KEPT
    after = [line for line in KEPT if line != gone] + [come] * bool(come)
    assert surface.kind_of_release(KEPT, after) == kind
    assert surface.differences(KEPT, after) == [f"- {gone}"] * bool(gone) + [f"+ {come}"] * bool(come)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("turns integer|null", "turns integer"),
        ("turns integer|null", ""),
        ("", "luck number"),
        ("nodes integer", "nodes? integer"),
    ],
)
def test_a_change_of_a_key_asks_for_a_new_version(old: str, new: str) -> None:
    """Of the command's lines: `SCHEMA` in `_gamekit/program.py`, once something is published."""
    name = "json narabi-solve/"
    assert not old or f"{name}1 {old}" in KEPT
    changed = [line for line in KEPT if line != f"{name}1 {old}"] + [f"{name}1 {new}"] * bool(new)
    assert surface.unversioned(KEPT, changed) == ["narabi-solve/1"]
    raised = [line.replace(f"{name}1 ", f"{name}2 ") for line in changed]
    assert surface.unversioned(KEPT, raised) == []


RARE = {
    "perft start 12 --seconds 0.01": ("mabi", "nodes"),
    "deal --players 4 --seed 1 --deck tests/data/own_deck.toml": ("narabi", "deal"),
    "survey --players 3 --deals 2 --seed 1 --max-nodes 1": ("narabi", "solvable"),
}
"""Commands whose lines had something that schemas made from the lines of other tests did not allow."""


@pytest.mark.parametrize("command", RARE)
def test_lines_that_are_rare_are_as_their_schema_says(command: str, program_here: Run) -> None:
    """`print_checked` of conftest compares each."""
    program, key = RARE[command]
    done = program_here(program, *shlex.split(command), "--json")
    assert key in json.loads(done.stdout), done.stderr


def test_what_is_rare_is_in_the_schemas() -> None:
    """Completing them once more changes nothing."""
    for file in schemas.FOLDER.glob("*.json"):
        whole = json.loads(file.read_text())
        for name, schema in whole["$defs"].items():
            schemas.mend(f"{file.stem} {name}", schema)
        assert whole == json.loads(file.read_text()), file.name


def test_a_schema_is_made_from_lines() -> None:
    made = schemas.schema_of([{"a": 1, "b": [1.5], "c": {"3": 1}}, {"a": None, "b": [], "c": {}}])
    assert made["properties"]["a"] == {"type": ["integer", "null"]} and made["required"] == ["a", "b", "c"]
    assert made["properties"]["b"] == {"type": "array", "items": {"type": "number"}}
    assert made["properties"]["c"]["additionalProperties"] == {"type": "integer"}
