"""One policy for all questions: the answers do not depend on how far a batch goes, nor on who asks."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from narabi_solver import (
    Deal,
    DealSpec,
    Deck,
    IllegalMoveError,
    InternalError,
    Limits,
    Outcome,
    Rules,
    Swap,
    analyse,
    analyse_many,
    find_deals,
    random_deals,
    restriction_costs,
    solve,
    solve_many,
    survey,
    verify,
)
from narabi_solver.kernels import astar
from narabi_solver.solving import search
from narabi_solver.solving.answers import Solution
from narabi_solver.statistics import blocks
from narabi_solver.statistics.survey import SurveySettings
from tests.narabi.samples import DIFFERENT, NEXT, PLAIN, READINGS, RECEIVER, sparse, won
from tests.nightly import nightly

LIMIT = {3: 6, 4: 6, 5: 4}
"""Turns, so that what is left of random deals to the breadth-first search does not take long."""


def some_deals(players: int) -> list[Deal]:
    """Return random deals, deals whose stones are hardly free, and one without a table."""
    deals = [
        *itertools.islice(random_deals(players, seed=31), 3),
        *(sparse(players, seed) for seed in range(5)),
    ]
    return [*deals, Deal.parse(str(deals[-1]).replace("8:", "d:"), unusual=True)]


def answers(players: int, rules: Rules) -> Iterator[Any]:
    """Yield what all public ways say, nodes and lines left out: which line is found may differ."""
    deals = some_deals(players)
    for deal, many in zip(deals, solve_many(deals, rules=rules), strict=True):
        alone = solve(deal, rules=rules)
        assert known(alone) == known(many)
        assert alone.proven and (alone.turns is None or (won(alone) and won(many)))
        yield known(alone)
    for deal in deals[2:]:
        found = analyse(deal, rules=rules)
        yield found.outcome, found.turns, found.optimal_lines, found.moves, found.decided
        for line in ([swap] for swap in (*found.best[:1], *found.traps[:1])):
            judged = verify(deal, line, rules=rules)
            yield judged.minimum, judged.first_loss, judged.better, [known(one) for one in judged.solutions]
        costs = restriction_costs(deal, rules=rules)
        values = [costs.position, costs.all_lifted, *costs.stones.values(), *costs.seats.values()]
        yield costs.decided, costs.culprits, [value[:2] for value in values]
    count = 30 if players < 5 else 4
    yield survey(players, count, seed=24, rules=rules).totals._replace(nodes=0)
    for spec in (DealSpec(), DealSpec(turns=5), DealSpec(single_line=True), DealSpec(no_traps=True)):
        finder = find_deals(players, spec, seed=24, rules=rules, max_deals=count)
        yield [one.number for one in finder], finder.tried, finder.undecided


def known(solution: Solution) -> tuple[Outcome, int, str | None]:
    return solution.outcome, solution.lower_bound, solution.stopped_by


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "rules"),
    [
        *((3, RECEIVER), (4, NEXT)),
        *((5, rules) for rules in READINGS),
        *nightly((3, PLAIN), (3, NEXT), (4, PLAIN), (4, RECEIVER)),
    ],
)
def test_the_budget_of_a_batch_changes_no_answer(
    players: int, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = replace(rules, limit=LIMIT[players])
    as_usual = list(answers(players, rules))
    monkeypatch.setattr(search, "NODE_BUDGET", 4)
    assert list(answers(players, rules)) == as_usual


@pytest.mark.parametrize("rules", READINGS)
@pytest.mark.parametrize("budget", [7, search.NODE_BUDGET])
def test_limits_hold_for_many(budget: int, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NODE_BUDGET", budget)
    texts = DIFFERENT, DIFFERENT.replace("8:", "d:")  # the second has no table
    deals = [*some_deals(4), *some_deals(5)[3:], *(Deal.parse(text, unusual=True) for text in texts)]
    rules, stopped = replace(rules, limit=6), set()
    alone = [solve(deal, rules=rules) for deal in deals]
    for nodes in (0, 1, 6, 7, 8, 20, 500):
        found = solve_many(deals, rules=rules, limits=Limits(max_nodes=nodes))
        for many, whole in zip(found, alone, strict=True):
            assert many.nodes <= nodes and many.lower_bound <= whole.lower_bound
            assert known(many) == known(whole) if many.proven else many.stopped_by == "nodes"
            stopped.add(many.stopped_by)
    assert stopped == {None, "nodes"}


@pytest.mark.parametrize("rules", READINGS)
def test_out_of_memory_ida_goes_on(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the bound proven by then; nodes are those of both. Without IDA* there is no other search."""
    monkeypatch.setattr("narabi_solver.kernels.astar.FIRST_ROWS", 128)
    deals = [*itertools.islice(random_deals(5, seed=31), 12), Deal.parse(DIFFERENT, unusual=True)]
    memory = Limits(max_memory=1)
    for deal in deals:
        whole, first = solve(deal, rules=rules), solve(deal, rules=rules, algorithm="astar", limits=memory)
        found = solve(deal, rules=rules, limits=memory)
        if first.proven:
            assert known(found) == known(whole)
            continue
        assert first.stopped_by == "memory" and first.lower_bound <= whole.lower_bound
        if rules == RECEIVER:
            assert known(found) == known(first) and found.stopped_by == "memory"
            continue
        assert found.nodes > first.nodes and known(found) == known(whole)
        most = Limits(max_memory=1, max_nodes=first.nodes + 1)
        assert solve(deal, rules=rules, limits=most).nodes <= first.nodes + 1
    text = str(Deal.parse(DIFFERENT, unusual=True)).replace("8:", "d:")
    odd = solve(Deal.parse(text, unusual=True), rules=rules, limits=memory)
    assert odd.proven or odd.stopped_by == "memory"


def test_a_stopped_search_begins_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "NODE_BUDGET", 1)
    monkeypatch.setattr(astar, "begin", None)
    costs = restriction_costs(next(random_deals(4, seed=31)), limits=Limits(stop=lambda: True))
    assert costs.position.outcome is costs.all_lifted.outcome is Outcome.UNDECIDED


def test_surveys_keep_to_the_limit_of_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Below the budget of a batch, above it, and where a line that was found is forbidden."""
    deals = list(itertools.islice(random_deals(4, seed=24), 400))
    for rules, budget, nodes in [(READINGS[0], 4, 12), (READINGS[0], 50, 20), (RECEIVER, 50, 60)]:
        monkeypatch.setattr(search, "NODE_BUDGET", budget)
        settings = SurveySettings(4, 400, 24, rules, Deck.standard(), nodes)
        found = blocks.answer(settings, 0, len(deals), None, nodes)
        alone = list(solve_many(deals, rules=rules, limits=Limits(max_nodes=nodes)))
        assert found.results.tolist() == [
            blocks.UNDECIDED if one.turns is None else one.turns for one in alone
        ]
        assert found.answers.nodes.tolist() == [one.nodes for one in alone]
        assert not found.answers.lines[found.results == blocks.UNDECIDED].any()
        assert 0 < sum(not one.proven for one in alone) < 400


def test_a_wrong_line_is_our_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    step = astar.step

    def turned(question: astar.Question, nodes: astar.Nodes, work: astar.Work, quota: int) -> int:
        status = step(question, nodes, work, quota)
        line = work.line[: work.cursor[astar.BOUND]]
        line[:] = line[::-1].copy()
        return status

    monkeypatch.setattr(search, "NODE_BUDGET", 1)
    monkeypatch.setattr(astar, "step", turned)
    deal = next(random_deals(4, seed=31))
    for ask in (
        solve,
        restriction_costs,
        lambda deal: list(solve_many([deal])),
        lambda _: survey(4, 9, seed=31),
    ):
        with pytest.raises(InternalError, match="does not win"):
            ask(deal)  # type: ignore[operator]


def test_a_position_that_cannot_be_won_has_no_lines_by_any_reading() -> None:
    deal = sparse(4, 3)
    for rules in READINGS:
        rules = replace(rules, limit=1)
        found = analyse(deal, rules=rules)
        assert (found.outcome, found.optimal_lines, found.decided) == (Outcome.UNSOLVABLE, 0, True)


@pytest.mark.slow
def test_deals_to_order_of_stones_without_a_table() -> None:
    text = Deck.standard().dumps().replace('4 = "0 1 2 3 4 5 6 7 8 w d d"', '4 = "0 1 2 3 4 5 6 w w d d d"')
    deck = Deck.loads(text)
    for spec in (DealSpec(turns=3), DealSpec(turns=2, single_line=True), DealSpec(turns=2, no_traps=True)):
        found = [one.number for one in find_deals(4, spec, seed=5, deck=deck, max_deals=12)]
        deals = itertools.islice(random_deals(4, seed=5, deck=deck), 12)
        assert found == [i for i, deal in enumerate(deals) if spec.matches(analyse(deal, lines=True))]


def test_what_came_before_an_illegal_move_is_given() -> None:
    deal = Deal.parse(DIFFERENT, unusual=True)
    back = replace(deal, moves=undone(deal))
    for rule, turns in ((RECEIVER, 5), (Rules(no_undo=True), 4)):
        for many in (solve_many, analyse_many):
            results = many([deal, deal, back, deal], rules=rule)
            assert [one.turns for one in itertools.islice(results, 2)] == [turns, turns]
            with pytest.raises(IllegalMoveError, match="undo"):
                next(results)


def undone(deal: Deal) -> tuple[Swap, ...]:
    """Return a line of two swaps that no-undo forbids."""
    state = deal.start()
    for move in analyse(deal).moves:
        after = replace(deal, moves=(move.swap,))
        back = Swap(move.swap.other, move.swap.own)
        if move.swap.other.seat == (state.mover + 1) % state.players and any(
            one.swap == back for one in analyse(after).moves
        ):
            return move.swap, back
    raise AssertionError("no swap can be undone")
