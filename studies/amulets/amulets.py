"""Writes ``docs/amulets.md``: Amulets in numbers. Answers are checked against the plain rules first.

::

    python -m studies.amulets.amulets                        # about half an hour with two workers
    python -m studies.amulets.amulets --games 20 --players 3 --page /tmp/amulets.md
    python -m studies.amulets.amulets --parts "Whole games"  # only this part anew, in the page

Questions and shares are the same everywhere for the same seed. Times are processor time, on a machine that
does other work too; ratios are of one run.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice, permutations
from pathlib import Path

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
from amulets_solver.asking.bounds import bounds
from amulets_solver.asking.laws import Packed
from amulets_solver.belief.counting import entropy, placed
from amulets_solver.game.rules import answers, hypotheses
from amulets_solver.racing.playing import random_secrets
from benchmarks.frame import about
from benchmarks.marks import DOCS, in_short, unwrapped
from studies.amulets import lower_bound
from studies.amulets.playouts import mean, play_out

PAGE = DOCS / "amulets.md"
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
HEAD = """# Amulets in numbers

One player who asks alone needs about four questions until all is known, and five at most. In whole
games, in which all ask in turn and all listen, somebody can cast for certain after about five questions with
three players, and fewer with more. The first question of the greatest entropy is proven; the best strategy
for all questions is not known.

The 95 % intervals are in brackets. "All deals" means that each deal is followed through every answer, and
nothing is sampled. Below each part stands the command that made it, with its commit and readings. Before it
makes a part, the program compares the probabilities of answers with the plain rules.
"""


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


def bounds_table() -> Iterator[str]:
    """Yield a table of what no strategy of one asker can do better."""
    yield from head("players", "on average, after one question", "on average, after two", "in the worst case")
    for players in (3, 4, 5):
        least = bounds(Belief(players, ME))
        after_two = f"{lower_bound.mean():.4f}" if players == TREE_PLAYERS else ""
        yield row(players, f"{least.mean:.4f}", after_two, least.worst)


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


def by_whom() -> str:
    """Return which command made what follows, where."""
    made = about()
    words_of = " ".join(f"'{word}'" if " " in word else word for word in without_page(sys.argv[1:]))
    readings = ", ".join(f"`{name}={value}`" for name, value in Rules().readings.items())
    return (
        f"by `python -m studies.amulets.amulets {words_of}` at commit {made['commit']} on "
        f"{made['processor']}, by the readings {readings}"
    )


def without_page(words_of: list[str]) -> list[str]:
    """Return the words of a command line without the page that it writes."""
    at = words_of.index("--page") if "--page" in words_of else len(words_of)
    return words_of[:at] + words_of[at + 2 :]


def first() -> Iterator[str]:
    """Yield the part on the first question."""
    yield (
        "Proven: all placements were compared, up to symmetry. In the best ones the asker's amulet stands "
        "in the row or column of the asker's field. Of the others, no two share a row or column; and either "
        "none of them shares one with the asker's amulet, or all of them stay out of the asker's row and "
        "column. Up "
        "to exchanging the four others there are 9,216 / 24 = 384.\n"
    )
    yield from first_questions()


def one_alone(whole: tuple[int, ...], deals: int) -> Iterator[str]:
    """Yield the part on one asker."""
    yield (
        "Only one player asks. `entropy`, `expected-size` and `castable` ask the best question found for "
        "that goal, `consistent` a placement that could be the truth, `random` any.\n"
    )
    yield from alone_table(whole, deals)


def best_known() -> Iterator[str]:
    """Yield the part on the strategy that is shipped."""
    tree = StrategyTree.shipped(TREE_PLAYERS)
    found, least = tree.check(), lower_bound.mean()
    yield (
        f"For three players we include a strategy that needs {found.mean:.4f} questions on average until all "
        f"is known, and {found.worst} at most: `amulets strategy --check` follows all "
        f"{sum(found.questions.values()):,} hypotheses through its {len(tree.questions):,} questions by the "
        f"plain rules. So the minimum is between {least:.4f} and {found.mean:.4f}. It was found by "
        "`python -m studies.amulets.best_strategy` in some minutes; nobody knows whether it is the best.\n"
    )
    yield from head("questions", "hypotheses")
    yield from (row(asked, f"{count:,}") for asked, count in found.questions.items())
    yield (
        "\nThe lower end is by `python -m studies.amulets.lower_bound`, proven by counting. If rows, "
        "columns, both with each other, and the other amulets may be exchanged, 627 first questions "
        "remain. After each answer to each of these, all 6,375,600 second questions are compared. "
        "A proof that a strategy is best would need the third questions too: after every pair that is not "
        "ruled out. How many pairs remain is not known.\n"
    )
    yield (
        "No strategy needs fewer questions than this until all is known (proven). Two bounds are on the same "
        "average: one counts after every possible first question, and the other after every pair of a first "
        "and a second question. The second bound is higher, and was computed for three players only.\n"
    )
    yield from bounds_table()


def small(seconds: float) -> Iterator[str]:
    """Yield the part on exact strategies."""
    yield (
        "The fewest questions of one asker on small altars, by a search over sets of hypotheses. The "
        "question of greatest entropy is not always the best: *loses* says how much it costs on "
        "average.\n"
    )
    yield from small_table(seconds)


def speed() -> Iterator[str]:
    """Yield the part on speed."""
    yield from speed_table()
    yield (
        '\nThe plain rules list every hypothesis; "about" is from the first 300,000. Questions are all but '
        "the first one of a game, which is remembered. Processor time."
    )


def races(games: int, rivals: int, workers: int) -> Iterator[str]:
    """Yield the part on whole games."""
    yield (
        "All ask in turn, and all listen. The designer says that experienced players should not need more "
        "than five or six questions. If all ask by `entropy` and cast only when it cannot fail, this holds "
        "for the questions of a whole game, of all players together. Seats are unequal.\n"
    )
    yield from race_tables(games, rivals, workers)
    yield (
        "\nThe rival sits in all seats equally often, on the same deals. `entropy:0.5` asks like `entropy`, "
        "and casts when it succeeds with probability 0.5 or more.\n"
    )


def with_part(old: str, heading: str, lines: Iterator[str]) -> str:
    """Return a page with one part made anew, and below it the command; a new part comes last."""
    text = "\n".join(lines).rstrip()
    made = f"## {heading}\n\n{text}\n\nMade {by_whom()}."
    before, _, rest = old.partition(f"## {heading}\n")
    _, following, after = rest.partition("\n## ")
    return f"{before.rstrip()}\n\n{made}\n{following}{after}"


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--deals", type=int, default=ALONE)
    parser.add_argument("--players", type=int, nargs="*", default=WHOLE, help="follow all deals of these")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--parts", nargs="*", help="only these parts, by their headings, in the page")
    parser.add_argument("--rivals", type=int, help="deals with each rival (default: half of the games)")
    options = parser.parse_args()
    rivals = options.rivals or options.games // 2
    parts: dict[str, Callable[[], Iterator[str]]] = {
        "The first question": first,
        "One asker alone": lambda: one_alone(tuple(options.players), options.deals),
        "The best strategy known": best_known,
        "Exact strategies": lambda: small(options.seconds),
        "Whole games": lambda: races(options.games, rivals, options.workers),
        "Speed": speed,
    }
    text = options.page.read_text() if options.parts else HEAD
    check()
    for heading in options.parts or parts:
        text = with_part(text, heading, parts[heading]())
        options.page.write_text(unwrapped(text))


if __name__ == "__main__":
    main()
