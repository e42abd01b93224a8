"""What each restriction costs: the minimum without it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, replace

from _gamekit.limits import Limits
from _gamekit.problems import check_kind
from narabi_solver.game.cards import Card
from narabi_solver.game.deal import Deal
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Place, Rules, State, Stone
from narabi_solver.solving.clock import Clock
from narabi_solver.solving.solution import Outcome
from narabi_solver.solving.values import Value, prepare, values

LIFTED = Card("(lifted)")
"""Allows any stone of another seat. No deck file can have a card of this name."""


@dataclass(frozen=True)
class Costs:
    """What the restrictions of a position cost: the minimum if some of them were lifted from now on."""

    turns: Value
    """The position as it is."""
    stones: dict[Place, Value]
    """For each place, if the card of the stone there were lifted."""
    seats: dict[int, Value]
    """For each seat, if the cards of the stones there now were lifted."""
    none: Value
    """If all were lifted."""

    @property
    def decided(self) -> bool:
        """True if nothing was left undecided."""
        found = [self.turns, self.none, *self.stones.values(), *self.seats.values()]
        return all(value.outcome is not Outcome.UNDECIDED for value in found)

    @property
    def culprits(self) -> tuple[Place, ...]:
        """The places of single cards without which the minimum were less, or there were one at all."""
        return tuple(place for place, value in self.stones.items() if _better(value, self.turns))


def _better(value: Value, than: Value) -> bool:
    if value.turns is None or than.outcome is Outcome.UNDECIDED:
        return False
    return than.turns is None or value.turns < than.turns


def restriction_costs(
    deal: Deal, rules: Rules | None = None, limits: Limits | None = None, clock: Clock | None = None
) -> Costs:
    """Return the minimum of a position with each single card lifted, each seat's cards, and all cards.

    A lifted card lets its stone be swapped with any stone of another seat.

    Parameters
    ----------
    deal, rules, limits
        As for `analyse`, and so are the errors.
    clock
        Goes on with the clock of an earlier analysis (`Analysis.clock`), whose limits hold then.
    """
    check_kind(deal, Deal, ArgumentError)
    rules = Rules() if rules is None else rules
    clock = Clock(limits) if clock is None else clock
    state = deal.state(rules)
    state = replace(state, deck=replace(state.deck, cards=(*state.deck.cards, LIFTED)))
    places = list(state.places())
    wishes: list[Callable[[Place], bool]] = [lambda place: False]
    wishes += [functools.partial(Place.__eq__, place) for place in places]
    wishes += [functools.partial(_is_in_seat, seat) for seat in range(state.players)]
    wishes += [lambda place: True]
    prepare(state, rules)
    with clock.running():
        found = values([_lifted(state, wish) for wish in wishes], rules, clock)
    by_seat = found[1 + len(places) : -1]
    return Costs(
        turns=found[0],
        stones=dict(zip(places, found[1 : 1 + len(places)], strict=True)),
        seats=dict(enumerate(by_seat)),
        none=found[-1],
    )


def _is_in_seat(seat: int, place: Place) -> bool:
    return place.seat == seat


def _lifted(state: State, wish: Callable[[Place], bool]) -> State:
    ring = tuple(
        Stone(stone.label, LIFTED.name) if wish(place) else stone
        for place, stone in zip(state.places(), state.ring, strict=True)
    )
    return replace(state, ring=ring)
