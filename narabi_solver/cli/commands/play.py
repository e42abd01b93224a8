"""`narabi play`: a game at one seat, with partners whose cards are hidden."""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

import narabi_solver
from _gamekit.arguments import given_options, options_named, whole_number
from _gamekit.facts import Rows, view_of
from _gamekit.lines import text_of
from _gamekit.philox import MAX_SEED
from _gamekit.problems import number_of
from _gamekit.sessions import Session, talk
from narabi_solver import hidden, show
from narabi_solver.cli import PROGRAM
from narabi_solver.cli.options import (
    add_deck,
    add_limit,
    add_players,
    add_policy,
    add_undo,
    deck_of,
    game_of,
    policy_of,
    rules_of,
    seat,
    warm_up,
)
from narabi_solver.game.errors import ArgumentError, MoveFormatError
from narabi_solver.game.facts import reason
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.questions import Answer, Event
from narabi_solver.game.random_deals import random_deal
from narabi_solver.game.rules import SEATS, Rules, Swap, replay_legal

if TYPE_CHECKING:
    from rich.console import RenderableType

    from _gamekit.sessions import Views, Words

KEPT = "# options"
"""Begins the line of a saved game with its options."""
RULES_KEPT = {"no_undo", "undo_reading", "limit", "unusual", "deck"}
"""The options of the rules and of the cards."""
HINTED = 3
"""Largest number of swaps, and largest number of questions, that a hint shows."""
EXAMPLES = [
    "narabi play --players 4 --seat B --seed 7",
    "narabi play game.txt --seat B --policy asking",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.description = """\
Plays a game at the terminal: you sit at one seat and see only your own cards;
partners sit at the other seats and see only theirs. You may ask them questions
and take hints. At the end, the solution is shown, and every swap is judged by
what its player could know."""
    parser.add_argument(
        "deal", metavar="GAME", nargs="?", help="a deal or a saved game, or a file with one, to continue"
    )
    add_players(parser, "players of a random deal", mini=True)
    parser.add_argument("--seat", type=seat, required=True, metavar="SEAT", help="your seat")
    _add_kept(parser)


def _add_kept(parser: ArgumentParser) -> None:
    """Add the options that a saved game keeps."""
    add_policy(parser, "partners")
    parser.add_argument(
        "--seed", type=whole_number(0, MAX_SEED), default=0, metavar="S", help="seed of the deal (default 0)"
    )
    add_undo(parser)
    add_limit(parser)
    add_deck(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    if (options.deal is None) == (options.players is None):
        raise ArgumentError("give --players for a random deal, or a game to play, but not both")
    if options.deck is not None and os.path.exists(options.deck):
        options.deck = os.path.abspath(options.deck)
    if options.deal is not None and os.path.isfile(options.deal):
        options = _continued(options)
    policy = policy_of(options.policy)
    if options.deal is None:
        game = PlayedGame(random_deal(options.players, options.seed, deck=deck_of(options)))
    elif options.deal == "-":
        raise ArgumentError("the standard input is for your moves; name a file with the game")
    else:
        game = game_of(options)
    if options.seat >= game.deal.players:
        raise ArgumentError(f"the seats of this deal are A to {SEATS[game.deal.players - 1]}")
    warm_up(game.deal)
    session = PlaySession(game, options.seat, policy, rules_of(options), options.seed, _kept(options))
    return talk(PROGRAM, session)


def _kept(options: Namespace) -> str:
    """Return the line of a saved game with the options that its continuation needs."""
    return f"{KEPT} {shlex.join(given_options(_add_kept, options))}".rstrip()


def _continued(options: Namespace) -> Namespace:
    """Return the options with those that the file of a saved game keeps.

    The command line may name another policy and another seed, but no other rules and no other cards.
    """
    line = next((line for line in text_of(options.deal).splitlines() if line.startswith(KEPT)), None)
    if line is None:
        return options
    words = line.removeprefix(KEPT).strip()
    saved, default = options_named(_add_kept, words), options_named(_add_kept, "")
    given = {name: getattr(options, name) for name in vars(default)}
    changed = {name: value for name, value in given.items() if value != getattr(default, name)}
    if any(value != getattr(saved, name) for name, value in changed.items() if name in RULES_KEPT):
        raise ArgumentError(
            f"{options.deal} was saved with {words or 'no options'}; omit the options of rules"
        )
    if ":" in saved.policy and "policy" not in changed:
        raise ArgumentError(f"{options.deal} was saved with the options {words}; give --policy again")
    if words:
        PROGRAM.say(f"{options.deal} continues with {words}")
    return Namespace(**{**vars(options), **vars(saved), **changed})


class PlaySession(Session):
    """A game at the terminal: a person at one seat, a policy at the other seats."""

    HELP = """\
B2-A3        swap your stone at B2 with the one at A3
ask C1-A2    may the owner of C1 switch that stone with the one at A2?
hint         what to play or ask, by what you know
beliefs      what the hidden cards may be
show         the table again
save FILE    save the game; 'narabi play FILE --seat B' continues it
give up      end, and see the solution
help         this list; quit (or Ctrl-D) ends without the solution"""
    SAVED = "; it has all cards: do not look"

    def __init__(
        self,
        game: PlayedGame,
        seat: int,
        policy: hidden.Policy,
        rules: Rules,
        seed: int,
        kept: str = KEPT,
    ):
        """Begin or continue a game; `kept` is the line of the saved game with its options."""
        super().__init__()
        self._kept = kept
        self.deal, self.seat, self.policy, self.rules, self.seed = game.deal, seat, policy, rules, seed
        from narabi_solver.hidden.team_games import Table  # noqa: PLC0415  (loads numpy)

        others = [None if one == seat else policy for one in range(game.deal.players)]
        self.table = Table(game.deal, others, rules, game.events)

    @property
    def game(self) -> PlayedGame:
        """The game so far, with all its cards."""
        return PlayedGame(self.deal, tuple(self.table.events))

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        return f"turn {self.table.state.turns + 1}, you are {SEATS[self.seat]}> "

    @property
    def text(self) -> str:
        """The text to save: the game so far, after comments with the seat and the options."""
        return f"# seat {SEATS[self.seat]}\n{self._kept}\n{self.game}\n"

    @property
    def open_text(self) -> str:
        """The swaps and answers, without the cards."""
        return " ".join(["moves", *map(str, self.game.events)])

    def begin(self) -> Views:
        """Let the partners play; return their events, and the table or the end of the game."""
        return [*self._others(), *([] if self.table.over else [self._shown()]), *self._end()]

    def words(self) -> Words:
        """Return the action for each command word; other lines are swaps."""
        return {
            "show": lambda rest: [self._shown()],
            "ask": self._ask,
            "hint": self._hint,
            "beliefs": lambda rest: [show.hint_report.beliefs_view(self.table.knows[self.seat])],
            "save": self.save,
            "give": self._give_up,
        }

    def other(self, line: str) -> Views:
        """Play a swap."""
        try:
            swap = Swap.parse(line)
        except MoveFormatError as error:
            raise MoveFormatError(f"{error}; 'help' lists the commands") from None
        sentence = self._sentence(swap)
        self.table.take(swap)
        return [sentence, *self._gained(swap), *self.begin()]

    def _ask(self, text: str) -> Views:
        question = hidden.Question(Swap.parse(text))
        event = self.table.take(question)
        return [_answered(event)]

    def _others(self) -> Views:
        """Let the partners play until it is the person's turn or the game is over; return the events."""
        views: Views = []
        while not self.table.over and self.table.state.mover != self.seat:
            seat = SEATS[self.table.state.mover]
            decision = self.table.decide((self.seed + len(self.table.events)) % 2**64)
            if isinstance(decision, hidden.Question):
                said = _answered(self.table.take(decision))
                views.append(f"{seat} asks: {said}")
                continue
            views.append(self._sentence(decision))
            self.table.take(decision)
            views += self._gained(decision)
        return views

    def _sentence(self, swap: Swap) -> str:
        """Return a swap in words, as the person sees the swap before it is played."""
        state = self.table.knows[self.seat].state
        who = "you" if swap.own.seat == self.seat else SEATS[swap.own.seat]
        places = {*state.places()}
        what = reason(state, swap) if {*swap} <= places else ""
        return f"turn {state.turns + 1}, {who}: {swap}  {what}"

    def _gained(self, swap: Swap) -> Views:
        """Return a text about the stone that the person received in a swap; empty if there is none."""
        for mine in swap:
            if mine.seat == self.seat:
                stone = self.table.state.stone(mine)
                return [f"you have {stone} at {mine} now: {self.deal.deck[stone.card]}"]
        return []

    def _shown(self) -> RenderableType:
        return show.hint_report.seat_view(self.table.knows[self.seat], self.rules.limit)

    def _hint(self, rest: str) -> Views:
        advice = narabi_solver.hint(self.table.knows[self.seat], rules=self.rules, seed=self.seed % 2**64)
        short = replace(advice, moves=advice.moves[:HINTED]).facts(HINTED)
        return [view_of([fact for fact in short if isinstance(fact, Rows) or fact.named in ("", "why")])]

    def _give_up(self, rest: str) -> Views:
        self.over = True
        return self._afterwards("given up")

    def _end(self) -> Views:
        if not self.table.over:
            return []
        self.over = True
        state = self.table.state
        if self.table.won:
            return self._afterwards(f"won in {number_of(state.turns, 'turn')}")
        stuck = state.turns < self.rules.limit
        played = number_of(state.turns, "turn")
        why = f"seat {SEATS[state.mover]} has no legal swap" if stuck else "no turn is left"
        return self._afterwards(f"lost after {played}: {why}")

    def _afterwards(self, result: str) -> Views:
        """Return the result, a shortest line, and a judgement of each swap by the knowledge of its player."""
        views: Views = [""]
        best = narabi_solver.solve(self.deal, rules=self.rules)
        if best.turns is None:
            views.append(f"{result}; {best.summary}")
        else:
            states, _ = replay_legal(self.deal.start(), best.swaps, self.rules)
            fewest = number_of(best.turns, "turn")
            views.append(f"{result}; the fewest possible with all cards open: {fewest}")
            views.append(show.report.turns_table(states, best.swaps))
        if self.game.turns:
            judged = narabi_solver.judge_hidden(self.game, rules=self.rules)
            views.append(view_of(show.hint_report.hidden_facts(judged)))
        return views


def _answered(event: Event) -> str:
    """Return a question and its answer in words."""
    assert isinstance(event, Answer)
    own, other = event.swap
    return f"may {own} be switched with {other}? {'yes' if event.yes else 'no'}"
