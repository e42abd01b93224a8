"""Judges a game swap by swap: the best swaps, the costs of slips, and the swap that lost the win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, Words, effort, for_people, for_programs, html_of
from _gamekit.languages import FIRST, Language, language_of
from _gamekit.limits import Limits, SharedWatch
from _gamekit.page import Replay
from _gamekit.problems import number_of, or_default
from narabi_solver.analysis.verifying import read_line
from narabi_solver.analysis.why import Why, why_better
from narabi_solver.game import drawing
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.facts import assumed_fact, deal_fact, reason, rules_fact, within
from narabi_solver.game.rules import TRACK, Rules, State, Swap, in_order, replay_legal
from narabi_solver.solving.answers import MoveValue, Outcome, Solution, Value
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import warm_up
from narabi_solver.solving.solve import move_values, values

SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class Judgement(Words):
    """The effect of a swap on the game."""

    BEST = "best"
    """The swap keeps the minimum."""
    SLIP = "slip"
    """The swap costs turns; a win is still possible."""
    LOSES = "loses the win"
    """The game could be won before the swap and cannot be won after it."""
    LOST = "already lost"
    """The game could not be won before the swap."""
    UNKNOWN = "not known"
    """A limit was reached before the effect was known."""


COSTS = {
    str(Judgement.BEST): "replay.best",
    str(Judgement.LOSES): "replay.loses",
    str(Judgement.LOST): "replay.lost",
    str(Judgement.UNKNOWN): "replay.unknown",
}
"""For each judgement except a slip, the key of its text. The text of a slip depends on the turns it costs."""
STYLES = {
    Judgement.BEST: "green",
    Judgement.SLIP: "bold yellow",
    Judgement.LOSES: "bold red",
    Judgement.LOST: "dim",
    Judgement.UNKNOWN: "dim",
}


@dataclass(frozen=True)
class ReviewedTurn(AsDict):
    """A turn of a game: the swap played, its effect, and the alternatives."""

    turn: int
    """The number of the turn, from 1."""
    swap: Swap
    """The swap that was played."""
    before: Value
    """The value of the position before the swap."""
    after: Value
    """The value of the position after the swap."""
    moves: tuple[MoveValue, ...]
    """All legal swaps of the position before the swap, with their values."""
    why: Why | None = None
    """The reason why another swap was better; None if no swap was better, or if the search was stopped."""

    @property
    def cost(self) -> int | None:
        """Number of turns that the swap adds to the shortest win.

        None if no win is possible before or after the swap, or if a limit left that unknown.
        """
        if self.before.turns is None or self.after.turns is None:
            return None
        return self.after.turns + 1 - self.before.turns

    @property
    def judgement(self) -> Judgement:
        """The effect of the swap on the game."""
        if self.cost is not None:
            return Judgement.SLIP if self.cost else Judgement.BEST
        if self.before.outcome is Outcome.UNSOLVABLE:
            return Judgement.LOST
        if self.before.proven and self.after.proven:
            return Judgement.LOSES
        return Judgement.UNKNOWN

    @property
    def instead(self) -> tuple[Swap, ...]:
        """The best swaps of the position, if the swap played is a slip or loses the win; else empty."""
        if self.judgement not in (Judgement.SLIP, Judgement.LOSES):
            return ()
        return tuple(move.swap for move in self.moves if move.turns == self.before.turns)

    def cost_of(self, move: MoveValue) -> str:
        """Return the cost of a legal swap in words.

        Parameters
        ----------
        move : MoveValue
            One of `moves`.

        Returns
        -------
        str
            "best", "+2" for a swap that costs two turns, "loses the win", "already lost" or "not known".
        """
        if self.before.outcome is Outcome.UNSOLVABLE:
            return str(Judgement.LOST)
        if self.before.turns is None or not move.proven:
            return str(Judgement.UNKNOWN)
        if move.turns is None:
            return str(Judgement.LOSES)
        return f"+{move.turns - self.before.turns}" if move.turns > self.before.turns else str(Judgement.BEST)

    def _words(self, language: Language) -> str:
        """Return the judgement of the swap in a language, or the turns that it costs if it is a slip."""
        return _cost_words(f"+{self.cost}" if self.cost else str(self.judgement), language, in_turns=True)

    def _choice_lines(self, language: Language) -> str:
        """Return the cost of each legal swap, one per line, in a language."""
        played = f"  ({language.text('replay.played')})"
        return "\n".join(
            f"{move.swap}  {_cost_words(self.cost_of(move), language)}" + played * (move.swap == self.swap)
            for move in self.moves
        )

    @property
    def others(self) -> str:
        """The number of legal swaps for each cost, like "1 best, 4 +1, 2 loses the win".

        Empty if the game was lost already.
        """
        if self.before.outcome is Outcome.UNSOLVABLE:
            return ""
        counts = Counter(map(self.cost_of, self.moves))
        order = sorted(
            counts, key=lambda cost: (cost != Judgement.BEST, not cost.startswith("+"), len(cost), cost)
        )
        return ", ".join(f"{counts[cost]} {cost}" for cost in order)

    def facts(self) -> list[Fact]:
        """Return the swap, its judgement, and the cost of each legal swap."""
        judged, costs = f"{self.judgement}{turn_cost(self)}", {m.swap: self.cost_of(m) for m in self.moves}
        return [
            Fact("turn", self.turn, str(self.turn)),
            Fact("swap", self.swap, str(self.swap)),
            Fact("judgement", self.judgement, judged, style=STYLES[self.judgement]),
            Fact("cost", self.cost),
            for_people("better", " or ".join(map(str, self.instead))),
            Fact("moves", costs, self.others, "all legal swaps"),
        ]


@dataclass(frozen=True)
class Review(Result):
    """A game with a judgement of every swap."""

    deal: Deal
    """The deal, with the game as its `moves`."""
    rules: Rules
    """The rules used."""
    states: tuple[State, ...]
    """The state as dealt, and the state after each swap."""
    values: tuple[Value, ...]
    """The value of each state in `states`."""
    turns: tuple[ReviewedTurn, ...]
    """The turns of the game, each with its swap and the judgement of the swap."""
    stopped_by: str | None = None
    """The limit that left a value undecided; None if all values are decided."""
    nodes: int = field(default=0, compare=False)
    """Number of states expanded in total."""
    seconds: float = field(default=0.0, compare=False)
    """Seconds in total, excluding the loading of tables."""

    @property
    def outcome(self) -> Outcome:
        """Whether the deal as dealt is solved, unsolvable or undecided."""
        return self.values[0].outcome

    @property
    def minimum(self) -> int | None:
        """The minimum of the deal as dealt; None if it is unknown or there is no win."""
        return self.values[0].turns

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided; `decided` covers the whole game."""
        return self.values[0].proven

    @property
    def decided(self) -> bool:
        """True if every swap is judged."""
        return all(value.proven for value in self.values)

    @property
    def won(self) -> bool:
        """True if the ring is in order at the end."""
        return in_order(self.states[-1].ring)

    @property
    def lost(self) -> bool:
        """True if it is proven that no win is possible from the last position."""
        return self.values[-1].outcome is Outcome.UNSOLVABLE

    @property
    def thrown_away(self) -> int | None:
        """The number of the turn that lost the win; None if no turn did, or if that is unknown."""
        return next((turn.turn for turn in self.turns if turn.judgement is Judgement.LOSES), None)

    @property
    def slips(self) -> tuple[ReviewedTurn, ...]:
        """All turns whose swap made the game longer or lost the win."""
        return tuple(turn for turn in self.turns if turn.judgement in (Judgement.SLIP, Judgement.LOSES))

    @property
    def summary(self) -> str:
        """The course of the game, like "won in 7 turns, possible in 5: two slips".

        A game that can no longer be won is called lost, whether it is over or not.
        """
        count = len(self.slips)
        named = SMALL_NUMBERS[count] if count < len(SMALL_NUMBERS) else str(count)
        slips = f"{named} {'slip' if count == 1 else 'slips'}" + " found so far" * (not self.decided)
        played, limit = number_of(len(self.turns), "turn"), within(self.rules)
        if self.outcome is Outcome.UNSOLVABLE:
            return f"lost after {played}, and no game from this deal could be won{limit}"
        if self.won and len(self.turns) == self.minimum:
            return f"won in {played}, the fewest possible"
        if self.minimum is None:
            possible = "the fewest possible is not known"
        else:
            possible = f"possible in {self.minimum}"
        if self.won:
            return f"won in {played}, {possible}: {slips}"
        if self.lost:
            if self.thrown_away is None:
                return f"lost after {played}{f', no win{limit}' * bool(limit)}; {possible}: {slips}"
            win = f"the win{limit} was " * bool(limit)
            away = f"{win}thrown away on turn {self.thrown_away} of {len(self.turns)}"
            return f"lost: {away}; {possible}: {slips}"
        end = self.values[-1]
        where = "whether it can still be won is not known"
        if end.turns is not None:
            in_all = len(self.turns) + end.turns
            where = f"{number_of(end.turns, 'more turn')} needed, {in_all} in all"
        return f"not won yet after {played}, {where}; {possible}: {slips}"

    def _summary_words(self, language: Language) -> str:
        """Return the summary of the game in a language."""
        if language.name == FIRST:
            return self.summary
        n, least, needed = len(self.turns), self.minimum, self.values[-1].turns
        fields = {"turns": language.text("count.turns", n=n), "n": n, "least": least}
        limit = self.rules.limit
        if self.outcome is Outcome.UNSOLVABLE:
            return language.text("review.never" if limit == TRACK else "replay.never-within", n=limit)
        if not self.decided:
            return language.text("review.unknown")
        if needed is None and limit < TRACK:
            return language.text("replay.lost-within", n=limit, turn=self.thrown_away, all=n, least=least)
        if needed is None:
            return language.text("review.lost", turn=self.thrown_away, **fields)
        if needed:
            return language.text("review.open", n=needed, all=n + needed, least=least)
        return language.text("review.fewest" if n == least else "review.won", **fields)

    def replay(self, *, theme: str = "auto", language: str = FIRST, page: str | None = None) -> Replay:
        """Return the game as a slide show, with the judgement of each swap and the alternatives.

        Parameters
        ----------
        theme : str, default: "auto"
            "light", "dark", or "auto" for the reader's own colour scheme.
        language : str, default: "en"
            The language's code: "en", "de", "fr", "ja" or "pl".
        page : str, optional
            The address of Narabi's page, for a link that opens the game there; no link if left out.

        Returns
        -------
        Replay
            The slide show. A notebook displays it, and `save` writes it as a page.

        Raises
        ------
        ArgumentError
            The theme or the language is unknown.
        """
        texts = language_of("narabi_solver", language)
        swaps = [turn.swap for turn in self.turns]
        play = drawing.play_of(str(self.deal), self.rules, page)
        title = self._summary_words(texts)
        shown = drawing.replay(self.states, swaps, self.rules, title, theme, language=language, play=play)
        frames = list(shown.frames)
        for i, turn in enumerate(self.turns):
            more = f"{turn.why._words(texts)}\n\n" if turn.why else ""
            more += turn._choice_lines(texts)
            text = f"{turn._words(texts)}\n{frames[i].text}\n\n{more}"
            mark = {"best": "", "slip": " ?", "loses the win": " ??"}.get(turn.judgement, "")
            frames[i] = frames[i]._replace(name=frames[i].name + mark, text=text)
        return replace(shown, frames=frames)

    def __repr__(self) -> str:
        """Return the summary."""
        return f"<Review: {self.summary}>"

    def facts(self) -> Facts:
        """Return the facts about the game, about each swap, and about each slip."""
        limits = f"not everything is known: stopped by {self.stopped_by}"
        return [
            Fact("summary", self.summary, self.summary, "game", "bold"),
            Fact("turns", len(self.turns)),
            *for_programs(self, "minimum", "won", "lost", "thrown_away", "outcome", "proven", "decided"),
            deal_fact(self.deal),
            rules_fact(self.rules, self.deal),
            assumed_fact(self.deal.assumed),
            Fact("stopped_by", self.stopped_by, limits * bool(self.stopped_by), "limits"),
            *effort(self),
            Rows("swaps", list(map(_turn_facts, self.states, self.turns)), right=[0]),
            Rows("slips", [_slip_facts(slip) for slip in self.slips], right=[0]),
        ]

    def _repr_html_(self) -> str:
        return html_of(self.facts()) + self.replay()._repr_html_()


def _turn_facts(state: State, turn: ReviewedTurn) -> list[Fact]:
    number, swap, *others = turn.facts()
    return [number, swap, for_people("by", reason(state, turn.swap)), *others]


def _slip_facts(slip: ReviewedTurn) -> list[Fact]:
    return [
        Fact("turn", slip.turn, str(slip.turn), "slip on turn"),
        *for_programs(slip, "swap", "cost", "instead"),
        Fact("why", slip.why, "" if slip.why is None else slip.why.sentence),
    ]


def _cost_words(cost: str, language: Language, *, in_turns: bool = False) -> str:
    """Return a cost from `ReviewedTurn.cost_of` in a language; `in_turns` writes out a slip."""
    if cost in COSTS:
        return language.text(COSTS[cost])
    return language.text("replay.slip", n=int(cost)) if in_turns else cost


def turn_cost(turn: ReviewedTurn) -> str:
    """Return the cost of a slip, like " (+2 turns)"; empty for other swaps."""
    return f" (+{number_of(turn.cost, 'turn')})" if turn.cost else ""


def review(
    deal: Deal,
    line: str | Iterable[Swap | str] | Solution | None = None,
    *,
    rules: Rules | None = None,
    limits: Limits | None = None,
) -> Review:
    """Judge each swap of a game: whether the swap was best, cost turns, or lost the win.

    The judgement uses all cards, including those that the players did not see.

    Parameters
    ----------
    deal : Deal
        The deal, with the game as its `moves`.
    line : str, iterable of Swap or str, or Solution, optional
        Swaps that were played after the `moves`, as for `verify`.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Seconds and `stop` apply to the whole review; nodes and memory apply to each search. If left out, the
        only limit is 4 GiB of memory.

    Returns
    -------
    Review
        Every turn with its judgement and the alternatives, and a summary.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the swaps.
    MoveFormatError
        The text is not a line of swaps.
    ArgumentError
        There are no swaps, or an argument has the wrong type.

    Examples
    --------
    >>> from narabi_solver import Deal, review
    >>> game = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left moves B2-A3"
    ... )
    >>> reviewed = review(game, "C1-B3 A4-C3")
    >>> reviewed.summary
    'not won yet after 3 turns, 4 more turns needed, 7 in all; possible in 5: one slip'
    >>> [(turn.turn, turn.cost, [str(swap) for swap in turn.instead]) for turn in reviewed.slips]
    [(3, 2, ['A4-B4'])]
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    if line is not None:
        deal = replace(deal, moves=deal.moves + read_line(line))
    deal.state(rules)
    if not deal.moves:
        raise ArgumentError(
            "there is no game to review: give the deal with its swaps, 'DEAL moves B2-A3 C1-B3 …'"
        )
    states, _ = replay_legal(deal.start(), deal.moves, rules)
    warm_up(pack(states[0], rules).game)
    watch = SharedWatch(limits)
    state_values = values(states, rules, watch)
    moves = move_values(states[:-1], rules, watch)
    turns = tuple(
        ReviewedTurn(
            i + 1,
            swap,
            state_values[i],
            state_values[i + 1],
            moves[i],
            why_better(states[i], moves[i], swap, rules, watch),
        )
        for i, swap in enumerate(deal.moves)
    )
    return Review(
        deal,
        rules,
        tuple(states),
        tuple(state_values),
        turns,
        watch.stopped_by,
        watch.nodes,
        watch.seconds,
    )
