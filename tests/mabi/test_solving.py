"""`solve` and the proof search are never wrong: against tables, and the truth with a past."""

import itertools
import random
import re
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from _gamekit.limits import Watch
from _gamekit.problems import GameError
from _gamekit.search import Status, Stop, drive
from mabi_search import Limits, Position, Rules
from mabi_search.game import rules as game
from mabi_search.game.outcomes import DRAW, LOSS, WIN
from mabi_search.kernels.runs import levels
from mabi_search.proof import portfolio, solving
from mabi_search.proof.lines import line_of, to_the_end
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.proof_search import DECIDED, EXHAUSTED, ORDERS, ProofSearch
from mabi_search.proof.solving import Verdict, solve
from mabi_search.search.analysis import deepening
from mabi_search.tables import stored
from mabi_search.tables.boards import TableSpec
from mabi_search.tables.kernel_tables import Table, load
from mabi_search.tables.placements import position_at
from tests.mabi.past_truth import truth
from tests.mabi.pasts import pasts
from tests.mabi.samples import built, winner_after
from tests.nightly import nightly, slow, thinned

PROOF_FIRST = ((1, 1_000_000), (400_000, None))
"""Stages that leave nearly all to the proof search."""
RULES = ("run", "final")
SCRATCH = levels.scratch(1 << 12)


pytestmark = pytest.mark.usefixtures("small_rooms")


def proven(position: Position, nodes: int = 1_000_000) -> tuple[ProofSearch, Stop]:
    """Return a proof search that has ended, and how."""
    proving = ProofSearch(position.state, position.rules)
    return proving, drive(proving, Watch(Limits(max_nodes=nodes)))


def known(table: Table, index: int) -> tuple[Position, str, int | None]:
    """Return a position of a table with its value and distance."""
    byte = int(table.values[index])
    value = ("undecided", "draw")[byte] if byte < 2 else "loss" if byte & 1 else "win"
    return position_at(table.board, index), value, byte >> 1 if byte > 1 else None


def some_of(table: Table, count: int, seed: int = 1) -> list[int]:
    """Return places of a table; as many of the rare values as of the others."""
    choose = np.random.default_rng(seed)
    kinds = [
        np.flatnonzero(one)
        for one in (table.values < 2, (table.values > 1) & (table.values < 8), (table.values >= 8))
    ]
    kinds[2] = kinds[2][table.values[kinds[2]] < 255]
    picked = [choose.choice(kind, min(count // 3, kind.size), replace=False) for kind in kinds if kind.size]
    return [int(one) for one in np.concatenate(picked)]


READINGS = [
    ("3x3", "run", "leader", "piece"),
    ("3x3", "final", "leader", "group"),
    ("3x4", "final", "unique", "group"),
    *nightly(("3x3", "run", "unique", "group"), ("3x3", "final", "unique", "piece")),
    *nightly(("3x4", "run", "leader", "group")),
    *nightly(("3x4", "run", "unique", "piece"), ("3x4", "final", "leader", "piece")),
    ("2x6", "run", "unique", "piece"),
    ("4x4", "run", "unique", "piece"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "pass_rule", "freeze", "paralysis"), READINGS)
def test_proofs_by_the_table(folder: Path, size: str, pass_rule: str, freeze: str, paralysis: str) -> None:
    """The search decides what the table does, and leaves open what neither side can force."""
    rules = built(
        folder, size=size, pass_rule=pass_rule, freeze=freeze, paralysis=paralysis, setup="diagonals"
    )
    table = load(TableSpec.of(rules), folder)
    decided = 0
    for index in some_of(table, 90):
        position, value, distance = known(table, index)
        proving, ended = proven(position, 60_000 if size == "4x4" else 1_000_000)
        found, within = proving.value(position.state)
        if found.proven or size != "4x4":  # there some take long
            assert found == (value if value in ("win", "loss") else "undecided"), str(position)
            assert ended == (DECIDED if found.proven else EXHAUSTED), str(position)
        if found.proven:
            decided += 1
            assert distance is not None and within >= distance, str(position)
        if index % 8 == 0 and found.proven:
            winner = position.side if found == "win" else game.other(position.side)
            line = to_the_end(position, line_of(proving, position), winner, Watch(Limits()))
            assert winner_after(position, line) == found, str(position)
    assert decided > 40


def test_the_longest_defence_comes_first(folder: Path) -> None:
    rules = built(folder, size="3x4", setup="diagonals")
    table = load(TableSpec.of(rules), folder)
    choices = 0
    for index in some_of(table, 150, seed=3):
        position, value, _ = known(table, index)
        if value == "loss" and position.legal_moves[0] != game.PASS:
            proving, _ = proven(position)
            plies = {
                move: proving.value(position.play_unchecked(move).state)[1]
                for move in position.legal_moves
                if move != game.PASS
            }
            assert plies[proving.longest(position.state)[0]] == max(plies.values()), str(position)
            choices += len(set(plies.values())) > 1
    assert choices > 5


STARTS = [
    *itertools.product(("2x3", "2x4", "3x3"), RULES, ("rows", "diagonals")),
]


@pytest.mark.parametrize(("size", "pass_rule", "setup"), thinned(3, STARTS))
def test_first_turns(size: str, pass_rule: str, setup: str) -> None:
    """Only pieces at the edge may move, and nobody may pass unless none can."""
    rules = Rules(size=size, pass_rule=pass_rule, setup=setup)
    position = Position.start(rules)
    texts = [str(position)]
    if size == "3x3":
        texts += ["wbw/b1b/wbw w - - 0", "1bw/bwb/1b1 w - - 0", "3/1w1/1bw w - - 0"]
    for text in texts:
        position = Position.parse(text, rules)
        expected = truth(position)
        proving, _ = proven(position, 100_000)
        found, within = proving.value(position.state)
        assert found == (expected.value if expected.value in ("win", "loss") else "undecided"), str(position)
        if found.proven:
            assert within >= (expected.distance or 0)
            line = line_of(proving, position)
            assert position.why_not(line[0]) is None
        agrees(position, solve(position, limits=Limits(max_nodes=50_000)), expected.value, expected.distance)


def agrees(position: Position, verdict: Verdict, value: str, distance: int | None) -> None:
    """Compare a verdict with a value that is known.

    Where neither side can force anything, the repetitions may run out for one of them. That can be seen by
    alpha-beta alone, which plays them all; what it remembers of other ways must not have misled it.
    """
    if value == "undecided" and verdict.proven:
        *_, again = deepening(position, limits=Limits(max_nodes=400_000), options={"table": False})
        assert (verdict.method, verdict.outcome) == ("alpha-beta", again.outcome), str(position)
        value = verdict.outcome
    assert verdict.outcome == (value if verdict.proven else "undecided"), str(position)
    if not verdict.proven:
        assert (verdict.pv, verdict.within, verdict.distance, verdict.method) == ((), None, None, "")
        assert verdict.stopped_by
        return
    assert verdict.method
    if verdict.within is not None and distance is not None:
        assert verdict.within >= distance, str(position)
    assert winner_after(position, verdict.pv) in (value, None), str(position)
    low, high = verdict.margin_bounds
    assert low <= high and (low >= 0 if value == "win" else high <= 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pass_rule", "stages", "count"),
    [
        *(("run", solving.STAGES, 12), ("final", PROOF_FIRST, 12)),
        *nightly(*itertools.product(RULES, (solving.STAGES, PROOF_FIRST), (24,))),
    ],
)
def test_verdicts_by_the_table(
    folder: Path, pass_rule: str, stages: object, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is won or lost is found; a few plies later, and in runs, too."""
    monkeypatch.setattr(solving, "STAGES", stages)
    rules = built(folder, size="3x4", pass_rule=pass_rule, setup="diagonals")
    table = load(TableSpec.of(rules), folder)
    choose = random.Random(2)
    methods = set()
    for index in some_of(table, count):
        position, value, distance = known(table, index)
        verdict = solve(position, limits=Limits(max_nodes=200_000))
        assert verdict.proven or value in ("draw", "undecided"), str(position)
        agrees(position, verdict, value, distance)
        methods.add(verdict.method)
        for _ in range(choose.randint(1, 3)):
            if moves := [] if position.outcome() else list(position.legal_moves):
                position = position.play(
                    game.PASS if choose.random() < 0.5 and position.mode == "-" else choose.choice(moves)
                )
        if position.outcome() is None:
            expected = truth(position)
            verdict = solve(position, limits=Limits(max_nodes=200_000))
            agrees(position, verdict, expected.value, expected.distance)
            methods.add(verdict.method)
    assert methods >= {"run", "rules", "proof search" if stages == PROOF_FIRST else "alpha-beta"}


@pytest.mark.parametrize("count", [48, *nightly(150)])
@pytest.mark.parametrize("pass_rule", ["resume", "plain", *slow("run", "final")])
def test_lines_out_of_a_table_end_as_they_should(
    folder: Path, pass_rule: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the loser passes and the winner has to run; under `resume` a line may end in a run."""
    rules = built(folder, size="3x4", pass_rule=pass_rule, setup="diagonals")
    table = load(TableSpec.of(rules), folder)
    original = stored.path_of
    monkeypatch.setattr(stored, "path_of", lambda board, where=None: original(board, where or folder))
    choose = random.Random(3)
    ended = 0
    for index in some_of(table, count):
        position = position_at(table.board, index)
        if choose.random() < 0.4 and position.why_not("pass") is None and position.mode in "-":
            position = position.play("pass")
        verdict = solve(position, limits=Limits(max_nodes=1_000))
        if verdict.method == "table":
            end = winner_after(position, verdict.pv)
            ended += end is not None
            assert end == verdict.outcome or (end is None and pass_rule in ("resume", "plain")), str(position)
    assert ended > count // 3


PASTS: list[Any] = [
    ("2x4", 30, {"pass_rule": "final", "freeze": "leader"}),
    ("3x3", 30, {"paralysis": "group"}),
    ("2x5", 20, {}),
    *nightly(("2x4", 40, {}), ("3x4", 10, {"setup": "diagonals"})),
]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count", "readings"), PASTS)
def test_with_a_past(
    size: str, count: int, readings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is decided is the truth; the proof search decides nothing that the truth is not sure of."""
    monkeypatch.setattr(solving, "STAGES", PROOF_FIRST)
    decided = differ = 0
    for position in pasts(size, count, 7, **readings):
        if position.outcome() is not None:
            continue
        expected = truth(position)
        if position.mode == "-":
            proving, _ = proven(position)
            found, within = proving.value(position.state)
            if found.proven:
                assert (found, expected.sure) == (expected.value, True), str(position)
                assert within >= (expected.distance or 0), str(position)
                decided += 1
                fresh = truth(Position(replace(position.state, seen=()), (), position.rules))
                differ += fresh.value != expected.value or fresh.distance != expected.distance
        verdict = solve(position, limits=Limits(max_nodes=20_000))
        if verdict.proven and expected.sure:
            agrees(position, verdict, expected.value, expected.distance)
    assert decided >= count // 3
    if size == "2x4":
        assert differ


def test_limits_end_undecided() -> None:
    hard = Position.start()
    few = solve(hard, limits=Limits(max_nodes=3_000))
    assert (few.outcome, few.stopped_by, few.pv) == ("undecided", "nodes", ())
    assert few.nodes < 10_000
    late = solve(hard, limits=Limits(max_seconds=0.2))
    assert (late.outcome, late.stopped_by) == ("undecided", "seconds") and late.seconds < 3


def test_all_nodes_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the proof search count once, in its second turn too."""
    monkeypatch.setattr(solving, "STAGES", ((500, 6_000), (500, None)))
    verdict = solve(Position.start(), limits=Limits(max_nodes=15_000))
    assert verdict.stopped_by == "nodes" and 15_000 <= verdict.nodes < 20_000


ONLY_OTHER = "5b2/wb2wbw1/1b1wbbb1/bww1bww1/1bwbbwb1/2wbw1bw/2wwb3/2w5 b - b 65"
"""Decided at once in the other order; the usual one needs far longer."""
SOON_OR_NEVER = "3b1b2/wb1bw3/1bwbbbw1/1wwbww2/1bw1b3/2w1wbbw/1bwb2b1/2w1w1w1 w - w 122"
NOTHING_FORCED = "wbwbw1/5b w - - 20"
"""All that can be reached is some thousand positions, and nothing is forced unless repetitions run out."""


def test_orders_take_turns() -> None:
    position = Position.parse(ONLY_OTHER)
    alone, stopped_by = proven(position, 300_000)
    assert (alone.outcome, stopped_by) == ("undecided", "nodes")
    together = ProofPortfolio(position.state, position.rules)
    assert drive(together, Watch(Limits(max_nodes=300_000))) is Stop.DECIDED
    assert together.proving.value(position.state)[0] == "win"


def test_searches_end_and_say_why() -> None:
    over = ProofPortfolio(Position.parse(NOTHING_FORCED).state, Rules(size="2x6"))
    assert drive(over, Watch(Limits())) is Stop.EXHAUSTED and over.tries.ended is Status.EXHAUSTED
    start = Position.start()
    full = ProofPortfolio(start.state, start.rules, 1 << 23)
    assert drive(full, Watch(Limits())) is Stop.MEMORY and full.tries.ended is Status.FULL
    alone = ProofSearch(start.state, start.rules, 1 << 23).most_nodes
    assert abs(3 * full.proving.most_nodes - alone) < 3
    few = ProofPortfolio(start.state, start.rules)
    assert drive(few, Watch(Limits(max_nodes=550_000))) is Stop.NODES and 550_000 <= few.nodes < 570_000
    assert few.proving.nodes == few.nodes


@pytest.mark.slow
def test_every_part_of_an_order_matters() -> None:
    position = Position.parse(SOON_OR_NEVER)
    changes: tuple[dict[str, object], ...] = (
        {}, {"weak_sum": False}, {"gathering": False}, {"novelty": True}, {"costs": ORDERS[2].costs},
        {"answers": True},
        {"seed": 1, "disturbed": 3}, {"seed": 2, "disturbed": 3}, {"seed": 2, "disturbed": 7},
    )  # fmt: skip
    nodes, found = set(), Counter[str | None]()
    for change in changes:
        order = ORDERS[0]._replace(**change)
        proving = ProofSearch(position.state, position.rules, order=order)
        drive(proving, Watch(Limits(max_nodes=500_000)))
        nodes.add(proving.nodes)
        found[proving.outcome] += 1
    assert len(nodes) == len(changes)
    assert found["loss"] > 1 and found["win"] == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "pass_rule", "count"),
    [("3x4", "final", 45), *nightly(("3x4", "final", 120), ("3x4", "run", 120), ("3x5", "run", 120))],
)
def test_tries_agree_with_the_table(
    folder: Path, size: str, pass_rule: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tries so short that each decides some, with what those before it have proven."""
    monkeypatch.setattr(portfolio, "FIRST_ROUND", 50)
    monkeypatch.setattr(portfolio, "SHORTEST_TRY", 20)
    rules = built(folder, size=size, pass_rule=pass_rule, setup="diagonals")
    table = load(TableSpec.of(rules), folder)
    by: Counter[tuple[bool, int, bool]] = Counter()
    for index in some_of(table, count):
        position, value, _ = known(table, index)
        searches = ProofPortfolio(position.state, rules)
        ended = drive(searches, Watch(Limits(max_nodes=20_000)))
        if ended is Stop.DECIDED:
            order = searches.proving.order
            assert searches.proving.outcome == value, str(position)
            by[order.answers, order.seed, order.novelty] += 1
        else:
            assert ended is Stop.EXHAUSTED and value not in ("win", "loss") or ended is Stop.NODES
    assert len(by) > 3 and sum(often for order, often in by.items() if order[1]) > 4


def test_a_stop_ends_within_a_second() -> None:
    asked: list[float] = []

    def stop() -> bool:
        asked.append(time.process_time())
        return len(asked) > 1 and asked[-1] - asked[0] > 0.3

    verdict = solve(Position.start(), limits=Limits(stop=stop))
    assert (verdict.outcome, verdict.stopped_by) == ("undecided", "interrupt")
    assert time.process_time() - asked[0] < 1.3 and verdict.seconds < 3


@pytest.mark.parametrize("text", ["1w1b/b3/2w1/wb1b/1w2 w - - 20", "start"])
def test_the_same_again(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slices of any length make no difference."""
    monkeypatch.setattr(solving, "STAGES", ((50, 2_000), (100, None)))
    position = Position.parse(text)
    verdicts = []
    for first, add in ((1, 0), (37, 1), (5_000, 700)):

        def slice_of(watch: Watch, nodes: int, first: int = first, add: int = add) -> int:
            left = (watch.limits.max_nodes or 0) - watch.spent - nodes
            return max(0, min(first + add * (nodes % 3), left))

        monkeypatch.setattr(Watch, "next_slice", slice_of)
        verdicts.append(replace(solve(position, limits=Limits(max_nodes=9_000)), seconds=0.0))
    assert verdicts[0] == verdicts[1] == verdicts[2]


def small(chance: random.Random) -> Position | None:
    """Return a position with few pieces, or None if there is no such one."""
    ranks, files = chance.randint(2, 4), chance.randint(2, 4)
    pieces = (chance.choice("wb") + "wb" + chance.choice("wb1"))[: ranks * files]
    squares = list(pieces + "1" * (ranks * files - len(pieces)))
    chance.shuffle(squares)
    rows = ["".join(squares[row * files : (row + 1) * files]) for row in range(ranks)]
    board = re.sub("1+", lambda empty: str(len(empty.group())), "/".join(rows))
    mode, holder, ply = chance.choice("---pr"), chance.choice("-wb"), chance.choice((0, 4, 21))
    rules = Rules(
        size=f"{ranks}x{files}",
        pass_rule=chance.choice(("run", "run", "resume", "final", "plain")),
        repetition=chance.choice(("situation", "situation", "placement", "off")),
    )
    try:
        position = Position.parse(f"{board} {chance.choice('wb')} {mode} {holder} {ply}", rules)
    except GameError:
        return None
    return position if position.outcome() is None else None


@pytest.mark.nightly
def test_the_value_and_the_moves_agree() -> None:
    chance = random.Random(7)
    worth = {LOSS: 0, DRAW: 1, WIN: 2}
    tried = 0
    while tried < 300:
        position = small(chance)
        if position is None:
            continue
        tried += 1
        nodes = chance.choice((1, 10, 30, 100, 300, 3_000))
        verdict = solve(position, limits=Limits(max_nodes=nodes), all_moves=True)
        possible = {}
        for one in verdict.all_moves:
            again = one.after.position.side == position.side and one.after.position.outcome() is None
            possible[one.move] = {value if again else value.turned for value in one.after.possible}
            assert one.proven == (possible[one.move] == {one.outcome})
        secured = max(min(worth[value] for value in values) for values in possible.values())
        expected = {value for values in possible.values() for value in values if worth[value] >= secured}
        assert set(verdict.possible) == expected, position
        assert verdict.proven == bool(verdict.pv) == (len(expected) == 1)
        if verdict.proven:
            assert possible[verdict.pv[0]] == {verdict.outcome}, position
            assert (
                max(worth[value] for values in possible.values() for value in values)
                == worth[verdict.outcome]
            )


def test_a_pass_that_draws_excludes_a_loss() -> None:
    verdict = solve(Position.parse("w3/4/3b w - - 4"), limits=Limits(max_nodes=1_000), all_moves=True)
    assert verdict.possible == (WIN, DRAW)
    assert "possible: win or draw" in verdict.summary and "loss" not in verdict.summary
