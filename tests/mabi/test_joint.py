"""A proof by many: right with any past, the same whoever does the work, and it goes on from its file."""

import contextlib
import json
import os
import random
import time
from collections import Counter
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from _gamekit import files
from _gamekit.limits import Limits, Watch
from _gamekit.problems import StoppedError
from _gamekit.progress import silent
from _gamekit.search import drive
from _gamekit.work import workers
from _gamekit.work.workers import Workers
from mabi_search import Position, Rules, solve
from mabi_search.certify.certificates import NoCertificateError, certificate_of
from mabi_search.cli import main
from mabi_search.game.errors import ArgumentError, InternalError
from mabi_search.game.outcomes import UNDECIDED, WIN
from mabi_search.kernels.proof import graph as g
from mabi_search.kernels.proof.sharing import FACT, Learnt
from mabi_search.proof import joint, lines, portfolio, proof_search, saved, sharing, solving
from mabi_search.proof.joint import JointProof, Part
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.proof.solving import MARGIN_NODES, decide
from mabi_search.proof.verdict import Verdict
from tests import interrupting
from tests.conftest import Cluster
from tests.mabi.past_truth import truth
from tests.mabi.pasts import pasts
from tests.mabi.samples import TRIED
from tests.nightly import nightly, slow

HARD = "4b1/wbwbb1/1bbw2/1www2/w2bbw/b1w3 w - w 26"
"""Neither side wins it in 10,000 nodes."""
EASIER = "b3b3/2w1wwb1/1bwb1bb1/2w1wbw1/1wwbbb2/w1bwwwwb/wb1b1b2/3w4 b - b 85"


@pytest.fixture
def short_tries(monkeypatch: pytest.MonkeyPatch, small_rooms: None) -> None:
    """Searches that begin again after some nodes."""
    monkeypatch.setattr(portfolio, "SHORTEST_TRY", 6)


def found_by(position: Position, workers: int, nodes: int, shortest: int = 100) -> JointProof:
    """Return a proof by many, or what they have by then, in this process."""
    master = JointProof(position.state, position.rules, workers, shortest)
    master.advance(Workers(), Watch(Limits(max_nodes=nodes)), silent)
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


@pytest.mark.usefixtures("short_tries")
@pytest.mark.parametrize("pass_rule", ["final", *slow("run")])
def test_as_a_table_with_the_past_says(pass_rule: str) -> None:
    """Small boards whose past forbids steps: no outcome is wrong, and certificates heed the past too."""
    decided = accepted = long = 0
    for number, position in enumerate(pasts("3x4", 40, 49, pass_rule=pass_rule)):
        if position.outcome() is not None or position.mode != "-":
            continue
        master = found_by(position, 1 + number % 7, 3_000, 4)
        value, _, sure = truth(position)
        if master.over:
            assert not sure or value in (master.proving.outcome, UNDECIDED), position
            decided, long = decided + 1, long + (master.rounds > 2)
            accepted += certificate_is_accepted(position, master)
    assert decided > 8 and accepted > decided // 2 and long > 0, (decided, accepted, long)


def results_of(master: JointProof) -> list[bytes]:
    """Return all results, in their order."""
    return [array.tobytes() for part in master.parts for array in part.learnt]


@pytest.mark.slow
def test_the_same_by_any_number_of_processes() -> None:
    """Three workers in one process, in two, and in threads of this one."""
    position, found = Position.parse(HARD), []
    with ThreadPoolExecutor(3) as threads:
        for workers in (Workers(), Workers(2), Workers(3, threads)):
            master = JointProof(position.state, position.rules, 3, 1_000)
            how = master.advance(workers, Watch(Limits(max_nodes=150_000)), silent)
            found.append((how, master.nodes, master.rounds, results_of(master)))
    assert found[0] == found[1] == found[2]
    assert found[0][0] == "nodes" and found[0][2] > 4 and len(found[0][3]) > 12


class Lost(Executor):
    """Its processes are lost, again and again."""

    def submit(self, /, *arguments: Any, **named: Any) -> Future[Any]:
        """Lose one."""
        raise BrokenExecutor


def test_where_workers_are_lost_what_is_known_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """As an undecided answer with its reason, by the program as by an error in Python."""
    monkeypatch.setattr(solving, "FIRST_ALONE", ((20, 100),))
    with pytest.raises(StoppedError, match="a worker was lost") as stopped:
        solve(Position.parse(HARD), workers=2, executor=Lost())
    assert isinstance(stopped.value, solving.ProofStoppedError)
    verdict = stopped.value.verdict
    assert (verdict.outcome, verdict.stopped_by) == (UNDECIDED, "lost") and verdict.nodes > 0
    assert "undecided (a worker or the scheduler was lost)" in verdict.summary
    monkeypatch.setattr(workers, "ProcessPoolExecutor", lambda *more: Lost())
    certificate = str(tmp_path / "certificate")
    for more, said in ([], 1), (["--all-moves"], 1), (["--certificate", certificate], 2):
        assert main(["solve", HARD, "--workers", "2", "--json", "--nodes", "200000", *more]) == 3
        out, err = capsys.readouterr()
        found = json.loads(out)
        assert (found["outcome"], found["stopped_by"]) == ("undecided", "lost")
        assert ("moves" in found) == (more == ["--all-moves"])
        assert err.startswith("mabi: a worker was lost") and len(err.splitlines()) == said
    assert not Path(certificate).exists()


class Forgetful(Executor):
    """Does each job at once, and forgets all workers at every fifth call: their search gets a new name."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, call: Any, work: Any, job: joint.Job, /, *more: Any) -> Future[Any]:  # type: ignore[override]
        self.calls += 1
        done: Future[Any] = Future()
        done.set_result(call(work, job._replace(search=f"{job.search} {self.calls // 5}"), *more))
        return done


@pytest.mark.slow
def test_a_process_that_does_not_have_a_worker_gets_all_results() -> None:
    """As when a worker of a cluster is lost: it starts afresh with all results, and the proof is complete."""
    position, forgetful = Position.parse(EASIER), Forgetful()
    master = JointProof(position.state, position.rules, 2, 10_000)
    assert master.advance(Workers(2, forgetful), Watch(Limits()), silent) == "decided"
    assert forgetful.calls > 2 * master.rounds  # some were asked again
    assert certificate_is_accepted(position, master)


def test_a_worker_without_memory_starts_afresh(small_rooms: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also soon after a round began; so a search may last longer than its memory."""
    monkeypatch.setattr(proof_search, "FEWEST_NODES", 1 << 11)
    position = Position.parse(HARD)
    master = JointProof(position.state, position.rules, 2, 60_000)
    assert master.advance(Workers(), Watch(Limits(max_nodes=800_000, max_memory=0)), silent) == "nodes"
    assert {part.worker for part in master.parts if part.round == master.rounds} == {0, 1}
    seeds = {master._job(0, -1).first for master.rounds in (1, 2, 3)}
    assert len(seeds) == 3 and min(seeds) == 0


@pytest.mark.parametrize("status", [g.LOST, g.WON])
def test_what_follows_from_both_is_told(status: int) -> None:
    """A conclusion from the results of others is new to these others."""
    position = Position.parse(HARD)
    one = ProofSearch(position.state, position.rules)
    drive(one, Watch(Limits()), until=2_000)
    graph, row = one.graph, one.graph.nodes[0]
    below = graph.edges["child"][row.edge : row.edge + row.edges]
    below = below[graph.nodes["status"][below] == g.OPEN]
    of = np.array([0, *(below if status == g.WON else below[:1])])
    facts = np.zeros(len(of), FACT).view(np.recarray)
    facts["code"], facts["status"] = graph.nodes["code"][of], [g.OPEN, *[status] * (len(of) - 1)]
    facts["passing"][0] = g.PASS_LOSES if status == g.WON else g.PASS_OPEN
    facts["layer"], facts["play"], facts["answer"], facts["distance"] = 1, -1, -1, 7
    known = sharing.merge_all(one, [Learnt(graph.words[of], facts, np.zeros((0, 1), np.int16))])
    learnt = sharing.learnt_since(one, known)
    assert one.outcome == ("win" if status == g.LOST else "loss")
    assert known.status[0] == g.OPEN and (known.status[of[1:]] == status).all()
    assert learnt.facts["status"].tolist() == [g.WON + g.LOST - status]


@pytest.mark.usefixtures("short_tries")
def test_it_goes_on_from_its_file(tmp_path: Path) -> None:
    """What is learnt in two parts has everything that either has; nothing is done twice."""
    position, path = Position.parse(HARD), tmp_path / "search"
    first = found_by(position, 3, 1_500)
    saved.write(path, position, first)
    assert path.stat().st_size < 5_000 + sum(map(len, results_of(first))) / 4
    again = saved.read(path, position, 3)
    assert (again.nodes, again.rounds) == (first.nodes, first.rounds)
    for name in ("status", "passing"):
        before, after = (master.proving.graph.nodes[name] for master in (first, again))
        count = int(first.proving.graph.cursor[g.NODES])
        assert (before[:count] != 0).sum() == (after[:count] != 0).sum()
    again.advance(Workers(), Watch(Limits(max_nodes=1_500)), silent)
    assert again.nodes > first.nodes and again.rounds > first.rounds and len(results_of(again)) > 3
    fresh = found_by(position, 3, 1_500)
    assert results_of(fresh) == results_of(first) != results_of(again)[3:]  # other seeds


@pytest.mark.usefixtures("short_tries")
def test_a_bad_file_is_refused_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    position, path = Position.parse(HARD), tmp_path / "search"
    master = found_by(position, 2, 20_000, 5_000)
    saved.write(path, position, master)
    whole = path.read_bytes()
    with pytest.raises(ArgumentError, match="is for another position"):
        saved.read(path, Position.parse(HARD, Rules(pass_rule="final")))
    for field, value in (("play", 9_999), ("status", 3), ("answer", -2), ("passing", -1), ("effort", 99)):
        part = sharing.joined(one.learnt for one in master.parts)
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


@pytest.mark.usefixtures("short_tries")
def test_a_fact_that_nothing_proves_is_noticed() -> None:
    """The moves of a position are all said to lose, though none was searched."""
    position = Position.parse(HARD)
    master = JointProof(position.state, position.rules)
    graph, row = master.proving.graph, master.proving.graph.nodes[0]
    below = graph.edges["child"][row.edge : row.edge + row.edges]
    facts = np.zeros(len(below), FACT).view(np.recarray)
    facts["code"], facts["layer"], facts["status"] = graph.nodes["code"][below], 1, g.LOST
    facts["play"], facts["answer"] = -1, -1
    master.learn(Part(1, 0, Learnt(graph.words[below], facts, np.zeros((0, 1), np.int16))))
    assert master.over
    with pytest.raises(InternalError, match="do not add up to a proof"):
        master.advance(Workers(), Watch(Limits()), silent)


def forged(position: Position, chance: random.Random, aim: int) -> JointProof:
    """Return a search that believes facts that nothing proves; `aim` is what the position is to be."""
    master = JointProof(position.state, position.rules)
    graph = master.proving.graph
    count = int(graph.cursor[g.NODES])
    below = master.proving.below(0)
    chosen = [0, *(int(node) for node in below if graph.nodes[node].status == g.OPEN)]
    if chance.random() < 0.3:
        chosen += [node for node in range(count) if chance.random() < 0.5]
    facts = np.zeros(len(chosen), FACT).view(np.recarray)
    moves = [abs(int(move)) for move in graph.edges["move"][graph.nodes[0].edge :][: len(below)]] or [64]
    plays = np.array([[3, *(chance.choice(moves) for _ in range(3))]], np.int16)
    kind = chance.randrange(4)
    for at, node in enumerate(chosen):
        fact, row = facts[at], graph.nodes[node]
        status = aim if node == 0 else 3 - aim
        fact.code, fact.layer, fact.distance = row.code, row.layer, chance.randint(1, 9)
        if kind == 1 and node:
            fact.code = row.code & 1 | (1 + (row.code & 1)) << 1
        fact.status = g.OPEN if kind == 3 and node == 0 else status
        fact.answer = chance.choice([0, 0, chance.choice(moves)]) if status == g.WON else -1
        wins = fact.answer == 0 and status == g.WON
        fact.passing = chance.choice([0, 3]) if kind == 2 else 1 if wins else 2
        fact.play, fact.effort = chance.choice((-1, 0)), chance.randint(0, 7)
    master.parts.append(Part(0, -1, Learnt(graph.words[chosen], facts, plays)))
    return master


@pytest.mark.usefixtures("small_rooms")
@pytest.mark.parametrize("count", [4, *slow(12), *nightly(24)])
@pytest.mark.parametrize("pass_rule", ["run", *slow("final")])
def test_a_forged_file_proves_nothing_false(tmp_path: Path, pass_rule: str, count: int) -> None:
    """Wins by passes of who does not hold, plays that refute nothing, moves that nobody can make."""
    chance, path = random.Random(58), tmp_path / "search"
    ended = Counter[str]()
    for position in pasts("3x4", count, 58, pass_rule=pass_rule):
        if position.outcome() is not None or position.mode != "-":
            continue
        true, _ = decide(position, limits=Limits(max_nodes=30_000))
        if not true.proven:
            continue
        for aim in (g.WON, g.LOST):
            for _ in range(4):
                saved.write(path, position, forged(position, chance, aim))
                try:
                    found, _ = decide(position, limits=Limits(max_nodes=3_000), save=path, margin=False)
                except files.DamagedFileError as error:
                    assert str(path) in str(error)
                    ended["damaged"] += 1
                else:
                    assert found.outcome in (true.outcome, UNDECIDED), (position, found)
                    ended[found.outcome] += 1
    assert ended["damaged"] > 2 * count, ended


@pytest.mark.parametrize("won", [True, *slow(False)])
def test_a_false_word_about_a_pass_is_not_believed(tmp_path: Path, won: bool) -> None:
    """The holder passes, and the other side overtakes, though not so that it is seen at once."""
    position, path = Position.parse(TRIED if won else HARD), tmp_path / "search"
    honest = decide(position, save=tmp_path / "honest")[0]
    master = JointProof(position.state, position.rules)
    row = master.proving.graph.nodes[0]
    assert row.status == g.OPEN
    facts = np.zeros(1, FACT).view(np.recarray)
    facts["code"], facts["play"], facts["distance"] = row.code, -1, 1
    facts["status"], facts["answer"], facts["passing"] = g.WON, 0, g.PASS_WINS
    master.parts.append(
        Part(0, -1, Learnt(master.proving.graph.words[:1], facts, np.zeros((0, 1), np.int16)))
    )
    saved.write(path, position, master)
    if won:
        assert decide(position, save=path, margin=False)[0].outcome == honest.outcome == WIN
    else:
        with pytest.raises(files.DamagedFileError, match="the saved result of a pass is wrong"):
            decide(position, save=path)
        assert main(["solve", HARD, "--save", str(path)]) == 2


def test_facts_that_contradict_each_other_are_a_damaged_file(tmp_path: Path) -> None:
    position, path = Position.parse(HARD), tmp_path / "search"
    master = JointProof(position.state, position.rules)
    facts = np.zeros(2, FACT).view(np.recarray)
    facts["code"], facts["play"], facts["answer"] = master.proving.graph.nodes[0].code, -1, -1
    facts["status"] = g.WON, g.LOST
    words = np.repeat(master.proving.graph.words[:1], 2, axis=0)
    master.parts.append(Part(0, -1, Learnt(words, facts, np.zeros((0, 1), np.int16))))
    saved.write(path, position, master)
    assert main(["solve", HARD, "--save", str(path)]) == 2


def test_what_is_told_is_what_was_learnt() -> None:
    """Facts, with their plays, are the same after they were joined, and in the graph that takes them."""
    position = Position.parse(HARD)
    first, second = found_by(position, 1, 300_000, 60_000), JointProof(position.state, position.rules)
    for _, _, learnt in first.parts:  # each follows from what stands before it
        length = np.where(learnt.facts["status"] == g.OPEN, 1 << 30, learnt.facts["distance"])
        assert (np.diff(length) >= 0).all()
    whole = sharing.joined(part.learnt for part in first.parts)
    assert len(whole.facts) > 20 and len(whole.plays) > 10
    second.learn(Part(1, 0, whole))
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


def kill_a_worker(parent: int, deadline: float) -> None:
    """Kill a worker process of a command with SIGKILL, once there is one, unless the command ends."""
    while time.monotonic() < deadline and psutil.pid_exists(parent):
        with contextlib.suppress(psutil.NoSuchProcess):
            workers = psutil.Process(parent).children()
            workers = [one for one in workers if "spawn_main" in str(one.cmdline())]
            if psutil.Process(parent).status() == psutil.STATUS_ZOMBIE:
                return
            if workers:
                workers[0].kill()
                return
        time.sleep(0.05)


def test_results_are_merged_where_the_graph_must_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.start()
    proving = ProofSearch(position.state, position.rules)
    drive(proving, Watch(Limits()), until=5_000)
    proving.graph.nodes["effort"], proving.graph.nodes["passing"] = (
        sharing.DEAR,
        g.PASS_OPEN,
    )  # all are shared
    learnt = sharing.learnt_since(proving)
    monkeypatch.setattr(proof_search, "FIRST_NODES", 256)
    master = JointProof(position.state, position.rules)
    assert len(learnt.facts) > len(master.proving.graph.words)
    master.learn(Part(0, -1, learnt))
    assert master.proving.graph.cursor[g.NODES] >= len(learnt.facts)


@pytest.mark.slow
@pytest.mark.parametrize("round_", [1, *nightly(3)])
def test_a_killed_worker_starts_afresh(round_: int) -> None:
    """One of two is killed in a round: another takes its place, and the position is decided all the same."""
    killed = list[int]()

    def look(text: str, /, **counts: int) -> None:
        if f"round {round_}," in text and not killed:
            killed.append(round_)
            kill_a_worker(os.getpid(), time.monotonic() + 60)

    position = Position.parse(HARD)
    master = JointProof(position.state, position.rules, 2, 50_000)
    assert master.advance(Workers(2), Watch(Limits(max_nodes=30_000_000)), look) == "decided"
    assert killed and certificate_is_accepted(position, master)


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["command", *nightly("workers", None)])
def test_whatever_ends_it_keeps_what_was_learnt(tmp_path: Path, lost: str | None) -> None:
    """The command is killed, or a worker too often, or Ctrl-C is pressed: the file is there, and whole."""
    path = tmp_path / "search"
    words = ("solve", "start", "--workers", "2", "--save", str(path), "--json")
    process = interrupting.start("mabi_search", *words)
    if lost is None:
        ended = interrupting.interrupt(process, path.exists)
        assert ended.returncode == 130 and "Traceback" not in ended.err and "undecided" in ended.out
    else:
        deadline = time.monotonic() + interrupting.PATIENCE
        while not path.exists():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        if lost == "command":
            process.kill()
        while process.poll() is None:
            kill_a_worker(process.pid, deadline)
        answer, errors = process.communicate()
        if lost == "workers":
            assert process.returncode == 3
            found = json.loads(answer)
            assert (found["outcome"], found["proven"], found["stopped_by"]) == ("undecided", False, "lost")
            assert errors.splitlines()[-1] == (
                f"mabi: a worker was lost: killed, or out of memory; the results so far are in {path}"
            )
    assert saved.read(path, Position.start(Rules())).parts


@pytest.mark.slow
def test_the_margin_takes_no_longer_than_the_outcome() -> None:
    """One process looks for it: it makes no more nodes than each of the two made before."""
    position, limits = Position.parse(HARD), Limits(max_nodes=20_000_000)
    found, _ = decide(position, limits=limits, workers=Workers(2), margin=False)
    both, _ = decide(position, limits=limits, workers=Workers(2))
    assert found.outcome == both.outcome == "loss"
    assert found.nodes < both.nodes < found.nodes * 1.5 + 1.1 * MARGIN_NODES


@pytest.mark.nightly
def test_on_a_cluster(dask: Cluster) -> None:
    """The same as here; if the second worker is lost its lane starts afresh at another, and it is proven."""
    position = Position.parse(HARD)

    def look(text: str, /, **counts: int) -> None:
        if lose and "round 2" in text:
            dask.workers[1].kill()

    lose = False
    here = solve(position, limits=Limits(max_nodes=9_000_000), workers=2)
    there = solve(position, limits=Limits(max_nodes=9_000_000), scheduler=dask.address, progress=look)
    assert (here.outcome, here.nodes, here.pv) == (there.outcome, there.nodes, there.pv)
    lose = True
    there = solve(position, limits=Limits(max_nodes=9_000_000), scheduler=dask.address, progress=look)
    assert there.outcome == here.outcome == "loss"
