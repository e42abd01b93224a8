"""Amulets in numbers, half an hour with two workers. Answers are checked against the plain rules first.

Questions and shares are the same everywhere for the same seed. Times are processor time, on a machine that
does other work too; ratios are of one run.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, permutations
from typing import Annotated

import numpy as np

from _gamekit.intervals import Interval, mean_of
from _gamekit.limits import Limits
from _gamekit.philox import words
from amulets_solver import (
    Belief,
    Placement,
    Policy,
    Rules,
    Secret,
    StrategyTree,
    question,
    race,
    strategy,
)
from amulets_solver.asking.laws import Packed
from amulets_solver.belief.counting import entropy, placed
from amulets_solver.game.rules import answers, hypotheses
from amulets_solver.racing.playing import random_secrets
from benchmarks.frame import Results, Run, Study
from benchmarks.marks import in_short
from studies.amulets.amulets_tables import tables
from studies.amulets.playouts import mean, play_out

SEED = 20_261_123
ME = Secret("C3", "B")
GAMES = 1_000
MORE = 20_000
"""Placements that each question looks at, in one of the tables."""
ALONE = 1_000
"""Deals of an asker alone where not all are followed."""
TREE_PLAYERS = 3
"""Players for whom there is a strategy, and a bound by pairs of questions."""
WHOLE = (3, 4)
"""Numbers of players for which all deals are followed."""
CHECKED = Placement.parse("R:A1 Y:B2 G:D4 B:C5 K:E3")
SMALL = (
    ("2x2", 3, 2), ("2x2", 3, 3), ("2x2", 4, 2), ("2x2", 4, 3), ("2x2", 4, 4), ("3x2", 3, 2), ("3x2", 3, 3),
    ("3x2", 4, 2), ("3x2", 4, 3), ("3x3", 2, 2), ("3x3", 3, 2), ("3x3", 4, 2), ("3x3", 3, 3), ("4x4", 2, 2),
    ("4x4", 3, 2),
)  # fmt: skip
"""Altar, amulets and players of games with exact strategies."""
SECONDS = 120.0
"""Seconds for an exact strategy."""


def shown(one: Interval) -> str:
    """Return a mean with its interval."""
    return f"{one.estimate:.3f} ({one.low:.3f} to {one.high:.3f})"


def head(*names: str) -> Iterator[str]:
    """Yield the first two lines of a table."""
    yield row(*names)
    yield row(*["---"] * len(names))


def row(*cells: object) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def first_questions() -> Iterator[str]:
    """Yield a table of the best first questions: proven, and how many placements tie."""
    yield from head(
        "players", "hypotheses", "best, bits", "for example", "equally good", "a quick bound, bits"
    )
    for players in (2, 3, 4, 5):
        belief = Belief(players, ME)
        found = question(belief)
        assert found.proven
        ties = f"{tied(belief, found.bits):,}" if players <= 3 else ""
        rough = sum_of_bounds(belief)
        yield row(
            players, f"{belief.count:,}", f"{found.bits:.4f}", f"`{found.placement}`", ties, f"{rough:.4f}"
        )


def sum_of_bounds(belief: Belief) -> float:
    """Return the bound of `question` where it does not compare all placements."""
    from amulets_solver.asking.question import entropy_bound  # noqa: PLC0415

    return entropy_bound(belief)


def tied(belief: Belief, bits: float) -> int:
    """Return how many of all placements have this entropy."""
    laws, size, count = Packed(belief), len(belief.rules.fields), 0
    for first in range(size):
        rest = permutations([field for field in range(size) if field != first], belief.rules.amulets - 1)
        while some := list(islice(rest, 4_096)):
            rows = np.array([(first, *one) for one in some], dtype=np.intp)
            count += int((entropy(laws.counts(rows)) > bits - 1e-9).sum())
    return count


def alone(players: int, name: str, deals: int) -> tuple[list[int], list[int]]:
    """Return for some random deals how many questions one asker needs until known and until castable.

    `consistent` may ask the same for ever where two players may have each other's secrets; it stops earlier.
    """
    policy, known, castable = Policy.named(name), [], []
    for index in range(deals):
        secrets = dict(enumerate(random_secrets(players, Rules(), SEED, index), 1))
        belief, source, asked, sure = Belief(players, secrets[1]), words(SEED, index, 99), 0, None
        while not belief.known:
            if sure is None and belief.castable:
                sure = asked
                if name == "consistent":
                    break
            placement = policy.ask(belief, source)
            belief, asked = belief.hear(placement, answers(secrets, 1, placement)), asked + 1
        if belief.known:
            known.append(asked)
        castable.append(asked if sure is None else sure)
    return known, castable


def whole_row(belief: Belief, name: str, limits: Limits | None) -> str:
    """Return the row of an asker whose deals are all followed."""
    found = play_out(belief, lambda one: question(one, limits=limits).placement)
    means = f"{mean(found.known):.4f}", max(found.known), f"{mean(found.castable):.4f}"
    return row(belief.players, name, f"all {belief.count:,}", *means)


def alone_table(whole: tuple[int, ...], deals: int) -> Iterator[str]:
    """Yield a table of one asker who asks alone."""
    yield from head("players", "asks", "deals", "until all is known", "at most", "until a sure cast")
    for players in (3, 4, 5):
        belief = Belief(players, ME)
        if players in whole:
            yield whole_row(belief, "entropy", None)
            yield whole_row(belief, f"entropy, {MORE:,} placements", Limits(max_nodes=MORE))
        for name in ("entropy", "expected-size", "castable", "consistent", "random"):
            if name == "entropy" and players in whole:
                continue
            known, castable = alone(players, name, deals)
            whole_game = name != "consistent"
            cells = (shown(mean_of(known)), max(known)) if whole_game else ("", "")
            yield row(players, name, f"{deals:,} random", *cells, shown(mean_of(castable)))


def small_table(seconds: float) -> Iterator[str]:
    """Yield a table of exact strategies."""
    names = "altar, amulets, players", "hypotheses", "until"
    yield from head(*names, "fewest on average", "entropy", "loses", "fewest at most", "entropy")
    for size, amulets, players in SMALL:
        for until in ("known", "castable"):
            found = strategy(
                players, Rules(size=size, amulets=amulets), until=until, limits=Limits(max_seconds=seconds)
            )
            least = "" if found.proven else "at least "
            loss = f"{found.loss:.1%}" if found.proven else ""
            means = f"{least}{found.mean:.4f}", f"{found.entropy_mean:.4f}", loss
            worst = f"{least}{found.worst}", found.entropy_worst
            yield row(f"{size}, {amulets}, {players}", found.hypotheses, until, *means, *worst)


def race_tables(games: int, rivals: int, workers: int) -> Iterator[str]:
    """Yield tables of whole games."""
    names = "players", "games", "questions until a sure cast", "5 or fewer", "6 or fewer", "most"
    yield from head(*names, "won by seat 1, 2, …")
    for players in (3, 4, 5):
        found = race(players, games, ["entropy"], seed=SEED, workers=workers)
        counts = Counter(found.counts_to_sure_cast)
        within = [sum(n for k, n in counts.items() if k <= most) / found.games for most in (5, 6)]
        seats = ", ".join(f"{100 * (one.estimate or 0):.0f} %" for one in found.seats)
        mean_told = shown(found.questions_to_sure_cast)
        parts = (f"{part:.1%}" for part in within)
        yield row(players, f"{found.games:,}", mean_told, *parts, max(counts), seats)
    yield ""
    rival_names = "players", "rival of `entropy`", "games", "rival wins"
    yield from head(*rival_names, "more than `entropy`", "its casts that failed")
    for players in (3, 4):
        for rival in (
            "gambler:0.9",
            "gambler:0.5",
            "gambler:0.33",
            "gambler:0.2",
            "expected-size",
            "consistent",
            "random",
        ):
            found = race(players, rivals, ["entropy", rival], seed=SEED, workers=workers)
            one = found.shares[1]
            assert one.difference is not None
            cells = f"`{one.policy.name}`", f"{found.games:,}", percent(one.won), percent(one.difference)
            yield row(players, *cells, one.failed)


def percent(one: Interval) -> str:
    """Return a share with its interval in percent."""
    return f"{100 * (one.estimate or 0):.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"


def timed(work: Callable[[], object], repeats: int = 30) -> float:
    """Return the median of the microseconds that a call takes."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(1e6 * (time.process_time() - started))
    return statistics.median(times)


def plain_time(players: int, most: int) -> tuple[float, int, Counter[str]]:
    """Return the microseconds of a law by the plain rules, of how many hypotheses, and the law."""
    started = time.process_time()
    law: Counter[str] = Counter()
    listed = 0
    for theirs in islice(hypotheses(Rules(), players, ME), most):
        secrets = {1: ME, **dict(enumerate(theirs, 2))}
        law[answers(secrets, 1, CHECKED)] += 1
        listed += 1
    return 1e6 * (time.process_time() - started), listed, law


def speed_table() -> Iterator[str]:
    """Yield a table of times, after the answers were compared with the plain rules."""
    names = "players", "count, µs", "marginals, µs", "law, µs", "law by the plain rules, µs", "times as fast"
    yield from head(*names, "question, ms: median, greatest")
    for players in (3, 4, 5):
        belief = Belief(players, ME)
        plain, listed, law = plain_time(players, 300_000)
        if listed == belief.count:
            assert dict(law) == belief.law_counts(CHECKED)
        plain *= belief.count / listed
        plainly = f"{plain:,.0f}" if listed == belief.count else f"about {plain:,.0f}"
        count, marginals, fast = own_times(belief)
        times = question_times(players)
        asked = f"{statistics.median(times):.1f}, {max(times):.1f}"
        yield row(
            players, f"{count:.0f}", f"{marginals:.0f}", f"{fast:.0f}", plainly, in_short(plain / fast), asked
        )


def own_times(belief: Belief) -> tuple[float, float, float]:
    """Return the microseconds of a count, of marginals, and of a law, each made anew."""
    count = timed(lambda: again(belief).count)
    marginals = timed(lambda: again(belief).marginals)
    return count, marginals - count, timed(lambda: belief.law_counts(CHECKED))


def again(belief: Belief) -> Belief:
    """Return a belief that has counted nothing but its hypotheses."""
    return Belief(belief.players, belief.me, belief.seat, belief.rules, belief.sets)


def question_times(players: int) -> list[float]:
    """Return the milliseconds of the questions after the first one, in some random deals."""
    times = []
    for index in range(25):
        secrets = dict(enumerate(random_secrets(players, Rules(), SEED + 1, index), 1))
        belief = Belief(players, secrets[1])
        while not belief.known:
            started = time.process_time()
            placement = question(belief).placement
            if belief.count < math.perm(24, players - 1) * math.perm(4, players - 1):
                times.append(1e3 * (time.process_time() - started))
            belief = belief.hear(placement, answers(secrets, 1, placement))
    return times


def check() -> None:
    """Compare what beliefs say with the plain rules in some random games."""
    choose = random.Random(SEED)
    for index in range(5):
        secrets = dict(enumerate(random_secrets(3, Rules(), SEED + 2, index), 1))
        belief, left = Belief(3, secrets[1]), list(hypotheses(Rules(), 3, secrets[1]))
        while not belief.known:
            placement = Placement(tuple(choose.sample(Rules().fields, 5)))
            said = answers(secrets, 1, placement)
            law = Counter(answers({1: belief.me, 2: a, 3: b}, 1, placement) for a, b in left)
            assert dict(law) == belief.law_counts(placement) and len(left) == belief.count
            belief = belief.hear(placement, said)
            left = [
                one for one in left if answers({1: belief.me, 2: one[0], 3: one[1]}, 1, placement) == said
            ]
            assert placed(placement, Rules())


def best_known() -> Iterator[str]:
    """Yield the part on the strategy that is shipped."""
    tree = StrategyTree.shipped(TREE_PLAYERS)
    found = tree.check()
    yield (
        f"The strategy needs {found.mean:.4f} questions on average until all is known, and {found.worst} at "
        f"most: `amulets strategy --check` follows all {sum(found.questions.values()):,} hypotheses through "
        f"its {len(tree.questions):,} questions by the plain rules.\n"
    )
    yield from head("questions", "hypotheses")
    yield from (row(asked, f"{count:,}") for asked, count in found.questions.items())


def joined(lines: Iterable[str]) -> str:
    """Return a text of lines."""
    return "\n".join(lines).strip()


def measure(
    run: Run,
    games: int = GAMES,
    deals: Annotated[int, "of an asker alone, where not all are followed"] = ALONE,
    players: Annotated[tuple[int, ...], "follow all deals of these"] = WHOLE,
    seconds: Annotated[float, "for an exact strategy"] = SECONDS,
    rivals: Annotated[int, "deals with each rival; if 0, half of the games"] = 0,
    workers: int = 2,
) -> Results:
    """Compare with the plain rules, then make all tables."""
    check()
    parts: dict[str, Callable[[], Iterator[str]]] = {
        "first": first_questions,
        "alone": lambda: alone_table(players, deals),
        "exact": lambda: small_table(seconds),
        "races": lambda: race_tables(games, rivals or games // 2, workers),
        "best": best_known,
        "speed": speed_table,
    }
    return {"texts": {mark: run.part(mark, lambda: joined(lines())) for mark, lines in parts.items()}}  # noqa: B023


STUDY = Study(__name__, [*tables()], measure)
