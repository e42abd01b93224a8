"""Plays every deal of the mini game by the tree of the best silent team, by the plain rules alone.

::

    python -m studies.mini.check    # all 1,036,800 deals: two minutes

The file is read as `narabi_solver.hidden.mini_team` describes it, by code of its own; from the library only
the rules of the game are taken, and the deck. Each deal is played by itself: a ring of six stones with the
0 where it lies, and a card under each. The seat to move looks up its own three cards below the swaps so far
and the cards of their stones; it can look up nothing else. A swap that the rules forbid, or a hand that is
not there though it has a legal swap, ends the check. A lost game counts as 25 turns.
"""

from __future__ import annotations

import gzip
import hashlib
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

from _gamekit.progress import status
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import IllegalMoveError
from narabi_solver.game.rules import Place, Rules, State, Stone, Swap, in_order, legal_moves, play

FILE = Path(__file__).parents[2] / "narabi_solver" / "data" / "mini-silent.txt.gz"
CARDS = ("even", "odd", "two-away", "three-away")
LETTER = dict(zip(CARDS, "eo23", strict=True))
LOST = 25

Lines = dict[tuple[str, ...], str]
"""For a ring and the turns since the words after the colon."""


class CheckError(Exception):
    """The file is not what it says."""


def read(data: bytes) -> Lines:
    """Return the lines of a file; CheckError if its sum is wrong."""
    text = gzip.decompress(data).decode()
    end = text.index("sha256 ")
    if text[end:] != f"sha256 {hashlib.sha256(text[:end].encode()).hexdigest()}\n":
        raise CheckError("the sum at the end is not that of the lines before it")
    lines: Lines = {}
    path: list[str] = []
    for line in text[:end].splitlines()[1:]:
        if line.startswith("ring"):
            ring = line.split()[1]
            continue
        before, _, after = line.partition(":")
        depth = before.count(" ")
        path[max(depth - 1, 0) :] = [before.strip()] if depth else []
        if len(path) != depth or (ring, *path) in lines:
            raise CheckError(f"a turn is left out or stands twice: {line!r}")
        lines[ring, *path] = f" {after.strip()} "
    return lines


def reading(labels: str, lines: Lines) -> tuple[str, tuple[int, ...], dict[str, str]]:
    """Return the ring of the file that a ring is read as, its places in order, and letters of cards."""
    for shift in range(6):
        for way in (1, -1):
            for places in ((0, 1, 2, 3, 4, 5), (2, 1, 0, 5, 4, 3)):
                ring = "".join(str((way * int(labels[place]) + shift) % 6) for place in places)
                if (ring,) in lines:
                    other = {"e": "o", "o": "e"} if shift % 2 else {}
                    return ring, places, {card: other.get(sign, sign) for card, sign in LETTER.items()}
    raise CheckError(f"the ring {labels} is not there")


def turns_of(start: State, lines: Lines) -> int:
    """Return the turns that a deal takes."""
    state, rules, first = start, Rules(), start.mover
    if in_order(state.ring):
        return 0
    labels = "".join(stone.label for stone in state.ring)
    ring, places, letters = reading(labels[3 * first :] + labels[: 3 * first], lines)
    seen: list[str] = []
    while not in_order(state.ring):
        if state.turns == rules.limit:
            return LOST
        near = [Place(state.mover, place) for place in places[:3]]
        far = [Place(1 - state.mover, place - 3) for place in places[3:]]
        hand = "".join(letters[state.stone(place).card] for place in near)
        _, known, swap = lines.get((ring, *seen), "").partition(f" {hand}")
        if not known and not legal_moves(state, rules):
            return LOST
        if not known:
            raise CheckError(f"ring {ring}, after {' '.join(seen) or 'no turn'}: {hand} is not there")
        own, other = near[int(swap[0]) - 1], far[int(swap[1]) - 1]
        seen.append(f"{swap[:2]}{letters[state.stone(own).card]}{letters[state.stone(other).card]}")
        try:
            state = play(state, Swap(own, other), rules)
        except IllegalMoveError as error:
            raise CheckError(f"ring {ring}, {hand}: {error}") from None
    return state.turns


def deals(labels: Iterable[str]) -> Iterable[tuple[State, int]]:
    """Yield the deals with a ring of stones, and in how many ways the eight cards give each."""
    ring, deck = tuple(labels), Deck.mini()
    mover = ring.index("0") // 3
    for cards in product(CARDS, repeat=6):
        copies = Counter(cards)
        if max(copies.values()) <= 2:
            stones = tuple(map(Stone, ring, cards))
            yield State(stones, deck, 2, mover), 2 ** len(copies)  # two cards in either order, or one of two


def check(lines: Lines, rings: Iterable[str]) -> Counter[int]:
    """Return how often games take so many turns, over all deals with some rings of stones."""
    found: Counter[int] = Counter()
    for labels in rings:
        for start, ways in deals(labels):
            found[turns_of(start, lines)] += ways
    return found


def mean(found: Counter[int]) -> Fraction:
    """Return turns on average."""
    return Fraction(sum(turns * ways for turns, ways in found.items()), sum(found.values()))


def main() -> None:
    """Play all deals with the tree, and print how many turns they take."""
    lines, total = read(FILE.read_bytes()), Counter[int]()
    with status() as show:
        for number, labels in enumerate(permutations("012345")):
            show(f"{number} of 720 rings")
            total += check(lines, ["".join(labels)])
    print(dict(sorted(total.items())))
    print(f"{mean(total)} = {float(mean(total)):.6f} turns on average; a lost game counts as {LOST}")


if __name__ == "__main__":
    main()
