"""Random texts and command lines: right ones, and ones with something changed."""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import random
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path

from mabi_search.certify import checker
from narabi_solver import random_deal
from narabi_solver.certify import checker as narabi_checker
from tales_of_arabia import Deck
from tests.conftest import ROOT
from tests.narabi.samples import EXAMPLE
from tests.tales.games import READINGS, random_record

SMALL = "1b1b/w1w1/1b1b/w1w1 w - - 0"
POSITIONS = (
    "start",
    "start moves a1a2 h8h7",
    SMALL,
    f"{SMALL} moves a1b1 pass",
    "w1/1b w p - 9 moves pass",
    "1bw1b1/1w1bw1/1wbbb1/w1wbw1/1bwb2/3w2 b - b 59",
    "2bw/2bw/wb2 w - w 20",
)
RECORDS = (
    "players 3\nme 1 C3 B\nask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-\nask 2 R:B4 Y:A2 G:E1 B:D3 K:C5 : -+",
    "players 2; altar 3x2; amulets 3; spare random; me 2 B2 Y; ask 1 R:A1 Y:A2 G:B1 : -",
    "players 4\nafter answer\nme 1 C3 B\nme 3 A1 R\ncast 2 R:A1 Y:B2 G:D4 B:C5 K:E3 : yn",
)
DECKS = (
    (files("narabi_solver") / "data" / "narabi.toml").read_text(),
    "[cards.any]\ncopies = 15\n",
    "[colours]\nwhite = [1, 2]\n[cards.low]\nseat = 'left'\nvalue = [0, 4]\ncopies = 11\n"
    "[cards.far]\ncolour = 'white'\ndistance = [5, 6]\nassumed = true\n",
)
CERTIFICATES = sorted(
    (ROOT / "studies/endgames/suites/certificates").glob("*.jsonl"), key=lambda p: p.stat().st_size
)
JUNK = (
    *("", " ", "\n", "\r\n", "\0", "\x1b[2J", "\ud800", "\udcff", "\ufeff", "\u2028", "\u0663", "é", "🜁"),
    *("#", "/", ":", "-", "--", "'", '"', "{", "[[", "]", "=", "?", "%s", "~x", "..", "x" * 5000, "9" * 5000),
    *("moves", "first", "pass", "true", "null", "[cards.x]", "a1a2", "A1-B1", "stone", "w", "b"),
)
PACKAGES = {
    "narabi": "narabi_solver",
    "mabi": "mabi_search",
    "amulets": "amulets_solver",
    "tales": "tales_of_arabia",
}
WRITTEN = {"--svg", "--html", "--certificate", "--out", "--folder", "--save"}
"""Options that name files to be written."""
COSTLY = {"--worlds", "--lines", "--threads", "--workers", "--teams", "--games", "--deals", "--count"}
"""Options whose large values take long."""
NUMBERS = ("0", "1", "2", "3", "4", "5", "60", "-1", "1e9", "nan", "9" * 30, "")


def deal(choose: random.Random) -> str:
    """Return a deal that can be, or the middle of a game of which that is not sure."""
    text = choose.choice([EXAMPLE, str(random_deal(choose.choice((3, 4, 5)), choose.randrange(50)))])
    text += choose.choice(["", "", " first B"])
    asked = f"asked {line(choose) or 'C1-B3'}={choose.choice(['yes', 'no', 'x'])}"
    return text + choose.choice(["", "", " moves B2-A3", f" moves {line(choose)}", f" moves {asked} B2-A3"])


def line(choose: random.Random) -> str:
    """Return swaps, hardly ever legal ones."""
    places = [seat + place for seat in "ABCDE" for place in "1234"]
    return " ".join("-".join(choose.sample(places, 2)) for _ in range(choose.randrange(4)))


def position(choose: random.Random) -> str:
    """Return a position that can be."""
    return choose.choice(POSITIONS)


def record(choose: random.Random) -> str:
    """Return a record of Amulets."""
    return choose.choice(RECORDS)


def tales_record(choose: random.Random) -> str:
    """Return a record of Tales."""
    known = random_record(choose, 2, choose.choice(READINGS), Deck.standard(), choose.random() < 0.2, 12)
    return str(known) if choose.randrange(3) else str(known).replace("\n", "; ")


def deck(choose: random.Random) -> str:
    """Return the text of a deck."""
    return choose.choice(DECKS)


def game(choose: random.Random) -> str:
    """Return a saved game, or several positions with comments."""
    lines = [f"{position(choose)}  # {i}" for i in range(choose.randrange(1, 3))]
    rules = "# rules paralysis=piece freeze=unique pass_rule=run repetition=situation"
    return "\n".join([*choose.sample([rules, "# a comment", ""], 2), *lines]) + "\n"


def mutated(text: str, choose: random.Random) -> str:
    """Return a text with some changes: of characters, words, lines or numbers."""
    for _ in range(choose.choice((1, 1, 1, 2, 3, 8))):
        at = choose.randrange(len(text) + 1)
        until = min(len(text), at + choose.choice((0, 1, 1, 2, 5, 40)))
        space = choose.choice(" \n")
        words = text.split(space)
        place = choose.randrange(len(words))
        text = choose.choice(
            (
                text[:at] + choose.choice(JUNK) + text[until:],
                text[:at] + text[until:],
                text[:until] + text[at:],
                text[:at],
                text[:at] + chr(choose.randrange(choose.choice((128, 0x110000)))) + text[until:],
                space.join([*words[:place], choose.choice(JUNK), *words[place + 1 :]]),
                space.join([*words[:place], *words[place + 1 :]]),
                space.join([*words[:place], words[place], *words[place:]]),
                space.join(choose.sample(words, len(words))),
            )
        )
    return text


def sometimes(make: Callable[[random.Random], str], choose: random.Random) -> str:
    """Return a text of this kind, two of three times a mutated one."""
    text = make(choose)
    return mutated(text, choose) if choose.randrange(3) else text


def _changed(value: object, choose: random.Random) -> object:
    """Return a JSON value with one change somewhere in it."""
    if isinstance(value, dict) and value and choose.randrange(8):
        name = choose.choice(sorted(value))
        return {**value, name: _changed(value[name], choose)}
    if isinstance(value, list) and value and choose.randrange(4):
        at = choose.randrange(len(value))
        return [*value[:at], _changed(value[at], choose), *value[at + 1 :]]
    if isinstance(value, str) and choose.randrange(3):
        return mutated(value, choose)
    others = (None, True, 0, -1, 1.5, 10**30, float("inf"), "", choose.choice(JUNK), [], {}, [[]], {"a": 1})
    return choose.choice(others)


def narabi_certificate(right: str, choose: random.Random) -> str:
    """Return a certificate with a change, under a checksum that fits, or a mutated one."""
    if not choose.randrange(3):
        return mutated(right, choose)
    fields = _changed(json.loads(right), choose)
    if isinstance(fields, dict) and choose.randrange(8):
        fields["checksum"] = narabi_checker.checksum(fields)
    return json.dumps(fields)


def answer(choose: random.Random) -> str:
    """Return a line as `narabi solve --json` prints it, right or with a change."""
    swaps = ["B2-A3", "C2-A3", "A3-C2", "B3-C4", "C4-A1"]
    rules = {"players": 3, "no_undo": False, "undo_reading": "next", "limit": 24, "deck": "Narabi"}
    right = {"schema": "narabi-solve/1", "deal": EXAMPLE, "outcome": "solved", "turns": 5, "proven": True}
    right |= {"swaps": swaps, "rules": rules, "lower_bound": 5, "nodes": 9}
    return json.dumps(right if choose.randrange(2) else _changed(right, choose))


def mabi_certificate(choose: random.Random) -> str:
    """Return a small certificate with a change, under a checksum that fits, or a mutated one."""
    text = choose.choice(CERTIFICATES[:10]).read_text()
    if not choose.randrange(3):
        return mutated(text, choose)
    lines = text.splitlines()
    at = choose.randrange(len(lines)) if choose.randrange(3) else 0
    lines[at] = json.dumps(_changed(json.loads(lines[at]), choose))
    head = json.loads(lines[0])
    if isinstance(head, dict) and choose.randrange(8):
        head |= {"lines": len(lines) - 1, "sha256": checker.digest(lines[1:])}
    return "\n".join([json.dumps(head), *lines[1:]]) + "\n"


@functools.cache
def commands(program: str) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a program, from the parser of its command line: none can be forgotten here."""
    parser = importlib.import_module(f"{PACKAGES[program]}.cli").PROGRAM.parser()
    return dict(next(action.choices for action in parser._actions if action.dest == "command"))


class CommandLines:
    """Makes command lines of the programs, and the files that they name."""

    def __init__(self, folder: Path, certificate: str, choose: random.Random):
        self.folder, self.certificate, self.choose = folder, certificate, choose
        self.count = 0

    def file(self, text: str) -> str:
        """Write a text to a new file; return its name."""
        self.count += 1
        path = self.folder / f"input-{self.count}"
        path.write_bytes(text.encode(errors="surrogatepass"))
        return str(path)

    def given(self, make: Callable[[random.Random], str]) -> str:
        """Return a text as an argument, as a file's name, or `-`."""
        text = sometimes(make, self.choose)
        if self.choose.randrange(3):
            return text
        return self.choice(self.file(text + "\n" + make(self.choose)), self.file(text), "-")

    def choice(self, *values: str) -> str:
        """Return one of some values."""
        return self.choose.choice(values)

    def deck(self) -> str:
        """Return the name of a deck file."""
        return self.file(sometimes(deck, self.choose))

    def one(self, *values: str) -> Callable[[], str]:
        """Return what chooses one of some values."""
        return lambda: self.choose.choice(values)

    def output(self) -> str:
        """Return the name of something that might be written: new, an input, a folder, nonsense."""
        new = str(self.folder / f"output-{self.choose.randrange(3)}")
        old = str(self.folder / f"input-{self.choose.randrange(1, self.count + 2)}")
        return self.choice(new, new, new, old, str(self.folder), "", str(self.folder / "no" / "x"), *JUNK[:8])

    def number(self) -> str:
        """Return a small number, mostly."""
        return self.choice(*NUMBERS)

    def next(self) -> tuple[str, list[str]]:
        """Return a program and its arguments, most of them right."""
        program = self.choice(*PACKAGES)
        name = self.choice(*commands(program))
        arguments = [name]
        for action in self._chosen(commands(program)[name]):
            flags = [self.choice(*action.option_strings)] if action.option_strings else []
            values = (
                [self.value(program, action)] if isinstance(action.nargs, int) and action.nargs > 1 else []
            )
            arguments += flags if action.nargs == 0 else [*flags, *values, self.value(program, action)]
        if not self.choose.randrange(5):
            at = self.choose.randrange(len(arguments))
            kind = self.choose.randrange(4)
            if kind == 0:
                arguments[at] = self.choice(*JUNK)
            elif kind == 1:
                arguments.insert(at, self.choice(*JUNK, "--json", "--help", "--version"))
            elif kind == 2:
                del arguments[at]
            else:
                arguments[at] = mutated(arguments[at], self.choose)
        return program, _limited(program, arguments, self.folder)

    def _chosen(self, command: argparse.ArgumentParser) -> list[argparse.Action]:
        """Return the arguments of a command line: those that it must have, nearly always, and some others."""
        known = [action for action in command._actions if action.dest != "help"]
        few = self.choose.choice((0, 0, 1, 1, 2, 3))
        chance = few / max(1, sum(not action.required for action in known))
        return [action for action in known if self.choose.random() < (0.98 if action.required else chance)]

    def value(self, program: str, action: argparse.Action) -> str:
        """Return a value of an argument, as the help calls it."""
        if action.choices is not None:
            return self.choice(*action.choices, *action.choices, "x")
        names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar or "TEXT",)
        flags, name = set(action.option_strings), self.choice(*names)
        if name == "FILE":
            return self.output() if flags & WRITTEN else self.deck()
        if flags & COSTLY:
            return self.choice("0", "1", "2", "2", "3", "-1", "x")
        return self._texts(program)[name]()

    def _texts(self, program: str) -> dict[str, Callable[[], str]]:
        """Return what makes values, by their names in the help; no name may be missing."""
        game_of = {"narabi": deal, "mabi": game}.get(program, deal)
        record_of = {"amulets": record, "tales": tales_record}.get(program, record)
        narabi_proof = partial(narabi_certificate, self.certificate)
        proof_of = narabi_proof if program == "narabi" else mabi_certificate
        policies = ("greedy", "open", "random", "silent", "gambler:2", "random:0.9", "os:path", ":", "x")
        return {
            **dict.fromkeys(("DEAL", "GAMES"), lambda: self.given(deal)),
            "GAME": lambda: self.given(game_of),
            "POSITION": lambda: self.given(position),
            "POSITION|GAME": lambda: self.given(game),
            "RECORD": lambda: self.given(record_of),
            "CERTIFICATE": lambda: self.file(proof_of(self.choose)),
            "ANSWERS": lambda: self.given(answer),
            "LINE": lambda: sometimes(line, self.choose),
            "PLACEMENT": self.one("R:A1 Y:B2 G:D4 B:C5 K:E3", "R:A1", ""),
            "FIELD": self.one("C3", "B", "x"),
            "AMULET": self.one("B", "B", "R", "x"),
            "SEAT": self.one(*"ABCbF", "x", ""),
            "PLACE": self.one("B2", "E4", "x"),
            "2|3|4|5": self.one("2", "3", "4", "5", "3", "6", "x"),
            "3|4|5": self.one("3", "4", "5", "3", "6", "x"),
            "2-5": self.one("2", "3", "4", "9", "x"),
            "3": self.one("3", "4", "x"),
            "RANKSxFILES": self.one("4x4", "3x5", "9x9", "x"),
            "CxR": self.one("3x3", "2x2", "9x9", "x"),
            "N,N": self.one("1,2", "0,0", "1", "9,9,9", "x"),
            "N-M": self.one("1-3", "2", "3-1", "x"),
            **dict.fromkeys(("POLICY", "NAME"), self.one(*policies)),
            "ADDRESS": self.one("x", "nonsense://x", "https://example.org/", ""),
            "FOLDER": self.output,
            "TEXT": self.one(*JUNK),
            **dict.fromkeys(("N", "S", "K", "G", "W", "D", "T", "R", "MIB", "DEPTH"), self.number),
            "PIXELS": self.one("60", "300", "5"),
        }


LIMITS = {
    "narabi": {
        "solve": ["--max-nodes", "300"],
        "analyse": ["--max-nodes", "300", "--lines", "3"],
        "verify": ["--max-nodes", "300"],
        "review": ["--max-nodes", "300"],
        "hint": ["--max-nodes", "300", "--worlds", "3"],
        "score": ["--teams", "2", "--limit", "5", "--policy", "greedy"],
        "team": ["--deals", "2", "--limit", "5", "--policy", "random", "--workers", "1"],
        "view": ["--limit", "5"],
        "census": ["--nonsense"],
        "deal": ["--count", "2", "--max-deals", "5"],
        "sheet": ["--max-deals", "5"],
        "survey": ["--deals", "5", "--max-nodes", "300", "--workers", "1"],
        "atlas": ["--deals", "2", "--workers", "1"],
        "check": ["--max-states", "300"],
    },
    "amulets": {
        "ask": ["--placements", "200"],
        "cast": ["--games", "2"],
        "race": ["--games", "2", "--workers", "1"],
    },
    "mabi": {
        "perft": ["--max-seconds", "0.2"],
        "analyse": ["--nodes", "200", "--depth", "2"],
        "solve": ["--nodes", "20"],
        "review": ["--nodes", "20"],
        "diagram": ["--nodes", "20"],
        "play": ["--nodes", "20"],
        "tables": ["--size", "2x2"],
        "probe": ["--size", "2x2"],
    },
    "tales": {},
}
"""What is appended, and counts, so that a command line takes a moment; what would not end shows its help."""


def _limited(program: str, arguments: list[str], folder: Path) -> list[str]:
    command = arguments[0] if arguments else ""
    if program == "narabi" and command == "tables":
        return [word for word in arguments if word not in ("build", "verify") and not word.startswith("--c")]
    more = LIMITS[program].get(command, [])
    tables = ["--folder", str(folder / "tables")] if command in ("tables", "probe") else []
    return [*arguments, *more, *tables]
