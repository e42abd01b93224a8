"""The program `narabi`."""

from __future__ import annotations

import functools
import itertools
import os
import secrets
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from _gamekit import outputs
from _gamekit.folders import NamedFolderError, named
from _gamekit.limits import DEFAULT_MEMORY, MIB, Limits
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
    printable,
)
from _gamekit.progress import status
from narabi_solver.cli import arguments
from narabi_solver.game import deal_files
from narabi_solver.game.cards import SEAT_COUNTS
from narabi_solver.game.deal import Deal
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import ArgumentError, InternalError, NarabiError
from narabi_solver.game.random_deals import random_deal, random_deals
from narabi_solver.game.rules import Rules, Swap

if TYPE_CHECKING:
    from narabi_solver.analysis.finding import DealSpec
    from narabi_solver.solving.solution import Outcome
    from narabi_solver.statistics.blocks import StoppedError

# Modules are imported by the command that needs them: `--help` and `cards` should not wait for all of them.
# ruff: noqa: PLC0415

MAX_CERTIFICATES = 100_000_000

TABLE_SECONDS = 4.0
"""Approximate time to build a table."""

PROGRAM = Program("narabi")


def main(argv: list[str] | None = None) -> int:
    """Run the program; return its exit code."""

    def work() -> int:
        options = arguments.build().parse_args(argv)
        return _COMMANDS[options.command](options)

    return PROGRAM.run(work, (NarabiError, NamedFolderError), InternalError)


def run() -> None:
    """Run the program and end the process."""
    sys.exit(main())


def _deck(options: Namespace) -> Deck:
    return Deck.standard() if options.deck is None else Deck.load(options.deck)


def _rules(options: Namespace) -> Rules:
    return Rules(options.no_undo, options.limit, options.undo_reading)


def _limits(options: Namespace, stop: Callable[[], bool]) -> Limits:
    memory = DEFAULT_MEMORY if options.max_memory is None else options.max_memory * MIB
    return Limits(options.nodes, options.seconds, memory, stop)


def _answer_each(
    options: Namespace,
    answer: Callable[[Deal, Callable[[], bool]], int],
    search: bool = True,
    for_one: Sequence[str] = (),
) -> int:
    """Answer each deal of the DEAL argument, report bad lines, and return the exit code.

    `answer` is called with a deal and a function that tells whether Ctrl-C was pressed. It prints, and
    returns an exit code. With `search`, what the search needs is loaded first. `for_one` names the given
    options that allow only one deal.
    """
    name = "standard input: " if options.deal == "-" else f"{options.deal}: " * os.path.exists(options.deal)
    reader = deal_files.reader(_deck(options), options.unusual, options.first)
    highest = ANSWERED
    answered = 0
    with BadLines(PROGRAM) as bad:
        for entry in reader.only(options.deal, sys.stdin.buffer, for_one):
            if entry.value is None:
                bad.add(entry.problem, name)
                continue
            if search:
                from narabi_solver.solving import api

                with PROGRAM.ended_by_interrupt():
                    api.warm_up(entry.value, getattr(options, "algorithm", "auto"))
            if answered and not options.json:
                print()
            answered += 1
            with PROGRAM.interruptible() as stop:
                try:
                    highest = max(highest, answer(entry.value, stop))
                except InternalError:
                    raise
                except NarabiError as error:
                    bad.add(error, f"{name}line {entry.line}: ")
                if stop():
                    return INTERRUPTED
    return BAD_INPUT if bad.count else highest


def _code_of(outcome: Outcome) -> int:
    return {"solved": ANSWERED, "unsolvable": NEGATIVE, "undecided": UNDECIDED}[outcome]


def _solve(options: Namespace) -> int:
    rules = _rules(options)
    certificates: list[dict[str, Any]] = []
    if options.certificate is not None:
        from narabi_solver.certify.certificates import check_target

        check_target(options.certificate, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        from narabi_solver.show import report
        from narabi_solver.solving import api

        limits, solution = _limits(options, stop), None
        with status() as show:

            def progress(text: str, /, **counts: int) -> None:
                show(f"{text} (Ctrl-C stops)")

            if options.algorithm == "auto":
                solution = api.solve_at_once(deal, rules, limits, progress)
            if solution is None:
                show("")
                with PROGRAM.ended_by_interrupt():
                    api.warm_up(deal, options.algorithm)
                solution = api.solve(
                    deal, rules=rules, limits=limits, algorithm=options.algorithm, progress=progress
                )
        if options.json:
            PROGRAM.print_json(report.solution_json(solution))
        else:
            PROGRAM.show(report.solution_view(solution), as_text)
        if options.certificate is not None and solution.proven:
            from narabi_solver.certify.certificates import make_certificate

            certificates.append(make_certificate(solution, limits=limits))
        return _code_of(solution.outcome)

    code = _answer_each(options, answer, search=False)
    if certificates:
        from narabi_solver.certify.certificates import write_certificates

        write_certificates(options.certificate, certificates)
        PROGRAM.say(f"{len(certificates)} written to {options.certificate}; verify with 'narabi check'")
    elif options.certificate is not None:
        PROGRAM.say("nothing is proven, so no certificate was written")
    return code


def _check(options: Namespace) -> int:
    with open(named(options.certificate), "rb") as file:
        raw = file.read(MAX_CERTIFICATES + 1)
    if len(raw) > MAX_CERTIFICATES:
        raise ArgumentError(f"{options.certificate}: too large (at most {MAX_CERTIFICATES:,} bytes)")
    lines = [line for line in raw.decode(errors="replace").splitlines() if line.strip()]
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
    from narabi_solver.certify import checker
    from narabi_solver.show import report

    answer: dict[str, Any]
    with status() as show:
        try:
            confirmed = checker.check_certificate(line, max_states=options.max_states, progress=show)
        except checker.RejectedError as error:
            code, lines = NEGATIVE, [f"{number}: rejected: {error}"]
            answer = {"accepted": False, "error": str(error), "place": error.place}
        else:
            code = ANSWERED if confirmed.bound_confirmed else UNDECIDED
            word = (
                "accepted: " if confirmed.bound_confirmed else ""
            )  # else the text says what is not verified
            lines = [f"{number}: {word}{confirmed}", f"   {report.claim_text(confirmed)}"]
            accepted = True if confirmed.bound_confirmed else None
            answer = {"accepted": accepted} | report.confirmed_json(confirmed)
    if options.json:
        PROGRAM.print_json({"line": number, **answer})
    else:
        print("\n".join(map(printable, lines)))
    return code


def _verify(options: Namespace) -> int:
    from narabi_solver.analysis.verifying import verify
    from narabi_solver.show import report

    rules = _rules(options)
    given = None if options.line is None else Swap.parse_line(options.line)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        line = deal.moves if given is None else given
        if given is None and not line:
            raise ArgumentError("no line to replay: give it after the deal, or write 'moves …' in the deal")
        dealt = replace(deal, moves=()) if given is None else deal
        result = verify(dealt, line, rules=rules, limits=_limits(options, stop))
        if options.json:
            PROGRAM.print_json(report.verification_json(result))
        else:
            PROGRAM.show(report.verification_view(result), as_text)
        if not result.legal or result.lost:
            return NEGATIVE
        return ANSWERED if result.won and result.decided else UNDECIDED

    return _answer_each(options, answer)


def _review(options: Namespace) -> int:
    from narabi_solver.analysis.reviewing import review
    from narabi_solver.show import review_report

    rules = _rules(options)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        found = review(deal, rules=rules, limits=_limits(options, stop))
        drawn.write(options.html, lambda: found.replay(theme=options.theme).html())
        if options.json:
            PROGRAM.print_json(review_report.review_json(found))
        else:
            PROGRAM.show(review_report.review_view(found), as_text)
        return UNDECIDED if not found.proven else NEGATIVE if found.lost else ANSWERED

    return _answer_each(options, answer, for_one=drawn.options)


def _analyse(options: Namespace) -> int:
    from narabi_solver.analysis.costs import restriction_costs
    from narabi_solver.analysis.swaps import analyse
    from narabi_solver.show import analysis_report

    rules = _rules(options)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        limits = _limits(options, stop)
        found = analyse(deal, rules=rules, limits=limits, lines=True)
        costs = None
        if options.costs:
            costs = restriction_costs(deal, rules=rules, limits=limits.after(found.seconds))
        if options.json:
            PROGRAM.print_json(analysis_report.analysis_json(found, costs, options.lines))
        else:
            PROGRAM.show(analysis_report.analysis_view(found, costs, options.lines), as_text)
        decided = found.decided and found.lines_known and (costs is None or costs.decided)
        return _code_of(found.outcome) if decided else UNDECIDED

    return _answer_each(options, answer)


def _view(options: Namespace) -> int:
    from narabi_solver.show.viewing import View, view_json, view_text
    from narabi_solver.solving import api

    rules = _rules(options)
    line = Swap.parse_line(options.line)
    drawn = DrawingFiles(PROGRAM, options, options.deal, options.deck)

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        solution = api.solve(deal, rules=rules, limits=Limits(stop=stop)) if options.solve else None
        swaps, verdict = (line, None) if solution is None else (solution.swaps, solution.verdict)
        view = View.of(deal, rules, swaps, verdict, options.stone)
        drawn.write(options.svg, lambda: view.drawing(options.width, options.theme).svg())
        drawn.write(options.html, lambda: view.replay(options.theme).html())
        if options.json:
            PROGRAM.print_json(view_json(view))
        else:
            PROGRAM.show(view_text(view), as_text)
        code = ANSWERED if solution is None else _code_of(solution.outcome)
        return code if view.error is None else NEGATIVE

    return _answer_each(options, answer, options.solve, drawn.options)


def _census(options: Namespace) -> int:
    from narabi_solver.show import census_report
    from narabi_solver.statistics.census import census, warm_up

    def answer(deal: Deal, stop: Callable[[], bool]) -> int:
        with PROGRAM.ended_by_interrupt():
            warm_up(deal)
        with status() as show:

            def progress(text: str, /, **counts: int) -> None:
                show(f"{text} (Ctrl-C stops)")

            found = census(deal, hardest=options.hardest, limits=Limits(stop=stop), progress=progress)
        if found.stopped_by:
            PROGRAM.say("interrupted; the same command continues from what was saved")
            return INTERRUPTED
        if options.json:
            PROGRAM.print_json(census_report.census_json(found))
        else:
            PROGRAM.show(census_report.census_view(found), as_text)
        return ANSWERED

    return _answer_each(options, answer)


def _deal(options: Namespace) -> int:
    seed = secrets.randbits(32) if options.seed is None else options.seed
    rules = Rules(options.no_undo, undo_reading=options.undo_reading)
    wanted = (options.turns, options.single_line, options.no_traps, options.grade)
    if options.seed is None and not options.json:
        print(f"# seed {seed}")
    if wanted == (None, False, False, None):
        for index, deal in zip(
            range(options.count), random_deals(options.players, seed, deck=_deck(options)), strict=False
        ):
            _print_deal(options, seed, index, deal)
        return ANSWERED
    from narabi_solver.analysis.finding import DealSpec

    return _find_deals(options, seed, DealSpec(*wanted), rules)


def _print_deal(options: Namespace, seed: int, index: int, deal: Deal) -> None:
    if options.json:
        PROGRAM.print_json({"deal": str(deal), "players": options.players, "seed": seed, "index": index})
    else:
        print(deal, flush=True)


def _find_deals(options: Namespace, seed: int, spec: DealSpec, rules: Rules) -> int:
    from narabi_solver.analysis.finding import find_deals, warm_up

    deck = _deck(options)
    with PROGRAM.ended_by_interrupt():
        warm_up(random_deal(options.players, seed, deck=deck))
    started = time.perf_counter()

    def rate(tried: int) -> str:
        return f"{tried / (time.perf_counter() - started):,.0f} a second"

    with PROGRAM.interruptible() as stop, status(logged=True) as show:

        def progress(text: str, /, **counts: int) -> None:
            show(f"{text}, {rate(counts['tried'])} (Ctrl-C stops)")

        finder = find_deals(
            options.players,
            spec,
            seed=seed,
            rules=rules,
            deck=deck,
            max_deals=options.max_deals,
            stop=stop,
            progress=progress,
        )
        for one in itertools.islice(finder, options.count):
            show("")
            _print_deal(options, seed, one.number, one.deal)
    said = (
        f"found {finder.found:,} of {options.count:,} among {finder.tried:,} deals of seed {seed}, "
        f"{rate(finder.tried)}"
    )
    if finder.undecided:
        said += f"; {finder.undecided:,} undecided: out of memory"
    if finder.found == options.count:
        PROGRAM.say(said)
        return ANSWERED
    PROGRAM.say(f"interrupted; {said}" if stop() else f"{said}; stopped by --max-deals")
    return INTERRUPTED if stop() else UNDECIDED


def _survey(options: Namespace) -> int:
    from narabi_solver.show import survey_report
    from narabi_solver.solving import api
    from narabi_solver.statistics.blocks import StoppedError
    from narabi_solver.statistics.parquet import check_inputs
    from narabi_solver.statistics.survey import paired_survey, survey

    if options.paired and (options.out or options.no_undo):
        raise ArgumentError(
            "--paired solves with both rules and writes no file: leave out --no-undo and --out"
        )
    outputs.check([options.out], [options.deck])
    if options.out is not None:
        check_inputs(options.out, [options.deck])
    deck, seed, players = _deck(options), options.seed, options.players
    with PROGRAM.ended_by_interrupt():
        api.warm_up(random_deal(players, seed, deck=deck))
    started = time.perf_counter()
    done = 0
    common: dict[str, Any] = {
        "max_nodes": options.nodes,
        "workers": options.workers,
        "scheduler": options.scheduler,
    }
    with PROGRAM.interruptible() as stop, status() as show:

        def progress(text: str, /, **counts: int) -> None:
            nonlocal done
            done = counts["answered"]
            rate = counts["answered_now"] / (time.perf_counter() - started)
            left = (options.deals - done) / rate
            show(f"{text}, {rate:,.0f} a second, {left:,.0f} s left")

        common |= {"stop": stop, "progress": progress}
        try:
            if options.paired:
                second = Rules(True, options.limit, options.undo_reading)
                rules = Rules(second.undo_reading != "next", options.limit), second
                paired = paired_survey(
                    players, options.deals, seed=seed, rules=rules, decks=(deck, deck), **common
                )
                answer, view = survey_report.paired_json(paired), survey_report.paired_view(paired)
                undecided = paired.undecided
            else:
                found = survey(
                    players,
                    options.deals,
                    seed=seed,
                    rules=_rules(options),
                    deck=deck,
                    out=options.out,
                    **common,
                )
                answer, view = survey_report.survey_json(found), survey_report.survey_view(found)
                undecided = found.undecided
        except StoppedError as error:
            return _stopped(options, done, error, stop())
    if options.json:
        PROGRAM.print_json(answer)
    else:
        PROGRAM.show(view, as_text)
    return UNDECIDED if undecided else ANSWERED


def _stopped(options: Namespace, done: int, error: StoppedError, interrupted: bool) -> int:
    """Say how a survey that ended early can be continued."""
    why = "interrupted" if interrupted else str(error)
    how = (
        f"the same command continues from there ({options.out}.parts)"
        if options.out
        else "nothing was saved; with --out FILE the same command could continue"
    )
    PROGRAM.say(f"{why} after {done:,} of {options.deals:,} deals; {how}")
    return INTERRUPTED if interrupted else UNDECIDED


def _cards(options: Namespace) -> int:
    from narabi_solver.show import report

    deck = _deck(options)
    if options.json:
        for card in report.card_json(deck):
            PROGRAM.print_json(card)
    else:
        PROGRAM.show(report.cards_view(deck), as_text)
    return ANSWERED


def _tables(options: Namespace) -> int:
    from narabi_solver.show import report

    good = True
    with PROGRAM.ended_by_interrupt():
        from narabi_solver.tables import table_files  # importing compiles or loads the kernels

        for players in table_files.PLAYERS:
            entry = table_files.build(players) if options.action == "build" else table_files.info(players)
            fault = table_files.verify(players) if options.action == "verify" else None
            good = good and fault is None and (entry.state == "ready" or options.action == "info")
            if options.json:
                PROGRAM.print_json(report.table_json(entry, fault))
            else:
                PROGRAM.show(report.table_view(entry, fault, options.action), as_text)
    return ANSWERED if good else NEGATIVE


def _warm(options: Namespace) -> int:
    from _gamekit import warming
    from narabi_solver.tables.places import table_path

    def load_table(players: int) -> None:
        from narabi_solver.tables import table_files  # loads numpy

        table_files.load(players)

    steps = list(warming.kernel_steps("narabi_solver.kernels", Path(__file__).parents[1] / "kernels"))
    for players in SEAT_COUNTS:
        ready = os.path.exists(table_path(players))
        seconds = warming.LOADING if ready else TABLE_SECONDS
        name = f"table for {players} players"
        steps.append(warming.Step(name, functools.partial(load_table, players), seconds, ready))
    warming.run(PROGRAM, steps, options.json)
    return ANSWERED


_COMMANDS: dict[str, Callable[[Namespace], int]] = {
    "solve": _solve,
    "analyse": _analyse,
    "verify": _verify,
    "review": _review,
    "view": _view,
    "census": _census,
    "deal": _deal,
    "survey": _survey,
    "cards": _cards,
    "check": _check,
    "tables": _tables,
    "warm": _warm,
}
