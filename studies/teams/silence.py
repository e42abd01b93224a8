"""Where silent teams lose turns, and what would help: about a minute of processor time."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from _gamekit.limits import SharedWatch
from benchmarks.frame import Results, Run, Study, Table
from benchmarks.marks import DOCS, cells, side_by_side
from narabi_solver import Deal, Knowledge, Rules, random_deals
from narabi_solver.hidden import SilentSoft, play_together
from narabi_solver.hidden.inference import softened
from narabi_solver.hidden.worlds import Worlds, questions_of
from studies.teams.teams import mean, shown

SEED = 20_261_124
DEALS = 30
WORLDS = 256
SPLITS = 4
"""Random halves of the cards that each stone may have, of which the mean is taken."""
CLOSE = 0.1
TOLD = "what the choices tell"

Values = dict[str, list[float]]


def saved(turns: NDArray[np.int64], weights: NDArray[np.float64], groups: NDArray[np.int64]) -> float:
    """Return the turns that a seat saves if it is told in which group of worlds it is."""
    known = sum(
        float((turns[:, one] @ weights[one]).min()) for one in (groups == g for g in np.unique(groups))
    )
    return float((turns @ weights).min()) - known


def look_at(deal: Deal, seed: int, found: Values, losses: Values) -> None:
    """Add what each turn of a game of `silent-soft` lost, and what telling the mover something would save."""
    rules, watch, random = Rules(), SharedWatch(), np.random.default_rng(seed)
    names = [card.name for card in deal.deck]
    moves = play_together(deal, SilentSoft(), seed=seed).deal.moves
    for i, played in enumerate(moves):
        state = replace(deal, moves=moves[:i]).state()
        knows = Knowledge.of(replace(deal, moves=moves[:i]), state.mover)
        drawn = Worlds.of(knows, WORLDS, i, rules)
        true = np.array([[names.index(stone.card) for stone in state.ring]], np.uint8)
        values = replace(drawn, cards=true, weights=np.ones(1)).turns(watch)
        losses[str(i + 1) if i < 5 else "later"].append(
            float(values[played][0] - min(one[0] for one in values.values()))
        )
        if drawn.exact:
            continue
        if i:  # how much likelier the true cards become
            equal = np.full(WORLDS + 1, 1 / (WORLDS + 1))
            both = replace(drawn, cards=np.vstack([drawn.cards, true]), weights=equal)
            found[TOLD].append(math.log(softened(knows, both, watch).weights[-1] * (WORLDS + 1)))
        worlds = softened(knows, drawn, watch)
        weights, turns = worlds.weights, np.array([*worlds.turns(watch).values()])
        means = turns @ weights
        found["close"].append(float((means <= means.min() + CLOSE).sum()))
        found["all cards"].append(float(means.min() - turns.min(axis=0) @ weights))
        answers = [saved(turns, weights, worlds.answers(ask).astype(np.int64)) for ask in questions_of(knows)]
        found["the answer to the best question"].append(max(answers))
        found["the answer to a question drawn by lot"].append(float(np.mean(answers)))
        for who, seat in (("next", state.mover + 1), ("previous", state.mover - 1)):
            first = seat % state.players * state.hand
            bits = [
                saved(turns, weights, random.integers(0, 2, len(names))[worlds.cards[:, place]])
                for place in range(first, first + state.hand)
                for _ in range(SPLITS)
            ]
            found[f"in which half of the cards that of a stone of the {who} seat is"].append(
                float(np.mean(bits))
            )
        tossed = [saved(turns, weights, random.integers(0, 2, WORLDS)) for _ in range(SPLITS)]
        found["how a coin fell (the error of drawing worlds)"].append(float(np.mean(tossed)))


def figures(players: int, count: int) -> str:
    """Return what the page says of teams of so many players."""
    found: Values = defaultdict(list)
    losses: Values = defaultdict(list)
    for number, deal in enumerate(islice(random_deals(players, seed=SEED), count)):
        look_at(deal, number, found, losses)
    lost = [sum(one) / count for one in losses.values()]
    lines = [
        f"### {players} players, {count} games\n",
        "| turn | " + " | ".join(losses) + " | all |",
        "|---" * (len(losses) + 2) + "|",
        "| turns lost | " + " | ".join(f"{one:.2f}" for one in [*lost, sum(lost)]) + " |\n",
        f"{np.mean(found.pop('close')):.2f} swaps look within {CLOSE} turns of the best, which is one of "
        "them. The choices so far make the true cards likelier by a factor whose logarithm is "
        f"{shown(mean(found.pop(TOLD)))} on average.\n",
        "| if the mover were told | turns saved in this turn |",
        "|---|---|",
        *(f"| {name} | {np.mean(one):.3f} |" for name, one in found.items()),
        "",
    ]
    return "\n".join(lines)


def measure(run: Run, deals: Annotated[int, "games of each number of players"] = DEALS) -> Results:
    """Follow games of 3 and of 4 players."""
    texts = [run.part(f"{players} players", partial(figures, players, deals)) for players in (3, 4)]
    return {"texts": texts, "seed": SEED}


def text(results: Results) -> str:
    """Return what the page says: tables of 3 and of 4 players side by side."""
    blocks = [text.split("\n\n") for text in results["texts"]]
    names = [heading.strip("# ").partition(",")[0] for heading, *_ in blocks]
    lost = {name: dict(zip(*cells(block[1]), strict=True)) for name, block in zip(names, blocks, strict=True)}
    told = {name: dict(cells(block[3])[1:]) for name, block in zip(names, blocks, strict=True)}
    turns = {
        name: {turn: one for turn, one in column.items() if turn != "turn"} for name, column in lost.items()
    }
    tables = (
        side_by_side("turns lost in turn", turns),
        side_by_side("turns saved if the mover were told", told),
    )
    said = "\n".join(f"* {name}: {block[2]}" for name, block in zip(names, blocks, strict=True))
    return "\n\n".join([*tables, said, f"Seed {results['seed']}."])


STUDY = Study(__name__, [Table(DOCS / "teams.md", "figures", text)], measure)
