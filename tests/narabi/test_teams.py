"""Teams: policies see what a seat may know, games are legal, studies are the same however they are made."""

import itertools
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from _gamekit.limits import SharedWatch
from narabi_solver import (
    ArgumentError,
    Deal,
    Knowledge,
    Rules,
    StoppedError,
    Swap,
    random_deal,
    random_deals,
    sizes,
    solve,
)
from narabi_solver.game.rules import in_order, legal_moves, replay, why_illegal
from narabi_solver.hidden import (
    POLICIES,
    Asking,
    Greedy,
    Open,
    Policy,
    Question,
    Random,
    Silent,
    play_together,
    policy_named,
    team,
)
from narabi_solver.hidden.inference import INSIGHT, TEMPERATURE, softened, turns_by_partner
from narabi_solver.hidden.worlds import Worlds
from tests.conftest import Run
from tests.nightly import nightly, slow, thinned

FEW = {"silent": 8, "silent-soft": 6, "silent-rollouts": 6, "asking": 6, "asking-once": 6}
"""Worlds of a policy in these tests."""


def quick(name: str) -> Policy:
    return POLICIES[name](worlds=FEW[name]) if name in FEW else POLICIES[name]()  # type: ignore[call-arg]


def test_names() -> None:
    assert tuple(POLICIES) == sizes.POLICIES
    assert all(policy_named(name).name == name for name in POLICIES)


@pytest.mark.parametrize("name", thinned(3, [name for name in POLICIES if name != "open"]))
@pytest.mark.parametrize("players", [3, *nightly(4)])
def test_what_is_hidden_changes_nothing_until_it_shows(name: str, players: int) -> None:
    """Another deal that agrees with all a seat knows is decided alike, also in the middle of a game."""
    rules, policy = Rules(), quick(name)
    for deal in itertools.islice(random_deals(players, seed=5), 2):
        game = play_together(deal, Random(), seed=3)
        for length in (0, 3):
            now = replace(deal, moves=game.deal.moves[:length])
            mover = now.state().mover
            knows = Knowledge.of(now, mover)
            decided = policy.decide(knows, rules, 11)
            for world in knows.sample(3, seed=length):
                assert world.ring != deal.ring
                assert policy.decide(Knowledge.of(world, mover), rules, 11) == decided
        first = play_together(deal, policy).events[0]
        world = Knowledge.of(deal, deal.start().mover).sample(1)[0]
        shown = play_together(world, policy).events[0]
        assert first == shown or str(first).partition("=")[0] == str(shown).partition("=")[0]


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize(
    ("players", "no_undo", "games"),
    [(3, False, 1), *slow((4, True, 1)), *nightly((3, False, 2), (4, True, 2), (5, False, 1))],
)
def test_games_are_legal_and_what_is_known_is_true(
    name: str, players: int, no_undo: bool, games: int
) -> None:
    rules = Rules(no_undo=no_undo, limit=12)
    for seed in range(games):
        deal = random_deal(players, seed)
        game = play_together(deal, quick(name), rules=rules, seed=seed)
        assert game == play_together(deal, quick(name), rules=rules, seed=seed)
        state = replay(deal.start(), game.deal.moves, rules)
        assert game.won == in_order(state.ring) and game.turns == state.turns <= 12
        assert game.won or state.turns == 12 or not legal_moves(state, rules)
        assert game.decisions == game.turns + game.questions == len(game.events)
        assert game.questions == 0 or name.startswith("asking")
        now, told = deal, [Knowledge.of(deal, seat) for seat in range(players)]
        for event in game.events:
            if isinstance(event, Swap):
                now = replace(now, moves=(*now.moves, event))
                told = [one.after(event, _got(deal, now, one.seat, event)) for one in told]
                continue
            asked = replace(now.state(), mover=event.swap.own.seat, last=None)
            assert event.yes == (why_illegal(asked, event.swap, Rules()) is None)
            told = [
                one if one.seat == event.swap.own.seat else one.answered(event.swap, yes=event.yes)
                for one in told
            ]
        for one in told:
            stones = state.ring
            for place, chances in one.marginals.items():
                at = next(i for i, where in enumerate(state.places()) if str(where) == place)
                assert chances[stones[at].card] > 0


def _got(deal: Deal, after: Deal, seat: int, swap: Swap) -> str | None:
    for mine in swap:
        if mine.seat == seat:
            return after.state().stone(mine).card
    return None


@pytest.mark.parametrize("players", [3, *nightly(4)])
def test_open_needs_the_minimum_and_nobody_less(players: int) -> None:
    found = team(players, 6, [Open(), quick("asking"), Greedy()], seed=8)
    minimums = [solve(deal).turns for deal in itertools.islice(random_deals(players, seed=8), 6)]
    assert sum(turns * n for turns, n in enumerate(found.totals.minimums)) == sum(filter(None, minimums))
    best, asking, greedy = found.results
    assert best.gap.estimate == 0 and best.lost == 0 and best.games == 6
    assert 0 <= asking.gap.estimate < greedy.gap.estimate
    assert asking.questions > 0 == greedy.questions


class Illegal(Policy):
    """Plays what it may not."""

    name = "illegal"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        swap = legal_moves(knowledge.state, rules)[0]
        return Swap(swap.other, swap.own)


class Curious(Policy):
    """Asks without end."""

    name = "curious"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        swap = legal_moves(knowledge.state, rules)[0]
        return Question(Swap(swap.other, swap.own))


class Selfish(Policy):
    """Asks about its own stone."""

    name = "selfish"

    def decide(self, knowledge: Knowledge, rules: Rules, seed: int) -> Swap | Question:
        return Question(legal_moves(knowledge.state, rules)[0])


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        (Illegal(), "which is illegal"),
        (Curious(), "asked more than"),
        (Selfish(), "not a question to another seat"),
    ],
)
def test_what_a_policy_may_not_do(policy: Policy, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narabi_solver.hidden.team_games.MOST_QUESTIONS", 3)
    with pytest.raises(ArgumentError, match=told):
        play_together(random_deal(3), policy)


def test_what_cannot_be_played() -> None:
    deal = random_deal(3)
    with pytest.raises(ArgumentError, match="a sequence of 3 policies .*the sequence has 2"):
        play_together(deal, [Random(), Random()])
    with pytest.raises(ArgumentError, match="Policy"):
        play_together(deal, "silent")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="leave out its moves"):
        play_together(deal.play(legal_moves(deal.start(), Rules())[0]), Random())
    with pytest.raises(ArgumentError, match="seed"):
        play_together(deal, Random(), seed=-1)
    with pytest.raises(ArgumentError, match="worlds"):
        Silent(worlds=0)
    with pytest.raises(ArgumentError, match="each policy only once"):
        team(3, 2, [Random(), "random"])
    with pytest.raises(ArgumentError, match="policy"):
        team(3, 2, [])
    with pytest.raises(StoppedError):
        play_together(deal, Random(), stop=lambda: True)


def brute_turns(knows: Knowledge, worlds: Worlds, moves: tuple[Swap, ...] = ()) -> list[dict[Swap, int]]:
    """Return for each world the turns of each legal swap of the mover, solved one by one."""
    found = []
    for world in range(len(worlds.cards)):
        state = worlds.position(world)
        seats = tuple(state.ring[i : i + state.hand] for i in range(0, len(state.ring), state.hand))
        turns = {}
        for swap in legal_moves(state, Rules()):
            deal = Deal(seats, state.mover, (swap,), state.deck, unusual=True)
            minimum = solve(deal, rules=Rules(limit=24 - state.turns)).turns
            turns[swap] = 25 - state.turns if minimum is None else minimum + 1
        found.append(turns)
    return found


def test_the_model_of_a_partner_by_plain_code() -> None:
    deal = random_deal(3, 4)
    knows = Knowledge.of(deal, deal.start().mover)
    worlds = Worlds.of(knows, 5, 3, Rules())
    watch = SharedWatch()
    for swap, turns in list(worlds.turns(watch).items())[:4]:
        after = worlds.after(swap)
        truth = brute_turns(knows, after)
        every = {one for world in truth for one in world}
        looks = {one: np.mean([world[one] for world in truth if one in world]) for one in every}
        found = turns_by_partner(worlds, swap, turns, watch)
        for world, options in enumerate(truth):
            seen = {one: (1 - INSIGHT) * looks[one] + INSIGHT * options[one] for one in options}
            chosen = min(sorted(seen), key=seen.__getitem__)
            assert found[world] == 1 + options[chosen]


def test_what_choices_tell_by_plain_code() -> None:
    deal = random_deal(3, 4)
    first = deal.start().mover
    for played in legal_moves(deal.start(), Rules())[:3]:
        after = replace(deal, moves=(played,))
        knows = Knowledge.of(after, (first + 1) % 3)
        worlds = Worlds.of(knows, 6, 1, Rules())
        state, lies_now = knows.before(0)
        then = replace(worlds, state=state, cards=worlds.cards[:, lies_now])
        truth = brute_turns(knows, then)
        looks = {
            one: np.mean([world[one] for world in truth if one in world])
            for one in {one for world in truth for one in world}
        }
        likely = [
            np.exp(-looks[played] / TEMPERATURE) / sum(np.exp(-looks[one] / TEMPERATURE) for one in world)
            for world in truth
        ]
        found = softened(knows, worlds, SharedWatch()).weights
        assert found == pytest.approx(np.array(likely) / sum(likely))
        assert found.sum() == pytest.approx(1) and found.std() > 0


def rows(path: Path) -> list[dict[str, object]]:
    return pyarrow.parquet.read_table(path).to_pylist()


@pytest.mark.slow
def test_the_same_for_any_number_of_workers_and_after_a_stop(tmp_path: Path) -> None:
    policies = [Open(), Asking(worlds=2)]
    one = team(3, 7, policies, seed=2, out=tmp_path / "one.parquet")
    two = team(3, 7, policies, seed=2, out=tmp_path / "two.parquet", workers=2)
    looks = itertools.count()
    with pytest.raises(StoppedError):
        team(3, 7, policies, seed=2, out=tmp_path / "three.parquet", stop=lambda: next(looks) > 50)
    kept = list((tmp_path / "three.parquet.parts").glob("*.block"))
    assert 0 < len(kept) < 4
    told: list[dict[str, int]] = []
    three = team(
        3,
        7,
        policies,
        seed=2,
        out=tmp_path / "three.parquet",
        progress=lambda text, **counts: told.append(counts),
    )
    assert told[-1]["answered"] == 7 and told[-1]["answered_now"] < 7
    again = team(3, 7, policies, seed=2, out=tmp_path / "three.parquet")
    alone = team(3, 7, policies, seed=2)
    for found in (two, three, again, alone):
        assert found.totals.minimums == one.totals.minimums
        assert [part[:-1] for part in found.totals.policies] == [part[:-1] for part in one.totals.policies]
    assert (
        rows(tmp_path / "one.parquet") == rows(tmp_path / "two.parquet") == rows(tmp_path / "three.parquet")
    )
    assert len(list(tmp_path.iterdir())) == 3
    with pytest.raises(ArgumentError, match="policies"):
        team(3, 7, [Open(), Asking(worlds=7)], seed=2, out=tmp_path / "one.parquet")


@pytest.mark.slow
def test_rows_say_what_the_totals_count(tmp_path: Path) -> None:
    path = tmp_path / "team.parquet"
    found = team(4, 3, [Random(), quick("asking")], seed=1, out=path)
    for result in found.results:
        mine = [row for row in rows(path) if row["policy"] == result.policy.name]
        turns = [row["turns"] if row["won"] else 25 for row in mine]
        assert result.mean_turns == np.mean(turns)
        assert result.gap.estimate == pytest.approx(
            np.mean([t - row["minimum"] for t, row in zip(turns, mine, strict=True)])
        )
        assert result.lost == sum(not row["won"] for row in mine)
        assert result.questions == np.mean([row["questions"] for row in mine])
        for row in mine:
            words = str(row["events"]).split()
            assert words.count("asked") == row["questions"]
            assert len(words) - 2 * words.count("asked") == row["turns"]


def test_the_program(narabi_here: Run, tmp_path: Path) -> None:
    done = narabi_here(
        "team", "--players", "3", "--deals", "2", "--policy", "greedy", "--policy", "open", "--json"
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"players", "deals", "seed", "optimum", "policies"} <= found.keys()
    assert found["optimum"].keys() == {"estimate", "low", "high"}
    for one in found["policies"]:
        assert {"policy", "mean_turns", "gap", "lost", "questions", "milliseconds"} <= one.keys()
        assert one["gap"].keys() == {"estimate", "low", "high"}
    assert [one["policy"] for one in found["policies"]] == ["greedy", "open"]
    done = narabi_here("team", "--players", "3", "--deals", "2", "--policy", "random")
    assert done.returncode == 0 and "random" in done.stdout and "more than the minimum" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--policy", "telepathy"], "there is no policy 'telepathy'"),
        (["--policy", "nowhere:Policy"], "cannot be imported"),
        (["--policy", ":"], "cannot be imported"),
        (["--policy", "os:path"], "not a subclass"),
        (["--policy", "greedy", "--policy", "greedy"], "each policy only once"),
        (["--policy", "narabi_solver.hidden.policies:Policy"], "cannot be created"),
    ],
)
def test_bad_policies(arguments: list[str], told: str, narabi_here: Run) -> None:
    done = narabi_here("team", "--players", "3", "--deals", "2", *arguments)
    assert (done.returncode, done.stdout) == (2, "") and told in done.stderr and done.stderr.count("\n") == 1


def test_a_policy_of_the_current_folder(
    narabi_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", sys.path.copy())
    (tmp_path / "lazy_ones.py").write_text(
        "from narabi_solver.hidden import Greedy\n\n\nclass Lazy(Greedy):\n    name = 'lazy'\n"
    )
    (tmp_path / "half_written.py").write_text("class Lazy(")
    command = ["team", "--players", "3", "--deals", "2", "--json", "--policy"]
    told = json.loads(narabi_here(*command, "lazy_ones:Lazy", folder=tmp_path).stdout)
    assert [one["policy"] for one in told["policies"]] == ["lazy"]
    bad = narabi_here(*command, "half_written:Lazy", folder=tmp_path)
    assert bad.returncode == 2 and "'half_written:Lazy' cannot be imported: " in bad.stderr
