"""A contract for import-linter: what each room may import, as a list of what is allowed.

A list of what is forbidden says nothing of a package that nobody thought of; this one covers all.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

STANDARD = "standard library"


def _within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


class AllowedContract(Contract):
    """Every module falls under the rule that names most of its path, and imports only what that allows.

    A rule is ``room -> what it may import``, modules or packages separated by spaces; ``!standard`` at its
    end forbids the standard library too. Modules of the same room may import each other.
    """

    type_name = "allowed"
    rules = fields.ListField(subfield=fields.StringField())
    ignore_imports = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Compare every direct import with the rules."""
        wrong = sorted(self._wrong(graph))
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def _wrong(self, graph: ImportGraph) -> Iterator[str]:
        allowed: dict[str, list[str]] = {}
        for rule in self.rules:  # type: ignore[attr-defined]  # a field is its value in an instance
            room, _, words = rule.partition("->")
            allowed[room.strip()] = words.split()
        ignored = set(self.ignore_imports or ())  # type: ignore[call-overload]
        met, used = set(), set()
        roots = {room.partition(".")[0] for room in allowed}
        for module in sorted(graph.modules):
            if module.partition(".")[0] not in roots:
                continue
            rooms = [room for room in allowed if _within(module, room)]
            if not rooms:
                yield f"{module}: no rule is about it"
                continue
            room = max(rooms, key=len)
            met.add(room)
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                pair = f"{module} -> {imported}"
                if pair in ignored:
                    used.add(pair)
                elif not self._may(room, imported, allowed[room]):
                    lines = {
                        one["line_number"]
                        for one in graph.get_import_details(importer=module, imported=imported)
                    }
                    yield f"{pair} (line {', '.join(map(str, sorted(lines)))}): {room} may not"
        yield from (f"the rule of {room} is about no module" for room in sorted(set(allowed) - met))
        yield from (f"{pair} is ignored, and is not there" for pair in sorted(ignored - used))

    @staticmethod
    def _may(room: str, imported: str, allowed: list[str]) -> bool:
        if imported.partition(".")[0] in sys.stdlib_module_names:
            return "!standard" not in allowed
        return _within(imported, room) or any(_within(imported, one) for one in allowed)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print what is wrong, one import a line."""
        for line in check.metadata["wrong"]:
            output.print_error(line)
