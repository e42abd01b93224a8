"""Whether a run can ever overtake, by meeting all placements: against the plain rules."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from _gamekit.limits import Watch
from _gamekit.search import Stop, drive
from mabi_search import Limits, Position, Rules, analyse_pass
from mabi_search.game import rules as game
from mabi_search.game.packed import setting_of
from mabi_search.game.rules import PASS, State
from mabi_search.kernels.runs import region
from mabi_search.proof.portfolio import PassRegions
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.runs.pass_searches import PassFacts, Regions
from mabi_search.runs.region_search import RegionSearch
from tests.mabi import games
from tests.nightly import nightly, slow


def overtakes(state: State, rules: Rules) -> bool:
    """Tell whether the side that runs after a pass can ever hold, by trying every step."""
    first = game.play_unchecked(state, PASS, rules)
    todo, met = [first], {first.board}
    while todo:
        at = todo.pop()
        if game.largest(at, at.side) > game.largest(at, game.other(at.side)):
            return True
        for step in game.legal_moves(at, rules):
            after = game.play_unchecked(at, step, rules)
            if step != PASS and after.board not in met:
                met.add(after.board)
                todo.append(replace(after, seen=()))
    return False


FINAL = {"paralysis": "group", "pass_rule": "final"}


@pytest.mark.parametrize(
    ("readings", "least"),
    [(FINAL, 1), *slow(({}, 3), (FINAL, 3)), *nightly(({}, 6), (FINAL, 6), ({"freeze": "leader"}, 6))],
)
def test_as_the_plain_rules_say(readings: dict[str, str], least: int) -> None:
    """If it never can, the holder's pass wins, and nothing else has to be searched for that."""
    choose = random.Random(str(readings))
    found = {True: 0, False: 0}
    while min(found.values()) < least:
        rules = Rules(size=choose.choice(["3x4", "4x4", "3x5"]), repetition="off", **readings)
        *_, state = games.game(rules, choose.randrange(1 << 30), choose.randrange(6, 30), passing=0)
        if state.mode != "-" or state.over or state.holder != state.side:
            continue
        state = replace(state, seen=())
        never = drive(RegionSearch(state, rules), Watch(Limits())) is Stop.DECIDED
        assert never != overtakes(state, rules), str(state)
        proving = ProofSearch(state, rules)
        drive(PassRegions(proving, 1 << 26), Watch(Limits()))
        if never:
            assert proving.outcome == "win" and proving.answer(state) == PASS
        found[never] += 1


@pytest.mark.parametrize(
    ("placement", "single", "greatest"),
    [("2b/wb1/bwb/bwb/1bw/2b/wbw", 4, 5), ("wb/2/bb/ww/bb/2/bb/ww", 3, 4)],
)
def test_groups_of_several_regions_free_one_another(placement: str, single: int, greatest: int) -> None:
    """A group that is the only largest one of its region may move while another region has one as large."""
    position = Position.parse(f"{placement} w - w 5")
    facts = PassFacts(position, game.play(position.state, PASS, position.rules))
    facts.most = single
    drive(Regions(facts, 1 << 20), Watch(Limits()))
    assert facts.bound >= greatest == analyse_pass(position).most


def test_all_is_met_once_when_more_slots_are_used() -> None:
    """Five pieces alone, without a freeze, can stand anywhere: so there are more slots two times."""
    rules = Rules(size="4x4", freeze="none")
    met, setting, nobody = region.scratch(1 << 13), setting_of(game.start(rules), rules), np.uint64(0)
    assert region.begin(setting, met, nobody, np.uint64(0b1111 | 1 << 8), 4) == region.RUNNING
    met.cursor[region.MOST] = 16
    assert region.advance(setting, met, nobody, 1 << 20) == region.NEVER
    count = int(met.cursor[region.BEFORE])
    assert count == len(set(met.placements[:count].tolist())) == math.comb(16, 5)
    assert met.cursor[region.SLOTS] == 4 * region.FEW_SLOTS
