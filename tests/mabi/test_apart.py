"""Runs decided region by region, each region's placements listed alone: against the plain rules."""

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from _gamekit.limits import Watch
from _gamekit.search import drive
from mabi_search import Limits, Position, Rules, make_certificate
from mabi_search.certify.certificate_format import APART, digest
from mabi_search.certify.checker import RejectedError, check_certificate
from mabi_search.certify.checker_apart import overtaking_moments
from mabi_search.certify.checker_rules import Readings, read
from mabi_search.game import packed as packing, rules as game
from mabi_search.game.notation import text_of
from mabi_search.game.rules import PASS, State
from mabi_search.kernels.proof import apart, placing
from mabi_search.kernels.runs import levels
from mabi_search.proof.portfolio import LongRuns
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.runs.run_search import RunSearch
from tests.mabi.brute_force import reachable, wins
from tests.nightly import nightly, slow
from tests.parts import in_python

READINGS: tuple[dict[str, str], ...] = (
    {}, {"paralysis": "group"}, {"freeze": "leader"}, {"paralysis": "group", "freeze": "leader"},
)  # fmt: skip
SPLIT = "3b4/wwbbw3/1wbwbbw1/1bwbwwb1/2bb1wb1/2bwwwb1/5bwb/1w4w1 w - w 134"
"""After a pass Black has 62,083 placements in one region and 17 in another; 111 times 17 overtake."""
SEVERAL = "bbw1b/2wb1/bbwbb w - w 9"


def walled(choose: random.Random, size: str) -> State:
    """Return a position with a wall of White, which holds, and Black's pieces on both sides of it."""
    ranks, files = map(int, size.split("x"))
    while True:
        pieces = choose.randint(3, ranks * (files - 1) - 2)
        signs = list("b" * pieces + game.EMPTY * (ranks * (files - 1) - pieces))
        choose.shuffle(signs)
        wall = choose.randrange(files)
        rows = ["".join(signs[rank * (files - 1) :][: files - 1]) for rank in range(ranks)]
        gap = choose.choice([-1, *range(ranks)])
        board = tuple(
            row[:wall] + ("w" if rank != gap else game.EMPTY) + row[wall:] for rank, row in enumerate(rows)
        )
        state = State(board, "w", "-", "w", 9, ())
        if 1 < game.largest(state, "w") >= game.largest(state, "b"):
            return state


def overtaking(state: State, rules: Rules) -> set[int]:
    """Return the black pieces in each state with a larger group that a run can reach, by the plain rules."""
    after = game.play_unchecked(state, PASS, rules)
    states = reachable(replace(after, seen=()), rules)
    return {int(packing.bits(one.pieces("b"))) for one in states if one.holder == "b"}


@pytest.mark.parametrize(("size", "least"), [("2x5", 3), *slow(("2x7", 3)), *nightly(("3x5", 8))])
def test_what_overtakes_is_what_the_rules_allow(size: str, least: int) -> None:
    """Search and checker list exactly what can be reached, if one region may overtake."""
    choose, scratch = random.Random(size), placing.scratch()
    found = {"overtaking": 0, "never": 0}
    while min(found.values()) < least:
        rules = Rules(size=size, **choose.choice(READINGS))  # type: ignore[arg-type]
        state = walled(choose, size)
        packed = packing.pack(state, rules)
        plain = overtaking(state, rules)
        whole = in_python(apart.meet_apart)(packed.setting, scratch, packed.enemy, packed.own, 2)
        names = ("paralysis", "freeze", "pass_rule", "repetition")
        readings = Readings(**{name: getattr(rules, name) for name in names})
        moment, _ = read(text_of(game.play_unchecked(state, PASS, rules)), readings)
        moments = overtaking_moments(moment, readings, 1 << 16, lambda _: None)
        assert whole
        listed = scratch.placements[: scratch.cursor[placing.COUNT]].tolist()
        assert set(listed) == plain and len(listed) == len(plain), str(state)
        assert {squares(each.pieces[1]) for each in moments} == plain and len(moments) == len(plain)
        found["overtaking" if plain else "never"] += 1


def test_several_regions_are_refused() -> None:
    """Two regions that may overtake are not taken apart, because one can free what is frozen in the other."""
    packed = packing.pack(Position.parse(SEVERAL, Rules(size="3x5")).state, Rules(size="3x5"))
    scratch = placing.scratch()
    assert not in_python(apart.meet_apart)(packed.setting, scratch, packed.enemy, packed.own, 4)


def squares(pieces: int) -> int:
    """Return the checker's squares, nine bits a rank, as the kernels have them."""
    return sum((pieces >> 9 * rank & 0xFF) << 8 * rank for rank in range(8))


@pytest.mark.slow
@pytest.mark.parametrize("size", ["3x4", *nightly("4x4", "3x5")])
def test_runs_with_few_expansions_are_right(size: str) -> None:
    """A run won or lost because regions show that there is no answer is so by the plain rules."""
    choose, found = random.Random(f"few {size}"), Counter[int]()
    search = RunSearch(most=1 << 12)
    for _ in range(60):
        rules = Rules(size=size, **choose.choice(READINGS))  # type: ignore[arg-type]
        state = walled(choose, size)
        packed = packing.pack(game.play_unchecked(state, PASS, rules), rules)
        search.begin(packed, False, expansions=choose.choice([8, 16, 32]))
        drive(search, Watch(Limits()))
        if search.answer != levels.UNKNOWN:
            assert search.wins == wins(state.board, "b", rules), str(state)
        found[search.answer] += 1
    assert found[levels.WINS] and found[levels.LOSES]


def test_a_pass_is_decided_by_regions_alone() -> None:
    """The product of two lists is answered before a long run is begun; the run search cannot list it."""
    state = Position.parse(SPLIT).state
    proving = ProofSearch(state, Rules())
    assert not LongRuns(proving, 1 << 24).choose()
    assert proving.outcome == "win" and proving.answer(state) == PASS


@pytest.mark.nightly
def test_the_certificate_of_a_pass_decided_by_regions() -> None:
    """The checker accepts it, and misses an answer that is taken out."""
    lines = list(make_certificate(Position.parse(SPLIT)).lines)
    assert check_certificate(lines).outcome == "win"
    assert json.loads(lines[2])["cannot"] == APART
    missing = forged(lines, lines[1:-1])
    with pytest.raises(RejectedError, match="no answer"):
        check_certificate(missing)


def forged(lines: list[str], body: list[str]) -> list[str]:
    """Return a certificate with another body and the checksum of it."""
    head = json.loads(lines[0]) | {"lines": len(body), "sha256": digest(body)}
    return [json.dumps(head), *body]


@pytest.mark.parametrize(
    ("text", "message"),
    [("b1wb1/b1w1b/2wbb w - w 9", "no answer"), (SEVERAL, "several regions")],
)
def test_forged_claims_are_refused(text: str, message: str) -> None:
    """What overtakes needs an answer, and two regions that may overtake are never taken apart."""
    rules = Rules(size="3x5")
    state = Position.parse(text, rules).state
    run = text_of(game.play_unchecked(state, PASS, rules)).rsplit(" ", 1)[0]
    names = ("paralysis", "freeze", "pass_rule", "repetition")
    head = {
        "kind": "mabi certificate", "version": 1, "position": text, "outcome": "win",
        "rules": {name: getattr(rules, name) for name in names},
    }  # fmt: skip
    body = [
        json.dumps({"at": text.rsplit(" ", 1)[0], "move": "pass", "within": 1}),
        json.dumps({"at": run, "cannot": APART}),
    ]
    with pytest.raises(RejectedError, match=message):
        check_certificate(forged([json.dumps(head)], body))
