"""Exact strategies against a search without bounds by the plain rules; what it says when it is stopped."""

import json
import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from amulets_solver import (
    ArgumentError,
    Belief,
    Limits,
    Placement,
    Record,
    Rules,
    Secret,
    StrategyTree,
    question,
    strategy,
)
from amulets_solver.game.rules import answers
from studies.amulets.playouts import mean, play_out
from tests.amulets.oracle import Worlds, placements
from tests.conftest import Run, messages

SHIPPED = 25_944
"""Questions of the shipped tree, over all hypotheses."""


def plain(rules: Rules, players: int, until: str) -> tuple[float, int]:
    """Return the least mean and the least worst case, by trying every question everywhere."""
    worlds = Worlds(rules, players, Secret("A1", "R"))
    every = list(placements(rules))
    said = [[answers(secrets, 1, one) for secrets in worlds.left] for one in every]
    splits = {frozenset(_groups(list(range(len(worlds.left))), one.__getitem__)) for one in said}

    def done(some: frozenset[int]) -> bool:
        if len(some) == 1 or until == "known":
            return len(some) == 1
        theirs = {pair for one in some for seat, pair in worlds.left[one].items() if seat != 1}
        hedged = rules.spare == "anywhere" or len(theirs) == players - 1
        return hedged and len({f for f, _ in theirs}) == len({a for _, a in theirs}) == len(theirs)

    @cache
    def best(some: frozenset[int]) -> tuple[int, int]:
        if done(some):
            return 0, 0
        total, worst = math.inf, math.inf
        for split in splits:
            parts = {part & some for part in split} - {frozenset()}
            if len(parts) > 1:
                found = [best(part) for part in parts]
                total = min(total, len(some) + sum(one for one, _ in found))
                worst = min(worst, 1 + max(one for _, one in found))
        return int(total), int(worst)

    total, worst = best(frozenset(range(len(worlds.left))))
    return total / len(worlds.left), worst


def _groups(some: list[int], key: Callable[[int], str]) -> list[frozenset[int]]:
    found: dict[str, set[int]] = {}
    for one in some:
        found.setdefault(key(one), set()).add(one)
    return list(map(frozenset, found.values()))


@pytest.mark.parametrize(
    ("until", "spare"), [("known", "random"), ("castable", "random"), ("castable", "anywhere")]
)
@pytest.mark.parametrize(
    ("size", "amulets", "players"),
    [("2x2", 3, 2), ("2x2", 3, 3), ("3x2", 2, 2), ("3x2", 3, 2), ("2x2", 4, 2)],
)
def test_against_a_search_without_bounds(
    size: str, amulets: int, players: int, until: str, spare: str
) -> None:
    rules = Rules(size=size, amulets=amulets, spare=spare)
    found = strategy(players, rules, until=until)
    assert found.proven and (found.mean, found.worst) == plain(rules, players, until)
    assert found.entropy_mean >= found.mean and found.entropy_worst >= found.worst


@pytest.mark.parametrize(
    ("size", "amulets", "players", "until", "mean", "worst"),
    [
        ("2x2", 4, 4, "known", 2.8333, 4),  # entropy loses most here: 11.8 %
        ("3x3", 3, 2, "known", 2.1875, 3),
        ("3x3", 4, 2, "known", 2.5417, 3),
        ("4x4", 2, 2, "castable", 2.3333, 3),
    ],
)
def test_found_once(size: str, amulets: int, players: int, until: str, mean: float, worst: int) -> None:
    found = strategy(players, Rules(size=size, amulets=amulets), until=until)
    assert (round(found.mean, 4), found.worst, found.proven) == (mean, worst, True)
    assert found.loss == found.entropy_mean / found.mean - 1


def test_stopped_it_says_bounds() -> None:
    rules = Rules(size="3x2", amulets=3)
    whole = strategy(3, rules)
    few = strategy(3, rules, limits=Limits(max_nodes=1))
    assert whole.proven and not few.proven and few.sets <= 2
    assert few.mean <= whole.mean <= few.entropy_mean and few.worst <= whole.worst
    assert "at least" in repr(few) and "at least" not in repr(whole)


def of_greatest_entropy(belief: Belief) -> Placement:
    return question(belief).placement


def test_all_deals_of_the_questions_of_greatest_entropy() -> None:
    """The tree over all answers counts each hypothesis once, as plain games do."""
    rules, me = Rules(size="3x3", amulets=3), Secret("B2", "Y")
    found = play_out(Belief(3, me, rules=rules), of_greatest_entropy)
    worlds = Worlds(rules, 3, me)
    needed = []
    for secrets in worlds.left:
        belief, asked = Belief(3, me, rules=rules), 0
        while not belief.known:
            placement = of_greatest_entropy(belief)
            belief, asked = belief.hear(placement, answers(secrets, 1, placement)), asked + 1
        needed.append(asked)
    assert mean(found.known) == sum(needed) / len(needed)
    assert {n: needed.count(n) for n in set(needed)} == dict(found.known)
    assert found.castable.total() == len(needed) and mean(found.castable) <= mean(found.known)


@pytest.mark.parametrize(
    ("players", "rules", "until", "said"),
    [
        (3, None, "known", "too large for an exact strategy"),
        (2, Rules(size="2x2", amulets=2), "luck", "until must be known or castable"),
        (3, Rules(size="2x2", amulets=2), "known", "there must be 2 players"),
        (2, "2x2", "known", "Rules are needed"),
    ],
)
def test_what_cannot_be(players: int, rules: Rules, until: str, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        strategy(players, rules, until=until)


def small_tree() -> StrategyTree:
    """Return the questions of greatest entropy on a small altar as a tree."""
    rules, me = Rules(size="3x2", amulets=3), Secret("B2", "Y")
    questions = {}

    def follow(belief: Belief, heard: tuple[str, ...]) -> None:
        if not belief.known:
            questions[heard] = question(belief).placement
            for signs in belief.law_counts(questions[heard]):
                follow(belief.hear(questions[heard], signs), (*heard, signs))

    follow(Belief(3, me, rules=rules), ())
    return StrategyTree(Record(3, rules, {1: me}), questions)


def test_a_tree_is_checked_by_the_plain_rules(tmp_path: Path) -> None:
    """As many questions as the same strategy needs when it is played; there and back; and what is refused."""
    tree = small_tree()
    found = tree.check()
    assert found.questions == dict(
        play_out(Belief(3, tree.me, rules=tree.record.rules), of_greatest_entropy).known
    )
    assert StrategyTree.parse(str(tree)) == tree and str(StrategyTree.parse(str(tree))) == str(tree)
    (tmp_path / "tree").write_bytes(tree.packed())
    assert StrategyTree.load(tmp_path / "tree") == tree
    last = max(tree.questions, key=len)
    less = {heard: one for heard, one in tree.questions.items() if heard != last}
    with pytest.raises(ArgumentError, match="hypotheses are left, but the tree has no question"):
        replace(tree, questions=less).check()
    more = {**tree.questions, (*last, "**"): tree.questions[()]}
    with pytest.raises(ArgumentError, match="1 question is never asked"):
        replace(tree, questions=more).check()
    with pytest.raises(ArgumentError, match="the tree is damaged"):
        StrategyTree.parse(str(tree).replace("A1", "A2", 1))
    with pytest.raises(ArgumentError, match="neither text nor"):
        StrategyTree._of(b"\x1f\x8b nonsense")


def test_the_tree_that_is_shipped(program_here: Run, tmp_path: Path) -> None:
    """Fewer questions than entropy needs; the page has these numbers."""
    said = json.loads(program_here("amulets", "strategy", "--json").stdout)
    assert said["accepted"] and said["hypotheses"] == 6_624 and said["worst"] == 5
    assert said["mean"] == SHIPPED / 6_624 and SHIPPED < 26_146
    assert sum(int(asked) * count for asked, count in said["questions"].items()) == SHIPPED
    tree = small_tree()
    questions = {**tree.questions, (): next(iter(reversed(tree.questions.values())))}
    (tmp_path / "bad").write_text(str(replace(tree, questions=questions)))
    done = program_here("amulets", "strategy", "--check", "bad", folder=tmp_path)
    assert done.returncode == 1 and done.stdout.startswith("rejected: ")
    (tmp_path / "empty").write_text("")
    done = program_here("amulets", "strategy", "--check", "empty", folder=tmp_path)
    assert done.stderr.startswith("amulets: empty: the tree is damaged")
    for wrong in (["--check", "nothing"], ["--players", "4"]):
        done = program_here("amulets", "strategy", *wrong, folder=tmp_path)
        assert done.returncode == 2 and len(messages(done.stderr)) == 1
