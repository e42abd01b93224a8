"""A proof by many: right with any past, the same whoever does the work, and it goes on from its file."""

import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from _gamekit import files
from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.work.workers import Workers
from mabi_search import Position, Rules, solve
from mabi_search.certify.certificates import NoCertificateError, certificate_of
from mabi_search.cli import main
from mabi_search.game.errors import ArgumentError, InternalError
from mabi_search.game.outcomes import UNDECIDED
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.sharing import Learnt
from mabi_search.proof import joint, lines, saved, sharing
from mabi_search.proof.joint import JointProof
from mabi_search.proof.verdict import Verdict
from tests import interrupting
from tests.conftest import Cluster
from tests.mabi.past_truth import truth
from tests.mabi.pasts import pasts

HARD = "4b1/wbwbb1/1bbw2/1www2/w2bbw/b1w3 w - w 26"
"""Neither side wins it in 10,000 nodes."""


@pytest.fixture
def short_jobs(monkeypatch: pytest.MonkeyPatch, small_rooms: None) -> Iterator[None]:
    """Jobs of some nodes, and runs soon searched for longer."""
    monkeypatch.setattr(joint, "RUN_EACH", 3)
    yield


def found_by(position: Position, lanes: int, nodes: int, unit: int = 4) -> JointProof:
    """Return a proof by many, or what they have by then, in this process."""
    master = JointProof(position.state, position.rules, lanes, unit)
    master.go_on(Workers(), Watch(Limits(max_nodes=nodes)), silent)
    return master


def certificate_is_accepted(position: Position, master: JointProof) -> bool:
    """Tell whether there is a certificate; it is an error if the checker rejects it."""
    outcome, within = master.proving.value(position.state)
    line = lines.line_of(master.proving, position)
    verdict = Verdict(position, outcome, (-9, 9), None, within, line, "proof search", 0, 0.0)
    try:
        return certificate_of(verdict, master.proving).outcome == outcome
    except NoCertificateError:  # it is too large, or a run was not found again
        return False


@pytest.mark.usefixtures("short_jobs")
@pytest.mark.parametrize("pass_rule", ["run", "final"])
def test_as_a_table_with_the_past_says(pass_rule: str) -> None:
    """Small boards whose past forbids steps: no outcome is wrong, and certificates heed the past too."""
    decided = accepted = long = 0
    for number, position in enumerate(pasts("3x4", 40, 49, pass_rule=pass_rule)):
        if position.outcome() is not None or position.mode != "-":
            continue
        master = found_by(position, 1 + number % 7, 3_000)
        value, _, sure = truth(position)
        if master.over:
            assert not sure or value in (master.proving.outcome, UNDECIDED), position
            decided, long = decided + 1, long + (len(master.costs) > 2)
            accepted += certificate_is_accepted(position, master)
    assert decided > 8 and accepted > decided // 2 and long > 0, (decided, accepted, long)


def told(master: JointProof) -> list[bytes]:
    """Return all that was learnt, in its order."""
    return [array.tobytes() for part in master.parts for array in part]


def test_the_same_by_any_number_of_processes() -> None:
    """And no more jobs are under way than one for four that were taken in, but two."""
    position, found = Position.parse(HARD), []
    for count in (1, 2):
        master, most = JointProof(position.state, position.rules, unit=400), []

        def look(text: str, /, **counts: int) -> None:
            most.append((len(master._under_way), len(master.costs)))  # noqa: B023

        how = master.go_on(Workers(count), Watch(Limits(max_nodes=40_000)), look)
        found.append((how, master.costs, master.upper, told(master)))
        assert all(under_way <= max(2, taken // 4) for under_way, taken in most) and max(most)[0] > 2
    assert found[0] == found[1] and found[0][0] == "nodes" and len(found[0][1]) > 8


@pytest.mark.usefixtures("short_jobs")
def test_it_goes_on_from_its_file(tmp_path: Path) -> None:
    """What is learnt in two parts has everything that either has; nothing is done twice."""
    position, path = Position.parse(HARD), tmp_path / "search"
    first = found_by(position, 3, 1_500)
    saved.write(path, position, first)
    assert path.stat().st_size < 5_000 + sum(map(len, told(first))) / 4
    again = saved.read(path, position, 3)
    assert (again.nodes, again.costs, again.upper) == (first.nodes, first.costs, first.upper)
    assert again._leaf() == first._leaf()
    for name in ("status", "passing"):
        before, after = (master.proving.graph.nodes[name] for master in (first, again))
        count = int(first.proving.graph.cursor[g.NODES])
        assert (before[:count] != 0).sum() == (after[:count] != 0).sum()
    again.go_on(Workers(), Watch(Limits(max_nodes=1_500)), silent)
    assert again.nodes > first.nodes and again.costs[: len(first.costs)] == first.costs


@pytest.mark.usefixtures("short_jobs")
def test_a_bad_file_is_refused_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, path = Position.parse(HARD), tmp_path / "search"
    master = found_by(position, 2, 1_500)
    saved.write(path, position, master)
    whole = path.read_bytes()
    with pytest.raises(ArgumentError, match="is of another position"):
        saved.read(path, Position.parse(HARD, Rules(pass_rule="final")))
    for field, value in (("play", 9_999), ("status", 3), ("answer", -2), ("passing", -1), ("effort", 99)):
        part = sharing.joined(master.parts)
        facts = part.facts.copy()
        facts[field][0] = value
        with monkeypatch.context() as patch:
            patch.setattr(saved, "joined", lambda parts: part._replace(facts=facts))  # noqa: B023
            saved.write(path, position, master)
        with pytest.raises(files.DamagedFileError, match="impossible contents"):
            saved.read(path, position)
    for damaged in (whole[:-1], whole[:100], b"", whole[:-1] + bytes([whole[-1] ^ 1])):
        path.write_bytes(damaged)
        assert main(["solve", HARD, "--save", str(path)]) == 2
        assert path.read_bytes() == damaged
    assert capsys.readouterr().err.count("\n") == 4


@pytest.mark.usefixtures("short_jobs")
def test_a_fact_that_nothing_proves_is_noticed() -> None:
    """The moves of a position are all said to lose, though none was searched."""
    position = Position.parse(HARD)
    master = JointProof(position.state, position.rules)
    graph, row = master.proving.graph, master.proving.graph.nodes[0]
    below = graph.edges["child"][row.edge : row.edge + row.edges]
    part = Learnt(
        graph.words[below], np.zeros(len(below), master._told.facts.dtype), np.zeros((0, 1), np.int16)
    )
    facts = part.facts.view(np.recarray)
    facts["code"], facts["layer"], facts["status"] = graph.nodes["code"][below], 1, g.LOST
    facts["play"], facts["answer"] = -1, -1
    master.learn(part._replace(facts=facts))
    assert master.over
    with pytest.raises(InternalError, match="does not fit together"):
        master.go_on(Workers(), Watch(Limits()), silent)


def test_what_is_told_is_what_was_learnt() -> None:
    """Facts, with their plays, are the same after they were joined, and in the graph that takes them."""
    position = Position.parse(HARD)
    first, second = found_by(position, 1, 300_000, 60_000), JointProof(position.state, position.rules)
    for part in first.parts:  # each follows from what stands before it
        length = np.where(part.facts["status"] == g.OPEN, 1 << 30, part.facts["distance"])
        assert (np.diff(length) >= 0).all()
    whole = sharing.joined(first.parts)
    assert len(whole.facts) > 20 and len(whole.plays) > 10
    second.learn(whole)
    for words, fact in zip(whole.words, whole.facts, strict=True):
        node = int(sharing.search_from(second.proving, sharing.Place(*words, int(fact.code), 99)))
        row = second.proving.graph.nodes[node]
        if fact.status != g.OPEN:
            assert row.status == fact.status
        if fact.play >= 0 and row.play >= 0:
            play, behind = divmod(int(row.play), g.TAILS)
            kept = second.proving.graph.known.plays[play]
            steps = whole.plays[fact.play]
            assert kept[0] - behind == steps[0]
            assert kept[1 + behind : 1 + kept[0]].tolist() == steps[1 : 1 + steps[0]].tolist()


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["command", "worker", None])
def test_whatever_ends_it_keeps_what_was_learnt(tmp_path: Path, lost: str | None) -> None:
    """The command is killed, or a worker, or Ctrl-C is pressed: the file is there, and whole."""
    path = tmp_path / "search"
    process = interrupting.start("mabi_search", "solve", "start", "--workers", "2", "--save", str(path))
    if lost is None:
        ended = interrupting.interrupt(process, path.exists)
        assert ended.returncode == 130 and "Traceback" not in ended.err and "undecided" in ended.out
    else:
        deadline = time.monotonic() + interrupting.PATIENCE
        while not path.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        workers = [
            one for one in psutil.Process(process.pid).children() if "spawn_main" in str(one.cmdline())
        ]
        (process if lost == "command" else workers[0]).kill()
        said = process.communicate()[1].splitlines()
        if lost == "worker":
            assert process.returncode == 3
            assert said[-1] == (
                f"mabi: a worker was lost: killed, or out of memory; what was learnt is in {path}"
            )
    assert saved.read(path, Position.start(Rules())).parts


@pytest.mark.slow
def test_on_a_cluster(dask: Cluster) -> None:
    """The second worker is lost, which costs nothing but time."""
    position = Position.parse(HARD)
    here = solve(position, limits=Limits(max_nodes=4_000_000), workers=2)
    there = solve(position, limits=Limits(max_nodes=4_000_000), scheduler=dask.address,
                  progress=lambda text, /, **counts: dask.workers[1].kill())  # fmt: skip
    assert (here.outcome, here.nodes, here.pv) == (there.outcome, there.nodes, there.pv)
