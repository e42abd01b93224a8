"""The graph of a proof search, edge by edge: what it concludes is what the rules and all runs say."""

import random
from dataclasses import replace

import pytest

from _gamekit.limits import Watch
from _gamekit.search import drive
from mabi_search import Limits, Position, Rules
from mabi_search.game import rules as game
from mabi_search.game.packed import move_of
from mabi_search.kernels.proof import graph
from mabi_search.proof.proof_search import ProofSearch
from tests.mabi.past_truth import Small
from tests.mabi.pasts import base
from tests.nightly import slow

pytestmark = pytest.mark.usefixtures("small_rooms")


def state_of(proving: ProofSearch, node: int) -> game.State:
    """Return the state of a node, as the root's past leaves it."""
    row, (own, enemy) = proving.graph.nodes[node], proving.graph.words[node].tolist()
    side = int(row.code) & 1
    white, black = (own, enemy) if side == 0 else (enemy, own)
    board = tuple(
        "".join(
            "w" if white >> 8 * rank + file & 1 else "b" if black >> 8 * rank + file & 1 else "."
            for file in range(proving.rules.files)
        )
        for rank in range(proving.rules.ranks)
    )
    holder = "-wb"[int(row.code) >> 1 & 3]
    ply = 0 if row.code >> 3 else 20 + side
    return replace(proving.state, board=board, side="wb"[side], holder=holder, ply=ply)


def audit_edges(proving: ProofSearch, node: int) -> int:
    """Compare a node's edges with the steps of the rules; return how many may be forbidden to a proof."""
    row, state, seen = proving.graph.nodes[node], state_of(proving, node), proving.state.seen
    edges = proving.graph.edges[row.edge : row.edge + row.edges]
    found = {move_of(abs(int(edge.move))): edge for edge in edges}
    assert set(found) == {move for move in game.legal_moves(state, proving.rules) if move != game.PASS}
    here = game.key(proving.state, proving.rules)
    left, lost, doubtful = 0, False, 0
    for move, edge in found.items():
        after = game.play_unchecked(state, move, proving.rules)
        below = state_of(proving, edge.child)
        assert (below.board, below.side, below.holder) == (after.board, after.side, after.holder)
        key = after.seen[-1]
        tie = game.largest(after, "w") == game.largest(after, "b") > 1
        often = seen.count(key) + (2 if tie else 1) - (key == here)
        assert (edge.move < 0) == (tie and often > 2)
        child = proving.graph.nodes[edge.child]
        doubtful += edge.move < 0
        left += child.status != graph.WON
        lost = lost or (child.status == graph.LOST and edge.move > 0)
        if row.status == graph.LOST:
            assert row.distance > child.distance
        if row.status == graph.WON and row.answer == edge.move:
            assert child.status == graph.LOST and row.distance == child.distance + 1
    assert row.status != graph.WON or row.answer >= 0
    by_pass = row.passing == graph.PASS_WINS
    assert (row.status == graph.WON) == (lost or by_pass)
    assert lost if row.answer > 0 else by_pass or row.status != graph.WON
    assert row.status == graph.WON or row.left == left
    if row.status == graph.LOST:
        assert left == 0 and row.passing == graph.PASS_LOSES
    return doubtful


def audit(proving: ProofSearch, small: Small) -> int:
    """Check all that was concluded; return how many edges may be forbidden to a proof."""
    doubtful = 0
    passed = small.runs(frozenset()).passed
    for node in range(int(proving.graph.cursor[graph.NODES])):
        row, state = proving.graph.nodes[node], state_of(proving, node)
        passing, value = int(row.passing), int(passed["bw".index(state.side)][small.numbered(state)])
        legal = game.why_illegal(state, game.PASS, proving.rules) is None
        if passing != graph.PASS_OPEN and legal:
            assert passing == {1: graph.PASS_LOSES, -1: graph.PASS_WINS, 0: graph.PASS_DRAWS}[value], state
        if passing == graph.PASS_WINS:
            assert row.status == graph.WON and legal
        if row.edge >= 0:
            doubtful += audit_edges(proving, node)
    return doubtful


def imagined(state: game.State, rules: Rules, choose: random.Random) -> game.State:
    """Return a state with a past in which situations have arisen that are near, once or twice."""
    seen = [game.key(state, rules)]
    for _ in range(60):
        after = state
        for _ in range(choose.randint(1, 4)):
            steps = [move for move in game.legal_moves(after, rules) if move != game.PASS]
            if steps:
                after = game.play_unchecked(after, choose.choice(steps), rules)
        if game.largest(after, "w") != game.largest(after, "b") and choose.random() < 0.8:
            continue
        key = game.key(after, rules)
        seen += [key] * max(0, choose.choice((0, 1, 2)) - seen.count(key))
    return replace(state, seen=tuple(seen))


@pytest.mark.parametrize(("pass_rule", "freeze"), [("run", "unique"), *slow(("final", "leader"))])
def test_the_graph_edge_by_edge(pass_rule: str, freeze: str) -> None:
    """Moves, holders, what is left, what a pass leads to, and what the past may forbid: by the rules."""
    choose = random.Random(6)
    doubtful = 0
    for size, pieces, count in (
        ("2x4", (2, 2), 30),
        ("3x3", (2, 3), 4),
        ("2x5", (3, 2), 3),
    ):
        rules = Rules(size=size, pass_rule=pass_rule, freeze=freeze)
        small = Small(rules.ranks, rules.files, *pieces, pass_rule, freeze)
        for _ in range(count):
            state = imagined(base(rules, pieces, choose).state, rules, choose)
            proving = ProofSearch(state, rules)
            drive(proving, Watch(Limits(max_nodes=500), 100))
            doubtful += audit(proving, small)
    assert doubtful > 1


@pytest.mark.slow
@pytest.mark.parametrize("size", ["3x4", "2x4"])
def test_a_tie_that_arose_once_is_no_answer(size: str) -> None:
    """It could be entered with either holder, which is once too often; on 2x4 it is lost at once."""
    rules = Rules(size=size)
    small = Small(rules.ranks, rules.files, 3, 3)
    choose = random.Random(3)  # meets such soon
    met = 0
    while met < 2:
        state = base(rules, (3, 3), choose).state
        proving = ProofSearch(state, rules)
        drive(proving, Watch(Limits(max_nodes=2_000)))
        if proving.value(state)[0] != "win" or proving.answer(state) == game.PASS:
            continue
        answered = proving.answer(state)
        after = game.play_unchecked(state, answered, rules)
        stuck = next(game.legal_moves(after, rules)) == game.PASS and after.holder == state.side
        if game.largest(after, "w") == game.largest(after, "b") > 1 and (stuck or size == "3x4"):
            met += 1
            again = replace(state, seen=(after.seen[-1],))
            proving = ProofSearch(again, rules)
            drive(proving, Watch(Limits(max_nodes=300)))
            assert not proving.value(again)[0].proven or proving.answer(again) != answered
            audit(proving, small)


def test_a_pass_wins_at_sight_where_too_few_pieces_can_be_joined() -> None:
    """Nine pieces of White lie in one region, but at most six can come together, and Black has seven."""
    position = Position.parse("1bwb2/1w1bw1/1wbbb1/1wwbw1/1bwb2/3w2 b - b 61", Rules(size="6x6"))
    row = ProofSearch(position.state, position.rules).graph.nodes[0]
    assert (row.status, row.passing, row.seems) == (graph.WON, graph.PASS_WINS, 0)
