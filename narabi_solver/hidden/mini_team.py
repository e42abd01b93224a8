"""The best teams of the mini game: one asks no questions and is read from a file; the other asks.

A file is text compressed by gzip. The first line names the format. Rings follow, and below each ring one line
for each sequence of turns. The last line is the SHA-256 of all lines before it::

    narabi mini silent 1
    ring 012354
    : eeo21 ee223 …
     11e2: 2oo12 …
    sha256 8e1f…

A ring is written from the first mover's first place. A line begins with a space for each turn played. The
last of these turns follows, unless no turn has been played. It is written as the places of the two stones
swapped and the cards of both stones. Places are counted from 1 within a seat, and the mover's stone comes
first. Both seats know these two cards from then on. The signs `e`, `o`, `2` and `3` mean even, odd, two-away
and three-away. The possible hands of the next seat follow the colon. A hand is written as the card in each
place, followed by the two places that the seat swaps with this hand. A decision therefore depends only on the
seat's own cards and on the turns that both seats saw.

A ring that is not in the file is converted to a ring in the file: stone `s` is read as `way * s + shift`
modulo 6. The values of `shift` are tried from 0, and for each the values 1 and -1 of `way`. For each pair of
values, the ring is tried as it lies, and then with the stones of each seat from right to left. If `shift` is
odd, even and odd cards change names. The first converted ring that is in the file is used.
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
"""For each ring and each sequence of turns, the swap that the next seat plays with each possible hand."""


def read_tree(data: bytes) -> Tree:
    """Return the tree of a file.

    Raises
    ------
    ArgumentError
        The data do not have the format of this module, or are damaged.
    """
    try:
        text = gzip.decompress(data).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise ArgumentError("this is not a tree of the mini game: not text compressed by gzip") from None
    body, _, last = text.rstrip("\n").rpartition("\n")
    if last != f"sha256 {hashlib.sha256(f'{body}{chr(10)}'.encode()).hexdigest()}":
        raise ArgumentError("the tree is damaged: its last line is not the SHA-256 of the lines before it")
    head, *lines = body.split("\n")
    if head != HEAD:
        raise ArgumentError(f"this is not a tree of the mini game: it does not begin with {HEAD!r}")
    tree: Tree = {}
    seen: list[str] = []
    for line in lines:
        if line.startswith("ring "):
            tree[ring := line[5:]] = {}
            continue
        words, _, played = line.partition(": ")
        turn = len(words) - len(words.lstrip(" "))
        seen = [*seen[: turn - 1], words.strip()] if turn else []
        tree[ring][tuple(seen)] = {word[:3]: word[3:] for word in played.split()}
    return tree


@functools.cache
def shipped() -> Tree:
    """Return the silent team's tree, a file of the library."""
    return read_tree((files("narabi_solver") / "data" / "mini-silent.txt.gz").read_bytes())


class _View(NamedTuple):
    """The conversion of a deal to a ring of the tree."""

    ring: str
    mirrored: bool
    signs: dict[str, str]

    def place(self, number: int) -> int:
        """Convert a place within a seat from the deal to the tree; the same function converts it back."""
        return 2 - number if self.mirrored else number


def _views(labels: list[int]) -> Iterator[_View]:
    for shift, way, mirrored in itertools.product(range(6), (1, -1), (False, True)):
        places = (2, 1, 0, 5, 4, 3) if mirrored else range(6)
        ring = "".join(str((way * labels[place] + shift) % 6) for place in places)
        yield _View(ring, mirrored, _ODD_SHIFT if shift % 2 else SIGNS)


class SilentOptimum(Policy):
    """Plays the mini game like the best silent team.

    After a swap of a partner that this team would not play, it continues as `SilentSoft`. It ignores answers
    to questions.

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
    """Return the swap that a tree has for the seat to move; None if the situation is not in the tree."""
    around = [
        *range(3 * knowledge.first, 6),
        *range(3 * knowledge.first),
    ]  # stones from the mover's first place
    views = _views([int(knowledge.stones[stone].label) for stone in around])
    view = next((candidate for candidate in views if candidate.ring in tree), None)
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
    """Plays the mini game like the best team that may ask without limit.

    On its first turn a seat asks all nine questions, in an order that reveals its hand to the other seat:
    hand i of the 64 hands corresponds to order i. Then it plays like `Silent`. The first mover decides by its
    own cards and nine answers, which is the most that it can know. After that, both seats know all cards and
    play a shortest sequence of swaps to the win.

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
"""Number of questions in a position: each stone of the other seat with each stone of one's own."""
_HANDS = [*itertools.product(SIGNS, repeat=3)]


def _order(seat: int, hand: int) -> tuple[Swap, ...]:
    """Return the questions of a seat in the order that reveals hand number `hand`."""
    places = [[Place(one, place) for place in range(3)] for one in (1 - seat, seat)]
    questions = itertools.starmap(Swap, itertools.product(*places))
    return next(itertools.islice(itertools.permutations(questions), hand, None))


def _told(knowledge: Knowledge) -> Knowledge:
    """Return the knowledge with the hand that the other seat has revealed by the order of its questions."""
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
        # no label occurs twice
        card_of = {stone.label: card for stone, card in zip(then, cards, strict=True)}
        stones = [Stone(stone.label, card_of.get(stone.label, stone.card)) for stone in stones]
    return replace(knowledge, stones=tuple(stones))


def _check(policy: Policy, knowledge: Knowledge, rules: Rules) -> None:
    if knowledge.deck != Deck.mini() or knowledge.players != 2 or rules != Rules():
        raise ArgumentError(f"policy {policy.name!r} plays the mini game only, by the plain rules")
