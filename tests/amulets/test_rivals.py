"""Solitaire against rivals."""

import random
import re
from dataclasses import replace

import pytest

from amulets_solver import (
    Belief,
    Game,
    Policy,
    Record,
    Rules,
    Secret,
)
from amulets_solver.cli.commands.solitaire import SolitaireSession
from amulets_solver.game.rules import (
    Asked,
    Event,
    answers,
    hypotheses,
    others,
    signs_of_cast,
)
from amulets_solver.racing.playing import Choice, Players, random_secrets
from tests.amulets.oracle import random_placement
from tests.conftest import Run, messages
from tests.nightly import thinned

PLACED = "R:A1 Y:B2 G:C3 B:D4 K:E5"


def rival_game(seed: int, choose: random.Random) -> tuple[SolitaireSession, int]:
    """Play random lines against rivals, and check every step; return the session and its questions."""
    rules = Rules(
        size=choose.choice(("2x2", "3x2", "3x3")),
        amulets=choose.choice((3, 4)),
        after=choose.choice(("answer", "round")),
        spare=choose.choice(("random", "anywhere")),
    )
    players = choose.choice((2, 3))
    rivals = Policy.named(choose.choice(("entropy", "gambler:0.3", "consistent:0.6", "random:0.5")))
    session = SolitaireSession(Game(random_secrets(players, rules, seed, 0), rules), rivals, seed)
    secret = session.game.secrets[1]
    for _ in range(300):
        record = Record.parse(session.text)
        assert record.secrets == {1: secret}
        waits = session.game.record.heard is not None and rules.after == "round"
        if not waits:
            assert session.belief == Belief.of(record)  # nothing hidden is known
        theirs = dict(zip(others(1, players), choose.choice(worlds_of(record)), strict=True))
        for event in session.record.events:  # the plain rules give these answers and verdicts
            said = answers if isinstance(event, Asked) else signs_of_cast
            assert said(session.game.secrets, event.seat, event.placement).startswith(event_signs(event))
            assert said({1: secret, **theirs}, event.seat, event.placement).startswith(event_signs(event))
        act = choose.random()
        asks = session.prompt.startswith("question")
        line = choose.choice(("next", "next all"))
        if asks:
            line = "pass" if act < 0.1 else str(random_placement(rules, choose))
        if act > 0.97 and not waits and 1 not in session.game.failed:
            line = f"cast {random_placement(rules, choose)}"
        session.do(line)
        if session.over:
            return session, len(session.record.events)
    raise AssertionError("no end")


def event_signs(event: Event) -> str:
    return event.answers if isinstance(event, Asked) else event.signs


def worlds_of(record: Record) -> list[tuple[Secret, ...]]:
    return list(hypotheses(record.rules, record.players, record.secrets[1], record.said))


@pytest.mark.parametrize("seed", thinned(3, range(12)))
def test_a_game_against_rivals_follows_the_plain_rules(seed: int) -> None:
    """Also: what the player is told, advised and saves depends on the own secret and on what was said."""
    session, _ = rival_game(seed, random.Random(seed))
    game = session.game
    again = Game.of(Record.parse(str(game.record)))
    assert (again.winner, again.failed, again.over) == (game.winner, game.failed, True)


@pytest.mark.nightly
def test_hundreds_of_games_against_rivals() -> None:
    ends = [rival_game(seed, random.Random(seed))[0].game.winner for seed in range(600)]
    assert {*ends} >= {None, 1, 2, 3}


@pytest.mark.parametrize("seed", thinned(2, range(8)))
def test_rivals_see_only_what_their_seat_may(seed: int) -> None:
    """In every world that a rival thinks possible, it asks and casts the same."""
    choose, rules = random.Random(seed), Rules(size="3x2", amulets=4)
    game = Game(random_secrets(3, rules, seed, 0), rules)
    policies = [Policy("entropy", 0.4)] * 3
    players = Players(game, policies, seed, 0)
    for step in players.steps():
        if game.over or isinstance(step, Choice) or (isinstance(step, Asked) and not step.answers):
            continue
        if game.answering:
            continue
        seat = game.turn
        theirs = choose.choice(list(hypotheses(rules, 3, game.secrets[seat], game.record.said, seat)))
        other = {seat: game.secrets[seat], **dict(zip(others(seat, 3), theirs, strict=True))}
        record = replace(game.record, secrets=other)
        beliefs = {one: Belief.of(record, one) for one in other}
        assert beliefs[seat] == players.beliefs[seat]
        assert policies[0].ask(beliefs[seat], iter(())) == policies[0].ask(players.beliefs[seat], iter(()))
        assert policies[0].cast(beliefs[seat]) == policies[0].cast(players.beliefs[seat])
    assert game.over


def test_lines_against_rivals(amulets: Run) -> None:
    game = ["solitaire", "--players", "3", "--seed", "7", "--rivals", "gambler:0.5"]
    done = amulets(*game, stdin=f"{PLACED}\nnext\nnext all\npass\nnext all\ncast {PLACED}\n")
    assert done.returncode == 0 and "player 2 asks R:" in done.stdout, done
    assert re.search("(player [23]|nobody) has won, after [0-9]+ questions; player 2: ", done.stdout)
    for lines, said in (
        ("next", "it is your turn"),
        (f"{PLACED}\n{PLACED}", "it is not your turn to ask"),
        (f"{PLACED}\npass", "it is not your turn; 'next' goes on"),
        ("next 3", "type 'next' or 'next all'"),
    ):
        done = amulets(*game, stdin=lines)
        assert done.returncode == 2 and said in done.stderr and len(messages(done.stderr)) == 1, done
    done = amulets("solitaire", "--players", "3", "--rivals", "dance")
    assert done.returncode == 2 and "'dance' is not a policy" in done.stderr
