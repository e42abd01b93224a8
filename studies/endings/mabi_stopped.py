"""What happens in the endings of 50 games of Mabi's engine that were stopped at ply 300: half an hour.

The games are frozen: a later engine plays others, and the study is of these (`mabi review` reads them). All
limits are nodes, so the study is the same on every machine and for any number of workers, as long as `solve`
and the engine are.

A **sample** is a position of alternate play, every 40 plies and at the end of alternate play. `solve` says
what it is for the side to move. The engine **shuffles** there if in the 20 plies that follow, or up to the
first pass, no largest group changes its size and some situation arises again.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from benchmarks.frame import Results, Run, Study
from mabi_search import Limits, Outcome, Position, analyse, analyse_pass, solve
from mabi_search.game import rules as game
from mabi_search.game.rules import ALTERNATE, PASS, SIDE_NAMES, Move, State, other
from mabi_search.search.sizes import MAX_LINES
from studies.endings.mabi_stopped_page import TABLES
from studies.strength.mabi_names import named
from studies.strength.mabi_players import Player

GAMES = Path(__file__).with_name("stopped.games.txt")
NODES = 3_000
MOST_PLIES = 300
MOST_GAMES = 50
OPENING = "# opening "

EVERY = 40
"""Plies from one sample to the next."""
AHEAD = 20
"""Plies after a sample in which the engine makes progress or shuffles."""
LAST = 100
"""Plies of alternate play before its end in which squares and situations are counted."""
BEFORE = (2, 4, 8, 16, 32, 64)
"""Plies before the first pass: the side that is going to pass is to move."""
TODAY = f"new:{NODES}"
"""Who plays the won runs now."""
MOST_PLIES_HOME = 400
STRONG, FRESH, PATIENT = "strong", "fresh", "patient"
"""Who plays on from where alternate play was stopped."""


class Effort(NamedTuple):
    """Nodes for each question."""

    crux: int = 1_000_000
    """`solve` at each pass, and at the end."""
    sample: int = 200_000
    """`solve` at a sample."""
    passing: int = 100_000
    """What a pass leads to."""
    steps: int = 30_000
    """Which steps are proven to lose."""
    engine: int = NODES
    """The evaluation."""
    strong: int = 100_000
    """A move of the engine that plays on from where the game was stopped."""
    strong_plies: int = 60
    """How far it plays on."""
    patient_plies: int = 600
    """How far the engine plays on that played the game."""


def games() -> dict[int, str]:
    """Return the texts of the stopped games by the number of their opening."""
    found, number = {}, -1
    for line in GAMES.read_text().splitlines():
        if line.startswith(OPENING):
            number = int(line.removeprefix(OPENING).partition(":")[0])
        elif not line.startswith("#"):
            found[number] = line
    return found


def trail_of(position: Position) -> list[Position]:
    """Return all positions of a game, from its base to its end."""
    trail = [Position(position.base, (), position.rules)]
    for move in position.moves:
        trail.append(trail[-1].play_unchecked(move))
    return trail


def sizes(state: State) -> tuple[int, int]:
    """Return the largest groups of White and of Black."""
    return game.largest(state, "w"), game.largest(state, "b")


def steps_of(position: Position) -> int:
    """Return how many legal steps the side to move has."""
    return sum(move != PASS for move in position.legal_moves)


def forbidden(position: Position) -> int:
    """Return how many steps only repetition forbids to the side to move."""
    fresh = Position(position.state.__class__(**{**vars(position.state), "seen": ()}), (), position.rules)
    return steps_of(fresh) - steps_of(position)


def turned(position: Position) -> Position:
    """Return a position of alternate play as if the other side were to move, without its past."""
    state = position.state
    return Position(
        State(state.board, other(state.side), ALTERNATE, state.holder, state.ply + 1), (), position.rules
    )


def passing(position: Position, nodes: int) -> str:
    """Return what a pass in alternate play comes to, for the side to move."""
    return str(analyse_pass(position, limits=Limits(max_nodes=nodes)).outcome)


def solved(position: Position, nodes: int) -> dict[str, Any]:
    """Return what `solve` says, for the side to move."""
    found = solve(position, limits=Limits(max_nodes=nodes))
    return {
        "outcome": str(found.outcome),
        "method": found.method,
        "stopped_by": found.stopped_by,
        "nodes": found.nodes,
        "line": len(found.pv),
    }


def safe_steps(position: Position, nodes: int) -> int:
    """Return how many steps are not proven to lose by a search of so many nodes."""
    found = analyse(position, limits=Limits(max_nodes=nodes), lines=MAX_LINES)
    lost = sum(line.outcome == Outcome.LOSS for line in found.lines if line.move != PASS)
    return steps_of(position) - lost


def progress_after(trail: list[Position], ply: int, end: int) -> dict[str, Any]:
    """Return what happens in the plies after a sample, up to the end of alternate play."""
    ahead = trail[ply : min(ply + AHEAD, end) + 1]
    seen = {game.key(one.state, one.rules) for one in trail[:ply]}
    repeated = 0
    for one in ahead:
        key = game.key(one.state, one.rules)
        repeated += key in seen
        seen.add(key)
    grown = len({sizes(one.state) for one in ahead}) > 1
    return {"plies": len(ahead) - 1, "repeated": repeated, "grown": grown}


def sampled(trail: list[Position], index: int, end: int, effort: Effort) -> dict[str, Any]:
    """Return what is known of a position of alternate play, and of what the engine did there."""
    position = trail[index]
    found = solved(position, effort.crux if index == end else effort.sample)
    white, black = sizes(position.state)
    sample = {
        "ply": position.ply,
        "side": position.side,
        "holder": position.holder,
        "sizes": [white, black],
        "solve": found,
        "steps": steps_of(position),
        "safe": safe_steps(position, effort.steps),
        "forbidden": forbidden(position),
        "pass": passing(position, effort.passing),
        "their_pass": passing(turned(position), effort.passing),
        "their_steps": steps_of(turned(position)),
        "score": analyse(position, limits=Limits(max_nodes=effort.engine)).score,
        **progress_after(trail, index, end),
    }
    if found["outcome"] == Outcome.WIN and index < end:
        sample["kept"] = solved(trail[index + 1], effort.sample)["outcome"]
    return sample


def stretch(trail: list[Position]) -> dict[str, Any]:
    """Return what the last plies of alternate play use."""
    last = trail[-LAST - 1 :]
    moves = [one.moves[-1] for one in last[1:]]
    keys = [game.key(one.state, one.rules) for one in last]
    changed = [i for i in range(1, len(trail)) if sizes(trail[i].state) != sizes(trail[i - 1].state)]
    return {
        "plies": len(moves),
        "squares": [len({square for move in moves[which::2] for square in move}) for which in (0, 1)],
        "first": last[0].side,
        "situations": len(set(keys)),
        "changed": trail[changed[-1]].ply if changed else trail[0].ply,
    }


def before(trail: list[Position], end: int, back: int, effort: Effort) -> dict[str, Any]:
    """Return how the side that is going to pass stands so many plies earlier."""
    position = trail[end - back]
    return {
        "back": back,
        "solve": solved(position, effort.sample)["outcome"],
        "holds": position.holder == position.side,
        "steps": steps_of(position),
        "their_steps": steps_of(turned(position)),
    }


def runs_of(trail: list[Position], effort: Effort) -> Iterator[dict[str, Any]]:
    """Yield each run: who runs, for how long, and whether the runner wins at its beginning."""
    starts = [i for i in range(1, len(trail)) if trail[i].moves[-1] == PASS]
    for start, stop in itertools.pairwise([*starts, len(trail)]):
        run = trail[start:stop]
        yield {
            "ply": trail[start].ply,
            "side": trail[start].side,
            "steps": len(run) - 1,
            "placements": len({one.state.board for one in run}),
            "solve": solved(trail[start], effort.crux),
        }


@dataclass(frozen=True)
class Fresh(Player):
    """The engine, but of moves that are nearly as good the one whose situation has arisen least often."""

    nodes: int
    slack: int = 25
    """In hundredths of a piece."""

    def __call__(self, position: Position) -> Move:
        """Return its move."""
        found = analyse(position, limits=Limits(max_nodes=self.nodes), lines=MAX_LINES)
        if not found.lines:
            found = analyse(position, depth=1, lines=MAX_LINES)
        best = found.lines[0]
        if best.proven or best.move == PASS:
            return best.move
        near = [line.move for line in found.lines if line.score >= best.score - self.slack]
        past = Counter(position.state.seen)

        def times(move: Move) -> int:
            after = position.play_unchecked(move)
            return past[game.key(after.state, after.rules)]

        return min((move for move in near if move != PASS), key=times)


def played_on(position: Position, player: Player, plies: int, effort: Effort) -> dict[str, Any]:
    """Return how alternate play goes on from where it was stopped."""
    before, first = sizes(position.state), len(position.moves)
    player = player.begin()
    while position.mode == ALTERNATE and len(position.moves) < first + plies:
        position = position.play(player(position))
    return {
        "plies": len(position.moves) - first,
        "grown": sizes(position.state) != before,
        "passed": position.mode != ALTERNATE,
        "holder": position.holder,
        "moves": " ".join(map(str, position.moves[first:])),
        "solve": solved(position, effort.sample) | {"side": position.side},
    }


Plans = Mapping[str, tuple[Player, int]]
"""Who plays on, and how far."""


def plans_of(effort: Effort) -> Plans:
    """Return who plays on from where alternate play was stopped."""
    return {
        STRONG: (named(f"frozen:{effort.strong}"), effort.strong_plies),
        FRESH: (Fresh(effort.engine), effort.patient_plies),
        PATIENT: (named(f"frozen:{effort.engine}"), effort.patient_plies),
    }


def studied(position: Position, effort: Effort, plans: Plans) -> dict[str, Any]:
    """Return what there is to say about a stopped game."""
    trail = trail_of(position)
    end = next((i for i, move in enumerate(position.moves) if move == PASS), len(trail) - 1)
    passed = end < len(trail) - 1
    samples = [i for i in range(EVERY, end, EVERY) if trail[i].mode == ALTERNATE]
    answer: dict[str, Any] = {
        "plies": position.ply,
        "first_pass": trail[end].ply if passed else None,
        "samples": [sampled(trail, i, end, effort) for i in (*samples, end)],
        "stretch": stretch(trail[: end + 1]),
        "runs": list(runs_of(trail, effort)),
    }
    if passed:
        answer["before"] = [before(trail, end, back, effort) for back in BEFORE if back <= end]
        answer["cap"] = solved(position, effort.crux) | {"side": position.side}
    else:
        answer["played_on"] = {name: played_on(position, *plan, effort) for name, plan in plans.items()}
    return answer


def studied_text(text: str, effort: Sequence[int]) -> dict[str, Any]:
    """Study a game given by its text."""
    limits = Effort(*effort)
    return studied(Position.parse(text), limits, plans_of(limits))


def won_runs(answer: Mapping[str, Any]) -> Iterator[Position]:
    """Yield the positions after a pass that `solve` proves won for the runner."""
    texts = games()
    for number, game_found in answer["games"].items():
        trail = trail_of(Position.parse(texts[int(number)]))
        for run in game_found["runs"]:
            if run["solve"]["outcome"] == Outcome.WIN:
                yield trail[run["ply"] - trail[0].ply]


def is_brought_home(position: Position, player: Player, most_plies: int) -> bool:
    """Tell whether the side to move wins against the same player within so many plies."""
    side, players = position.side, {one: player.begin() for one in SIDE_NAMES}
    for _ in range(most_plies):
        position = position.play(players[position.side](position))
        if (over := position.outcome()) is not None:
            return over.winner == side
    return False


def brought_home(answer: Mapping[str, Any], run: Run) -> dict[str, Any]:
    """Return how many of the won runs today's engine wins, against itself."""
    player, found = named(TODAY), list[bool]()
    for position in won_runs(answer):
        found.append(is_brought_home(position, player, MOST_PLIES_HOME))
        run.show(f"{sum(found)} of {len(found)} runs brought home")
    return {"player": TODAY, "won": sum(found), "runs": len(found)}


def measure(
    run: Run, count: Annotated[int, "games that are studied"] = MOST_GAMES, workers: int = 2
) -> Results:
    """Study the games, and have today's engine play their won runs."""
    effort = Effort()
    calls = {str(number): (text, effort) for number, text in [*games().items()][:count]}
    answer: Results = {"effort": effort._asdict(), "games": run.each(studied_text, calls, workers)}
    return answer | {"home": run.part("won runs", partial(brought_home, answer, run))}


STUDY = Study(__name__, TABLES, measure)
