"""Random games, and the laws that hold at every moment. As a program: many games, for a longer look.

python -m tests.tales.games 5000 --seed 1
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from tales_of_arabia import Card, Deck, End, Game, Kind, Record, Rules
from tests.tales.second_table import SecondTable

SMALL = Deck(
    "small",
    tuple(
        Card(f"{kind} {number}", kind, ("word",))
        for kind, count in ((Kind.BEING, 7), (Kind.OTHER, 9), (Kind.ENDING, 11))
        for number in range(count)
    ),
)
"""Enough for two players."""
READINGS = [
    Rules(minimum=minimum, main_minimum=main, passing=passing)
    for minimum, main, passing in product((1, 4), (2, 4, 6), (False, True))
]


def record_of(game: Game) -> Record:
    """Return the record of the beginning of a game of which every card is known."""
    deals = {player: game.hand(player).cards for player in range(1, game.players + 1)}
    pile = tuple(card for card in game.draw if card is not None)
    return Record(game.players, deck=game.deck, rules=game.rules, deals=deals, pile=pile)


def random_record(
    chance: random.Random, players: int, rules: Rules, deck: Deck, known: bool, longest: int = 400
) -> Record:
    """Return a game played at random, to its end if it comes to one."""
    record = Record(players, deck=deck, rules=rules)
    if known:
        record = record_of(Game.dealt(players, chance.randrange(10**6), deck=deck, rules=rules))
    thinkable = list(record.game._candidates())
    for _ in range(longest):
        chance.shuffle(thinkable)
        if chance.randrange(3) == 0:
            thinkable.sort(key=lambda act: not isinstance(act, End))
        act = next((one for one in thinkable if record.game.why_not(one) is None), None)
        if act is None:
            break
        record = record.played(act)
    return record


def check_laws(game: Game) -> None:
    """Check what holds at every moment."""
    names = [card for hand in game.hands for card in hand.cards]
    names += [card for part in (*game.rows, *game.won, game.draw) for card in part if card is not None]
    assert max(Counter(names).values(), default=1) == 1 and set(names) == set(game.places)
    unknown = sum(hand.endings + hand.hidden for hand in game.hands) + game.draw.count(None)
    assert len(names) + unknown == len(game.deck) and len(game.unseen) == unknown
    unseen = sum(card in game.deck.endings for card in game.unseen)
    assert unseen >= sum(hand.endings for hand in game.hands)
    assert min(min(hand.endings, hand.hidden) for hand in game.hands) >= 0
    assert game.over == (not game.acts) and (game.finisher is not None) == (not game.rows)
    for player, cards in enumerate(game.won, 1):
        endings = len(game.deck.endings & {*cards})
        assert game.scores[player] == len(cards) - 3 * endings + 2 * (player == game.finisher)


def check_with_second_table(record: Record) -> None:
    """Check each moment of a game, every card of it known, against the second implementation."""
    second = SecondTable(record.moments[0])
    for game, act in zip(record.moments, (*record.acts, None), strict=True):
        assert {str(one) for one in game.acts} == second.legal()
        assert [*map(list, game.rows)] == second.rows and game.teller == second.teller + 1
        assert [sorted(hand.cards) for hand in game.hands] == [sorted(hand) for hand in second.hands]
        assert game.scores == {player + 1: second.score(player) for player in range(game.players)}
        if act is not None:
            second.do(str(act))


def play_many(games: int, seed: int) -> tuple[int, int]:
    """Play games with all numbers of players and readings by turns; return how many moments and endings.

    Each moment is checked; every card of each second game is known, and every 25th of these games is
    compared with the second implementation.
    """
    chance = random.Random(seed)
    cases = list(product(range(2, 9), READINGS, (True, False)))
    moments = over = 0
    for number in range(games):
        players, rules, known = cases[number % len(cases)]
        record = random_record(chance, players, rules, Deck.standard(), known, 150)
        for game in record.moments:
            check_laws(game)
        if number % 50 == 0 and known:
            check_with_second_table(record)
        assert Record.parse(str(record)).moments == record.moments
        moments += len(record.moments)
        over += record.game.over
    return moments, over
