"""Waiting: playouts against a small simulation that knows only the plain rules and lists of hypotheses."""

import random
from dataclasses import replace

import pytest

from _gamekit.philox import words
from amulets_solver import Belief, Game, Placement, Policy, Record, Rules, Secret, cast_or_wait, question
from amulets_solver.game.rules import Asked, Cast, Event, answers, others
from amulets_solver.racing.playing import STREAM, Players
from amulets_solver.racing.policies import random_hypothesis
from tests.amulets.oracle import Worlds, is_sure, random_game, random_placement

GAMES = 5


def clockwise(seat: int, players: int, failed: set[int]) -> list[int]:
    """Return the players who have not failed, from a seat on."""
    return [one for one in [seat, *others(seat, players)] if one not in failed]


def winner(record: Record, secrets: dict[int, Secret], waits: int, turn: int) -> tuple[int, int]:
    """Return who wins, and after how many questions.

    All ask for the greatest entropy and cast as soon as they are sure, but the player `waits` waits at first.
    """
    rules, players, events = record.rules, record.players, list(record.events)
    heard, begun = record.heard, events[-1] if record.heard is not None else None
    failed = {event.seat for event in events if isinstance(event, Cast)}
    asked = [event.seat for event in events if isinstance(event, Asked)]
    last = asked[-1] if asked else turn

    def sure(seat: int, heard: list[Event]) -> bool:
        worlds = Worlds(rules, players, secrets[seat], seat)
        for event in heard:
            worlds.hear(event)
        return is_sure(worlds)

    if sure_now := [one for one in clockwise(last, players, failed) if one != waits and sure(one, events)]:
        return sure_now[0], 0
    for number in range(1, 50):
        if begun is not None:
            del events[-1]
            turn, placement, first = begun.seat, begun.placement, (heard or 0) + 1
        else:
            belief = Belief(players, secrets[turn], turn, rules)
            for event in events:
                belief = belief.after(event)
            placement, first = question(belief).placement, 1
        begun, said = None, answers(secrets, turn, placement)
        for count in range(first if rules.after == "answer" else len(said), len(said) + 1):
            heard = [*events, Asked(turn, placement, said[:count])]
            for one in clockwise(turn, players, failed):
                if sure(one, heard):
                    return one, number
        events = heard
        turn = [*clockwise(turn, players, failed), turn][turn not in failed]
    raise AssertionError("nobody is ever sure")


def playouts(seed: int) -> list[tuple[int, int]]:
    """Compare the playouts of a random position; return the winner of each and the number of questions."""
    choose = random.Random(seed)
    rules = Rules(
        size=choose.choice(("2x2", "3x2")),
        amulets=3,
        after=choose.choice(("answer", "round")),
        spare=choose.choice(("random", "anywhere")),
    )
    game = random_game(rules, choose.choice((2, 3)), choose, choose.randint(0, 3))
    seat = choose.randint(1, game.players)
    if game.over or seat in game.failed:
        return []
    turn = game.turn
    if rules.after == "answer" and choose.randrange(2):
        game.put(turn, random_placement(rules, choose))
        for _ in range(choose.randrange(game.players - 1)):
            game.next_answer()
    secrets = {one: secret for one, secret in game.secrets.items() if one == seat}
    record = replace(game.record, secrets=secrets, events=game.record.said)
    belief, found = Belief.of(record), []
    for number in range(GAMES):
        theirs = random_hypothesis(belief, words(seed, number, STREAM))
        world = {seat: belief.me, **dict(zip(belief.opponents, theirs, strict=True))}
        found.append(winner(record, world, seat, turn))
    won = sum(first == seat for first, _ in found)
    assert cast_or_wait(record, games=GAMES, seed=seed).waiting.estimate * GAMES == pytest.approx(won), seed
    return found


def test_playouts_against_the_plain_rules() -> None:
    """Also where rivals cast before the next question, and while a question is being answered."""
    found = [one for seed in range(20) for one in playouts(seed)]
    assert {min(number, 2) for _, number in found} == {0, 1, 2}


@pytest.mark.nightly
def test_more_playouts_against_the_plain_rules() -> None:
    for seed in range(20, 2_000):
        playouts(seed)


def test_a_rival_who_knows_all_casts_at_once() -> None:
    """It is the player's turn, but in both hypotheses left another one is sure and comes first."""
    record = Record.parse(
        "players 3; me 2 B3 K; ask 1 R:A1 Y:C1 G:B3 B:D4 K:E5 : o+; ask 2 R:D1 Y:C2 G:A3 B:A4 K:B1 : +*; "
        "ask 3 R:B4 Y:E5 G:C2 B:A1 K:B1 : o+; ask 1 R:B3 Y:E3 G:C3 B:B4 K:C4 : o*"
    )
    found = cast_or_wait(record, games=20)
    assert found.waiting.estimate == 0.0 and found.better == "cast"
    assert cast_or_wait(record, games=20, rivals=Policy("random")).waiting.estimate == 0.0


@pytest.mark.parametrize(("threshold", "winner"), [(1.0, 3), (0.001, 2)])
def test_a_player_who_waits_may_cast_after_a_failed_cast(threshold: float, winner: int) -> None:
    """Players 2 and 3 know all, player 2 waits: player 3 wins, unless player 1 comes first and fails."""
    rules = Rules(size="3x3", amulets=4, spare="anywhere")
    game = Game([("A1", "R"), ("B2", "Y"), ("C3", "G")], rules)
    right = Placement.parse("R:A1 Y:B2 G:C3 B:A2", rules)
    beliefs = {seat: Belief(3, secret, seat, rules) for seat, secret in game.secrets.items()}
    beliefs |= {seat: beliefs[seat].hear_cast(right, "yy") for seat in (2, 3)}
    policies = [Policy("entropy", threshold), Policy("entropy"), Policy("entropy")]
    played = Players(game, policies, 1, 0, beliefs).play(waits=2)
    assert (played.winner, played.failed) == (winner, (1,) * (threshold < 1))
