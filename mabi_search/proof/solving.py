"""Prove the outcome of a position, or find bounds on the margin.

The order is: the rules, if the game is over; a table of a small board; the search of the run, if one side
moves alone; else alpha-beta and the `ProofPortfolio`, by turns (`STAGES`). Proof searches for the margin
follow, of `MARGIN_NODES` nodes and as many as the outcome took.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from _gamekit import files, outputs
from _gamekit.limits import Limits, Watch, WorkerCount, limited
from _gamekit.problems import StoppedError, number_of
from _gamekit.progress import Progress, silent
from _gamekit.search import Stop, drive
from _gamekit.work.workers import Workers
from mabi_search.game import rules as game
from mabi_search.game.errors import ArgumentError, InternalError
from mabi_search.game.notation import text_of
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, GameResult, Outcome
from mabi_search.game.position import Position
from mabi_search.game.readings import is_run, sound
from mabi_search.game.rules import ALTERNATE, PASS, READINGS, Move, Rules
from mabi_search.proof import lines, saved
from mabi_search.proof.joint import JointProof
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.proof_search import DECIDED, ProofSearch
from mabi_search.proof.verdict import Verdict, after_move, concluded
from mabi_search.runs.run_search import EXPANSIONS_IN_TURN, WholeRun
from mabi_search.search.analysis import analyses
from mabi_search.search.results import WIN_SCORE, Analysis, replayed
from mabi_search.search.sizes import MAX_DEPTH, PROOF_NODES, READING_NODES
from mabi_search.tables.boards import MOST_SQUARES, MissingTableError
from mabi_search.tables.probing import probe

EXHAUSTED = "exhausted"
TRIED = (EXHAUSTED, "depth")
"""Values of `Verdict.stopped_by` after a search that no limit has stopped."""
HERE = Workers()
STAGES = ((20_000, 20_000_000), (400_000, None))
"""Stages of a search by one worker: nodes of alpha-beta, then total nodes of the `ProofPortfolio`.

With the default limit of nodes, the second stage is reached only if the portfolio has nothing left to try.
"""
FIRST_ALONE = ((20_000, 1_000_000),)
"""Stages of the search by one process, before many workers take over."""
MARGIN_NODES = 200_000
"""Nodes for the bounds on the margin, in addition to the nodes that each worker spent on the outcome."""


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
    """Return the proven outcome of a position, or "undecided" with the known bounds on the margin.

    Parameters
    ----------
    position : Position
        The position with its history: situations that have occurred twice are forbidden.
    limits : Limits, optional
        Limits of the search. The default is 20 million nodes if neither nodes nor seconds are limited.
    all_moves : bool, default False
        If True, also solve the position after every legal move. The moves share the limits.
    progress : Progress, optional
        A function to be called with a description of the progress and the number of nodes.
    workers : int, default 1
        Number of worker processes that search for a proof together. With an `executor`, the number of jobs
        that it runs at the same time.
    executor : Executor, optional
        An executor, as in `concurrent.futures`, that runs the jobs of the search.
    scheduler : str, optional
        Address of a Dask scheduler whose workers run the jobs of the search.
    save : str or Path, optional
        A file for the results of the search. If the file exists, the search continues from it.

    Returns
    -------
    Verdict
        The outcome for the side to move, with its proof. A win or a loss is forced in a finite number of
        plies. A proof by alpha-beta may rely on the rule that forbids repetitions to the other side; the
        other methods do not. "undecided" claims nothing, neither a draw nor a repetition.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind, or the file belongs to another position or to other readings.
    DamagedFileError
        The file is damaged, or it is another kind of file.
    OSError
        The file cannot be read or written.
    StoppedError
        A worker or the scheduler was lost. The file, if there is one, contains the results so far. The
        error's `verdict` contains the known bounds.

    Notes
    -----
    The search is a depth-first proof-number search [1]_ on an explicit graph. Retrograde analysis decides the
    positions of the graph as it grows; `kernels.proof.graph` explains why repetition cannot make it wrong. A
    separate search, `kernels.runs.run`, finds the result of a pass. Alpha-beta begins, and
    the proof search goes on. Under readings for which the proof search is not sound, alpha-beta is used
    alone. On small boards, tables are looked up first.

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
    who = Workers(operator.index(workers), executor, scheduler)
    verdict, _ = decide(position, limits=limits, progress=progress, workers=who, save=save)
    return completed(verdict, all_moves, limits=limits, progress=progress)


def decide(
    position: Position,
    *,
    limits: Limits | None = None,
    progress: Progress = silent,
    margin: bool = True,
    workers: Workers = HERE,
    save: str | Path | None = None,
) -> tuple[Verdict, ProofSearch | None]:
    """Return the verdict of a position, and the search whose graph contains its proof, or None.

    If `margin` is True, further searches tighten the bounds on the margin once the outcome is known.
    """
    path = None if save is None else outputs.path_of(save)
    if path is not None:
        outputs.check_suffix(path, "search")
    return _Solver(position, limited(limits, PROOF_NODES), progress, workers, path).verdict(margin)


def keeps_results(position: Position) -> bool:
    """Return whether the search of a position that is undecided has results to save."""
    return not is_run(position) and _provable(position.rules)


def _provable(rules: Rules) -> bool:
    """Return whether the proof search is sound under these readings."""
    return sound("proofs", rules) and rules.max_plies is None


def completed(
    verdict: Verdict, all_moves: bool, *, limits: Limits | None = None, progress: Progress = silent
) -> Verdict:
    """Return the verdict of `with_moves`; without the moves unless `all_moves` is True.

    The moves are also solved if their proofs may decide the position; see `_may_follow`.
    """
    if not all_moves and not _may_follow(verdict):
        return verdict
    whole = with_moves(verdict, limits=limits, progress=progress)
    return whole if all_moves else replace(whole, all_moves=())


def with_moves(verdict: Verdict, *, limits: Limits | None = None, progress: Progress = silent) -> Verdict:
    """Return a verdict that includes the verdicts of all legal moves.

    The moves share the limits. A proof for a move can narrow the outcome of the position, and vice versa.
    """
    legal = verdict.position.legal_moves
    limits = limited(limits, PROOF_NODES)
    if _may_follow(verdict):
        limits = _left(limits, verdict)
    limits = _share(limits, max(len(legal), 1))
    verdicts = []
    for move in legal:
        after, _ = decide(verdict.position.play_unchecked(move), limits=limits, progress=progress)
        verdicts.append(after_move(verdict.position, move, after))
    return concluded(verdict, tuple(verdicts))


def _may_follow(verdict: Verdict) -> bool:
    """Return whether no limit has stopped an undecided search, or only one move is legal."""
    forced = not verdict.proven and len(verdict.position.legal_moves) == 1
    return verdict.stopped_by in TRIED or forced


def _left(limits: Limits, verdict: Verdict) -> Limits:
    """Return the limits that are left after a search."""
    nodes = None if limits.max_nodes is None else max(limits.max_nodes - verdict.nodes, 1)
    seconds = None if limits.max_seconds is None else max(limits.max_seconds - verdict.seconds, 0.0)
    return replace(limits, max_nodes=nodes, max_seconds=seconds)


def _share(limits: Limits, parts: int) -> Limits:
    """Return the limits of each of `parts` equal parts of a search."""
    nodes = None if limits.max_nodes is None else max(limits.max_nodes // parts, 1)
    seconds = None if limits.max_seconds is None else limits.max_seconds / parts
    return replace(limits, max_nodes=nodes, max_seconds=seconds)


def solve_all_readings(
    position: Position, *, limits: Limits | None = None, progress: Progress = silent
) -> Iterator[tuple[Position, Verdict]]:
    """Yield the verdict of a position, without its history, under each combination of readings.

    Parameters
    ----------
    position : Position
        The position. Its readings and its history are ignored. The reading `setup` is not varied.
    limits : Limits, optional
        Limits for each combination; 200,000 nodes if neither nodes nor seconds are limited.
    progress : Progress, optional
        A function to be called as by `solve`.

    Yields
    ------
    tuple of Position and Verdict
        The position under a combination of readings, and its verdict. Combinations under which the position
        is impossible are skipped.

    Raises
    ------
    ArgumentError
        An argument is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Position, solve_all_readings
    >>> verdicts = solve_all_readings(Position.parse("1bw1/b1w1/1w1b w - w 9"))
    >>> position, verdict = next(verdicts)
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
        except ValueError:  # the position is impossible under these readings
            continue
        yield read, solve(read, limits=limits, progress=progress)


class ProofStoppedError(StoppedError):
    """A worker or the scheduler was lost."""

    def __init__(self, message: str, verdict: Verdict):
        super().__init__(message)
        self.verdict = verdict
        """An undecided verdict, with the bounds known so far."""


class _Solver:
    """Solve one position."""

    def __init__(
        self, position: Position, limits: Limits, progress: Progress, workers: Workers, save: Path | None
    ):
        self.workers, self.save = workers, save
        self.worker_count = 1
        """Number of workers that have searched for the proof."""
        self.position, self.state, self.rules = position, position.state, position.rules
        self.watch = Watch(limits)
        self.progress = progress
        self.nodes = 0
        self.proof: ProofSearch | None = None
        """The search whose graph contains the proof of the outcome, or None."""
        me, them = (
            len(self.state.pieces(self.state.side)),
            len(self.state.pieces(game.other(self.state.side))),
        )
        self.bounds = (min(1 - them, 0), max(me - 1, 0))

    def verdict(self, margin: bool) -> tuple[Verdict, ProofSearch | None]:
        """Return the verdict, and the search whose graph contains its proof, or None."""
        over = self.position.outcome()
        if over is not None:
            return self._over(over), None
        verdict = self._table()
        if verdict is None and is_run(self.position):
            verdict = self._run()
        elif verdict is None:
            verdict = self._search()
        if (
            margin
            and verdict.outcome in (WIN, LOSS)
            and self.state.mode == ALTERNATE
            and _provable(self.rules)
        ):
            verdict = self._with_margin(verdict)
        return verdict, self.proof

    def _with_margin(self, verdict: Verdict) -> Verdict:
        """Tighten the bounds on the margin by proof searches, each of which tests one margin."""
        won = verdict.outcome == WIN
        winner = self.state.side if won else game.other(self.state.side)
        low, high = verdict.margin_bounds if won else (-verdict.margin_bounds[1], -verdict.margin_bounds[0])
        nodes_left, tried = self.nodes // self.worker_count + MARGIN_NODES, set[int]()
        while nodes_left > 0 and (open_ := [t for t in range(low + 1, high + 1) if t not in tried]):
            margin = open_[len(open_) // 2]
            tried.add(margin)
            proving = ProofSearch(self.state, self.rules, self.watch.limits.max_memory, (winner, margin))
            self.nodes += proving.nodes  # the root
            self.progress(f"testing whether the margin can be {margin} or more", nodes=self.nodes)
            stop = self._drive(proving, max(nodes_left // 3, MARGIN_NODES // 10))
            nodes_left -= proving.nodes
            if proving.outcome.proven and (proving.outcome == WIN) == won:
                low = margin
            elif proving.outcome.proven:
                high = margin - 1
            elif stop in (Stop.NODES, Stop.SECONDS, Stop.INTERRUPT):
                break
        bounds = (low, high) if won else (-high, -low)
        return replace(verdict, margin_bounds=bounds, nodes=self.nodes, seconds=self.watch.seconds)

    def _result(
        self, outcome: Outcome, method: str = "", pv: tuple[Move, ...] = (), within: int | None = None,
        stopped_by: str | None = None, distance: int | None = None, least: int = 0,
        hint: tuple[Move, ...] = (),
    ) -> Verdict:  # fmt: skip
        """Return a verdict with its line continued to the end of the game.

        The winner's margin is at least `least`. The steps of `hint` are tried first in the run after the
        line.
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
        verdict = self._result(outcome, "rules")
        margin = over.margin if outcome == WIN else -over.margin
        return verdict if outcome == DRAW else replace(verdict, margin_bounds=(margin, margin), distance=0)

    def _table(self) -> Verdict | None:
        """Return the verdict from a table of a small board; None if no table decides the position."""
        squares = len(self.state.board) * len(self.state.board[0])
        if squares > MOST_SQUARES or self.rules.max_plies is not None:
            return None
        try:
            entry = probe(self.position)
        except (MissingTableError, ArgumentError):
            return None
        if not entry.proven:
            return None
        distance = entry.distance if self.state.mode == ALTERNATE else None
        return self._result(entry.value, "table", lines.table_line(entry), distance, distance=distance)

    def _run(self) -> Verdict:
        """Return the verdict of a position in which the other side is locked out."""
        run = WholeRun(self.position, self.watch.limits.max_memory)
        if run.by_pass:
            return self._result(WIN, "rules", run.line, 0)
        if not run.searchable:
            return self._alpha_beta(None)
        stopped_by = run.search(EXPANSIONS_IN_TURN[-1], self.watch, self.progress)
        self.nodes = run.runs.nodes
        if run.outcome.proven:
            line = run.line if run.outcome == WIN else (PASS,)
            return self._result(run.outcome, "run", line, 0)
        if run.runs.loses and run.repeats:
            return self._alpha_beta(None)
        # the outcome may be unknown even after a complete search
        reason = stopped_by or (EXHAUSTED if run.runs.loses else "memory")
        return self._result(UNDECIDED, stopped_by=reason)

    def _search(self) -> Verdict:
        """Return the verdict of a position of alternate play."""
        if not _provable(self.rules):
            return self._alpha_beta(None)
        alone = self.workers.here and self.save is None
        if self.save is not None and self.save.exists():
            return self._together(None)
        proofs = ProofPortfolio(self.state, self.rules, self.watch.limits.max_memory)
        stop = Stop.TURN
        for few, until in STAGES if alone else FIRST_ALONE:
            verdict = self._alpha_beta(few)
            if verdict.proven:
                return verdict
            if verdict.stopped_by == "interrupt":
                self._keep(proofs.proving)
                return verdict
            stop = self._drive(proofs, until)
            if stop is Stop.DECIDED:
                return self._proven(proofs.proving)
            if stop.limit is not None:
                break
        if not alone and stop.limit is None:
            return self._together(proofs.proving)
        self._keep(proofs.proving)
        return self._result(UNDECIDED, stopped_by=stop)

    def _drive(self, search: ProofSearch | ProofPortfolio, until: int | None) -> Stop:
        """Drive a search within the limits that are left, to a total of `until` nodes."""
        before = search.nodes
        watch = self.watch.beside(self.nodes - before)
        stop = drive(search, watch, lambda: self.progress(search.progress_text(), nodes=search.nodes), until)
        self.nodes += search.nodes - before
        return stop

    def _keep(self, proving: ProofSearch) -> None:
        """Save the results of a search by this process, if a file is named."""
        if self.save is not None:
            joint = JointProof(self.state, self.rules, begun=proving)
            joint.nodes = self.nodes
            saved.write(self.save, self.position, joint)

    def _together(self, begun: ProofSearch | None) -> Verdict:
        """Return the verdict of many workers, which continue the search `begun` or the saved search."""
        path = self.save
        try:
            self.worker_count = worker_count = self.workers.how_many()
        except StoppedError as error:
            raise self._stopped(error) from None
        if begun is None and path is not None:
            master = saved.read(path, self.position, worker_count)
        else:
            master = JointProof(self.state, self.rules, worker_count, begun=begun)

        def keep(master: JointProof) -> None:
            if path is not None:
                saved.write(path, self.position, master)

        self.watch.spent, before = self.nodes, master.nodes
        try:
            stopped_by = master.advance(self.workers, self.watch, self.progress, keep)
        except StoppedError as error:
            self.nodes += master.nodes - before
            keep(master)
            raise self._stopped(
                error, "" if path is None else f"; the results so far are in {path}"
            ) from None
        except files.DamagedFileError as error:
            raise files.DamagedFileError(f"{path}: {error}") from None
        self.nodes += master.nodes - before
        keep(master)
        if stopped_by == DECIDED:
            return self._proven(master.proving)
        return self._result(UNDECIDED, stopped_by=stopped_by)

    def _stopped(self, error: StoppedError, more: str = "") -> ProofStoppedError:
        """Return an error that carries an undecided verdict."""
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
        """Return the verdict of alpha-beta within `nodes` nodes. None allows all remaining nodes."""
        limits = self.watch.limits
        if limits.max_nodes is not None:
            nodes_left = max(limits.max_nodes - self.nodes, 0)
            nodes = nodes_left if nodes is None else min(nodes, nodes_left)
        seconds = None if limits.max_seconds is None else max(limits.max_seconds - self.watch.seconds, 0.0)
        analysis: Analysis | None = None
        within = Limits(max_nodes=nodes, max_seconds=seconds, stop=limits.stop)
        for analysis in analyses(self.position, depth=MAX_DEPTH, limits=within):
            text = f"alpha-beta, depth {analysis.depth}, {number_of(analysis.nodes, 'node')}"
            self.progress(text, depth=analysis.depth, nodes=self.nodes + analysis.nodes)
        assert analysis is not None  # `analyses` yields at least once
        self.nodes += analysis.nodes
        if not analysis.proven:
            return self._result(UNDECIDED, stopped_by=analysis.stopped_by or "depth")
        least = max((abs(analysis.score) - WIN_SCORE) // 100, 0)
        return self._result(analysis.outcome, "alpha-beta", analysis.pv, None, least=least)
