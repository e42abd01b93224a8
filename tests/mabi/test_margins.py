"""Margins: the proof search with a goal against a plain program, on every position of very small boards."""

import itertools

import pytest

from _gamekit.limits import Watch
from _gamekit.search import drive
from mabi_search import Limits, Position, Rules, solve
from mabi_search.game.rules import State
from mabi_search.proof.proof_search import ProofSearch
from tests.mabi.plain_retrograde import TURN, Plain
from tests.nightly import nightly, slow


class Margins(Plain):
    """Which side reaches its goal: `side` is ahead by `margin` in the end, or the other prevents it."""

    def __init__(self, side, margin, *sizes, **readings):
        super().__init__(*sizes, **readings)
        self.side, self.margin = side, margin
        self.answers = {}

    def pleased(self, placement):
        white, black = map(self.most, placement)
        ahead = white - black if self.side == "w" else black - white
        return self.side if ahead >= self.margin else TURN[self.side]

    def run_wins(self, placement, side):
        """Tell whether a side that moves alone, and is not pleased, gets what it wants."""
        if (placement, side) not in self.answers:
            seen, edge, good = {placement}, [placement], False
            while edge and not good:
                here = edge.pop()
                for after in self.placements_after(here, side):
                    if after not in seen:
                        seen.add(after)
                        edge.append(after)
                        if self.pleased(after) == side:
                            good |= self.pass_rule == "final" or not self.run_wins(after, TURN[side])
            self.answers[placement, side] = good
        return self.answers[placement, side]

    def pass_wins(self, placement, side):
        return self.pleased(placement) == side and not self.run_wins(placement, TURN[side])

    def solve(self):
        """Return for each placement and side to move whether that side gets what it wants, or None."""
        known = {}
        while True:
            before = len(known)
            for placement in self.placements:
                for side in "wb":
                    if (placement, side) not in known:
                        after = [
                            known.get((one, TURN[side])) for one in self.placements_after(placement, side)
                        ]
                        if self.pass_wins(placement, side) or False in after:
                            known[placement, side] = True
                        elif all(after):
                            known[placement, side] = False
            if len(known) == before:
                return known


def state_of(placement, side, ranks, files):
    white, black = placement
    board = tuple(
        "".join(
            "w" if complex(x, y) in white else "b" if complex(x, y) in black else "." for x in range(files)
        )
        for y in range(ranks)
    )
    return State(board, side, "-", "w", 20)


LONG, EVEN, SQUARE = (2, 4, 3, 2), (2, 4, 3, 3), (3, 3, 2, 3)
SOME = [
    (2, LONG, "final", "leader"),
    (1, SQUARE, "run", "unique"),
]
ALL = [
    (margin, sizes, *readings)
    for margin, sizes in ((1, LONG), (2, LONG), (3, EVEN), (1, SQUARE))
    for readings in itertools.product(["run", "final"], ["unique", "leader"])
]


@pytest.mark.parametrize(
    ("margin", "sizes", "pass_rule", "freeze", "step"),
    [
        (1, (2, 3, 2, 2), "run", "unique", 7),
        *slow(*((*one, 51) for one in SOME)),
        *nightly(*((*one, 17) for one in ALL)),
    ],
)
def test_every_position(margin, sizes, pass_rule, freeze, step):
    plain = Margins("b", margin, *sizes, pass_rule=pass_rule, freeze=freeze)
    rules = Rules(size=f"{sizes[0]}x{sizes[1]}", pass_rule=pass_rule, freeze=freeze)
    wrong, counts = [], {}
    for number, ((placement, side), wins) in enumerate(plain.solve().items()):
        if number % step:
            continue
        proving = ProofSearch(state_of(placement, side, *sizes[:2]), rules, goal=("b", margin))
        drive(proving, Watch(Limits(max_nodes=20_000)))
        counts[proving.outcome] = counts.get(proving.outcome, 0) + 1
        if proving.outcome != ("win" if wins else "loss"):
            wrong.append((placement, side, wins, proving.outcome))
    assert not wrong
    assert min(counts.get("win", 0), counts.get("loss", 0)) > 0


@pytest.mark.slow
def test_what_solve_says():
    found = solve(Position.parse("1wb3/1bw1b1/bwwbw1/2wb2/1bwb1b/2ww2 w - w 32"))
    assert (found.outcome, found.margin_bounds, found.margin) == ("win", (1, 1), 1)
    for text in ("3b2/1bww1b/2wbwb/wbbbw1/2www1/5b w - w 26", "1w1b2/2bbw1/wbwbb1/bw2w1/1wbwwb/6 b - b 35"):
        low, high = solve(Position.parse(text)).margin_bounds
        assert -9 < low <= high < 9
        assert solve(Position.parse(text), limits=Limits(max_nodes=2_000)).margin_bounds[0] <= low
