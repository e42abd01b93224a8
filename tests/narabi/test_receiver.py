"""The wider reading of no-undo: what it forbids, and that every answer by it is right."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from narabi_solver import (
    ArgumentError,
    Deal,
    IllegalMoveError,
    Limits,
    Outcome,
    Rules,
    State,
    Swap,
    analyse,
    find_deals,
    paired_survey,
    random_deal,
    random_deals,
    restriction_costs,
    solve,
    solve_many,
    survey,
    verify,
)
from narabi_solver.analysis.finding import DealSpec
from narabi_solver.certify.certificates import make_certificate
from narabi_solver.certify.checker import RejectedError, check_certificate as check, checksum, table_of
from narabi_solver.game import rules
from narabi_solver.game.rules import in_order, legal_moves, play_unchecked
from narabi_solver.sizes import ALGORITHMS
from narabi_solver.solving.packing import swap_from_mover
from tests import strategies
from tests.conftest import Run
from tests.narabi.samples import DIFFERENT, NEXT, PLAIN, READINGS, RECEIVER, minimum_turns, sparse, won
from tests.nightly import nightly, nightly_twin, slow

SHORT = tuple(replace(rule, limit=7) for rule in READINGS)

FOUR, FIVE = "A4-B3 B4-C1 C4-B2 A4-B3", "A4-B3 B4-C4 C4-A4 A4-B3 B3-C1"


def swaps(line: str) -> tuple[Swap, ...]:
    return tuple(map(Swap.parse, line.split()))


def forbidden_by_words(state: State, history: list[Swap], swap: Swap) -> bool:
    """Tell whether the mover's stone came from the other place since they last began a turn."""
    recent = history[-state.players :]
    for before in reversed(recent):
        if swap.own in before:
            return swap.other in before
    return False


def test_a_deal_that_differs() -> None:
    deal = Deal.parse(DIFFERENT, unusual=True)
    assert [solve(deal, rules=rule).turns for rule in READINGS] == [4, 4, 5]
    assert [minimum_turns(deal.state(), rule, 6) for rule in READINGS] == [4, 4, 5]
    assert verify(deal, FIVE, rules=RECEIVER).won and solve(deal, rules=RECEIVER, algorithm="ida").turns == 5
    found = verify(deal, FOUR, rules=RECEIVER)
    assert found.turns == 3 and "turn 4, A4-B3: it would send the dark blank back to B3" in str(found.error)
    assert verify(deal, FOUR, rules=NEXT).legal
    with pytest.raises(IllegalMoveError, match="back to B3"):
        solve(replace(deal, moves=swaps(FOUR)), rules=RECEIVER)
    assert solve(replace(deal, moves=swaps(FOUR)[:3]), rules=RECEIVER).turns != 1


def test_the_rules_know_both_readings() -> None:
    assert (PLAIN.reading, NEXT.reading, RECEIVER.reading) == (None, "next", "receiver")
    with pytest.raises(ArgumentError, match="next or receiver, not 'both'"):
        Rules(no_undo=True, undo_reading="both")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="no_undo=True"):
        Rules(undo_reading="receiver")


ANY_DEALS = given(strategies.deals(unusual=True), st.data())


@settings(max_examples=30)
@ANY_DEALS
def test_what_is_forbidden_is_what_the_words_say(deal: Deal, data: st.DataObject) -> None:
    """Any line of play; the checker's memory follows."""
    state, history = deal.start(), list[Swap]()
    table = table_of(deal, RECEIVER)
    now = table.start()
    for _ in range(12):
        plain = legal_moves(state, PLAIN)
        by_checker = [pair for pair, _ in table.children(now.node)]
        assert by_checker == sorted(swap_from_mover(state, swap) for swap in legal_moves(state, RECEIVER))
        back = [swap for swap in plain if forbidden_by_words(state, history, swap)]
        assert legal_moves(state, RECEIVER) == [swap for swap in plain if swap not in back]
        assert set(legal_moves(state, RECEIVER)) <= set(legal_moves(state, NEXT)) <= set(plain)
        if not plain:
            break
        swap = data.draw(
            st.sampled_from(back or plain) if data.draw(st.booleans()) else st.sampled_from(plain)
        )
        after = play_unchecked(state, swap)
        if swap in back:  # what the rule forbids is not played on
            break
        state, now = after, table.after(now, swap.own, swap.other)
        history.append(swap)


test_more_that_is_forbidden = nightly_twin(ANY_DEALS, 80, test_what_is_forbidden_is_what_the_words_say)


@pytest.mark.slow
@given(strategies.near_wins(st.sampled_from([3, 4])), st.sampled_from(READINGS))
@settings(max_examples=6)
def test_as_the_specification_says(deal: Deal, rule: Rules) -> None:
    rule = replace(rule, limit=3)
    assert solve(deal, rules=rule).turns == minimum_turns(deal.state(), rule)


@pytest.mark.nightly
@pytest.mark.parametrize("players", [3, 5, *nightly(4)])
def test_few_free_stones_as_the_plain_search_says(players: int) -> None:
    """Most stones may not be swapped, so the readings often differ; some are tried by the plain rules."""
    differ = same = 0
    for seed in range(400):
        deal = sparse(players, seed)
        found = [solve(deal, rules=rule) for rule in SHORT]
        assert all(one.proven for one in found)
        turns = [one.lower_bound for one in found]
        assert turns == sorted(turns)
        differs = turns[1] != turns[2]
        if (differs and turns[2] <= 6 and differ < 1) or (not differs and turns[2] <= 5 and same < 2):
            for rule, one in zip(SHORT, found, strict=True):
                assert one.turns == minimum_turns(deal.state(), replace(rule, limit=turns[2])), deal
            differ, same = differ + differs, same + (not differs)
    assert (differ, same) == (1, 2)


@pytest.mark.slow
@given(strategies.games(unusual=True), st.sampled_from(READINGS))
@settings(max_examples=20)
def test_from_the_middle_of_a_game(game: Deal, rule: Rules) -> None:
    rule = replace(rule, limit=min(24, len(game.moves) + 2))
    try:
        state = game.state(rule)
    except IllegalMoveError:
        return
    assert solve(game, rules=rule).turns == minimum_turns(state, rule)


@pytest.mark.parametrize(("players", "count"), [(3, 60), *slow((4, 120), (5, 25))])
def test_many_as_one_and_never_easier(players: int, count: int) -> None:
    deals = list(itertools.islice(random_deals(players, seed=171), count)) + [
        sparse(players, seed) for seed in range(60)
    ]
    by_rule = [list(solve_many(deals, rules=replace(rule, limit=9))) for rule in READINGS]
    alone = [solve(deal, rules=replace(RECEIVER, limit=9)) for deal in deals]
    assert [one.turns for one in by_rule[2]] == [one.turns for one in alone]
    assert any(one.turns != other.turns for one, other in zip(by_rule[1], by_rule[2], strict=True))
    for none, following, wider in zip(*by_rule, strict=True):
        assert none.lower_bound <= following.lower_bound <= wider.lower_bound
        assert wider.proven and (wider.turns is None or won(wider))


def test_the_algorithms_agree_also_without_a_table() -> None:
    deal = Deal.parse(DIFFERENT, unusual=True)
    for algorithm in ALGORITHMS:
        assert solve(deal, rules=RECEIVER, algorithm=algorithm).turns == 5
    fewer = Deal.parse(DIFFERENT.replace("8:stay", "d:stay"), unusual=True)
    assert [solve(fewer, rules=rule).turns for rule in READINGS] == [4, 4, 5]
    assert [move.turns for move in analyse(fewer, rules=RECEIVER).moves] == [5]


@pytest.mark.parametrize("text", [DIFFERENT, DIFFERENT.replace("8:stay", "d:stay")])
def test_limits_stop_it_with_a_bound_that_holds(text: str) -> None:
    deal = Deal.parse(text, unusual=True)
    needed = solve(deal, rules=RECEIVER).nodes
    outcomes = set()
    for nodes in [*range(40), *range(40, needed + 400, 97)]:
        found = solve(deal, rules=RECEIVER, limits=Limits(max_nodes=nodes))
        outcomes.add(found.outcome)
        assert found.lower_bound <= 5 and found.nodes <= nodes + 40
        assert found.turns == 5 if found.proven else found.stopped_by == "nodes"
    assert (
        Outcome.UNDECIDED in outcomes
        and solve(deal, rules=RECEIVER, limits=Limits(max_nodes=100_000)).turns == 5
    )


def line_count(state: State, turns: int) -> int:
    if turns == 0 or in_order(state.ring):
        return int(turns == 0 and in_order(state.ring))
    return sum(line_count(play_unchecked(state, s), turns - 1) for s in legal_moves(state, RECEIVER))


@pytest.mark.parametrize("players", slow(3, 4) + nightly(5))
def test_analyses(players: int) -> None:
    """Values of swaps as `solve` says, lines and their number as the plain rules say."""
    differing = [
        deal
        for deal in (sparse(players, seed) for seed in range(150))
        if solve(deal, rules=SHORT[1]).turns != solve(deal, rules=SHORT[2]).turns
    ]
    counted = 0
    made = Deal.parse(DIFFERENT, unusual=True)
    other_lines = sparse(
        *((3, 55) if players == 3 else (4, 46))
    )  # as many turns by both readings, fewer lines
    one, other = (analyse(other_lines, rules=rule) for rule in SHORT[1:])
    assert one.turns == other.turns and (one.optimal_lines or 0) > (other.optimal_lines or 0)
    for deal in [*differing[:6], sparse(players, 3), other_lines, made, replace(made, moves=swaps(FOUR)[:3])]:
        found = analyse(deal, rules=SHORT[2])
        assert (found.turns, found.outcome) == (
            solve(deal, rules=SHORT[2]).turns,
            solve(deal, rules=SHORT[2]).outcome,
        )
        state = deal.state(SHORT[2])
        assert [move.swap for move in found.moves] == legal_moves(state, SHORT[2]) or in_order(state.ring)
        for move in found.moves:
            after = solve(replace(deal, moves=(*deal.moves, move.swap)), rules=SHORT[2]).turns
            assert move.turns == (None if after is None else after + 1)
        if found.turns is not None and found.turns <= 5:
            assert found.optimal_lines == line_count(state, found.turns)
            lines = list(found.lines())
            assert len(lines) == len(set(lines)) == found.optimal_lines
            for line in lines:
                assert in_order(rules.replay(state, line, SHORT[2]).ring)
            counted += 1
    assert counted


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        (
            "0:stay d:white 8:stay / 3:stay 4:three-away 5:stay / 6:stay 7:stay 2:three-away"
            " / w:right d:odd 1:stay first D",
            7,
        ),
        (
            "0:right w:stay 2:stay / 3:left 4:white 5:three-away / 6:odd 7:stay 8:stay / 9:stay 1:stay w:stay"
            " / d:stay d:even d:stay first E",
            7,
        ),
    ],
)
def test_the_same_ring_with_another_memory_is_another_state(text: str, turns: int) -> None:
    """A search that forgot where stones came from would take one failure for another and find a turn more."""
    solution = solve(Deal.parse(text, unusual=True), rules=RECEIVER)
    assert solution.turns == turns
    assert check(make_certificate(solution), max_states=200_000).turns == turns


def test_verify_and_costs() -> None:
    deal = Deal.parse(DIFFERENT, unusual=True)
    result = verify(deal, FIVE, rules=RECEIVER)
    assert (result.minimum, result.first_loss, result.in_order) == (5, None, True)
    played = swaps(FOUR)[:3]
    left = [solve(replace(deal, moves=played[:turn]), rules=RECEIVER).turns for turn in range(4)]
    lost = verify(deal, played, rules=RECEIVER)
    assert [one.turns for one in lost.solutions] == left
    turn = next(turn for turn in range(4) if left[turn] is None or turn + left[turn] > 5)
    assert lost.first_loss == turn and lost.better
    for better in lost.better:
        assert solve(replace(deal, moves=(*played[: turn - 1], better)), rules=RECEIVER).turns == 5 - turn
    costs = restriction_costs(deal, rules=RECEIVER)
    assert costs.decided and costs.position.turns == 5 and costs.all_lifted.turns <= 4


@pytest.mark.slow
def test_surveys_and_deals_to_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals 0 to 399 of a seed: statistics as one by one, and none of the deals to order is left out."""
    deals = list(itertools.islice(random_deals(4, seed=24), 400))
    alone = [solve(deal, rules=RECEIVER).turns for deal in deals]
    found = survey(4, len(deals), seed=24, rules=RECEIVER)
    assert found.distribution == {turns: alone.count(turns) for turns in sorted(set(alone) - {None})}
    assert (
        survey(4, len(deals), seed=24, rules=RECEIVER, limits=Limits(max_nodes=4_000_000)).distribution
        == found.distribution
    )
    paired = paired_survey(4, len(deals), seed=24, rules=(NEXT, RECEIVER))
    different = [i for i, deal in enumerate(deals) if solve(deal, rules=NEXT).turns != alone[i]]
    assert list(paired.comparison.different) == different and different
    assert min(paired.differences) == 0
    turns = alone[different[0]]
    ordered = find_deals(4, DealSpec(turns=turns), seed=24, rules=RECEIVER, max_deals=len(deals))
    assert [one.number for one in ordered] == [i for i, found in enumerate(alone) if found == turns]
    few = different[0] + 1
    ordered = find_deals(4, DealSpec(single_line=True), seed=24, rules=RECEIVER, max_deals=few)
    single = [i for i in range(few) if analyse(deals[i], rules=RECEIVER).optimal_lines == 1]
    assert [one.number for one in ordered] == single and single


@pytest.mark.parametrize("players", [3, *slow(5), *nightly(4)])
def test_certificates(players: int) -> None:
    """The checker knows the wider reading by its own code: true ones pass, those of `next` do not."""
    for seed in range(150):
        deal = sparse(players, seed)
        following, found = (
            solve(deal, rules=replace(NEXT, limit=7)),
            solve(deal, rules=replace(RECEIVER, limit=7)),
        )
        if seed % 10 and following.turns == found.turns:
            continue
        fields = json.loads(str(make_certificate(found)))
        assert fields["rules"] == {"no_undo": True, "undo_reading": "receiver", "limit": 7}
        confirmed = check(json.dumps(fields), max_states=100_000)
        assert confirmed.turns == found.turns and confirmed.rules == replace(RECEIVER, limit=7)
        assert check(make_certificate(following), max_states=100_000).rules.reading == "next"
        if following.turns != found.turns:
            forged = json.loads(str(make_certificate(following))) | {"rules": fields["rules"]}
            with pytest.raises(RejectedError, match="line"):
                check(json.dumps(forged | {"checksum": checksum(forged)}))
            forged = fields | {"rules": {"no_undo": True, "undo_reading": "next", "limit": 7}}
            with pytest.raises(RejectedError, match="there is a win"):
                check(json.dumps(forged | {"checksum": checksum(forged)}))


def test_rules_of_a_certificate() -> None:
    fields = json.loads(str(make_certificate(solve(Deal.parse(DIFFERENT, unusual=True), rules=NEXT))))
    without = fields | {"rules": {"no_undo": True, "limit": 24}}
    assert check(json.dumps(without | {"checksum": checksum(without)})).rules == NEXT
    for reading in ("both", 5, [], False):
        wrong = fields | {"rules": {"no_undo": True, "undo_reading": reading, "limit": 24}}
        with pytest.raises(RejectedError, match="rules: undo_reading"):
            check(json.dumps(wrong | {"checksum": checksum(wrong)}))
    wrong = fields | {"rules": {"no_undo": False, "undo_reading": "next", "limit": 24}}
    with pytest.raises(RejectedError, match="rules: undo_reading must be null"):
        check(json.dumps(wrong | {"checksum": checksum(wrong)}))


WIDER = ("--no-undo", "--undo-reading", "receiver")


@pytest.mark.parametrize(
    ("command", "rest"), [("solve", ()), ("analyse", ()), ("verify", (FOUR,)), ("view", ("--solve",))]
)
def test_every_answer_names_the_reading(command: str, rest: tuple[str, ...], narabi_here: Run) -> None:
    for options, reading in (((), None), (("--no-undo",), "next"), (WIDER, "receiver")):
        arguments = (command, DIFFERENT, *rest, *options, "--unusual")
        answer = json.loads(narabi_here(*arguments, "--json").stdout)
        assert answer["rules"]["undo_reading"] == reading
        text = narabi_here(*arguments).stdout
        assert (f"no undo (reading: {reading})" in text) == (reading is not None)
        assert reading is not None or "no undo" not in text


def test_the_programs(narabi_here: Run, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    done = narabi_here("solve", DIFFERENT, "--unusual", *WIDER, "--certificate", str(proof))
    assert done.returncode == 0 and "solved in 5 turns" in done.stdout
    checked = narabi_here("check", str(proof))
    assert checked.returncode == 0 and "(no undo (reading: receiver))" in checked.stdout
    paired = narabi_here(
        *("survey", "--players", "4", "--deals", "50", "--paired", "--undo-reading", "receiver", "--json")
    )
    assert [one["undo_reading"] for one in json.loads(paired.stdout)["rules"]] == ["next", "receiver"]
    plain = narabi_here("survey", "--players", "4", "--deals", "50", *WIDER)
    assert "no undo (reading: receiver)" in plain.stdout
    for command in (
        ("solve", DIFFERENT, "--unusual"),
        ("survey", "--players", "4", "--deals", "5"),
        ("deal", "--players", "4", "--seed", "1"),
        ("deal", "--players", "4", "--turns", "5"),
    ):
        alone = narabi_here(*command, "--undo-reading", "receiver")
        assert alone.returncode == 2 and "--no-undo" in alone.stderr and alone.stdout == "", command
        assert len(alone.stderr.splitlines()) == 1
    assert narabi_here("census", DIFFERENT, "--unusual", "--undo-reading", "receiver").returncode == 2


@pytest.mark.parametrize("number", [87, 213, 330])
def test_random_deals_that_differ_by_the_checker(number: int) -> None:
    """Three of the ten among 2,000 of seed 24 (docs/rules-narabi.md); the checker tries everything."""
    deal = random_deal(4, 24, number)
    found = solve(deal, rules=RECEIVER)
    assert found.turns == (solve(deal, rules=NEXT).turns or 0) + 1
    assert check(make_certificate(found)).bound_confirmed
