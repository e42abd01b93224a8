"""Plays many games at once: performs an action in each game, then writes legal actions and observations.

Rings have the layout of `kernels.state`, from the mover's first place. Seats and the places of the history
are counted from A1 and converted in observations. The package `narabi_solver.env` defines the actions and
observations. The tests compare these kernels with the environment of that package, which uses the plain
rules.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from _gamekit.jit.entry import helper, kernel, subroutine
from _gamekit.jit.forms import form_of, int64, uint8, uint64
from _gamekit.kernels.bits import ONE, signed
from narabi_solver.kernels.children import backs_after
from narabi_solver.kernels.state import (
    GAME,
    Game,
    back_of,
    in_order,
    passed_on,
    stone_at,
    swapped,
)

GOES_ON, WON, LOST = range(3)
"""The status of a game after an action: it continues, is won, or is lost."""
SWAPPED, SAID_NO = 1, 2
"""The kinds of events; SAID_NO + 1 is yes."""
LOST_TURNS = 25
"""Number of turns that a lost game counts as."""


class Form(NamedTuple):
    """The settings of all games besides their `Game`."""

    stones: NDArray[np.uint8]
    """(15,): the value of each stone in an observation."""
    players: int
    """Number of seats."""
    limit: int
    """The turn limit."""
    questions: int
    """Largest number of questions that a seat may ask in a turn."""


class Games(NamedTuple):
    """Arrays of n games."""

    rings: NDArray[np.uint64]
    """(n,): the rings, from the mover's first place."""
    cards: NDArray[np.uint8]
    """(n, 15): for each stone, the index of its card in the deck."""
    had: NDArray[np.uint8]
    """(n, 15): for each stone, the set of seats that have or had the stone, as bits from seat A."""
    backs: NDArray[np.uint64]
    """(n,): the histories for no-undo."""
    firsts: NDArray[np.uint8]
    """(n,): the seat that began each game."""
    turns: NDArray[np.uint8]
    """(n,): the number of turns played."""
    asked: NDArray[np.uint16]
    """(n,): the number of questions asked in the present turn."""
    events: NDArray[np.uint16]
    """(n,): the number of events so far."""
    history: NDArray[np.uint8]
    """(n, rows, 3): the kind of each event, and its two places, counted from A1."""
    masks: NDArray[np.uint8]
    """(n, actions): 1 for each legal action of the mover."""
    rewards: NDArray[np.float32]
    """(n,): the reward for the last action."""
    ends: NDArray[np.uint8]
    """(n,): the status of the game after the last action."""
    numbers: NDArray[np.uint64]
    """(n,): the number of each game's deal."""


class Deals(NamedTuple):
    """Arrays of m deals for new games."""

    rings: NDArray[np.uint64]
    """(m,): the rings, from the first place of the seat that begins."""
    cards: NDArray[np.uint8]
    """(m, 15): for each stone, the index of its card in the deck."""
    firsts: NDArray[np.uint8]
    """(m,): the seat that begins each deal."""
    numbers: NDArray[np.uint64]
    """(m,): the number of each deal."""


def games_of(count: int, rows: int, actions: int) -> Games:
    """Return empty arrays for games."""
    return Games(
        rings=np.zeros(count, np.uint64),
        cards=np.zeros((count, 15), np.uint8),
        had=np.zeros((count, 15), np.uint8),
        backs=np.zeros(count, np.uint64),
        firsts=np.zeros(count, np.uint8),
        turns=np.zeros(count, np.uint8),
        asked=np.zeros(count, np.uint16),
        events=np.zeros(count, np.uint16),
        history=np.zeros((count, rows, 3), np.uint8),
        masks=np.zeros((count, actions), np.uint8),
        rewards=np.zeros(count, np.float32),
        ends=np.zeros(count, np.uint8),
        numbers=np.zeros(count, np.uint64),
    )


def deals_of(count: int) -> Deals:
    """Return empty arrays for deals."""
    return Deals(
        rings=np.zeros(count, np.uint64),
        cards=np.zeros((count, 15), np.uint8),
        firsts=np.zeros(count, np.uint8),
        numbers=np.zeros(count, np.uint64),
    )


def joined(old: Deals, start: int, new: Deals, good: NDArray[np.bool_]) -> Deals:
    """Return the old deals from `start` on, followed by the new deals that are good."""
    return Deals(
        rings=np.concatenate([old.rings[start:], new.rings[good]]),
        cards=np.concatenate([old.cards[start:], new.cards[good]]),
        firsts=np.concatenate([old.firsts[start:], new.firsts[good]]),
        numbers=np.concatenate([old.numbers[start:], new.numbers[good]]),
    )


FORM = form_of(Form(np.zeros(15, np.uint8), 0, 0, 0))
GAMES = form_of(games_of(1, 1, 1))
DEALS = form_of(deals_of(1))


@helper
def mover_of(form: Form, games: Games, i: int) -> int:
    """Return the seat to move, from A = 0."""
    return (int(games.firsts[i]) + int(games.turns[i])) % form.players


@helper
def from_a1(game: Game, form: Form, games: Games, i: int, place: int) -> int:
    """Convert a place counted from the mover's first place to a place counted from A1."""
    return (place + mover_of(form, games, i) * game.hand) % game.places


@helper
def allowed(game: Game, games: Games, i: int, own: int, seat: int, other: int) -> int:
    """Return 1 if the card of a stone allows it to take another stone, else 0.

    own, other     the places of the two stones, counted from the mover's first place
    seat           the seat of `own`, counted from the mover
    """
    ring = games.rings[i]
    stone, taken = stone_at(ring, own), stone_at(ring, other)
    card = games.cards[i, stone]
    position = own - seat * game.hand
    away = (other - seat * game.hand + game.places) % game.places - game.hand
    bit = np.uint64(position * (game.places - game.hand) + away)
    fits = (game.reach[card, position] >> bit) & (game.targets[card, stone] >> np.uint64(taken)) & ONE
    return int(fits != np.uint64(0))


@helper
def write_swaps(game: Game, games: Games, i: int) -> int:
    """Mark each swap as legal or illegal for the mover; return whether any swap is legal."""
    others = game.places - game.hand
    ring = games.rings[i]
    found = 0
    for own in range(game.hand):
        stone = stone_at(ring, own)
        card = games.cards[i, stone]
        targets, reach = game.targets[card, stone], game.reach[card, own] >> np.uint64(own * others)
        back = back_of(games.backs[i], own, game.places)
        for away in range(others):
            taken = stone_at(ring, game.hand + away)
            fits = int((reach >> np.uint64(away)) & (targets >> np.uint64(taken)) & ONE != np.uint64(0))
            fits &= int(back != game.hand + away)
            games.masks[i, own * others + away] = np.uint8(fits)
            found |= fits
    return found


@helper
def write_questions(game: Game, form: Form, games: Games, i: int) -> None:
    """Mark all questions as legal or illegal for the mover."""
    if form.questions:
        may = np.uint8(games.asked[i] < form.questions)
        for action in range(game.hand * (game.places - game.hand), games.masks.shape[1]):
            games.masks[i, action] = may


@helper
def begin(game: Game, form: Form, games: Games, i: int, deals: Deals, deal: int) -> int:
    """Begin a game; return whether it can be played: the ring is not in order, and there is a legal swap."""
    games.rings[i] = deals.rings[deal]
    games.firsts[i] = deals.firsts[deal]
    games.numbers[i] = deals.numbers[deal]
    games.backs[i] = np.uint64(0)
    games.turns[i] = np.uint8(0)
    games.asked[i] = np.uint16(0)
    games.events[i] = np.uint16(0)
    for stone in range(15):
        games.cards[i, stone] = deals.cards[deal, stone]
    seat = int(games.firsts[i])
    for place in range(game.places):
        if place > 0 and place % game.hand == 0:
            seat = (seat + 1) % form.players
        games.had[i, stone_at(games.rings[i], place)] = np.uint8(1 << seat)
    playable = write_swaps(game, games, i)
    write_questions(game, form, games, i)
    return playable & int(not in_order(games.rings[i], game))


@helper
def record(games: Games, i: int, kind: int, own: int, other: int) -> None:
    """Write an event; its places are counted from A1."""
    row = int(games.events[i])
    games.history[i, row, 0] = np.uint8(kind)
    games.history[i, row, 1] = np.uint8(own)
    games.history[i, row, 2] = np.uint8(other)
    games.events[i] = np.uint16(row + 1)


@helper
def ask(game: Game, form: Form, games: Games, i: int, question: int) -> None:
    """Answer a question by the mover; its number, x * others + y, is explained in `GameSpec.actions`."""
    others = game.places - game.hand
    own = game.hand + question // others
    seat = own // game.hand
    other = (seat * game.hand + game.hand + question % others) % game.places
    yes = allowed(game, games, i, own, seat, other)
    record(games, i, SAID_NO + yes, from_a1(game, form, games, i, own), from_a1(game, form, games, i, other))
    games.asked[i] = np.uint16(games.asked[i] + 1)
    games.rewards[i] = np.float32(0.0)
    games.ends[i] = np.uint8(GOES_ON)
    write_questions(game, form, games, i)


@helper
def swap(game: Game, form: Form, games: Games, i: int, own: int, other: int) -> int:
    """Swap the stones in two places, counted from the mover's first place; return the status of the game."""
    ring, mover = games.rings[i], mover_of(form, games, i)
    a, b = stone_at(ring, own), stone_at(ring, other)
    games.had[i, a] |= np.uint8(1 << ((mover + other // game.hand) % form.players))
    games.had[i, b] |= np.uint8(1 << mover)
    record(games, i, SWAPPED, from_a1(game, form, games, i, own), from_a1(game, form, games, i, other))
    games.backs[i] = backs_after(game, games.cards, i, ring, games.backs[i], own, other)
    ring = passed_on(swapped(ring, own, other), game.places, game.hand)
    games.rings[i] = ring
    games.turns[i] += np.uint8(1)
    games.asked[i] = np.uint16(0)
    may = write_swaps(game, games, i)
    write_questions(game, form, games, i)
    if in_order(ring, game):
        return WON
    return GOES_ON if may and games.turns[i] < form.limit else LOST


@kernel(int64(GAME, FORM, GAMES, DEALS, uint8[::1]))
def playable(game: Game, form: Form, scratch: Games, deals: Deals, found: NDArray[np.uint8]) -> int:
    """Write whether each deal can be played; return the number of deals.

    `scratch` has the arrays of one game.
    """
    for deal in range(deals.rings.size):
        found[deal] = np.uint8(begin(game, form, scratch, 0, deals, deal))
    return deals.rings.size


@kernel(int64(GAME, FORM, GAMES, DEALS, int64))
def begin_all(game: Game, form: Form, games: Games, deals: Deals, start: int) -> int:
    """Begin all games with the deals from index `start` on; return the index of the next unused deal."""
    for i in range(games.rings.size):
        begin(game, form, games, i, deals, start + i)
    return start + games.rings.size


@kernel(int64(GAME, FORM, GAMES, DEALS, int64, int64[::1]))
def step(game: Game, form: Form, games: Games, deals: Deals, start: int, actions: NDArray[np.int64]) -> int:
    """Perform an action in each game; replace each finished game by the next deal, from index `start` on.

    Return the index of the next unused deal. If the action of game i is illegal, do nothing and return
    -1 - i. The caller guarantees n deals from `start` on, all of which can be played.
    """
    for i in range(actions.size):
        if actions[i] < 0 or actions[i] >= games.masks.shape[1] or games.masks[i, actions[i]] == 0:
            return -1 - i
    others = game.places - game.hand
    for i in range(actions.size):
        action = actions[i]
        if action >= game.hand * others:
            ask(game, form, games, i, action - game.hand * others)
            continue
        end = swap(game, form, games, i, action // others, game.hand + action % others)
        games.ends[i] = np.uint8(end)
        games.rewards[i] = np.float32(-1.0)
        if end == LOST:
            games.rewards[i] = np.float32(-1 - LOST_TURNS + int(games.turns[i]))
        if end != GOES_ON:
            begin(game, form, games, i, deals, start)
            start += 1
    return start


@subroutine
def show(game: Game, form: Form, games: Games, i: int, found: NDArray[np.uint8]) -> None:
    """Write the observation of the mover of a game, in the order of `GameSpec.parts`."""
    places, ring, mover = game.places, games.rings[i], mover_of(form, games, i)
    for place in range(places):
        stone = stone_at(ring, place)
        found[i, place] = form.stones[stone]
        had = (games.had[i, stone] >> mover) & 1
        found[i, places + place] = np.uint8(had * (games.cards[i, stone] + 1))
    found[i, 2 * places] = np.uint8(0)
    found[i, 2 * places + 1] = games.turns[i]
    at = 2 * places + 2
    turned = places - mover * game.hand
    for row in range(int(games.events[i])):
        found[i, at] = games.history[i, row, 0]
        for side in range(1, 3):
            place = int(games.history[i, row, side]) + turned
            found[i, at + side] = np.uint8(place - places if place >= places else place)
        at += 3
    for rest in range(at, found.shape[1]):
        found[i, rest] = np.uint8(0)


@kernel(int64(GAME, FORM, GAMES, uint8[:, ::1]))
def observe(game: Game, form: Form, games: Games, found: NDArray[np.uint8]) -> int:
    """Write the observation of the mover of each game, (n, size); return the number of games."""
    for i in range(games.rings.size):
        show(game, form, games, i, found)
    return games.rings.size


@kernel(int64(GAMES, uint64[::1], int64[::1]))
def draw(games: Games, words: NDArray[np.uint64], actions: NDArray[np.int64]) -> int:
    """Write a legal action of each game, drawn with a word of 32 random bits; return the number of games."""
    for i in range(actions.size):
        legal = 0
        for action in range(games.masks.shape[1]):
            legal += int(games.masks[i, action])
        left = signed((words[i] * np.uint64(legal)) >> np.uint64(32))
        for action in range(games.masks.shape[1]):
            if games.masks[i, action] != 0:
                if left == 0:
                    actions[i] = action
                    break
                left -= 1
    return actions.size
