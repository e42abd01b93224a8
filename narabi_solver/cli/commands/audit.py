"""`narabi audit`: a sample of answers against plain code that tries everything."""

from __future__ import annotations

import json
import random
import sys
from argparse import ArgumentParser, Namespace
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

import narabi_solver
from _gamekit.arguments import add_json, whole_number
from _gamekit.facts import Fact, Rows, json_of
from _gamekit.files import DamagedFileError
from _gamekit.folders import named
from _gamekit.philox import MAX_SEED
from _gamekit.program import ANSWERED, BAD_INPUT, NEGATIVE, UNDECIDED, BadLines
from _gamekit.progress import status
from _gamekit.work import study_files
from narabi_solver import certify
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.answering import warm_up
from narabi_solver.cli.options import add_deck, add_players, add_unusual, deck_of
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, GameError, StoppedError
from narabi_solver.game.random_deals import random_deal, random_deals
from narabi_solver.game.rules import Rules
from narabi_solver.sizes import MAX_STATES

SAMPLE = 200
SHOWN = 20
"""Disagreements that are listed."""

EXAMPLES = [
    "narabi audit --players 3 --deals 200 --seed 7",
    "narabi audit four.parquet --deals 50",
    "narabi analyse deals.txt --json | narabi audit -",
]


class Said(NamedTuple):
    """An answer, and by what."""

    by: str
    deal: Deal
    rules: Rules
    answer: Mapping[str, Any]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Compares answers with plain code that tries everything. It has rules of its own
and shares nothing with the searches: minimum, lines, their number, traps, forced
turns, difficulty, the value of every swap. ANSWERS is a file of lines that
'narabi solve' or 'narabi analyse' prints with --json, or of 'narabi survey' or
'narabi atlas'; or - for standard input. Without it the program answers random
deals itself. Files of surveys and atlases need pyarrow."""
    parser.add_argument("answers", metavar="ANSWERS", nargs="?", help="what was answered")
    add_players(parser, "without ANSWERS: number of players")
    parser.add_argument(
        "--deals",
        type=whole_number(1),
        default=SAMPLE,
        metavar="N",
        help=f"how many deals; of a file so many are drawn (default {SAMPLE})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="deals 0 to N-1 of this seed, as printed by 'narabi deal'; for a file: of the draw (default 0)",
    )
    parser.add_argument(
        "--swaps",
        action="store_true",
        help="without ANSWERS: the value of every swap too; takes about a second for each deal",
    )
    parser.add_argument(
        "--max-states",
        type=whole_number(1),
        default=MAX_STATES,
        metavar="N",
        help=f"what takes more than N states is not checked, exit code 3 (default {MAX_STATES:,})",
    )
    add_deck(parser)
    add_unusual(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    own = options.answers is None
    if own == (options.players is None) or (options.swaps and not own):
        raise ArgumentError("give either a file of answers, or --players, with --swaps if you like")
    found, deals, states = _Found(), 0, 0
    with BadLines(PROGRAM) as bad, PROGRAM.interruptible() as stop, status() as tell:
        for where, source in _own(options) if own else _given(options, bad):

            def report(turn: int, tried: int, deals: int = deals) -> None:
                if stop():
                    raise StoppedError("stopped")
                tell(f"{deals:,} deals checked; turn {turn}, {tried:,} states")

            try:
                audit = certify.auditing.Audit(source[0].deal, source[0].rules, options.max_states, report)
                for one in source:
                    for part in audit.compare(one.answer):
                        found.add(one, part)
            except StoppedError as error:
                return PROGRAM.stopped(error, stop())
            except GameError as error:
                bad.add(error, where)
                continue
            deals, states = deals + 1, states + audit.states
            report(0, audit.states, deals)
    if bad.count or deals:
        PROGRAM.answer(found.facts(deals, states), options.json)
    return BAD_INPUT if bad.count else found.code


class _Found:
    """What was found so far."""

    def __init__(self) -> None:
        self.checked: Counter[tuple[str, str]] = Counter()
        self.agreed: Counter[tuple[str, str]] = Counter()
        self.open: Counter[tuple[str, str]] = Counter()
        self.different: list[dict[str, object]] = []

    def add(self, one: Said, part: certify.auditing.Compared) -> None:
        key = one.by, part.what
        counter = self.open if part.agrees is None else self.checked
        counter[key] += 1
        self.agreed[key] += bool(part.agrees)
        if part.agrees is False:
            said, found = _text(part.said), _text(part.found)
            self.different.append(
                {"deal": str(one.deal), "by": one.by, "what": part.what, "said": said, "found": found}
            )

    @property
    def code(self) -> int:
        return NEGATIVE if self.different else UNDECIDED if self.open else ANSWERED

    def facts(self, deals: int, states: int) -> list[Fact | Rows]:
        checked, agreed = self.checked.total(), self.agreed.total()
        summary = f"{agreed:,} of {checked:,} answers agree with plain code that tries everything"
        unchecked = self.open.total()
        lines = [
            f"{one['deal']}\n  {one['what']} of {one['by']}: {one['said']}; found: {one['found']}"
            for one in self.different[:SHOWN]
        ]
        more = len(self.different) - SHOWN
        return [
            Fact("deals", deals, f"{deals:,}"),
            Fact("states", states, f"{states:,} tried"),
            Rows("checks", [
                [
                    Fact("by", by, by, "answers of"),
                    Fact("what", what, what.replace("_", " "), "about"),
                    Fact("checked", self.checked[by, what], f"{self.checked[by, what]:,}"),
                    Fact("agreed", self.agreed[by, what], f"{self.agreed[by, what]:,}"),
                    Fact("unchecked", self.open[by, what], f"{self.open[by, what]:,}", "not checked"),
                ]
                for by, what in sorted(self.checked | self.open)
            ], [2, 3, 4]),
            Fact("agreed", agreed == checked, summary, "", "bold"),
            Fact("unchecked", unchecked, f"{unchecked:,} were not checked" * bool(unchecked), ""),
            Fact("different", self.different, "\n".join(lines) + f"\n… and {more:,} more" * (more > 0), ""),
        ]  # fmt: skip


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


Source = Iterator[tuple[str, list[Said]]]
"""The answers to each deal, and what stands before what is wrong with them."""


def _own(options: Namespace) -> Source:
    """Yield what the program says of random deals."""
    deck, rules = deck_of(options), Rules()
    warm_up(random_deal(options.players, options.seed, deck=deck))

    def deals() -> Iterator[Deal]:
        return islice(random_deals(options.players, seed=options.seed, deck=deck), options.deals)

    analyses: Iterable[narabi_solver.Analysis | None] = repeat(None)
    if options.swaps:
        analyses = narabi_solver.analyse_many(deals())
    for solution, analysis in zip(narabi_solver.solve_many(deals()), analyses, strict=False):
        said = [Said("solve", solution.deal, rules, json_of(solution.facts()))]
        if analysis is not None:
            said.append(Said("analyse", analysis.deal, rules, json_of(analysis.facts())))
        yield "", said


def _given(options: Namespace, bad: BadLines) -> Source:
    """Yield some of the answers in a file, in its order."""
    name = options.answers
    if name != "-" and _is_parquet(named(name)):
        yield from _rows(options, named(name))
        return
    source = sys.stdin.buffer if name == "-" else open(named(name), "rb")
    with source as file:
        given = file.read().removeprefix(BOM_UTF8).splitlines()
    lines = [(i, line) for i, line in enumerate(given, 1) if line.strip()]
    if not lines:
        raise ArgumentError(f"{name}: no answers")
    deck = deck_of(options)
    for number, line in _drawn(lines, options):
        where = f"{'standard input' if name == '-' else name}, line {number}: "
        try:
            yield where, [_read(line, deck, options.unusual)]
        except GameError as error:
            bad.add(error, where)


def _drawn(items: list[Any], options: Namespace) -> list[Any]:
    if len(items) <= options.deals:
        return items
    return [items[i] for i in sorted(random.Random(options.seed).sample(range(len(items)), options.deals))]


def _read(line: bytes, deck: Deck | None, unusual: bool) -> Said:
    """Return the answer in a line of JSON."""
    try:
        answer = json.loads(line)
        rules = answer["rules"]
        by = str(answer.get("schema", "answers")).removeprefix("narabi-").partition("/")[0]
        text = answer["deal"]
        if not isinstance(text, str):
            raise TypeError
        played = _rules(rules)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ArgumentError("no answer of 'narabi solve' or 'narabi analyse' with --json") from None
    return Said(by, Deal.parse(text, deck=deck, unusual=unusual), played, answer)


def _rules(fields: Mapping[str, Any]) -> Rules:
    reading: Any = fields["undo_reading"] or "next"
    return Rules(no_undo=fields["no_undo"], limit=fields["limit"], undo_reading=reading)


def _is_parquet(name: Path) -> bool:
    with open(name, "rb") as file:
        return file.read(4) == b"PAR1"


def _rows(options: Namespace, path: Path) -> Source:
    """Yield rows of a survey or an atlas."""
    try:
        about, _, count = study_files.provenance(path)
        rules, deck = _rules(about), Deck.loads(about["deck"])
    except (DamagedFileError, KeyError) as error:
        raise ArgumentError(f"{error}; damaged, or not of 'narabi survey' or 'narabi atlas'") from None
    by = str(about.get("study", "survey"))
    if by not in ("survey", "atlas"):
        raise ArgumentError(f"{path}: of 'narabi {by}', not of 'narabi survey' or 'narabi atlas'")
    table = study_files.arrow().parquet.read_table(path)
    for i in _drawn(list(range(count)), options):
        (row,) = table.slice(i, 1).to_pylist()
        row.setdefault("outcome", "unsolvable" if row["turns"] is None else "solved")
        if "line" in row:
            row["swaps"] = row["line"].split()
        yield f"{path}, row {i}: ", [Said(by, Deal.parse(row["deal"], deck=deck), rules, row)]
