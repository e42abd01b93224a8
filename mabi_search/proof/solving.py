"""`solve`: the exact outcome of a position with proof, or what is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from _gamekit import files, outputs
from _gamekit.limits import Limits, Watch, WorkerCount, limited
from _gamekit.problems import StoppedError
from _gamekit.progress import Progress, silent
from _gamekit.work.workers import Workers
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError, InternalError
from mabi_search.game.notation import text_of
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, GameResult, Outcome
from mabi_search.game.position import Position
from mabi_search.game.readings import is_run, sound
from mabi_search.game.rules import ALTERNATE, PASS, READINGS, Move
from mabi_search.proof import lines, saved
from mabi_search.proof.joint import JointProof
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.proof_search import DECIDED, ProofSearch
from mabi_search.proof.verdict import Verdict, after_move, concluded
from mabi_search.runs.run_search import EFFORTS, WholeRun
from mabi_search.search.analysis import analyses
from mabi_search.search.results import WIN_SCORE, Analysis, replayed
from mabi_search.search.sizes import MAX_DEPTH, PROOF_NODES, READING_NODES
from mabi_search.tables.boards import MOST_SQUARES, MissingTableError
from mabi_search.tables.probing import probe

EXHAUSTED = "exhausted"
HERE = Workers()
STAGES = ((20_000, 16_000_000), (400_000, None))
"""Nodes of alpha-beta, then of each search for a proof until there are so many; by turns."""
FIRST_ALONE = ((20_000, 1_000_000),)
"""The same where many go on together."""
MARGIN_NODES = 200_000
"""For the bounds on the margin, beside as many as each who looked for the outcome made."""


def solve(
    position: Position,
    *,
    limits: Limits | None = None,
    all_moves: bool = False,
    progress: Progress = silent,
    workers: WorkerCount = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    save: str | Path | None = None,
) -> Verdict:
    """Return the outcome of a position for the side to move with proof, or "undecided" with the known bounds.

    Parameters
    ----------
    position : Position
        With its history: situations that have occurred twice are forbidden.
    limits : Limits, optional
        20 million nodes if neither nodes nor seconds are limited.
    all_moves : bool, default False
        Also solve the position after every legal move; the moves share the limits.
    progress : Progress, optional
        Called with the state of the search, and with `nodes`.
    workers : int, default 1
        Worker processes that search for a proof together; with an `executor` how many calls it runs at once.
    executor : Executor, optional
        Runs the jobs of the search instead, from `concurrent.futures` or alike.
    scheduler : str, optional
        Address of a Dask scheduler whose workers run them.
    save : str or Path, optional
        A file for what the search learns; if it is there the search goes on from it.

    Returns
    -------
    Verdict
        Win and loss are forced in a finite number of plies, whatever the other side does. What alpha-beta
        proves may depend on the other side being forbidden a repetition; the other methods never need that.
        "undecided" claims nothing: neither a draw nor a repetition.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind; or the file is of another position, or other readings.
    DamagedFileError
        The file is damaged, or another kind of file.
    OSError
        The file cannot be read or written.
    StoppedError
        A worker or the scheduler was lost; what was learnt before is in the file. Its `verdict` is what is
        known by then.

    Notes
    -----
    Depth-first proof-number search [1]_ on an explicit graph, whose positions are decided by retrograde
    analysis as it grows; see `kernels.proof.graph` for why repetition cannot make it wrong. What a pass leads
    to is a search of its own, `kernels.runs.run`. Alpha-beta takes turns with it, and is used alone under the
    other readings of runs and passes. Tables of small boards are looked up first.

    References
    ----------
    .. [1] A. Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*, thesis, University of
       Tokyo, 2002.

    Examples
    --------
    >>> from mabi_search import Position, solve
    >>> print(solve(Position.parse("1bw1/b1w1/1w1b w - w 9")).outcome)
    win
    """
    who = Workers(workers, executor, scheduler)
    verdict, _ = decide(position, limits=limits, progress=progress, workers=who, save=save)
    return with_moves(verdict, limits=limits, progress=progress) if all_moves else verdict


def decide(
    position: Position,
    *,
    limits: Limits | None = None,
    progress: Progress = silent,
    margin: bool = True,
    workers: Workers = HERE,
    save: str | Path | None = None,
) -> tuple[Verdict, ProofSearch | None]:
    """Return the verdict of a position, and the search whose graph proves it, if one does.

    With `margin`, tighter bounds on the margin are searched once the outcome is known.
    """
    path = None if save is None else outputs.path_of(save)
    return _Solver(position, limited(limits, PROOF_NODES), progress, workers, path).verdict(margin)


def with_moves(verdict: Verdict, *, limits: Limits | None = None, progress: Progress = silent) -> Verdict:
    """Return a verdict with those of all legal moves, which share the limits, and what follows from them."""
    legal = verdict.position.legal_moves
    limits = _share(limited(limits, PROOF_NODES), max(len(legal), 1))
    found = []
    for move in legal:
        after, _ = decide(verdict.position.play_unchecked(move), limits=limits, progress=progress)
        found.append(after_move(verdict.position, move, after))
    return concluded(verdict, tuple(found))


def _share(limits: Limits, parts: int) -> Limits:
    """Return what each of some equal parts of a search may use."""
    nodes = None if limits.max_nodes is None else max(limits.max_nodes // parts, 1)
    seconds = None if limits.max_seconds is None else limits.max_seconds / parts
    return replace(limits, max_nodes=nodes, max_seconds=seconds)


def solve_all_readings(
    position: Position, *, limits: Limits | None = None, progress: Progress = silent
) -> Iterator[tuple[Position, Verdict]]:
    """Yield the verdict of a position under each combination of readings, without its history.

    Parameters
    ----------
    position : Position
        Only its size and placement matter, not its readings; `setup` is not varied.
    limits : Limits, optional
        For each combination; 200,000 nodes if neither nodes nor seconds are limited.
    progress : Progress, optional
        As for `solve`.

    Yields
    ------
    tuple of Position and Verdict
        The position under some readings, and what is known of it; readings under which there can be no such
        position are left out.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Position, solve_all_readings
    >>> every = solve_all_readings(Position.parse("1bw1/b1w1/1w1b w - w 9"))
    >>> position, verdict = next(every)
    >>> print(position.rules.pass_rule, verdict.outcome)
    run win
    """
    limits = limited(limits, READING_NODES)
    names = [name for name in READINGS if name != "setup"]
    text = text_of(position.state)
    for values in product(*(READINGS[name] for name in names)):
        readings: dict[str, Any] = dict(zip(names, values, strict=True))
        rules = replace(position.rules, **readings)
        try:
            read = Position.parse(text, rules)
        except ValueError:  # there is no such position under these readings
            continue
        yield read, solve(read, limits=limits, progress=progress)


class ProofStoppedError(StoppedError):
    """Workers were lost; it has what is known by then."""

    def __init__(self, message: str, verdict: Verdict):
        super().__init__(message)
        self.verdict = verdict
        """Undecided."""


class _Solver:
    """The solution of one position."""

    def __init__(
        self, position: Position, limits: Limits, progress: Progress, workers: Workers, save: Path | None
    ):
        self.workers, self.save = workers, save
        self.lanes = 1
        """Who looked for the proof at the same time."""
        self.position, self.state, self.rules = position, position.state, position.rules
        self.watch = Watch(limits)
        self.progress = progress
        self.nodes = 0
        self.proof: ProofSearch | None = None
        """The search whose graph proves the outcome."""
        me, them = (
            len(self.state.pieces(self.state.side)),
            len(self.state.pieces(game.other(self.state.side))),
        )
        self.bounds = (min(1 - them, 0), max(me - 1, 0))

    def verdict(self, margin: bool) -> tuple[Verdict, ProofSearch | None]:
        """Return what was found, and the search whose graph proves it, if one does."""
        over = self.position.outcome()
        if over is not None:
            return self._over(over), None
        found = self._table()
        if found is None and is_run(self.position):
            found = self._run()
        elif found is None:
            found = self._search()
        if margin and found.outcome in (WIN, LOSS) and self.state.mode == ALTERNATE and self._provable():
            found = self._with_margin(found)
        return found, self.proof

    def _provable(self) -> bool:
        """Tell whether the proof search knows these readings."""
        return sound("proofs", self.rules) and self.rules.max_plies is None

    def _with_margin(self, found: Verdict) -> Verdict:
        """Return a verdict with tighter bounds on the margin, by null windows, for as much work again."""
        won = found.outcome == WIN
        winner = self.state.side if won else game.other(self.state.side)
        low, high = found.margin_bounds if won else (-found.margin_bounds[1], -found.margin_bounds[0])
        left, tried = self.nodes // self.lanes + MARGIN_NODES, set[int]()
        while left > 0 and (open_ := [t for t in range(low + 1, high + 1) if t not in tried]):
            margin = open_[len(open_) // 2]
            tried.add(margin)
            proving = ProofSearch(self.state, self.rules, self.watch.beside(self.nodes), (winner, margin))
            self.progress(f"whether the margin can be {margin} or more", nodes=self.nodes)
            stopped_by = proving.go_on(max(left // 3, MARGIN_NODES // 10), self.progress)
            self.nodes += proving.nodes
            left -= proving.nodes
            if proving.outcome.proven and (proving.outcome == WIN) == won:
                low = margin
            elif proving.outcome.proven:
                high = margin - 1
            elif stopped_by in ("nodes", "seconds", "interrupt"):
                break
        bounds = (low, high) if won else (-high, -low)
        return replace(
            found, margin_bounds=bounds, nodes=self.nodes, seconds=self.watch.seconds,
        )  # fmt: skip

    def _result(
        self, outcome: Outcome, method: str = "", pv: tuple[Move, ...] = (), within: int | None = None,
        stopped_by: str | None = None, distance: int | None = None, least: int = 0,
        hint: tuple[Move, ...] = (),
    ) -> Verdict:  # fmt: skip
        """Return a verdict; `least` is the margin that the winner has at least.

        Its line is played on to the end, where `hint` may win the run after it.
        """
        low, high = self.bounds
        bounds = {WIN: (least, high), LOSS: (low, -least), DRAW: (0, 0), UNDECIDED: (low, high)}[outcome]
        line: tuple[Move, ...] = ()
        if outcome != UNDECIDED:
            winner = {WIN: self.state.side, LOSS: game.other(self.state.side)}.get(outcome)
            watch = self.watch.beside(self.nodes)
            line = lines.to_the_end(self.position, pv, winner, watch, hint)
        return Verdict(
            self.position, outcome, bounds, distance, within, line, method, self.nodes, self.watch.seconds,
            stopped_by,
        )  # fmt: skip

    def _over(self, over: GameResult) -> Verdict:
        outcome = over.outcome_for(self.state.side)
        if not outcome.proven:
            return self._result(outcome, stopped_by="max_plies")
        found = self._result(outcome, "rules")
        margin = over.margin if outcome == WIN else -over.margin
        return found if outcome == DRAW else replace(found, margin_bounds=(margin, margin), distance=0)

    def _table(self) -> Verdict | None:
        """Return what the table of a small board says, if there is one and the history cannot matter."""
        squares = len(self.state.board) * len(self.state.board[0])
        if squares > MOST_SQUARES or self.rules.max_plies is not None:
            return None
        try:
            found = probe(self.position)
        except (MissingTableError, ArgumentError):
            return None
        if not found.proven:
            return None
        distance = found.distance if self.state.mode == ALTERNATE else None
        return self._result(found.value, "table", self._best_line(), distance, distance=distance)

    def _best_line(self) -> tuple[Move, ...]:
        """Return play by the table."""
        position, moves = self.position, []
        while position.outcome() is None and position.mode == ALTERNATE:
            best = probe(position).best_moves
            if not best:
                break
            moves.append(best[0])
            position = position.play_unchecked(best[0])
        return tuple(moves)

    def _run(self) -> Verdict:
        """Return what is known where the other side is locked out."""
        run = WholeRun(self.position, self.watch)
        if run.by_pass:
            return self._result(WIN, "rules", run.line, 0)
        if not run.searchable:
            return self._alpha_beta(None)
        run.search(EFFORTS[-1], self.progress)
        self.nodes = run.runs.made
        if run.outcome.proven:
            line = run.line if run.outcome == WIN else (PASS,)
            return self._result(run.outcome, "run", line, 0)
        if run.runs.loses and run.repeats:
            return self._alpha_beta(None)
        # if all was met it is not known who wins then
        stopped_by = run.runs.stopped_by or (EXHAUSTED if run.runs.loses else "memory")
        return self._result(UNDECIDED, stopped_by=stopped_by)

    def _search(self) -> Verdict:
        """Return what is known of a position of alternate play."""
        if not self._provable():
            return self._alpha_beta(None)
        alone = self.workers.here and self.save is None
        if self.save is not None and self.save.exists():
            return self._together(None)
        proofs = ProofPortfolio(self.state, self.rules, self.watch)
        stopped_by: str | None = None
        for few, until in STAGES if alone else FIRST_ALONE:
            found = self._alpha_beta(few)
            if found.proven or found.stopped_by == "interrupt":
                return found
            before = proofs.nodes
            proofs.spent = self.nodes - before
            stopped_by = proofs.go_on(until, self.progress)
            self.nodes += proofs.nodes - before
            if stopped_by == DECIDED:
                return self._proven(proofs.proving)
            if stopped_by not in (None, EXHAUSTED):
                break
        if not alone and stopped_by in (None, EXHAUSTED):
            return self._together(proofs.proving)
        return self._result(UNDECIDED, stopped_by=stopped_by)

    def _together(self, begun: ProofSearch | None) -> Verdict:
        """Return what many find together: who are told what one has found, or go on where they were."""
        path = self.save
        try:
            self.lanes = lanes = self.workers.how_many()
        except StoppedError as error:
            raise self._stopped(error) from None
        if begun is None and path is not None:
            master = saved.read(path, self.position, lanes)
        else:
            master = JointProof(self.state, self.rules, lanes, begun=begun)

        def keep(master: JointProof) -> None:
            if path is not None:
                saved.write(path, self.position, master)

        self.watch.spent, before = self.nodes, master.nodes
        try:
            stopped_by = master.go_on(self.workers, self.watch, self.progress, keep)
        except StoppedError as error:
            self.nodes += master.nodes - before
            keep(master)
            raise self._stopped(error, "" if path is None else f"; what was learnt is in {path}") from None
        except files.DamagedFileError as error:
            raise files.DamagedFileError(f"{path}: {error}") from None
        self.nodes += master.nodes - before
        keep(master)
        if stopped_by == DECIDED:
            return self._proven(master.proving)
        return self._result(UNDECIDED, stopped_by=stopped_by)

    def _stopped(self, error: StoppedError, more: str = "") -> ProofStoppedError:
        """Return the error with what is known."""
        return ProofStoppedError(f"{error}{more}", self._result(UNDECIDED, stopped_by="lost"))

    def _proven(self, proving: ProofSearch) -> Verdict:
        outcome, within = proving.value(self.state)
        if not outcome.proven:
            raise InternalError(f"the proof search decided {self.position}, but its value is undecided")
        line = lines.line_of(proving, self.position)
        kept = proving.play_of(replayed(self.position, line[:-1]).state)
        self.proof = proving
        return self._result(outcome, "proof search", line, within, hint=kept)

    def _alpha_beta(self, nodes: int | None) -> Verdict:
        """Return what alpha-beta proves, with all that the limits leave if no number of nodes is given."""
        limits = self.watch.limits
        if limits.max_nodes is not None:
            left = max(limits.max_nodes - self.nodes, 0)
            nodes = left if nodes is None else min(nodes, left)
        seconds = None if limits.max_seconds is None else max(limits.max_seconds - self.watch.seconds, 0.0)
        found: Analysis | None = None
        within = Limits(max_nodes=nodes, max_seconds=seconds, stop=limits.stop)
        for found in analyses(self.position, depth=MAX_DEPTH, limits=within):
            text = f"alpha-beta, depth {found.depth}, {found.nodes:,} nodes"
            self.progress(text, depth=found.depth, nodes=self.nodes + found.nodes)
        assert found is not None  # an analysis yields always
        self.nodes += found.nodes
        if not found.proven:
            return self._result(UNDECIDED, stopped_by=found.stopped_by or "depth")
        least = max((abs(found.score) - WIN_SCORE) // 100, 0)
        return self._result(found.outcome, "alpha-beta", found.pv, None, least=least)
