"""Analyses of a position, each with an analysis of an immediate pass that agrees with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from _gamekit.limits import Limits
from mabi_search.game.errors import ArgumentError
from mabi_search.game.outcomes import LOSS, WIN
from mabi_search.game.position import Position
from mabi_search.game.rules import PASS
from mabi_search.runs.pass_analysis import PassAnalysis, analyse_pass
from mabi_search.search.analysis import deepening
from mabi_search.search.results import WIN_SCORE, Analysis, Line

PASS_SHARE = 10
"""The analysis of the pass has one node or second for this many of the limits."""


def analyses_with_pass(
    position: Position, limits: Limits, *, depth: int | None = None, lines: int = 1, threads: int = 1
) -> Iterator[tuple[Analysis, PassAnalysis | None]]:
    """Yield the analyses of a position by depth, each with that of a pass; None if it cannot be analysed."""
    passed = _passed(position, limits)
    lost = passed is not None and passed.outcome == LOSS
    if passed is not None and lost and list(position.legal_moves) == [PASS]:
        line = _pass_line(passed)
        yield Analysis(position, 1, (line,), line.score, passed.nodes, passed.seconds), passed
        return
    search = partial(deepening, position, limits=limits, lines=lines, threads=threads)
    without = (PASS,) if lost else ()
    for analysis in search(depth=depth, without=without):
        if passed is not None:
            if lost and analysis.pv[:1] == without and not analysis.proven:  # by the search of a run
                *_, analysis = search(depth=analysis.depth, without=without, options={"runs": False})
            analysis = _with_pass(analysis, passed, lines)
            passed = _concluded(passed, analysis)
        yield analysis, passed
        if analysis.proven and lines == 1:
            return


def _passed(position: Position, limits: Limits) -> PassAnalysis | None:
    nodes, seconds = limits.max_nodes, limits.max_seconds
    few = replace(
        limits,
        max_nodes=None if nodes is None else nodes // PASS_SHARE,
        max_seconds=None if seconds is None else seconds / PASS_SHARE,
    )
    try:
        return analyse_pass(position, limits=few)
    except ArgumentError:
        return None


def _pass_line(passed: PassAnalysis) -> Line:
    """Return the line of a pass whose outcome is proven."""
    score = {WIN: WIN_SCORE, LOSS: -WIN_SCORE}.get(passed.outcome, 0)
    return Line(PASS, score, (PASS, *passed.refutation))


def _with_pass(analysis: Analysis, passed: PassAnalysis, most: int) -> Analysis:
    """Return an analysis of at most `most` lines that includes the proven outcome of a pass."""
    others = [line for line in analysis.lines if line.move != PASS]
    if not passed.proven or (not others and passed.outcome == LOSS):
        return analysis
    if any(line.move == PASS and line.proven for line in analysis.lines):
        return analysis
    lines = sorted([*others, _pass_line(passed)], key=lambda line: -line.score)[:most]
    return replace(analysis, lines=tuple(lines), score=lines[0].score, depth=max(analysis.depth, 1))


def _concluded(passed: PassAnalysis, analysis: Analysis) -> PassAnalysis:
    """Return the analysis of a pass with the outcome that the analysis of the position proves for it."""
    lines = [line.outcome for line in analysis.lines if line.move == PASS and line.proven]
    known = [*lines, *[LOSS] * (analysis.outcome == LOSS)]
    return replace(passed, outcome=known[0]) if known and not passed.proven else passed
