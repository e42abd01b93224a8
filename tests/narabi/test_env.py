"""The environment keeps PettingZoo's promises, and the games of the kernels are its games, step for step."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import narabi_solver.env
from narabi_solver import ArgumentError, Deal, Deck, Knowledge, Rules, Swap, random_deal
from narabi_solver.env import GameSpec, ManyGames
from narabi_solver.game.rules import Place, in_order, legal_moves
from narabi_solver.hidden import Question
from tests.conftest import ROOT
from tests.nightly import nightly, slow, thinned

PLAYERS = [2, 3, 4, 5]
WITHOUT = "import sys; sys.modules['pettingzoo'] = None\n"


@pytest.fixture
def aec() -> Any:
    """Return the module of the environment; tests that ask for it are skipped where the extra is missing."""
    pytest.importorskip("pettingzoo", reason="the extra env is not installed")
    from narabi_solver.env import aec

    return aec


def play(env: Any, choose: Callable[[Any], int], turns: int = 1_000) -> list[float]:
    """Play a game; return the rewards of the first agent."""
    rewards = []
    for _ in range(turns):
        if env.terminations[env.agent_selection]:
            break
        env.step(choose(env.observe(env.agent_selection)["action_mask"]))
        rewards.append(env.rewards["player_0"])
    return rewards


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize(
    ("players", "questions"),
    [*thinned(2, ((2, 2), (3, 0), (4, 2), (5, 0))), *nightly((2, 0), (3, 2), (4, 0), (5, 2))],
)
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")  # it is a dict with the mask
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
def test_api(aec: Any, players: int, questions: int) -> None:
    from pettingzoo.test import api_test

    api_test(aec.env(players=players, questions=questions), num_cycles=30)


@pytest.mark.parametrize("players", [2, *slow(5)])
def test_seeds(aec: Any, players: int) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: aec.env(players=players, questions=1), num_cycles=8)


def test_render(aec: Any, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test.render_test import render_test

    svg = {"svg": lambda drawn: drawn.startswith("<svg")}
    render_test(lambda render_mode: aec.env(players=4, render_mode=render_mode), custom_tests=svg)
    assert "to move" in capsys.readouterr().out
    assert aec.env(render_mode="svg").unwrapped.metadata["render_modes"] == ["ansi", "human", "svg"]


@pytest.mark.parametrize("players", PLAYERS)
def test_deals_are_those_of_the_seed(aec: Any, players: int) -> None:
    """The first of each seed that is not over, then the next; a given deal comes between."""
    spec = GameSpec(players=players)
    env = aec.NarabiEnv(spec)
    usual = [random_deal(players, 11, i, deck=spec.cards) for i in range(20)]
    begun = [one for one in usual if not in_order(one.ring) and legal_moves(one.start(), Rules())]
    for i, deal in enumerate(begun[:3]):
        env.reset(seed=11 if i == 0 else None)
        assert env._table.state == deal.start()
        env.reset(options={"deal": begun[5]})
        assert env._table.state == begun[5].start()


@pytest.mark.parametrize("limit", [1, *slow(24)])
def test_rewards_add_up_to_the_turns(aec: Any, limit: int) -> None:
    env, ends = aec.NarabiEnv(GameSpec(players=2, rules=Rules(limit=limit))), set()
    random = np.random.default_rng(3)
    for _ in range(12):
        env.reset()
        rewards = play(env, lambda mask: int(random.choice(np.flatnonzero(mask))))
        won, turns = env._table.won, env._table.state.turns
        assert sum(rewards) == -(turns if won else 25) and len(rewards) == turns <= limit
        assert set(rewards[:-1]) <= {-1.0} and all(env.terminations.values())
        assert not env.observe("player_1")["action_mask"].any()
        ends.add(won)
    assert False in ends and (limit == 1 or True in ends)


def test_a_seat_without_a_legal_swap_has_lost(aec: Any) -> None:
    deck = Deck.loads(Deck.mini().dumps() + "[cards.stay]\nnever = true\ncopies = 3\n")
    deal = Deal.parse("0:three 2:odd 4:odd / 1:stay 3:stay 5:stay", deck=deck)
    spec = GameSpec(players=2, deck=deck, rules=Rules(no_undo=True))
    env = aec.NarabiEnv(spec)
    env.reset(options={"deal": deal})
    env.step(spec.action(Swap.parse("A1-B1"), 0))  # B may not take the 0 back, and has nothing else
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -25.0, "player_1": -25.0}


def test_what_cannot_be_played_is_refused(aec: Any) -> None:
    env = aec.NarabiEnv(GameSpec(players=2))
    env.reset()
    ordered = Deal.parse("0:odd 1:odd 2:even / 3:even 4:two 5:th", deck=Deck.mini())
    wrong = [
        (lambda: env.step(int(env.last()[0]["action_mask"].argmin())), "is not legal now"),
        (lambda: env.step(None), "action None is not legal"),
        (lambda: env.reset(seed=-1), "seed must be"),
        (lambda: env.reset(options={"deal": random_deal(3)}), "plays deals of 2 players"),
        (lambda: env.reset(options={"deal": ordered}), "the deal has moves or its game is over"),
        (lambda: aec.NarabiEnv(GameSpec(), "film"), "render_mode must be one of"),
        (lambda: narabi_solver.env.NarabiEnv(3), "a GameSpec is needed"),
        (lambda: GameSpec(players=6), "players must be 2, 3, 4 or 5, not 6"),
        (lambda: random_deal(6, seed=1), "players must be 2, 3, 4 or 5, not 6"),
        (lambda: GameSpec(players=2, deck=Deck.standard()), "players must be 3, 4 or 5"),
        (lambda: GameSpec(questions=-1), "questions must be"),
        (lambda: GameSpec(rules=Rules(limit=0)), "a game of no turns"),
        (lambda: GameSpec().decision(999, 0), "an action is a whole number"),
        (lambda: GameSpec().decision(0, seat=3), "a seat is a whole number from 0 to 2, not 3"),
        (lambda: GameSpec().action(Swap.parse("A1-B1"), seat=-1), "a seat is a whole number from 0 to 2"),
        (lambda: ManyGames(GameSpec(rules=Rules(no_undo=True, undo_reading="receiver"))), "must be 'next'"),
        (lambda: ManyGames(GameSpec()).reset(0), "batch must be"),
        (lambda: ManyGames(GameSpec()).reset(3, seed=-1), "seed must be"),
        (lambda: ManyGames(GameSpec()).step([0, 0]), r"the actions have shape \(2,\); expected \(1,\)"),
        (lambda: ManyGames(GameSpec()).step([999]), "action 999 is not legal in game 0"),
    ]  # fmt: skip
    for call, said in wrong:
        with pytest.raises(ArgumentError, match=said):
            call()  # type: ignore[no-untyped-call]


def test_without_the_extra() -> None:
    """One sentence, and all that needs no extra works."""
    code = WITHOUT + (
        "from narabi_solver import ArgumentError, env\n"
        "print(env.GameSpec(players=2).actions)\n"
        "try: env.env\n"
        "except ArgumentError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    actions, said = done.stdout.splitlines()
    assert actions == "9" and said.startswith("the environment needs the extra env (")
    assert "pip install 'gymnasium>=" in said and " 'pettingzoo>=" in said


@pytest.mark.parametrize("players", PLAYERS)
def test_actions_and_decisions(players: int) -> None:
    """Every action is a swap or a question of its own, and the number of it."""
    spec = GameSpec(players=players, questions=1)
    places = [Place(seat, position) for seat in range(players) for position in range(spec.hand)]
    for seat in range(players):
        found = [spec.decision(action, seat) for action in range(spec.actions)]
        assert [spec.action(one, seat) for one in found] == [*range(spec.actions)]
        others = [one for one in places if one.seat != seat]
        swaps = {Swap(own, other) for own in places if own.seat == seat for other in others}
        asks = {Question(Swap(own, other)) for own in others for other in places if other.seat != own.seat}
        assert set(found) == swaps | asks and len(found) == len(swaps) + len(asks)


def test_an_observation_in_full() -> None:
    """Each number of it, by hand."""
    deal = Deal.parse("0:even 5:three 1:odd / 4:odd 3:even 2:two-away moves A1-B1", deck=Deck.mini())
    spec = GameSpec(players=2, questions=1, rules=Rules(limit=2))
    knows = Knowledge.of(deal, "B").answered("A2-B1", yes=False)
    seen = {name: spec.observation(knows)[part].tolist() for name, part in spec.parts.items()}
    assert seen == {
        "ring": [0, 3, 2, 4, 5, 1],
        "cards": [1, 1, 3, 2, 0, 0],  # the 4 went to A with a card that B knows
        "mover": [0],
        "turn": [1],
        "history": [1, 3, 0, 2, 4, 0, 0, 0, 0, 0, 0, 0],
    }
    assert (spec.observation(knows) <= spec.highest).all()
    assert not spec.mask(knows)[spec.swaps :].any()  # the one question was asked
    assert spec.mask(Knowledge.of(deal, "B"))[spec.swaps :].all()
    assert not spec.mask(Knowledge.of(deal, "A")).any()


@pytest.mark.parametrize(
    ("players", "questions", "no_undo"),
    [
        *thinned(3, ((2, 2, False), (3, 0, True), (4, 2, False), (5, 0, True))),
        *nightly((2, 0, True), (3, 2, False), (4, 0, True), (5, 2, False)),
    ],
)
def test_many_games_are_those_of_the_environment(
    aec: Any, players: int, questions: int, no_undo: bool
) -> None:
    spec = GameSpec(players=players, questions=questions, rules=Rules(no_undo=no_undo, limit=6))
    many, random = ManyGames(spec), np.random.default_rng(players)
    many.reset(4, seed=players)
    envs = [aec.NarabiEnv(spec) for _ in range(many.batch)]

    def begin(i: int) -> None:
        deal = random_deal(players, players, int(many.deals[i]), deck=spec.cards)
        envs[i].reset(options={"deal": deal})

    for i in range(many.batch):
        begin(i)
    ended = 0
    for _ in range(20):
        seen = many.observe()
        for one, observation, mask in zip(envs, seen, many.masks, strict=True):
            expected = one.observe(one.agent_selection)
            assert expected["observation"].tolist() == observation.tolist()
            assert expected["action_mask"].tolist() == mask.tolist()
        actions = many.draw(random)
        asking = random.random(many.batch) < 0.6  # else hardly any turn would end
        actions[asking] = many.masks[asking].argmax(axis=1)
        rewards, over = many.step(actions)
        for i, one in enumerate(envs):
            one.step(int(actions[i]))
            assert one.rewards["player_0"] == rewards[i]
            assert one.terminations["player_0"] == over[i] and (one._table.won and over[i]) == many.won[i]
            if over[i]:
                ended += 1
                begin(i)
    assert ended > 5


def test_an_illegal_action_does_nothing() -> None:
    many = ManyGames(GameSpec(players=2))
    many.reset(8)
    before, actions = many.observe().copy(), many.masks.argmax(axis=1)
    actions[5] = many.masks[5].argmin()
    with pytest.raises(ArgumentError, match="in game 5"):
        many.step(actions)
    assert (many.observe() == before).all()


def test_games_go_on_for_ever() -> None:
    """Deals are never short, and each is played once, in order of their numbers."""
    many, random = ManyGames(GameSpec(players=2, rules=Rules(limit=1))), np.random.default_rng(1)
    many.reset(3_000)
    begun = [many.deals.copy()]
    for _ in range(4):
        _, over = many.step(many.draw(random))
        assert over.all()
        begun.append(many.deals.copy())
    numbers = np.concatenate(begun)
    assert (np.diff(numbers.astype(np.int64)) > 0).all()
    skipped = set(range(int(numbers[-1]))) - set(numbers.tolist())
    for number in list(skipped)[:40]:
        deal = random_deal(2, 0, number, deck=Deck.mini())
        assert in_order(deal.ring) or not legal_moves(deal.start(), Rules())


def test_an_environment_says_that_no_game_has_begun(aec: Any) -> None:
    env = aec.NarabiEnv(GameSpec(players=2))
    for use in (
        env.last,
        env.agent_iter,
        lambda: env.step(0),
        lambda: env.observe("player_0"),
        lambda: env.agents,
    ):
        with pytest.raises(AttributeError, match=r"no game has begun: call reset\(\) first"):
            list(use())
    with pytest.raises(AttributeError, match="'NarabiEnv' object has no attribute 'board'"):
        env.board  # noqa: B018
    env.reset(seed=1)
    assert env.agents == ["player_0", "player_1"]
