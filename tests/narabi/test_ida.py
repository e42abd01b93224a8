"""IDA*, alone and in batches, against breadth-first search and the specification."""

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, strategies as st

from _gamekit import limits as limits_module
from benchmarks import plain_bfs
from benchmarks.cases import Case, load
from narabi_solver import (
    ArgumentError,
    Deal,
    InternalError,
    Limits,
    Outcome,
    Rules,
    random_deal,
    random_deals,
    solve,
    solve_many,
)
from narabi_solver.game.rules import in_order, legal_moves, play_unchecked
from narabi_solver.kernels import replay
from narabi_solver.solving import pack_deals, pack_states, random_packed, search, solve_packed, tables
from narabi_solver.solving.packing import swap_from_mover
from tests import strategies
from tests.narabi.samples import DECK, LONG, READINGS, won
from tests.nightly import nightly, slow
from tests.parts import called


def taken(players: int, count: int, seed: int = 21) -> list[Deal]:
    return list(itertools.islice(random_deals(players, seed=seed), count))


@pytest.mark.parametrize("case", load(), ids=lambda case: case.name)
def test_named_cases(case: Case) -> None:
    solution = solve(case.deal, rules=case.rules, algorithm="ida")
    assert (solution.turns, solution.nodes) == (case.turns, case.ida_nodes)


@pytest.mark.slow
@pytest.mark.parametrize("no_undo", [False, True])
@pytest.mark.parametrize(
    ("players", "count"), [(3, 30), (4, 30), (5, 1), *nightly((3, 400), (4, 400), (5, 3))]
)
def test_as_breadth_first(players: int, count: int, no_undo: bool) -> None:
    rules = Rules(no_undo=no_undo)
    deals = taken(players, count)
    answers = solve_packed(pack_deals(deals, rules))
    for deal, outcome, bound in zip(deals, answers.outcome, answers.bound, strict=True):
        expected = solve(deal, rules=rules, algorithm="bfs")
        assert (outcome, bound) == (expected.outcome, expected.lower_bound), deal


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_as_the_plain_search(players: int) -> None:
    for deal in taken(players, 8, seed=22):
        assert solve(deal).turns == plain_bfs.solve(deal, Rules())


@given(strategies.near_wins(), st.booleans(), st.sampled_from([10, 200_000]))
def test_any_cards_as_breadth_first(deal: Deal, no_undo: bool, nodes: int) -> None:
    rules = Rules(no_undo=no_undo)
    expected = solve(deal, rules=rules, limits=Limits(max_nodes=20_000), algorithm="bfs")
    found = solve(deal, rules=rules, limits=Limits(max_nodes=nodes), algorithm="ida")
    if expected.proven and found.proven:
        assert (found.outcome, found.turns) == (expected.outcome, expected.turns)
    elif found.turns is not None:
        assert found.turns >= expected.lower_bound
    else:
        assert expected.turns is None or found.lower_bound <= expected.turns


@given(strategies.games(unusual=True), st.booleans())
def test_from_the_middle_of_a_game(game: Deal, no_undo: bool) -> None:
    rules = Rules(no_undo=no_undo, limit=min(24, len(game.moves) + 4))
    assert solve(game, rules=rules, algorithm="ida").turns == solve(game, rules=rules, algorithm="bfs").turns


@pytest.mark.parametrize(
    ("players", "count", "decided"), [(3, 40, 40), *slow((4, 40, 40), (5, 4, 2)), *nightly((5, 12, 8))]
)
def test_own_decks(players: int, count: int, decided: int) -> None:
    compared = 0
    for deal in itertools.islice(random_deals(players, seed=4, deck=DECK), count):
        expected = solve(deal, limits=Limits(max_nodes=300_000), algorithm="bfs")
        found = solve(deal, limits=Limits(max_nodes=300_000), algorithm="ida")
        assert found.proven and found.lower_bound >= expected.lower_bound
        if expected.proven:
            assert (found.outcome, found.turns) == (expected.outcome, expected.turns)
            compared += 1
    assert compared >= decided


@pytest.mark.parametrize("players", [3, 5])
def test_without_the_heuristic_the_answers_are_the_same(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All distances 0 but in the goal, all swaps "lower": then the bound prunes nothing but depth."""
    deals = [deal for deal in taken(players, 60) if (solve(deal).turns or 9) <= 4][:6]
    seeing = [solve(deal) for deal in deals]
    if players == 5:
        near = tables.load_near()
        blind = near._replace(words=np.full_like(near.words, 0xFFFF_FFFF_FFFF_FFFF))
        monkeypatch.setattr(tables, "load", lambda players: blind)
    else:
        relaxed = tables.load_relaxed(players)
        near = np.where(relaxed.distance > 1, 1, relaxed.distance).astype(np.uint8)
        lower, level = np.uint64(0xFFFF_FFFF), np.uint64(0xFFFF_FFFF_0000_0000)
        sets = np.where(relaxed.distance > 1, level, relaxed.sets & lower)
        blind = relaxed._replace(distance=near, sets=sets)
        monkeypatch.setattr(tables, "load", lambda players: blind)
    searched = [solve(deal, algorithm="ida") for deal in deals]
    assert [solution.turns for solution in searched] == [solution.turns for solution in seeing]
    assert sum(solution.nodes for solution in searched) > 2 * sum(solution.nodes for solution in seeing)


@pytest.mark.parametrize("seconds", [1e-4, *slow(1e-9, 10.0)])
def test_the_length_of_slices_changes_nothing(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "SLICE_SECONDS", seconds)
    monkeypatch.setattr(search, "SLICE_NODES", max(1, int(seconds * 1000)))
    for case in load()[::4]:
        solution = solve(case.deal, rules=case.rules, algorithm="ida")
        assert (solution.turns, solution.nodes) == (case.turns, case.ida_nodes)
    deals = taken(3, 50)
    answers = solve_packed(pack_deals(deals, Rules()))
    assert [int(n) for n in answers.nodes] == [solve(deal, algorithm="ida").nodes for deal in deals]


def test_node_limits() -> None:
    for players in (3, 5):
        deal = max(taken(players, 20), key=lambda deal: solve(deal).nodes)
        whole = solve(deal, algorithm="ida")
        for nodes in (0, 1, whole.nodes // 2, whole.nodes - 1):
            cut = solve(deal, limits=Limits(max_nodes=nodes), algorithm="ida")
            assert (cut.outcome, cut.stopped_by, cut.nodes) == (Outcome.UNDECIDED, "nodes", nodes)
            assert 0 < cut.lower_bound <= (whole.turns or 0)
        assert solve(deal, limits=Limits(max_nodes=whole.nodes), algorithm="ida").turns == whole.turns


def test_as_many_nodes_as_a_search_takes_are_enough() -> None:
    """Children that prove to be too far count for nothing, even when all nodes are used up."""
    deals = random_packed(4, 6, 0, 2000, Rules())
    whole = solve_packed(deals, count_all=True)
    for limit in range(30, 70):
        cut = solve_packed(deals, max_nodes=limit, count_all=True)
        enough = whole.nodes <= limit
        assert all(np.array_equal(a[enough], b[enough]) for a, b in zip(cut, whole, strict=True))
        assert (cut.are(Outcome.UNDECIDED) == ~enough).all() and (cut.nodes[~enough] == limit).all()


def test_seconds_and_interrupts() -> None:
    deal = Deal.parse(LONG, unusual=True)
    assert solve(deal, limits=Limits(max_seconds=0.005), algorithm="ida").stopped_by == "seconds"
    asked: Iterator[bool] = iter([False, False, True])
    stopped = solve(deal, limits=Limits(stop=lambda: next(asked)), algorithm="ida")
    assert stopped.stopped_by == "interrupt" and stopped.lower_bound >= 1


def test_beyond_the_budget_a_star_gives_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NODE_BUDGET", 5)
    long = [deal for deal in taken(4, 12) if solve(deal, algorithm="ida").nodes > 5]
    assert long
    for deal in long:
        (fallen,), whole = solve_many([deal]), solve(deal, algorithm="astar")
        assert fallen.turns == whole.turns == solve(deal, algorithm="bfs").turns
        assert fallen.nodes == 5 + whole.nodes
        (cut,) = solve_many([deal], limits=Limits(max_nodes=5))
        assert (cut.stopped_by, cut.nodes) == ("nodes", 5)
        assert cut.lower_bound >= solve(deal, limits=Limits(max_nodes=5), algorithm="ida").lower_bound
    assert [s.turns for s in solve_many(taken(3, 9))] == [solve(deal).turns for deal in taken(3, 9)]


@pytest.mark.nightly
def test_solve_many_mixes_everything() -> None:
    mixed = taken(3, 5) + taken(5, 2) + [case.deal for case in load()[-5:]] + taken(4, 5)
    mixed += [Deal.parse(str(deal).replace("8:", "d:"), unusual=True) for deal in taken(4, 2)]
    found = list(solve_many(mixed, rules=Rules(no_undo=True)))
    assert [s.deal for s in found] == mixed
    assert [s.turns for s in found] == [
        solve(d, rules=Rules(no_undo=True), algorithm="bfs").turns for d in mixed
    ]
    assert all(won(solution) for solution in found if solution.turns is not None)


def test_solve_many_gives_what_came_before_an_error() -> None:
    def broken() -> Iterator[Deal]:
        yield from taken(3, 5)
        raise OSError("the line went dead")

    results = solve_many(broken())
    assert len(list(itertools.islice(results, 5))) == 5
    with pytest.raises(OSError, match="dead"):
        next(results)


def test_arrays_in_arrays_out() -> None:
    deals = taken(4, 300)
    packed = pack_deals(deals, Rules(no_undo=True))
    answers = solve_packed(packed)
    assert answers.lines.shape == (300, 24) and answers.nodes.dtype == np.int64
    few = solve_packed(packed, max_nodes=20)
    assert set(few.outcome) == {Outcome.SOLVED, Outcome.UNDECIDED}
    assert (few.bound <= answers.bound).all() and (few.nodes <= 20).all()
    never = solve_packed(packed, stop=lambda: True)
    assert never.outcome.size == 300
    with pytest.raises(ArgumentError, match="same deck"):
        pack_deals([random_deal(3), random_deal(4)], Rules())
    with pytest.raises(ArgumentError, match="no deals"):
        pack_deals([], Rules())


def test_stones_without_a_table() -> None:
    deal = Deal.parse(str(random_deal(4, 1)).replace("8:", "d:"), unusual=True)
    with pytest.raises(ArgumentError, match="'ida' needs nine numbers"):
        solve(deal, algorithm="ida")
    assert (
        solve(deal).turns
        == solve(deal, algorithm="bfs").turns
        == solve_packed(pack_deals([deal], Rules())).bound[0]
    )


# Each line is replayed by a kernel of its own: what it must notice.


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_replay_notices_every_wrong_line(players: int) -> None:
    rules = Rules(no_undo=True)
    deals = [deal for deal in taken(players, 12) if (solve(deal, rules=rules).turns or 0) >= 3]
    packed = pack_deals(deals, rules)
    right = solve_packed(packed)
    scratch = np.zeros((2, 15), np.int64)

    def first_bad(lines: np.ndarray, bound: np.ndarray) -> int:
        return replay.replay(
            packed.game,
            packed.rings,
            packed.cards,
            packed.backs,
            right._replace(bound=bound, lines=lines),
            *scratch,
        )

    assert first_bad(right.lines, right.bound) == -1
    for turn in range(3):
        for code in range(256):
            if code != right.lines[0, turn]:
                lines = right.lines.copy()
                lines[0, turn] = code
                state = deals[0].state(rules)
                swaps = [(int(c) >> 4, int(c) & 15) for c in lines[0, : right.bound[0]]]
                assert (first_bad(lines, right.bound) == 0) == (not wins(state, swaps, rules))
    shorter = right.bound.copy()
    shorter[-1] -= 1
    assert first_bad(right.lines, shorter) == len(deals) - 1
    longer = right.bound.copy()
    longer[-1] += 1
    assert first_bad(right.lines, longer) == len(deals) - 1


def wins(state, swaps, rule) -> bool:
    from narabi_solver import IllegalMoveError
    from narabi_solver.game import rules
    from narabi_solver.solving.packing import unpack_swap

    try:
        for own, other in swaps:
            if other >= len(state.ring):
                return False
            swap = unpack_swap(own, other, state.mover, state.players, state.hand)
            if own >= state.hand:
                return False
            state = rules.play(state, swap, rule)
    except IllegalMoveError:
        return False
    return rules.in_order(state.ring)


@given(strategies.games(unusual=True), st.sampled_from(READINGS[1:]), st.data())
def test_the_replay_knows_no_undo_as_the_rules_do(game: Deal, rule: Rules, data: st.DataObject) -> None:
    """Lines of swaps that the cards allow; many send a stone back to where it came from."""
    state = game.state()
    packed = pack_states([state], rule)
    stones, codes, legal = np.zeros((2, 15), np.int64), [], True
    for _ in range(6):
        swaps = legal_moves(state, Rules())
        if not swaps or in_order(state.ring):
            break
        back = [swap for swap in swaps if swap in state.returns]
        swap = data.draw(st.sampled_from(back or swaps) | st.sampled_from(swaps))
        own, other = swap_from_mover(state, swap)
        codes.append(own << 4 | other)
        legal = legal and swap in legal_moves(state, rule)
        state = play_unchecked(state, swap)
        line = np.array([codes + [0] * (24 - len(codes))], np.uint8)
        result = called(replay.replay_one)(
            packed.game, packed.rings[0], packed.cards, packed.backs[0], line, len(codes), 0, *stones
        )
        assert (result == replay.UNDONE) == (not legal)


def test_the_replay_tells_every_ring_in_order() -> None:
    """All arrangements of seven stones, of which one to seven are numbers."""
    ordered = called(replay.ordered)
    for ranks in range(1, 8):
        turned = [[(first + i) % ranks for i in range(ranks)] for first in range(ranks)]
        for stones in itertools.permutations(range(7)):
            numbers = [stone for stone in stones if stone < ranks]
            expected = numbers in turned or numbers[::-1] in turned
            assert ordered(np.array(stones), 7, ranks) == expected


def test_a_wrong_line_is_our_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "replay", lambda *arguments: 0)
    with pytest.raises(InternalError, match="packed deal 0"):
        list(solve_many([random_deal(3, 1)]))
