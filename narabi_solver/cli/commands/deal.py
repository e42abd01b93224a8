"""`narabi deal`: random deals, or only those of a given difficulty."""

from __future__ import annotations

import itertools
import time
from argparse import Namespace
from typing import TYPE_CHECKING

from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED
from _gamekit.progress import status
from narabi_solver.cli.answering import deck_of
from narabi_solver.cli.program import PROGRAM
from narabi_solver.game.deal import Deal
from narabi_solver.game.random_deals import random_deal, random_deals
from narabi_solver.game.rules import Rules

if TYPE_CHECKING:
    from narabi_solver.analysis.finding import DealSpec


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if (seed := options.seed) is None:
        import secrets

        seed = secrets.randbits(32)
    rules = Rules(no_undo=options.no_undo, undo_reading=options.undo_reading)
    wanted = {name: getattr(options, name) for name in ("turns", "single_line", "no_traps", "grade")}
    if options.seed is None and not options.json:
        print(f"# seed {seed}")
    if all(value is None or value is False for value in wanted.values()):
        for index, deal in zip(
            range(options.count), random_deals(options.players, seed, deck=deck_of(options)), strict=False
        ):
            _print_deal(options, seed, index, deal)
        return ANSWERED
    from narabi_solver.analysis.finding import DealSpec

    return _find_deals(options, seed, DealSpec(**wanted), rules)


def _print_deal(options: Namespace, seed: int, index: int, deal: Deal) -> None:
    if options.json:
        PROGRAM.print_json({"deal": str(deal), "players": options.players, "seed": seed, "index": index})
    else:
        print(deal, flush=True)


def _find_deals(options: Namespace, seed: int, spec: DealSpec, rules: Rules) -> int:
    from narabi_solver.analysis.finding import find_deals, outlook, warm_up

    deck = deck_of(options)
    if spec.rare_because:
        PROGRAM.say(spec.rare_because)
    with PROGRAM.ended_by_interrupt():
        warm_up(random_deal(options.players, seed, deck=deck))
    started = time.perf_counter()

    def rate(tried: int) -> str:
        return f"{tried / (time.perf_counter() - started):,.0f} a second"

    with PROGRAM.interruptible() as stop, status(logged=True) as show:

        def progress(text: str, /, **counts: int) -> None:
            seconds = time.perf_counter() - started
            rest = outlook(counts["tried"], counts["found"], options.count, seconds)
            show(f"{text}, {rate(counts['tried'])}{rest and ', '}{rest} (Ctrl-C stops)")

        finder = find_deals(
            options.players,
            spec,
            seed=seed,
            rules=rules,
            deck=deck,
            max_deals=options.max_deals,
            stop=stop,
            progress=progress,
        )
        for one in itertools.islice(finder, options.count):
            show("")
            _print_deal(options, seed, one.number, one.deal)
    said = (
        f"found {finder.found:,} of {options.count:,} among {finder.tried:,} deals of seed {seed}, "
        f"{rate(finder.tried)}"
    )
    if finder.undecided:
        said += f"; {finder.undecided:,} undecided: out of memory"
    if finder.found == options.count:
        PROGRAM.say(said)
        return ANSWERED
    if not finder.found and (rest := outlook(finder.tried, 0, options.count, 0)):
        said += f"; {rest}"
    PROGRAM.say(f"interrupted; {said}" if stop() else f"{said}; stopped by --max-deals")
    return INTERRUPTED if stop() else UNDECIDED
