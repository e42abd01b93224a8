"""The program `narabi`."""

from __future__ import annotations

import contextlib
import importlib.metadata
import json
import logging
import os
import secrets
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import FrameType
from typing import Any

from rich.console import Console, RenderableType

from narabi_mabi_common.folders import NamedFolderError
from narabi_mabi_common.limits import DEFAULT_MEMORY, MIB, Limits
from narabi_mabi_common.progress import status
from narabi_solver import api, arguments, io, report
from narabi_solver.deal import Deal
from narabi_solver.deck import Deck
from narabi_solver.errors import InternalError, NarabiError
from narabi_solver.randomdeals import random_deals
from narabi_solver.rules import Rules, Swap
from narabi_solver.solution import Outcome

ANSWERED, NEGATIVE, BAD_INPUT, UNDECIDED, BUG, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 70, 130, 141

BAD_LINES_SHOWN = 10


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit code."""
    options = arguments.build(importlib.metadata.version("narabi-mabi")).parse_args(argv)
    logging.basicConfig(level=logging.INFO, format="narabi: %(message)s", stream=sys.stderr)
    try:
        code = _COMMANDS[options.command](options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except InternalError as error:
        _say(f"internal contradiction, a bug of ours: {error}")
        return BUG
    except (NarabiError, NamedFolderError) as error:
        _say(str(error))
        return BAD_INPUT
    except OSError as error:
        _say(f"{error.filename or 'input'}: {error.strerror or error}")
        return BAD_INPUT


def run() -> None:
    """Run the program and end the process."""
    sys.exit(main())


def _say(message: str) -> None:
    print(f"narabi: {message}", file=sys.stderr)


def _print_json(value: Mapping[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


def _show(view: RenderableType) -> None:
    """Print for people: with colours and the terminal's width on a terminal, plain otherwise."""
    if sys.stdout.isatty():
        Console(highlight=False).print(view)
    else:
        print(report.as_text(view), flush=True)


def _deck(options: Namespace) -> Deck:
    return Deck.standard() if options.deck is None else Deck.load(options.deck)


def _rules(options: Namespace) -> Rules:
    return Rules(no_undo=options.no_undo, limit=options.limit)


def _limits(options: Namespace, stop: Callable[[], bool]) -> Limits:
    memory = DEFAULT_MEMORY if options.max_memory is None else options.max_memory * MIB
    return Limits(options.max_nodes, options.max_seconds, memory, stop)


class _BadLines:
    """Counts the lines that were no deals, and names the first ones."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, message: str) -> None:
        self.count += 1
        if self.count <= BAD_LINES_SHOWN:
            _say(message)

    def __enter__(self) -> _BadLines:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.count > BAD_LINES_SHOWN:
            _say(f"… and {self.count - BAD_LINES_SHOWN:,} more lines like these")


def _deals(options: Namespace, bad: _BadLines) -> Iterator[Deal]:
    """Yield the deals of the DEAL argument; the bad lines among them are said and counted."""
    parse = io.parser(_deck(options), options.unusual)
    is_source = options.deal == "-" or os.path.exists(options.deal)
    name = "standard input: " if options.deal == "-" else f"{options.deal}: " if is_source else ""
    for entry in io.read_argument(options.deal, sys.stdin.buffer, parse):
        try:
            if entry.deal is None:
                raise entry.error or InternalError("a line without a deal and without an error")
            yield entry.deal if options.first is None else replace(entry.deal, first=options.first)
        except NarabiError as error:
            line = "" if str(error).startswith("line ") or not name else f"line {entry.line}: "
            bad.add(f"{name}{line}{error}")


@contextlib.contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether Ctrl-C was pressed; a second Ctrl-C ends everything at once."""
    pressed = False

    def on_press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, on_press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _solve(options: Namespace) -> int:
    rules = _rules(options)
    codes = {ANSWERED}
    with _BadLines() as bad:
        deals = _deals(options, bad)
        first = next(deals, None)
        if first is not None:
            api.prepare()
        with _interruptible() as stop, status() as show:
            limits = _limits(options, stop)

            def progress(depth: int, nodes: int) -> None:
                show(f"turn {depth + 1}, {nodes:,} states expanded (Ctrl-C stops)")

            for number, deal in enumerate(_chain(first, deals)):
                try:
                    solution = api.solve(deal, rules, limits, options.algorithm, progress)
                except InternalError:
                    raise
                except NarabiError as error:
                    bad.add(f"{deal}: {error}")
                    continue
                if options.json:
                    _print_json(report.solution_json(solution))
                else:
                    if number:
                        print()
                    _show(report.solution_view(solution))
                codes.add(_CODE_OF[solution.outcome])
                if stop():
                    return INTERRUPTED
    return BAD_INPUT if bad.count else max(codes)


_CODE_OF = {Outcome.SOLVED: ANSWERED, Outcome.UNSOLVABLE: NEGATIVE, Outcome.UNDECIDED: UNDECIDED}


def _chain(first: Deal | None, rest: Iterable[Deal]) -> Iterator[Deal]:
    if first is not None:
        yield first
        yield from rest


def _verify(options: Namespace) -> int:
    rules = _rules(options)
    line = [Swap.parse(word) for word in options.line.split()]
    codes = {ANSWERED}
    with _BadLines() as bad:
        for deal in _deals(options, bad):
            api.prepare()
            with _interruptible() as stop:
                try:
                    result = api.verify(deal, line, rules, _limits(options, stop))
                except InternalError:
                    raise
                except NarabiError as error:
                    bad.add(f"{deal}: {error}")
                    continue
                if options.json:
                    _print_json(report.verification_json(result))
                else:
                    _show(report.verification_view(result))
                codes.add(ANSWERED if result.legal else NEGATIVE)
                codes.add(ANSWERED if result.decided else UNDECIDED)
                if stop():
                    return INTERRUPTED
    return BAD_INPUT if bad.count else max(codes)


def _deal(options: Namespace) -> int:
    deck = _deck(options)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    deals = random_deals(options.players, seed, deck=deck)
    if options.seed is None and not options.json:
        print(f"# narabi deal --players {options.players} --seed {seed} --count {options.count}")
    for index in range(options.count):
        deal = next(deals)
        if options.json:
            _print_json({"deal": str(deal), "players": options.players, "seed": seed, "index": index})
        else:
            print(deal)
    return ANSWERED


def _cards(options: Namespace) -> int:
    deck = _deck(options)
    if options.json:
        for card in report.card_json(deck):
            _print_json(card)
    else:
        _show(report.cards_view(deck))
    return ANSWERED


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "solve": _solve,
    "verify": _verify,
    "deal": _deal,
    "cards": _cards,
}
