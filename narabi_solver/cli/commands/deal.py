"""`narabi deal`: random deals, or only those of a given difficulty."""

from __future__ import annotations

import itertools
import os
import time
from argparse import ArgumentParser, Namespace

import narabi_solver
from _gamekit.arguments import add_json, whole_number
from _gamekit.philox import MAX_SEED
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED
from _gamekit.progress import status
from narabi_solver import analysis, statistics
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import add_deck, add_number, add_players, add_specs, add_undo, deck_of, warm_up
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.ids import DealId
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import Rules

EXAMPLES = [
    "narabi deal --players 4 --seed 7 --deals 100 > deals.txt",
    "narabi deal --players 3 --seed 7 --turns 6 --single-line",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_players(parser, required=True, mini=True)
    parser.add_argument(
        "--seed",
        type=whole_number(0, MAX_SEED),
        metavar="S",
        help="0 to 2^64 - 1 (default: random, and printed)",
    )
    add_number(parser, "deals", 1)
    specs = add_specs(parser)
    add_undo(specs, "solve them with the no-undo rule")
    specs.add_argument(
        "--atlas",
        metavar="FILE",
        help="search this file of 'narabi atlas' first (default: the one in the cache folder, if it exists "
        "and has this seed)",
    )
    add_deck(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    wanted = {name: getattr(options, name) for name in ("turns", "single_line", "no_traps", "grade")}
    to_order = any(value is not None and value is not False for value in wanted.values())
    rules = Rules(no_undo=options.no_undo, undo_reading=options.undo_reading)
    if options.atlas is not None and not to_order:
        raise ArgumentError("--atlas finds deals by their difficulty: add an option such as --turns 6")
    atlas = _atlas(options, rules) if to_order else None
    if (seed := options.seed) is None:
        seed = int.from_bytes(os.urandom(4)) if atlas is None else atlas.seed
    if options.seed is None and not options.json:
        print(f"# seed {seed}" if atlas is None else f"# of the atlas {atlas.path}")
    if not to_order:
        deck = deck_of(options)
        for index in range(options.deals):
            _print_deal(options, seed, index, random_deal(options.players, seed, index, deck=deck))
        return ANSWERED

    spec = narabi_solver.DealSpec(**wanted)
    found, tried = (0, 0) if atlas is None else _take(options, atlas, spec)
    if found == options.deals:
        return ANSWERED
    if tried == options.max_deals:
        return UNDECIDED
    return _find_deals(options, seed, spec, rules, found, tried)


def _atlas(options: Namespace, rules: Rules) -> statistics.AtlasFile | None:
    """Return the atlas to search: the named file, or the atlas in the cache folder; None if no atlas fits.

    Raises
    ------
    ArgumentError
        The named file does not have deals with these options.
    """
    named = options.atlas is not None
    if options.deck is not None or rules != Rules():
        if named:
            raise ArgumentError(
                "an atlas has only deals with the built-in deck and the default rules; leave --atlas out"
            )
        return None
    path = options.atlas if named else statistics.atlas_path(options.players)
    if not named and not path.exists():
        return None
    try:
        atlas = statistics.AtlasFile(path)
    except (ArgumentError, OSError) as error:
        if named:
            raise
        PROGRAM.say(f"the atlas is not used: {error}")
        return None
    if atlas.players == options.players and options.seed in (None, atlas.seed):
        return atlas
    if named:
        raise ArgumentError(
            f"{path} has deals of {atlas.players} players and seed {atlas.seed}: ask for these, "
            "or leave --atlas out"
        )
    return None


def _take(options: Namespace, atlas: statistics.AtlasFile, spec: narabi_solver.DealSpec) -> tuple[int, int]:
    """Print deals of an atlas; return the number of deals printed, and the number of deals searched.

    With a given seed, the first matching deals are printed, as in a search without an atlas. Without a seed,
    the search begins at a random deal of the atlas.
    """
    below = min(atlas.deals, options.max_deals)
    begin = 0 if options.seed is not None else int.from_bytes(os.urandom(8)) % below
    found = 0
    for hit in itertools.islice(atlas.find(spec, begin=begin, below=below), options.deals):
        _print_deal(options, atlas.seed, hit.number, hit.deal, with_id=options.seed is None)
        found += 1
    said = (
        f"found {found:,} of {options.deals:,} among {number_of(below, 'deal')} of seed {atlas.seed} "
        f"in the atlas {atlas.path}, each solved again"
    )
    too_few = found < options.deals and below == options.max_deals
    PROGRAM.say(f"{said}; stopped by --max-deals" if too_few else said)
    return found, below


def _print_deal(options: Namespace, seed: int, index: int, deal: Deal, with_id: bool = False) -> None:
    if options.json:
        about = {"deal": str(deal), "players": options.players, "seed": seed, "index": index}
        if options.deck is None:
            about["id"] = str(DealId(options.players, seed, index))
        PROGRAM.print_json(about)
    else:
        print(f"{deal}  # {DealId(options.players, seed, index)}" if with_id else deal, flush=True)


def _find_deals(
    options: Namespace, seed: int, spec: narabi_solver.DealSpec, rules: Rules, found: int, tried: int
) -> int:
    """Continue a search after the first `tried` deals, of which `found` fit; return the exit code."""
    deck, wanted = deck_of(options), options.deals - found
    if spec.rare_because:
        PROGRAM.say(spec.rare_because)
    warm_up(random_deal(options.players, seed, deck=deck))
    started = time.perf_counter()

    def rate(tried: int) -> str:
        return f"{tried / (time.perf_counter() - started):,.0f} a second"

    with PROGRAM.interruptible() as stop, status() as tell:

        def progress(text: str, /, **counts: int) -> None:
            seconds = time.perf_counter() - started
            rest = analysis.finding.outlook(counts["tried"], counts["found"], wanted, seconds)
            tell(f"{text}, {rate(counts['tried'])}{rest and ', '}{rest} (Ctrl-C stops)")

        finder = narabi_solver.find_deals(
            options.players,
            spec,
            seed=seed,
            rules=rules,
            deck=deck,
            start=tried,
            max_deals=options.max_deals - tried,
            stop=stop,
            progress=progress,
        )
        for hit in itertools.islice(finder, wanted):
            tell("")
            _print_deal(options, seed, hit.number, hit.deal, with_id=options.seed is None and tried > 0)
    said = (
        f"found {finder.found:,} of {wanted:,} among {number_of(finder.tried, 'deal')} of seed {seed}, "
        f"{rate(finder.tried)}"
    )
    if tried:
        said += f", from deal {tried:,} on"
    if finder.undecided:
        said += f"; {finder.undecided:,} undecided: out of memory"
    if finder.found == wanted:
        PROGRAM.say(said)
        return ANSWERED
    if not finder.found and (rest := analysis.finding.outlook(finder.tried, 0, wanted, 0)):
        said += f"; {rest}"
    PROGRAM.say(f"interrupted; {said}" if stop() else f"{said}; stopped by --max-deals")
    return INTERRUPTED if stop() else UNDECIDED
