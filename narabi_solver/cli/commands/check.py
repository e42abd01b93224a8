"""`narabi check`: verifies a file of certificates with the independent checker."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from _gamekit.arguments import add_json, whole_number
from _gamekit.folders import named
from _gamekit.lines import lines_of
from _gamekit.problems import printable, reading
from _gamekit.program import ANSWERED, BAD_INPUT, NEGATIVE, UNDECIDED, BadLines
from _gamekit.progress import status
from narabi_solver import certify, show
from narabi_solver.cli import PROGRAM
from narabi_solver.game.errors import ArgumentError
from narabi_solver.sizes import MAX_STATES

MAX_CERTIFICATES = 100_000_000
"""Largest size of a file of certificates, in bytes."""
EXAMPLES = ["narabi check proof.json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "certificate", metavar="CERTIFICATE", help="a file written by 'narabi solve --certificate'"
    )
    parser.add_argument(
        "--max-states",
        type=whole_number(1),
        default=MAX_STATES,
        metavar="N",
        help=f"stop after N nodes: bound not verified, exit code 3 (default {MAX_STATES:,})",
    )
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    with reading(options.certificate), open(named(options.certificate), "rb") as file:
        raw = file.read(MAX_CERTIFICATES + 1)
    if len(raw) > MAX_CERTIFICATES:
        raise ArgumentError(f"{options.certificate}: too large (at most {MAX_CERTIFICATES:,} bytes)")
    lines = [line for line in lines_of(raw.decode("utf-8-sig", errors="replace")) if line.strip()]
    if not lines:
        raise ArgumentError(f"{options.certificate}: no certificate in this file")
    code = ANSWERED
    with BadLines(PROGRAM) as bad:
        for number, line in enumerate(lines, 1):
            try:
                code = max(code, _check_one(options, number, line))
            except ArgumentError as error:
                bad.add(error, f"{options.certificate}, line {number}: ")
                if number == 1:  # not a file of certificates
                    break
    return BAD_INPUT if bad.count else code


def _check_one(options: Namespace, number: int, line: str) -> int:

    answer: dict[str, Any]
    with status() as tell:
        try:
            checked = certify.checker.check_certificate([line], max_states=options.max_states, progress=tell)
        except certify.checker.RejectedError as error:
            code, lines = NEGATIVE, [f"{number}: rejected: {error}"]
            answer = {"accepted": False, "error": str(error), "place": error.place}
        else:
            code = ANSWERED if checked.bound_confirmed else UNDECIDED
            word = "accepted: " if checked.bound_confirmed else ""  # else the summary says why
            lines = [f"{number}: {word}{checked.summary}", f"   {show.report.claim_text(checked)}"]
            answer = checked.to_dict()
    if options.json:
        PROGRAM.print_json({"line": number, **answer})
    else:
        print("\n".join(map(printable, lines)))
    return code
