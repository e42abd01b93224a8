"""A game at the table with partners whose cards are hidden: what each line of the player does."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from _gamekit.sessions import OwnFiles, file_named
from narabi_solver.game.errors import MoveFormatError
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.questions import Answer, Event
from narabi_solver.game.rules import SEATS, Rules, Swap, replay_legal
from narabi_solver.hidden.hinting import hint
from narabi_solver.hidden.judging import judge_hidden
from narabi_solver.hidden.policies import Policy, Question
from narabi_solver.hidden.team_games import Table
from narabi_solver.show import hint_report
from narabi_solver.show.report import reason, ring_view, turns_table
from narabi_solver.solving.api import solve

HELP = """\
B2-A3        swap your stone at B2 with the one at A3
ask C1-A2    may the owner of C1 switch that stone with the one at A2?
hint         what to play or ask, by what you know
beliefs      what the hidden cards may be
show         the table again
save FILE    save the game; 'narabi play FILE --seat B' goes on
give up      end, and see the solution
help         this list; quit (or Ctrl-D) ends without the solution"""
HINTED = 3
"""Swaps, and questions, that a hint shows."""


class Session:
    """One game at the terminal: a person at one seat, a policy at the others."""

    def __init__(self, game: PlayedGame, seat: int, policy: Policy, rules: Rules, seed: int):
        self.deal, self.seat, self.policy, self.rules, self.seed = game.deal, seat, policy, rules, seed
        others = [None if one == seat else policy for one in range(game.deal.players)]
        self.table = Table(game.deal, others, rules, game.events)
        self.over = False
        """True when the player wants to stop, or the game is over and its end was shown."""
        self._own_files = OwnFiles()

    @property
    def game(self) -> PlayedGame:
        """The game so far, with all its cards."""
        return PlayedGame(self.deal, tuple(self.table.events))

    @property
    def prompt(self) -> str:
        """What is asked for."""
        return f"turn {self.table.state.turns + 1}, you are {SEATS[self.seat]}> "

    def do(self, line: str) -> list[RenderableType]:
        """Do what a line says; return what is to be shown.

        Raises
        ------
        NarabiError
            The line is wrong; nothing has changed.
        OSError
            A file cannot be written.
        """
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], list[RenderableType]]] = {
            "help": lambda rest: [Text(HELP)],
            "show": lambda rest: [self._shown()],
            "ask": self._ask,
            "hint": self._hint,
            "beliefs": lambda rest: [hint_report.beliefs_view(self.table.knows[self.seat])],
            "save": self._save,
            "give": self._give_up,
            "quit": self._quit,
            "exit": self._quit,
        }
        if word.lower() in commands:
            return commands[word.lower()](rest.strip())
        return self._play(line.strip())

    def go_on(self) -> list[RenderableType]:
        """Let the partners play; return what they did, and the table or how the game ended."""
        return [*self._others(), *([] if self.table.over else [self._shown()]), *self._end()]

    def _play(self, text: str) -> list[RenderableType]:
        try:
            swap = Swap.parse(text)
        except MoveFormatError as error:
            raise MoveFormatError(f"{error}; 'help' lists the commands") from None
        told = self._told(swap)
        self.table.take(swap)
        return [Text(told), *self._gained(swap), *self.go_on()]

    def _ask(self, text: str) -> list[RenderableType]:
        question = Question(Swap.parse(text))
        event = self.table.take(question)
        return [Text(_answered(event))]

    def _others(self) -> list[RenderableType]:
        """Let the partners play until it is the player's turn, or the end."""
        told: list[RenderableType] = []
        while not self.table.over and self.table.state.mover != self.seat:
            seat = SEATS[self.table.state.mover]
            decision = self.table.decide((self.seed + len(self.table.events)) % 2**64)
            if isinstance(decision, Question):
                said = _answered(self.table.take(decision))
                told.append(Text(f"{seat} asks: {said}"))
                continue
            told.append(Text(self._told(decision)))
            self.table.take(decision)
            told += self._gained(decision)
        return told

    def _told(self, swap: Swap) -> str:
        """Return what a swap does, said before it is played, as the player sees it."""
        state = self.table.knows[self.seat].state
        who = "you" if swap.own.seat == self.seat else SEATS[swap.own.seat]
        places = {*state.places()}
        what = reason(state, swap) if {*swap} <= places else ""
        return f"turn {state.turns + 1}, {who}: {swap}  {what}"

    def _gained(self, swap: Swap) -> list[RenderableType]:
        """Return which card the player got to know by a swap."""
        for mine in swap:
            if mine.seat == self.seat:
                stone = self.table.state.stone(mine)
                return [Text(f"you have {stone} at {mine} now: {self.deal.deck[stone.card]}")]
        return []

    def _shown(self) -> RenderableType:
        """Return the ring and what the player knows of its cards."""
        state = self.table.knows[self.seat].state
        grid = Grid.grid(padding=(0, 2))
        for seat in range(state.players):
            hand = [place for place in state.places() if place.seat == seat]
            stones = "  ".join(f"{place} {state.stone(place)}" for place in hand)
            grid.add_row(Text(f"{SEATS[seat]} (you)" if seat == self.seat else SEATS[seat]), Text(stones))
        told = f"{self.rules.limit - state.turns} of {self.rules.limit} turns are left"
        own = Grid.grid(padding=(0, 2))
        for place in (place for place in state.places() if place.seat == self.seat):
            stone = state.stone(place)
            own.add_row(str(place), str(stone), str(self.deal.deck[stone.card]))
        return Group(ring_view(state), Text(""), grid, Text(""), own, Text(told))

    def _hint(self, rest: str) -> list[RenderableType]:
        found = hint(self.table.knows[self.seat], rules=self.rules, seed=self.seed % 2**64)
        return [hint_report.short_view(found, HINTED)]

    def _save(self, rest: str) -> list[RenderableType]:
        path = file_named(rest, "save FILE")
        about = f"# seat {SEATS[self.seat]}, the others by the policy {self.policy.name}, seed {self.seed}"
        self._own_files.write(path, f"{about}\n{self.game}\n")
        return [Text(f"saved to {path}; it has all cards: do not look")]

    def _give_up(self, rest: str) -> list[RenderableType]:
        self.over = True
        return self._afterwards("given up")

    def _quit(self, rest: str) -> list[RenderableType]:
        self.over = True
        return []

    def _end(self) -> list[RenderableType]:
        if not self.table.over:
            return []
        self.over = True
        state = self.table.state
        if self.table.won:
            return self._afterwards(f"won in {state.turns} turns")
        stuck = state.turns < self.rules.limit
        why = f"seat {SEATS[state.mover]} has no legal swap" if stuck else f"{state.turns} turns are over"
        return self._afterwards(f"lost: {why}")

    def _afterwards(self, result: str) -> list[RenderableType]:
        """Return how it ended, what was possible, and what each swap was by what its player could know."""
        views: list[RenderableType] = [Text("")]
        best = solve(self.deal, rules=self.rules)
        if best.turns is None:
            views.append(Text(f"{result}; {best.summary}"))
        else:
            states, _ = replay_legal(self.deal.start(), best.swaps, self.rules)
            views.append(Text(f"{result}; with all cards open {best.turns} turns are enough, and no fewer:"))
            views.append(turns_table(states, best.swaps))
        if self.game.turns:
            views.append(hint_report.hidden_turns_view(judge_hidden(self.game, rules=self.rules)))
        return views


def _answered(event: Event) -> str:
    """Return a question and its answer."""
    assert isinstance(event, Answer)
    own, other = event.swap
    return f"may {own} be switched with {other}? {'yes' if event.yes else 'no'}"
