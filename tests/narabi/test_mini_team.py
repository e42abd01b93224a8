"""The best teams of the mini game, as policies: what they play, and by what."""

import gzip
from dataclasses import replace
from importlib.resources import files

import pytest

from narabi_solver import ArgumentError, Rules, Swap, random_deal, solve
from narabi_solver.env import evaluate
from narabi_solver.game.played import PlayedGame
from narabi_solver.hidden import AskingOptimum, Greedy, Question, SilentOptimum, play_together
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.mini_team import HEAD, read_tree

FILE = (files("narabi_solver") / "data" / "mini-silent.txt.gz").read_bytes()
DEALS = [random_deal(2, 41, number) for number in range(30)]


def test_no_seat_looks_at_hidden_cards() -> None:
    """Other cards under the stones that a seat never had, as far as the game so far allows: the same swap."""
    compared = 0
    for deal in DEALS[:6]:
        for policy in (SilentOptimum(), AskingOptimum()):
            events = play_together(deal, policy).events
            for number, event in enumerate(events):
                seat = deal.start().mover
                seat = (seat + sum(isinstance(one, Swap) for one in events[:number])) % 2
                knows = Knowledge.of(PlayedGame(deal, events[:number]), seat)
                for world in knows.sample(3, seed=number):
                    other = replace(world, moves=())
                    seen = Knowledge.of(PlayedGame(other, events[:number]), seat)
                    decided = policy.decide(seen, Rules(), seed=0)
                    assert decided == (event if isinstance(event, Swap) else Question(event.swap))
                    compared += other.ring != deal.ring
    assert compared > 50


@pytest.mark.slow
def test_with_questions_only_the_first_swap_is_made_without_all_cards() -> None:
    for deal in DEALS:
        if (minimum := solve(deal).turns) is None or minimum == 0:
            continue
        game = play_together(deal, AskingOptimum())
        swap = game.deal.moves[0]
        after = solve(deal.play(swap)).turns
        assert game.turns == 1 + (0 if after is None else after)
        assert game.questions == 9 * min(game.turns, 2)


def test_a_partner_who_plays_otherwise_is_borne() -> None:
    mixed = evaluate(SilentOptimum(), DEALS[:6], partner=Greedy())
    assert mixed.games == 6  # none of them is lost with open cards


def test_other_games_and_damaged_files_are_refused() -> None:
    with pytest.raises(ArgumentError, match="the mini game only"):
        play_together(random_deal(3), SilentOptimum())
    with pytest.raises(ArgumentError, match="by the plain rules"):
        play_together(DEALS[0], AskingOptimum(), rules=Rules(no_undo=True))
    text = gzip.decompress(FILE).decode()
    for wrong, said in (
        (text.replace("eo2", "eo3", 1), "damaged"),
        (text.replace(HEAD, "narabi mini silent 2", 1), "damaged"),
    ):
        with pytest.raises(ArgumentError, match=said):
            read_tree(gzip.compress(wrong.encode()))
    with pytest.raises(ArgumentError, match="not text compressed"):
        read_tree(text.encode())
