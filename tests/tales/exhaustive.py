"""What a hand is worth, by trying every act of the plain rules: the slow twin of `planning.values`."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tales_of_arabia import Card, Deck, End, Game, Hand, Kind, Lay, Situation


def game_of(situation: Situation) -> Game:
    """Return a game in this situation: player 1 tells, player 2 holds nothing, and nothing can be drawn."""
    counts = {Kind.BEING: situation.beings, Kind.OTHER: situation.others, Kind.ENDING: situation.endings}
    hand = [Card(f"{kind} {i}", kind, ()) for kind, count in counts.items() for i in range(count)]
    rows = tuple(tuple(f"row {i} {j}" for j in range(length)) for i, length in enumerate(situation.rows))
    laid = [Card(name, Kind.OTHER, ()) for row in rows for name in row]
    hands = Hand(tuple(card.name for card in hand)), Hand()
    return Game(Deck("of a test", (*hand, *laid)), hands, (), situation.rules, rows=rows)


class Exhaustive:
    """The values of moments of games, for one chance of losing the floor with a story card."""

    def __init__(self, risk: Fraction):
        self.risk = risk
        self._known: dict[object, Fraction] = {}

    def worth(self, game: Game) -> Fraction:
        """Return the expected points to come of the best play; equal hands are looked at once."""
        kinds = Counter(game.deck[card].kind for card in game.hand(1).cards)
        key = tuple(map(len, game.rows)), tuple(kinds[kind] for kind in Kind), game.rules
        if key not in self._known:
            tried = {self._kind(game, act): act for act in game.acts}
            self._known[key] = max((self.after(game, act) for act in tried.values()), default=Fraction(0))
            self._known[key] = max(self._known[key], Fraction(0))
        return self._known[key]

    @staticmethod
    def _kind(game: Game, act: object) -> object:
        """Return what makes acts differ: which card of a kind is laid does not."""
        if isinstance(act, Lay):
            return game.deck[act.card].kind, act.opens
        return isinstance(act, End) and act.accepted

    def after(self, game: Game, act: object) -> Fraction:
        """Return what an act and the best play after it are worth."""
        if isinstance(act, Lay):
            return (1 - self.risk) * self.worth(game.play(act))
        if isinstance(act, End) and act.accepted:
            after = game.play(act)
            return after.scores[1] - game.scores[1] + self.worth(after)
        return Fraction(0)
