"""Surveys: right, and the same for any question asked twice."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet
import pytest

from narabi_solver import (
    ArgumentError,
    Deal,
    Deck,
    Limits,
    Outcome,
    Rules,
    paired_survey,
    random_deal,
    solve,
    survey,
    verify,
)
from narabi_solver.kernels.batch import Batch
from narabi_solver.kernels.state import Game
from narabi_solver.kernels.twelve import ida as twelve
from narabi_solver.kernels.twelve.relaxed import Relaxed
from narabi_solver.solving import search
from narabi_solver.statistics import blocks
from narabi_solver.statistics.blocks import UNDECIDED, UNSOLVABLE, Totals
from narabi_solver.statistics.survey import BLOCK, SurveySettings
from tests.conftest import Run
from tests.narabi.samples import minimum_turns
from tests.narabi.surveys import DEALS
from tests.nightly import slow


def test_the_rows_are_the_deals_and_their_answers(whole: Path) -> None:
    table = pyarrow.parquet.read_table(whole).to_pydict()
    assert table["index"] == list(range(DEALS))
    for i in [*range(40), BLOCK[3] - 1, BLOCK[3], DEALS - 1]:
        deal = random_deal(3, 7, i)
        solution = solve(deal, algorithm="ida")  # as batches are, node for node
        assert table["deal"][i] == str(deal)
        assert (table["outcome"][i], table["turns"][i]) == (str(solution.outcome), solution.turns)
        played = verify(deal, table["line"][i])
        assert played.in_order and played.turns == solution.turns
        assert table["nodes"][i] == solution.nodes


def test_the_statistics_are_those_of_the_rows(whole: Path) -> None:
    found = survey(3, DEALS, seed=7)
    turns = Counter(pyarrow.parquet.read_table(whole)["turns"].to_pylist())
    assert found.distribution == {k: n for k, n in sorted(turns.items()) if k is not None}
    assert found.solved + found.unsolvable + found.undecided == DEALS
    assert found.solvable.low < found.solved / DEALS <= found.solvable.high
    assert found.mean_turns.low < sum(k * n for k, n in found.distribution.items()) / found.solved
    for result, (number, deal) in [(t, found.examples(t)[0]) for t in found.distribution]:
        assert solve(deal).turns == result and deal == random_deal(3, 7, number)


def test_a_finished_file_opens_in_duckdb_and_says_where_it_is_from(whole: Path) -> None:
    rows = duckdb.sql(f"select turns, count(*) from '{whole}' group by turns order by turns").fetchall()
    assert dict(rows) == survey(3, DEALS, seed=7).distribution
    about = json.loads(pyarrow.parquet.read_schema(whole).metadata[b"narabi_survey"])
    assert about["study"]["seed"] == 7 and Deck.loads(about["study"]["deck"]) == Deck.standard()
    assert about.keys() == {"study", "tally"}
    assert about["study"].keys() == SurveySettings(3, DEALS, 7, Rules(), Deck.standard()).identity().keys()


@pytest.mark.slow
def test_json_has_the_promised_keys_and_depends_on_nothing_but_the_question(
    narabi: Run, narabi_here: Run
) -> None:
    answers = []
    for workers, run in (("1", narabi_here), ("2", narabi)):
        done = run("survey", "--players", "5", "--deals", str(BLOCK[5] + 100), "--workers", workers, "--json")
        assert done.returncode == 0, done.stderr
        answers.append(json.loads(done.stdout))
        assert answers[-1].pop("deals_per_second") > 0
    assert answers[0] == answers[1]
    assert {
        "players", "deals", "seed", "solved", "unsolvable", "undecided", "distribution", "mean_turns",
        "solvable", "confidence", "assumed", "rules",
    } <= answers[0].keys()  # fmt: skip
    assert answers[0]["confidence"] == 0.95 and answers[0]["solvable"].keys() == {"estimate", "low", "high"}


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("no_undo", [False, True])
def test_hard_deals_are_searched_longer(
    players: int, no_undo: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What a batch leaves undecided is answered all the same, in the same words."""
    count = 30 if players < 5 else 2
    rules = Rules(no_undo=no_undo)
    as_usual = survey(players, count, seed=5, rules=rules, out=tmp_path / "a")
    monkeypatch.setattr(search, "NODE_BUDGET", 3)
    longer = survey(players, count, seed=5, rules=rules, out=tmp_path / "b")
    assert longer.totals._replace(nodes=0) == as_usual.totals._replace(nodes=0)
    a, b = (pyarrow.parquet.read_table(tmp_path / name).to_pydict() for name in "ab")
    for name in ("index", "deal", "outcome", "turns"):
        assert a[name] == b[name]
    for deal, line in zip(b["deal"], b["line"], strict=True):
        assert verify(Deal.parse(deal), line, rules=rules).in_order


@pytest.mark.nightly
def test_the_mini_game_has_surveys(tmp_path: Path) -> None:
    found = survey(2, 90, seed=0, out=tmp_path / "mini.parquet")
    rows = pyarrow.parquet.read_table(tmp_path / "mini.parquet").to_pydict()
    deals = [random_deal(2, 0, number) for number in range(90)]
    assert rows["deal"] == list(map(str, deals))
    assert rows["turns"] == [minimum_turns(deal.start(), Rules()) for deal in deals]
    assert sum(found.distribution.values()) + found.unsolvable == 90 and found.unsolvable > 0
    for deal, line, turns in zip(deals, rows["line"], rows["turns"], strict=True):
        assert verify(deal, line).in_order == (turns is not None)
    both = paired_survey(2, 20, seed=0)
    assert both.both + both.neither == 20


def test_a_limit_of_nodes_leaves_deals_undecided() -> None:
    found = survey(3, 200, seed=5, limits=Limits(max_nodes=5))
    assert 0 < found.undecided < 200
    assert found.solvable.low < found.solved / 200 and found.solvable.high > 0.9
    for _, deal in found.examples(UNDECIDED):
        assert solve(deal, algorithm="ida").nodes > 5


@pytest.mark.parametrize("limits", [Limits(max_seconds=1), Limits(max_memory=1), Limits(stop=bool)])
def test_limits_that_depend_on_the_machine_are_refused(limits: Limits) -> None:
    for function in (survey, paired_survey):
        with pytest.raises(ArgumentError, match="the only limit of a survey is max_nodes"):
            function(3, 5, limits=limits)


def test_a_lower_limit_of_turns() -> None:
    found, whole = survey(3, 500, seed=5, rules=Rules(limit=4)), survey(3, 500, seed=5)
    assert found.distribution == {k: n for k, n in whole.distribution.items() if k <= 4}
    assert found.unsolvable == 500 - found.solved and found.undecided == 0


def test_other_stones_are_searched_without_a_table() -> None:
    text = Deck.standard().dumps().replace('4 = "0 1 2 3 4 5 6 7 8 w d d"', '4 = "0 1 2 3 4 5 6 w w d d d"')
    deck = Deck.loads(text)
    found = survey(4, 12, seed=5, deck=deck)
    turns = Counter(solve(random_deal(4, 5, i, deck=deck)).turns for i in range(12))
    assert found.distribution == turns


def test_a_wrong_line_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from narabi_solver import InternalError

    search_slice = twelve.search

    def wrong(game: Game, table: Relaxed, batch: Batch, *more: Any) -> int:
        left = search_slice(game, table, batch, *more)
        batch.found.lines[0, 0] ^= 1
        return left

    monkeypatch.setattr(twelve, "search", wrong)
    with pytest.raises(InternalError, match="does not win"):
        survey(3, 10, seed=5)


def test_the_totals_do_not_depend_on_the_order() -> None:
    settings = SurveySettings(3, 4_000, 3, Rules(), Deck.standard())
    parts = [blocks.answer(settings, s, 1_000).totals(s) for s in range(0, 4_000, 1_000)]
    whole = blocks.answer(settings, 0, 4_000).totals(0)
    for order in ([0, 1, 2, 3], [3, 1, 0, 2]):
        total = Totals.empty()
        for i in order:
            total = total.plus(parts[i])
        assert total == whole
    assert Totals.of_json(json.loads(json.dumps(whole)), 0, 4_000) == whole


def test_a_paired_survey_compares_the_same_deals() -> None:
    found = paired_survey(4, 3_000, seed=5, workers=2)
    plain, no_undo = survey(4, 3_000, seed=5), survey(4, 3_000, seed=5, rules=Rules(no_undo=True))
    assert tuple(found.counts.sum(axis=1)) == plain.totals.counts
    assert tuple(found.counts.sum(axis=0)) == no_undo.totals.counts
    assert found.both + found.only_first + found.only_second + found.neither == 3_000
    assert found.both == no_undo.solved and found.only_second == 0
    assert sum(found.differences.values()) == found.both and min(found.differences) == 0
    number, deal = found.examples()[0]
    assert solve(deal).turns != solve(deal, rules=Rules(no_undo=True)).turns
    assert all(
        solve(random_deal(4, 5, i)).turns == solve(random_deal(4, 5, i), rules=Rules(no_undo=True)).turns
        for i in range(0, number, 5)
    )


@pytest.mark.parametrize("count", [200, *slow(2_000)])
def test_paired_decks(count: int) -> None:
    dropped = Deck.loads(Deck.standard().dumps().replace('[cards."four-away"]', '[cards."any"]', 1).replace(
        "distance = [4]\n", "", 1
    ))  # fmt: skip
    found = paired_survey(3, count, seed=5, rules=(Rules(), Rules()), decks=(Deck.standard(), dropped))
    assert found.changed.estimate is not None and found.changed.estimate > 0
    assert max(found.differences) == 0 and min(found.differences) < 0  # a card less can only help
    text = Deck.standard().dumps()
    fewer = Deck.loads(text[: text.index('[cards."four-away"]')])
    with pytest.raises(ArgumentError, match="the same number of cards"):
        paired_survey(3, 10, decks=(Deck.standard(), fewer))


def test_a_comparison_names_what_is_assumed_of_either_deck() -> None:
    standard = Deck.standard()
    known = replace(
        standard, cards=tuple(replace(card, assumed=False) for card in standard), colours_assumed=False
    )
    other = replace(known, cards=tuple(replace(card, assumed=card.name == "even") for card in standard))
    for decks, assumed in (
        ((known, known), ()),
        ((known, other), ("even",)),
        ((other, standard), ("even", "at-most-6", "four-away", "colours")),
        ((standard, other), ("at-most-6", "four-away", "even", "colours")),
    ):
        found = paired_survey(3, 2, rules=(Rules(), Rules()), decks=decks)
        assert found.assumed == assumed
        assert [fact.value for fact in found.facts() if getattr(fact, "key", "") == "assumed"] == [assumed]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players", "3"], "--deals"),
        (["--players", "6", "--deals", "5"], "2 to 5"),
        (["--players", "3", "--deals", "0"], "from 1 to 2^64 - 1"),
        (["--players", "3", "--deals", "5", "--workers", "0"], "1 to 256"),
        (["--players", "3", "--deals", "5", "--paired", "--no-undo"], "--paired"),
        (["--players", "3", "--deals", "99999999999999999999999"], "from 1 to 2^64 - 1, not"),
    ],
)
def test_nonsense(arguments: list[str], message: str, narabi_here: Run) -> None:
    done = narabi_here("survey", *arguments)
    assert done.returncode == 2 and message in done.stderr and "Traceback" not in done.stderr


def test_for_people(narabi_here: Run) -> None:
    done = narabi_here("survey", "--players", "5", "--deals", "300", "--seed", "2")
    assert done.returncode == 0
    assert "solvable" in done.stdout and "Clopper-Pearson" in done.stdout and "assumed" in done.stdout
    done = narabi_here("survey", "--players", "4", "--deals", "3000", "--seed", "5", "--paired")
    assert done.returncode == 0 and "McNemar" in done.stdout
    done = narabi_here("survey", "--players", "3", "--deals", "300", "--max-nodes", "5")
    assert done.returncode == 3 and "undecided" in done.stdout


def test_an_unsolvable_deal_is_counted() -> None:
    number = 6_376  # found by a survey of 10,000 deals
    settings = SurveySettings(5, number + 1, 0, Rules(), Deck.standard())
    totals = blocks.answer(settings, number, 1).totals(number)
    assert totals.counts[UNSOLVABLE] == 1 and totals.examples[UNSOLVABLE] == (number,)
    assert solve(random_deal(5, 0, number)).outcome is Outcome.UNSOLVABLE
