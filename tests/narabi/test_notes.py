"""Answers say which reading of the rules they rest on, where that decides."""

import json
from dataclasses import replace

from narabi_solver import Deal, Outcome, Rules, analyse, random_deal, solve
from narabi_solver.game import rules
from tests.conftest import Run

IN_ORDER = "0:stay 1:stay 2:stay / 3:odd 4:odd w:odd / 5:odd 6:odd d:odd / 7:odd 8:odd d:dark"
COUNTS = "dealt in order, which counts as won (a reading)"

# A can swap the 4 with the stone two places on only; then B has the 4, and can do nothing but swap it back.
FORCED = "2:stay 1:stay 3:stay 4:two-away / 5:stay 7:stay d:stay 6:stay / 0:stay 8:stay w:stay d:stay first A"
NO_UNDO = Rules(no_undo=True)


def test_a_ring_dealt_in_order(narabi_here: Run) -> None:
    deal = Deal.parse(IN_ORDER, unusual=True)
    assert solve(deal).summary == f"solved in 0 turns (proven): {COUNTS}"
    assert analyse(deal).why_over == (COUNTS,)
    assert COUNTS in narabi_here("solve", IN_ORDER, "--unusual").stdout
    assert COUNTS in narabi_here("analyse", IN_ORDER, "--unusual").stdout
    for command in ("solve", "analyse"):
        assert json.loads(narabi_here(command, IN_ORDER, "--unusual", "--json").stdout)["why_over"] == [
            COUNTS
        ]


def test_a_game_that_was_won() -> None:
    deal = random_deal(3, 1)
    won = replace(deal, moves=solve(deal).swaps)
    assert solve(won).summary == "solved in 0 turns (proven): the ring is in order"
    assert solve(deal).why_over == () == analyse(deal).why_over


def test_who_could_only_swap_back(narabi_here: Run) -> None:
    before = Deal.parse(FORCED, unusual=True)
    (there,) = rules.legal_moves(before.state(), NO_UNDO)
    after = replace(before, moves=(there,))
    (back,) = rules.legal_moves(after.state(), Rules())
    said = f"Seat B has no legal swap: {back} would swap back, which no-undo forbids."
    said += " That loses the game (a reading)."
    lost = solve(after, rules=NO_UNDO)
    assert (lost.outcome, lost.why_over) == (Outcome.UNSOLVABLE, (said,))
    assert analyse(after, rules=NO_UNDO).why_over == (said,)
    assert solve(after).why_over == () and solve(replace(after, moves=()), rules=NO_UNDO).why_over == ()
    for command in (["solve", str(after)], ["analyse", str(after)], ["verify", FORCED, str(there)]):
        shown = narabi_here(*command, "--unusual", "--no-undo").stdout
        assert said in " ".join(shown.split()), command


def test_who_has_no_swap_by_any_rules() -> None:
    stuck = Deal.parse(FORCED.replace("two-away", "stay"), unusual=True)
    for rule in (Rules(), NO_UNDO):
        assert solve(stuck, rules=rule).why_over == ("Seat A has no legal swap.",)
    assert solve(Deal.parse(FORCED, unusual=True), rules=Rules(limit=1)).why_over == ()
