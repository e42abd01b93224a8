"""The JSON Schemas of what programs print with ``--json``, from lines that the tests recorded.

::

    NARABI_MABI_LINES=/tmp/lines.txt make test-ci     # one line for each answer: program, command, JSON
    python -m docs.making.schemas /tmp/lines.txt

Where a key changes, `SCHEMA` of ``_gamekit/program.py`` goes up, and the schemas are written anew. What lines
of ours cannot show, such as a key that is hardly ever there, is mended by hand: look at the difference.
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


def main() -> None:
    """Write a file for each program: a schema for each of its commands."""
    lines = defaultdict(lambda: defaultdict(list))  # type: ignore[var-annotated]
    for line in Path(sys.argv[1]).read_text().splitlines():
        program, command, answer = line.split(" ", 2)
        lines[program][command].append(json.loads(answer))
    for program, commands in lines.items():
        schemas = {}
        for command, answers in sorted(commands.items()):
            schemas[command] = schema_of(answers)
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
