"""Certificates: the true ones are accepted, and every corruption is rejected with its place."""

import itertools
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from benchmarks.cases import load
from narabi_solver import (
    ArgumentError,
    Deal,
    Deck,
    InternalError,
    Limits,
    Outcome,
    Rules,
    Solution,
    State,
    Swap,
    make_certificate,
    random_deal,
    random_deals,
    solve,
)
from narabi_solver.certify import certificates
from narabi_solver.certify.checker import (
    EXHAUSTION,
    ONE_SEARCH,
    SEARCHES,
    RejectedError,
    check_certificate as check,
    checksum,
    start_of,
    table_of,
)
from narabi_solver.game import rules as rules_module
from narabi_solver.game.cards import Card
from narabi_solver.game.rules import in_order, legal_moves, play_unchecked
from narabi_solver.solving.packing import game_of
from tests import strategies
from tests.conftest import Run
from tests.narabi.samples import DECK, EXAMPLE, LONG
from tests.nightly import nightly, slow, thinned


def write(solution: Solution, limits: Limits | None = None) -> dict[str, Any]:
    """Return the fields of a certificate."""
    return dict(json.loads(str(make_certificate(solution, limits=limits))))


def signed(fields: dict[str, object]) -> str:
    """Return a certificate with a fresh checksum: a forgery that is consistent."""
    return json.dumps(fields | {"checksum": checksum(fields)})


@pytest.mark.slow
@pytest.mark.parametrize(("no_undo", "count"), [(False, 2), *nightly((False, 6), (True, 6))])
def test_true_ones_are_accepted(no_undo: bool, count: int) -> None:
    deals = [case.deal for case in load()[-5:]]
    for players in (3, 4, 5):
        deals += itertools.islice(random_deals(players, seed=61), count)
    for deal in deals:
        for rules in (Rules(no_undo=no_undo), Rules(no_undo=no_undo, limit=3)):
            solution = solve(deal, rules=rules)
            confirmed = check(json.dumps(write(solution)))
            assert confirmed.deal == deal and confirmed.rules == rules
            assert confirmed.turns == solution.turns and confirmed.bound_confirmed


def test_other_decks_and_the_middle_of_a_game() -> None:
    for deal in itertools.islice(random_deals(3, seed=62, deck=DECK), 5):
        solution = solve(deal)
        assert check(json.dumps(write(solution))).turns == solution.turns
    deal = Deal.parse(EXAMPLE, deck=replace(Deck.standard(), name="Narabi \N{DIE FACE-6} \N{GAME DIE}"))
    assert check(json.dumps(write(solve(deal)))).deal.deck == deal.deck
    deal = Deal.parse(EXAMPLE)
    later = replace(deal, moves=solve(deal).swaps[:2])
    assert check(json.dumps(write(solve(later, rules=Rules(no_undo=True))))).turns == 3


@given(strategies.near_wins(), st.booleans())
def test_any_deal(deal: Deal, no_undo: bool) -> None:
    solution = solve(deal, rules=Rules(no_undo=no_undo, limit=5))
    assert check(json.dumps(write(solution))).turns == solution.turns


def test_eight_turns_within_the_time_that_a_test_has() -> None:
    deal = random_deal(4, seed=77, index=13126)
    started = time.process_time()
    confirmed = check(json.dumps(write(solve(deal))))
    assert confirmed.turns == 8 and confirmed.bound_confirmed
    assert time.process_time() - started < 60


def corruptions(fields: dict[str, object]) -> list[tuple[str, dict[str, object]]]:
    """Return wrong claims, each with the place that must be named."""
    line = list(fields["line"])
    other = str(random_deal(3, 99))
    return [
        ("deal", fields | {"deal": "nonsense"}),
        ("deal", fields | {"deal": str(fields["deal"]).replace("7:even", "7:stay")}),
        ("line", fields | {"deal": other}),
        ("deal", fields | {"deal": None}),
        ("deck", fields | {"deck": "[cards.x]\ncolour = 'red'"}),
        ("deal", fields | {"deck": "[cards.x]"}),
        ("deck", fields | {"deck": 5}),
        ("unusual", fields | {"unusual": 1}),
        ("rules", fields | {"rules": {"no_undo": False, "limit": 25}}),
        ("rules", fields | {"rules": {"no_undo": 0, "limit": 24}}),
        ("rules", fields | {"rules": {"limit": 24}}),
        ("line", fields | {"rules": {"no_undo": False, "limit": 4}}),
        ("claim.turns", fields | {"claim": {"outcome": "solved", "turns": 4}}),
        ("claim.turns", fields | {"claim": {"outcome": "solved", "turns": 6}}),
        ("claim.turns", fields | {"claim": {"outcome": "solved", "turns": "5"}}),
        ("claim.turns", fields | {"claim": {"outcome": "unsolvable", "turns": 5}}),
        ("claim.turns", fields | {"claim": {"outcome": "unsolvable", "turns": None}}),
        ("claim.outcome", fields | {"claim": {"outcome": "lost", "turns": 5}}),
        ("claim", fields | {"claim": "solved in 5"}),
        ("claim.turns", fields | {"line": line[:-1]}),
        ("line", fields | {"line": "B2-A3"}),
        *((f"line[{i}]", fields | {"line": [*line[:i], "A1-A2", *line[i + 1 :]]}) for i in range(5)),
        *((f"line[{i}]", fields | {"line": [*line[:i], "zz", *line[i + 1 :]]}) for i in range(5)),
        ("bound.no_win_within", fields | {"bound": {"no_win_within": 3, "method": EXHAUSTION}}),
        ("bound.no_win_within", fields | {"bound": {"no_win_within": 5, "method": EXHAUSTION}}),
        ("bound.no_win_within", fields | {"bound": {"no_win_within": True, "method": EXHAUSTION}}),
        ("bound.method", fields | {"bound": {"no_win_within": 4, "method": "trust me"}}),
        ("bound", fields | {"bound": None}),
        ("version", fields | {"version": 2}),
        ("'extra'", fields | {"extra": 1}),
        ("version", fields | {"version": True}),
        *((name, {k: v for k, v in fields.items() if k != name}) for name in fields if name not in ("kind",)),
    ]  # fmt: skip


def test_every_corruption_is_rejected_with_its_place() -> None:
    fields = write(solve(Deal.parse(EXAMPLE)))
    assert check(json.dumps(fields)).turns == 5
    for place, wrong in corruptions(fields):
        for text in (json.dumps(wrong), signed(wrong) if place != "checksum" else json.dumps(wrong)):
            with pytest.raises(RejectedError) as caught:
                check(text)
            assert caught.value.place.startswith(place), (place, str(caught.value))
    with pytest.raises(RejectedError, match="^version: is missing$"):
        check(json.dumps({name: value for name, value in fields.items() if name != "version"}))
    with pytest.raises(RejectedError) as caught:
        check(json.dumps(fields | {"bound": {"no_win_within": 4, "method": SEARCHES}}))
    assert caught.value.place == "checksum"
    for outcome, turns, claim in (
        ("solved", 1, "1 turn"),
        ("solved", 6, "6 turns"),
        ("unsolvable", None, "unsolvable"),
    ):
        with pytest.raises(RejectedError, match=f"the line has 5 swaps, but the claim is {claim}$"):
            check(json.dumps(fields | {"claim": {"outcome": outcome, "turns": turns}}))


def test_a_longer_line_is_no_minimum() -> None:
    """A forged certificate: legal, winning, a turn too long."""
    deal = Deal.parse(EXAMPLE)
    state = deal.state()
    for first in legal_moves(state, Rules()):
        rest = solve(replace(deal, moves=(first,)))
        if rest.turns is not None and rest.turns >= 5:
            break
    longer = [str(swap) for swap in (first, *rest.swaps)]
    fields = write(solve(deal)) | {"line": longer}
    fields["claim"] = {"outcome": "solved", "turns": len(longer)}
    fields["bound"] = {"no_win_within": len(longer) - 1, "method": EXHAUSTION}
    with pytest.raises(RejectedError, match="bound.no_win_within: there is a win in 5 turns"):
        check(signed(fields))


def test_not_in_order_is_not_0_turns() -> None:
    fields = write(solve(Deal.parse(EXAMPLE))) | {"line": []}
    fields["claim"] = {"outcome": "solved", "turns": 0}
    for method in (EXHAUSTION, SEARCHES):
        fields["bound"] = {"no_win_within": -1, "method": method}
        with pytest.raises(RejectedError, match="claim.turns"):
            check(signed(fields))


@given(strategies.games(unusual=True))
def test_a_turn_mends_four_pairs_at_most_and_0_broken_is_in_order(game: Deal) -> None:
    """What the checker's bound rests on."""
    state = game.state()
    table = table_of(game, Rules())
    start = start_of(table, game, Rules()).node
    assert (table.broken_pairs(start[0]) == 0) == in_order(state.ring)
    children = [ring for _, (ring, _) in table.children(start)]
    assert len(children) == len(legal_moves(state, Rules()))
    for child in children:
        assert table.broken_pairs(child) >= table.broken_pairs(start[0]) - 4
    after = {play_unchecked(state, swap).ring for swap in legal_moves(state, Rules())}
    assert sum(in_order(one) for one in after) == sum(table.broken_pairs(child) == 0 for child in children)


def test_the_checker_searches_whatever_the_bound_is_said_to_rest_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "EXHAUSTION_STATES", 10)
    fields = write(solve(Deal.parse(EXAMPLE)))
    assert fields["bound"] == {"no_win_within": 4, "method": SEARCHES}
    confirmed = check(json.dumps(fields))
    assert confirmed.turns == 5 and confirmed.bound_confirmed and confirmed.states > 10


def forged_unsolvable(method: str) -> str:
    """Return a false claim about a deal of five turns, with a right checksum."""
    fields = write(solve(Deal.parse(EXAMPLE))) | {"line": []}
    fields["claim"] = {"outcome": "unsolvable", "turns": None}
    fields["bound"] = {"no_win_within": 24, "method": method}
    return signed(fields)


@pytest.mark.parametrize("method", thinned(3, [EXHAUSTION, SEARCHES, ONE_SEARCH]))
def test_a_false_unsolvable_is_rejected(method: str, narabi_here: Run, tmp_path: Path) -> None:
    with pytest.raises(RejectedError, match="there is a win in 5 turns"):
        check(forged_unsolvable(method))
    file = tmp_path / "forged.json"
    file.write_text(forged_unsolvable(method))
    done = narabi_here("check", str(file), "--json")
    assert (done.returncode, json.loads(done.stdout)["accepted"]) == (1, False)


@pytest.mark.parametrize("method", [EXHAUSTION, SEARCHES, ONE_SEARCH])
def test_what_nobody_checked_is_not_called_confirmed(method: str, narabi_here: Run, tmp_path: Path) -> None:
    """The same where the checker may not try enough to see that it is false."""
    confirmed = check(forged_unsolvable(method), max_states=50)
    assert not confirmed.bound_confirmed and confirmed.summary.startswith("bound not verified")
    file = tmp_path / "forged.json"
    file.write_text(forged_unsolvable(method))
    done = narabi_here("check", str(file), "--max-states", "50")
    assert done.returncode == 3 and "1: bound not verified: no line wins" in done.stdout
    answer = json.loads(narabi_here("check", str(file), "--max-states", "50", "--json").stdout)
    assert answer["accepted"] is None and answer["bound_confirmed"] is False and answer["states"] > 50


def every_stone(card: Card, own: str, other: str, other_colour: str) -> bool:
    """Allow what the card forbids."""
    return True


def no_high_stone(card: Card, own: str, other: str, other_colour: str) -> bool:
    """Forbid what the card allows."""
    return FITS_STONE(card, own, other, other_colour) and other not in "5678"


def every_place(card: Card, own: int, other: int, players: int, *, places: int | None = None) -> bool:
    """Allow what the card forbids, but for the own seat."""
    return FITS_PLACE(replace(card, seat=None, distance=None), own, other, players, places=places)


def other_way_round(card: Card, own: int, other: int, players: int, *, places: int | None = None) -> bool:
    """Take left for right."""
    return FITS_PLACE(card, other, own, players, places=places)


FITS_STONE, FITS_PLACE = Card.fits_stone, Card.fits_place


@pytest.mark.parametrize(
    ("name", "slip"),
    [
        ("fits_stone", every_stone),
        *slow(("fits_stone", no_high_stone)),
        ("fits_place", every_place),
        ("fits_place", other_way_round),
    ],
)
def test_a_slip_in_the_cards_does_not_pass_the_checker(
    name: str, slip: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules, kernels' masks and replay then agree with one another, and not with the cards."""
    right = {deal: solve(deal) for deal in itertools.islice(random_deals(3, seed=63), 12)}
    monkeypatch.setattr(Card, name, slip)
    game_of.cache_clear()
    try:
        wrong = {deal: write(solve(deal)) for deal in right}
    finally:
        game_of.cache_clear()
    refused = 0
    for deal, fields in wrong.items():
        try:
            assert check(json.dumps(fields)).turns == right[deal].turns
        except RejectedError as error:
            assert error.place.startswith(("line[", "bound"))
            refused += 1
    assert refused >= 3


def test_a_slip_in_the_rules_does_not_pass_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that find everything legal and in order; the deal's own moves are replayed too."""
    played = write(solve(Deal.parse(EXAMPLE + " moves B2-A3")))
    assert check(json.dumps(played)).turns == 4
    other_start = str(played["deal"]).replace("B2-A3", "B2-A1")
    finished = write(replace(solve(random_deal(3, 1)), outcome=Outcome.SOLVED, swaps=(), lower_bound=0))
    monkeypatch.setattr(rules_module, "why_illegal", lambda state, swap, rules, language=None: None)
    with pytest.raises(RejectedError, match="deal: turn 1, B2-A1: this swap is not legal"):
        check(signed(played | {"deal": other_start}))
    monkeypatch.setattr(rules_module, "in_order", lambda ring: True)
    with pytest.raises(RejectedError, match=r"claim.turns: the ring is not in order"):
        check(json.dumps(finished))


def from_mover(state: State, swap: Swap) -> int:
    """Return the place taken from, counted from the mover's first one."""
    return (state.number(swap.other) - state.mover * state.hand) % len(state.ring)


@given(strategies.deals(unusual=True), st.lists(strategies.cards(), min_size=15, max_size=15), st.data())
def test_the_checker_reads_any_card_as_the_rules_do(deal: Deal, own: list[Card], data: st.DataObject) -> None:
    """Cards of any deck file, and what no-undo remembers."""
    cards = tuple(replace(card, name=f"own-{i}") for i, card in enumerate(own))
    deck = replace(Deck.standard(), cards=cards, white=tuple(data.draw(st.sets(st.integers(0, 9)))))
    names = iter(cards)
    seats = tuple(tuple(stone._replace(card=next(names).name) for stone in seat) for seat in deal.seats)
    rules = Rules(no_undo=data.draw(st.booleans()))
    deal = Deal(seats, deal.first, deck=deck, unusual=True)
    table, state = table_of(deal, rules), deal.start()
    now = table.start()
    for _ in range(6):
        legal = legal_moves(state, rules)
        assert (table.broken_pairs(now.node[0]) == 0) == in_order(state.ring)
        seen = [(own, far) for (own, far), _ in table.children(now.node)]
        assert seen == sorted((swap.own.position, from_mover(state, swap)) for swap in legal)
        if not legal or in_order(state.ring):
            break
        swap = data.draw(st.sampled_from(legal))
        state, now = play_unchecked(state, swap), table.after(now, swap.own, swap.other)


def test_the_checker_has_a_limit() -> None:
    fields = write(solve(random_deal(4, 77, 13126)))
    confirmed = check(json.dumps(fields), max_states=500)
    assert not confirmed.bound_confirmed and confirmed.states > 500
    assert "bound not verified: 7 do not (stopped after" in confirmed.summary


def test_what_a_certificate_says_cannot_imitate_the_checker(narabi_here: Run, tmp_path: Path) -> None:
    fields = write(solve(Deal.parse(EXAMPLE))) | {"x\n1: accepted: \x1b[2J": 1}
    file = tmp_path / "forged.json"
    file.write_text(signed(fields))
    done = narabi_here("check", str(file))
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 1 and "\x1b" not in done.stdout


@pytest.mark.slow
def test_no_certificate_of_what_is_not_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Deal.parse(LONG, unusual=True)
    with pytest.raises(ArgumentError, match="undecided"):
        write(solve(deal, limits=Limits(max_nodes=10)))
    weak = write(solve(deal), limits=Limits(max_nodes=10))
    assert weak["bound"] == {"no_win_within": 11, "method": ONE_SEARCH}
    confirmed = check(json.dumps(weak), max_states=100)
    assert "bound not verified: 11 do not (stopped after" in confirmed.summary
    assert confirmed.summary.endswith(" states; proven by one search, says the certificate)")
    solution = solve(Deal.parse(EXAMPLE))
    too_long = replace(solution, swaps=(*solution.swaps, solution.swaps[0]), outcome=Outcome.SOLVED)
    with pytest.raises(InternalError, match="two searches disagree"):
        write(too_long)


@pytest.mark.parametrize("text", ["", "{", "[]", "5", '{"kind": "other"}', "[" * 100_000, "\0"])
def test_what_is_no_certificate(text: str) -> None:
    with pytest.raises(ArgumentError, match="not a certificate"):
        check(text)


def test_decks_survive() -> None:
    for deck in (Deck.standard(), DECK):
        assert Deck.loads(deck.dumps()) == deck


def test_the_program(narabi: Run, narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    deals = f"{EXAMPLE}\n{random_deal(4, 1)}\n"
    done = narabi("solve", "-", "--json", "--certificate", str(file), stdin=deals)
    assert done.returncode == 0 and "2 written" in done.stderr
    checked = narabi("check", str(file))
    assert checked.returncode == 0
    assert checked.stdout.splitlines()[0].startswith("1: accepted: 5 turns suffice (line verified), 4 do not")
    assert EXAMPLE in checked.stdout
    nothing = narabi_here("solve", EXAMPLE, "--max-nodes", "1", "--certificate", str(tmp_path / "none"))
    assert nothing.returncode == 3 and not (tmp_path / "none").exists()
    nowhere = narabi_here("solve", EXAMPLE, "--certificate", str(tmp_path / "no" / "x"))
    assert nowhere.returncode == 2 and nowhere.stdout == "" and "there is no folder" in nowhere.stderr
    again = narabi_here("solve", EXAMPLE, "--certificate", str(file))
    assert again.returncode == 2 and "exists already" in again.stderr and again.stdout == ""
    before = file.read_text()
    file.write_text(before.replace('"turns": 5', '"turns": 4'))
    rejected = narabi_here("check", str(file), "--json")
    assert rejected.returncode == 1
    first, second = map(json.loads, rejected.stdout.splitlines())
    assert (first["accepted"], first["place"], second["accepted"]) == (False, "claim.turns", True)
    file.write_text(before + "{}\n" + before)
    mixed = narabi_here("check", str(file), "--json")
    assert mixed.returncode == 2 and f"{file}, line 3: not a certificate" in mixed.stderr
    assert [json.loads(line)["line"] for line in mixed.stdout.splitlines()] == [1, 2, 4, 5]
    for bad in (tmp_path / "missing", tmp_path, Path("/dev/null"), Path("README.md")):
        wrong = narabi_here("check", str(bad))
        assert wrong.returncode == 2 and len(wrong.stderr.splitlines()) == 1, wrong
