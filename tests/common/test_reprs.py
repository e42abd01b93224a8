"""What results print of themselves is one line, short and true."""

import mabi_search
from narabi_solver import Deal, analyse, random_deal, review, solve, verify
from tests.narabi.samples import EXAMPLE

GAME = Deal.parse(EXAMPLE + " moves B4-A2 C1-B3 A3-C4")


def test_narabi() -> None:
    deal = Deal.parse(EXAMPLE)
    solution = solve(deal)
    line = " ".join(map(str, solution.swaps))
    assert repr(solution) == f"<Solution: solved in 5 turns and in no fewer (proven): {line}>"
    assert repr(analyse(deal)) == "<Analysis: 5 turns, 8 legal swaps; best B2-A3>"
    assert repr(verify(deal, "B2-A3")).startswith("<Verification: unfinished: 1 legal turn")
    assert repr(review(GAME)).startswith("<Review: not won yet after 3 turns")
    assert all("\n" not in repr(solve(random_deal(3, i))) for i in range(5))


def test_mabi() -> None:
    won = mabi_search.Position.parse("1bw1/b1w1/1w1b w - w 9")
    assert (
        repr(mabi_search.solve(won)) == "<Verdict: win for the side to move (proven: alpha-beta): pass pass>"
    )
    start = mabi_search.Position.start(mabi_search.Rules(size="4x4"))
    undecided = repr(mabi_search.solve(start, limits=mabi_search.Limits(max_nodes=10)))
    assert undecided == "<Verdict: undecided for the side to move, stopped by nodes>"
    assert repr(mabi_search.analyse(start, depth=1)).startswith("<Analysis: depth 1, ")
    assert repr(mabi_search.review(won.play("pass").play("pass"))) == (
        "<GameReview: White wins by 2 to 1; turning points: none>"
    )
