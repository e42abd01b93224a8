"""Slips of random games, the sentence that says why each is one, and plain rules that check the sentence.

::

    python -m tests.narabi.slips 100   # prints and checks so many sentences
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from narabi_solver import Deal, Deck, Review, ReviewedTurn, Rules, State, Swap, random_deal, review, solve
from narabi_solver.game.rules import in_order, legal_moves, name_of, play, play_unchecked, why_illegal

STRICT = Rules(no_undo=True, undo_reading="receiver")
"""What is played by all of them is allowed by every reading."""
SWAP = "[A-E][1-4]-[A-E][1-4]"
BLANKS = {"white blank": "w", "dark blank": "d"}
REASON = (
    r"(?:(?P<place>[A-E][1-4]) then holds (?P<holds>\S+), not (?P<not>\S+), and )?(?P<own>\S+) may not take "
    r"the (?P<taken>\d|white blank|dark blank)"
    r"(?: at (?P<at>[A-E][1-4])| that lies at (?P<lies>[A-E][1-4]) instead of (?:the |a )(?P<instead>.+))"
    r"|it would (?:undo|send) .+"
)
WRONG = r"(?:(?P<pairs>the \d and .+) in each other's places|(?P<out>the \d.*) out of place)"
BARRED = rf"(?P<barred>{SWAP}) is not allowed(?: after {SWAP})?: (?P<reason>{REASON})"
SENTENCE = re.compile(
    rf"(?P<better>{SWAP}) (?:wins at once|can win on turn (?P<turn>\d+)(?: \(then (?P<then>[^)]+)\))?)"
    rf"(?:, but after (?P<loses>{SWAP}) no win is possible by turn (?P<limit>\d+)"
    rf"(?:, since seat (?P<stuck>[A-E]) then has no legal swap"
    rf"|; the same swaps then (?:stop on turn (?P<stops>\d+), where {BARRED}|leave {WRONG}))?"
    rf"|, (?P<worse>{SWAP}) not before turn (?P<later>\d+)(?: \(then (?P<after>[^)]+)\))?(?P<parts>.*))"
)
PARTS = re.compile(
    rf"|; the ways are alike up to turn (?P<alike>\d+), but after {SWAP} they leave {WRONG}"
    rf"|; the ways part on turn (?P<parting>\d+)(?:"
    rf", where (?P<here>{BARRED})"
    r"|, and the shorter one, played after [^,]+, stops on turn (?P<stops>\d+), where (?P<there>.+)"
    r"|, and the shorter one, played after [^,]+, leaves (?P<wrong>.+))"
)
BARRED_, WRONG_ = re.compile(BARRED), re.compile(WRONG)


def games(
    seed: int, seats: tuple[int, ...] = (3, 4, 5), deck: Deck | None = None, turns: int = 8
) -> Iterator[Deal]:
    """Yield random games of so many turns, for these numbers of players in turn; swaps are often the best."""
    number = 0
    while True:
        players = seats[number % len(seats)]
        draw = random.Random(f"{seed} {number}")
        deal = random_deal(players, seed, number, deck=deck)
        state, moves = deal.start(), []
        while len(moves) < turns and not in_order(state.ring) and (legal := legal_moves(state, STRICT)):
            best = solve(replace(deal, moves=tuple(moves)), rules=STRICT).swaps if draw.random() < 0.6 else ()
            moves.append(best[0] if best else draw.choice(legal))
            state = play_unchecked(state, moves[-1])
        if moves:
            yield replace(deal, moves=tuple(moves))
        number += 1


def slips(
    count: int, seed: int, rules: Rules | None = None, **of_games: Any
) -> Iterator[tuple[Review, ReviewedTurn]]:
    """Yield so many slips of random games, one of a game, each with the review."""
    judged = (review(game, rules=rules) for game in games(seed, **of_games))
    slipped = (one for one in judged if one.slips)
    for number, one in zip(range(count), slipped, strict=False):
        yield one, one.slips[number % len(one.slips)]


def check(sentence: str, state: State, rules: Rules, minimum: Callable[[State], int | None]) -> None:
    """Assert by plain rules that every part of a sentence about a position is true.

    Parameters
    ----------
    sentence, state, rules
        What is said, of which position, by which rules.
    minimum
        Returns the fewest further turns of a position, or None if it cannot be won; by another search.
    """
    said = SENTENCE.fullmatch(sentence)
    assert said, sentence
    better, worse = (Swap.parse(said[name]) for name in ("better", "loses" if said["loses"] else "worse"))
    shorter = (better, *Swap.parse_line(said["then"] or ""))
    one, other = (play(state, swap, rules) for swap in (better, worse))
    _check_way(state, shorter, int(said["turn"] or state.turns + 1), rules)
    assert minimum(state) == len(shorter) == 1 + (minimum(one) or 0)
    rest = shorter[1:]
    if said["loses"]:
        assert minimum(other) is None and int(said["limit"]) == rules.limit
        if said["stuck"]:
            assert not legal_moves(other, rules) and said["stuck"] == "ABCDE"[other.mover]
        elif said["barred"]:
            _check_barred(one, other, rest, int(said["stops"]), said, rules)
        elif rest:
            _check_wrong(one, other, rest, said, rules)
        return
    longer = (worse, *Swap.parse_line(said["after"] or ""))
    _check_way(state, longer, int(said["later"]), rules)
    assert minimum(other) == len(longer) - 1 >= len(shorter)
    parts = PARTS.fullmatch(said["parts"])
    assert parts, sentence
    alike = next((i for i, (a, b) in enumerate(zip(rest, longer[1:], strict=False)) if a != b), len(rest))
    if not rest:
        assert said["parts"] == ""
    elif parts["alike"]:
        assert alike == len(rest) and int(parts["alike"]) == state.turns + len(shorter)
        _check_wrong(one, other, rest, parts, rules)
    else:
        assert alike < len(rest) and int(parts["parting"]) == state.turns + 2 + alike
        barred = BARRED_.fullmatch(parts["here"] or parts["there"] or "")
        if barred:
            _check_barred(one, other, rest, int(parts["stops"] or parts["parting"]), barred, rules)
        else:
            wrong = WRONG_.fullmatch(parts["wrong"])
            assert wrong, sentence
            _check_wrong(one, other, rest, wrong, rules)


def _check_way(state: State, way: Sequence[Swap], turn: int, rules: Rules) -> None:
    for swap in way:
        state = play(state, swap, rules)
    assert in_order(state.ring) and state.turns == turn


def _check_barred(
    one: State, other: State, rest: Sequence[Swap], turn: int, said: re.Match[str], rules: Rules
) -> None:
    """Assert that the swap of this turn is the first that is forbidden, and for the reason that is said."""
    while other.turns < turn - 1:
        one, other = (play(state, rest[0], rules) for state in (one, other))
        rest = rest[1:]
    swap = Swap.parse(said["barred"])
    forbids = why_illegal(other, swap, rules)
    assert swap == rest[0] and forbids is not None and why_illegal(one, swap, rules) is None
    if said["own"] is None:
        assert forbids == said["reason"]
        return
    now, then = ([str(state.stone(swap.own)), state.stone(swap.other).label] for state in (other, one))
    assert said["own"] == now[0] and f"the {name_of(other.stone(swap.own).label)}'s card" in forbids
    assert said["place"] is None or (now[0], then[0]) == (said["holds"], said["not"])
    assert (said["place"] is None) is (now[0] == then[0]) and said["place"] in (None, str(swap.own))
    assert BLANKS.get(said["taken"], said["taken"]) == now[1]
    assert str(swap.other) == (said["at"] or said["lies"])
    ring = list(other.ring)
    ring[other.number(swap.other)] = one.stone(swap.other)
    matters = why_illegal(replace(other, ring=tuple(ring)), swap, Rules()) is None  # what lies there
    assert bool(said["lies"]) is matters
    assert not matters or BLANKS.get(said["instead"], said["instead"]) == then[1] != now[1]


def _check_wrong(one: State, other: State, rest: Sequence[Swap], said: re.Match[str], rules: Rules) -> None:
    """Assert that these numbers lie elsewhere than in the ring in order if all swaps are played."""
    for swap in rest:
        one, other = (play(state, swap, rules) for state in (one, other))
    assert in_order(one.ring) and not in_order(other.ring)
    right, wrong = ([stone.label for stone in state.ring] for state in (one, other))
    moved = {label for label in right if label.isdigit() and right.index(label) != wrong.index(label)}
    if said["out"]:
        assert set(re.findall(r"\d", said["out"])) == moved
        return
    pairs = re.findall(r"the (\d) and (?:the (\d)|a (white|dark) blank)", said["pairs"])
    assert said["pairs"].count(" blank") + len(set(re.findall(r"\d", said["pairs"]))) == 2 * len(pairs)
    changed = [(one, other) for one, other in zip(right, wrong, strict=True) if one != other]
    for one, number, blank in pairs:
        other = number or BLANKS[f"{blank} blank"]
        changed.remove((one, other))
        changed.remove((other, one))
    assert all(one in "wd" and other in "wd" for one, other in changed)


def main() -> None:
    """Print and check the sentences of so many slips."""
    for number, (judged, slip) in enumerate(slips(int(sys.argv[1]), int((sys.argv[2:] or ["51"])[0])), 1):
        assert slip.why is not None
        state = judged.states[slip.turn - 1]
        sys.stdout.write(f"{number}. {slip.why.sentence}.\n")
        check(slip.why.sentence, state, judged.rules, searched)


def searched(state: State) -> int | None:
    """Return the fewest turns of a position by breadth-first search."""
    hand = state.hand
    seats = tuple(state.ring[i : i + hand] for i in range(0, len(state.ring), hand))
    return solve(Deal(seats, state.mover, deck=state.deck, unusual=True), algorithm="bfs").turns


if __name__ == "__main__":
    main()
