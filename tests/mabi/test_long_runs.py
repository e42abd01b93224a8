"""Runs that are searched for longer than a proof search does: against the plain rules, and their use."""

import random
from dataclasses import replace

import pytest

from _gamekit.limits import Watch
from _gamekit.search import Status, Stop, drive
from mabi_search import Limits, Position, Rules
from mabi_search.game import packed as packing
from mabi_search.game.rules import PASS, Board, other
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.passing import TRIES
from mabi_search.kernels.proof.plays import recall
from mabi_search.proof import portfolio
from mabi_search.proof.portfolio import LongRuns
from mabi_search.proof.proof_search import HOLDERS, ProofSearch
from mabi_search.proof.solving import decide
from tests.mabi import games
from tests.mabi.brute_force import wins
from tests.mabi.samples import TEXTS
from tests.nightly import nightly
from tests.parts import called

MEMORY = 1 << 24
UNWATCHED = Watch(Limits())


def board_of(proving: ProofSearch, node: int) -> tuple[Board, str, str]:
    """Return the pieces, who is to move and who holds."""
    code = int(proving.graph.nodes[node].code)
    side = "wb"[code & 1]
    rows = [["."] * len(row) for row in proving.state.board]
    for word, piece in zip(proving.graph.words[node], (side, other(side)), strict=True):
        for at in packing.squares_of(word):
            rows[at.rank][at.file] = piece
    return tuple(map("".join, rows)), side, HOLDERS[code >> 1 & 3]


@pytest.mark.slow
@pytest.mark.parametrize(
    "readings", [{"paralysis": "group", "pass_rule": "final"}, *nightly({}, {"freeze": "leader"})]
)
def test_as_the_plain_rules_say(readings: dict[str, str]) -> None:
    """Whatever pass is left open, the proof search is told how the run after it ends."""
    choose = random.Random(f"long {readings}")
    found = {g.PASS_WINS: 0, g.PASS_LOSES: 0}
    while min(found.values()) < 6:
        rules = Rules(size=choose.choice(["3x4", "2x6", "3x5"]), **readings)
        *_, state = games.game(rules, choose.randrange(1 << 30), choose.randrange(8, 30), passing=0)
        if state.mode != "-" or state.over:
            continue
        proving = ProofSearch(replace(state, seen=()), rules)
        drive(proving, UNWATCHED, until=choose.choice([1, 40]))
        nodes = proving.graph.nodes[: proving.graph.cursor[g.NODES]]
        open_ = (nodes["status"] == g.OPEN) & (nodes["passing"] == g.PASS_OPEN)
        nodes["effort"][open_] = TRIES
        runs = LongRuns(proving, MEMORY)
        while runs.advance(1 << 40) is not Status.EXHAUSTED:  # also after the root is decided
            pass
        for node in open_.nonzero()[0]:
            passing = int(nodes[node].passing)
            board, side, holder = board_of(proving, int(node))
            if passing == g.PASS_OPEN:  # decided by another move first
                assert nodes[node].status != g.OPEN
                continue
            assert (passing == g.PASS_LOSES) == wins(board, other(side), rules), (board, side)
            if passing in found:
                assert (passing == g.PASS_WINS) <= (holder == side)
                found[passing] += 1


@pytest.mark.slow
def test_what_one_run_cannot_do_no_other_among_its_placements_can() -> None:
    """A run that was searched in vain to its end is known for what it came by."""
    position = Position.parse(TEXTS[1])
    proving = ProofSearch(position.state, position.rules)
    runs = LongRuns(proving, 1 << 26)
    assert runs.choose()
    drive(runs, UNWATCHED)
    assert proving.outcome == "win"
    white, _ = packing.words(position.state.board)
    met = runs.search.scratch.placements[0, : runs.search.scratch.levels[0].count : 1000]
    noted = [called(recall)(proving.graph, black, white) for black in met]
    assert (
        set(noted) <= {0, g.LOSING} and noted.count(g.LOSING) > len(met) / 2 > 100
    )  # some write over others


def test_a_run_is_begun_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be decided is not searched again."""
    monkeypatch.setattr(portfolio, "EXPANSIONS_IN_TURN", (1,))
    position = Position.parse(TEXTS[1])
    proving = ProofSearch(position.state, position.rules)
    runs = LongRuns(proving, MEMORY)
    assert runs.choose()
    assert drive(runs, UNWATCHED) is Stop.EXHAUSTED
    assert proving.graph.nodes[0].passing == g.PASS_OPEN
    assert not runs.choose()


@pytest.mark.slow
@pytest.mark.parametrize("text", [TEXTS[1], *nightly(TEXTS[0])])
def test_a_pass_that_only_all_placements_prove(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else decides these within as many nodes."""
    limits = Limits(max_nodes=4_000_000)
    found, _ = decide(Position.parse(text), limits=limits, margin=False)
    assert found.outcome == "win" and found.pv[0] == PASS
    monkeypatch.setattr(portfolio.LongRuns, "choose", lambda self: False)
    found, _ = decide(Position.parse(text), limits=limits, margin=False)
    assert not found.proven
