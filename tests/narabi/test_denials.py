"""Every text that denies a win is listed once, with the limit under which it is true, and that is tested."""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from _gamekit.facts import Fact
from _gamekit.languages import languages_of
from _gamekit.limits import SharedWatch
from narabi_solver import (
    Deal,
    Judgement,
    Knowledge,
    Limits,
    PlayedGame,
    Rules,
    Swap,
    hint,
    judge_hidden,
    restriction_costs,
    review,
    solve,
    verify,
)
from narabi_solver.game.rules import TRACK
from narabi_solver.hidden.judging import HiddenJudgement, _judged
from narabi_solver.hidden.standard_errors import share_words
from narabi_solver.hidden.worlds import Worlds
from tests.conftest import ROOT, Run
from tests.narabi.samples import EXAMPLE

DEAL = Deal.parse(EXAMPLE)
MINIMUM = 5
DENIES = re.compile(
    r"\b(no win|(?:cannot|could|can) be won|lost|loses?|any more|not won|none won|not solvable|unsolvable"
    r"|out of reach|did not win|to blame|thrown away|without a win|won in none|(?:not|fewest) possible)\b",
    re.IGNORECASE,
)

NAMED = "by the limit that the sentence names"
SHOWN = "by the limit in the line 'rules' of the answer"
TRACKED = "by turn 24, the only limit that its command or page has"
PLAYED = "of what was played, by any limit"
OTHER = "it denies no win: help, a message, a key, a fact for programs"

TEXTS_OF_THE_PROGRAM = {
    NAMED: (
        ", no win",
        "no win",
        "lost: ",
        "lost after ",
        "thrown away on turn ",
        ", and no game from this deal could be won",
        " no win is possible by turn ",
        ", and no win is possible by turn ",
        "no win by turn ",
        "can be won by turn ",
        "A world without a win by turn ",
        "this deal cannot be won",
        " that cannot be won",
        "none of the deals can be won",
        " not solvable",
    ),
    SHOWN: (
        "; no single card is to blame",
        "; which card is to blame is not known",
        "loses the win",
        "already lost",
        " lose",
        "lost",
        "every world that can be won",
        "not won",
        "the minimum was out of reach after turn ",
        "Turns to the win, the swap included, if all cards lie open after it. "
        "A lost game counts as one turn more than are left.",
    ),
    TRACKED: (
        "unsolvable (proven)",
        " not solvable (proven)",
        "it cannot be won",
        " turns, of the deals that can be won",
    ),
    PLAYED: (
        "not won yet after ",
        "none won",
        "no win was found for any of these deals, so none has a difficulty",
        " of the teams did not win",
        "lost games",
        " lost>",
        ", the fewest possible",
        "the fewest possible is not known",
        "; the fewest possible with all cards open: ",
        " has no legal swap, so the game is lost",
        " would swap back, which no-undo forbids. That loses the game (a reading).",
    ),
    OTHER: (
        "unsolvable",
        "replay.loses",
        "replay.lost",
        "replay.lost-within",
        "review.lost",
        "must be null for an unsolvable deal",
        "must be solved or unsolvable, not ",
        "judge a game swap by swap: best swaps, slips, the swap that lost",
        "; expected at least one deal that can be won",
        "there are no deals; expected at least one deal that can be won",
        "no swap on a shortest line loses the minimum",
        "last turn on which the game can be won (default ",
    ),
}
TEXTS_IN_FIVE_LANGUAGES = {
    NAMED: ("replay.never-within", "replay.lost-within"),
    SHOWN: ("replay.loses", "replay.lost"),
    TRACKED: (
        *("page.how-rules", "know.compared", "show.unsolvable"),
        *("hint.unsolvable", "hint.lost", "know.none", "know.lost-counts", "know.not-won", "review.fewest"),
        *("review.lost", "review.never", "review.loses", "share.result", "home.chart"),
        *("review.turn-loses", "review.turn-lost"),
    ),
    PLAYED: ("illegal.lost", "show.lost", "review.open"),
    OTHER: ("play.illegal", "play.illegal-hidden"),
}


def listed(table: dict[str, tuple[str, ...]]) -> list[str]:
    return sorted(text for texts in table.values() for text in texts)


def test_every_text_of_the_program_that_denies_a_win_is_listed_once() -> None:
    found = set()
    for file in sorted((ROOT / "narabi_solver").rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
                found |= {node.value} if DENIES.search(node.value) else set()
    described = {text for text in found if "\n" in text or text.startswith("exit codes")}
    assert sorted(found - described) == listed(TEXTS_OF_THE_PROGRAM)


def test_every_text_in_five_languages_that_denies_a_win_is_listed_once() -> None:
    english = languages_of("narabi_solver")["en"].texts
    forms = {key: [text] if isinstance(text, str) else text.values() for key, text in english.items()}
    found = [key for key, texts in forms.items() if any(map(DENIES.search, texts))]
    assert sorted(found) == listed(TEXTS_IN_FIVE_LANGUAGES)
    for texts in (language.texts for language in languages_of("narabi_solver").values()):
        for key in TEXTS_IN_FIVE_LANGUAGES[NAMED]:
            text = texts[key]
            assert all("{n}" in form for form in ([text] if isinstance(text, str) else text.values()))


def least(*swaps: Swap) -> int:
    """Return the turn on which the deal can be won after some swaps, by no limit but the track."""
    turns = solve(replace(DEAL, moves=swaps)).turns
    assert turns is not None
    return len(swaps) + turns


BAD = Swap.parse_line("B4-A2")
LIMITS = [least() - 2, least() - 1, least(), least(*BAD), TRACK]


@pytest.mark.parametrize("limit", LIMITS)
def test_the_limits_that_sentences_name_are_true(narabi_here: Run, limit: int) -> None:
    """Limits are below, at and above the minimum; sentences are compared with solutions without a limit."""
    played = f"{DEAL} moves {BAD[0]}"
    truth = {"dealt": least(), "played": least(*BAD)}
    commands = {
        ("solve", EXAMPLE): "dealt",
        ("solve", played): "played",
        ("verify", EXAMPLE, str(BAD[0])): "played",
        ("review", played): "played",
        ("score", played, "--teams", "1"): "dealt",
        ("analyse", EXAMPLE): "dealt",
    }
    for (command, *arguments), position in commands.items():
        shown = narabi_here(command, *arguments, "--limit", str(limit)).stdout
        sentences = re.findall(r"(.*?)(?:(within|by turn) (\d+))", shown)
        for words, kind, number in sentences:
            denied = re.search("no win|cannot be won|could be won|win$", words)
            by = int(number) + (kind == "within" and position == "played" and command == "solve")
            earlier = least() if re.search("no game|^minimum|cannot be won", words) else truth[position]
            assert denied is None or command == "analyse" or earlier > by, (shown, limit)
        assert limit == TRACK or f"{limit} turns at most" in shown
        denying = [line for line in shown.splitlines() if re.search("no win|any more|be won", line)]
        assert limit < TRACK or not denying, shown
    result = verify(DEAL, BAD, rules=Rules(limit=limit))
    assert result.lost == (least(*BAD) > limit) == (f"no win is possible by turn {limit}" in result.summary)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("language", languages_of("narabi_solver"))
def test_the_title_of_a_review_names_the_limit_of_what_it_denies(language: str, limit: int) -> None:
    """Two limits are too low for the deal, one for the swap that was played; then everything can be won."""
    found = review(replace(DEAL, moves=BAD), rules=Rules(limit=limit))
    title, texts = found.replay(language=language).title, languages_of("narabi_solver")[language]
    of_the_game = {"turn": 1, "all": 1, "least": least()}
    if limit < least():
        expected = texts.text("replay.never-within", n=limit)
    elif limit < least(*BAD):
        expected = texts.text("replay.lost-within", n=limit, **of_the_game)
    else:
        expected = texts.text("review.open", n=least(*BAD) - 1, **of_the_game | {"all": least(*BAD)})
    if language != "en":
        assert title == expected
    elif limit < least(*BAD):
        assert title.startswith("lost") and f" within {limit} turns" in title
    else:
        assert title.startswith("not won yet")


@functools.cache
def ends_of_worlds() -> dict[Swap, list[int]]:
    """Return, for each swap, the turn on which each of 8 worlds, solved alone, can be won after it."""
    drawn = Worlds.of(Knowledge.of(DEAL, "B"), 8, 0, Rules())
    rings = [drawn.position(number).ring for number in range(8)]
    worlds = [Deal((ring[:4], ring[4:8], ring[8:]), DEAL.state().mover) for ring in rings]
    solved = {swap: [solve(world.play(swap)).turns for world in worlds] for swap in DEAL.legal_moves}
    return {swap: [TRACK + 1 if n is None else n + 1 for n in turns] for swap, turns in solved.items()}


@pytest.mark.parametrize("limit", LIMITS)
def test_a_hint_counts_no_turns_to_a_win_that_no_world_has(narabi_here: Run, limit: int) -> None:
    shown = narabi_here("hint", EXAMPLE, "--seat", "B", "--worlds", "8", "--limit", str(limit)).stdout
    ends, advice = ends_of_worlds(), hint(Knowledge.of(DEAL, "B"), worlds=8, rules=Rules(limit=limit))
    for move in advice.moves:
        row = next(line for line in shown.splitlines() if line.startswith(f" {move.swap} "))
        lost = all(turns > limit for turns in ends[move.swap])
        assert ("not won" in row) == lost == ("±" not in row) == row.endswith(" 0%")
    assert ("counts as" in shown) == any(max(turns) > limit for turns in ends.values())
    if limit < least() - 1:
        assert f"no win by turn {limit} after" in shown and "need the same number" not in shown
        assert f"A world without a win by turn {limit} counts as {limit + 1} turns." in shown


def test_only_what_is_certain_is_nothing_or_everything() -> None:
    shares = [0, 1e-12, 0.004, 0.3, 0.996, 1 - 1e-12, 1]
    assert [share_words(share) for share in shares] == (
        ["0%", "0%", "less than 1%", "30%", "more than 99%", "100%", "100%"]
    )


def test_means_that_differ_by_rounding_do_not_judge() -> None:
    """Of three worlds: both swaps take 3, 4 and 4 turns, and their means differ in the last digit."""
    state = DEAL.state()
    played, other = DEAL.legal_moves[:2]
    weights = np.full(3, 1 / 3)
    for turns in ([3, 4, 4], [4, 3, 4], [4, 4, 3]):
        for others in ([3, 4, 4], [4, 3, 4], [4, 4, 3]):
            drawn: Any = SimpleNamespace(
                turns=lambda watch, a=turns, b=others: {played: np.array(a), other: np.array(b)},
                weights=weights,
                exact=True,
                rules=Rules(),
            )
            judged = _judged(1, played, state, drawn, 3, SharedWatch())
            assert judged.best == played and judged.best_expected_turns == judged.expected_turns
            assert {fact.named: fact.words for fact in judged.facts()}["looked better"] == ""


def test_the_played_swap_is_best_unless_another_looked_better() -> None:
    judged = judge_hidden(PlayedGame.parse(f"{EXAMPLE} moves B2-A3 C1-B3 A4-B4 B2-A4 C4-A3"), worlds=8)
    assert HiddenJudgement.MISTAKE in {turn.judgement for turn in judged}
    for turn in judged:
        better = turn.best != turn.swap
        assert better == (turn.judgement is HiddenJudgement.MISTAKE)
        assert better == (turn.best_expected_turns < turn.expected_turns)


def test_no_card_is_cleared_while_a_value_is_unknown() -> None:
    costs = restriction_costs(DEAL, limits=Limits(max_nodes=1))
    *_, last = costs.facts()
    assert isinstance(last, Fact) and last.words is not None
    shown = last.words
    assert not costs.decided and "which card is to blame is not known" in shown
    assert "no single card" not in shown


def test_a_game_lost_where_the_turn_is_unknown_names_the_limit() -> None:
    found = review(replace(DEAL, moves=BAD), rules=Rules(limit=least()))
    assert found.turns[0].judgement is Judgement.LOSES
    unsure = replace(found, turns=())
    assert f"lost after 0 turns, no win within {least()} turns; possible in {least()}" in unsure.summary
