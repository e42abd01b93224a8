"""Compares a sample of answers with plain code that tries everything.

    python -m benchmarks.audit --players 3 --deals 200 --seed 7
    python -m benchmarks.audit four.parquet --deals 50
    narabi analyse deals.txt --json | python -m benchmarks.audit -

The plain code has rules of its own and shares nothing with the searches. It checks the minimum, the line, the
number of shortest lines, traps, forced turns, the difficulty, and the value of every swap.

The exit code is 0 if all answers agree, 1 if one does not, 2 for bad input, 3 if an answer takes more states
than allowed.
"""

from __future__ import annotations

import json
import random
import sys
from argparse import ArgumentParser, Namespace
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

import narabi_solver
from _gamekit.arguments import whole_number
from _gamekit.facts import json_of
from _gamekit.files import DamagedFileError
from _gamekit.folders import named
from _gamekit.philox import MAX_SEED
from _gamekit.program import ANSWERED, BAD_INPUT, INTERRUPTED, NEGATIVE, UNDECIDED
from _gamekit.progress import status
from _gamekit.work import study_files
from benchmarks.compare_answers import Compared, Comparison
from narabi_solver.cli.options import add_deck, add_players, add_unusual, deck_of
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, DealFormatError, GameError, InvalidDealError
from narabi_solver.game.rules import Rules
from narabi_solver.sizes import MAX_STATES
from narabi_solver.solving.dealing import random_deals

SAMPLE = 200
SHOWN = 20
"""Disagreements and bad lines that are listed."""


class Said(NamedTuple):
    """An answer, and by what."""

    by: str
    deal: Deal
    rules: Rules
    answer: Mapping[str, Any]


def _parser() -> ArgumentParser:
    """Return the parser of the command line."""
    parser = ArgumentParser("python -m benchmarks.audit", description="Compare answers with plain code.")
    parser.add_argument(
        "answers",
        metavar="ANSWERS",
        nargs="?",
        help="lines of 'narabi solve' or 'narabi analyse' with --json, or -; a file of 'narabi survey' or "
        "'narabi atlas'; by default random deals, which are solved first",
    )
    add_players(parser, "without ANSWERS: number of players")
    parser.add_argument(
        "--deals", type=whole_number(1), default=SAMPLE, metavar="N", help="size of the sample"
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        default=0,
        metavar="S",
        help="seed of the deals or the sample",
    )
    parser.add_argument(
        "--swaps", action="store_true", help="without ANSWERS: check the value of every swap too"
    )
    parser.add_argument(
        "--max-states",
        type=whole_number(1),
        default=MAX_STATES,
        metavar="N",
        help="states to try for an answer",
    )
    add_deck(parser)
    add_unusual(parser)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the answers of a command line; return the exit code."""
    options = _parser().parse_args(arguments)
    tally = _Tally()
    try:
        _compare(options, tally)
    except KeyboardInterrupt:
        tally.show()
        return INTERRUPTED
    except (GameError, OSError) as error:
        print(f"audit: {error}", file=sys.stderr)
        return BAD_INPUT
    tally.show()
    return tally.code


def _compare(options: Namespace, tally: _Tally) -> None:
    own = options.answers is None
    if own == (options.players is None) or (options.swaps and not own):
        raise ArgumentError("give either a file of answers, or --players, with --swaps if you like")
    with status() as tell:
        for where, source in _own(options) if own else _given(options, tally):

            def report(turn: int, tried: int) -> None:
                tell(f"{tally.deals:,} deals checked; turn {turn}, {tried:,} states")

            try:
                comparison = Comparison(source[0].deal, source[0].rules, options.max_states, report)
                for answer in source:
                    for part in comparison.compare(answer.answer):
                        tally.add(answer, part)
            except GameError as error:
                tally.add_bad(error, where)
                continue
            tally.deals += 1
            tally.states += comparison.states


class _Tally:
    """The comparisons made so far."""

    def __init__(self) -> None:
        self.deals = self.states = self.bad = self.different = 0
        self.checked: Counter[tuple[str, str]] = Counter()
        self.agreed: Counter[tuple[str, str]] = Counter()
        self.unchecked: Counter[tuple[str, str]] = Counter()

    def add(self, answer: Said, part: Compared) -> None:
        """Count a part of an answer; print it if it is wrong."""
        key = answer.by, part.what
        counter = self.unchecked if part.agrees is None else self.checked
        counter[key] += 1
        self.agreed[key] += bool(part.agrees)
        if part.agrees is False:
            self.different += 1
            if self.different <= SHOWN:
                said, right = _text(part.said), _text(part.found)
                print(f"{answer.deal}\n  {part.what} of {answer.by}: {said}; found: {right}")

    def add_bad(self, error: Exception, where: str) -> None:
        """Count a line that is no answer; print what is wrong with it."""
        self.bad += 1
        if self.bad <= SHOWN:
            print(f"audit: {where}{error}", file=sys.stderr)

    @property
    def code(self) -> int:
        if self.bad:
            return BAD_INPUT
        return NEGATIVE if self.different else UNDECIDED if self.unchecked else ANSWERED

    def show(self) -> None:
        """Print the totals."""
        print(f"{self.deals:,} deals, {self.states:,} states tried")
        for key in sorted(self.checked | self.unchecked):
            skipped = f", {self.unchecked[key]:,} not checked" * bool(self.unchecked[key])
            print(f"{' '.join(key)}: {self.agreed[key]:,} of {self.checked[key]:,} agree{skipped}")
        print(f"{self.agreed.total():,} of {self.checked.total():,} answers agree")


def _text(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


Source = Iterator[tuple[str, list[Said]]]
"""The answers to each deal, and what stands before what is wrong with them."""


def _own(options: Namespace) -> Source:
    """Yield what the program says of random deals."""
    deck, rules = deck_of(options), Rules()

    def deals() -> Iterator[Deal]:
        return islice(random_deals(options.players, seed=options.seed, deck=deck), options.deals)

    analyses: Iterable[narabi_solver.Analysis | None] = repeat(None)
    if options.swaps:
        analyses = narabi_solver.analyse_many(deals())
    for solution, analysis in zip(narabi_solver.solve_many(deals()), analyses, strict=False):
        said = [Said("solve", solution.deal, rules, json_of(solution))]
        if analysis is not None:
            said.append(Said("analyse", analysis.deal, rules, json_of(analysis)))
        yield "", said


def _given(options: Namespace, tally: _Tally) -> Source:
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
            tally.add_bad(error, where)


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
    try:
        deal = Deal.parse(text, deck=deck, unusual=unusual)
    except (DealFormatError, InvalidDealError) as error:  # its lines are those of the text
        raise type(error)([replace(one, line=None) for one in error.problems], error.note) from None
    return Said(by, deal, played, answer)


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


if __name__ == "__main__":
    sys.exit(main())
