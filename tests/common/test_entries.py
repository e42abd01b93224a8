"""Every entry does the same in its library, in plain Python and by numba's own compiler, bit for bit.

Small pieces of what programs do are run. Whatever they call entries with is copied and given to each way, of
searches with less work to do: plain Python takes long. Results and arrays must be equal.
"""

from __future__ import annotations

import functools
import random
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from _gamekit.jit.entry import PLAIN, Entry, entries
from _gamekit.jit.forms import Form, Number, Tuple
from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.search import drive
from _gamekit.work.workers import Workers
from mabi_search import Position, Rules, analyse, perft
from mabi_search.game import packed as packing
from mabi_search.kernels.alphabeta.table import empty, misplaced
from mabi_search.kernels.proof import graph, search as proving_kernels
from mabi_search.kernels.runs import levels, shape
from mabi_search.proof import joint, portfolio, proof_search
from mabi_search.proof.portfolio import LongRuns
from mabi_search.runs.run_search import WholeRun, cannot_overtake, winning_run
from mabi_search.search import weights
from mabi_search.tables import table_files
from mabi_search.tables.boards import TableSpec
from narabi_solver import Rules as NarabiRules, random_deal, solve, solving
from narabi_solver.env import GameSpec, ManyGames, many as many_games
from narabi_solver.game.deck import Deck
from narabi_solver.kernels.fifteen import near
from narabi_solver.kernels.twelve import relaxed
from narabi_solver.solving import fifteen_table, twelve_table
from narabi_solver.solving.packing import pack
from narabi_solver.statistics import blocks, grading, parquet
from narabi_solver.statistics.retrograde import Retrograde
from narabi_solver.statistics.survey import SurveySettings
from tests.mabi.samples import JOINED, SHUFFLED, TRIED, random_positions, surrounded
from tests.narabi.test_census import small_deal
from tests.nightly import slow
from tests.recording import memory, stretches_of

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

PACKAGES = ("mabi_search.kernels", "narabi_solver.kernels")
QUOTA = 1_000
"""Nodes that a search is asked for at most where it is compared."""

Way = Callable[..., Any]


@functools.cache
def by_numba(entry: Entry) -> Way:
    """Return what numba's own compiler makes of an entry."""
    from _gamekit.jit import build  # imports numba

    dispatcher, forms = build.compiled(entry), entry.signature.arguments
    dispatcher.compile(build.numba_type(entry.signature.result)(*map(build.numba_type, forms)))
    return lambda *arguments: dispatcher(*map(typed, forms, arguments))


def typed(form: Form, value: Any) -> Any:
    """Return an argument with its numbers as a signature has them."""
    if isinstance(form, Number):
        return int(value) if form.name == "int64" else getattr(np, form.name)(value)
    if isinstance(form, Tuple):
        members = map(typed, form.members, value)
        return tuple(members) if form.kind is tuple else form.kind(*members)
    return value


WAYS = {"plain": lambda entry: entry.function, "numba": by_numba}


class Copy:
    """A copy of arguments with all the memory they stand in: what overlaps does so in the copy."""

    def __init__(self, arguments: tuple[Any, ...]):
        self.memory = {first: memory(first, end).copy() for first, end in stretches_of(arguments)}
        self.arguments = tuple(map(self._moved, arguments))

    def _moved(self, value: Any) -> Any:
        if isinstance(value, tuple):
            members = map(self._moved, value)
            return type(value)(*members) if hasattr(value, "_fields") else tuple(members)
        if not isinstance(value, np.ndarray):
            return value
        if not value.nbytes:
            return value.copy()
        address = value.ctypes.data
        first = max(start for start in self.memory if start <= address)
        return np.ndarray(value.shape, value.dtype, self.memory[first], address - first)


class Recorder:
    """Stands in for the call of every entry, and compares ways at the 1st, 2nd, 4th, 8th, … call."""

    def __init__(self, way: Callable[[Entry], Way]):
        self.way = way
        self.calls, self.compared = Counter[str](), Counter[str]()
        self.library = Entry.__call__
        self._one_at_a_time = threading.RLock()
        self._within_plain_python = False

    def call(self, entry: Entry, *arguments: Any) -> Any:
        """Do what the entry does, and compare it, if it is its turn, without changing the arguments."""
        if self._within_plain_python:
            return entry.function(*arguments)
        with self._one_at_a_time:
            self.calls[str(entry)] += 1
            if self.calls[str(entry)].bit_count() == 1:
                self._compare(entry, arguments)
            return self.library(entry, *arguments)

    def _compare(self, entry: Entry, arguments: tuple[Any, ...]) -> None:
        names = entry.function.__code__.co_varnames
        less = tuple(
            min(value, QUOTA) if name == "quota" else value
            for name, value in zip(names, arguments, strict=False)
        )
        expected, other = Copy(less), Copy(less)
        result = self.library(entry, *expected.arguments)
        self._within_plain_python = True
        try:
            with np.errstate(over="ignore"):
                found = self.way(entry)(*other.arguments)
        finally:
            self._within_plain_python = False
        assert result is found is None or int(result) == int(found), f"{entry} returns {found}, not {result}"
        for first, written in expected.memory.items():
            assert np.array_equal(written, other.memory[first]), f"{entry} writes other arrays"
        self.compared[str(entry)] += 1


# Small pieces of what programs do --------------------------------------------------------------

Patch = pytest.MonkeyPatch
LITTLE = Limits(max_nodes=2_000, max_memory=1 << 20)
HARD = "1b3b/w1w1w1/b2bbb/1w2w1/wb3b/1wwbw1 w - b 10"


def analyses(folder: Path, patch: Patch) -> None:
    """Alpha-beta, with a table of a small board and without one, and where one side runs alone."""
    for text in ("start moves a1a2 h8h7", JOINED, TRIED):
        analyse(Position.parse(text), lines=2, limits=LITTLE)
    for rules in (
        Rules(size="4x5", paralysis="group", freeze="leader", pass_rule="resume", repetition="placement"),
        Rules(size="3x6", freeze="none", pass_rule="final", repetition="off"),
    ):
        for position in random_positions(rules, 3, 2):
            analyse(position, limits=LITTLE)
    rules = Rules(size="2x4", setup="rows")
    table_files.build(TableSpec.of(rules), folder=folder)
    position = Position.start(rules)
    analyse(position.play(position.legal_moves[0]), folder=folder, depth=4)
    weights.spread(*weights.read(), 4, 5)  # `analyse` keeps what it once spread
    table = empty(32)
    table.view(np.uint64)[:] = np.random.default_rng(1).integers(0, 1 << 63, (32, 8), np.uint64)
    misplaced(table)


def counted_plies(folder: Path, patch: Patch) -> None:
    for rules in (Rules(), Rules(size="3x4", paralysis="group", freeze="leader", pass_rule="resume")):
        for position in random_positions(rules, 4, 3):
            perft(position, 3)


def runs(folder: Path, patch: Patch) -> None:
    position = Position.parse(SHUFFLED)
    assert winning_run(position.state, position.rules, Watch(LITTLE))
    for efforts in (4, 64):
        WholeRun(position, LITTLE.max_memory).search(efforts, Watch(LITTLE))
    choose = random.Random(5)
    for freeze in ("unique", "leader"):
        rules = Rules(size="4x5", freeze=freeze)
        for _ in range(4):
            state = surrounded(choose, rules)
            cannot_overtake(state, rules)
            packed = packing.pack(state, rules)
            shape.most_freely_together(packed.setting, packed.own, packed.enemy, 3)


def proofs(folder: Path, patch: Patch) -> None:
    """A proof search whose graph grows, that begins again, and is told what others found."""
    patch.setattr(graph, "known", functools.partial(graph.known, run_entries=1 << 11))
    patch.setattr(proof_search, "FIRST_NODES", 1 << 8)
    patch.setattr(portfolio, "MOST_RUN", 1 << 13)
    for position in (Position.parse(JOINED), Position.parse(HARD)):
        search = proof_search.ProofSearch(position.state, position.rules)
        for order in proof_search.ORDERS:
            search.begin_again(order)
            drive(search, Watch(Limits()), until=search.nodes + 300)
        assert search.node_of(position.state) == 0
    longer = LongRuns(search)
    longer.begin(0)
    drive(longer, Watch(LITTLE))
    proving_kernels.tell_pass(search.packed.setting, search.graph, 0, levels.LOSES)
    for position in (Position.parse(SHUFFLED), Position.parse(HARD)):
        many = joint.JointProof(position.state, position.rules, worker_count=2, shortest=40)
        many.advance(Workers(), Watch(Limits(max_nodes=300)), silent)


def tables_of_small_boards(folder: Path, patch: Patch) -> None:
    for pass_rule, freeze, paralysis in (
        *(("run", "unique", "piece"), ("final", "none", "group"), ("plain", "leader", "piece")),
        *(("resume", "unique", "group"), ("resume", "leader", "piece")),
    ):
        rules = Rules(size="2x4", pass_rule=pass_rule, freeze=freeze, paralysis=paralysis)
        table_files.build(TableSpec.of(rules), folder=folder)


def deals(folder: Path, patch: Patch) -> None:
    """Deals drawn, solved side by side, replayed; their children; their texts; what a person sees of them."""
    for players in (3, 4, 5):
        some = solving.random_packed(players, 7, 0, 4, NarabiRules(no_undo=players != 4))
        solving.solve_packed(some, 3_000, count_all=players == 3)
        after = solving.children_of(some).after
        looking = grading._Search(some, np.arange(4), np.ones(4, np.uint8), None)
        looking._looks(after.rings)
        looking._near(after.rings[:4])
        settings = SurveySettings(players, 4, 7, NarabiRules(), Deck.standard(), 3_000)
        block = blocks.answer(settings, 0, 4, None, 3_000)
        parquet.deal_texts(settings, block)
        parquet._line_texts(settings, block, np.where(block.results > 20, 0, block.results))


def single_deals(folder: Path, patch: Patch) -> None:
    patch.setattr("narabi_solver.kernels.astar.FIRST_ROWS", 1 << 7)
    for players in (3, 4, 5):
        for algorithm in ("astar", "bfs"):
            solve(random_deal(players, 3), algorithm=algorithm, limits=Limits(max_nodes=30))


def games_side_by_side(folder: Path, patch: Patch) -> None:
    patch.setattr(many_games, "AHEAD", 6)
    for players, questions in ((2, 1), (4, 0), (5, 2)):
        games = ManyGames(GameSpec(players=players, questions=questions))
        games.reset(3, seed=3)
        for turn in range(4):
            games.observe()
            games.step(games.draw(np.random.default_rng(turn)))


def censuses(folder: Path, patch: Patch) -> None:
    search = Retrograde(pack(small_deal(patch, 3, "0123wd", 1).start(), NarabiRules()))
    while not search.finished:
        search.advance(Watch(Limits()), silent)
    search.rings(np.arange(20))


def table_of_12_stones(folder: Path, patch: Patch) -> None:
    """A pattern of it, after one swap."""
    steps, actions, _ = twelve_table._transitions(3)
    classes = relaxed.CLASSES
    orders, distance = np.zeros(classes, np.uint16), np.zeros(classes * relaxed.PATTERNS, np.uint8)
    relaxed.fill_orders(actions[:1].copy(), np.zeros(9, np.int64), np.zeros(9, np.int64), orders)
    orders = np.resize(orders, classes * len(actions))
    distance[:] = np.arange(distance.size) % 5
    relaxed.fill_layer(steps, orders, 1, distance, 2, 0, 1)
    members, bounds = np.arange(0, classes, 7), np.arange(relaxed.PATTERNS + 1)
    relaxed.spread_layer(steps, orders, 1, distance, 1, members, bounds, 0, 1)
    sets = np.zeros(distance.size, np.uint64)
    relaxed.fill_sets(steps, orders, 1, distance, 0, 1, sets)


def table_of_15_stones(folder: Path, patch: Patch) -> None:
    """Three rings of it, and those before them."""
    table = near.Near(np.zeros(near.WORDS, np.uint64), *fifteen_table._edges(), np.zeros(2, np.int64))
    rings = np.array([fifteen_table._ascending_ring(31 << place) for place in range(3)], np.uint64)
    signatures, (parents, signed) = np.zeros(3, np.uint64), np.zeros((2, 3 * near.SWAPS), np.uint64)
    near.sign(table, rings, signatures)
    near.enter(table, signatures, 1)
    near.before(table, rings, parents, signed)


WORKLOADS: dict[Callable[[Path, Patch], None], list[str]] = {
    analyses: [
        "mabi_search.kernels.alphabeta",
        "mabi_search.kernels.groups",
        "mabi_search.kernels.keys",
        "mabi_search.kernels.runs.region",
    ],
    counted_plies: ["mabi_search.kernels.perft"],
    runs: [f"mabi_search.kernels.runs.{room}" for room in ("run", "shape", "joining", "telling")],
    proofs: ["mabi_search.kernels.proof"],
    tables_of_small_boards: ["mabi_search.kernels.retrograde"],
    deals: [
        f"narabi_solver.kernels.{room}"
        for room in ("twelve.ida", "fifteen.ida", "replay", "seen", "children", "dealing", "texts")
    ],
    single_deals: ["narabi_solver.kernels.astar"],
    games_side_by_side: ["narabi_solver.kernels.games"],
    censuses: ["narabi_solver.kernels.census"],
    table_of_12_stones: ["narabi_solver.kernels.twelve.relaxed"],
    table_of_15_stones: ["narabi_solver.kernels.fifteen.near"],
}
"""What is run, and the modules of which it calls every entry."""


QUICK = (counted_plies, runs, single_deals, games_side_by_side, censuses)


def entries_in(modules: list[str]) -> set[str]:
    """Return the names of all entries of some modules or packages."""
    found = [str(entry) for package in PACKAGES for entry in entries(package)]
    return {name for name in found if any(name.startswith(f"{module}.") for module in modules)}


@pytest.mark.parametrize("way", ["plain", pytest.param("numba", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    "work", [one if one in QUICK else slow(one)[0] for one in WORKLOADS], ids=lambda work: work.__name__
)
def test_each_way_does_the_same(
    work: Callable[[Path, Patch], None], way: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    recorder = Recorder(WAYS[way])
    monkeypatch.setattr(Entry, "__call__", lambda entry, *arguments: recorder.call(entry, *arguments))
    work(tmp_path, monkeypatch)
    assert set(recorder.compared) >= entries_in(WORKLOADS[work])


def test_no_entry_is_left_out() -> None:
    modules = [module for some in WORKLOADS.values() for module in some]
    assert entries_in(modules) == entries_in(list(PACKAGES))


def test_what_overlaps_does_so_in_the_copy() -> None:
    whole = np.arange(12, dtype=np.int64)
    copy = Copy((whole[2:6], (whole[4:].reshape(2, 4), 7), np.zeros(0)))
    part, (rows, seven), nothing = copy.arguments
    assert seven == 7 and nothing.size == 0 and rows.shape == (2, 4) and part.tolist() == [2, 3, 4, 5]
    part[2] = -1
    assert rows[0, 0] == -1 and whole[4] == 4
