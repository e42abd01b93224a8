"""Certificates: proofs as files that `checking` verifies, which shares no code with what is used here.

Here it is worked out what to claim, with the rules and bounds of the search. The checker has its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from _gamekit import outputs
from _gamekit.limits import Limits, Watch
from mabi_search.certify.certificate_format import (
    EXHAUSTED,
    JOINS,
    KIND,
    LAYOUTS,
    MOST_PLACEMENTS,
    READINGS,
    REGIONS,
    SQUARES,
    VERSION,
    digest,
)
from mabi_search.certify.checker import RejectedError, TooLargeError, check
from mabi_search.game import rules as game
from mabi_search.game.errors import InternalError, MabiError
from mabi_search.game.notation import text_of
from mabi_search.game.outcomes import LOSS, WIN
from mabi_search.game.rules import ALTERNATE, PASS, PASSED, Move, Rules, State
from mabi_search.proof.lines import runs_in
from mabi_search.proof.solving import provable, silent
from mabi_search.proof.verdict import Verdict
from mabi_search.runs.layouts import large_placements
from mabi_search.runs.overtaking import freely_together, joined_together, together

FEW_PLACEMENTS = 1 << 12
"""As few are rather all tried; of more those with a large group, if these are not too many."""


class NoCertificateError(MabiError):
    """A verdict for which no certificate could be made; the message says why."""


def key_of(state: State) -> str:
    """Return what an answer is found by: board, side to move, mode and holder."""
    return " ".join(text_of(state).split()[:4])


def steps(state: State, rules: Rules) -> Iterator[Move]:
    """Yield the steps of `rules.legal_moves`, repetition not asked; each group is found once only."""
    mine, theirs = game.groups(state, state.side), game.groups(state, game.other(state.side))
    stuck = {square for group in game.frozen(state, rules) for square in group}
    for group in mine:
        larger = {square for enemy in theirs if len(enemy) > len(group) for square in enemy}
        held = {square for square in group if not larger.isdisjoint(square.neighbours())}
        if held:
            stuck |= held if rules.paralysis == "piece" else set(group)
    for square in state.pieces(state.side):
        if square in stuck or (state.ply == 0 and not game.touches_edge(state, square)):
            continue
        for target in sorted(square.neighbours()):
            if state.at(target) == game.EMPTY:
                yield Move(square, target)


def certificate(
    verdict: Verdict, limits: Limits | None = None, show: Callable[[str], None] = silent
) -> list[str]:
    """Return the lines of a certificate of a verdict.

    Parameters
    ----------
    verdict
        A win or a loss under `run` or `final`.
    limits
        If the verdict rests on a table or on alpha-beta the proof search begins anew, within these. What
        is to be done then takes what it takes, but ends soon if `stop` says so.
    show
        Is told from time to time how far it is.

    Raises
    ------
    NoCertificateError
        The readings, the limits, or the size of a run do not allow one.
    InternalError
        The checker refuses what was made, so that either it or the search is wrong.
    """
    rules = verdict.position.rules
    if verdict.outcome not in (WIN, LOSS):
        raise NoCertificateError(f"a certificate needs a win or a loss, and {verdict.outcome} is none")
    if not provable(rules):
        raise NoCertificateError(
            "certificates are for the pass rules run and final, a freeze, and the repetition situation"
        )
    if rules.max_plies is not None or verdict.position.outcome() is not None:
        raise NoCertificateError("a certificate is about a game that goes on, without max_plies")
    limits = limits or Limits()

    def heed(text: str) -> None:
        if limits.stop is not None and limits.stop():
            raise NoCertificateError("it was interrupted")
        show(text)

    lines = _Builder(verdict, limits, heed).lines()
    head = {
        "kind": KIND,
        "version": VERSION,
        "position": str(verdict.position),
        "outcome": verdict.outcome,
        "rules": {name: getattr(rules, name) for name in READINGS},
        "lines": len(lines),
        "sha256": digest(lines),
    }
    lines = [json.dumps(head), *lines]
    try:
        check(lines, heed)
    except RejectedError as error:
        raise InternalError(f"the certificate of {verdict.position} is refused: {error}") from error
    except TooLargeError as error:
        raise NoCertificateError(str(error)) from error
    return lines


def write(path: str | Path, lines: list[str]) -> None:
    """Write the lines of a certificate, whole or not at all; OSError if they cannot be written."""
    outputs.write(path, ["".join(line + "\n" for line in lines).encode()])


class _Builder:
    """Collects the winner's answers, from the position on."""

    def __init__(self, verdict: Verdict, limits: Limits, show: Callable[[str], None]):
        from mabi_search.proof.portfolio import Proofs  # noqa: PLC0415  (loads kernels)
        from mabi_search.proof.proof_search import DECIDED  # noqa: PLC0415
        from mabi_search.runs import run_search  # noqa: PLC0415

        self.run_search, self.show = run_search, show
        self.watch = Watch(Limits(stop=limits.stop))
        self.position, self.rules = verdict.position, verdict.position.rules
        state = self.position.state
        self.winner = state.side if verdict.outcome == WIN else game.other(state.side)
        self.entries: dict[str, dict[str, Any]] = {}
        self.todo: list[State] = [replace(state, seen=())]
        self.known: set[str] = {key_of(state)}
        self.runs: dict[str, tuple[Move, ...] | None] = {
            key_of(first): found for first, found in runs_in(verdict)
        }
        """Which runs win, or None; those of the line that is shown are not searched again."""
        self.past = state.seen
        if state.mode == ALTERNATE:
            found = verdict.proof
            if found is None:
                proofs = Proofs(state, self.rules, Watch(limits))
                stopped_by = proofs.go_on(None, show)
                if stopped_by != DECIDED:
                    raise NoCertificateError(
                        f"the outcome rests on {verdict.method}, and the proof search that a certificate "
                        f"needs did not end: {stopped_by}"
                    )
                found = proofs.proving
            self.proof = found

    def lines(self) -> list[str]:
        """Return the lines."""
        while self.todo:
            state = self.todo.pop()
            if state.mode == ALTERNATE:
                self._alternate(state)
            elif state.side == self.winner:
                self._winner_alone(state)
            else:
                self._loser_alone(state)
            self._tell()
        return [json.dumps(entry) for entry in self.entries.values()]

    def _push(self, state: State) -> None:
        if not state.over and (key := key_of(state)) not in self.known:
            self.known.add(key)
            self.todo.append(replace(state, seen=()))

    def _write(self, state: State, **entry: Any) -> None:
        self.entries[key_of(state)] = {"at": key_of(state), **entry}

    def _alternate(self, state: State) -> None:
        if state.side == self.winner:
            move = self.proof.answer(state)
            _, within = self.proof.value(state)
            self._write(state, move=str(move), within=within)
            self._push(game.play_unchecked(state, move, self.rules))
            return
        for step in steps(state, self.rules):
            after = game.play_unchecked(state, step, self.rules)
            if self.past.count(game.key(after, self.rules)) < game.OCCURRENCES:
                self._push(after)
        if not game.must_move(state, self.rules):
            self._push(game.play_unchecked(state, PASS, self.rules))

    def _winner_alone(self, state: State) -> None:
        ends = state.mode == PASSED or self.rules.pass_rule == "final"
        if ends and state.holder == self.winner:
            return
        run = self._run_of(state)
        if run is None:
            raise NoCertificateError(f"the run that wins in {key_of(state)} was not found again")
        self._write(state, run=list(map(str, run)))
        for move in run:
            state = game.play_unchecked(state, move, self.rules)
        self._push(game.play_unchecked(state, PASS, self.rules))

    def _run_of(self, state: State) -> tuple[Move, ...] | None:
        """Return the steps of a run of the winner after which its pass wins, if they are found."""
        key = key_of(state)
        if key not in self.runs:
            hint: tuple[Move, ...] = ()
            if state.mode == PASSED and self.position.mode == ALTERNATE:
                # the pass that led here was made in the state of alternate play before it
                hint = self.proof.play_of(replace(state, side=game.other(state.side), mode=ALTERNATE))
            state = replace(state, seen=self.past)
            self.runs[key] = self.run_search.winning_run(state, self.rules, self.watch, hint)
            self._tell()
        return self.runs[key]

    def _loser_alone(self, state: State) -> None:
        if state.mode != PASSED:
            self._push(game.play_unchecked(state, PASS, self.rules))
        loser, most = game.other(self.winner), game.largest(state, self.winner)
        if state.holder == self.winner and together(state.board, loser) <= most:
            self._write(state, cannot=REGIONS)
        elif state.holder == self.winner and freely_together(state, self.winner) < most:
            self._write(state, cannot=SQUARES)
        elif state.holder == self.winner and joined_together(state, self.winner) < most:
            self._write(state, cannot=JOINS)
        else:
            self._try_all(state)

    def _try_all(self, first: State) -> None:
        """Answer every placement where the loser holds that it can reach alone."""
        why, reached = EXHAUSTED, self._reachable(first, FEW_PLACEMENTS)
        if reached is None and first.holder == self.winner:
            why, reached = LAYOUTS, self._all_large(first)
        if reached is None:
            why, reached = EXHAUSTED, self._reachable(first, MOST_PLACEMENTS)
        if reached is None:
            raise NoCertificateError(
                f"more than {MOST_PLACEMENTS:,} placements would have to be tried in {key_of(first)}"
            )
        self._write(first, cannot=why)
        for after in reached:
            if after.holder != self.winner:
                self._push(game.play_unchecked(after, PASS, self.rules))

    def _reachable(self, first: State, most: int) -> list[State] | None:
        """Return the states that the loser can reach alone; None if there are too many."""
        reached = self.run_search.reachable(replace(first, seen=self.past), self.rules, most, self.watch)
        self._tell()
        return reached

    def _all_large(self, first: State) -> list[State] | None:
        """Return all placements with a large group, if there is an answer to each, also out of reach."""
        met = large_placements(first, self.winner, self._follow, self._tell)
        for state in met or ():
            if state.holder != self.winner:
                after = game.play_unchecked(state, PASS, self.rules)
                if after.over or self._run_of(after) is None:
                    return None
        return met

    def _tell(self) -> None:
        self.show(f"{len(self.entries):,} answers of the certificate")

    def _follow(self, state: State) -> Iterator[State]:
        self._tell()
        for step in steps(state, self.rules):
            yield game.play_unchecked(state, step, self.rules)


def certify(
    verdict: Verdict, path: str | Path, limits: Limits | None = None, show: Callable[[str], None] = silent
) -> int:
    """Write the certificate of a verdict to a file; return how many answers it has.

    Raises
    ------
    NoCertificateError
        As for `certificate`.
    OSError
        The file cannot be written.
    """
    outputs.check([path])
    lines = certificate(verdict, limits, show)
    write(path, lines)
    return len(lines) - 1
