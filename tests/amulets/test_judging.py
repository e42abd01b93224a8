"""Judged games: every number against the plain rules."""

import math
import random

import pytest

from amulets_solver import (
    ArgumentError,
    Belief,
    Game,
    JudgedCast,
    JudgedQuestion,
    Placement,
    Record,
    Rules,
    cast,
    judge,
)
from amulets_solver.game.rules import Asked, Cast, Event
from tests.amulets.oracle import (
    Worlds,
    is_sure,
    near,
    placements,
    random_game,
    random_placement,
    random_secrets,
)
from tests.nightly import thinned

SMALL = Rules(size="3x2", amulets=3)


def record_of(game: Game, seats: list[int]) -> Record:
    return Record(game.players, game.rules, {seat: game.secrets[seat] for seat in seats}, tuple(game.events))


@pytest.mark.parametrize("seed", range(12))
def test_against_the_plain_rules(seed: int) -> None:
    choose = random.Random(seed)
    rules = Rules(size="3x2", amulets=3, after=choose.choice(("round", "answer")), spare="anywhere")
    game = random_game(rules, choose.choice((2, 3)), choose, 5)
    seats = choose.sample(sorted(game.secrets), choose.randint(1, game.players))
    found = judge(record_of(game, seats))
    assert found.seats == tuple(sorted(seats))
    worlds = {seat: Worlds(rules, game.players, game.secrets[seat], seat) for seat in seats}
    judged = {one.number: one for one in found.judged}
    sure: dict[int, int] = {}
    failed: set[int] = set()
    every = list(placements(rules))
    for number, event in enumerate(game.events, 1):
        if event.seat in seats:
            mine, one = worlds[event.seat], judged.pop(number)
            if isinstance(event, Asked):
                assert isinstance(one, JudgedQuestion) and one.count_before == len(mine.left)
                law = mine.law(event.placement)
                bits = sum(n * math.log2(len(mine.left) / n) for n in law.values()) / len(mine.left)
                assert math.isclose(one.bits, bits, abs_tol=1e-9)
                assert one.count_after == law[event.answers] and one.better.bits >= one.bits - 1e-9
                assert one.cost == max(0.0, one.better.bits - one.bits)
            else:
                assert isinstance(one, JudgedCast) and one.count == len(mine.left)
                assert one.probability == mine.yes(event.placement) / len(mine.left)
                assert one.better.probability >= one.probability
        for mine in worlds.values():
            mine.hear(event)
        if not isinstance(event, Asked):
            if event.succeeded:
                break
            failed.add(event.seat)
        for seat, mine in worlds.items():
            if seat not in failed and max(map(mine.yes, every)) == len(mine.left):
                sure.setdefault(seat, number)
    assert not judged and {one.seat: one.after for one in found.sure} == sure
    for one in found.sure:
        later = game.events[one.after :]
        taken = bool(later) and not isinstance(later[0], Asked) and later[0].seat == one.seat
        taken = taken and later[0].succeeded
        assert one.missed == (bool(later) and not taken)


def spoken_game(choose: random.Random) -> tuple[Game, list[tuple[int, int | None, Event]]]:
    """Play a game with casts between answers; what was spoken is listed apart, one thing after the other."""
    rules = Rules(size="3x2", amulets=3, spare=choose.choice(("random", "anywhere")))
    players = choose.choice((2, 3))
    game = Game(random_secrets(rules, players, choose), rules, choose.randint(1, players))
    spoken: list[tuple[int, int | None, Event]] = []
    number = 0

    def maybe_cast(heard: int | None) -> None:
        nonlocal number
        while not game.over and not choose.randrange(4):
            placement = near(game, random_placement(rules, choose), choose)
            game.cast(choose.choice(game.casters()), placement)
            number += 1
            spoken.append((number, heard, game.last_cast))

    for _ in range(choose.randint(1, 4)):
        maybe_cast(None)
        if game.over:
            break
        asker, placement, said = game.turn, near(game, random_placement(rules, choose), choose), ""
        game.put(asker, placement)
        number += 1
        spoken.append((number, 0, Asked(asker, placement, "")))
        while game.answering and not game.over:
            maybe_cast(len(said))
            if game.over:
                break
            said += game.next_answer()[1]
            heard = len(said) if game.answering else None
            spoken.append((number, heard, Asked(asker, placement, said)))
    return game, spoken


@pytest.mark.parametrize("seed", thinned(4, range(60)))
def test_what_was_spoken_between_casts_against_the_plain_rules(seed: int) -> None:
    """Sure moments, knowledge at casts, and what is written down, from a list of what was spoken."""
    game, spoken = spoken_game(random.Random(seed))
    record = Record.parse(str(game.record))
    assert list(record.moments) == spoken
    found = judge(record)
    worlds = {seat: Worlds(game.rules, game.players, game.secrets[seat], seat) for seat in game.secrets}
    judged = {one.number: one for one in found.judged}
    sure: dict[int, tuple[int, int | None]] = {}
    failed: set[int] = set()
    for number, heard, event in spoken:
        if isinstance(event, Cast):
            one = judged[number]
            assert isinstance(one, JudgedCast) and one.count == len(worlds[event.seat].left)
        elif heard == 0:
            one = judged[number]
            assert isinstance(one, JudgedQuestion) and one.count_before == len(worlds[event.seat].left)
        for mine in worlds.values():
            mine.hear(event)
        if isinstance(event, Cast) and event.succeeded:
            break
        if isinstance(event, Cast):
            failed.add(event.seat)
        for seat, mine in worlds.items():
            if seat not in failed and is_sure(mine):
                sure.setdefault(seat, (number, heard))
    assert {one.seat: (one.after, one.heard) for one in found.sure} == sure
    for one in found.sure:
        later = [event for number, heard, event in spoken if number > one.after]
        taken = bool(later) and isinstance(later[0], Cast) and later[0].seat == one.seat
        taken = taken and later[0].succeeded
        assert one.missed == (bool(later) and not taken)
    for seat, mine in worlds.items():
        assert set(Belief.of(record, seat).hypotheses()) == mine.tuples()


def test_nothing_is_missed_when_a_game_is_over_or_goes_on() -> None:
    begun = "players 2; spare anywhere; me 1 A1 R; me 2 B2 Y"
    won = judge(Record.parse(f"{begun}; cast 1 R:A1 Y:B2 G:C3 B:D4 K:E5 : y"))
    assert won.sure == ()
    asked = f"{begun}; ask 1 R:A1 Y:B2 G:C3 B:D4 K:E5 : *"
    (first, *_) = judge(Record.parse(asked)).sure
    assert (first.seat, first.after, first.missed) == (1, 1, False)
    (first, *_) = judge(Record.parse(f"{asked}; ask 2 R:A1 Y:B2 G:C3 B:D4 K:E5 : *")).sure
    assert first.missed
    (first, *_) = judge(Record.parse(f"{asked}; cast 1 R:A1 Y:B3 G:C3 B:D4 K:E5 : n")).sure
    assert first.missed  # the player cast something else
    (first, *_) = judge(Record.parse(f"{asked}; cast 1 R:A1 Y:B2 G:C3 B:D4 K:E5 : y")).sure
    assert not first.missed


def test_a_cast_between_two_answers_is_judged_by_what_was_heard() -> None:
    game = Game([("A1", "R"), ("B2", "Y"), ("C1", "G")], Rules(size="3x2", amulets=3, after="answer"))
    first = Placement.parse("R:B1 Y:A1 G:C2", game.rules)
    game.put(1, first)
    game.next_answer()
    game.cast(1, first)
    game.next_answer()
    (_, cast) = judge(record_of(game, [1])).judged
    heard = Belief(3, game.secrets[1], rules=game.rules).hear(first, game.events[0].answers[:1])
    assert cast.count == heard.count > heard.hear(first, game.events[0].answers).count


def test_a_cast_by_lot_is_judged_before_the_draw() -> None:
    """The best cast is as good as any, wherever the drawn amulets fell."""
    begun = "players 3; altar 3x3; amulets 5; spare random; me 1 A1 R; ask 1 R:A1 Y:B2 G:C3 B:A2 K:C1 : +-"
    belief = Belief.of(Record.parse(begun))
    named = cast(belief).named
    for seed in range(6):
        rest = [one for one in belief.rules.colours if one not in named]
        free = [field for field in belief.rules.fields if field not in named.values()]
        places = {**named, **dict(zip(rest, random.Random(seed).sample(free, len(rest)), strict=True))}
        placement = " ".join(f"{amulet}:{field}" for amulet, field in places.items())
        (_, one) = judge(Record.parse(f"{begun}; cast 1 {placement} : n")).judged
        assert math.isclose(one.probability, one.better.probability) and one.probability > 0


def test_what_cannot_be_judged() -> None:
    with pytest.raises(ArgumentError, match="the record has no secrets"):
        judge(Record.parse("players 3"))
    with pytest.raises(ArgumentError, match="a Record is needed"):
        judge("players 3")
    told = repr(judge(Record.parse("players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : ++")))
    assert told == "<GameJudgement: 1 question, 0.00 bits lost; sure casts missed: 0>"
