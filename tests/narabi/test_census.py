"""Censuses: the whole of small rings by the plain rules, the first layers of real ones, and the files."""

import json
import os
import random
import shutil
import sys
import threading
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import filelock
import numpy as np
import pytest
from numpy.typing import NDArray

from _gamekit import files
from _gamekit.folders import CACHE_VARIABLE, cache_folder
from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from narabi_solver import ArgumentError, Census, Deal, Deck, InternalError, Rules, Stone, census, random_deal
from narabi_solver.game.cards import RING_SIZES, SEAT_COUNTS
from narabi_solver.game.rules import TRACK, State, in_order, legal_moves, play_unchecked
from narabi_solver.kernels.census.layers import UNKNOWN
from narabi_solver.solving import PackedDeals, solve_packed, tables
from narabi_solver.solving.packing import pack
from narabi_solver.statistics.census_files import Files
from narabi_solver.statistics.retrograde import KIND, VERSION, Retrograde
from tests.conftest import ROOT, Run
from tests.interrupting import busy_for, interrupt, start, wait_for
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly

pytestmark = pytest.mark.usefixtures("warm")

NAMES = [card.name for card in Deck.standard()]
BEYOND = 25
WAITED_FOR = "reading what was saved"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder for files of censuses, not there yet; kernels are loaded already."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    module = sys.modules["narabi_solver.statistics.census"]  # the package has the function of that name
    monkeypatch.setattr(module, "SECONDS_BETWEEN_FILES", 0.0)
    return tmp_path / "census"


def small_deal(monkeypatch: pytest.MonkeyPatch, players: int, labels: str, seed: int) -> Deal:
    """Return a random deal of a ring that has so few stones that the plain rules can try everything."""
    monkeypatch.setitem(SEAT_COUNTS, players, len(labels))
    monkeypatch.setitem(RING_SIZES, players, len(labels))
    source = random.Random(seed)
    ring = [Stone(label, card) for label, card in zip(labels, source.sample(NAMES, len(labels)), strict=True)]
    source.shuffle(ring)
    hand = len(ring) // players
    deck = replace(Deck.standard(), stones=((players, labels),))
    seats = tuple(tuple(ring[i : i + hand]) for i in range(0, len(ring), hand))
    return Deal(seats, deck=deck, unusual=True)


def plain_minimums(deal: Deal) -> dict[tuple[Stone, ...], int]:
    """Return the minimum of every arrangement, seen from the mover, by the plain rules; BEYOND if none."""
    after = {}
    for ring in permutations(deal.ring):
        state = State(ring, deal.deck, deal.players, mover=0)
        hand = state.hand
        children = (play_unchecked(state, swap).ring for swap in legal_moves(state, Rules()))
        after[ring] = [child[hand:] + child[:hand] for child in children]
    minimum = {ring: 0 if in_order(ring) else BEYOND for ring in after}
    for turns in range(1, BEYOND):
        found = [
            ring
            for ring, children in after.items()
            if minimum[ring] == BEYOND and any(minimum[child] == turns - 1 for child in children)
        ]
        minimum |= dict.fromkeys(found, turns)
    return minimum


SMALL = [*((3, "0123wd", seed) for seed in range(0, 8, 2)), (2, "0123wd", 2)]
EIGHT = (4, "01234wdd", 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "labels", "seed"),
    [*SMALL, *nightly(*((3, "0123wd", seed) for seed in range(1, 8, 2)), EIGHT)],
)
def test_every_arrangement_of_small_rings(
    players: int, labels: str, seed: int, monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    deal = small_deal(monkeypatch, players, labels, seed)
    expected = plain_minimums(deal)
    row = Deal.parse(str(deal), deck=deal.deck, unusual=True)
    packed = pack(row.start(), Rules())
    search = Retrograde(packed)
    while not search.finished:
        assert search.advance(Watch(Limits()), silent) is None
    rings = search.rings(np.arange(len(expected)))
    mover = row.start().mover * len(labels) // players
    stones = row.ring[mover:] + row.ring[:mover]
    number_of = {int(packed.rings[0]) >> 4 * place & 15: stone for place, stone in enumerate(stones)}
    assert len(expected) == rings.size == search.distance.size
    found = {
        tuple(number_of[int(ring) >> 4 * place & 15] for place in range(len(labels))): int(turns)
        for ring, turns in zip(rings, search.distance, strict=True)
    }
    assert {ring: BEYOND if turns == 255 else turns for ring, turns in found.items()} == expected

    answer = census(deal, hardest=5)
    hand = len(labels) // players
    for counts, kept in ((answer.all, expected), (answer.deals, dealt(expected, hand))):
        plain = Counter(kept.values())
        assert counts.arrangements == len(kept) and counts.undecided == 0
        assert counts.unsolvable == plain.pop(BEYOND, 0)
        assert counts.distribution == plain
    best = sorted((turns for turns in dealt(expected, hand).values() if turns != BEYOND), reverse=True)
    assert [one.turns for one in answer.hardest] == best[:5]
    assert len({one.deal for one in answer.hardest}) == 5
    assert answer.stopped_by is None


def dealt(minimum: dict[tuple[Stone, ...], int], hand: int) -> dict[tuple[Stone, ...], int]:
    return {ring: turns for ring, turns in minimum.items() if "0" in [stone.label for stone in ring[:hand]]}


def test_small_rings_have_what_is_rare(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    answers = [census(small_deal(monkeypatch, *case), hardest=0) for case in (*SMALL, EIGHT)]
    assert any(answer.all.unsolvable for answer in answers)
    assert max(max(answer.all.distribution) for answer in answers) >= 5


def wrong(search: Retrograde, numbers: NDArray[np.int64]) -> int:
    """Return how many arrangements differ from the solver; unknown ones must be above the last layer."""
    deals = PackedDeals(
        search.game,
        search.rings(numbers),
        np.repeat(search.cards, numbers.size, axis=0),
        np.zeros(numbers.size, np.uint64),
        np.full(numbers.size, TRACK, np.uint8),
    )
    bounds, distance = solve_packed(deals).bound, search.distance[numbers]
    return int(np.where(distance == UNKNOWN, bounds <= search.layer, bounds != distance).sum())


@pytest.mark.slow
@pytest.mark.parametrize(("players", "layers"), [(4, 3), *nightly((3, 3), (4, 4))])
def test_first_layers_of_real_rings(players: int, layers: int) -> None:
    search = Retrograde(pack(random_deal(players, seed=5).start(), Rules()))
    for _ in range(layers):
        search.advance(Watch(Limits()), silent)
    assert search.layer == layers - 1 and not search.finished
    assert search.counts[0].sum() == 23_760  # 3,960 and 3! arrangements of the blanks
    source = np.random.default_rng(1)
    assert wrong(search, source.integers(search.arrangements, size=500)) == 0
    for turns in range(layers):
        there = np.flatnonzero(search.distance == turns)
        assert there.size == search.counts[turns].sum()
        assert wrong(search, source.choice(there, 200)) == 0


# Files


def asked(times: int) -> Limits:
    """Return limits that stop a census when they are looked at for this time."""
    answers = iter([False] * (times - 1) + [True] * 1_000)
    return Limits(stop=lambda: next(answers))


def census_of(deal: Deal, limits: Limits | None = None) -> tuple[Census, list[str]]:
    """Return a census, and which minimums it looked for."""
    said: list[str] = []
    found = census(deal, hardest=2, limits=limits, progress=lambda text, /, **counts: said.append(text))
    return found, [text.split(":")[0] for text in said if "% done" in text]


def comparable(found: Census) -> object:
    return found.all, found.deals, [(one.deal, one.turns) for one in found.hardest], found.stopped_by


def test_a_stopped_census_goes_on(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    deal = small_deal(monkeypatch, 3, "0123wd", 3)
    stopped, looked_for = census_of(deal, asked(4))
    assert stopped.stopped_by == "interrupt" and stopped.hardest == ()
    assert looked_for == ["minimum 0", "minimum 1", "minimum 2"]
    assert list(stopped.all.distribution) == [0, 1, 2]
    assert (
        stopped.all.undecided == 720 - sum(stopped.all.distribution.values()) and not stopped.all.unsolvable
    )
    assert {path.suffix for path in cache.iterdir()} == {".layers", ".lock"}
    (leftover,) = cache.glob("*.layers")
    leftover.with_name(f"{leftover.name}.abc.narabi-mabi.part").write_bytes(b"half")

    whole, looked_for = census_of(deal)
    assert looked_for[0] == "minimum 3"
    assert {path.suffix for path in cache.iterdir()} == {".result", ".lock"}
    again, looked_for = census_of(deal)
    assert looked_for == [] and comparable(again) == comparable(whole)
    monkeypatch.setenv(CACHE_VARIABLE, str(cache.parent / "elsewhere"))
    anew, looked_for = census_of(deal)
    assert looked_for[0] == "minimum 0" and comparable(anew) == comparable(whole)


def test_what_is_read_for_seconds_is_said(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    told = threading.Event()
    monkeypatch.setattr("_gamekit.progress.FIRST", 0.0)
    monkeypatch.setattr("_gamekit.progress.say", lambda text: told.set() if text == WAITED_FOR else None)
    monkeypatch.setattr(Files, "restore", lambda kept, search: told.wait(60))
    census_of(small_deal(monkeypatch, 3, "0123wd", 3))
    assert told.is_set()


@pytest.mark.parametrize("part", ["layers", "result"])
@pytest.mark.parametrize("how", ["cut", "flip", "empty"])
def test_a_damaged_file_is_noticed_and_the_census_begins_anew(
    part: str, how: str, monkeypatch: pytest.MonkeyPatch, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    deal = small_deal(monkeypatch, 3, "0123wd", 3)
    whole, _ = census_of(deal, asked(4) if part == "layers" else None)
    (path,) = cache.glob(f"*.{part}")
    raw = path.read_bytes()
    path.write_bytes(
        raw[:-7] if how == "cut" else raw[:-7] + bytes([raw[-7] ^ 1]) + raw[-6:] if how == "flip" else b""
    )
    found, looked_for = census_of(deal)
    assert "starts again" in caplog.text
    assert looked_for[0] == "minimum 0" and found.stopped_by is None
    if part == "result":
        assert comparable(found) == comparable(whole)
    caplog.clear()
    assert comparable(census_of(deal)[0]) == comparable(found) and caplog.text == ""


@pytest.mark.parametrize("part", ["layers", "result"])
def test_a_file_of_another_census_under_this_name_is_not_used(
    part: str, monkeypatch: pytest.MonkeyPatch, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    census_of(small_deal(monkeypatch, 3, "0123wd", 4), asked(4) if part == "layers" else None)
    (other,) = cache.glob(f"*.{part}")
    deal = small_deal(monkeypatch, 3, "0123wd", 3)
    whole, _ = census_of(deal)
    (path,) = set(cache.glob("*.result")) - {other}
    path.unlink()
    other.rename(path.with_suffix(f".{part}"))
    found, looked_for = census_of(deal)
    assert "is not a file of this census; the census starts again" in caplog.text
    assert looked_for[0] == "minimum 0" and comparable(found) == comparable(whole)


@pytest.mark.parametrize("layer", [-2, 25, "3", None])
def test_a_file_that_names_no_layer_is_not_used(
    layer: object, monkeypatch: pytest.MonkeyPatch, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    deal = small_deal(monkeypatch, 3, "0123wd", 3)
    census_of(deal, asked(4))
    (path,) = cache.glob("*.layers")
    mapped, about = files.map_checked(path, KIND, VERSION)
    payload = [bytes(mapped[files.HEADER_BYTES :])]
    files.write_checked(path, KIND, VERSION, payload, about | {"layer": layer})
    assert census_of(deal)[1][0] == "minimum 0"
    assert "starts again" in caplog.text


def test_how_the_stones_lie_does_not_matter_and_their_cards_do(
    monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    deal = small_deal(monkeypatch, 3, "012wdd", 3)
    found, _ = census_of(deal)
    other = Deal(tuple(seat[::-1] for seat in deal.seats[::-1]), first=2, deck=deal.deck, unusual=True)
    assert comparable(census_of(other)[0]) == comparable(found) and len(list(cache.glob("*.result"))) == 1
    census_of(small_deal(monkeypatch, 3, "012wdd", 4))
    assert len(list(cache.glob("*.result"))) == 2


def test_without_files(
    monkeypatch: pytest.MonkeyPatch, cache: Path, caplog: pytest.LogCaptureFixture
) -> None:
    deal = small_deal(monkeypatch, 3, "0123wd", 3)
    found, _ = census_of(deal)
    (path,) = cache.glob("*.result")
    path.unlink()
    with filelock.FileLock(path.with_suffix(".lock")):
        assert comparable(census_of(deal)[0]) == comparable(found)
    assert "another process" in caplog.text and not path.exists()
    monkeypatch.setattr("_gamekit.files.write_atomic", _full)
    assert comparable(census_of(deal)[0]) == comparable(found)
    assert "(No space left on device); continuing without it" in caplog.text


def _full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_contradiction_is_a_bug_of_ours(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    deal = small_deal(monkeypatch, 3, "0123wd", 3)
    hardest = Retrograde.hardest
    monkeypatch.setattr(
        Retrograde, "hardest", lambda *work: [(turns + 1, ring) for turns, ring in hardest(*work)]
    )
    with pytest.raises(InternalError, match="census and solver disagree"):
        census(deal)


def test_bad_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ArgumentError, match="three or four players"):
        census(random_deal(5))
    with pytest.raises(ArgumentError, match="0 to 100"):
        census(random_deal(3), hardest=101)
    no_0 = EXAMPLE.replace("0:white", "9:white") + " first A"
    with pytest.raises(ArgumentError, match="the stone 0"):
        census(Deal.parse(no_0, unusual=True))
    small = census(random_deal(3), limits=Limits(max_memory=1_000_000))
    assert small.stopped_by == "memory" and small.all.undecided == 479_001_600


# The program


def warm(folder: Path) -> None:
    """Fill a cache folder with kernels and the table for 3 players."""
    tables.load(3)
    ready = cache_folder()[0]
    (folder / "kernels").symlink_to(ready / "kernels")
    (folder / "tables").mkdir()
    shutil.copy(tables.in_folder(ready / "tables", 3), folder / "tables")


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a cache folder with the result of the example, which 'narabi census' found in a minute."""
    warm(tmp_path)
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    deal = Deal.parse(EXAMPLE)
    row = sorted(deal.ring, key=lambda stone: ("0123456789wd".index(stone.label), stone.card))
    packed = pack(Deal((tuple(row[:4]), tuple(row[4:8]), tuple(row[8:]))).start(), Rules())
    with Files(packed) as kept:
        kept.finish(json.loads((ROOT / "tests/data/census_example.json").read_text()))


@pytest.mark.usefixtures("known")
def test_json_and_text(narabi: Run, narabi_here: Run) -> None:
    done = narabi("census", EXAMPLE, "--json", "--hardest", "2")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    names = "schema deal players arrangements distribution unsolvable deals hardest assumed rules"
    assert set(answer) == {*names.split()}
    assert answer["deal"] == str(Deal.parse(EXAMPLE)) and answer["players"] == 3
    assert answer["arrangements"] == 479_001_600 == sum(answer["distribution"].values())
    assert answer["distribution"]["7"] == 1_392 and answer["unsolvable"] == 0
    deals = answer["deals"]
    assert deals["count"] == 479_001_600 // 3 == sum(deals["distribution"].values())
    assert deals["distribution"]["7"] == 290 and round(deals["mean_turns"], 4) == 4.5678
    assert [one["turns"] for one in answer["hardest"]] == [7, 7]
    assert answer["assumed"] == ["at-most-6", "four-away", "colours"]
    assert answer["rules"] == {
        "players": 3,
        "no_undo": False,
        "undo_reading": None,
        "limit": 24,
        "deck": "Narabi",
    }

    text = narabi_here("census", EXAMPLE).stdout
    assert "       7          290    0.0002 %              1,392    0.0003 %" in text
    assert text.count("\n7 turns  ") == 3 and answer["hardest"][1]["deal"] in text


def test_bad_deals_and_help(narabi_here: Run) -> None:
    done = narabi_here("census", str(random_deal(5)))
    assert done.returncode == 2 and "three or four players" in done.stderr and done.stdout == ""
    assert "--no-undo" in narabi_here("census", "--help").stdout
    assert narabi_here("census", EXAMPLE, "--no-undo").returncode == 2
    assert narabi_here("census", EXAMPLE, "--hardest", "101").returncode == 2


@pytest.mark.slow
def test_interrupt(tmp_path: Path) -> None:
    warm(tmp_path)
    process = start(
        "narabi_solver", "census", EXAMPLE, environment=os.environ | {CACHE_VARIABLE: str(tmp_path)}
    )
    wait_for(process, lambda: bool(list(tmp_path.glob("census/*.lock"))))
    ended = interrupt(process, busy_for(process, 1.5))
    assert (ended.returncode, ended.out) == (130, "")
    assert "the same command continues" in ended.err
