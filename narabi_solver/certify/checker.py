"""A small checker of certificates, in plain Python.

A certificate claims that a deal can be won in k turns and in no fewer turns, or that it cannot be won. The
checker replays the line to show that k turns suffice. It tries all lines, breadth-first, to show that fewer
turns do not suffice. The checker does not rely on the method of proof that the certificate states.

The checker skips positions with too many broken pairs. A pair of neighbouring numbers is broken if the
numbers do not differ by 1, cyclically. Two stones change places on a turn, so at most four pairs change. A
ring is in order if no pair is broken, so a ring with b broken pairs needs at least b / 4 turns.

The checker shares only the reading of files, deals, swaps and deck files with the solver. All rules of the
game are in `referee`, which imports nothing from this library. `import-linter` keeps kernels, tables and
searches out of both modules.
"""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, SupportsIndex

from _gamekit.certificate_lines import lines_of
from _gamekit.problems import number_of
from _gamekit.progress import Progress
from narabi_solver.certify import referee
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, MoveFormatError, NarabiError, read_json, shorten
from narabi_solver.game.rules import Rules, Swap
from narabi_solver.sizes import MAX_STATES

KIND = "narabi certificate"
VERSION = 1
EXHAUSTION = "exhaustion"
"""Method of proof: the checker can verify the bound by trying all lines. The bound is the claim that no line
wins sooner.
"""
SEARCHES = "two searches"
"""Method of proof: two searches of the library, IDA* and breadth-first, have proven the bound. The bound
takes too many states to check.
"""
ONE_SEARCH = "one search"
"""Method of proof: one search of the library has proven the bound, which takes too many states to check."""


FIELDS = ("kind", "version", "deal", "deck", "unusual", "rules", "claim", "line", "bound", "checksum")


class RejectedError(NarabiError):
    """A certificate is wrong; the message begins with the field at fault."""

    def __init__(self, place: str, reason: str):
        self.place = place
        super().__init__(f"{place}: {reason}")


@dataclass(frozen=True)
class CheckResult:
    """The result of checking a certificate."""

    deal: Deal
    """The deal."""
    rules: Rules
    """The rules used."""
    turns: int | None
    """The claimed minimum, which is the length of the line; None if the claim is that no win is possible."""
    bound_confirmed: bool
    """True if the checker verified that no line wins sooner; False if that took too many states."""
    states: int
    """Number of states tried to verify the bound."""
    method: str
    """The method of proof that the certificate states; the checker does not rely on it."""

    @property
    def accepted(self) -> bool | None:
        """True if the whole claim was verified; None if the bound was not."""
        return True if self.bound_confirmed else None

    @property
    def own_deck(self) -> bool:
        """True unless the deck is the built-in one."""
        return self.deal.deck != Deck.standard()

    @property
    def summary(self) -> str:
        """The verified claims, and the claims that were not verified."""
        if self.turns == 0:
            return "0 turns suffice: the ring is in order"
        if self.turns is None:
            enough, fewer = "", f"no line wins within turn {self.rules.limit}"
        else:
            enough = f"{number_of(self.turns, 'turn suffices', 'turns suffice')} (line verified)"
            fewer = f"{self.turns - 1} do not"
        if self.bound_confirmed:
            return ", ".join(filter(None, (enough, fewer))) + f" ({number_of(self.states, 'state')} tried)"
        said = "" if self.method == EXHAUSTION else f"; proven by {self.method}, says the certificate"
        undone = f"bound not verified: {fewer} (stopped after {number_of(self.states, 'state')}{said})"
        return "; ".join(filter(None, (enough, undone)))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as the JSON object that `narabi check` prints.

        Returns
        -------
        dict
            Numbers, texts, truth values, None, and the rules as a dictionary of these.
        """
        return {
            "accepted": self.accepted,
            "summary": self.summary,
            "turns": self.turns,
            "bound_confirmed": self.bound_confirmed,
            "states": self.states,
            "deal": str(self.deal),
            "own_deck": self.own_deck,
            "rules": {
                "players": self.deal.players,
                "no_undo": self.rules.no_undo,
                "undo_reading": self.rules.reading,
                "limit": self.rules.limit,
                "deck": self.deal.deck.name,
            },
        }


def checksum(certificate: Mapping[str, Any]) -> str:
    """Return the checksum of all fields of a certificate, except the field "checksum"."""
    fields = {name: value for name, value in certificate.items() if name != "checksum"}
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def check_certificate(
    certificate: str | Path | Iterable[str],
    *,
    max_states: SupportsIndex = MAX_STATES,
    progress: Progress | None = None,
) -> CheckResult:
    """Verify a certificate.

    Parameters
    ----------
    certificate : Certificate, Path, str or iterable of str
        The certificate, a file with one certificate, or its text or lines.
    max_states : int, default: MAX_STATES
        Number of tried states after which the check stops without verifying the bound.
    progress : Progress, optional
        Called about every 10,000 states with the `turn` that is being tried and the number of `states` tried
        so far.

    Returns
    -------
    CheckResult
        The claim, and whether the bound was verified.

    Raises
    ------
    ArgumentError
        The argument is not a certificate.
    RejectedError
        It is a certificate, but a field is malformed or the claim is false.
    OSError
        The file cannot be read.

    Examples
    --------
    >>> from narabi_solver import check_certificate, make_certificate, random_deal
    >>> check_certificate(make_certificate(random_deal(3, 1))).summary
    '6 turns suffice (line verified), 5 do not (2,376 states tried)'
    """
    fields = _fields("\n".join(lines_of(certificate)))
    deal, rules = _deal(fields), _rules(fields)
    table = table_of(deal, rules)
    start = start_of(table, deal, rules)
    turns = _claimed_turns(fields)
    swaps = _line(fields, turns)
    if turns is not None:
        _replay(table, start, swaps, rules)
    within = rules.limit - start.turns if turns is None else turns - 1
    method = _bound(fields, within)
    if fields["checksum"] != checksum(fields):
        raise RejectedError("checksum", "does not match: a field was changed")

    def report(turn: int, states: int) -> None:
        if progress is not None:
            progress(f"turn {turn}, {number_of(states, 'state')} tried", turn=turn, states=states)

    states, confirmed = _exhaust(table, start, within, report, operator.index(max_states))
    return CheckResult(deal, rules, turns, confirmed, states, method)


def _fields(text: str) -> dict[str, Any]:
    try:
        fields = read_json(text)
    except ValueError as error:
        raise ArgumentError(f"not a certificate: {error}") from None
    if not isinstance(fields, dict) or fields.get("kind") != KIND:
        raise ArgumentError(f"not a certificate: expected a JSON object with 'kind': '{KIND}'")
    version = fields.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise RejectedError("version", f"this checker knows version {VERSION}, not {_shown(version)}")
    for name in FIELDS:
        if name not in fields:
            raise RejectedError(name, "is missing")
    for name in fields:
        if name not in FIELDS:
            raise RejectedError(shorten(name), "unknown field")
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
        return Deal.parse(text, deck=own, unusual=unusual)
    except NarabiError as error:
        raise RejectedError("deal", str(error)) from None


def table_of(deal: Deal, rules: Rules) -> referee.Table:
    """Return a deal as a `Table` of `referee`, which has the checker's own rules."""
    cards = [deal.deck[stone.card] for stone in deal.ring]
    stones = [
        referee.Dealt(stone.label, referee.Conditions(**card.conditions))
        for stone, card in zip(deal.ring, cards, strict=True)
    ]
    return referee.Table(stones, deal.deck.white, deal.players, deal.first, rules.reading)


def _part(
    fields: dict[str, Any], name: str, keys: set[str], optional: set[str] | None = None
) -> dict[str, Any]:
    part = fields[name]
    if not isinstance(part, dict) or set(part) - (optional or set()) != keys:
        raise RejectedError(name, f"must be an object with {', '.join(sorted(keys))}")
    return part


def _rules(fields: dict[str, Any]) -> Rules:
    part = _part(fields, "rules", {"no_undo", "limit"}, {"undo_reading"})
    no_undo, reading = part["no_undo"], part.get("undo_reading")
    try:
        if no_undo is False and reading is not None:
            raise ArgumentError(f"undo_reading must be null without no_undo, not {_shown(reading)}")
        return Rules(
            no_undo=no_undo, limit=part["limit"], undo_reading="next" if reading is None else reading
        )
    except ArgumentError as error:
        raise RejectedError("rules", str(error)) from None


def _claimed_turns(fields: dict[str, Any]) -> int | None:
    claim = _part(fields, "claim", {"outcome", "turns"})
    outcome, turns = claim["outcome"], claim["turns"]
    if outcome == "unsolvable":
        if turns is not None:
            raise RejectedError("claim.turns", "must be null for an unsolvable deal")
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
        claim = "unsolvable" if turns is None else number_of(turns, "turn")
        length = number_of(len(line), "swap")
        raise RejectedError("claim.turns", f"the line has {length}, but the claim is {claim}")
    swaps = []
    for i, text in enumerate(line):
        try:
            swaps.append(Swap.parse(str(text)))
        except MoveFormatError as error:
            raise RejectedError(f"line[{i}]", str(error)) from None
    return swaps


def start_of(table: referee.Table, deal: Deal, rules: Rules) -> referee.Moment:
    """Return the moment after the deal's `moves`, where the line of the certificate begins."""
    now, wrong = played(table, table.start(), deal.moves, rules)
    if wrong is not None:
        raise RejectedError("deal", f"turn {now.turns + 1}, {deal.moves[now.turns]}: {wrong}")
    return now


def _replay(table: referee.Table, start: referee.Moment, swaps: list[Swap], rules: Rules) -> None:
    """Reject a line that is illegal or does not win."""
    now, wrong = played(table, start, swaps, rules)
    if wrong is not None:
        at = now.turns - start.turns
        raise RejectedError(f"line[{at}]", f"turn {now.turns + 1}, {swaps[at]}: {wrong}")
    if table.broken_pairs(now.node[0]):
        raise RejectedError(
            "line" if swaps else "claim.turns", f"the ring is not in order after turn {now.turns}"
        )


def played(
    table: referee.Table, now: referee.Moment, swaps: Sequence[Swap], rules: Rules
) -> tuple[referee.Moment, str | None]:
    """Replay a line up to its first illegal swap; return the moment reached, and why that swap is illegal."""
    for swap in swaps:
        wrong = table.why_not(now, swap.own, swap.other, rules.limit)
        if wrong is not None:
            return now, wrong
        now = table.after(now, swap.own, swap.other)
    return now, None


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
    table: referee.Table,
    start: referee.Moment,
    within: int,
    report: Callable[[int, int], None],
    max_states: int,
) -> tuple[int, bool]:
    """Try all lines; reject a refuted claim; return the number of states, and whether no line is left."""
    if within < 0:
        return 0, True
    if table.broken_pairs(start.node[0]) == 0:
        raise RejectedError("claim", "the ring is in order already, so 0 turns suffice")
    tried = table.exhaust(start.node, within, report, max_states)
    if tried.win is not None:
        raise RejectedError("bound.no_win_within", f"there is a win in {number_of(tried.win, 'turn')}")
    return tried.states, tried.all
