"""A file of `--save` with forged facts and a right checksum never makes anything proven that is false."""

from __future__ import annotations

import json
import random
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from _gamekit import files
from _gamekit.files import DamagedFileError
from _gamekit.limits import Watch
from _gamekit.search import drive
from mabi_search import Limits, Position, Rules
from mabi_search.cli import main
from mabi_search.game import packed as packing
from mabi_search.game.outcomes import LOSS, UNDECIDED, WIN
from mabi_search.game.rules import ALTERNATE, PASS, WHITE, State
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.sharing import FACT, Learnt, nothing
from mabi_search.proof import saved
from mabi_search.proof.joint import JointProof, Part
from mabi_search.proof.proof_search import ProofSearch, code_of
from mabi_search.proof.sharing import joined, learnt_since
from mabi_search.proof.solving import decide
from tests.mabi.samples import random_positions
from tests.nightly import nightly

BY_PASS = 0
NO_ANSWER = -1


def said_of(states: list[State], claims: list[dict[str, int]], plays: list[list[int]]) -> Learnt:
    """Return facts of states of alternate play; claims are fields of a fact."""
    facts = np.zeros(len(states), FACT)
    words = np.zeros((len(states), 2), np.uint64)
    for at, (state, claim) in enumerate(zip(states, claims, strict=True)):
        white, black = packing.words(state.board)
        words[at] = (white, black) if state.side == WHITE else (black, white)
        facts[at]["code"], facts[at]["play"], facts[at]["answer"] = code_of(state), -1, NO_ANSWER
        facts[at]["distance"] = facts[at]["layer"] = 1
        for name, value in claim.items():
            facts[at][name] = value
    width = max(map(len, plays), default=0)
    rows = [[len(play), *play, *[0] * (width - len(play))] for play in plays]
    return Learnt(words, facts.view(np.recarray), np.array(rows, np.int16).reshape(len(plays), width + 1))


def claim(choose: random.Random, status: int, state: State, position: Position) -> dict[str, int]:
    """Return how a state could be said to be won, lost or open."""
    moves = [packing.move_code(move) for move in position.legal_moves if move != PASS]
    holds = state.holder == state.side
    if status == g.WON and (not moves or choose.random() < (0.8 if holds else 0.3)):
        return {"status": g.WON, "answer": BY_PASS, "passing": g.PASS_WINS}
    if status == g.WON:
        return {"status": g.WON, "answer": choose.choice(moves)}
    if status == g.LOST:
        return {"status": g.LOST, "passing": g.PASS_LOSES, "play": choose.choice((-1, 0))}
    passing = choose.choice((g.PASS_LOSES, g.PASS_LOSES, g.PASS_WINS, g.PASS_DRAWS))
    return {"passing": passing, "play": 0 if passing == g.PASS_LOSES else -1}


def forged(choose: random.Random, position: Position) -> Learnt:
    """Return facts of a position, and of what follows it, that claim an arbitrary result."""
    goal = choose.choice((g.WON, g.LOST))
    after = [position.play(move) for move in position.legal_moves if move != PASS]
    chosen = [(position, choose.choice((g.OPEN, g.OPEN, goal)))]
    chosen += [(one, g.WON + g.LOST - goal) for one in after]
    for one in choose.sample(after, min(2, len(after))):
        chosen += [(one.play(move), goal) for move in one.legal_moves if move != PASS]
    chosen = [(one, status) for one, status in chosen if one.outcome() is None and one.mode == ALTERNATE]
    if choose.random() < 0.5:
        choose.shuffle(chosen)
    chosen = chosen[::-1] if choose.random() < 0.5 else chosen
    claims = [claim(choose, status, one.state, one) for one, status in chosen]
    play = [choose.randrange(g.MOVES) for _ in range(choose.randint(0, 9))]
    steps = [packing.move_code(move) for move in position.legal_moves if move != PASS]
    return said_of([one.state for one, _ in chosen], claims, [choose.choice((play, steps))])


def changed(choose: random.Random, learnt: Learnt) -> Learnt:
    """Return facts that a search has learnt, some of them turned into others."""
    facts, words, plays = learnt.facts.copy(), learnt.words.copy(), learnt.plays.copy()
    for at in choose.sample(range(len(facts)), min(len(facts), choose.randint(1, 6))):
        how = choose.randrange(6)
        if how == 0:
            facts[at].status = choose.choice((g.WON, g.LOST))
        elif how == 1:
            facts[at].code ^= choose.choice((1, 2, 4, 6))
        elif how == 2:
            facts[at].status, facts[at].answer, facts[at].passing = g.WON, BY_PASS, g.PASS_WINS
        elif how == 3:
            facts[at].status, facts[at].answer, facts[at].passing = g.LOST, NO_ANSWER, g.PASS_LOSES
        elif how == 4:
            words[at] = words[at, ::-1].copy()
        elif len(plays):
            plays[choose.randrange(len(plays)), 1:] = choose.randrange(g.MOVES)
    return Learnt(words, facts, plays)


def write(path: Path, position: Position, learnt: Learnt) -> None:
    """Write a file of a search that has learnt this."""
    master = JointProof(position.state, position.rules)
    master.parts.append(Part(0, -1, learnt))
    saved.write(path, position, master)


@pytest.mark.slow
@pytest.mark.usefixtures("small_rooms")
@pytest.mark.parametrize("pass_rule", ["run", "final"])
@pytest.mark.parametrize("size", ["4x4", *nightly("3x6", "4x5")])
def test_no_forgery_proves_what_is_false(tmp_path: Path, size: str, pass_rule: str) -> None:
    choose, ends, path = random.Random(size + pass_rule), Counter[str](), tmp_path / "search"
    rules = Rules(size=size, pass_rule=pass_rule)  # type: ignore[arg-type]
    for position in random_positions(rules, 5, 12):
        truth, _ = decide(position, limits=Limits(max_nodes=60_000), margin=False)
        search = ProofSearch(position.state, rules)
        drive(search, Watch(Limits()), until=2_000)
        honest = learnt_since(search)
        assert truth.proven and position.mode == ALTERNATE
        for _ in range(6):
            learnt = forged(choose, position) if choose.random() < 0.5 else changed(choose, honest)
            if choose.random() < 0.2:
                learnt = joined([learnt, honest])
            write(path, position, learnt)
            before = path.read_bytes()
            try:
                found, _ = decide(position, limits=Limits(max_nodes=500), margin=False, save=path)
            except DamagedFileError:
                ends["refused"] += 1
                assert path.read_bytes() == before
                continue
            ends[found.outcome] += 1
            assert found.outcome in (truth.outcome, UNDECIDED), (position, learnt)
    assert ends["refused"] > 5 and ends[UNDECIDED] + ends[WIN] + ends[LOSS] > 5, ends


def test_a_forged_file_is_a_damaged_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All moves are said to be answered by a pass whose side does not hold, or a position is said twice."""
    position, path = Position.parse("1wb1b/w1w1b/1b1w1/b1w1b b - b 9"), tmp_path / "search"
    after = [position.play(move) for move in position.legal_moves if move != PASS]
    by_pass = {"status": g.WON, "answer": BY_PASS, "passing": g.PASS_WINS}
    lost = {"status": g.LOST, "passing": g.PASS_LOSES}
    forgeries = [
        said_of([one.state for one in after], [by_pass] * len(after), []),
        said_of([after[0].state] * 2, [lost, {"status": g.WON, "answer": 1}], []),
        said_of([position.state], [lost], []),
        said_of([position.state], [{"status": g.WON, "answer": 1}], []),
    ]
    for learnt in forgeries:
        write(path, position, learnt)
        assert main(["solve", str(position), "--save", str(path)]) == 2
        out, err = capsys.readouterr()
        assert not out and err.count("\n") == 1 and str(path) in err


@pytest.mark.slow
def test_an_honest_file_is_proven_again(tmp_path: Path) -> None:
    """What needs nothing but the file is proven by it, whose passes are searched again."""
    path, proven = tmp_path / "search", 0
    for position in random_positions(Rules(size="4x5"), 7, 24):
        truth, search = decide(position, limits=Limits(max_nodes=60_000), margin=False)
        if search is not None:
            write(path, position, learnt_since(search))
            found, _ = decide(position, limits=Limits(max_nodes=100), margin=False, save=path)
            assert found.outcome == truth.outcome
            proven += 1
    assert proven > 3


def _forged(path: Path, position: Position, changed: dict[int, np.ndarray], shapes: object = None) -> None:  # type: ignore[type-arg]
    """Write a file without results and with a right checksum, in which some arrays or all shapes differ."""
    learnt = nothing()
    arrays = [np.array([0, 0], np.int64), learnt.words, learnt.facts.view(np.ndarray), learnt.plays]
    arrays = [changed.get(number, array) for number, array in enumerate(arrays)]
    about = {"shapes": [list(array.shape) for array in arrays] if shapes is None else shapes}
    head = json.dumps(saved._identity(position)).encode() + b"\n"
    raw = zlib.compress(b"".join([head, *(array.tobytes() for array in arrays)]))
    files.write_checked(path, saved.KIND, saved.VERSION, [raw], about)


def test_a_right_checksum_over_a_wrong_structure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, path = Position.parse("1wb1b/w1w1b/1b1w1/b1w1b b - b 9"), tmp_path / "search.mabi"
    _forged(path, position, {})
    assert saved.read(path, position).nodes == 0
    empty = [array.shape for array in (nothing().words, nothing().facts, nothing().plays)]
    changes: list[tuple[dict[int, np.ndarray], object]] = [  # type: ignore[type-arg]
        ({0: np.zeros((2, 1), np.int64)}, None),
        ({0: np.array([2**63 - 1, 0])}, None),
        ({0: np.array([0, 2**63 - 1])}, None),
        ({0: np.array([-1, 0])}, None),
        ({0: np.zeros(3, np.int64)}, None),
        ({1: np.zeros((0, 2, 1), np.uint64)}, None),
        ({2: np.zeros((0, 1), FACT)}, None),
        ({3: np.zeros(0, np.int16)}, None),
        ({3: np.zeros((0, 0), np.int16)}, None),
        ({}, [[2], *empty[:2]]),
        ({}, [[2], *empty[:2], [0, 10**30]]),
        ({}, [[2], *empty[:2], [0, -1]]),
        ({}, [[2], *empty[:2], ["0", 1]]),
        ({}, [[2], *empty[:2], 0]),
        ({}, {"a": 1}),
        ({}, 7),
    ]
    for changed, shapes in changes:
        _forged(path, position, changed, shapes)
        before = path.read_bytes()
        assert main(["solve", str(position), "--save", str(path)]) == 2, (changed, shapes)
        out, err = capsys.readouterr()
        assert not out and err.count("\n") == 1 and f"{path} is damaged" in err, (changed, shapes)
        assert path.read_bytes() == before
