"""`mabi solve`: prove the outcomes of positions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import mabi_search
from _gamekit import outputs
from _gamekit.arguments import add_json, add_memory, add_nodes, add_seconds, add_workers
from _gamekit.certificate_file import check_new
from _gamekit.facts import Fact, Facts
from _gamekit.limits import MIB, Limits
from _gamekit.problems import number_of
from _gamekit.program import ANSWERED, UNDECIDED, as_text
from _gamekit.progress import Progress
from _gamekit.work.workers import Workers
from mabi_search import certify, proof, show
from mabi_search.cli import PROGRAM, SOLVED
from mabi_search.cli.answering import answer_by, is_many
from mabi_search.cli.options import ANSWERS_OUT, add_position, add_readings
from mabi_search.cli.questions import Question
from mabi_search.game.position import Position
from mabi_search.proof.verdict import WHY, Verdict
from mabi_search.search.sizes import PROOF_NODES, READING_NODES

EXAMPLES = [
    f"mabi solve '{SOLVED}'",
    f"mabi solve '{SOLVED}' --all-moves --certificate proof.jsonl",
    f"mabi solve '{SOLVED}' --workers 2 --save search.mabi",
    "mabi solve positions.txt --workers 2 --out answers.json",
]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    add_nodes(parser, f"stop after N nodes (default {PROOF_NODES:,})")
    add_seconds(parser)
    add_memory(parser, "memory of the search's tables; stop when they are full")
    parser.add_argument(
        "--all-moves",
        action="store_true",
        help="also solve the position after each legal move; the moves share the limits",
    )
    parser.add_argument(
        "--all-readings",
        action="store_true",
        help="also solve the position under each combination of readings of the rules (by default at most "
        f"{READING_NODES:,} positions each)",
    )
    parser.add_argument(
        "--certificate", metavar="FILE", help="write the proof to a new file, for 'mabi check FILE'"
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="save the results of the search in FILE; if FILE exists, the search continues from it, and full "
        "tables do not stop it",
    )
    add_readings(parser)
    add_workers(parser, ANSWERS_OUT)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    outputs.check([options.certificate, options.save], [options.position], ["certificate", "search"])
    if options.certificate is not None:
        check_new(options.certificate)
    for_one = [f"--{name}" for name in ("certificate", "save") if getattr(options, name) is not None]
    workers = Workers(options.workers, scheduler=options.scheduler)
    many = is_many(options.position) or options.out is not None
    limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, max_memory=options.memory * MIB)
    what = _Solving(
        options.all_moves,
        options.all_readings,
        options.json,
        options.certificate is not None,
        Workers() if many else workers,
        options.save,
    )
    ask = partial(Question, limits=limits, what=what.answers)
    here, settings = workers if many else Workers(), ("all_moves", "all_readings")
    return answer_by(here, options, ask, partial(_show, options), for_one, settings)


def _show(options: Namespace, answer: _Solved | _Readings) -> None:
    """Print an answer, and write its certificate."""
    kept = _keep(answer.certificate, options.certificate) if isinstance(answer, _Solved) else ""
    if options.json:
        for facts in answer.lines():
            PROGRAM.answer(facts, True, also=[Fact("certificate", options.certificate if kept else None)])
    elif isinstance(answer, _Readings):
        PROGRAM.show(show.report.readings_view(answer.verdicts), as_text)
    else:
        PROGRAM.show(show.report.verdict_view(answer.verdict), as_text)
        if kept:
            print(kept)


KEEPS_NOTHING = "only the proof search keeps results; here alpha-beta or the search of a run was used"


class _Solved(NamedTuple):
    """The verdict of a position, with a certificate if requested, or with the reason why there is none."""

    verdict: Verdict
    certificate: certify.certificates.Certificate | str | None

    @property
    def code(self) -> int:
        """The exit code."""
        return ANSWERED if self.verdict.proven else UNDECIDED

    def lines(self) -> list[Facts]:
        """Return the facts of the verdict."""
        return [[*self.verdict.facts(), Fact("certificate")]]


class _Readings(NamedTuple):
    """The verdicts of a position under several readings."""

    verdicts: list[tuple[Position, Verdict]]

    @property
    def code(self) -> int:
        """The exit code."""
        return ANSWERED

    def lines(self) -> list[Facts]:
        """Return the facts of each verdict."""
        return [[*verdict.facts(), Fact("certificate")] for _, verdict in self.verdicts]


class _Solving(NamedTuple):
    """The options that determine the answers, here and in workers."""

    all_moves: bool
    all_readings: bool
    one_by_one: bool
    """True if the verdicts under different readings are reported one by one."""
    certificate: bool
    workers: Workers
    """The workers that search for one proof together."""
    save: str | None

    def answers(
        self, position: Position, limits: Limits, progress: Progress
    ) -> Iterator[_Solved | _Readings]:
        """Yield the verdict of a position, then its verdicts under all readings if they are requested."""
        verdict, search = self._decided(position, limits, progress)
        self._say_what_stopped(verdict, limits, progress)
        verdict = proof.solving.completed(verdict, self.all_moves, limits=limits, progress=progress)
        certificate = self._certificate(verdict, search, limits, progress) if self.certificate else None
        yield _Solved(verdict, certificate)
        if self.all_readings and not (limits.stop is not None and limits.stop()):
            few = replace(limits, max_nodes=limits.max_nodes or READING_NODES)
            verdicts = mabi_search.solve_all_readings(position, limits=few, progress=progress)
            if self.one_by_one:
                yield from (_Readings([verdict_under]) for verdict_under in verdicts)
            else:
                yield _Readings(list(verdicts))

    def _decided(
        self, position: Position, limits: Limits, progress: Progress
    ) -> tuple[Verdict, proof.proof_search.ProofSearch | None]:
        """Return the verdict, and the search that proved it; say why workers stopped, if they did."""
        try:
            return proof.solving.decide(
                position, limits=limits, progress=progress, workers=self.workers, save=self.save
            )
        except proof.solving.ProofStoppedError as error:
            progress("")
            PROGRAM.say(str(error))
            return error.verdict, None

    def _say_what_stopped(self, verdict: Verdict, limits: Limits, progress: Progress) -> None:
        """Say what to do if the memory was full, and what was saved, or why nothing was."""
        if verdict.proven:
            return
        progress("")
        kept = proof.solving.keeps_results(verdict.position)
        if self.save is not None and not kept:
            PROGRAM.say(f"nothing was saved in {self.save}: {KEEPS_NOTHING}")
        goes_on = f"; the same command continues from there ({self.save})" * (self.save is not None and kept)
        nodes = number_of(verdict.nodes, "node")
        if verdict.stopped_by == "memory":
            more = "; --save FILE keeps what is proven and empties full tables" * (self.save is None and kept)
            doubled = f"--memory {2 * limits.max_memory // MIB} doubles them"
            PROGRAM.say(f"the search's tables are full ({nodes}): {doubled}{more}{goes_on}")
        elif goes_on and verdict.stopped_by in ("nodes", "seconds", "interrupt"):
            PROGRAM.say(f"{WHY[verdict.stopped_by]} after {nodes}{goes_on}")

    def _certificate(
        self,
        verdict: Verdict,
        search: proof.proof_search.ProofSearch | None,
        limits: Limits,
        progress: Progress,
    ) -> certify.certificates.Certificate | str:
        """Return the certificate of a verdict, or the reason why there is none."""
        try:
            return certify.certificates.certificate_of(verdict, search, limits=limits, progress=progress)
        except mabi_search.NoCertificateError as error:
            return str(error)


def _keep(certificate: certify.certificates.Certificate | str | None, name: str) -> str:
    """Write a certificate if there is one, and return a line about it."""
    if isinstance(certificate, str):
        PROGRAM.say(f"no certificate was written: {certificate}")
    if certificate is None or isinstance(certificate, str):
        return ""
    certificate.write(name)
    return f"certificate of {number_of(certificate.answers, 'answer')}: {name}"
