"""`mabi solve`: the exact outcome of positions, with proof."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import mabi_search
from _gamekit import outputs
from _gamekit.arguments import add_json, add_nodes, add_seconds
from _gamekit.facts import Fact
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import Progress, status
from mabi_search import certify, proof, show
from mabi_search.cli.answering import answer_each
from mabi_search.cli.options import add_position, add_readings
from mabi_search.cli.program import PROGRAM, SOLVED
from mabi_search.game.position import Position
from mabi_search.sizes import PROOF_NODES, READING_NODES

EXAMPLES = [f"mabi solve '{SOLVED}'", f"mabi solve '{SOLVED}' --all-moves --certificate proof.jsonl"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    add_position(parser)
    add_nodes(parser, f"stop after N positions (default {PROOF_NODES:,})")
    add_seconds(parser)
    parser.add_argument(
        "--all-moves",
        action="store_true",
        help="also solve every move; the moves share the limits",
    )
    parser.add_argument(
        "--all-readings",
        action="store_true",
        help=f"solve under every reading of the rules (default limit: {READING_NODES:,} positions each)",
    )
    parser.add_argument("--certificate", metavar="FILE", help="write the proof to FILE")
    add_readings(parser)
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
            with status() as progress:
                found, search = proof.solving.decide(position, limits=limits, progress=progress)
                if options.all_moves:
                    found = proof.solving.with_moves(found, limits=limits, progress=progress)
                kept = _certify(found, search, options, limits, progress)
            facts = [*found.facts(), Fact("certificate", options.certificate if kept else None)]
            PROGRAM.answer(facts, options.json, lambda: show.verdict_report.verdict_view(found))
            if kept and not options.json:
                print(kept)
            if options.all_readings and not stop():
                few = Limits(max_nodes=options.nodes or READING_NODES, max_seconds=options.seconds, stop=stop)
                _solve_readings(position, few, options.json)
            if stop():
                return INTERRUPTED
        return ANSWERED if found.proven else UNDECIDED

    outputs.check([options.certificate], [options.position], ["certificate"])
    return answer_each(options, answer, ["--certificate"] if options.certificate is not None else [])


def _solve_readings(position: Position, limits: Limits, json: bool) -> None:
    """Show the verdicts under all readings: as JSON one by one, otherwise all at once."""
    if json:
        for _, verdict in mabi_search.solve_all_readings(position, limits=limits):
            PROGRAM.answer([*verdict.facts(), Fact("certificate")], True)
        return
    with status() as progress:
        every = list(mabi_search.solve_all_readings(position, limits=limits, progress=progress))
    PROGRAM.show(show.verdict_report.readings_view(every), as_text)


def _certify(
    found: mabi_search.Verdict,
    search: proof.proof_search.ProofSearch | None,
    options: Namespace,
    limits: Limits,
    progress: Progress,
) -> str:
    """Write a certificate if requested and possible; return a line about it."""
    if options.certificate is None:
        return ""
    try:
        certificate = certify.certificates.certificate_of(found, search, limits=limits, progress=progress)
    except mabi_search.NoCertificateError as error:
        PROGRAM.say(f"no certificate was written: {error}")
        return ""
    certificate.write(options.certificate)
    return f"certificate of {certificate.answers:,} answers: {options.certificate}"
