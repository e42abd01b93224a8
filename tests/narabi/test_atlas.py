"""Atlases: rows are what plain Python finds; resumed, by any number of workers; deals taken from them."""

import functools
import itertools
import json
import math
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from _gamekit.work import sealed
from narabi_solver import (
    ArgumentError,
    Deal,
    DealSpec,
    Deck,
    Outcome,
    Rules,
    StoppedError,
    analyse,
    find_deals,
    random_deal,
    solve,
    statistics,
    survey,
)
from narabi_solver.analysis.shortest import GRADE_BITS
from narabi_solver.cli import main
from narabi_solver.game.rules import State, Stone, Swap, in_order, legal_moves, play_unchecked
from narabi_solver.statistics import AtlasFile, atlas_making, grading, make_atlas
from tests.conftest import ROOT, Run
from tests.nightly import nightly, slow, thinned

DEALS, BLOCK = 40, 16
ANY = Deck.loads("[cards.any]\ncopies = 15\n")
"""A deck whose cards forbid nothing."""


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atlas_making, "BLOCK", dict.fromkeys((3, 4, 5), BLOCK))


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "four.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(atlas_making, "BLOCK", dict.fromkeys((3, 4, 5), BLOCK))
        make_atlas(4, DEALS, seed=9, out=path)
    return path


class Known(NamedTuple):
    """What plain Python finds of a position."""

    wins: bool
    lines: int
    chance: float
    cost: float
    life: int


class Plain:
    """The definitions of `grading`, word by word: every line of play by the rules, nothing merged."""

    def __init__(self, deal: Deal, turns: int):
        self.start, self.turns = deal.start(), turns
        self.known = functools.cache(self._known)

    def after(self, state: State) -> list[tuple[Swap, State]]:
        return [(swap, play_unchecked(state, swap)) for swap in legal_moves(state, Rules())]

    def hopeful(self, state: State) -> list[tuple[Swap, State]]:
        return [(swap, after) for swap, after in self.after(state) if not hopeless(after, self.turns)]

    def _known(self, state: State) -> Known:
        if state.turns == self.turns:
            return Known(True, 1, 1.0, 1, 0)
        found = [(looks(after), self.known(after)) for _, after in self.hopeful(state)]
        won = [(look, one) for look, one in found if one.wins]
        false = [(look, one) for look, one in found if not one.wins]
        life = max((1 + one.life for _, one in false), default=0)
        best = max((look for look, _ in won), default=-1)
        chosen = [one for look, one in won if look == best]
        cost = 1 + sum(one.cost for look, one in false if look > best)
        if chosen:
            same = sum(one.cost for look, one in false if look == best)
            cost += same / (len(chosen) + 1) + sum(one.cost for one in chosen) / len(chosen)
        chance = sum(one.chance for _, one in won) / max(len(self.after(state)), 1)
        return Known(bool(won), sum(one.lines for _, one in won), chance, cost, life)

    def layers(self) -> Iterator[list[State]]:
        """Yield the positions on shortest lines, turn by turn."""
        layer = [self.start]
        for _ in range(self.turns):
            yield layer
            following = {after.ring: after for state in layer for _, after in self.kept(state)}
            layer = list(following.values())

    def kept(self, state: State) -> list[tuple[Swap, State]]:
        return [(swap, after) for swap, after in self.hopeful(state) if self.known(after).wins]

    def row(self) -> dict[str, object]:
        traps, lives, forced = 0, [], []
        obvious, first_choice = {self.start.ring}, None
        for turn, layer in enumerate(self.layers(), 1):
            swaps = set()
            following = set()
            for state in layer:
                kept = self.kept(state)
                swaps.update(swap for swap, _ in kept)
                traps += len(self.after(state)) - len(kept)
                hopeful = [after for _, after in self.hopeful(state)]
                lives += [1 + self.known(one).life for one in hopeful if not self.known(one).wins]
                best = max(map(looks, hopeful))
                if state.ring in obvious:
                    following |= {after.ring for _, after in kept if looks(after) == best}
            if not following and first_choice is None:
                first_choice = turn
            obvious = following
            forced += [turn] * (len(swaps) == 1)
        start = self.known(self.start)
        difficulty = -math.log2(start.chance)
        return {
            "turns": self.turns,
            "lines": start.lines,
            "traps": traps,
            "forced_turns": forced,
            "difficulty": pytest.approx(difficulty, abs=1e-3),
            "grade": 1 + sum(difficulty >= bits for bits in GRADE_BITS),
            "first_choice": first_choice,
            "longest_trail": max(lives, default=0),
            "mean_trail": pytest.approx(sum(lives) / max(traps, 1), abs=1e-3),
            "positions": pytest.approx(start.cost, abs=1e-3),
            "search_grade": 1 + sum(start.cost >= limit for limit in grading.SEARCH_LIMITS),
        }


def looks(state: State) -> int:
    numbers = [int(stone.label) for stone in state.ring if stone.label.isdigit()]
    following = list(zip(numbers, numbers[1:] + numbers[:1], strict=True))
    count = len(numbers)
    return max(
        sum((a + 1) % count == b for a, b in following), sum((b + 1) % count == a for a, b in following)
    )


def hopeless(state: State, turns: int) -> bool:
    """Tell whether not even without cards the ring can be in order in time, three turns or fewer."""
    left = turns - state.turns
    if left > 3:
        return False
    if left == 0:
        return not in_order(state.ring)
    hand = state.hand
    ring = [Stone(stone.label, "any") for stone in state.ring]
    seats = tuple(tuple(ring[i : i + hand]) for i in range(0, len(ring), hand))
    free = Deal(seats, state.mover, deck=ANY, unusual=True)
    return solve(free, rules=Rules(limit=left)).turns is None


@pytest.mark.parametrize(
    ("players", "turns"),
    [(3, 2), (4, 3), *slow((5, 3), (4, 5), (5, 5)), *nightly((3, 4), (3, 6))],
)
def test_the_grades_are_those_of_plain_python(players: int, turns: int) -> None:
    for found in itertools.islice(find_deals(players, DealSpec(turns=turns), seed=9), 2):
        row = row_of(players, 9, found.number)
        expected = Plain(found.deal, turns).row()
        assert (row["id"], row["index"]) == (f"{players}-9-{found.number}", found.number)
        assert Deal.parse(row["id"]) == Deal.parse(row["deal"]) == found.deal
        assert {name: row[name] for name in expected} == expected


def row_of(players: int, seed: int, number: int) -> dict[str, Any]:
    """Return the row of one deal: a block of its own."""
    settings = atlas_making.AtlasSettings(players, number + 1, seed, Rules(), Deck.standard())
    totals, stream = settings.answer(number, 1, True, None)
    (row,) = pa.ipc.open_stream(stream).read_all().to_pylist()
    assert sum(totals.counts) == 1
    return dict(row)


@pytest.mark.parametrize("players", [3, *slow(4, 5)])
def test_the_rows_agree_with_analyse(players: int, tmp_path: Path) -> None:
    count = 20 if players < 5 else 8
    make_atlas(players, count, seed=9, out=tmp_path / "a.parquet")
    for number, row in enumerate(pq.read_table(tmp_path / "a.parquet").to_pylist()):
        found = analyse(random_deal(players, 9, number), lines=True)
        assert row["turns"] == found.turns and row["lines"] == found.optimal_lines
        assert row["grade"] == found.grade and row["difficulty"] == pytest.approx(found.difficulty, abs=1e-3)
        assert row["forced_turns"] == list(found.forced_turns or ())
        assert (row["traps"] == 0) == found.trap_free


def test_a_deal_that_cannot_be_won_has_no_grades() -> None:
    number = 6304  # of seed 0
    assert solve(random_deal(4, 0, number)).outcome is Outcome.UNSOLVABLE
    row = row_of(4, 0, number)
    assert {name for name, value in row.items() if value is not None} == {"id", "index", "deal"}


def stopped(path: Path) -> Path:
    """Begin the atlas, stop it after its first block, and return that block's file."""
    begun: list[str] = []

    def progress(text: str, /, **counts: int) -> None:
        begun.append(text)

    with pytest.raises(StoppedError):
        make_atlas(4, DEALS, seed=9, out=path, stop=lambda: bool(begun), progress=progress)
    (block,) = path.with_name(path.name + ".parts").glob("*.block")
    return block


def test_goes_on_where_it_was_stopped(atlas: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    stopped(path)
    made = make_atlas(4, DEALS, seed=9, out=path)
    assert made.answered == DEALS - BLOCK
    assert path.read_bytes() == atlas.read_bytes()
    assert make_atlas(4, DEALS, seed=9, out=path).answered == 0
    assert [one.name for one in tmp_path.iterdir()] == ["a.parquet"]


def test_a_damaged_block_is_made_again(atlas: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "a.parquet"
    block = stopped(path)
    raw = bytearray(block.read_bytes())
    raw[len(raw) // 2] ^= 1
    block.write_bytes(raw)
    assert make_atlas(4, DEALS, seed=9, out=path).answered == DEALS
    assert "computed again" in caplog.text
    assert path.read_bytes() == atlas.read_bytes()


def test_any_number_of_workers_gives_the_same_bytes(atlas: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as threads:
        make_atlas(4, DEALS, seed=9, executor=threads, workers=2, out=tmp_path / "threads.parquet")
    assert (tmp_path / "threads.parquet").read_bytes() == atlas.read_bytes()


@pytest.mark.slow
def test_worker_processes_give_the_same_bytes(atlas: Path, tmp_path: Path) -> None:
    make_atlas(4, DEALS, seed=9, workers=2, out=tmp_path / "two.parquet")
    assert (tmp_path / "two.parquet").read_bytes() == atlas.read_bytes()


@pytest.mark.parametrize(
    "spec",
    thinned(
        2, [DealSpec(turns=6), DealSpec(grade=2), DealSpec(single_line=True), DealSpec(turns=5, grade=4)]
    ),
)
def test_the_deals_of_an_atlas_are_those_of_a_search(spec: DealSpec, atlas: Path) -> None:
    taken = list(AtlasFile(atlas).find(spec))
    assert taken and taken == list(find_deals(4, spec, seed=9, max_deals=DEALS))
    middle = taken[len(taken) // 2].number
    rest = [*taken[len(taken) // 2 :], *taken[: len(taken) // 2]]
    assert list(AtlasFile(atlas).find(spec, begin=middle)) == rest
    assert list(AtlasFile(atlas).find(spec, below=middle)) == taken[: len(taken) // 2]


def test_a_lie_is_noticed(atlas: Path, tmp_path: Path) -> None:
    """Sealed again with another minimum: only solving it once more can tell."""
    table = pq.read_table(atlas)
    wrong = pa.array([turns + 1 for turns in table["turns"].to_pylist()], pa.uint8())
    lie = table.set_column(3, table.schema.field("turns"), wrong)
    path = tmp_path / "lie.parquet"
    with pq.ParquetWriter(path, table.schema) as writer:
        writer.write_table(lie)
        writer.add_key_value_metadata({sealed.KEY: sealed.OPEN})
    sealed.seal(path)
    with pytest.raises(ArgumentError, match=r"wrong about deal 4-9-\d+"):
        next(AtlasFile(path).find(DealSpec(turns=6)))


ORDER = ["deal", "--players", "4", "--turns", "6"]


def test_deal_looks_in_the_atlas_first(atlas: Path, narabi_here: Run) -> None:
    seeded = [*ORDER, "--seed", "9", "--count", "12", "--json"]
    plain = narabi_here(*seeded)
    looked = narabi_here(*seeded, "--atlas", str(atlas))
    assert looked.stdout == plain.stdout and (looked.returncode, plain.returncode) == (0, 0)
    assert "in the atlas" in looked.stderr and "atlas" not in plain.stderr
    for line in looked.stdout.splitlines():
        told = json.loads(line)
        assert str(Deal.parse(told["id"])) == told["deal"]


def test_deal_finds_the_atlas_by_itself(
    atlas: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, narabi_here: Run
) -> None:
    path = tmp_path / "4-players.parquet"
    path.write_bytes(atlas.read_bytes())
    monkeypatch.setattr(statistics, "atlas_path", lambda players: tmp_path / f"{players}-players.parquet")
    anywhere = narabi_here(*ORDER)
    deal, _, name = anywhere.stdout.splitlines()[1].partition("  # ")
    assert str(Deal.parse(name)) == deal and solve(Deal.parse(deal)).turns == 6
    assert anywhere.stdout.startswith("# of the atlas ")
    assert "atlas" not in narabi_here(*ORDER, "--seed", "8").stderr  # another seed
    assert "atlas" not in narabi_here(*ORDER, "--seed", "9", "--no-undo").stderr
    path.write_bytes(atlas.read_bytes()[:-1])
    damaged = narabi_here(*ORDER, "--seed", "9")
    assert damaged.returncode == 0 and "the atlas is not used: " in damaged.stderr


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--turns", "6", "--seed", "8"], "has deals of 4 players and seed 9"),
        (["--turns", "6", "--no-undo"], "the default rules"),
        ([], "--atlas finds deals by their difficulty"),
    ],
)
def test_an_atlas_that_cannot_answer_is_refused(
    more: list[str], message: str, atlas: Path, narabi_here: Run
) -> None:
    done = narabi_here("deal", "--players", "4", "--atlas", str(atlas), *more)
    assert done.returncode == 2 and message in done.stderr and not done.stdout


def test_the_search_goes_on_behind_the_atlas(atlas: Path, narabi_here: Run) -> None:
    seeded = ["deal", "--players", "4", "--turns", "7", "--seed", "9", "--count", "3"]
    plain = narabi_here(*seeded)
    looked = narabi_here(*seeded, "--atlas", str(atlas))
    assert looked.stdout == plain.stdout and looked.returncode == 0
    assert f"from deal {DEALS} on" in looked.stderr
    few = narabi_here(*seeded, "--atlas", str(atlas), "--max-deals", str(DEALS - 5))
    assert few.returncode == 3 and few.stderr.endswith("; stopped by --max-deals\n")
    assert few.stderr.count("found ") == 1 and " among 0 deals" not in few.stderr


def test_without_pyarrow(atlas: Path, narabi_here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A named atlas is refused in one sentence; one that only lies there is passed over."""
    monkeypatch.setattr(statistics, "atlas_path", lambda players: atlas)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    named = narabi_here(*ORDER, "--atlas", str(atlas))
    assert named.returncode == 2 and "python -m pip install 'pyarrow>=" in named.stderr
    found = narabi_here(*ORDER, "--seed", "9")
    assert (
        found.returncode == 0
        and "the atlas is not used: parquet files need the extra parquet" in found.stderr
    )


def test_a_survey_is_no_atlas(tmp_path: Path, narabi_here: Run) -> None:
    survey(3, 20, out=tmp_path / "s.parquet")
    done = narabi_here("deal", "--players", "3", "--turns", "5", "--atlas", str(tmp_path / "s.parquet"))
    assert done.returncode == 2 and "is not an atlas of this version" in done.stderr


def test_json_has_the_promised_keys(tmp_path: Path, narabi_here: Run) -> None:
    out = tmp_path / "a.parquet"
    command = ["atlas", "--players", "3", "--deals", "20", "--out", str(out)]
    told = json.loads(narabi_here(*command, "--json").stdout)
    assert told.pop("deals_per_second") > 0
    assert sum(told.pop("distribution").values()) + told.pop("unsolvable") == 20
    assert told == {"schema": "narabi-atlas/1", "file": str(out), "players": 3, "deals": 20, "seed": 0}
    again = narabi_here(*command, "--seed", "1")
    assert again.returncode == 2
    assert f"{out} was written with other settings (seed 0, not 1)" in again.stderr
    assert "all deals were in the file" in narabi_here(*command).stdout


@pytest.mark.parametrize("text", ["4-0-17", " 4-0-17 # of the atlas\n", "4-00-017"])
def test_an_id_is_a_deal(text: str) -> None:
    assert Deal.parse(text) == random_deal(4, 0, 17)
    assert Deal.parse(text, first=2).first == 2
    other = replace(Deck.standard(), cards=Deck.standard().cards[::-1])
    assert Deal.parse(text, deck=other) == random_deal(4, 0, 17, deck=other) != random_deal(4, 0, 17)


def test_ids_in_a_file_and_wrong_ones(tmp_path: Path, narabi_here: Run) -> None:
    path = tmp_path / "ids.txt"
    path.write_text("4-0-17\n3-7-1  # another\n")
    told = [json.loads(line) for line in narabi_here("solve", str(path), "--json").stdout.splitlines()]
    assert [one["deal"] for one in told] == [str(random_deal(4, 0, 17)), str(random_deal(3, 7, 1))]
    large = narabi_here("solve", f"4-0-{2**64}")
    assert large.returncode == 2 and "0 to 2^64 - 1" in large.stderr
    for wrong, expected in (
        ("6-0-17", "players must be 2, 3, 4 or 5, not 6"),
        ("4-0-99999999999999999999999", "index must be a whole number from 0 to 2^64 - 1"),
        ("4-0", "or is an id, like 4-0-17"),
    ):
        refused = narabi_here("solve", wrong)
        assert refused.returncode == 2 and expected in refused.stderr


def test_deals_and_ids_of_the_mini_game(narabi_here: Run, tmp_path: Path) -> None:
    mini = ("--deck", str(ROOT / "narabi_solver" / "data" / "mini.toml"))
    arguments = ("deal", "--players", "2", "--seed", "0", "--count", "3")
    made = narabi_here(*arguments).stdout
    assert narabi_here(*arguments, *mini).stdout == made
    deals = [random_deal(2, 0, number) for number in range(3)]
    assert [Deal.parse(line) for line in made.splitlines()] == deals
    assert {deal.deck.name for deal in deals} == {Deck.mini().name}
    for solved in (narabi_here("solve", "-", "--json", stdin=made), narabi_here("solve", "2-0-1", "--json")):
        told = [json.loads(line)["deal"] for line in solved.stdout.splitlines()]
        assert told == (made.splitlines() if len(told) > 1 else made.splitlines()[1:2])
    standard = tmp_path / "standard.toml"
    standard.write_text(Deck.standard().dumps())
    for command in (arguments, ("solve", "2-0-1")):
        refused = narabi_here(*command, "--deck", str(standard))
        assert refused.returncode == 2 and "players must be 3, 4 or 5, not 2" in refused.stderr


def test_a_cache_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NARABI_MABI_CACHE", str(tmp_path / "file"))
    assert main(["atlas", "--players", "3", "--deals", "1"]) == 2
    told = (
        f"narabi: {tmp_path / 'file' / 'atlas'} cannot be written (Not a directory); name a file with --out\n"
    )
    assert capsys.readouterr().err == told


def test_the_sample_is_what_the_command_writes(tmp_path: Path) -> None:
    sample = AtlasFile(ROOT / "examples" / "atlas.parquet")
    assert (sample.players, sample.seed) == (4, 0)
    assert sample.path.stat().st_size <= 100_000
    rows = pq.read_table(sample.path)
    make_atlas(4, 2 * BLOCK, out=tmp_path / "start.parquet")
    start = pq.read_table(tmp_path / "start.parquet")
    assert rows.slice(0, 2 * BLOCK).to_pylist() == start.to_pylist()
