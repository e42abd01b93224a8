"""What a player knows, by listing all hypotheses and asking the plain rules about each."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import numpy as np

from amulets_solver import Belief, Game, Placement, Rules, Secret
from amulets_solver.asking.laws import Listed, Packed
from amulets_solver.belief.counting import placed
from amulets_solver.game.rules import SIGNS, Event, answers, hypotheses, others, signs_of_cast


class Worlds:
    """The hypotheses of a player, each with everybody's secret."""

    def __init__(self, rules: Rules, players: int, me: Secret, seat: int = 1):
        self.rules, self.players, self.me, self.seat = rules, players, me, seat
        seats = others(seat, players)
        self.left = [
            {seat: me, **dict(zip(seats, theirs, strict=True))}
            for theirs in hypotheses(rules, players, me, seat=seat)
        ]

    def hear(self, event: Event) -> None:
        """Drop the hypotheses that an event contradicts."""
        self.left = [secrets for secrets in self.left if event.agrees(secrets)]

    def tuples(self) -> set[tuple[Secret, ...]]:
        """Return what the others may have, clockwise from the own left."""
        seats = others(self.seat, self.players)
        return {tuple(secrets[one] for one in seats) for secrets in self.left}

    def marginal_counts(self) -> dict[str, Counter[str]]:
        """Return for each opponent how often it has each field and each amulet."""
        found: dict[str, Counter[str]] = {}
        for one in others(self.seat, self.players):
            names = [name for secrets in self.left for name in secrets[one]]
            found[str(one)] = Counter(names)
        return found

    def law(self, placement: Placement) -> Counter[str]:
        """Return how many hypotheses give each answer vector to a question of this player."""
        return Counter(answers(secrets, self.seat, placement) for secrets in self.left)

    def yes(self, placement: Placement) -> int:
        """Return in how many hypotheses a cast succeeds."""
        return sum("n" not in signs_of_cast(secrets, self.seat, placement) for secrets in self.left)


def placements(rules: Rules) -> Iterator[Placement]:
    """Yield all placements."""
    return map(Placement, permutations(rules.fields, rules.amulets))


def is_sure(mine: Worlds) -> bool:
    """Tell whether a player has a cast that cannot fail."""
    if mine.rules.spare == "anywhere":
        return max(map(mine.yes, placements(mine.rules))) == len(mine.left)
    theirs = [{secret for seat, secret in world.items() if seat != mine.seat} for world in mine.left]
    return all(one == theirs[0] for one in theirs)


def random_placement(rules: Rules, choose: random.Random) -> Placement:
    """Return a random placement."""
    return Placement(tuple(choose.sample(rules.fields, rules.amulets)))


def compare(belief: Belief, worlds: Worlds, asked: list[Placement]) -> None:
    """Compare everything that a belief says with the list."""
    count = len(worlds.left)
    assert belief.count == count and belief.known == (count == 1)
    assert set(belief.hypotheses()) == worlds.tuples()
    for seat, counts in worlds.marginal_counts().items():
        said = belief.marginals[seat]
        assert said == {name: counts[name] / count for name in said}
    listed, packed = Listed(belief), Packed(belief)
    assert len(listed.hypotheses) == count
    rows = np.array([placed(one, belief.rules) for one in asked], dtype=np.intp)
    vectors = ["".join(signs) for signs in product(SIGNS, repeat=belief.players - 1)]
    for placement, one, other in zip(asked, listed.counts(rows), packed.counts(rows), strict=True):
        law = worlds.law(placement)
        assert belief.law_counts(placement) == law
        assert one.tolist() == other.tolist() == [law[vector] for vector in vectors]


def random_secrets(rules: Rules, players: int, choose: random.Random) -> list[Secret]:
    """Deal a game."""
    fields, amulets = choose.sample(rules.fields, players), choose.sample(rules.colours, players)
    return list(map(Secret, fields, amulets))


def random_game(rules: Rules, players: int, choose: random.Random, acts: int) -> Game:
    """Play so many random questions and casts, half of the placements near the truth."""
    game = Game(random_secrets(rules, players, choose), rules, choose.randint(1, players))
    for _ in range(acts):
        if game.over:
            break
        placement = random_placement(rules, choose)
        if choose.randrange(2):
            placement = near(game, placement, choose)
        if choose.randrange(5):
            game.ask(game.turn, placement)
        else:
            game.cast(choose.choice(game.casters()), placement)
    return game


def near(game: Game, placement: Placement, choose: random.Random) -> Placement:
    """Put the amulets of some players on their fields."""
    fields = list(placement.fields)
    for secret in game.secrets.values():
        if choose.randrange(2):
            at = game.rules.colours.index(secret.amulet)
            if secret.field in fields:
                fields[fields.index(secret.field)] = fields[at]
            fields[at] = secret.field
    return Placement(tuple(fields))
