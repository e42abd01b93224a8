"""Minimums of a position when some of its restriction cards are ignored."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from _gamekit.facts import Fact, Facts, Result, Rows, for_people
from _gamekit.limits import Limits, SharedWatch
from _gamekit.problems import or_default
from narabi_solver.game.cards import Card
from narabi_solver.game.deal import Deal
from narabi_solver.game.facts import within
from narabi_solver.game.rules import SEATS, Place, Rules, State, Stone
from narabi_solver.solving.answers import Outcome, Value, turns_text
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import warm_up
from narabi_solver.solving.solve import values

LIFTED = Card("(lifted)")
"""A card that allows a swap with any stone of another seat. A deck file cannot define a card with this name.
"""


@dataclass(frozen=True)
class Costs(Result):
    """The minimum of a position with all its cards, and its minimums when some of the cards are ignored."""

    state: State
    """The position."""
    rules: Rules
    """The rules used."""
    position: Value
    """The value of the position with all its cards."""
    stones: dict[Place, Value] = field(hash=False)
    """For each place, the value of the position without the card of the stone that lies there now."""
    seats: dict[int, Value] = field(hash=False)
    """For each seat (A = 0), the value of the position without the cards of that seat's present stones."""
    all_lifted: Value
    """The value of the position without any cards."""
    stopped_by: str | None = None
    """The limit that left a value undecided; None if all values are decided."""
    nodes: int = field(default=0, compare=False)
    """Number of states expanded in total."""
    seconds: float = field(default=0.0, compare=False)
    """Seconds in total, excluding the loading of tables."""

    @property
    def outcome(self) -> Outcome:
        """Whether the unchanged position is solved, unsolvable or undecided."""
        return self.position.outcome

    @property
    def proven(self) -> bool:
        """True unless the outcome is undecided; `decided` covers all values."""
        return self.position.proven

    @property
    def decided(self) -> bool:
        """True if no value is undecided."""
        all_values = [self.position, self.all_lifted, *self.stones.values(), *self.seats.values()]
        return all(value.proven for value in all_values)

    @property
    def culprits(self) -> tuple[Place, ...]:
        """The places of the stones without whose card the minimum would be lower, or a win possible."""
        return tuple(place for place, value in self.stones.items() if _better(value, self.position))

    def __repr__(self) -> str:
        """Return the minimum, the minimum without cards, and the culprits, on one line."""
        here, lifted = (turns_text(value.outcome, value.turns) for value in (self.position, self.all_lifted))
        culprits = ", ".join(map(str, self.culprits)) or "none"
        return f"<Costs: {here}; without cards {lifted}; culprits: {culprits}>"

    def facts(self) -> Facts:
        """Return facts about the minimum without each card, and about the culprits."""
        state = self.state
        limit = within(self.rules, state.turns)
        minimum = turns_text(self.position.outcome, self.position.turns, limit)
        culprits = ", ".join(str(state.stone(place)) for place in self.culprits)
        nobody = "; no single card is to blame" if self.decided else "; which card is to blame is not known"
        because = f" because of {culprits}" if culprits else nobody
        table = [
            (f"{place}  {state.stone(place)}", value, "  less" * (place in self.culprits))
            for place, value in self.stones.items()
        ]
        table += [(f"all of seat {SEATS[seat]}", value, "") for seat, value in self.seats.items()]
        table.append(("all stones", self.all_lifted, ""))
        rows = [
            [
                for_people("without the card of", name),
                for_people("minimum", turns_text(value.outcome, value.turns) + less),
            ]
            for name, value, less in table
        ]
        return [
            Fact("stones", {place: _minimum(value) for place, value in self.stones.items()}),
            Fact("seats", {SEATS[seat]: _minimum(value) for seat, value in self.seats.items()}),
            Fact("all_lifted", _minimum(self.all_lifted)),
            Rows("", rows),
            for_people("", minimum + because),
        ]


def _minimum(value: Value) -> dict[str, object]:
    """Return the outcome and the minimum as an object for JSON."""
    return {"outcome": value.outcome, "turns": value.turns}


def _better(value: Value, than: Value) -> bool:
    if value.turns is None or than.outcome is Outcome.UNDECIDED:
        return False
    return than.turns is None or value.turns < than.turns


def restriction_costs(deal: Deal, *, rules: Rules | None = None, limits: Limits | None = None) -> Costs:
    """Return the minimum of a position with all cards, and its minimums when some of the cards are ignored.

    The ignored cards are each single card, the cards of each seat, and all cards. Without its card, a stone
    may be swapped with any stone of another seat.

    Parameters
    ----------
    deal : Deal
        The position: the deal after its `moves`.
    rules : Rules, optional
        The no-undo rule and the turn limit; the plain rules if left out.
    limits : Limits, optional
        Seconds and `stop` apply to the whole call; nodes and memory apply to each position.

    Returns
    -------
    Costs
        The values of the position with all its cards, and without some of them.

    Raises
    ------
    IllegalMoveError
        These rules forbid one of the deal's `moves`.
    ArgumentError
        An argument has the wrong type.

    Examples
    --------
    >>> from narabi_solver import random_deal, restriction_costs
    >>> costs = restriction_costs(random_deal(3, seed=1))
    >>> costs.position.turns, costs.all_lifted.turns
    (6, 4)
    """
    rules, limits = or_default(rules, Rules), or_default(limits, Limits)
    dealt = deal.state(rules)
    state = replace(dealt, deck=replace(dealt.deck, cards=(*dealt.deck.cards, LIFTED)))
    places = list(state.places())
    lifted: list[Callable[[Place], bool]] = [lambda place: False]
    lifted += [functools.partial(Place.__eq__, place) for place in places]
    lifted += [functools.partial(_is_in_seat, seat) for seat in range(state.players)]
    lifted += [lambda place: True]
    warm_up(pack(state, rules).game)
    watch = SharedWatch(limits)
    all_values = values([_without(state, some) for some in lifted], rules, watch)
    by_seat = all_values[1 + len(places) : -1]
    return Costs(
        state=dealt,
        rules=rules,
        position=all_values[0],
        stones=dict(zip(places, all_values[1 : 1 + len(places)], strict=True)),
        seats=dict(enumerate(by_seat)),
        all_lifted=all_values[-1],
        stopped_by=watch.stopped_by,
        nodes=watch.nodes,
        seconds=watch.seconds,
    )


def _is_in_seat(seat: int, place: Place) -> bool:
    return place.seat == seat


def _without(state: State, lifted: Callable[[Place], bool]) -> State:
    """Return a state in which the stone at each place that `lifted` accepts has the card `LIFTED`."""
    ring = tuple(
        Stone(stone.label, LIFTED.name) if lifted(place) else stone
        for place, stone in zip(state.places(), state.ring, strict=True)
    )
    return replace(state, ring=ring)
