"""Mabi as one page: the file, and its rules and search compared with the program's under node."""

from __future__ import annotations

import functools
import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from _gamekit.jit import wasm
from _gamekit.jit.spent import NoCompilerError
from mabi_search import Limits, Position, Rules, analyse, analyse_pass
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError, GameError
from mabi_search.game.rules import READINGS
from mabi_search.playing.levels import LEVELS
from mabi_search.playing.player import Engine
from mabi_search.serve import making
from mabi_search.serve.answers import Answers
from tests.common.test_wasm import reason
from tests.conftest import Run

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
needs_kernels = pytest.mark.skipif(reason() is not None, reason=str(reason()))
ATTEMPT = """
const attempt = made => {
  try { return { answer: made() }; } catch (error) {
    if (!(error instanceof module_texts.Wrong)) throw error;
    return { error: error.message };
  }
};
const end = search => { for (;;) { const { value, done } = search.next(); if (done) return value; } };
const cases = JSON.parse(require("fs").readFileSync(process.argv[2], "utf-8"));
"""
RULES = """
const answers = new module_local.Answers();
const made = ([what, fields]) => attempt(() => answers[what](fields));
"""
SEARCH = """
const machine = new module_packing.Machine(require("fs").readFileSync(process.argv[3]), 8);
const games = new module_local.Games();
function made([what, fields]) {
  let { shown } = games.moment(fields);
  if (what === "pass") return attempt(() => end(module_search.passNow(machine, shown, { seconds: 2 })));
  if (what === "play") {
    const engine = new module_player.Engine(machine, CONSTANTS.levels[fields.level]);
    return { answer: fields.replies.map(reply => {
      const { move, told } = end(engine.choose(shown));
      shown = module_rules.play(shown, move);
      if (reply) shown = module_rules.play(shown, reply);
      return [move, told];
    }) };
  }
  let last = null;
  const asked = { limits: { nodes: fields.nodes }, lines: fields.lines };
  for (const one of module_search.analyses(machine, shown, asked)) last = one ?? last;
  const { seconds, ...known } = last;
  return { answer: known };
}
"""


def in_node(script: str, cases: list[Any], folder: Path, *more: Path) -> list[Any]:
    """Return what a script makes of some cases under node."""
    (folder / "page.js").write_text(script + "process.stdout.write(JSON.stringify(cases.map(made)));")
    (folder / "cases.json").write_text(json.dumps(cases))
    program = ["node", str(folder / "page.js"), str(folder / "cases.json"), *map(str, more)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


def attempt(made: Callable[[], Any]) -> dict[str, Any]:
    try:
        return {"answer": made()}
    except GameError as error:
        return {"error": str(error)}


def random_game(chance: random.Random, most: int, size: str | None = None, **readings: Any) -> Position:
    size = size or f"{chance.randint(2, 8)}x{chance.randint(2, 8)}"
    position = Position.start(Rules(**readings, size=size))
    while position.outcome() is None and len(position.moves) < most:
        position = position.play(chance.choice(position.legal_moves))
    return position


def random_readings(chance: random.Random) -> dict[str, Any]:
    readings: dict[str, Any] = {name: chance.choice(values) for name, values in READINGS.items()}
    return readings | ({"max_plies": chance.randrange(40)} if chance.random() < 0.1 else {})


def fields_of(position: Position) -> dict[str, Any]:
    rules = {name: getattr(position.rules, name) for name in (*READINGS, "size", "max_plies")}
    base = str(Position(position.base, (), position.rules))
    return {"game": {"base": base, "moves": list(map(str, position.moves)), "rules": rules}}


def spoilt(text: str, chance: random.Random) -> str:
    """Return a text with some letters exchanged, added or left out, below its rules."""
    head, mark, text = text.rpartition("\n" if "\n" in text.rstrip() else "\0")
    for _ in range(chance.randint(0, 3)):
        at = chance.randrange(len(text) + 1)
        new = chance.choice([*"wb/-pqr0129#\n'é\x07 ", "", " moves ", "3. ", "a1-b1", "start", "PASS"])
        text = text[:at] + new + text[at + chance.randint(0, 3) :]
    return head + mark + text


@needs_node
@pytest.mark.parametrize("games", [20, pytest.param(5_000, marks=pytest.mark.nightly)])
def test_rules_and_texts_are_those_of_the_program(games: int, tmp_path: Path) -> None:
    """Legal moves, reasons, ends, what is said of each piece, and texts that are read, spoilt ones too."""
    chance, answers = random.Random(games), Answers()
    cases: list[Any] = []
    for _ in range(games):
        readings = random_readings(chance)
        position = random_game(chance, chance.choice([3, 10, 40, 90]), **readings)
        cases += [["look", fields_of(position)], ["save", fields_of(position)]]
        for _ in range(8):
            move = "".join(chance.choice("abcdefgh") + chance.choice("12345678") for _ in "12")
            cases.append(["why", fields_of(position) | {"move": move}])
        text = chance.choice([str, saved_games.dumps])(position).rstrip("\n")
        cases.append(["load", {"text": spoilt(text, chance), "rules": readings}])
    told = in_node(making.script("local.js") + ATTEMPT + RULES, cases, tmp_path)
    for (what, fields), answer in zip(cases, told, strict=True):
        known = attempt(functools.partial(answers.short()[what], fields))
        assert answer == json.loads(json.dumps(known)), (what, fields)


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kernels") / "mabi.wasm"
    path.write_bytes(wasm.kept_module("mabi", making.ENTRIES))
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
    script = making.script("local.js", "player.js") + ATTEMPT + SEARCH
    assert in_node(script, cases, tmp_path, kernels) == expected


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
    script = making.script("local.js", "player.js") + ATTEMPT + SEARCH
    assert in_node(script, cases, tmp_path, kernels) == expected


@needs_kernels
@pytest.mark.nightly
def test_what_is_said_of_a_pass_never_contradicts_the_program(kernels: Path, tmp_path: Path) -> None:
    """The page tries less, and so may know less; what is proven is the same."""
    chance = random.Random(49)
    positions = [random_game(chance, chance.randrange(50), **random_readings(chance)) for _ in range(60)]
    cases = [["pass", fields_of(position)] for position in positions]
    script = making.script("local.js", "player.js") + ATTEMPT + SEARCH
    for position, told in zip(positions, in_node(script, cases, tmp_path, kernels), strict=True):
        try:
            found = analyse_pass(position, limits=Limits(max_nodes=100_000))
        except ArgumentError as error:
            assert told == {"error": str(error)}
            continue
        assert told["answer"]["how"] in (None, found.outcome) or not found.proven, position
        assert told["answer"]["most"] <= found.most_bound and found.most <= told["answer"]["bound"], position


# The file --------------------------------------------------------------------------------------


@pytest.fixture
def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wasm, "kept_module", lambda name, entries: b"kernels")


def test_the_page_asks_for_nothing(without_kernels: None) -> None:
    page = making.page_html(theme="dark")
    assert len(page.encode()) < 430_000  # and kernels of 170 kB
    assert "default-src 'none'" in page and " src=" not in page and 'rel="stylesheet"' not in page
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count("</script>") == page.count("<script") == 3


def test_what_is_no_page_is_not_replaced(program_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "notes.html"
    file.write_text("my notes\n")
    done = program_here("mabi", "page", "--out", str(file))
    assert done.returncode == 2 and file.read_text() == "my notes\n"


def test_without_a_compiler_it_says_what_would_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARABI_MABI_CACHE", str(tmp_path))

    def missing() -> list[str]:
        raise NoCompilerError("no linker for WebAssembly: install lld")

    monkeypatch.setattr(wasm, "linker", missing)
    with pytest.raises(NoCompilerError, match="install lld"):
        making.page_html()
