"""Every swap's value, all shortest lines, costs of restrictions, graphs."""

import contextlib
import io
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.limits import SharedWatch
from benchmarks.cases import load
from narabi_solver import (
    ArgumentError,
    Deal,
    DealSpec,
    Deck,
    IllegalMoveError,
    Limits,
    Outcome,
    Place,
    Rules,
    State,
    Stone,
    Swap,
    UndecidedError,
    analyse,
    analyse_many,
    random_deal,
    random_deals,
    restriction_costs,
    solve,
    swap_graph,
    verify,
)
from narabi_solver.game import rules
from narabi_solver.solving import analyse_packed, children_of, random_packed, search, solve_packed
from tests import strategies
from tests.conftest import ROOT, Run
from tests.narabi.samples import EXAMPLE, LONG, minimum_turns
from tests.nightly import nightly, nightly_twin, slow


def count_lines(state: State, rule: Rules, turns: int) -> int:
    """Return how many lines of exactly so many turns win, by trying everything."""
    if rules.in_order(state.ring):
        return int(turns == 0)
    if turns == 0:
        return 0
    swaps = rules.legal_moves(state, rule)
    return sum(count_lines(rules.play_unchecked(state, swap), rule, turns - 1) for swap in swaps)


@pytest.mark.slow
@given(strategies.near_wins(), st.booleans())
@settings(max_examples=24)
def test_counts_and_values_by_brute_force(deal: Deal, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo, limit=2)
    state = deal.state()
    found = analyse(deal, rules=rule, lines=True)
    expected = minimum_turns(state, rule)
    assert found.turns == expected and found.decided
    assert found.optimal_lines == (0 if expected is None else count_lines(state, rule, expected))
    if expected == 0:
        assert found.moves == () and list(found.lines()) == [()]
        return
    assert [move.swap for move in found.moves] == rules.legal_moves(state, rule)
    for move in found.moves:
        after = minimum_turns(rules.play_unchecked(state, move.swap), rule)
        assert move.turns == (None if after is None else after + 1)
        assert move.outcome is (Outcome.UNSOLVABLE if after is None else Outcome.SOLVED)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "count", "no_undo"),
    [
        *((3, 7, False), (4, 7, True), (5, 3, False)),
        *nightly((3, 7, True), (4, 7, False), (5, 3, True)),
    ],
)
def test_values_as_solve_says(players: int, count: int, no_undo: bool) -> None:
    rule = Rules(no_undo=no_undo)
    for deal in itertools.islice(random_deals(players, seed=31), count):
        found = analyse(deal, rules=rule)
        assert found.turns == solve(deal, rules=rule, algorithm="bfs").turns
        for move in found.moves:
            after = solve(
                replace(deal, moves=(move.swap,)), rules=rule, algorithm="bfs" if players < 5 else "auto"
            )
            assert move.turns == (None if after.turns is None else after.turns + 1)
        assert set(found.best) | set(found.traps) == {move.swap for move in found.moves}
        assert (min((m.turns for m in found.moves if m.turns), default=None)) == found.turns


@pytest.mark.parametrize("players", [3, *slow(4, 5)])
def test_all_lines_win_are_different_and_as_many_as_counted(players: int) -> None:
    rule = Rules(no_undo=True)
    for deal in itertools.islice(random_deals(players, seed=32), 12 if players < 5 else 8):
        found = analyse(deal, rules=rule, lines=True)
        lines = list(found.lines())
        assert len(lines) == len(set(lines)) == found.optimal_lines
        assert lines == sorted(lines) and list(analyse(deal, rules=rule, lines=True).lines()) == lines
        for line in lines:
            assert len(line) == found.turns
            assert rules.in_order(rules.replay(deal.state(), line, rule).ring)
        for turn in range(1, (found.turns or 0) + 1):
            assert (turn in found.forced_turns) == (len({line[turn - 1] for line in lines}) == 1)


# Blanks of one colour with different cards change places on some of the lines: found by a reviewer.
TWIN_BLANKS = (
    "d:even 4:dark 8:two-away / 5:white w:right d:higher / w:at-least-3 1:odd 2:lower"
    " / d:at-most-6 0:stay 3:three-away / 6:left 9:four-away 7:2-to-6",
    "8:higher w:two-away 4:at-most-6 / 9:right d:at-least-3 5:four-away / d:white 2:three-away w:left"
    " / 0:stay 1:odd 3:lower / d:dark 6:even 7:2-to-6",
)


@pytest.mark.parametrize("text", TWIN_BLANKS)
def test_blanks_that_look_alike_are_told_apart(text: str) -> None:
    found = analyse(Deal.parse(text), lines=True)
    assert len(list(found.lines())) == found.optimal_lines


def test_lines_are_lazy() -> None:
    deal = max(itertools.islice(random_deals(3, seed=33), 40), key=lambda d: analyse(d).optimal_lines or 0)
    lines = analyse(deal, lines=True).lines()
    assert next(lines) < next(lines)


def test_the_graph_agrees_with_the_moves_and_can_be_written() -> None:
    deal = random_deal(3, seed=1)
    found = analyse(deal, lines=True)
    graph = found.graph
    assert nx.is_directed_acyclic_graph(graph)
    ends = [node for node in graph if graph.out_degree(node) == 0]
    assert all(graph.nodes[node]["to_go"] == 0 for node in ends)
    paths = sum(len(list(nx.all_simple_paths(graph, 0, end))) for end in ends)
    assert paths == found.optimal_lines
    for node, data in graph.nodes(data=True):
        position = Deal.parse(data["text"], unusual=True)
        assert solve(position).turns == data["to_go"] == (found.turns or 0) - data["turn"]
        moves = {str(swap) for swap in analyse(position).best}
        assert {swap for _, _, swap in graph.out_edges(node, data="swap")} == moves
    file = io.BytesIO()
    nx.write_graphml(graph, file)
    again = nx.read_graphml(io.BytesIO(file.getvalue()), node_type=int)
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert sorted(again.edges(data="swap")) == sorted(graph.edges(data="swap"))
    json.dumps(nx.node_link_data(graph, edges="edges"))


GAMES = given(strategies.games())


@settings(max_examples=15)
@GAMES
def test_who_can_swap_with_whom(game: Deal) -> None:
    for rule in (Rules(), Rules(no_undo=True)):
        state = game.state()
        graph = swap_graph(game, rules=rule)
        now = {Swap.parse(f"{a}-{b}") for a, b, legal in graph.edges(data="now") if legal}
        assert now == set(rules.legal_moves(state, rule))
        for seat in range(state.players):
            at_turn = replace(state, mover=seat)
            places = [str(place) for place in state.places() if place.seat == seat]
            edges = {Swap.parse(f"{a}-{b}") for a, b in graph.out_edges(places)}
            assert edges == set(rules.legal_moves(at_turn, Rules()))


test_more_who_can_swap = nightly_twin(GAMES, 40, test_who_can_swap_with_whom)


def test_costs_as_with_another_deck() -> None:
    """A lifted card is a card without conditions."""
    built_in = (ROOT / "narabi_solver/data/narabi.toml").read_text()
    extended = Deck.loads(built_in + "\n[cards.any]\ncopies = 15\n")
    for players in (3, 4, 5):
        deal = random_deal(players, seed=41)
        costs = restriction_costs(deal)
        assert costs.position.turns == solve(deal).turns

        def with_any(wish, deal=deal) -> Deal:
            seats = tuple(
                tuple(Stone(s.label, "any") if wish(seat, i) else s for i, s in enumerate(stones))
                for seat, stones in enumerate(deal.seats)
            )
            return Deal(seats, deck=extended)

        for place, value in costs.stones.items():
            other = with_any(lambda seat, i, place=place: (seat, i) == tuple(place))
            assert solve(other).turns == value.turns
            better = value.turns is not None and value.turns < (costs.position.turns or 99)
            assert (place in costs.culprits) == better
        for seat, value in costs.seats.items():
            assert solve(with_any(lambda s, i, seat=seat: s == seat)).turns == value.turns
        assert solve(with_any(lambda s, i: True)).turns == costs.all_lifted.turns


def test_costs_of_a_deal_that_cannot_be_won() -> None:
    stuck = "0:stay 5:stay 3:stay / 1:odd 2:even w:left / 4:dark d:white 8:left / 7:odd 6:lower d:left"
    costs = restriction_costs(Deal.parse(stuck, unusual=True))
    assert costs.position.outcome is Outcome.UNSOLVABLE
    assert {str(place) for place in costs.culprits} >= {"A1"}
    assert all(place.seat == 0 for place in costs.culprits)


def test_from_the_middle_of_a_game() -> None:
    deal = Deal.parse(EXAMPLE)
    line = solve(deal).swaps
    later = replace(deal, moves=line[:2])
    found = analyse(later)
    assert found.turns == 3 and line[2] in found.best
    assert restriction_costs(later).position.turns == 3
    assert analyse(later, rules=Rules(limit=4)).outcome is Outcome.UNSOLVABLE
    last = analyse(later, rules=Rules(limit=2))
    assert (last.outcome, last.moves) == (Outcome.UNSOLVABLE, ())


def test_stones_without_a_table_are_analysed_too() -> None:
    text = str(random_deal(4, 1)).replace("8:", "d:")
    deal = Deal.parse(text, unusual=True)
    rule = Rules(limit=solve(deal).turns or 0)
    found = analyse(deal, rules=rule, lines=True)
    assert found.optimal_lines == len(list(found.lines())) > 0
    assert [move.swap for move in found.moves] == rules.legal_moves(deal.state(), rule)
    assert restriction_costs(deal, rules=rule).position.turns == found.turns


# Swaps of blanks that look alike change nothing but who is next: the third and fourth blank give two lines.
TWINS = "d:blank 0:stay 1:stay 2:stay / 3:stay 4:stay 8:left 6:stay / 7:stay 5:stay d:blank d:blank"
TWINS_DECK = """
[cards.blank]
colour = "dark"
value = [0, 0]
copies = 3
[cards.left]
seat = "left"
[cards.stay]
never = true
copies = 8
"""


@pytest.mark.parametrize("text", [TWINS, TWINS.replace("0:stay", "9:stay")])
def test_swaps_that_lead_to_the_same_are_lines_of_their_own(text: str) -> None:
    deal = Deal.parse(text + " first A", deck=Deck.loads(TWINS_DECK), unusual=True)
    found = analyse(deal, lines=True)
    assert (found.turns, found.optimal_lines, found.chance) == (2, 2, 1 / 4)
    assert [" ".join(map(str, line)) for line in found.lines()] == ["A1-C3 B3-C2", "A1-C4 B3-C2"]
    assert found.forced_turns == (2,)


NO_TABLE = str(random_deal(4, 1)).replace("8:", "d:")


@pytest.mark.slow
@given(strategies.near_wins(st.sampled_from([3, 4])), st.booleans(), st.sampled_from("258"))
@settings(max_examples=10)
def test_lines_of_stones_without_a_table_by_brute_force(deal: Deal, no_undo: bool, gone: str) -> None:
    deal = Deal.parse(str(deal).replace(f"{gone}:", "d:"), unusual=True)
    rule = Rules(no_undo=no_undo, limit=3)
    found = analyse(deal, rules=rule, lines=True)
    expected = minimum_turns(deal.state(), rule)
    assert found.turns == expected and found.decided and found.lines_known
    assert found.optimal_lines == (0 if expected is None else count_lines(deal.state(), rule, expected))
    assert len(list(found.lines())) == found.optimal_lines


@pytest.mark.parametrize("text", [NO_TABLE, str(random_deal(3, 1)), TWINS])
def test_what_was_not_finished_is_undecided_and_never_wrong(text: str) -> None:
    deck = Deck.loads(TWINS_DECK) if text == TWINS else None
    deal = Deal.parse(text, deck=deck, unusual=True)
    whole, costs = analyse(deal, lines=True), restriction_costs(deal)
    values = {move.swap: move for move in whole.moves}
    decided = set()
    for asked in (0, 1, 2, 5, 20, 100, 400, 10**9):
        looks = itertools.count()
        limits = Limits(stop=lambda looks=looks, asked=asked: next(looks) >= asked)
        found = analyse(deal, limits=limits, lines=True)
        assert found.turns in (None, whole.turns) and found.optimal_lines in (None, whole.optimal_lines)
        assert (found.outcome is whole.outcome) or found.outcome is Outcome.UNDECIDED
        for move in found.moves:
            assert move == values[move.swap] or (move.outcome, move.turns) == (Outcome.UNDECIDED, None)
        assert (found.stopped_by is None) == (found.decided and found.lines_known)
        if found.lines_known:
            assert list(found.lines()) == list(whole.lines())
            assert (found.chance, found.forced_turns) == (whole.chance, whole.forced_turns)
        else:
            assert (found.chance, found.grade, found.forced_turns, found.trap_free) == (None,) * 4 or (
                found.shortest is None
            )
            if found.turns is not None:
                with pytest.raises(UndecidedError, match="limits"):
                    list(found.lines())
        known = restriction_costs(deal, limits=limits)
        assert known.stopped_by == (None if known.decided else "interrupt")
        for place, value in known.stones.items():
            assert value == costs.stones[place] or value.outcome is Outcome.UNDECIDED
        decided.add(found.decided and found.lines_known and known.decided)
    assert decided == {False, True} if text == NO_TABLE else True in decided  # a slice was enough


def test_one_clock_for_all_that_an_analysis_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this test goes on by one second whenever it is looked at."""
    ticks = itertools.count()
    monkeypatch.setattr("_gamekit.limits.time.perf_counter", lambda: float(next(ticks)))
    deal = Deal.parse(NO_TABLE, unusual=True)
    found = analyse(deal, limits=Limits(max_seconds=10**6), lines=True)
    assert found.decided and found.stopped_by is None and 10 < found.seconds < next(ticks)
    costs = restriction_costs(deal, limits=Limits(max_seconds=10**6))
    assert costs.decided and costs.stopped_by is None and costs.seconds > 10
    limits = Limits(max_seconds=20)
    short = analyse(deal, limits=limits, lines=True)
    assert not short.decided and short.stopped_by == "seconds" and short.seconds >= 20
    assert limits.after(short.seconds) == Limits(max_seconds=0.0) and limits.after(5).max_seconds == 15
    before = next(ticks)
    cut = restriction_costs(deal, limits=limits.after(short.seconds))
    assert (cut.decided, cut.proven, cut.stopped_by) == (False, False, "seconds")
    assert next(ticks) - before < 100


def test_results_tell_what_they_took() -> None:
    deal, long = random_deal(3, 1), Deal.parse(LONG, unusual=True)
    found, costs, judged = analyse(deal), restriction_costs(deal), verify(deal, "")
    for one in (found, costs, judged, solve(deal)):
        assert (one.outcome, one.proven, one.stopped_by) == (Outcome.SOLVED, True, None)
        assert one.nodes > 0 and one.seconds > 0
    assert analyse(deal, lines=True).nodes > found.nodes > solve(deal).nodes == judged.nodes
    few = Limits(max_nodes=50)
    for one in (analyse(long, limits=few), restriction_costs(long, limits=few), verify(long, "", limits=few)):
        assert (one.outcome, one.proven, one.stopped_by) == (Outcome.UNDECIDED, False, "nodes")


def test_lines_that_were_not_asked_for() -> None:
    found, whole = analyse(random_deal(3, 1)), analyse(random_deal(3, 1), lines=True)
    assert found.shortest is None and found == whole and whole.shortest is not None
    with pytest.raises(ArgumentError, match=r"use analyse\(deal, lines=True\)"):
        assert found.grade
    assert whole.grade is not None
    with pytest.raises(ArgumentError, match="the shortest lines are needed"):
        DealSpec(grade=1).matches(found)
    assert DealSpec(turns=found.turns).matches(found)


# Neighbours may be swapped, nothing else, so wins are far away.
FAR = "0 d 5 / 3 w 7 / d 1 w / 6 2 d / 8 4 d"


@pytest.mark.nightly
def test_each_search_looks_at_the_clock() -> None:
    deck = Deck.loads("[cards.neighbour]\ndistance = 1\ncopies = 15\n")
    text = " ".join(part if part == "/" else f"{part}:neighbour" for part in FAR.split())
    deal, looks = Deal.parse(text, deck=deck, unusual=True), itertools.count()
    costs = restriction_costs(deal, limits=Limits(max_memory=1 << 25, stop=lambda: next(looks) < 0))
    assert not costs.decided and next(looks) > 100
    costs = restriction_costs(deal, limits=Limits(max_memory=1 << 25, stop=lambda: next(looks) >= 0))
    assert costs.position.outcome is costs.all_lifted.outcome is Outcome.UNDECIDED


def test_kernels_and_tables_are_loaded_before_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    load, costs = search.warm_up, "narabi_solver.analysis.costs"
    monkeypatch.setattr(f"{costs}.warm_up", lambda game: (done.append("loaded"), load(game)))
    watch = f"{costs}.SharedWatch"
    monkeypatch.setattr(watch, lambda limits: (done.append("runs"), SharedWatch(limits))[1])
    restriction_costs(random_deal(3, 1))
    assert done == ["loaded", "runs"]


def test_what_is_undecided_is_neither_trap_nor_loss() -> None:
    found = analyse(Deal.parse(LONG, unusual=True), limits=Limits(max_nodes=50))
    assert not found.decided and found.outcome is Outcome.UNDECIDED
    assert found.turns is None and found.optimal_lines is None and found.traps == ()
    assert any(move.outcome is Outcome.UNDECIDED for move in found.moves)


def test_beyond_the_budget_the_values_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = random_deal(4, 9, 3)
    expected = analyse(deal)
    monkeypatch.setattr(search, "NODE_BUDGET", 10)
    assert analyse(deal).moves == expected.moves
    assert analyse(deal).optimal_lines == expected.optimal_lines


@pytest.mark.parametrize(("players", "count"), [(3, 60), (4, 60), (5, 4)])
@pytest.mark.parametrize("limit", [5, 24])
def test_values_of_many_packed_deals(players: int, count: int, limit: int) -> None:
    """They are those of searches that know nothing of each other."""
    rule = Rules(no_undo=players == 4, limit=limit)
    packed = random_packed(players, 3, 0, count, rule)
    found, moves = analyse_packed(packed)
    alone, children = solve_packed(packed, count_all=True), children_of(packed)
    answers = solve_packed(children.after)
    assert (found.status == alone.status).all() and (found.bound == alone.bound).all()
    assert (found.wins == np.where(alone.are(Outcome.SOLVED), alone.wins, 0)).all()
    assert (moves.deals == children.parents).all() and (moves.pairs == children.pairs).all()
    assert (moves.status == answers.status).all() and (moves.turns == answers.bound + 1).all()
    assert found.nodes.sum() < alone.nodes.sum() + answers.nodes.sum()
    few, few_moves = analyse_packed(packed, 12)
    for less, whole in ((few, found), (few_moves, moves)):
        decided = ~less.are(Outcome.UNDECIDED)
        assert limit == 5 or not decided.all()
        assert (less.status == whole.status)[decided].all()
    assert ((few.wins == 0) | (few.wins == found.wins)).all()
    assert limit == 5 or (few.wins == 0).any()


@given(
    st.lists(strategies.games(unusual=True), max_size=6),
    st.sampled_from(
        [Rules(), Rules(no_undo=True), Rules(limit=4), Rules(no_undo=True, undo_reading="receiver")]
    ),
    st.sampled_from([strategies.SOME_NODES, Limits(max_nodes=3_000, max_seconds=1e6)]),
)
@settings(max_examples=16)
def test_many_analyses_are_those_one_by_one(deals: list[Deal], rule: Rules, limits: Limits) -> None:
    expected = []
    for deal in deals:
        with contextlib.suppress(IllegalMoveError):
            deal.state(rule)
            expected.append((deal, analyse(deal, rules=rule, limits=limits)))
    assert list(analyse_many([deal for deal, _ in expected], rules=rule, limits=limits)) == [
        found for _, found in expected
    ]


def test_many_analyses_come_lazily() -> None:
    asked = 0

    def deals() -> Iterator[Deal]:
        nonlocal asked
        for deal in random_deals(3, seed=4):
            asked += 1
            yield deal

    first = next(analyse_many(deals()))
    assert asked == 1 and first == analyse(random_deal(3, 4)) and first.nodes > 0


def test_verify_says_what_should_have_been_played() -> None:
    deal = random_deal(3, 9, 2)
    found = analyse(deal, lines=True)
    result = verify(deal, [found.traps[0]])
    assert result.first_loss == 1 and result.better == found.best
    assert verify(deal, [found.best[0]]).better == ()
    line = next(found.lines())
    for turn in range(1, len(line)):
        position = analyse(replace(deal, moves=line[:turn]))
        for trap in position.traps[:2]:
            judged = verify(deal, [*line[:turn], trap])
            assert (judged.first_loss, judged.better) == (turn + 1, position.best)


def test_the_program(narabi: Run, narabi_here: Run) -> None:
    done = narabi("analyse", EXAMPLE, "--json", "--costs")
    answer = json.loads(done.stdout)
    found = analyse(Deal.parse(EXAMPLE), lines=True)
    assert done.returncode == 0
    assert answer["moves"] == [
        {"swap": str(m.swap), "outcome": str(m.outcome), "turns": m.turns} for m in found.moves
    ]
    assert (answer["turns"], answer["optimal_lines"]) == (5, found.optimal_lines)
    cost = restriction_costs(Deal.parse(EXAMPLE)).stones[Place(2, 2)]
    assert answer["costs"]["stones"]["C3"] == {"outcome": "solved", "turns": cost.turns}
    listed = json.loads(narabi_here("analyse", EXAMPLE, "--json", "--lines", "2").stdout)["lines"]
    assert listed == [[str(swap) for swap in line] for line in itertools.islice(found.lines(), 2)]
    text = narabi_here("analyse", EXAMPLE, "--costs", "--lines", "2").stdout
    assert "5 turns because of" in text and "best" in text
    assert " ".join(map(str, next(found.lines()))) in text
    assert narabi_here("analyse", LONG, "--unusual", "--max-nodes", "50").returncode == 3
    assert narabi_here("analyse", EXAMPLE, "--limit", "2").returncode == 1
    cut = narabi_here(
        "analyse", NO_TABLE, "--unusual", "--max-seconds", "0", "--json", "--lines", "2", "--costs"
    )
    assert cut.returncode == 3 and json.loads(cut.stdout)["lines"] is None
    cut = narabi_here("analyse", NO_TABLE, "--unusual", "--max-seconds", "0", "--lines", "2", "--costs")
    assert cut.returncode == 3 and "undecided" in cut.stdout
    assert narabi_here("analyse", "nonsense").returncode == 2
    in_order = next(case.source for case in load() if case.name == "in-order")
    answer = json.loads(narabi_here("analyse", in_order, "--json").stdout)
    assert (answer["turns"], answer["optimal_lines"], answer["moves"]) == (0, 1, [])
