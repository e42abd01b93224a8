"""Build certificates, which are proofs as files.

Certificates are built with the rules of the search and with the checker's bounds on runs. The module
`checker` verifies them, and imports nothing from this module.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from _gamekit.certificate_file import CertificateFile
from _gamekit.limits import Limits, Watch, limited
from _gamekit.problems import number_of
from _gamekit.progress import Progress, silent
from _gamekit.search import Stop, drive
from mabi_search.certify.certificate_format import (
    APART,
    EXHAUSTED,
    KIND,
    LAYOUTS,
    MOST_PLACEMENTS,
    READINGS,
    VERSION,
    digest,
)
from mabi_search.certify.checker import TOO_FEW, RejectedError, TooLargeError, check_certificate, too_few
from mabi_search.certify.checker_apart import SeveralError, TooManyPlacementsError, overtaking_moments
from mabi_search.certify.checker_rules import SIDES, Readings, read, text_of as moment_text
from mabi_search.game import rules as game
from mabi_search.game.errors import InternalError, MabiError
from mabi_search.game.notation import text_of
from mabi_search.game.outcomes import LOSS, WIN, Outcome
from mabi_search.game.position import Position
from mabi_search.game.readings import sound
from mabi_search.game.rules import ALTERNATE, PASS, PASSED, Move, Rules, State
from mabi_search.proof.lines import runs_in
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.proof.solving import decide
from mabi_search.proof.verdict import WHY, Verdict
from mabi_search.runs import run_search
from mabi_search.runs.layouts import FIRST_SCALE, LAST_SCALE, large_placements
from mabi_search.search.sizes import PROOF_NODES

FEW_PLACEMENTS = 1 << 12
"""If a run has more reachable placements than this, the certificate answers placements with a large group
only."""


class NoCertificateError(MabiError):
    """No certificate can be made for a verdict. The message gives the reason."""


def key_of(state: State) -> str:
    """Return the key of an answer: its board, side to move, mode and holder."""
    return " ".join(text_of(state).split()[:4])


def steps(state: State, rules: Rules) -> Iterator[Move]:
    """Yield the steps of `rules.legal_moves`, and those that repetition forbids, in less time."""
    mine, theirs = game.groups(state, state.side), game.groups(state, game.other(state.side))
    stuck = {square for group in game.frozen(state, rules) for square in group}
    for group in mine:
        larger = {square for enemy in theirs if len(enemy) > len(group) for square in enemy}
        held = {square for square in group if not larger.isdisjoint(square.neighbours())}
        if held:
            stuck |= set(group) if rules.paralyses_groups else held
    for square in state.pieces(state.side):
        if square in stuck or (state.ply == 0 and not game.touches_edge(state, square)):
            continue
        for target in sorted(square.neighbours()):
            if state.at(target) == game.EMPTY:
                yield Move(square, target)


@dataclass(frozen=True)
class Certificate(CertificateFile):
    """A proof of who wins a position: the winner's answer to everything that the loser can do.

    Examples
    --------
    >>> from mabi_search import Position
    >>> from mabi_search import check_certificate, make_certificate
    >>> certificate = make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9"))
    >>> print(certificate.outcome, check_certificate(certificate).outcome)
    win win
    """

    verdict: Verdict
    """The proven verdict, and how the proof was found."""
    lines: tuple[str, ...]
    """The lines of the file: first the claim, then the answers. Each line is a JSON object."""

    @property
    def position(self) -> Position:
        """The position whose outcome is proven."""
        return self.verdict.position

    @property
    def outcome(self) -> Outcome:
        """The proven outcome for the side to move: a win or a loss."""
        return self.verdict.outcome

    @property
    def answers(self) -> int:
        """Number of answers in the certificate."""
        return len(self.lines) - 1

    def __repr__(self) -> str:
        return f"<Certificate: {self.outcome} for the side to move, {number_of(self.answers, 'answer')}>"


def make_certificate(
    position: Position | Verdict, *, limits: Limits | None = None, progress: Progress = silent
) -> Certificate:
    """Return a certificate of who wins a position.

    Parameters
    ----------
    position : Position or Verdict
        A position with `pass_rule` ``run`` or ``final``, `freeze` ``unique`` or ``leader``, and `repetition`
        ``situation``; or its verdict, whose proof is searched again.
    limits : Limits, optional
        Limits of the search, as for `solve`. If the first proof is of a kind that certificates cannot
        contain, a second search follows with the same limits. The construction of the certificate is not
        limited, but `stop` interrupts it.
    progress : Progress, optional
        A function to be called with a description of the progress and a count: `nodes`, then `answers`.

    Returns
    -------
    Certificate
        A certificate that the checker has accepted.

    Raises
    ------
    NoCertificateError
        The outcome is neither a win nor a loss; or readings, limits or the size of a run prevent a
        certificate.
    ArgumentError
        An argument is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Position, make_certificate
    >>> certificate = make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9"))
    >>> print(certificate.outcome, certificate.answers)
    win 2
    """
    if isinstance(position, Verdict):
        return certificate_of(position, limits=limits, progress=progress)
    verdict, proof = decide(position, limits=limits, progress=progress)
    return certificate_of(verdict, proof, limits=limits, progress=progress)


def certificate_of(
    verdict: Verdict,
    proof: ProofSearch | None = None,
    *,
    limits: Limits | None = None,
    progress: Progress = silent,
) -> Certificate:
    """Return a certificate of a verdict. If no proof is given, the proof search starts from the beginning.

    Raises
    ------
    NoCertificateError
        As for `make_certificate`.
    InternalError
        The checker rejects the certificate, so either the checker or the search is wrong.
    """
    rules = verdict.position.rules
    if verdict.outcome not in (WIN, LOSS):
        raise NoCertificateError(f"a certificate needs a win or a loss, not {verdict.outcome}")
    if rules.max_plies is not None or verdict.position.outcome() is not None:
        raise NoCertificateError("a certificate needs an unfinished game without max_plies")
    if not sound("proofs", rules):
        raise NoCertificateError(
            "certificates need pass_rule run or final, freeze unique or leader, and repetition situation"
        )
    limits = limited(limits, PROOF_NODES)

    def heed(text: str, /, **counts: int) -> None:
        if limits.stop is not None and limits.stop():
            raise NoCertificateError("interrupted")
        progress(text, **counts)

    lines = _Builder(verdict, proof, limits, heed).lines()
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
        check_certificate(lines, progress=heed)
    except RejectedError as error:
        raise InternalError(f"the certificate of {verdict.position} is rejected: {error}") from error
    except TooLargeError as error:
        raise NoCertificateError(str(error)) from error
    return Certificate(verdict, tuple(lines))


class _Builder:
    """Collect the winner's answers, starting from the position."""

    def __init__(self, verdict: Verdict, proof: ProofSearch | None, limits: Limits, progress: Progress):
        self.progress = progress
        self.watch = Watch(Limits(stop=limits.stop))
        self.position, self.rules = verdict.position, verdict.position.rules
        self.readings = Readings(**{name: getattr(self.rules, name) for name in READINGS})
        state = self.position.state
        self.winner = state.side if verdict.outcome == WIN else game.other(state.side)
        self.entries: dict[str, dict[str, Any]] = {}
        self.todo: list[State] = [replace(state, seen=())]
        self.known: set[str] = {key_of(state)}
        self.runs: dict[str, tuple[Move, ...] | None] = {
            key_of(first): found for first, found in runs_in(verdict)
        }
        """The winning runs by key; None if a search found none. Runs of the verdict's line are not searched
        again."""
        self.past = state.seen
        if state.mode == ALTERNATE:
            if proof is None:
                proofs = ProofPortfolio(state, self.rules, limits.max_memory)
                stop = drive(
                    proofs, Watch(limits), lambda: progress(proofs.progress_text(), nodes=proofs.nodes)
                )
                if stop is not Stop.DECIDED:
                    raise NoCertificateError(
                        f"{verdict.method} proved the outcome, and the proof search that a certificate "
                        f"needs did not: {WHY[stop]}"
                    )
                proof = proofs.proving
            self.proof = proof

    def lines(self) -> list[str]:
        """Return the lines with the answers."""
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
        ends = state.mode == PASSED or self.rules.run_is_last
        if ends and state.holder == self.winner:
            return
        run = self._run_of(state)
        if run is None:
            raise NoCertificateError(f"the winning run from {key_of(state)} was not found again")
        self._write(state, run=list(map(str, run)))
        for move in run:
            state = game.play_unchecked(state, move, self.rules)
        self._push(game.play_unchecked(state, PASS, self.rules))

    def _run_of(self, state: State) -> tuple[Move, ...] | None:
        """Return steps of a run after which the winner's pass wins; None if none were found."""
        key = key_of(state)
        if key not in self.runs:
            hint: tuple[Move, ...] = ()
            if state.mode == PASSED and self.position.mode == ALTERNATE:
                # the pass that led here was made in the state of alternate play before it
                hint = self.proof.play_of(replace(state, side=game.other(state.side), mode=ALTERNATE))
            state = replace(state, seen=self.past)
            self.runs[key] = run_search.winning_run(state, self.rules, self.watch, hint)
            self._tell()
        return self.runs[key]

    def _loser_alone(self, state: State) -> None:
        if state.mode != PASSED:
            self._push(game.play_unchecked(state, PASS, self.rules))
        why = self._too_few(state) if state.holder == self.winner else None
        if why is not None:
            self._write(state, cannot=why)
        else:
            self._try_all(state)

    def _too_few(self, state: State) -> str | None:
        """Return a bound of the checker that proves that the loser cannot overtake; None if there is none."""
        moment, _ = read(f"{key_of(state)} 1", self.readings)
        return next((why for why in TOO_FEW if too_few(why, moment, SIDES.index(self.winner))), None)

    def _try_all(self, first: State) -> None:
        """Answer every reachable placement in which the loser is the holder."""
        why, reached = EXHAUSTED, self._reachable(first, FEW_PLACEMENTS)
        if reached is None and first.holder == self.winner:
            why, reached = LAYOUTS, self._all_large(first, FIRST_SCALE)
        if reached is None and first.holder == self.winner:
            why, reached = APART, self._apart(first)
        if reached is None:
            why, reached = EXHAUSTED, self._reachable(first, MOST_PLACEMENTS)
        if reached is None and first.holder == self.winner:
            why, reached = LAYOUTS, self._all_large(first, LAST_SCALE)
        if reached is None:
            raise NoCertificateError(
                f"the loser's run from {key_of(first)} has more than {MOST_PLACEMENTS:,} placements to try"
            )
        self._write(first, cannot=why)
        for after in reached:
            if after.holder != self.winner:
                self._push(game.play_unchecked(after, PASS, self.rules))

    def _reachable(self, first: State, most: int) -> list[State] | None:
        """Return the states that the loser can reach alone; None if there are too many."""
        reached = run_search.reachable(replace(first, seen=self.past), self.rules, most, self.watch)
        self._tell()
        return reached

    def _apart(self, first: State) -> list[State] | None:
        """Return all combinations of placements of regions that overtake; None if there are too many."""
        moment, _ = read(f"{key_of(first)} 1", self.readings)
        try:
            moments = overtaking_moments(moment, self.readings, MOST_PLACEMENTS, lambda _: None)
        except (SeveralError, TooManyPlacementsError):
            return None
        self._tell()
        return [Position.parse(f"{moment_text(after)} 1", self.rules).state for after in moments]

    def _all_large(self, first: State, scale: int) -> list[State] | None:
        """Return all placements with a large group, even unreachable ones; None unless each has an answer."""
        states = large_placements(first, self.winner, self._follow, self._tell, scale)
        for state in states or ():
            if state.holder != self.winner:
                after = game.play_unchecked(state, PASS, self.rules)
                if after.over or self._run_of(after) is None:
                    return None
        return states

    def _tell(self) -> None:
        answers = len(self.entries)
        self.progress(f"{number_of(answers, 'answer')} of the certificate", answers=answers)

    def _follow(self, state: State) -> Iterator[State]:
        self._tell()
        for step in steps(state, self.rules):
            yield game.play_unchecked(state, step, self.rules)
