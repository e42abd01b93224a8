"""Policies, games and races: by the rules, the same for any number of workers, and honest intervals."""

import json

import pytest

from _gamekit.intervals import mean_of, share
from _gamekit.philox import words
from amulets_solver import (
    ArgumentError,
    Belief,
    Game,
    Placement,
    Policy,
    RaceStoppedError,
    Record,
    Rules,
    StoppedError,
    cast,
    cast_or_wait,
    race,
)
from amulets_solver.game.rules import Asked, Cast, answers, signs_of_cast
from amulets_solver.racing.playing import Players, random_secrets
from amulets_solver.racing.policies import consistent, random_hypothesis
from amulets_solver.racing.tournament import RaceSettings
from amulets_solver.sizes import POLICIES
from tests.nightly import slow

SMALL = Rules(size="3x3", amulets=4)


def play(policies: list[str], index: int, rules: Rules = SMALL) -> tuple[Players, object]:
    secrets = random_secrets(len(policies), rules, 3, index)
    players = Players(Game(secrets, rules), list(map(Policy.named, policies)), 3, index)
    return players, players.play()


@pytest.mark.parametrize("after", ["round", *slow("answer")])
def test_games_by_the_rules(after: str) -> None:
    """Replayed: every answer and sign is the plain rules'; a sure cast never fails."""
    rules = Rules(size="3x3", amulets=4, after=after)
    sure, gambled = 0, 0
    for index in range(25):
        policies = ["entropy", "gambler:0.3", "consistent"]
        players, played = play(policies, index, rules)
        secrets = players.game.secrets
        for number, event in enumerate(played.events):
            if isinstance(event, Asked):
                said = answers(secrets, event.seat, event.placement)
                assert said.startswith(event.answers)
                ended = played.events[-1]  # a cast between two answers, after which nobody answers
                last = isinstance(ended, Cast) and ended.heard == len(event.answers)
                assert event.answers == said or last
                continue
            assert event.signs == signs_of_cast(secrets, event.seat, event.placement)
            if event.heard is None:
                belief = Belief(3, secrets[event.seat], event.seat, rules)
                for before in played.events[:number]:
                    belief = belief.after(before)
                if belief.castable:
                    sure += 1
                    assert event.succeeded
                else:
                    gambled += 1
                    assert policies[event.seat - 1] == "gambler:0.3"
        won = [event.seat for event in played.events if isinstance(event, Cast) and event.succeeded]
        assert played.winner == (won[0] if won else None)
        assert set(played.failed) == {
            event.seat for event in played.events if isinstance(event, Cast) and not event.succeeded
        }
    assert sure > 5 and gambled > 3


def test_spare_amulets_are_drawn() -> None:
    """By spare=random a caster names amulets for the others; the rest stands elsewhere in each game."""
    rules = Rules(size="3x3", amulets=4, spare="random")
    spare, casts = set(), 0
    for index in range(12):
        players, played = play(["gambler:0.2", "gambler:0.2"], index, rules)
        for number, event in enumerate(played.events):
            if isinstance(event, Cast):
                secrets = players.game.secrets
                belief = Belief(2, secrets[event.seat], event.seat, rules)
                for before in played.events[:number]:
                    belief = belief.after(before)
                advice = cast(belief)
                assert all(event.placement[one] == field for one, field in advice.named.items())
                spare.add(tuple(event.placement[one] for one in advice.spare))
                casts += 1
    assert len(spare) > casts // 2 > 3


def test_the_first_sure_cast() -> None:
    for index in range(10):
        players, played = play(["entropy", "entropy"], index)
        secrets = players.game.secrets
        beliefs = {seat: Belief(2, secret, seat, SMALL) for seat, secret in secrets.items()}
        asked = 0
        for event in played.events:
            asked += isinstance(event, Asked)
            beliefs = {seat: belief.after(event) for seat, belief in beliefs.items()}
            if any(belief.castable for belief in beliefs.values()):
                break
        assert played.sure_after == asked == played.questions and played.failed == ()


def test_each_policy_asks_in_its_way() -> None:
    belief = Belief(3, ("B2", "Y"), rules=SMALL)
    source = words(1, 2, 3)
    for name in POLICIES:
        placement = Policy.named(name).ask(belief, source)
        belief.law(placement)  # it is a placement
    hypotheses = {random_hypothesis(belief, source) for _ in range(3_000)}
    assert hypotheses == set(belief.hypotheses())
    for theirs in list(hypotheses)[:20]:
        placement = consistent(SMALL, theirs, source)
        assert all(placement[amulet] == field for field, amulet in theirs)


def test_drawn_hypotheses_are_equally_likely() -> None:
    """Also where sets overlap: the count of each is within five standard errors."""
    rules = Rules(size="2x2", amulets=3)
    belief = Belief(3, ("A1", "R"), rules=rules, sets=((0, 0b1110, 0b0110), (0, 0b1010, 0b0010)))
    source, found = words(5, 0, 0), {}
    for _ in range(4_000):
        one = random_hypothesis(belief, source)
        found[one] = found.get(one, 0) + 1
    mean = 4_000 / belief.count
    assert set(found) == set(belief.hypotheses()) and belief.count > 3
    assert all(abs(count - mean) < 5 * mean**0.5 for count in found.values())


def test_when_a_policy_casts() -> None:
    belief = Belief(2, ("A1", "R"), rules=Rules(size="2x2", amulets=2))  # three hypotheses
    assert Policy("entropy").cast(belief) is None
    assert Policy("entropy", 0.34).cast(belief) is None
    advice = Policy("entropy", 0.33).cast(belief)
    assert advice is not None and not advice.sure
    known = belief.hear(Placement.parse("R:A2 Y:B2", belief.rules), "*")
    assert Policy("entropy").cast(known).sure


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("luck", "not a policy; the policies are entropy"),
        ("gambler:x", "'x' is not a probability"),
        ("gambler:0", r"\(0, 1\]"),
        ("gambler:2", r"\(0, 1\]"),
        ("gambler:nan", r"\(0, 1\]"),
        ("entropy:" + "9" * 40, r"\(0, 1\]"),
    ],
)
def test_names_that_are_none(name: str, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        Policy.named(name)


def test_names() -> None:
    for name in ("entropy", "consistent", "random:0.25", "expected-size"):
        assert Policy.named(name).name == name
    assert (
        Policy.named("gambler") == Policy("entropy", 0.5)
        and Policy.named("gambler:0.3").name == "entropy:0.3"
    )


@pytest.mark.slow
def test_any_number_of_workers_gives_the_same() -> None:
    policies = ["entropy", "random:0.5"]
    one = race(2, 12, policies, seed=7, rules=SMALL)
    assert race(2, 12, policies, seed=7, rules=SMALL, workers=2) == one
    assert race(2, 12, policies, seed=8, rules=SMALL) != one


def test_a_race_counts_what_was_played() -> None:
    names = ["entropy", "random", "gambler:0.4"]
    found = race(3, 6, names, seed=7, rules=SMALL)
    assert found.games == 18 and all(len(games) == 3 for games in found.results)
    won = [0, 0, 0]
    seats = [0, 0, 0]
    for index, games in enumerate(found.results):
        for turn, game in enumerate(games):
            seated = [names[(seat + turn) % 3] for seat in range(3)]
            secrets = random_secrets(3, SMALL, 7, index)
            played = Players(Game(secrets, SMALL), list(map(Policy.named, seated)), 7, index).play()
            assert (played.winner or 0, played.failed, played.sure_after, played.questions) == game
            if played.winner:
                won[names.index(seated[played.winner - 1])] += 1
                seats[played.winner - 1] += 1
    assert [round(one.won.estimate * 18) for one in found.shares] == won
    assert [round(one.estimate * 18) for one in found.seats] == seats
    assert found.nobody == 18 - sum(won)
    assert sum(one.failed for one in found.shares) == sum(len(g.failed) for gs in found.results for g in gs)
    difference = found.shares[2].difference
    assert round(difference.estimate * 18) == won[2] - won[0] and difference.low <= difference.high
    assert found.shares[0].difference is None


def test_a_stopped_race_keeps_its_first_deals() -> None:
    calls = []

    def stop() -> bool:
        calls.append(True)
        return len(calls) > 80

    with pytest.raises(RaceStoppedError) as stopped:
        race(2, 60, ["entropy", "random"], seed=7, rules=SMALL, stop=stop)
    found = stopped.value.race
    assert found is not None and 0 < found.deals < 60
    assert found == race(2, found.deals, ["entropy", "random"], seed=7, rules=SMALL)
    with pytest.raises(RaceStoppedError) as stopped:
        race(2, 60, ["entropy"], rules=SMALL, stop=lambda: True)
    assert stopped.value.race is None


def test_results_that_cannot_be_are_refused() -> None:
    settings = RaceSettings(2, 2, 7, SMALL, (Policy("entropy"),))
    whole = settings.run().totals
    written = json.loads(json.dumps(whole))
    assert settings.read(written, 0, 2) == whole
    wrong = ([3, [], 1, 1], [1, [3], 1, 1], [1, [], 2, 1], [1, [], 1.0, 1], [True, [], 1, 1], [1, []], 7)
    for value in (None, [], [7], [written[0][:1]], [[[], []]], *([[[game]] * 2] for game in wrong)):
        with pytest.raises(ValueError, match="results of games|games for each of 2 deals"):
            settings.read(value, 0, 2)


def test_intervals() -> None:
    from scipy.stats import t

    values = [3.0, 4.0, 4.0, 6.0]
    found = mean_of(values)
    low, high = t.interval(0.95, 3, loc=4.25, scale=(sum((v - 4.25) ** 2 for v in values) / 3 / 4) ** 0.5)
    assert found == pytest.approx((4.25, low, high))
    assert mean_of([2.0]) == (2.0, -float("inf"), float("inf")) and mean_of([]).estimate is None


def test_casting_now_or_waiting() -> None:
    """With a secret that all know a cast is certain; and who waits loses to the one who is next."""
    rules = "players 2; altar 2x2; amulets 2; me 1 A1 R"
    sure = Record.parse(f"{rules}; ask 1 R:A2 Y:B2 : *")
    found = cast_or_wait(sure, games=20)
    assert (
        found.now.sure and found.better == "cast" and found.waiting.estimate == 0.0
    )  # the rival asks, and casts
    assert found == cast_or_wait(sure, 1, games=20)
    my_turn = Record.parse(f"{sure}\nturn 1")  # the other has passed: who asks is the first to cast
    assert cast_or_wait(my_turn, games=20).waiting.estimate == 1.0
    new = cast_or_wait(Record.parse(rules), games=60, rivals=Policy("random"))
    assert new.now.probability == pytest.approx(1 / 3) and new.better == "wait"
    assert new.waiting == share(round(new.waiting.estimate * 60), 0, 60)


def test_what_cannot_be() -> None:
    record = Record.parse("players 2; altar 2x2; amulets 2; me 1 A1 R")
    for make, said in (
        (lambda: race(9, 1, ["entropy"]), "2 to 5 players"),
        (lambda: race(3, 0, ["entropy"]), "games must be"),
        (lambda: race(3, 10**9, ["entropy"]), "games must be"),
        (lambda: race(3, 1, ["entropy"], seed=-1), "seed must be"),
        (lambda: race(3, 1, []), "give 1 to 3 policies, not 0"),
        (lambda: race(3, 1, ["gambler", "entropy:0.5"]), "policy entropy:0.5 is given twice"),
        (lambda: race(3, 1, [7]), "a Policy is needed"),
        (lambda: race(3, 1, ["entropy"], workers=0), "workers must be"),
        (lambda: cast_or_wait(record, games=0), "games must be"),
        (lambda: cast_or_wait(record, seed="1"), "seed must be"),
        (lambda: cast_or_wait(record, rivals="entropy"), "a Policy is needed"),
        (lambda: cast_or_wait(Record.parse(f"{record}\ncast 1 R:A2 Y:B2 : n")), "player 1's cast failed"),
        (lambda: cast_or_wait(Record.parse(f"{record}\ncast 2 R:A1 Y:B2 : y")), "player 2 has won"),
    ):
        with pytest.raises(ArgumentError, match=said):
            make()
    with pytest.raises(StoppedError):
        race(2, 5, ["entropy"], rules=SMALL, stop=lambda: True)
    with pytest.raises(StoppedError):
        cast_or_wait(record, stop=lambda: True)
