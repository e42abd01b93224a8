"""The JSON Schemas of what programs print with ``--json``, from lines that the tests recorded.

::

    NARABI_MABI_LINES=/tmp/lines.txt make test-ci     # one line for each answer: program, command, JSON
    python -m docs.making.schemas /tmp/lines.txt
    python -m docs.making.surface --write

Where a key changes, `SCHEMA` of ``_gamekit/program.py`` goes up, and the schemas are written anew. What lines
of ours hardly show, but the code that prints them allows, stands in `RARE`: a null, a key that may be absent.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from _gamekit.program import SCHEMA
from docs.making.pages import DOCS

FOLDER = DOCS / "schemas"
NAME = re.compile(r"[a-z][a-z_]*")
PLACES = {
    "estimate": "number",
    "low": "number",
    "high": "number",
    "undo_reading": "string",
    "max_nodes": "integer",
    "max_plies": "integer",
}
"""Keys that may be null wherever they stand, and what they are otherwise."""
RARE = {
    "narabi analyse": "forced_turns:null why:null why.parting:null why.barred:null why.misplaced.[]:string",
    "narabi census": "deals.mean_turns:null",
    "narabi deal": "id?",
    "narabi hint": "why:null why.doubt:null why.doubt.takes:null why.doubt.cards.[]:string",
    "narabi review": "slips.[].why:null slips.[].why.parting:null slips.[].why.barred:null "
    "slips.[].why.misplaced.[]:string",
    "narabi score": "minimum:null beaten:null percentile:null",
    "narabi survey": "examples.[]:integer",
    "narabi tables": "fault:string,null path:null",
    "narabi team": "policies.[].mean_turns:null policies.[].questions:null policies.[].milliseconds:null",
    "mabi analyse": "if_passed.refutation.[]:string",
    "mabi perft": "nodes:null stopped_by:string,null divide.*:null",
    "mabi probe": "distance:null moves.[].distance:null",
    "mabi review": "turning_points.[]:integer stopped_by:string,null plies.[].value_before:null "
    "plies.[].value_after:null",
    "mabi show": "outcome.winner:string,null",
    "mabi solve": "within:integer,null",
    "mabi tables": "fault:string,null",
    "amulets strategy": "me? hypotheses? mean? worst? questions?",
    "tales deal": "pile?",
    "tales score": "finisher:integer,null",
}
"""For each command what else its values may be, and which keys may be absent (with a question mark)."""
OBJECTS: dict[str, dict[str, str]] = {
    "mabi view outcome": {
        "winner": "string,null",
        "margin": "integer",
        "decided": "boolean",
        "reason": "string",
    },
    "amulets judge sure.[]": {
        "seat": "integer",
        "after": "integer",
        "placement": "string",
        "missed": "boolean",
        "heard": "integer,null",
    },
    "amulets strategy": {"why": "string"},
}
"""Objects that hardly any line has, and their keys; those of a line itself may be absent."""
KINDS = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}


def schema_of(values: Iterable[Any]) -> dict[str, Any]:
    """Return a schema that all values fit."""
    values = list(values)
    kinds = {KINDS[type(one)] for one in values if type(one) in KINDS}
    if "number" in kinds:
        kinds.discard("integer")
    schema: dict[str, Any] = {}
    if objects := [one for one in values if isinstance(one, dict)]:
        kinds.add("object")
        schema |= _object(objects)
    if lists := [one for one in values if isinstance(one, list)]:
        kinds.add("array")
        if items := [item for one in lists for item in one]:
            schema["items"] = schema_of(items)
    if kinds <= {"null"}:  # nothing else was seen, which says nothing
        return {}
    one, *more = sorted(kinds)
    return {"type": [one, *more] if more else one, **schema}


def _object(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what objects have: keys with names, or any keys for values of one kind."""
    found = defaultdict(list)
    for one in objects:
        for key, value in one.items():
            found[key].append(value)
    always = [key for key, values in found.items() if len(values) == len(objects)]
    if found and (not always or not all(map(NAME.fullmatch, found))):
        return {"additionalProperties": schema_of(value for values in found.values() for value in values)}
    return {
        "properties": {key: schema_of(values) for key, values in found.items()},
        "required": always,
        "additionalProperties": False,
    }


def widen(schema: dict[str, Any], kinds: Iterable[str]) -> None:
    """Let a schema allow these kinds of values, too."""
    known = schema.get("type", [])
    every = {known} if isinstance(known, str) else set(known)
    every |= set(kinds)
    one, *more = sorted(every)
    schema["type"] = [one, *more] if more else one


def place(schema: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the schema at a path like ``moves.[].turns``, where ``*`` is any key of an object."""
    for step in path.split("."):
        inside = {"[]": "items", "*": "additionalProperties"}.get(step)
        schema = schema.setdefault(inside, {}) if inside else schema["properties"].setdefault(step, {})
    return schema


def nulls(schema: Any) -> None:
    """Let the keys of `PLACES` be null."""
    if not isinstance(schema, dict):
        return
    for key, inside in schema.get("properties", {}).items():
        if key in PLACES:
            widen(inside, [PLACES[key], "null"])
    for inside in (
        *schema.get("properties", {}).values(),
        schema.get("items"),
        schema.get("additionalProperties"),
    ):
        nulls(inside)


def mend(name: str, schema: dict[str, Any]) -> None:
    """Complete the schema of a command with what lines hardly show."""
    nulls(schema)
    for told in RARE.get(name, "").split():
        path, _, kinds = told.partition(":")
        if kinds:
            widen(place(schema, path), kinds.split(","))
        else:
            schema["required"] = [key for key in schema["required"] if key != path.removesuffix("?")]
    for where, keys in OBJECTS.items():
        command, path = " ".join(where.split()[:2]), " ".join(where.split()[2:])
        if command != name:
            continue
        at = place(schema, path) if path else schema
        for key, kinds in keys.items():
            widen(at.setdefault("properties", {}).setdefault(key, {}), kinds.split(","))
        if path:
            outer = place(schema, path.removesuffix(".[]"))
            widen(outer, ["array"] if path.endswith("[]") else ["object", "null"])
            widen(at, ["object"])
            at |= {"required": list(keys), "additionalProperties": False}


def main() -> None:
    """Write a file for each program, a schema for each command; without lines complete the kept ones."""
    if not sys.argv[1:]:
        for file in FOLDER.glob("*.json"):
            whole = json.loads(file.read_text())
            for command, schema in whole["$defs"].items():
                mend(f"{file.stem} {command}", schema)
            file.write_text(json.dumps(whole, indent=1) + "\n")
        return
    lines = defaultdict(lambda: defaultdict(list))  # type: ignore[var-annotated]
    for line in Path(sys.argv[1]).read_text().splitlines():
        program, command, answer = line.split(" ", 2)
        lines[program][command].append(json.loads(answer))
    for program, commands in lines.items():
        schemas = {}
        for command, answers in sorted(commands.items()):
            schemas[command] = schema_of(answers)
            mend(f"{program} {command}", schemas[command])
            schemas[command]["properties"]["schema"] = {"const": f"{program}-{command}/{SCHEMA}"}
            schemas[command]["required"].append("schema")
        whole = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": f"A line of {program} COMMAND --json, by command",
            "$defs": schemas,
        }
        (FOLDER / f"{program}.json").write_text(json.dumps(whole, indent=1) + "\n")


if __name__ == "__main__":
    main()
