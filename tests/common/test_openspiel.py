"""Mabi and Narabi as games of OpenSpiel: its own tests, and the rules of this library beside them."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mabi_search import ArgumentError, Position, Rules
from mabi_search.game import errors as mabi_errors
from narabi_solver import Deal, Knowledge, Rules as NarabiRules, random_deal
from narabi_solver.game import errors as narabi_errors
from narabi_solver.game.rules import in_order
from tests.conftest import ROOT
from tests.nightly import nightly, slow

pyspiel = pytest.importorskip(
    "pyspiel", reason="open_spiel is not installed; there are no wheels for this machine"
)
mabi = pytest.importorskip("mabi_search.playing.openspiel")
narabi = pytest.importorskip("narabi_solver.env.openspiel")

GAMES = (
    "python_mabi(size=3x4)",
    "python_mabi(size=4x4,pass_rule=plain,max_plies=40)",
    "python_mabi(size=2x2,max_plies=0)",
    "python_mabi(size=4x6,freeze=none,repetition=placement,setup=diagonals,max_plies=60)",
    "python_narabi",
    "python_narabi(players=2)",
    "python_narabi(players=5,no_undo=True,undo_reading=receiver,limit=8)",
)
PLAYTHROUGHS = sorted((ROOT / "tests" / "data" / "openspiel").glob("*.txt"))


@pytest.mark.parametrize("text", [GAMES[0], *slow(GAMES[5]), *nightly(*GAMES[1:5], GAMES[6])])
def test_random_games_by_its_own_test(text: str) -> None:
    """Actions, clones, serialised states, tensors, returns: what OpenSpiel asks of every game."""
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_playthroughs(path: Path) -> None:
    pytest.importorskip("absl.flags").FLAGS.mark_as_parsed()  # OpenSpiel's script reads its command line
    playthroughs = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough")
    expected, found = playthroughs.replay(str(path))
    assert found == expected


def test_there_is_a_playthrough_of_each() -> None:
    assert [path.stem for path in PLAYTHROUGHS] == ["python_mabi", "python_narabi"]


def played(text: str, seed: int) -> list[Any]:
    """Return the states of a random game."""
    choose, state = random.Random(seed), pyspiel.load_game(text).new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(choose.choice([action for action, _ in state.chance_outcomes()]))
        else:
            state.apply_action(choose.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@pytest.mark.parametrize("seed", range(3))
def test_mabi_is_played_by_the_rules(seed: int) -> None:
    rules = Rules(size="4x4", pass_rule="final", max_plies=50)
    position = Position.start(rules)
    *states, last = played("python_mabi(size=4x4,pass_rule=final,max_plies=50)", seed)
    for state, after in zip(states, [*states[1:], last], strict=True):
        assert state.position == position and position.outcome() is None
        actions = state.legal_actions()
        texts = {state.action_to_string(action) for action in actions}
        assert texts == set(map(str, position.legal_moves))
        assert actions == sorted(mabi.action_of(move, rules) for move in position.legal_moves)
        position = position.play(state.action_to_string(after.history()[-1]))
    over = position.outcome()
    assert over is not None
    expected = {"w": [1, -1], "b": [-1, 1], None: [0, 0]}[over.winner if over.decided else None]
    assert last.returns() == expected


def test_what_is_seen_of_mabi() -> None:
    state = played("python_mabi(size=3x4)", 1)[2]
    planes = np.reshape(state.observation_tensor(), (10, 3, 4))
    board = state.state.board
    for plane, side in enumerate("wb"):
        assert [[cell == side for cell in rank] for rank in board] == (planes[plane] == 1).tolist()
    assert np.all(planes[2] == (state.current_player() == 0))
    assert all(np.all(plane == plane[0, 0]) for plane in planes[2:])
    assert planes[3:7].sum() == planes[7:].sum() == 12  # one of the modes, one of the holders


@pytest.mark.parametrize(("players", "seed"), [(2, 4), *slow((3, 1)), *nightly((4, 2), (5, 3))])
def test_narabi_is_played_by_the_rules(players: int, seed: int) -> None:
    states = [state for state in played(f"python_narabi(players={players})", seed) if state.deal is not None]
    for state in states:
        deal = Deal.parse(str(state), deck=state.setting.deck)
        assert deal == state.deal
        now = deal.state()
        over = in_order(now.ring) or now.turns == 24
        texts = [] if over else sorted(map(str, deal.legal_moves))
        assert sorted(map(state.action_to_string, state.legal_actions())) == texts
        for seat in range(players):
            assert state.information_state_string(seat) == str(Knowledge.of(deal, seat))
    last = states[-1]
    won = in_order(last.deal.state().ring)
    assert last.returns() == [-len(last.deal.moves) if won else -25] * players


def test_what_a_seat_sees_of_narabi_does_not_depend_on_hidden_cards() -> None:
    """Two deals with the same stones, and the same cards of seat A."""
    choose = random.Random(5)
    one = pyspiel.load_game("python_narabi").new_initial_state()
    other = one.clone()
    for number in range(24):
        outcomes = [action for action, _ in one.chance_outcomes()]
        action = choose.choice(outcomes)
        one.apply_action(action)
        again = action if number < 16 else choose.choice([a for a, _ in other.chance_outcomes()])
        other.apply_action(again)
    assert str(one) != str(other)
    for seat, same in ((0, True), (1, False), (2, False)):
        assert (one.observation_tensor(seat) == other.observation_tensor(seat)) == same
        assert (one.information_state_string(seat) == other.information_state_string(seat)) == same


def test_a_deal_that_is_over_is_dealt_again() -> None:
    """As if it had not been; and worlds that are drawn at the first turn can be played too."""
    game = pyspiel.load_game("python_narabi(players=2)")
    setting = narabi.setting_of({"players": 2})
    deals = [random_deal(2, 1, number, deck=setting.deck) for number in range(150)]
    ended = [not deal.legal_moves or in_order(deal.state().ring) for deal in deals]
    assert True in ended and not ended[0]
    state, over = game.new_initial_state(), deals[ended.index(True)]
    for deal in (over, deals[0]):
        stones = [stone for seat in deal.seats for stone in seat]
        assert state.is_chance_node() and str(state).strip() == "dealing"
        for stone in stones:
            state.apply_action(narabi.LABELS.index(stone.label))
        for stone in stones:
            state.apply_action([card.name for card in setting.deck.cards].index(stone.card))
    assert state.deal == deals[0] and state.current_player() == 0 and state.legal_actions()
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state.clone()) == str(state)
    assert len(state.full_history()) <= game.max_chance_nodes_in_history()
    with pytest.raises(ArgumentError, match="the deal is over before its first turn"):
        game.state_of(over)
    for draw in range(60):
        assert not state.resample_from_infostate(1, lambda draw=draw: draw / 60).is_terminal()


def test_chances_are_those_of_the_deck() -> None:
    state = pyspiel.load_game("python_narabi(players=3)").new_initial_state()
    chances = dict(state.chance_outcomes())
    assert abs(sum(chances.values()) - 1) < 1e-12
    assert chances[narabi.LABELS.index("d")] == 2 / 12 and narabi.LABELS.index("9") not in chances


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("python_mabi(size=9x9)", "size must be RANKSxFILES"),
        ("python_mabi(max_plies=0)", "set max_plies"),
        ("python_mabi(repetition=off,max_plies=0)", "needs max_plies above 0"),
        ("python_narabi(players=6)", "players must be 2, 3, 4 or 5, not 6"),
        ("python_narabi(limit=0)", "the limit must be 1 or more"),
        ("python_narabi(limit=25)", "limit must be a whole number from 0 to 24"),
    ],
)
def test_bad_parameters(text: str, wrong: str) -> None:
    with pytest.raises(ArgumentError, match=wrong):
        pyspiel.load_game(text)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("python_mabi(size=3x3)", mabi_errors.IllegalMoveError),
        ("python_narabi(no_undo=True)", narabi_errors.IllegalMoveError),
    ],
)
def test_an_illegal_action_is_refused_and_changes_nothing(text: str, error: type[Exception]) -> None:
    """Also one that the card allows and no-undo forbids, and any after the end."""
    *_, state, last = played(text, 4)
    assert last.is_terminal() and not state.is_chance_node()
    for now in (state, last):
        before = str(now)
        for action in set(range(now.num_distinct_actions())) - set(now.legal_actions()):
            with pytest.raises(error, match=now.action_to_string(0, action)):
                now.clone().apply_action(action)
        assert str(now) == before


def test_no_limit_of_narabi_is_beyond_the_track() -> None:
    assert pyspiel.load_game("python_narabi(limit=24)").max_game_length() == NarabiRules().limit


@pytest.mark.parametrize("room", ["mabi_search.playing", *slow("narabi_solver.env")])
def test_without_openspiel_one_sentence_says_so(room: str) -> None:
    code = (
        "import sys; sys.modules['pyspiel'] = None\nimport pytest\n"
        f"try: pytest.importorskip('{room}.openspiel')\nexcept pytest.skip.Exception as skip: print(skip)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "games of OpenSpiel need the extra openspiel (" in done.stdout
    assert "python -m pip install 'open" in done.stdout


@pytest.mark.parametrize("players", [2, *nightly(3)])
def test_worlds_are_drawn_from_what_a_seat_knows(players: int) -> None:
    """The same stones, swaps and own cards; the others' cards differ, and every possible card comes."""
    states = [one for one in played(f"python_narabi(players={players})", 7) if one.dealt is not None]
    dealt = 2 * len(states[0].dealt.state.ring)
    for state in (states[0], states[2]):
        for player in range(players):
            known, seen = state.information_state_string(player), set()
            for number in range(60):
                drawn = state.resample_from_infostate(player, lambda number=number: number / 60)
                assert drawn.information_state_string(player) == known
                assert [one.label for one in drawn.dealt.state.ring] == [
                    one.label for one in state.dealt.state.ring
                ]
                assert drawn.history()[dealt:] == state.history()[dealt:]
                seen.add(str(drawn))
            assert len(seen) == min(60, state.dealt.knows[player].count) if players == 3 else len(seen) > 1
    same = [str(states[0].resample_from_infostate(0, lambda: 0.25)) for _ in range(2)]
    assert same[0] == same[1]


@pytest.mark.slow
def test_tree_search_with_hidden_cards_runs() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = played("python_narabi(players=2)", 3)[12]
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, chance), 4.0, 8, random_state=chance
    )
    action = bot.step(state)  # a number of numpy, from which swaps have plain ones
    assert state.current_player() >= 0 and action in state.legal_actions()
    assert all(type(number) is int for place in state.swap(action) for number in place)
