"""Large placements that a run can reach, found from layouts, and answers to them: against the plain rules."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from _gamekit.kernels.bits import ZERO
from _gamekit.limits import Watch
from _gamekit.search import Stop, drive
from mabi_search import Limits, Position, Rules, make_certificate, solve
from mabi_search.certify.certificate_format import KIND, READINGS as NAMES, VERSION
from mabi_search.certify.certificates import key_of, steps
from mabi_search.certify.checker import RejectedError, check_certificate
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.rules import PASS, Group, Square, State
from mabi_search.kernels.proof import graph as g, layouts, passing, placing
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.runs.layouts import LargePlacements, Layout, ground, large_placements, near
from mabi_search.runs.run_search import reachable, winning_run
from tests.mabi.samples import signed
from tests.nightly import thinned
from tests.parts import in_python

READINGS = [{}, {"paralysis": "group"}, {"freeze": "leader"}]
LOCKED = "4b1b1/2bww3/2bb2wb/1bwbbww1/1ww1bbb1/1ww1wbw1/1bwb1b2/2w1ww2 b - b 173"
ANSWERED = "2b5/bww1w3/2bbbbb1/1bw1w2w/bw1b1bw1/wwwwwwb1/1b1bwbb1/4w3 w - w 182"
"""Of the suite, 12 plies: White can never overtake after Black's pass; Black can after White's, and White has
an answer to each way."""

MANY_SETS = "1b4b1/1wwb1ww1/1bw1bbb1/3wbwb1/1wbbbwb1/2wbw3/bwwbww2/3w4 b - b 41"
CROWDED = "wb6/bbw1w1bb/5bwb/1wwwb1w1/1bbw1bwb/wbwwwb2/1w1bbw2/8 w - w 99"


def positions(size: str, each: int, readings: dict[str, str]) -> Iterator[tuple[State, Rules]]:
    """Yield positions with so many pieces a side; who is to move holds, with three together at least."""
    choose = random.Random(f"{size} {readings}")
    rules = Rules(size=size, **readings)
    ranks, files = map(int, size.split("x"))
    while True:
        signs = list("w" * each + "b" * each + game.EMPTY * (ranks * files - 2 * each))
        choose.shuffle(signs)
        board = tuple("".join(signs[rank * files :][:files]) for rank in range(ranks))
        state = State(board, "w", "-", "w", 9, ())
        if game.largest(state, "w") >= max(3, game.largest(state, "b")):
            yield state, rules


def large_by_the_rules(state: State, rules: Rules) -> tuple[set[int], int]:
    """Return the large placements that the other side can reach after a pass, and how many it can in all."""
    runner, large = game.other(state.side), game.largest(state, state.side)
    first = game.play_unchecked(state, PASS, rules)
    todo, met, found = [first], {first.board}, set()
    while todo:
        at = todo.pop()
        if game.largest(at, runner) >= large:
            found.add(int(packing.bits(at.pieces(runner))))
        for step in game.legal_moves(at, rules):
            after = game.play_unchecked(at, step, rules)
            if step != PASS and after.board not in met:
                met.add(after.board)
                todo.append(replace(after, seen=()))
    return found, len(met)


def after_steps(rules: Rules, state: State) -> Iterator[State]:
    """Yield what the steps of a run lead to."""
    return (game.play_unchecked(state, step, rules) for step in steps(state, rules))


@pytest.mark.slow
@pytest.mark.parametrize("readings", READINGS)
def test_all_large_placements_are_met(readings: dict[str, str]) -> None:
    """None that the rules reach is missing, most others are not met, and the plain program meets the same."""
    some = fewer = 0
    for state, rules in itertools.islice(positions("4x4", 5, readings), 12):
        packed, scratch = packing.pack(state, rules), placing.scratch()
        assert in_python(layouts.meet_large)(packed.setting, scratch, packed.enemy, packed.own, 0)
        met = set(scratch.placements[: scratch.cursor[placing.COUNT]].tolist())
        found, reached = large_by_the_rules(state, rules)
        assert found <= met, str(state)
        plain = large_placements(game.play_unchecked(state, PASS, rules), "w", partial(after_steps, rules))
        assert plain is not None and len(plain) == len(met)
        assert {int(packing.bits(one.pieces("b"))) for one in plain} == met, str(state)
        most = game.largest(state, "w")
        assert all((one.holder == "b") == (game.largest(one, "b") > most) for one in plain)
        some += bool(found)
        fewer += len(met) < reached / 2
    assert some and fewer


@pytest.mark.slow
@pytest.mark.parametrize("readings", [{}, {"pass_rule": "final"}])
def test_what_is_answered_cannot_win(readings: dict[str, str]) -> None:
    """No run wins where all was answered, also where the other side can overtake for a while."""
    answered = overtaking = 0
    for state, rules in itertools.islice(positions("4x5", 6, readings), 12):
        proving = ProofSearch(state, rules)
        if not in_python(passing.answer_layouts)(proving.packed.setting, proving.graph, 0, 0):
            continue
        after = game.play_unchecked(state, PASS, rules)
        assert winning_run(after, rules, Watch(Limits())) is None, str(state)
        reached = reachable(after, rules, 1 << 16, Watch(Limits()))
        assert reached is not None
        answered += 1
        overtaking += any(one.holder != state.side for one in reached)
    assert answered and bool(overtaking) == (rules.pass_rule == "run")


@pytest.mark.parametrize(("text", "nodes"), [(LOCKED, 40_000), (ANSWERED, 1_200_000)])
def test_what_a_search_of_the_run_does_not_end(text: str, nodes: int) -> None:
    """With them a win of 8x8 is proven that is not proven without."""
    state, rules = Position.parse(text).state, Rules()
    for allowed, outcome in ((1, "win"), (0, "undecided")):
        proving = ProofSearch(state, rules)
        proving.graph.options[g.USE_LAYOUTS] = allowed
        assert (drive(proving, Watch(Limits()), until=nodes) is Stop.DECIDED) == bool(allowed)
        assert proving.outcome == outcome


def test_too_many_to_be_met() -> None:
    """Where there is no room for all, nothing is proven: those that are met first are all answered here."""
    state, rules = Position.parse(CROWDED).state, Rules()
    proving = ProofSearch(state, rules)
    assert not in_python(passing.answer_layouts)(proving.packed.setting, proving.graph, 0, 0)
    assert proving.graph.known.large.cursor[placing.COUNT] == placing.MOST_PLACEMENTS


def test_a_search_that_failed_is_repeated_with_higher_limits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails at a scale is not searched at that scale again, and at a higher one it is."""
    state, rules = next(positions("4x4", 5, {}))
    packed, scratch = packing.pack(state, rules), placing.scratch()
    searched = partial(in_python(layouts.meet_large), packed.setting, scratch, packed.enemy, packed.own)
    assert searched(0)
    sets = int(scratch.cursor[placing.SETS])
    monkeypatch.setattr(layouts, "MOST_SETS", -(-sets >> 2))
    for scale, whole, examined in ((0, False, True), (0, False, False), (2, True, True), (4, True, True)):
        assert searched(scale) == whole
        assert bool(scratch.cursor[placing.SETS]) == examined
    monkeypatch.setattr(layouts, "MOST_SETS", (sets - 1) >> 4)
    assert not searched(4) and not searched(2) and scratch.cursor[placing.SETS] == 0


def test_a_pass_with_many_large_placements_is_decided() -> None:
    """Examining the layouts of this pass takes one set more than the first search of them may use."""
    verdict = solve(Position.parse(MANY_SETS), limits=Limits(max_nodes=200_000))
    assert verdict.outcome == "win"


@pytest.mark.nightly
def test_the_certificate_of_a_pass_with_many_large_placements() -> None:
    assert check_certificate(make_certificate(Position.parse(MANY_SETS)).lines).outcome == "win"


@pytest.mark.parametrize("readings", thinned(4, [*READINGS, {"pass_rule": "final"}]))
def test_a_claim_without_answers_is_accepted_where_none_is_needed(readings: dict[str, str]) -> None:
    """That is, where the other side cannot overtake whatever it does."""
    accepted = Counter[bool]()
    for state, rules in itertools.islice(positions("4x4", 5, readings), 30):
        after = game.play_unchecked(state, PASS, rules)
        body = [
            json.dumps({"at": key_of(state), "move": "pass", "within": 1}),
            json.dumps({"at": key_of(after), "cannot": "layouts"}),
        ]
        head = {
            "kind": KIND,
            "version": VERSION,
            "position": str(Position(state, (), rules)),
            "outcome": "win",
            "rules": {name: getattr(rules, name) for name in NAMES},
        }
        reached = reachable(after, rules, 1 << 16, Watch(Limits()))
        assert reached is not None
        try:
            check_certificate(signed([json.dumps(head), *body]))
        except RejectedError as error:
            assert error.place == "the whole", str(error)
            accepted[False] += 1
        else:
            assert all(one.holder == "w" for one in reached), str(state)
            accepted[True] += 1
    assert min(accepted[True], accepted[False]) > 3


def cut(choose: random.Random, black: int) -> State:
    """Return a position of 8x8 in which White, which stands, leaves Black at least 8 regions to walk in."""
    every = [Square(rank, file) for rank in range(8) for file in range(8)]
    while True:
        size, white = choose.randint(3, 4), set[Square]()
        for _ in range(16 // size):
            group = {choose.choice(every)}
            while len(group) < size:
                group.add(choose.choice([one for one in sorted(near(group)) if one in every]))
            if white.isdisjoint(group | near(group)):
                white |= group
        left = [one for one in every if one not in white]
        state = State(("." * 8,) * 8, "b", "p", "w", 20)
        signs = dict.fromkeys(white, "w") | dict.fromkeys(choose.sample(left, black), "b")
        rows = ("".join(signs.get(Square(rank, file), ".") for file in range(8)) for rank in range(8))
        state = replace(state, board=tuple(rows))
        if len(ground(state, "w")[2]) >= 8:
            return state


def spread(choose: random.Random, every: list[Group], beside: set[Square]) -> Group:
    """Return pieces in most regions, and some beside."""
    held = [sorted(region) for region in every if choose.random() < 0.9]
    pieces = {square for one in held for square in choose.sample(one, min(len(one), choose.randint(1, 2)))}
    return frozenset(pieces.union(choose.sample(sorted(beside), 3)))


def moved(choose: random.Random, state: State, pieces: Group, share: float) -> Group:
    """Return pieces of which some have come to squares beside the standing side's largest groups."""
    _, beside, every = ground(state, "w")
    went, came = set[Square](), set[Square]()
    for region in every:
        here, doors = sorted(region & pieces), sorted((near(region) & beside) - pieces - came)
        if here and doors and choose.random() < share:
            went.add(choose.choice(here))
            came.add(choose.choice(doors if choose.random() < 0.9 else sorted(beside - pieces - came)))
    return pieces - went | came


@pytest.mark.nightly
def test_layouts_of_many_regions() -> None:
    """What the kernel is sure of is so by the plain program; where it is not it leaves nothing out."""
    choose, rules = random.Random(8), Rules()
    unsure = Counter[tuple[bool, bool]]()
    for _ in range(6):
        state = cut(choose, 14)
        packed, scratch = packing.pack(state, rules), placing.scratch()
        meet_large = in_python(layouts.meet_large)  # finds the regions
        assert meet_large(packed.setting, scratch, ZERO, packed.enemy, 0)
        plain = LargePlacements(state, "w", lambda state: ())
        free = sorted(plain.beside.union(*plain.regions))
        for _ in range(20):
            pieces = spread(choose, plain.regions, plain.beside)
            scratch.cursor[placing.LAYOUTS] = 0
            assert in_python(layouts.add_layout)(scratch, packing.bits(pieces))
            layout = Layout(pieces & plain.beside, tuple(len(pieces & region) for region in plain.regions))
            after = moved(choose, state, pieces, choose.random())
            if choose.random() < 0.2:  # and what no layout leads to
                after = after - {choose.choice(sorted(after))} | {choose.choice(sorted(set(free) - after))}
            expected, word = plain.leads_to(layout, after), packing.bits(after)
            certain = bool(in_python(placing.leads_to)(scratch, 0, word, False))
            perhaps = bool(in_python(placing.leads_to)(scratch, 0, word, True))
            assert certain <= expected <= perhaps, str(state)
            assert certain == bool(in_python(layouts.is_known)(scratch, word))
            missing = [len(pieces & region) > len(after & region) for region in plain.regions]
            if sum(missing) <= placing.SHARING:
                assert certain == perhaps
            else:
                unsure[perhaps, expected] += 1
    assert min(unsure[True, True], unsure[True, False]) > 2 and unsure[False, False]


@pytest.mark.nightly
def test_large_placements_of_many_regions() -> None:
    """The kernel meets all that the plain program meets."""
    choose, rules, compared = random.Random(9), Rules(), 0
    for _ in range(5):
        state = cut(choose, 5)
        packed, scratch = packing.pack(state, rules), placing.scratch()
        if not in_python(layouts.meet_large)(packed.setting, scratch, packed.own, packed.enemy, 0):
            continue
        plain = large_placements(state, "w", partial(after_steps, rules))
        assert plain is not None
        met = set(scratch.placements[: scratch.cursor[placing.COUNT]].tolist())
        assert {int(packing.bits(one.pieces("b"))) for one in plain} <= met
        compared += 1
        if compared == 2:
            break
    assert compared > 1
