"""The rules once more, for games of which every card is known: lists that are changed, nothing shared."""

from __future__ import annotations

from tales_of_arabia import Game, Kind


class SecondTable:
    """A game; acts are the texts of a record."""

    def __init__(self, game: Game):
        self.kinds = {card.name: card.kind for card in game.deck}
        self.rules = game.rules
        self.hands = [list(hand.cards) for hand in game.hands]
        self.pile = list(game.draw)
        self.rows: list[list[str]] = [[]]
        self.won: list[list[str]] = [[] for _ in self.hands]
        self.teller = 0
        self.finisher: int | None = None

    def legal(self) -> set[str]:
        """Return every act that the rules allow, made up from what lies where."""
        if self.finisher is not None:
            return set()
        found = set()
        for player, hand in enumerate(self.hands):
            act = "lay" if player == self.teller else f"interrupt {player + 1}"
            for card in hand:
                if self.kinds[card] != Kind.ENDING:
                    found.add(f"{act} {card}")
                if self.kinds[card] == Kind.BEING:
                    found.add(f"{act} {card} open")
        hand = self.hands[self.teller]
        if len(self.rows) > 1:
            allowed = len(self.rows[-1]) >= self.rules.minimum
        else:
            empty = all(self.kinds[card] == Kind.ENDING for card in hand)
            allowed = len(self.rows[0]) >= self.rules.main_minimum and empty
        for card in hand:
            if allowed and self.kinds[card] == Kind.ENDING:
                found |= {f"end {card} accepted", f"end {card} refused"}
        return found | ({"pass"} if self.rules.passing else set())

    def do(self, act: str) -> None:
        """Change the table as an act does."""
        word, _, rest = act.partition(" ")
        before = self.teller
        if word == "pass":
            self.draw(before, 1)
            self.teller = (before + 1) % len(self.hands)
        elif word == "end":
            card, _, judged = rest.rpartition(" ")
            if judged == "refused":
                self.draw(before, 3)
                return
            self.hands[before].remove(card)
            self.won[before] += [*self.rows.pop(), card]
            if not self.rows:
                self.finisher = before
        else:
            if word == "interrupt":
                number, _, rest = rest.partition(" ")
                self.draw(before, 1)
                self.teller = int(number) - 1
            card = rest.removesuffix(" open")
            self.hands[self.teller].remove(card)
            self.rows[-1].append(card)
            if card != rest:
                self.rows.append([])

    def draw(self, player: int, count: int) -> None:
        for _ in range(min(count, len(self.pile))):
            self.hands[player].append(self.pile.pop(0) or "")

    def score(self, player: int) -> int:
        """Return the closed form: story cards won, less two for each ending, two more for the finisher."""
        endings = sum(self.kinds[card] == Kind.ENDING for card in self.won[player])
        return len(self.won[player]) - endings - 2 * endings + 2 * (player == self.finisher)
