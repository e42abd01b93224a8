"""Mabi as one page: the file, and its rules and search compared with the program's under node."""

from __future__ import annotations

import itertools
import json
import random
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from _gamekit import game_page, languages
from _gamekit.jit import store, wasm
from _gamekit.limits import Watch
from _gamekit.search import FixedMemory, Status, Stop, Turns, drive
from benchmarks.mabi_page_cases import (
    ATTEMPT,
    RULES,
    differing,
    fields_of,
    in_node,
    random_game,
    random_readings,
)
from mabi_search import Limits, Position, Rules, analyse, analyse_pass, check_certificate
from mabi_search.certify.checker import TOO_FEW
from mabi_search.certify.checker_rules import Readings, read
from mabi_search.cli import main
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import text_of
from mabi_search.game.rules import READINGS
from mabi_search.page import making
from mabi_search.playing.levels import LEVELS
from mabi_search.playing.player import Engine
from tests.common.test_search import Counting
from tests.common.test_wasm import reason
from tests.conftest import Run
from tests.mabi.page_views import reviewed
from tests.nightly import nightly, slow

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
needs_kernels = pytest.mark.skipif(reason() is not None, reason=str(reason()))
SEARCH = """
const machine = new module_packing.Machine(require("fs").readFileSync(process.argv[3]), 8);
const games = new module_local.Games();
function solved(shown) {
  const found = end(module_proving.decide(machine, shown, { seconds: 600, nodes: 300000 }));
  const by = found.how && module_proving.sideOf(shown, found.how);
  const certified = () => module_certifying.certificateOf(machine, shown, by, found.proof, {}, () => {});
  const made = by && attempt(() => end(certified()).text);
  return { how: found.how, line: found.line, certificate: made && made.answer };
}
function made([what, fields]) {
  let { shown } = games.moment(fields);
  if (what === "pass")
    return attempt(() => end(module_pass_searches.passNow(machine, shown, { seconds: 2 })));
  if (what === "play") {
    const engine = new module_player.Engine(machine, CONSTANTS.levels[fields.level]);
    return { answer: fields.replies.map(reply => {
      const { move, told } = end(engine.choose(shown));
      shown = module_rules.play(shown, move);
      if (reply) shown = module_rules.play(shown, reply);
      return [move, told];
    }) };
  }
  if (what === "solve") return { answer: solved(shown) };
  if (what === "in memory that grows") {
    const { call, kernels: { memory } } = machine;
    machine.call = (...asked) => {
      memory.grow(1);
      return call.apply(machine, asked);
    };
  }
  if (what === "review")
    return { answer: end(module_review.review(machine, shown, { nodes: CONSTANTS.review.nodes })) };
  let last = null;
  const asked = { limits: { nodes: fields.nodes }, lines: fields.lines };
  for (const one of module_search.analyses(machine, shown, asked)) last = one ?? last;
  const { seconds, ...known } = last;
  return { answer: known };
}
"""
SOLVER = (
    making.script("local.js", "player.js", "certifying.js", "review.js", "pass_searches.js")
    + ATTEMPT
    + SEARCH
)
SUITES = Path(__file__).parents[2] / "studies" / "endgames" / "suites"


@needs_node
@pytest.mark.parametrize("games", [20, pytest.param(5_000, marks=pytest.mark.nightly)])
def test_rules_and_texts_are_those_of_the_program(games: int, tmp_path: Path) -> None:
    """Legal moves, reasons, ends, what is said of each piece, and texts that are read, spoilt ones too."""
    compared, wrong = differing(games, games, tmp_path)
    assert compared > 10 * games and wrong == []


@needs_node
def test_a_position_is_described_in_words(tmp_path: Path) -> None:
    positions = [Position.start().play("a1a2").play("h8h7"), Position.parse("1bw1/b1w1/1w1b w - w 9")]
    cases = [["look", fields_of(position)] for position in (*positions, Position.start())]
    opening, frozen, start = in_node(making.script("local.js") + ATTEMPT + RULES, cases, tmp_path)
    view = opening["answer"]
    assert view["sides"] == "wb" and view["largest"] == {"w": 2, "b": 2} and view["over"] is None
    assert view["told"]["a3"] == "White, in a group of 2; can go to b3 or a4"
    assert view["told"]["g7"] == "White, alone; g7 is paralysed by the black group h6 h7 (2 > 1)"
    assert view["told"]["b2"] == "Black, alone; b2 is paralysed by the white group a2 a3 (2 > 1)"
    assert view["marks"] == {"g7": "*", "b2": "*"} and view["told"]["d2"] == "Black, alone"
    words = frozen["answer"]["told"]["c2"]
    assert words.endswith("c2 is frozen: its group is the only largest group on the board")
    assert start["answer"]["no_pass"].startswith("White may not pass on the first turn")


@pytest.mark.parametrize("option", READINGS)
def test_pages_have_words_for_each_reading(option: str) -> None:
    texts = languages.language_of("mabi_search").texts
    keys = {key for key in texts if key.startswith(f"reading.{option}.")}
    names = [f"reading.{option}.{value}" for value in READINGS[option]]
    assert keys == {*names, *(f"{name}.why" for name in names)}


BOUNDS = """
const machine = new module_packing.Machine(require("fs").readFileSync(process.argv[3]), 8);
const made = ([board, standing]) => {
  const state = { board, side: standing, mode: "-", holder: "-", ply: 20, seen: [] };
  const usual = Object.entries(CONSTANTS.readings).map(([option, values]) => [option, values[0]]);
  const rules = Object.fromEntries(usual);
  return Object.values(module_runs.boundsOf(machine, state, rules, module_rules.other(standing)));
};
"""


@needs_kernels
@pytest.mark.parametrize("games", [3, *slow(10), *nightly(2_000)])
def test_bounds_on_what_a_run_can_reach_are_those_of_the_checker(
    games: int, kernels: Path, tmp_path: Path
) -> None:
    chance = random.Random(games)
    cases, known = list[Any](), list[list[int]]()
    for _ in range(games):
        position = random_game(chance, chance.choice([20, 40, 80]), chance.choice(["8x8", "6x6", "5x7"]))
        state = replace(position.state, over=False)
        moment, _ = read(
            " ".join(text_of(state).split()[:4]) + " 1", Readings("piece", "unique", "run", "situation")
        )
        for index, standing in enumerate("wb"):
            cases.append([list(state.board), standing])
            pieces = moment.pieces[1 - index], moment.pieces[index]
            known.append([bound(moment.board, *pieces) for bound in TOO_FEW.values()])
    assert in_node(making.script("runs.js") + ATTEMPT + BOUNDS, cases, tmp_path, kernels) == known
    assert any(joined < freely for _, freely, joined in known)


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kernels") / "mabi.wasm"
    path.write_bytes(wasm.module("mabi", making.ENTRIES))
    return path


@needs_kernels
@pytest.mark.nightly
def test_a_search_finds_what_the_program_finds(kernels: Path, tmp_path: Path) -> None:
    """The same depth, score, lines and nodes, at 500 positions, half of them under any readings."""
    chance = random.Random(47)
    cases, expected = list[Any](), list[Any]()
    for number in range(500):
        readings = random_readings(chance) if number % 2 else {}
        position = random_game(
            chance, chance.randrange(60), "8x8" if chance.random() < 0.5 else None, **readings
        )
        nodes, lines = chance.choice([500, 5_000]), chance.choice([1, 1, 3])
        found = analyse(position, limits=Limits(max_nodes=nodes), lines=lines, folder=tmp_path)
        cases.append(["analyse", fields_of(position) | {"nodes": nodes, "lines": lines}])
        shown = [
            {"move": str(one.move), "score": one.score, "pv": list(map(str, one.pv))} for one in found.lines
        ]
        answer = {"depth": found.depth, "lines": shown, "score": found.score, "nodes": found.nodes}
        expected.append({"answer": answer | {"stoppedBy": found.stopped_by}})
    assert in_node(SOLVER, cases, tmp_path, kernels) == expected


DRIVING = """
const { drive, Turns, Watch, FULL, RUNNING } = module_driving;
const counting = ([last, ending, memory]) => ({
  nodes: 0,
  advance(quota) {
    this.nodes += Math.min(quota, last - this.nodes, memory - this.nodes);
    return this.nodes === last ? ending : this.nodes === memory ? FULL : RUNNING;
  },
});
const made = ([searches, shares, first, factor, nodes, stops]) => {
  const counted = searches.map(counting);
  const turns = new Turns(counted.map((search, i) => [search, shares[i]]), first, factor);
  const watch = new Watch({ nodes });
  const found = until => [end(drive(turns, watch, until ?? Infinity)), ...counted.map(({ nodes }) => nodes)];
  return stops.map(found);
};
"""


class Fixed(FixedMemory, Counting):
    """A search that counts, and whose memory does not grow."""


@needs_node
def test_searches_take_turns_and_stop_as_in_the_program(tmp_path: Path) -> None:
    """Searches that decide, are exhausted or full, with any shares, limits of nodes and pauses."""
    chance = random.Random(74)
    cases, expected = list[Any](), list[Any]()
    for _ in range(300):
        ends: list[Any] = [
            [chance.randrange(1, 400), chance.choice(["exhausted", "exhausted", "decided"]), most]
            for most in chance.choices([60, 1 << 40], [1, 3], k=chance.randrange(1, 5))
        ]
        shares = [chance.choice([1, 0.5, 1 / 3, 0.25]) for _ in ends]
        first, factor, nodes = (
            chance.randrange(4, 40),
            chance.choice([2, 16]),
            chance.choice([None, 100, 500]),
        )
        stops = [*sorted(chance.sample(range(300), 3)), None, None]
        searches = [Fixed(last, Status[ending.upper()], memory) for last, ending, memory in ends]
        turns = Turns(list(zip(searches, shares, strict=True)), first, factor)
        watch = Watch(Limits(max_nodes=nodes))
        cases.append([ends, shares, first, factor, nodes, stops])
        expected.append(
            [[drive(turns, watch, until=until), *(one.nodes for one in searches)] for until in stops]
        )
    assert in_node(making.script("driving.js") + ATTEMPT + DRIVING, cases, tmp_path) == expected
    assert {stop for case in expected for stop, *_ in case} == {*Stop} - {Stop.SECONDS, Stop.INTERRUPT}


@needs_kernels
def test_a_run_is_searched_where_memory_grows_meanwhile(kernels: Path, tmp_path: Path) -> None:
    fields = fields_of(Position.parse("1bw1/b1w1/1w1b b p w 9"))
    cases = [[what, fields | {"nodes": 5_000, "lines": 1}] for what in ("analyse", "in memory that grows")]
    first, second = in_node(SOLVER, cases, tmp_path, kernels)
    assert first["answer"]["nodes"] > 0 and second == first


@needs_kernels
@pytest.mark.nightly
def test_a_level_plays_what_it_plays_in_the_program(kernels: Path, tmp_path: Path) -> None:
    chance, level = random.Random(48), 3
    cases, expected = list[Any](), list[Any]()
    for _ in range(30):
        position = random_game(chance, 30, chance.choice(["8x8", "4x5"]))
        if position.outcome() is not None:
            continue
        fields, replies, moves, engine = fields_of(position), list[str](), list[Any](), Engine(LEVELS[level])
        while position.outcome() is None and len(replies) < 4:
            chosen = engine.choose(position)
            position = position.play(chosen.move)
            over = position.outcome() is not None
            replies.append("" if over else str(chance.choice(position.legal_moves)))
            position = position if over else position.play(replies[-1])
            moves.append([str(chosen.move), chosen.comment])
        cases.append(["play", fields | {"level": level, "replies": replies}])
        expected.append({"answer": moves})
    assert in_node(SOLVER, cases, tmp_path, kernels) == expected


@needs_kernels
@pytest.mark.nightly
@pytest.mark.parametrize("size", ["6x6", "8x8"])
def test_what_the_page_proves_is_proven(kernels: Path, tmp_path: Path, size: str) -> None:
    """Never against what the program has proven of the suites; the checker accepts its certificates."""
    lines = (SUITES / f"{size}.values.txt").read_text().splitlines()
    chosen = random.Random(50).sample(
        [line for line in lines if " | win |" in line or " | loss |" in line], 8
    )
    known = [line.split(" | ")[:2] for line in chosen]
    cases = [["solve", fields_of(Position.parse(text))] for text, _ in known]
    found = [one["answer"] for one in in_node(SOLVER, cases, tmp_path, kernels)]
    certificates = 0
    for (text, outcome), one in zip(known, found, strict=True):
        told = {1: "win", -1: "loss", 0: "draw", None: "undecided"}[one["how"]]
        assert "undecided" in (told, outcome) or told == outcome, text
        Position.parse(" ".join([text, "moves", *one["line"]]))
        if one.get("certificate"):
            certificates += 1
            assert check_certificate(one["certificate"].splitlines()).outcome == told
    assert certificates >= 3


@needs_kernels
@pytest.mark.nightly
def test_a_review_is_that_of_the_program(kernels: Path, tmp_path: Path) -> None:
    """Values, judgements, marks and better lines; runs apart, which the page searches by slices."""
    chance = random.Random(51)
    games = [random_game(chance, 24, chance.choice(["6x6", "5x6", "8x8"])) for _ in range(12)]
    cases: list[Any] = [["review", fields_of(game)] for game in games]
    for (_, fields), told in zip(cases, in_node(SOLVER, cases, tmp_path, kernels), strict=True):
        known = json.loads(json.dumps(reviewed(fields)))
        found = told["answer"]
        assert found["summary"] == known["summary"] and found["worths"] == known["worths"]
        for one, ply in zip(found["plies"], known["plies"], strict=True):
            better, known_better = one.pop("better"), ply.pop("better")
            assert known_better[: len(better)] == better  # the program plays proven lines on to the end
            assert one.pop("told").split("; better")[0] == ply.pop("told").split("; better")[0]
            assert {name: one[name] for name in ply} == ply


@needs_kernels
@pytest.mark.nightly
def test_what_is_said_of_a_pass_never_contradicts_the_program(kernels: Path, tmp_path: Path) -> None:
    """The page tries less, and so may know less; what is proven is the same."""
    chance = random.Random(49)
    positions = [random_game(chance, chance.randrange(50), **random_readings(chance)) for _ in range(60)]
    cases = [["pass", fields_of(position)] for position in positions]
    for position, told in zip(positions, in_node(SOLVER, cases, tmp_path, kernels), strict=True):
        try:
            found = analyse_pass(position, limits=Limits(max_nodes=100_000))
        except ArgumentError as error:
            assert told == {"error": str(error)}
            continue
        assert told["answer"]["how"] in (None, found.outcome) or not found.proven, position
        assert told["answer"]["most"] <= found.most_bound and found.most <= told["answer"]["bound"], position


@needs_kernels
def test_a_pass_is_refuted_by_the_run_that_is_shown(kernels: Path, tmp_path: Path) -> None:
    """Under these readings no search for an answer is sound, but a run's pass ends the game."""
    position = Position.parse(
        "1b1b1/w1w1w/1b1b1/w1w1w w - - 0 moves e3e4 d4c4 e1d1 b2c2 d1e1 c4d4 a1a2 c2b2 e4e3 d2e2",
        Rules(pass_rule="final", repetition="placement"),
    )
    (told,) = in_node(SOLVER, [["pass", fields_of(position)]], tmp_path, kernels)
    found = told["answer"]
    assert found["how"] == "loss" and found["refutation"] == [*found["run"], "pass"]
    end = position.play("pass")
    for move in found["refutation"]:
        end = end.play(move)
    outcome = end.outcome()
    assert outcome is not None and outcome.winner == "b"


SAID = Path(making.__file__).parent
BEGUN = (
    "judged ",
    "count.",
    "legend.",
    "lesson.",
    "level.",
    "puzzle.",
    "reading.",
    "side.",
    "square.",
    "why.",
)
"""How keys begin that are put together."""
READ = {
    "situation",
    "placement",
    "-",
    "p",
    "r",
    "q",
    "w",
    "b",
    "white",
    "black",
    "passWins",
    "passLoses",
    "passDraws",
    "passOpen",
    "page.no-script",
}


def test_each_text_of_the_board_has_a_key_and_each_key_is_used() -> None:
    scripts = "".join(path.read_text() for path in sorted(SAID.glob("files/*.js")))
    texts = languages.language_of("mabi_search").texts
    keys = {key for key in texts if not key.startswith(languages.ON_PAPER)} - {"locale", "language"}
    used = set(re.findall(r'data-t[a-z-]*="([^"]+)"', (SAID / "files" / "index.html").read_text()))
    used |= set(re.findall(r'\b(?:t|say|button)\("([^"]+)"', scripts))
    assert used - keys == set(), "used, and not in the table"
    words = set(re.findall(r'"([^"\n]+)"', scripts)) | READ
    assert {key for key in keys - used - words if not key.startswith(BEGUN)} == set(), "not used"


# The file --------------------------------------------------------------------------------------


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "module", lambda name, entries: b"kernels")


def test_the_pages_own_words_have_curly_apostrophes() -> None:
    texts = languages.language_of("mabi_search").texts
    own = itertools.takewhile(lambda key: key != "w", texts)  # what follows, the program says too
    said = {key: text if isinstance(text := texts[key], str) else " ".join(text.values()) for key in own}
    assert [key for key, text in said.items() if "'" in text] == []


def test_the_page_asks_for_nothing(without_kernels: None) -> None:
    page = making.page_html(theme="dark")
    assert len(page.encode()) < 505_000  # and kernels of 90 kB
    assert "default-src 'none'" in page and " src=" not in page and 'rel="stylesheet"' not in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("</script>") == page.count("<script") == 4


def test_a_folder_for_a_server(
    without_kernels: None, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / "site" / "mabi"
    assert main(["page", "--folder", str(folder)]) == 0 and "6 files written" in capsys.readouterr().err
    page = (folder / "index.html").read_text("utf-8")
    assert 'rel="manifest"' in page and "manifest-src 'self'" in page and "connect-src" not in page
    manifest = json.loads((folder / "page.webmanifest").read_text("utf-8"))
    assert manifest["name"] == "Mabi" and 'content="preview.png"' in page
    assert '<meta name="description" content="The side whose largest group is larger' in page
    assert {icon["src"] for icon in manifest["icons"]} < {file.name for file in folder.iterdir()}
    (folder / "icon-192.png").write_text("mine")
    assert main(["page", "--folder", str(folder)]) == 2 and (folder / "icon-192.png").read_text() == "mine"
    assert main(["page", "--folder", str(folder / "index.html")]) == 2
    assert f"{folder / 'index.html'}: not a folder" in capsys.readouterr().err
    for arguments in (
        ["page"],
        ["page", "--out", "x.html", "--folder", "x"],
        ["page", "--open", "--out", "x.html"],
    ):
        with pytest.raises(SystemExit, match="2"):
            main(arguments)


def test_without_a_browser_it_says_where_the_page_lies(
    without_kernels: None,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened = list[str]()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or len(opened) == 1)
    for number, words in (
        (1, "and opened in the browser"),
        (2, "no browser was found, so open the file yourself"),
    ):
        assert main(["page", "--open"]) == 0
        said = capsys.readouterr().err
        written = Path(opened[-1].removeprefix("file://"))
        assert f"written to {written}, " in said and words in said and said.count("\n") == 1
        assert len(list(tmp_path.glob("*.html"))) == number
        assert written.read_text("utf-8") == making.page_html()


def test_the_page_has_no_shared_icons_and_colours_that_it_does_not_name() -> None:
    page = making.page_html()
    assert game_page.without_unused(page) == page


def test_what_is_no_page_is_not_replaced(program_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.html"
    file.write_text("my notes\n")
    done = program_here("mabi", "page", "--out", str(file))
    assert done.returncode == 2 and file.read_text() == "my notes\n"


def test_a_page_whose_kernels_are_missing_says_how_they_are_built(
    program_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LIBRARIES", tmp_path)
    done = program_here("mabi", "page", "--out", str(tmp_path / "mabi.html"))
    assert done.returncode == 2 and "run `make setup`" in done.stderr
    assert list(tmp_path.iterdir()) == []
