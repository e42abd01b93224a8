"""Results of surveys and censuses, most of them with the command that gives them again: half an hour."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import pyarrow.dataset

from _gamekit.intervals import Interval, percent
from benchmarks.cases import load
from benchmarks.frame import Results, Run, Study
from benchmarks.marks import grid
from narabi_solver import Deal, Deck, Rules, Survey, paired_survey, random_deal, solve, survey
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.rules import State, legal_moves, play_unchecked
from narabi_solver.statistics.census import census
from studies.results.results_tables import TABLES

SEED = 20_261_121
DEALS = {3: 10_000_000, 4: 10_000_000, 5: 1_000_000}
FEWER = {3: 1_000_000, 4: 1_000_000, 5: 100_000}
"""For comparisons of rules and decks."""
STATES = 2_000
"""Positions of an unsolvable deal that are looked at one by one."""
SHOWN = 3
EXAMPLE = "examples/deals.txt"

REPLACEMENTS: dict[str, list[tuple[str, str]]] = {
    "at-most-6": [
        ("a value of 5 or less", "value = [0, 5]"),
        ("a value of 7 or less", "value = [0, 7]"),
        ("any stone", ""),
    ],
    "four-away": [
        ("the stone exactly five places away", "distance = 5"),
        ("the next stone either way", "distance = 1"),
        ("any stone", ""),
    ],
}
COLOURS = [("0 to 4 white", (0, 1, 2, 3, 4)), ("odd numbers white", (1, 3, 5, 7, 9))]


def interval(one: Interval, digits: int = 4) -> str:
    """Return a mean with its interval."""
    return f"{one.estimate:.{digits}f} ({one.low:.{digits}f} to {one.high:.{digits}f})"


def shares(one: Interval) -> str:
    """Return a share with its interval."""
    return f"{percent(one.estimate)} ({percent(one.low)} to {percent(one.high)})"


def command(found: Survey) -> str:
    """Return the command that gives a survey again."""
    settings = found.settings
    return f"`narabi survey --players {settings.players} --deals {settings.deals} --seed {settings.seed}`"


def distribution(found: Survey) -> list[str]:
    """Return the table of a survey."""
    lines = [
        f"### {found.settings.players} players, {found.settings.deals:,} deals",
        "",
        command(found),
        "",
        f"* solvable: {shares(found.solvable)}; {found.unsolvable:,} are not (proven), "
        f"{found.undecided:,} undecided",
        f"* mean minimum: {interval(found.mean_turns)} turns",
        "",
    ]
    rows = (
        [turns, f"{count:,}", shares(found.share(turns)), shares(found.band[turns])]
        for turns, count in found.distribution.items()
    )
    heads = "turns | deals | share, its 95 % interval | in this many or fewer, 95 % band for all together"
    return [*lines, grid(heads, rows), ""]


def reachable(start: State, rules: Rules) -> tuple[int, int] | None:
    """Return how many positions a game can reach, and how long it can last; None beyond `STATES`."""
    layer, seen, turns = {start}, 0, 0
    while layer:
        seen += len(layer)
        if seen > STATES or turns > rules.limit:
            return None
        layer = {play_unchecked(state, swap) for state in layer for swap in legal_moves(state, rules)}
        turns += bool(layer)
    return seen, turns


def unsolvable_rows(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbers and the texts of the unsolvable deals of a file of rows."""
    data = pyarrow.dataset.dataset(path)
    wanted = pyarrow.dataset.field("outcome") == "unsolvable"
    table = data.to_table(columns=["index", "deal"], filter=wanted)
    yield from zip(table["index"].to_pylist(), table["deal"].to_pylist(), strict=True)


def unsolvable(players: int, path: Path) -> list[str]:
    """Return what the unsolvable deals of a survey look like."""
    rules = Rules()
    lasts: Counter[str] = Counter()
    stays: Counter[int] = Counter()
    cards: Counter[str] = Counter()
    examples: dict[str, Deal] = {}
    total = 0
    for _, text in unsolvable_rows(path):
        deal = Deal.parse(text)
        start = deal.start()
        found = reachable(start, rules)
        if not legal_moves(start, rules):
            kind = "the first player has no legal swap"
        elif found is None:
            kind = f"more than {STATES:,} positions can be reached, none of them in order"
        else:
            kind = (
                f"every game ends without a legal swap, after {found[1]} turn{'s' * (found[1] > 1)} at most"
            )
        lasts[kind] += 1
        examples.setdefault(kind, deal)
        hand = deal.seats[start.mover]
        stays[sum(stone.card == "stay" for stone in hand)] += 1
        cards.update(stone.card for stone in hand)
        total += 1
    if not total:
        return [f"**{players} players**: none.", ""]
    rows = ([kind, f"{count:,}", f"`{examples[kind]}`"] for kind, count in lasts.most_common())
    lines = [f"**{players} players**, {total:,} deals:", "", grid("why | deals | one of them", rows)]
    common = ", ".join(f"`{card}` {count / total:.0%}" for card, count in cards.most_common(5))
    return [*lines, "", f"Cards most often in the first player's hand: {common}.", ""]


def no_undo(scale: float, workers: int) -> list[str]:
    """Return the effect of no-undo on the same deals."""
    rows = []
    for players, deals in FEWER.items():
        found = paired_survey(players, max(1, int(deals * scale)), seed=SEED, workers=workers)
        longer = ", ".join(f"{n:,}" for more, n in found.differences.items() if more > 0) or "none"
        row = [players, f"{found.first.deals:,}", shares(found.changed), longer, f"{found.only_first:,}"]
        rows.append([*row, f"{found.p_value:.2g}"])
    table = grid(
        "players | deals | result changed | longer by 1, 2, 3 … turns | lost by it | McNemar p", rows
    )
    return [table, "", f"`narabi survey --players P --deals N --seed {SEED} --paired`", ""]


def with_card(name: str, conditions: str | None) -> Deck:
    """Return the built-in deck without a card, or with other conditions on it."""
    head, *tables = Deck.standard().dumps().split("[cards.")
    kept = []
    for table in tables:
        if table.startswith(f'"{name}"]'):
            if conditions is None:
                continue
            table = f'"{name}"]\n{conditions}\nassumed = true\n'
        kept.append("[cards." + table)
    return Deck.loads(head + "".join(kept))


def with_colours(white: tuple[int, ...]) -> Deck:
    """Return the built-in deck with other colours."""
    text = Deck.standard().dumps()
    before, _, rest = text.partition("white = ")
    return Deck.loads(f"{before}white = {json.dumps(white)}\n{rest.partition(chr(10))[2]}")


def assumptions(scale: float, workers: int) -> list[str]:
    """Return how far the figures move when what is assumed is dropped or replaced."""
    rows = []
    standard = Deck.standard()
    changes: list[tuple[str, Deck, bool]] = [("nothing", standard, False)]
    for card, replacements in REPLACEMENTS.items():
        changes.append((f"`{card}` left out", with_card(card, None), False))
        changes += [(f"`{card}`: {words}", with_card(card, toml), True) for words, toml in replacements]
    changes += [(f"colours: {words}", with_colours(white), True) for words, white in COLOURS]
    for players, deals in FEWER.items():
        count = max(2, int(deals * scale))
        for words, deck, paired in changes:
            if sum(card.copies for card in deck) < SEAT_COUNTS[players]:
                continue  # five players need all cards
            found = survey(players, count, seed=SEED, deck=deck, workers=workers)
            changed = "other deals"
            if paired:
                rules = Rules(), Rules()
                both = paired_survey(
                    players, count, seed=SEED, rules=rules, decks=(standard, deck), workers=workers
                )
                changed = percent(both.changed.estimate)
            moved = "" if deck == standard else changed
            rows.append([players, words, interval(found.mean_turns, 3), shares(found.solvable), moved])
    return [grid("players | what is changed | mean turns | solvable | deals whose minimum changes", rows)]


def hardest(found: Survey) -> list[str]:
    """Return the deals of a survey that take the most turns."""
    most = max(found.distribution)
    lines = [
        f"**{found.settings.players} players**, the first of {found.distribution[most]:,} with {most} turns:",
        "",
    ]
    lines += [f"* number {number:,}: `{deal}`" for number, deal in found.examples(most)[:SHOWN]]
    name = f"hard-{found.settings.players}p"
    for case in load():
        if case.name == name:
            minimum = solve(case.deal, rules=case.rules).turns
            found_by = "found by local search ([records](hardest-deals.md#records) may be longer)"
            lines.append(f"* {minimum} turns, {found_by}: `{case.deal}`")
    return [*lines, ""]


def censuses() -> list[str]:
    """Return a census of the first deal of the examples and of a deal of four players."""
    lines = []
    deals = [
        Deal.parse(line) for line in Path(EXAMPLE).read_text().splitlines() if line.strip()[:1] not in "#"
    ]
    for deal in [next(deal for deal in deals if deal.players == 3), random_deal(4, SEED)]:
        found = census(deal)
        dealt = found.deals.distribution
        rows: list[tuple[object, int, int]] = [
            (turns, n, dealt.get(turns, 0)) for turns, n in found.all.distribution.items()
        ]
        rows.append(("unsolvable", found.all.unsolvable, found.deals.unsolvable))
        cells = ([what, f"{every:,}", f"{those:,}"] for what, every, those in rows)
        lines += [
            f"### {deal.players} players",
            "",
            f"`narabi census '{deal}'`",
            "",
            grid("turns | arrangements | deals", cells),
            "",
        ]
        lines += [f"* {one.turns} turns: `{one.deal}`" for one in found.hardest[:SHOWN]]
        lines.append("")
    return lines


def finding(one: Survey) -> str:
    """Return what a survey found, in a sentence."""
    return (
        f"* {one.settings.players} players: {one.mean_turns.estimate:.2f} turns on average, "
        f"{max(one.distribution)} at most; {one.unsolvable:,} of {one.settings.deals:,} deals cannot be won"
    )


def surveyed(players: int, deals: int, workers: int) -> dict[str, str]:
    """Return what the page says of a survey, by marks."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "survey.parquet"
        found = survey(players, deals, seed=SEED, out=path, workers=workers)
        lost = unsolvable(players, path)
    lines = {"findings": [finding(found)], "turns": distribution(found), "unsolvable": lost}
    return {mark: "\n".join(text) for mark, text in (lines | {"hardest": hardest(found)}).items()}


def measure(run: Run, scale: Annotated[float, "of the numbers of deals"] = 1.0, workers: int = 2) -> Results:
    """Survey all numbers of players, then compare rules and decks, and make two censuses."""
    surveys = [
        run.part(f"{players} players", partial(surveyed, players, max(2, int(deals * scale)), workers))
        for players, deals in DEALS.items()
    ]
    texts = {mark: "\n".join(one[mark] for one in surveys) for mark in surveys[0]}
    texts["undo"] = run.part("no-undo", lambda: "\n".join(no_undo(scale, workers)))
    texts["assumptions"] = run.part("assumptions", lambda: "\n".join(assumptions(scale, workers)))
    texts["censuses"] = run.part("censuses", lambda: "\n".join(censuses()))
    return {"texts": {mark: text.strip() for mark, text in texts.items()}}


STUDY = Study(__name__, TABLES, measure)
