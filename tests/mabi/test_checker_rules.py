"""The checker's own rules and notation against the library's; and what the checker may import."""

import ast
import random
import sys
from pathlib import Path

import pytest

from mabi_search import Position, Rules
from mabi_search.certify import checker_rules
from mabi_search.certify.checker_rules import ALLOWED, NotationError, Readings
from mabi_search.game import rules as game
from mabi_search.game.errors import MabiError
from mabi_search.game.notation import text_of
from tests.conftest import ROOT
from tests.mabi import games
from tests.mabi.samples import JOINED, LARGE, LEFT, LOST, SHORT, TRIED
from tests.nightly import thinned

OWN = ("checker", "checker_apart", "checker_bounds", "checker_layouts", "checker_rules", "certificate_format")
EVERY = [
    Readings(paralysis, freeze, pass_rule, "situation")
    for paralysis in ALLOWED["paralysis"]
    for freeze in ALLOWED["freeze"]
    for pass_rule in ALLOWED["pass_rule"]
]


def rules_of(readings: Readings, size: str | None = None) -> Rules:
    """Return the same readings as the library knows them."""
    return Rules(size=size, **readings._asdict())


def word_of(bits: int) -> set[tuple[int, int]]:
    """Return ranks and files of a set of squares of the checker."""
    return {divmod(at, checker_rules.UP) for at in range(bits.bit_length()) if bits >> at & 1}


def named(step: tuple[int, int]) -> str:
    """Return the text of a step of the checker."""
    ((a, b),), ((c, d),) = map(word_of, step)
    return f"{game.FILES[b]}{a + 1}{game.FILES[d]}{c + 1}"


@pytest.mark.parametrize("readings", thinned(3, EVERY))
def test_the_rules_of_the_checker_are_those_of_the_library(readings: Readings) -> None:
    choose = random.Random(str(readings))
    modes = set()
    for size in ("8x8", "5x5", "3x7", "2x8", "4x4"):
        rules = rules_of(readings, size)
        for state in games.game(rules, choose.randrange(1 << 30), 60, passing=0.2):
            if game.is_over(state, rules):
                break
            modes.add(state.mode)
            moment, _ = checker_rules.read(text_of(state), readings)
            assert text_of(state).startswith(checker_rules.text_of(moment))
            free = [
                game.Move(square, target)
                for square in state.pieces(state.side)
                if game.can_step(state, square, rules) and (state.ply or game.touches_edge(state, square))
                for target in sorted(square.neighbours())
                if state.at(target) == game.EMPTY
            ]
            steps = {named(step): step for step in checker_rules.steps(moment, readings)}
            assert sorted(steps) == sorted(map(str, free))
            for move in choose.sample(free, min(3, len(free))):
                after = checker_rules.after_step(moment, checker_rules.step_of(str(move)))
                expected = game.play_unchecked(state, move, rules)
                assert text_of(expected).startswith(checker_rules.text_of(after) + " ")
                assert checker_rules.winner(after) == "wb-".index(game.winner(expected) or "-")
            assert checker_rules.may_pass(moment, readings) != game.must_move(state, rules)
            passed, over = (
                checker_rules.after_pass(moment, readings),
                game.play_unchecked(state, game.PASS, rules),
            )
            assert (passed is None) == over.over
            assert passed is None or text_of(over).startswith(checker_rules.text_of(passed) + " ")
    assert modes == {"-", "p", "r"}


@pytest.mark.parametrize("readings", thinned(3, EVERY))
def test_earlier_play_is_counted_as_the_library_does(readings: Readings) -> None:
    choose, refused = random.Random(f"past {readings}"), 0
    for plies in range(4, 24, 2):
        rules = rules_of(readings, "3x4")
        position = Position.parse("1b1b/w1w1/1b1b w - - 0", rules)
        for _ in range(plies):
            moves = list(position.legal_moves)
            if not moves:
                break
            some = [m for m in moves if m != game.PASS or choose.random() < 0.05] or moves
            undo = [m for m in some if position.moves[-2:-1] == (game.Move(m.target, m.origin),)]
            position = position.play(choose.choice(undo or some))
        if position.outcome() is not None:
            with pytest.raises(NotationError, match="game is over"):
                checker_rules.read(str(position), readings)
            continue
        moment, past = checker_rules.read(str(position), readings)
        assert text_of(position.state).startswith(checker_rules.text_of(moment) + " ")
        seen = [checker_rules.read(_text(*key), readings)[0].situation for key in position.state.seen]
        assert past == {one: seen.count(one) for one in seen}
        for move in (game.Move(a, b) for a in game.squares(position.state.board) for b in a.neighbours()):
            if position.state.at(move.target) is not None:
                allowed = position.why_not(move) is None
                refused += not allowed
                try:
                    checker_rules.read(f"{position} {move}", readings)
                except NotationError:
                    assert not allowed
                else:
                    assert allowed
    assert refused


def _text(board: game.Board, side: str, mode: str) -> str:
    white, black = (game.largest(game.State(board), one) for one in "wb")
    holder = "-" if white == black == 1 else "w" if white >= black else "b"
    return text_of(game.State(board, side, mode, holder, 9))


def test_the_checker_reads_what_the_library_reads() -> None:
    """All but `start`: a certificate writes its position out."""
    choose, accepted, refused = random.Random(3), 0, 0
    texts = [SHORT, LOST, TRIED, LARGE, JOINED, LEFT, "1b1b/w1w1/1b1b/w1w1 w - - 0 moves a1a2 pass"]
    readings = EVERY[0]
    for number in range(3000):
        text = texts[number % len(texts)]
        for _ in range(choose.choice((0, 1, 1, 2))):
            at = choose.randrange(len(text))
            other = choose.choice("wb-pqr0123456789/ ax")
            text = choose.choice((text[:at] + other + text[at + 1 :], text[:at] + text[at + 1 :]))
        try:
            expected = str(Position.parse(text, rules_of(readings)))
        except (MabiError, ValueError):
            expected = ""
        try:
            checker_rules.read(text, readings)
        except NotationError:
            assert not expected, text
            refused += 1
        else:
            assert expected, text
            accepted += 1
    assert accepted > 500 and refused > 500
    with pytest.raises(NotationError, match="written as"):
        checker_rules.read("start", readings)


@pytest.mark.parametrize("name", OWN)
def test_the_checker_imports_its_own_and_the_standard_library(name: str) -> None:
    allowed = {f"mabi_search.certify.{own}" for own in OWN}
    allowed |= {"mabi_search.game.errors", "_gamekit.progress"}
    allowed |= {"_gamekit.certificate_lines"}  # reads the file, and knows nothing of the game
    tree = ast.parse(Path(ROOT / "mabi_search" / "certify" / f"{name}.py").read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or "."]
        else:
            continue
        assert all(module in allowed or module.split(".")[0] in sys.stdlib_module_names for module in modules)
