"""`mabi solve`: the exact outcome of positions, with proof."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from _gamekit import outputs
from _gamekit.limits import Limits
from _gamekit.program import ANSWERED, INTERRUPTED, UNDECIDED, as_text
from _gamekit.progress import Progress, status
from mabi_search.cli.answering import answer_each
from mabi_search.cli.program import PROGRAM
from mabi_search.game.position import Position
from mabi_search.sizes import READING_NODES

if TYPE_CHECKING:
    from mabi_search.proof.proof_search import ProofSearch
    from mabi_search.proof.verdict import Verdict


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    from mabi_search.proof.solving import decide, with_moves
    from mabi_search.show import verdict_report

    with PROGRAM.ended_by_interrupt():
        import mabi_search.proof.proof_search  # noqa: F401  (loads numpy)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_nodes=options.nodes, max_seconds=options.seconds, stop=stop)
            with status() as progress:
                found, proof = decide(position, limits=limits, progress=progress)
                if options.all_moves:
                    found = with_moves(found, limits=limits, progress=progress)
                kept = _certify(found, proof, options, limits, progress)
            if options.json:
                PROGRAM.print_json(verdict_report.verdict_json(found, options.certificate if kept else None))
            else:
                PROGRAM.show(verdict_report.verdict_view(found), as_text)
                if kept:
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
    from mabi_search.proof.solving import solve_all_readings
    from mabi_search.show import verdict_report

    if json:
        for _, verdict in solve_all_readings(position, limits=limits):
            PROGRAM.print_json(verdict_report.verdict_json(verdict))
        return
    with status() as progress:
        every = list(solve_all_readings(position, limits=limits, progress=progress))
    PROGRAM.show(verdict_report.readings_view(every), as_text)


def _certify(
    found: Verdict, proof: ProofSearch | None, options: Namespace, limits: Limits, progress: Progress
) -> str:
    """Write a certificate if requested and possible; return a line about it."""
    if options.certificate is None:
        return ""
    from mabi_search.certify.certificates import NoCertificateError, certificate_of

    try:
        certificate = certificate_of(found, proof, limits=limits, progress=progress)
    except NoCertificateError as error:
        PROGRAM.say(f"no certificate was written: {error}")
        return ""
    certificate.write(options.certificate)
    return f"certificate of {certificate.answers:,} answers: {options.certificate}"
