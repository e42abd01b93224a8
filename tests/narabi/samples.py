"""Deals, a deck and readings that several tests stand on."""

from __future__ import annotations

import random
from dataclasses import replace

from narabi_solver import Answer, Deal, Deck, PlayedGame, Rules, Solution, State, Stone, Swap, random_deal
from narabi_solver.game.questions import allows
from narabi_solver.game.rules import TRACK, in_order, legal_moves, play_unchecked

EXAMPLE = (
    "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left"
)
"""5 turns."""

LONG = (
    "6:three-away d:left 9:stay / w:stay w:three-away 8:stay / 1:right d:left d:two-away"
    " / 5:right 0:stay 7:stay / 4:three-away 3:lower 2:stay"
)
"""A long search."""

STUCK = "0:stay 5:stay 3:stay / 1:odd 2:even w:left / 4:dark d:white 8:left / 7:odd 6:lower d:left"
"""Seat A has no legal swap."""

DECK = Deck.loads(
    """
    [colours]
    white = [1, 4, 5]
    [cards.a]
    copies = 5
    seat = [1, 2]
    parity = "odd"
    [cards.b]
    copies = 5
    distance = [2, 3, 5]
    compare = "lower"
    [cards.c]
    copies = 5
    colour = "white"
    value = [0, 6]
    """
)
"""Cards that forbid several things at once, seats and distances as lists."""

PLAIN, NEXT, RECEIVER = Rules(), Rules(no_undo=True), Rules(no_undo=True, undo_reading="receiver")

READINGS = (PLAIN, NEXT, RECEIVER)

DIFFERENT = (
    "0:stay 1:stay 2:stay 3:three-away / 4:stay w:stay d:three-away 6:left / 5:stay 7:stay 8:stay d:right"
)
"""Seat A can only lend its 3 to B3 and, a round later, take it back, while B mends 5 and 6. The wider reading
forbids A to send the d back to B3: the d came from there on A's last turn."""

FREE = ("left", "right", "three-away", "two-away", "odd", "even", "white")


def sparse(players: int, seed: int) -> Deal:
    """Return a deal near order, in which only every fourth stone may be swapped by its owner."""
    dice = random.Random(f"{players} {seed}")
    ring = list("012345678wdd" if players < 5 else "0123456789wwddd")
    for _ in range(2):
        a, b = dice.sample(range(len(ring)), 2)
        ring[a], ring[b] = ring[b], ring[a]
    stones = [Stone(label, dice.choice(FREE) if dice.random() < 0.25 else "stay") for label in ring]
    hand = len(ring) // players
    seats = tuple(tuple(stones[i : i + hand]) for i in range(0, len(ring), hand))
    return Deal(seats, dice.randrange(players), unusual=True)


def talked(players: int, seed: int, turns: int) -> PlayedGame:
    """Return a game of random swaps and questions."""
    choose = random.Random(seed)
    deal = random_deal(players, seed)
    game, state = PlayedGame(deal), deal.start()
    places = list(state.places())
    for _ in range(turns):
        while choose.random() < 0.4:
            ask = Swap(choose.choice(places), choose.choice(places))
            if ask.own.seat not in (ask.other.seat, state.mover):
                game = game.after(Answer(ask, allows(state, ask, state.stone(ask.own).card)))
        swaps = legal_moves(state, Rules())
        if not swaps:
            break
        swap = choose.choice(swaps)
        game, state = game.after(swap), play_unchecked(state, swap)
    return game


def minimum_turns(state: State, rules: Rules, horizon: int = TRACK) -> int | None:
    """Return the fewest further turns to a win by trying everything; None if `horizon` do not suffice."""
    layer, known = [state], {state}
    for turns in range(min(horizon, rules.limit - state.turns) + 1):
        if any(in_order(one.ring) for one in layer):
            return turns
        following = []
        for one in layer:
            for swap in legal_moves(one, rules):
                after = replace(play_unchecked(one, swap), turns=state.turns)
                if rules.undo_reading == "next":
                    after = replace(after, returns=(), last=swap if rules.no_undo else None)
                if after not in known:
                    known.add(after)
                    following.append(after)
        layer = following
    return None


def won(solution: Solution) -> bool:
    """Replay the line of a solution by the rules, and tell whether it ends in order."""
    return in_order(solution.states()[-1].ring)
