"""A small checker of certificates, in plain Python over the rules.

It shares no code with the kernels and the tables: `import-linter` keeps it so. A certificate claims that
a deal can be won in k turns and in no fewer, or not at all. That k suffice is checked by replaying the
line. That fewer do not is checked by trying everything, breadth-first, with one relaxation: two stones
change places on a turn, so at most four pairs of neighbouring numbers change; a ring is in order when no
pair is broken; so a ring with b broken pairs needs b / 4 turns or more.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from narabi_solver.cards import BLANKS
from narabi_solver.deal import Deal
from narabi_solver.deck import Deck
from narabi_solver.errors import ArgumentError, IllegalMoveError, NarabiError, shorten
from narabi_solver.rules import Rules, State, Swap, in_order, play

KIND = "narabi certificate"
VERSION = 1
EXHAUSTION = "exhaustion"
"""The checker can confirm the bound by trying everything."""
SEARCHES = "two searches"
"""The bound rests on two searches of the library, IDA* and breadth-first, and is not confirmed here."""
ONE_SEARCH = "one search"
"""The bound rests on one search of the library, and is not confirmed here."""

MAX_STATES = 5_000_000
"""States after which the checker gives up: about five minutes and two gigabytes."""

FIELDS = ("kind", "version", "deal", "deck", "unusual", "rules", "claim", "line", "bound", "checksum")
PAIRS_A_TURN = 4

Node = tuple[tuple[int, ...], tuple[int, int] | None]
"""Stones from the mover's first place, and the swap that no-undo forbids: own place and other place."""


class RejectedError(NarabiError):
    """A certificate that does not hold; the message begins with the place of what is wrong."""

    def __init__(self, place: str, reason: str):
        self.place = place
        super().__init__(f"{place}: {reason}")


@dataclass(frozen=True)
class Confirmed:
    """What the checker confirmed."""

    deal: Deal
    rules: Rules
    turns: int | None
    """So many turns suffice; None: the claim is that none do."""
    bound_confirmed: bool
    """True if it was confirmed that fewer do not, or that none do."""
    states: int
    """States tried for that."""
    method: str
    """What the bound rests on if it was not confirmed."""

    def __str__(self) -> str:
        if self.turns == 0:
            return "0 turns suffice: the ring is in order"
        enough = "" if self.turns is None else f"{self.turns} turns suffice (line replayed)"
        within = self.rules.limit if self.turns is None else self.turns - 1
        fewer = f"no line wins within turn {within}" if self.turns is None else f"{within} do not"
        if self.bound_confirmed:
            return ", ".join(filter(None, (enough, fewer))) + f" ({self.states:,} states tried)"
        reason = (
            f"after {self.states:,} states" if self.method == EXHAUSTION else f"it rests on {self.method}"
        )
        return "; ".join(filter(None, (enough, f"not confirmed here: {fewer} ({reason})")))


def checksum(certificate: Mapping[str, Any]) -> str:
    """Return the checksum of all fields but the checksum itself."""
    fields = {name: value for name, value in certificate.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def check(
    text: str,
    report: Callable[[int, int], None] = lambda turn, states: None,
    max_states: int = MAX_STATES,
) -> Confirmed:
    """Confirm a certificate.

    Parameters
    ----------
    text
        The certificate, a JSON object.
    report
        Called now and then with the turn that is tried and the states tried so far.
    max_states
        States to try; if they do not suffice, the bound is not confirmed.

    Raises
    ------
    ArgumentError
        The text is no certificate.
    RejectedError
        It is, and it does not hold.
    """
    fields = _fields(text)
    deal, rules = _deal(fields), _rules(fields)
    try:
        state = deal.state(rules)
    except IllegalMoveError as error:
        raise RejectedError("deal", str(error)) from None
    turns = _claimed_turns(fields)
    swaps = _line(fields, turns)
    if turns is not None:
        _replay(state, swaps, rules)
    within = rules.limit - state.turns if turns is None else turns - 1
    method = _bound(fields, within)
    states, confirmed = 0, False
    if method == EXHAUSTION:
        states, confirmed = _exhaust(state, rules, within, report, max_states)
    if fields["checksum"] != checksum(fields):
        raise RejectedError("checksum", "it does not match; some field was changed")
    return Confirmed(deal, rules, turns, confirmed, states, method)


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"this is no certificate: {error}") from None
    if not isinstance(fields, dict) or fields.get("kind") != KIND:
        raise ArgumentError(f"this is no certificate: a JSON object with 'kind': '{KIND}' was expected")
    if type(fields.get("version")) is not int or fields["version"] != VERSION:
        raise RejectedError(
            "version", f"this checker knows version {VERSION}, not {_shown(fields.get('version'))}"
        )
    for name in FIELDS:
        if name not in fields:
            raise RejectedError(name, "is missing")
    for name in fields:
        if name not in FIELDS:
            raise RejectedError(shorten(name), "no certificate has such a field")
    return fields


def _shown(value: object) -> str:
    return shorten(json.dumps(value))[1:-1]


def _deal(fields: dict[str, Any]) -> Deal:
    text, deck, unusual = fields["deal"], fields["deck"], fields["unusual"]
    if not isinstance(text, str):
        raise RejectedError("deal", "must be a text")
    if not isinstance(unusual, bool):
        raise RejectedError("unusual", "must be true or false")
    if deck is not None and not isinstance(deck, str):
        raise RejectedError("deck", "must be the text of a deck file, or null for the built-in deck")
    try:
        own = Deck.standard() if deck is None else Deck.loads(deck)
    except NarabiError as error:
        raise RejectedError("deck", str(error)) from None
    try:
        return Deal.parse(text, own, unusual=unusual)
    except NarabiError as error:
        raise RejectedError("deal", str(error)) from None


def _part(fields: dict[str, Any], name: str, keys: set[str]) -> dict[str, Any]:
    part = fields[name]
    if not isinstance(part, dict) or set(part) != keys:
        raise RejectedError(name, f"must be an object with {', '.join(sorted(keys))}")
    return part


def _rules(fields: dict[str, Any]) -> Rules:
    part = _part(fields, "rules", {"no_undo", "limit"})
    try:
        return Rules(no_undo=part["no_undo"], limit=part["limit"])
    except ArgumentError as error:
        raise RejectedError("rules", str(error)) from None


def _claimed_turns(fields: dict[str, Any]) -> int | None:
    claim = _part(fields, "claim", {"outcome", "turns"})
    outcome, turns = claim["outcome"], claim["turns"]
    if outcome == "unsolvable":
        if turns is not None:
            raise RejectedError("claim.turns", "must be null where no line wins")
        return None
    if outcome != "solved":
        raise RejectedError("claim.outcome", f"must be solved or unsolvable, not {_shown(outcome)}")
    if type(turns) is not int or turns < 0:
        raise RejectedError("claim.turns", f"must be a number of turns, not {_shown(turns)}")
    return turns


def _line(fields: dict[str, Any], turns: int | None) -> list[Swap]:
    line = fields["line"]
    if not isinstance(line, list):
        raise RejectedError("line", "must be a list of swaps")
    if len(line) != (turns or 0):
        raise RejectedError("claim.turns", f"{_shown(turns)} turns are claimed and the line has {len(line)}")
    swaps = []
    for i, text in enumerate(line):
        try:
            swaps.append(Swap.parse(str(text)))
        except IllegalMoveError as error:
            raise RejectedError(f"line[{i}]", str(error)) from None
    return swaps


def _replay(state: State, swaps: list[Swap], rules: Rules) -> None:
    """Reject a line that is illegal, or does not win."""
    for i, swap in enumerate(swaps):
        try:
            state = play(state, swap, rules)
        except IllegalMoveError as error:
            raise RejectedError(f"line[{i}]", str(error)) from None
    if not in_order(state.ring):
        raise RejectedError(
            "line" if swaps else "claim.turns", "the ring is not in order after so many turns"
        )


def _bound(fields: dict[str, Any], within: int) -> str:
    bound = _part(fields, "bound", {"no_win_within", "method"})
    if bound["no_win_within"] != within or type(bound["no_win_within"]) is not int:
        raise RejectedError(
            "bound.no_win_within", f"must be {within} to fit the claim, not {_shown(bound['no_win_within'])}"
        )
    method = bound["method"]
    methods = (EXHAUSTION, SEARCHES, ONE_SEARCH)
    if method not in methods:
        raise RejectedError("bound.method", f"must be one of {', '.join(methods)}, not {_shown(method)}")
    return str(method)


def _exhaust(
    state: State, rules: Rules, within: int, report: Callable[[int, int], None], max_states: int
) -> tuple[int, bool]:
    """Try everything; return the states tried, and whether that was all; a win rejects the bound."""
    if within < 0:
        return 0, True
    if in_order(state.ring):
        raise RejectedError("claim", "the ring is in order already, so 0 turns suffice")
    table = _Table(state, rules)
    layer: set[Node] = {table.start}
    states = 1
    for turn in range(1, within + 1):
        following: set[Node] = set()
        for count, node in enumerate(layer):
            if count % 10_000 == 0:
                report(turn, states)
            for child in table.children(node):
                if child not in following:
                    broken = table.broken_pairs(child[0])
                    if broken == 0:
                        raise RejectedError("bound.no_win_within", f"there is a win in {turn} turns")
                    if broken <= PAIRS_A_TURN * (within - turn):
                        following.add(child)
            if states + len(following) > max_states:
                return states + len(following), False
        layer = following
        states += len(layer)
        if not layer:
            break
    return states, True


class _Table:
    """What the cards of a deal allow, worked out once; stones are numbered as they lie."""

    def __init__(self, state: State, rules: Rules):
        self.hand, self.places = state.hand, len(state.ring)
        first = state.mover * state.hand
        stones = state.ring[first:] + state.ring[:first]
        numbers = sorted(int(stone.label) for stone in stones if stone.label not in BLANKS)
        self.count = len(numbers)
        self.rank = [numbers.index(int(s.label)) if s.label not in BLANKS else -1 for s in stones]
        self.no_undo = rules.no_undo
        deck = state.deck
        self.targets = [
            {
                j
                for j, other in enumerate(stones)
                if deck[stone.card].fits_stone(stone.label, other.label, deck.colour(other.label))
            }
            for stone in stones
        ]
        self.reach = [
            [
                [q for q in range(self.places) if deck[stone.card].fits_place(own, q, state.players)]
                for own in range(self.hand)
            ]
            for stone in stones
        ]
        undo = None
        if rules.no_undo and state.last is not None:
            own, other = ((state.number(place) - first) % self.places for place in reversed(state.last))
            undo = own, other
        self.start: Node = tuple(range(self.places)), undo

    def children(self, node: Node) -> list[Node]:
        """Return the states that the legal swaps of a state lead to."""
        ring, undo = node
        hand, places = self.hand, self.places
        found: list[Node] = []
        for own in range(hand):
            stone = ring[own]
            targets = self.targets[stone]
            for other in self.reach[stone][own]:
                if ring[other] in targets and (own, other) != undo:
                    after = list(ring)
                    after[own], after[other] = after[other], stone
                    back = None
                    if self.no_undo and other < 2 * hand:
                        back = other - hand, own + places - hand
                    found.append((tuple(after[hand:] + after[:hand]), back))
        return found

    def broken_pairs(self, ring: tuple[int, ...]) -> int:
        """Return how many neighbouring numbers do not differ by 1, cyclically; 0 exactly in order."""
        numbers = [self.rank[stone] for stone in ring if self.rank[stone] >= 0]
        if self.count < 3:
            return 0
        far = self.count - 1
        before = numbers[-1]
        broken = 0
        for number in numbers:
            step = number - before
            if step not in (1, -1, far, -far):
                broken += 1
            before = number
        return broken
