"""Putting in a deal and a game at the terminal: what each line does."""

from __future__ import annotations

from dataclasses import replace

from narabi_solver.game.cards import BLANKS, SEAT_COUNTS
from narabi_solver.game.deck import Deck
from narabi_solver.game.entering import DealEntry
from narabi_solver.game.errors import ArgumentError, MoveFormatError, shorten
from narabi_solver.game.rules import SEATS, SWAP_WORDS, Place, Rules, in_order

HELP = """\
stones    clockwise from A1, as you like: 7:even, 7 even, 7e; several in a line
swaps     when the ring is full: B2-A3, as they were played
A2 7:odd  another stone or card at A2
first B   seat B begins, not the holder of the 0
back      take the last stone or swap back
cards     the cards, with their short forms
done      end, and give the text of the deal
quit      end without it; help: this list
Tab completes."""


class EnterSession:
    """A deal that is being put in, line by line."""

    def __init__(self, players: int | None, deck: Deck, unusual: bool, rules: Rules):
        """Begin with an empty ring; without `players` the first line tells their number."""
        self.entry = DealEntry(players or min(SEAT_COUNTS), deck, unusual, rules)
        self.players_known = players is not None
        self.over = False
        """True if the user wants to end."""
        self.kept = True
        """False if the user does not want the text."""

    @property
    def prompt(self) -> str:
        """What is asked for."""
        if not self.players_known:
            return "players (3, 4 or 5)> "
        place = self.entry.next_place
        if place is not None:
            return f"{place}> "
        state = self.entry.deal.state(self.entry.rules)
        if in_order(state.ring):
            return "in order, done?> "
        return f"turn {state.turns + 1}, seat {SEATS[state.mover]}> "

    def do(self, line: str) -> list[str]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        NarabiError
            The line is wrong; nothing has changed.
        """
        word, _, rest = line.strip().partition(" ")
        match word.lower():
            case "":
                return []
            case "help" | "?":
                return [HELP]
            case "cards":
                short = self.entry.deck.short_forms
                return ["  ".join(f"{name} ({short[name]})" for name in self.entry.cards_left)]
            case "quit" | "exit":
                self.over, self.kept = True, False
                return []
            case "done" | "end":
                self.entry.deal  # noqa: B018  (raises what is missing)
                self.over = True
                return []
            case "back" | "undo":
                self.entry = self.entry.back()
            case "first":
                self.entry = self.entry.begin(rest.strip())
            case _:
                self._put_in(line.strip(), word, rest)
        return self.shown()

    def _put_in(self, line: str, word: str, rest: str) -> None:
        if not self.players_known:
            if line not in map(str, SEAT_COUNTS):
                raise ArgumentError(f"the players are 3, 4 or 5, not {shorten(line)}")
            self.entry, self.players_known = replace(self.entry, players=int(line)), True
        elif self._is_place(word) and rest and SWAP_WORDS.places(line) is None:
            if word[0].lower() in BLANKS and self.entry.deck.meant(word[1:]) and self.entry.next_place:
                raise ArgumentError(
                    f"{word} may be a place or a blank with its card; write {word[0]}:{word[1:]}"
                )
            self.entry = self.entry.change(word, rest)
        elif self.entry.next_place is None:
            self.entry = self.entry.play(line)
        else:
            self.entry = self.entry.add(line)
        if self.entry.next_place is None:
            self.entry.deal  # noqa: B018  (a full ring that is not possible is said at once)

    @staticmethod
    def _is_place(word: str) -> bool:
        try:
            Place.parse(word)
        except MoveFormatError:
            return False
        return True

    def shown(self) -> list[str]:
        """Return the ring so far, and what is missing or was played."""
        lines = [str(self.entry)]
        if self.entry.missing:
            lines.append(f"missing: {' '.join(self.entry.missing)}")
        if self.entry.moves:
            lines.append(f"played: {' '.join(map(str, self.entry.moves))}")
        return lines

    def complete(self, text: str) -> list[str]:
        """Return how the last word of a line may go on."""
        return self.entry.completions(text) if self.players_known else []
