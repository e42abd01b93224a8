"""The program `mabi`."""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from _gamekit import folders, outputs
from _gamekit.limits import Limits
from _gamekit.program import (
    ANSWERED,
    BAD_INPUT,
    INTERRUPTED,
    NEGATIVE,
    UNDECIDED,
    BadLines,
    DrawingFiles,
    Program,
    as_text,
)
from _gamekit.progress import Progress, status
from mabi_search.cli import arguments
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError, InternalError, MabiError
from mabi_search.game.position import Position
from mabi_search.game.rules import READINGS, SIDE_NAMES, Rules
from mabi_search.sizes import READING_NODES

if TYPE_CHECKING:
    from mabi_search.proof.proof_search import ProofSearch
    from mabi_search.proof.verdict import Verdict
    from mabi_search.runs.pass_analysis import PassAnalysis

# Modules are imported by the command that needs them: `--help` and `cards` should not wait for all of them.
# ruff: noqa: PLC0415

PROGRAM = Program("mabi")
LARGEST_CERTIFICATE = 1 << 30
"""Characters."""


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit code."""

    def work() -> int:
        options = arguments.build().parse_args(argv)
        return _COMMANDS[options.command](options)

    return PROGRAM.run(work, (MabiError, folders.NamedFolderError), InternalError)


def run() -> None:
    """Run the program and end the process."""
    sys.exit(main())


def _rules(options: Namespace) -> Rules:
    readings = {option: getattr(options, option) for option in READINGS}
    return Rules(size=options.size, max_plies=options.max_plies, **readings)


def _answer_each(options: Namespace, answer: Callable[[Position], int], for_one: Sequence[str] = ()) -> int:
    """Answer each position of the argument, report lines that are not positions, return the exit code.

    `for_one` names the options that allow one position only.
    """
    text = options.position
    name = "standard input: " if text == "-" else f"{text}: " * os.path.exists(text)
    highest, answered = ANSWERED, 0
    with BadLines(PROGRAM) as bad:
        for entry in saved_games.reader(_rules(options)).only(text, sys.stdin.buffer, for_one):
            if entry.value is None:
                bad.add(entry.problem, f"{name}line {entry.line}: ")
                continue
            if answered and not options.json:
                print()
            answered += 1
            code = answer(entry.value)
            if code == INTERRUPTED:
                return code
            highest = max(highest, code)
    return BAD_INPUT if bad.count else highest


def _show(options: Namespace) -> int:
    from mabi_search.show import report

    drawn = DrawingFiles(PROGRAM, options, options.position)
    region = arguments.ENGINE_SIDES.get(options.region)

    def answer(position: Position) -> int:
        drawn.write(
            options.svg, lambda: position.svg(region=region, width=options.width, theme=options.theme)
        )
        if options.json:
            PROGRAM.print_json(report.position_json(position))
        else:
            PROGRAM.show(report.position_view(position), as_text)
        return ANSWERED

    return _answer_each(options, answer, drawn.options)


def _view(options: Namespace) -> int:
    from mabi_search.show import report

    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        drawn.write(options.html, lambda: position.replay(theme=options.theme).html())
        if options.json:
            PROGRAM.print_json(report.position_json(position))
        return ANSWERED

    return _answer_each(options, answer, drawn.options)


def _moves(options: Namespace) -> int:
    from mabi_search.show import report

    def answer(position: Position) -> int:
        if options.json:
            PROGRAM.print_json(report.moves_json(position, options.why))
        else:
            PROGRAM.show(report.moves_view(position, options.why), as_text)
        return ANSWERED

    return _answer_each(options, answer)


def _perft(options: Namespace) -> int:
    from mabi_search.search.perft import divide, perft
    from mabi_search.show import report

    with PROGRAM.ended_by_interrupt():
        import mabi_search.kernels  # noqa: F401  (compiles or loads the kernels)

    def answer(position: Position) -> int:
        started = time.perf_counter()
        with PROGRAM.interruptible() as stop:
            limits = Limits(max_seconds=options.seconds, stop=stop)
            found = perft(position, options.depth, limits=limits, statistics=options.statistics)
            divided = None
            if options.divide and options.depth and found.nodes is not None:
                divided = divide(position, options.depth, limits=Limits(stop=stop))
            seconds = time.perf_counter() - started
            if options.json:
                PROGRAM.print_json(report.perft_json(found, divided))
            else:
                PROGRAM.show(report.perft_view(found, divided, seconds), as_text)
            if stop():
                return INTERRUPTED
        return UNDECIDED if found.nodes is None else ANSWERED

    return _answer_each(options, answer)


def _analyse(options: Namespace) -> int:
    from mabi_search.search.analysis import analyses
    from mabi_search.show import report

    with PROGRAM.ended_by_interrupt():
        import mabi_search.kernels.alphabeta  # noqa: F401  (compiles or loads the kernels)

    drawn = DrawingFiles(PROGRAM, options, options.position)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop:
            limits = Limits(options.nodes, options.seconds, stop=stop)
            shown = 0
            passed = _passed(position, options, stop)
            for found in analyses(position, depth=options.depth, limits=limits, lines=options.lines):
                if options.json:
                    PROGRAM.print_json(report.analysis_json(found, passed))
                elif found.depth > shown or not found.lines:
                    PROGRAM.show(report.analysis_text(found), as_text)
                shown = found.depth
            if passed is not None and not options.json:
                PROGRAM.show(report.passed_text(position, passed), as_text)
            drawn.write(options.svg, lambda: found.svg(width=options.width, theme=options.theme))
            return INTERRUPTED if stop() else ANSWERED

    return _answer_each(options, answer, drawn.options)


def _solve(options: Namespace) -> int:
    from mabi_search.proof.solving import decide, with_moves
    from mabi_search.show import verdict_report

    with PROGRAM.ended_by_interrupt():
        import mabi_search.proof.proof_search  # noqa: F401  (compiles or loads the kernels)

    def answer(position: Position) -> int:
        with PROGRAM.interruptible() as stop:
            limits = Limits(options.nodes, options.seconds, stop=stop)
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
                few = Limits(options.nodes or READING_NODES, options.seconds, stop=stop)
                _solve_readings(position, few, options.json)
            if stop():
                return INTERRUPTED
        return ANSWERED if found.proven else UNDECIDED

    outputs.check([options.certificate], [options.position])
    return _answer_each(options, answer, ["--certificate"] if options.certificate is not None else [])


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


def _check(options: Namespace) -> int:
    from mabi_search.certify import checker
    from mabi_search.show import verdict_report

    path = options.certificate
    try:
        with open(folders.named(path), encoding="utf-8") as file:
            lines = file.read(LARGEST_CERTIFICATE + 1)
    except UnicodeDecodeError:
        raise MabiError(f"{path}: not a certificate: not text in UTF-8") from None
    if len(lines) > LARGEST_CERTIFICATE:
        raise MabiError(f"{path}: not a certificate: more than {LARGEST_CERTIFICATE:,} characters")
    try:
        with status() as progress:
            checked = checker.check(lines.splitlines(), progress=progress)
    except ArgumentError as error:
        raise ArgumentError(f"{path}: {error}") from None
    except checker.RejectedError as error:
        if options.json:
            PROGRAM.print_json({"accepted": False, "place": error.place, "error": str(error)})
        else:
            print(f"rejected: {error}")
        return NEGATIVE
    except checker.TooLargeError as error:
        PROGRAM.say(str(error))
        return UNDECIDED
    if options.json:
        PROGRAM.print_json(verdict_report.checked_json(checked))
    else:
        PROGRAM.show(verdict_report.checked_text(checked), as_text)
    return ANSWERED


def _passed(position: Position, options: Namespace, stop: Callable[[], bool]) -> PassAnalysis | None:
    """Return what a pass now leads to, within a tenth of the limits; None if no run follows it."""
    from mabi_search.runs.pass_analysis import analyse_pass

    nodes = None if options.nodes is None else options.nodes // 10
    seconds = None if options.seconds is None else options.seconds / 10
    try:
        return analyse_pass(position, limits=Limits(nodes, seconds, stop=stop))
    except ArgumentError:
        return None


def _play(options: Namespace) -> int:
    from mabi_search.cli.session import HELP, Session

    positions = list(saved_games.reader(_rules(options)).argument(options.position, sys.stdin.buffer))
    if len(positions) != 1 or positions[0].value is None:
        raise positions[0].error or MabiError(f"{len(positions)} positions; a game starts from exactly one")
    session = Session(positions[0].value, arguments.ENGINE_SIDES.get(options.engine), options.nodes)
    wrong = False
    terminal = sys.stdin.isatty()
    if terminal:
        print(HELP)
    for view in [*session.do("show"), *session.answer()]:
        PROGRAM.show(view, as_text)
    while not session.over:
        if terminal:
            print(f"{SIDE_NAMES[session.position.side]}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            break
        if not line.strip():
            continue
        try:
            for view in session.do(line):
                PROGRAM.show(view, as_text)
        except InternalError:
            raise
        except MabiError as error:
            wrong = True
            PROGRAM.say(str(error))
        except OSError as error:
            wrong = True
            PROGRAM.say(f"{error.filename}: {error.strerror or error}")
    return BAD_INPUT if wrong and not terminal else ANSWERED


def _tables(options: Namespace) -> int:
    from mabi_search.show import report

    with PROGRAM.ended_by_interrupt():
        from mabi_search.tables import table_files  # importing compiles or loads the kernels
    board = table_files.Board.of(_rules(options))
    fault, folder = None, folders.named_folder(options.folder)
    with PROGRAM.interruptible() as stop, status() as progress:
        try:
            if options.action == "build":
                table_files.build(board, folder=folder, stop=stop, progress=progress)
            elif options.action == "verify":
                fault = table_files.verify(board, folder=folder, stop=stop, progress=progress)
        except table_files.StoppedError:
            kept = "; the same command resumes after the last saved layer"
            PROGRAM.say("interrupted" + kept * (options.action == "build"))
            return INTERRUPTED
    info = table_files.info(board, folder=folder)
    if options.json:
        PROGRAM.print_json(report.table_json(info, fault))
    else:
        PROGRAM.show(report.table_view(info, fault, options.action), as_text)
    good = fault is None and (info.state == "ready" or options.action == "info")
    return ANSWERED if good else NEGATIVE


def _probe(options: Namespace) -> int:
    from mabi_search.show import report
    from mabi_search.tables.probing import probe

    with PROGRAM.ended_by_interrupt():
        import mabi_search.tables.table_files  # noqa: F401  (compiles or loads the kernels)

    folder = folders.named_folder(options.folder)

    def answer(position: Position) -> int:
        found = probe(position, folder=folder)
        if options.json:
            PROGRAM.print_json(report.probed_json(found))
        else:
            PROGRAM.show(report.probed_view(found), as_text)
        return ANSWERED if found.value.proven else UNDECIDED

    return _answer_each(options, answer)


def _warm(options: Namespace) -> int:
    from _gamekit import warming

    steps = list(warming.kernel_steps("mabi_search.kernels", Path(__file__).parents[1] / "kernels"))
    warming.run(PROGRAM, steps, options.json)
    return ANSWERED


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "show": _show,
    "view": _view,
    "moves": _moves,
    "perft": _perft,
    "analyse": _analyse,
    "solve": _solve,
    "check": _check,
    "play": _play,
    "tables": _tables,
    "probe": _probe,
    "warm": _warm,
}
