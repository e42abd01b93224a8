"""Tries: a proof search that begins again, with what is proven."""

from itertools import islice

import pytest

from _gamekit.limits import Watch
from _gamekit.search import Stop, drive
from mabi_search import Limits, Position
from mabi_search.kernels.proof import graph as g, search
from mabi_search.proof.portfolio import SHORTEST_TRY, ProofPortfolio, tries
from mabi_search.proof.proof_search import ORDERS, Order, ProofSearch

HARD = "1b3b/w1w1w1/b2bbb/1w2w1/wb3b/1wwbw1 w - b 10"


def begun(nodes: int) -> ProofSearch:
    """Return a search that has made so many nodes."""
    position = Position.parse(HARD)
    proving = ProofSearch(position.state, position.rules)
    drive(proving, Watch(Limits()), until=nodes)
    assert not proving.outcome.proven
    return proving


def test_a_proof_is_replayed_at_other_moves() -> None:
    """The answers that refute one move refute most others: without trying them this takes 10,204 nodes."""
    position = Position.parse("1b1b2/w2ww1/1bwbbb/1wwbw1/1b1wwb/6 w - b 40")
    nodes = []
    for used in (0, 1):
        proving = ProofSearch(position.state, position.rules)
        proving.graph.options[g.USE_REPLAY] = used
        assert drive(proving, Watch(Limits()), until=20_000) is Stop.DECIDED and proving.outcome == "win"
        nodes.append(proving.nodes)
    assert nodes[1] < nodes[0] // 4


def test_how_long_tries_are() -> None:
    """Each order is tried for as long as the sequence says, with another seed each time."""
    lengths = [1]
    while len(lengths) < 63:
        lengths += [*lengths, 2 * lengths[-1]]
    found = list(islice(tries(), 63 * len(ORDERS)))
    assert [length for _, length in found[:: len(ORDERS)]] == lengths
    for at, (order, length) in enumerate(found):
        assert length == lengths[at // len(ORDERS)]
        usual, number = ORDERS[at % len(ORDERS)], at // len(ORDERS)
        assert (order.weak_sum, order.gathering) == (usual.weak_sum, usual.gathering)
        assert (order.novelty, order.answers) == (usual.novelty or number % 2 == 1, number % 2 == 1)
        assert (order == usual) == (number == 0) == (order.disturbed == 0)
    assert len({order.seed for order, _ in found}) == 63
    assert {order.disturbed for order, _ in found[3:12]} == {3, 7, 15}


@pytest.mark.parametrize("order", [ORDERS[1], ORDERS[2]._replace(seed=3, disturbed=7, answers=True)])
def test_what_stays_and_what_is_forgotten(order: Order) -> None:
    """The proof numbers of what is open are those that the order gives to new nodes; all else stays."""
    proving = begun(30_000)
    count = int(proving.graph.cursor[g.NODES])
    before = proving.graph.nodes[:count].copy()
    proving.begin_again(order)
    after = proving.graph.nodes[:count]
    numbers = ["phi", "delta"]
    others = [field for field in g.NODE.names or () if field not in numbers]
    assert (after[others] == before[others]).all()
    decided = before["status"] != g.OPEN
    assert (after[decided] == before[decided]).all() and 100 < decided.sum() < count - 100
    new = ProofSearch(proving.state, proving.rules, order=order)
    drive(new, Watch(Limits()), until=3_000)
    rows = new.graph.nodes[: new.graph.cursor[g.NODES]]
    looked_at = (rows["status"] == g.OPEN) & (rows["edge"] < 0)
    if order.answers:  # which may have been preferred since
        looked_at &= rows["delta"] > 1
    known = 0
    for at in looked_at.nonzero()[0]:
        own, enemy = new.graph.words[at]
        node = search.find(proving.graph, own, enemy, rows[at].code)
        if node >= 0 and after[node].status == g.OPEN:
            assert after[node][numbers] == rows[at][numbers]
            known += 1
    assert known > 50
    assert [list(row) for row in proving.graph.costs] == [list(row) for row in order.costs]
    assert proving.graph.options[g.USE_WEAK_SUM] == order.weak_sum


def test_a_slice_ends_without_a_new_node() -> None:
    """What is known is visited again at first, which may take long; so visits count, too."""
    proving = begun(200_000)
    proving.begin_again(ORDERS[0])
    nodes = proving.nodes
    assert search.prove(proving.packed.setting, proving.graph, 1) == search.RUNNING
    assert proving.nodes == nodes and proving.graph.cursor[g.DEPTH] > 1


@pytest.mark.slow
def test_begins_again_when_a_try_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    begins = []

    def begin_again(self: ProofSearch, order: object, plain: object = ProofSearch.begin_again) -> None:
        begins.append((self.nodes, order))
        plain(self, order)  # type: ignore[operator]

    monkeypatch.setattr(ProofSearch, "begin_again", begin_again)
    position = Position.parse(HARD)
    proofs = ProofPortfolio(position.state, position.rules)
    drive(proofs, Watch(Limits()), until=3_000_000)
    expected = list(islice(tries(), 20))
    assert [order for _, order in begins] == [order for order, _ in expected][: len(begins)]
    for (before, _), (after, _), (_, length) in zip(begins, begins[1:], expected, strict=False):
        made = after - before - length * SHORTEST_TRY
        assert 0 <= made < 1_000_000  # of a run, or of all answers to its layouts
    assert len(begins) >= 9  # two of them longer
