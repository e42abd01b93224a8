"""Regret is counted from the exact minimum; learnt policies play by what their seat knows."""

from itertools import islice

import numpy as np
import pytest

from narabi_solver import ArgumentError, Deal, Deck, Rules, StoppedError, random_deal, random_deals, solve
from narabi_solver.env import ArrayPolicy, GameSpec, cross_play, evaluate
from narabi_solver.hidden import POLICIES, Asking, Greedy, Open, Random, Silent, play_together
from narabi_solver.hidden.assignments import random_seed
from tests.nightly import nightly

MINI = GameSpec(players=2)
STUCK = Deal.parse("0:three 2:even 4:even / 1:odd 3:odd 5:three", deck=Deck.mini())


def mini_deals(count: int, seed: int = 0) -> list[Deal]:
    return list(islice(random_deals(2, seed=seed, deck=Deck.mini()), count))


@pytest.mark.parametrize("players", [2, *nightly(3)])
def test_regret_by_hand(players: int) -> None:
    """The same games, played and solved one by one."""
    deals = list(islice(random_deals(players, seed=4, deck=GameSpec(players=players).cards), 12))
    found = evaluate(Greedy(), deals, partner=Random(), seed=9)
    turns, minimums = [], []
    for number, deal in enumerate(deals):
        if (minimum := solve(deal).turns) is None:
            continue
        seats = [Random() if seat != number % players else Greedy() for seat in range(players)]
        game = play_together(deal, seats, seed=random_seed(9, number))
        turns.append(game.turns if game.won else 25)
        minimums.append(minimum)
    gaps = np.array(turns) - np.array(minimums)
    assert (found.games, found.unsolvable) == (len(turns), len(deals) - len(turns))
    assert found.mean_turns == pytest.approx(np.mean(turns))
    assert found.regret.estimate == pytest.approx(gaps.mean())
    assert found.regret.low < gaps.mean() < found.regret.high
    assert found.lost == turns.count(25)
    assert "<Greedy() with Random(): 1" in repr(found)


@pytest.mark.nightly
def test_all_partners_play_the_mini_game() -> None:
    deals, regret = mini_deals(8, seed=2), {}
    for name, kind in POLICIES.items():
        few = kind(worlds=8) if issubclass(kind, Silent) else kind()  # type: ignore[call-arg]
        regret[name] = evaluate(few, deals).regret.estimate or 0.0
    assert len(regret) >= 6 and regret["open"] == 0.0
    assert min(regret.values()) == 0.0 < regret["asking"] + 1e-9 <= regret["greedy"] < regret["random"]


@pytest.mark.nightly
def test_cross_play() -> None:
    """On the diagonal stands what a policy plays with itself."""
    deals, policies = mini_deals(8), [Open(), Greedy(), Random()]
    found = cross_play(policies, deals, seed=3)
    assert found.regret.shape == found.mean_turns.shape == (3, 3)
    for i, policy in enumerate(policies):
        assert found.results[i][i].totals.gaps == evaluate(policy, deals, seed=3).totals.gaps
        for j, partner in enumerate(policies):
            assert (found.results[i][j].policy, found.results[i][j].partner) == (policy, partner)
    assert found.regret[0, 0] == 0 < found.regret[0, 1] < found.regret[1, 2]
    assert (found.regret <= found.regret[2, 2]).all()


def test_a_function_of_arrays_plays() -> None:
    """It sees what the environment shows, and its actions are played; questions too."""
    spec, seen = GameSpec(players=2, questions=1), []

    def act(observation: np.ndarray, mask: np.ndarray) -> int:
        seen.append((observation, mask))
        legal = np.flatnonzero(mask)
        return int(legal[-1])

    game = play_together(mini_deals(3)[2], ArrayPolicy(act, spec))
    assert len(seen) == game.decisions == len(game.events)
    for (first, may_ask), (second, may_not) in zip(seen[::2], seen[1::2], strict=True):
        assert may_ask[spec.swaps :].all() and not may_not[spec.swaps :].any()
        assert second[spec.parts["turn"]] == first[spec.parts["turn"]]
        assert (first != second).sum() <= 3 and (first != second).any()  # an event more
    assert game.questions == game.turns


def test_what_is_refused() -> None:
    def nothing(observation: object, mask: object) -> int:
        return 99

    deals = mini_deals(3)
    with pytest.raises(ArgumentError, match="an action is a whole number from 0 to 8, not 99"):
        evaluate(ArrayPolicy(nothing, MINI), deals)
    with pytest.raises(ArgumentError, match=r"ArrayPolicy\('x'\) was trained for another game"):
        evaluate(ArrayPolicy(nothing, MINI, "x"), [random_deal(3)])
    with pytest.raises(ArgumentError, match="was trained for another game"):
        evaluate(ArrayPolicy(nothing, MINI), deals, rules=Rules(limit=9))
    with pytest.raises(ArgumentError, match="there are no deals; expected at least one"):
        evaluate(Greedy(), [])
    with pytest.raises(ArgumentError, match="a Policy is needed, not the text"):
        evaluate("greedy", deals)  # type: ignore[arg-type]
    with pytest.raises(StoppedError):
        evaluate(Greedy(), deals, stop=lambda: True)


def test_deals_that_nobody_can_win_are_not_played() -> None:
    lost = next(deal for deal in random_deals(2, seed=1, deck=Deck.mini()) if solve(deal).turns is None)
    found = evaluate(Asking(worlds=8), [lost, *mini_deals(2)])
    assert (found.unsolvable, found.games) == (1, 2)
