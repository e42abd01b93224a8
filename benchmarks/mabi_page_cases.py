"""Random games of Mabi by the rules of `mabi page`, compared with the program under all readings.

`python -m benchmarks.mabi_page_cases --games 100000` compares, under node: legal moves and marks, what is
said of each piece, why moves are illegal, how games end, and texts that are read and written, spoilt ones
too. It prints what was compared, and stops at the first difference. Block i has the games of
seed `--seed` + i.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mabi_search import Position, Rules
from mabi_search.game import saved_games
from mabi_search.game.errors import GameError
from mabi_search.game.rules import READINGS
from mabi_search.page import making
from tests.mabi.page_views import ANSWERS

BLOCK = 500
"""Games that are compared at once."""
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


def in_node(script: str, cases: list[Any], folder: Path, *more: Path) -> list[Any]:
    """Return what a script makes of some cases under node."""
    (folder / "page.js").write_text(script + "process.stdout.write(JSON.stringify(cases.map(made)));")
    (folder / "cases.json").write_text(json.dumps(cases))
    program = ["node", str(folder / "page.js"), str(folder / "cases.json"), *map(str, more)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: list[Any] = json.loads(done.stdout)
    return found


def attempt(made: Callable[[], Any]) -> dict[str, Any]:
    """Return an answer, or the message of an error of the player."""
    try:
        return {"answer": made()}
    except GameError as error:
        return {"error": str(error)}


def random_game(chance: random.Random, most: int, size: str | None = None, **readings: Any) -> Position:
    """Return where a game of random moves ends, or stands after so many."""
    size = size or f"{chance.randint(2, 8)}x{chance.randint(2, 8)}"
    position = Position.start(Rules(**readings, size=size))
    while position.outcome() is None and len(position.moves) < most:
        position = position.play(chance.choice(position.legal_moves))
    return position


def random_readings(chance: random.Random) -> dict[str, Any]:
    """Return any readings, now and then with a limit on the plies."""
    readings: dict[str, Any] = {name: chance.choice(values) for name, values in READINGS.items()}
    return readings | ({"max_plies": chance.randrange(40)} if chance.random() < 0.1 else {})


def fields_of(position: Position) -> dict[str, Any]:
    """Return a position as the board asks about it."""
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


def differing(games: int, seed: int, folder: Path) -> tuple[int, list[Any]]:
    """Return how many answers about random games were compared, and those that differ."""
    chance = random.Random(seed)
    cases: list[Any] = []
    for _ in range(games):
        readings = random_readings(chance)
        position = random_game(chance, chance.choice([3, 10, 40, 90]), **readings)
        cases += [["look", fields_of(position)], ["save", fields_of(position)]]
        for _ in range(8):
            move = "".join(chance.choice("abcdefgh") + chance.choice("12345678") for _ in "12")
            cases.append(["why", fields_of(position) | {"move": move}])
        written: list[Callable[[Position], str]] = [str, saved_games.dumps]
        text = chance.choice(written)(position).rstrip("\n")
        cases.append(["load", {"text": spoilt(text, chance), "rules": readings}])
    told = in_node(making.script("local.js") + ATTEMPT + RULES, cases, folder)
    wrong = []
    for (what, fields), answer in zip(cases, told, strict=True):
        known = attempt(functools.partial(ANSWERS[str(what)], fields))
        if answer != json.loads(json.dumps(known)):
            wrong.append([what, fields, answer, known])
    return len(cases), wrong


def main() -> None:
    """Compare as many games as are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    done = answers = 0
    while done < asked.games:
        with tempfile.TemporaryDirectory() as folder:
            games = min(BLOCK, asked.games - done)
            compared, wrong = differing(games, asked.seed + done // BLOCK, Path(folder))
        done, answers = done + games, answers + compared
        print(f"{done:,} games, {answers:,} answers: {len(wrong)} differ", flush=True)
        if wrong:
            raise SystemExit(json.dumps(wrong[0], indent=1))


if __name__ == "__main__":
    main()
