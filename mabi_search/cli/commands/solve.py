"""`mabi solve`: prove the outcomes of positions."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

import mabi_search
from _gamekit import outputs
from _gamekit.arguments import add_json, add_memory, add_nodes, add_seconds, add_workers
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
from mabi_search.game.position import Position
from mabi_search.proof.verdict import Verdict
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
    add_nodes(parser, f"stop after N positions (default {PROOF_NODES:,})")
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
    parser.add_argument("--certificate", metavar="FILE", help="write the proof to FILE")
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

    def tell(answer: _Solved | _Readings) -> int:
        kept = _keep(answer.certificate, options.certificate) if isinstance(answer, _Solved) else ""
        code, every = _rows(answer, options.certificate if kept else None)
        if options.json:
            for facts in every:
                PROGRAM.answer(facts, True)
        elif isinstance(answer, _Readings):
            PROGRAM.show(show.report.readings_view(answer.every), as_text)
        else:
            PROGRAM.show(show.report.verdict_view(answer.verdict), as_text)
        if kept and not options.json:
            print(kept)
        return code

    outputs.check([options.certificate, options.save], [options.position], ["certificate", "search"])
    for_one = [f"--{name}" for name in ("certificate", "save") if getattr(options, name) is not None]
    workers = Workers(options.workers, scheduler=options.scheduler)
    many = is_many(options.position) or options.out is not None
    asked = _Asked(
        options.nodes,
        options.seconds,
        options.memory * MIB,
        options.all_moves,
        options.all_readings,
        options.json,
        options.certificate is not None,
        Workers() if many else workers,
        options.save,
    )
    who, more = workers if many else Workers(), ("all_moves", "all_readings")
    return answer_by(who, options, asked.answers, tell, _rows, for_one, more)


KEEPS_NOTHING = "only the proof search keeps results; here alpha-beta or the search of a run was used"


class _Solved(NamedTuple):
    """The verdict of a position, with a certificate if requested, or with the reason why there is none."""

    verdict: Verdict
    certificate: certify.certificates.Certificate | str | None


class _Readings(NamedTuple):
    """The verdicts of a position under several readings."""

    every: list[tuple[Position, Verdict]]


class _Asked(NamedTuple):
    """The options that determine the answer for each position, here and in workers."""

    nodes: int | None
    seconds: float | None
    memory: int
    all_moves: bool
    all_readings: bool
    one_by_one: bool
    """True if the verdicts under different readings are reported one by one."""
    certificate: bool
    workers: Workers
    """The workers that search for one proof together."""
    save: str | None

    def answers(
        self, position: Position, stop: Callable[[], bool] | None, progress: Progress
    ) -> Iterator[_Solved | _Readings]:
        """Yield the answers for a position."""
        limits = Limits(max_nodes=self.nodes, max_seconds=self.seconds, max_memory=self.memory, stop=stop)
        search: proof.proof_search.ProofSearch | None = None
        try:
            verdict, search = proof.solving.decide(
                position, limits=limits, progress=progress, workers=self.workers, save=self.save
            )
        except proof.solving.ProofStoppedError as error:
            progress("")
            PROGRAM.say(str(error))
            verdict = error.verdict
        if verdict.stopped_by == "memory":
            progress("")
            full = f"the search's tables are full ({number_of(verdict.nodes, 'position')})"
            more = "" if self.save else "; --save FILE keeps what is proven and empties full tables"
            PROGRAM.say(f"{full}: --memory {2 * self.memory // MIB} doubles them{more}")
        if self.save is not None and not verdict.proven and not os.path.exists(self.save):
            progress("")
            PROGRAM.say(f"nothing was saved in {self.save}: {KEEPS_NOTHING}")
        verdict = proof.solving.completed(verdict, self.all_moves, limits=limits, progress=progress)
        certificate: certify.certificates.Certificate | str | None = None
        if self.certificate:
            try:
                certificate = certify.certificates.certificate_of(
                    verdict, search, limits=limits, progress=progress
                )
            except mabi_search.NoCertificateError as error:
                certificate = str(error)
        yield _Solved(verdict, certificate)
        if self.all_readings and not (stop is not None and stop()):
            few = replace(limits, max_nodes=self.nodes or READING_NODES)
            every = mabi_search.solve_all_readings(position, limits=few, progress=progress)
            yield from (
                [_Readings(list(every))] if not self.one_by_one else (_Readings([one]) for one in every)
            )


def _rows(answer: _Solved | _Readings, certificate: str | None = None) -> tuple[int, list[Facts]]:
    """Return the exit code of an answer, and the facts of each line."""
    if isinstance(answer, _Readings):
        return ANSWERED, [[*verdict.facts(), Fact("certificate")] for _, verdict in answer.every]
    code = ANSWERED if answer.verdict.proven else UNDECIDED
    return code, [[*answer.verdict.facts(), Fact("certificate", certificate)]]


def _keep(certificate: certify.certificates.Certificate | str | None, name: str) -> str:
    """Write a certificate if there is one, and return a line about it."""
    if isinstance(certificate, str):
        PROGRAM.say(f"no certificate was written: {certificate}")
    if certificate is None or isinstance(certificate, str):
        return ""
    certificate.write(name)
    return f"certificate of {number_of(certificate.answers, 'answer')}: {name}"
