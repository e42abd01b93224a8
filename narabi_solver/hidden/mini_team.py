"""The best teams of the mini game: the silent one, from a file, and the one that asks.

A file is text compressed by gzip. After its name stand rings, and below each a line for each way in which
play may go on; at the end stands the SHA-256 of all lines before::

    narabi mini silent 1
    ring 012354
    : eeo21 ee223 …
     11e2: 2oo12 …
    sha256 8e1f…

A ring is written from the first mover's first place. A line begins with a space for each turn played, and
says what the last turn was: the places of its two stones, counted from 1 in each seat, the mover's first, and
the cards of both, which both seats know from then on: `e`, `o`, `2` and `3` for even, odd, two and three
away. After the colon stand the hands of the seat that is next, its cards by place, each with the places that
it swaps. So what a seat plays depends on its own cards and on what both saw.

A ring that is not there is turned into one that is: stone `s` is read as `way * s + shift` modulo 6, `shift`
from 0 and for each `way` 1 and -1, and for each the ring as it lies and then each seat from right to left.
If `shift` is odd, even and odd cards change names. The first that fits counts.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import itertools
import zlib
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from typing import ClassVar, NamedTuple

from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError
from narabi_solver.game.rules import Place, Rules, Stone, Swap
from narabi_solver.hidden.knowledge import Knowledge
from narabi_solver.hidden.policies import Policy, Question, Silent, SilentSoft, asked

HEAD = "narabi mini silent 1"
SIGNS = {"even": "e", "odd": "o", "two-away": "2", "three-away": "3"}
_ODD_SHIFT = SIGNS | {"even": "o", "odd": "e"}
Tree = dict[str, dict[tuple[str, ...], dict[str, str]]]
"""For each ring and what was seen since what each hand plays."""


def read_tree(data: bytes) -> Tree:
    """Return the tree of a file.

    Raises
    ------
    ArgumentError
        It is no such file, or damaged.
    """
    try:
        text = gzip.decompress(data).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise ArgumentError("this is no tree of the mini game: not text compressed by gzip") from None
    body, _, last = text.rstrip("\n").rpartition("\n")
    if last != f"sha256 {hashlib.sha256(f'{body}{chr(10)}'.encode()).hexdigest()}":
        raise ArgumentError("the tree is damaged: its last line is not the SHA-256 of those before it")
    head, *lines = body.split("\n")
    if head != HEAD:
        raise ArgumentError(f"this is no tree of the mini game: it does not begin with {HEAD!r}")
    found: Tree = {}
    seen: list[str] = []
    for line in lines:
        if line.startswith("ring "):
            found[ring := line[5:]] = {}
            continue
        words, _, played = line.partition(": ")
        turn = len(words) - len(words.lstrip(" "))
        seen = [*seen[: turn - 1], words.strip()] if turn else []
        found[ring][tuple(seen)] = {word[:3]: word[3:] for word in played.split()}
    return found


@functools.cache
def shipped() -> Tree:
    """Return the tree of the library."""
    return read_tree((files("narabi_solver") / "data" / "mini-silent.txt.gz").read_bytes())


class _View(NamedTuple):
    """How a deal is read as one of the tree."""

    ring: str
    mirrored: bool
    signs: dict[str, str]

    def place(self, number: int) -> int:
        """Return a place of the tree for one of a seat, or the other way round."""
        return 2 - number if self.mirrored else number


def _views(labels: list[int]) -> Iterator[_View]:
    for shift, way, mirrored in itertools.product(range(6), (1, -1), (False, True)):
        places = (2, 1, 0, 5, 4, 3) if mirrored else range(6)
        ring = "".join(str((way * labels[place] + shift) % 6) for place in places)
        yield _View(ring, mirrored, _ODD_SHIFT if shift % 2 else SIGNS)


class SilentOptimum(Policy):
    """Plays the mini game as the best silent team does.

    Where a partner has played what this team does not, it goes on as `SilentSoft`. Answers to questions are
    not listened to.

    Examples
    --------
    >>> from narabi_solver import random_deal
    >>> from narabi_solver.hidden import SilentOptimum, play_together
    >>> play_together(random_deal(2, seed=1), SilentOptimum()).won
    True
    """

    name: ClassVar[str] = "silent-optimum"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap; see `Policy`."""
        _check(self, knowledge, rules)
        return planned(knowledge, shipped()) or SilentSoft().decide(knowledge, rules, seed)


def planned(knowledge: Knowledge, tree: Tree) -> Swap | None:
    """Return what a tree plays for a seat whose turn it is."""
    around = [
        *range(3 * knowledge.first, 6),
        *range(3 * knowledge.first),
    ]  # stones from the mover's first place
    views = _views([int(knowledge.stones[stone].label) for stone in around])
    view = next((one for one in views if one.ring in tree), None)
    if view is None:
        return None

    def sign(place: int) -> str:
        return view.signs[knowledge.stones[around[place]].card]

    seen = []
    for swap in knowledge.moves:
        own, other = swap.own.position, swap.other.position
        seen.append(f"{view.place(own) + 1}{view.place(other) + 1}{sign(own)}{sign(3 + other)}")
        around[own], around[3 + other] = around[3 + other], around[own]
        around = around[3:] + around[:3]
    hand = "".join(sign(view.place(place)) for place in range(3))
    played = tree[view.ring].get(tuple(seen), {}).get(hand)
    if played is None:
        return None
    own, other = (view.place(int(place) - 1) for place in played)
    return Swap(Place(knowledge.seat, own), Place(1 - knowledge.seat, other))


class AskingOptimum(Policy):
    """Plays the mini game as the best team does that may ask as often as it likes.

    On its first turn a seat asks all nine questions, in an order that tells the other seat its hand: the 64
    hands are numbered, and so are the orders. Then it plays as `Silent` does. So the first mover decides by
    its own cards and nine answers, which is the most it can know; after that both seats know all cards, and
    play a shortest line.

    Examples
    --------
    >>> from narabi_solver import random_deal
    >>> from narabi_solver.hidden import AskingOptimum, play_together
    >>> game = play_together(random_deal(2, seed=1), AskingOptimum())
    >>> game.won, game.questions
    (True, 18)
    """

    name: ClassVar[str] = "asking-optimum"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        """Return a swap or a question; see `Policy`."""
        _check(self, knowledge, rules)
        if len(knowledge.moves) < 2 and (count := asked(knowledge)) < QUESTIONS:
            hand = [knowledge.ring[3 * knowledge.seat + place].card for place in range(3)]
            return Question(_order(knowledge.seat, _HANDS.index(tuple(hand)))[count])
        return Silent().decide(_told(knowledge), rules, seed)


QUESTIONS = 9
"""Questions that may be asked in a position: each stone of the other seat, each of the own."""
_HANDS = [*itertools.product(SIGNS, repeat=3)]


def _order(seat: int, hand: int) -> tuple[Swap, ...]:
    """Return the questions of a seat in the order that tells a hand, by its number."""
    places = [[Place(one, place) for place in range(3)] for one in (1 - seat, seat)]
    questions = itertools.starmap(Swap, itertools.product(*places))
    return next(itertools.islice(itertools.permutations(questions), hand, None))


def _told(knowledge: Knowledge) -> Knowledge:
    """Return a knowledge with the hand that the other seat has told by the order of its questions."""
    other, stones = 1 - knowledge.seat, list(knowledge.stones)
    swaps = 0
    heard: list[Swap] = []
    for number, event in enumerate(knowledge.events):
        if isinstance(event, Swap):
            swaps += 1
            continue
        if (knowledge.first + swaps) % 2 == other and swaps < 2:
            heard.append(event.swap)
            asked_at = number
    if len(heard) == QUESTIONS:
        cards = next(cards for hand, cards in enumerate(_HANDS) if _order(other, hand) == tuple(heard))
        then = knowledge.before(asked_at)[0].ring[3 * other : 3 * other + 3]
        told = {stone.label: card for stone, card in zip(then, cards, strict=True)}  # no label occurs twice
        stones = [Stone(stone.label, told.get(stone.label, stone.card)) for stone in stones]
    return replace(knowledge, stones=tuple(stones))


def _check(policy: Policy, knowledge: Knowledge, rules: Rules) -> None:
    if knowledge.deck != Deck.mini() or knowledge.players != 2 or rules != Rules():
        raise ArgumentError(f"policy {policy.name!r} plays the mini game only, by the plain rules")
