"""Solves the start of boards that are too large for a table.

Each proof is written to studies/endgames/suites/certificates and checked by the rules alone.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, get_args

from _gamekit.progress import status
from benchmarks.frame import Results, Run, Study, Table, beside
from benchmarks.marks import DOCS, grid
from mabi_search import Limits, Position, Rules
from mabi_search.certify.certificates import NoCertificateError, certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.game.rules import Setup
from mabi_search.proof.solving import decide
from studies.endgames.mabi_suites import FOLDER

CERTIFICATES = FOLDER / "certificates"
SIZES = ("3x7", "3x8", "4x6", "4x7", "4x8", "5x5", "5x6", "5x7", "6x6")
NODES = 60_000_000
LARGEST_KEPT = 400_000
"""Bytes of a certificate that is kept in the repository."""


def solved(size: str, setup: Setup, nodes: int, keeps: bool) -> dict[str, Any]:
    """Return what was found of a start, its certificate checked; a smaller one is kept if asked."""
    position = Position.start(Rules(size=size, setup=setup))
    with status() as progress:
        verdict, proof = decide(position, limits=Limits(max_nodes=nodes), progress=progress)
        row: dict[str, Any] = {
            "size": size,
            "setup": setup,
            "outcome": verdict.outcome,
            "within": verdict.within,
            "method": verdict.method,
            "nodes": verdict.nodes,
            "seconds": round(verdict.seconds, 1),
            "stopped_by": verdict.stopped_by,
            "answers": None,
        }
        if not verdict.proven:
            return row
        try:
            certificate = certificate_of(verdict, proof, limits=Limits(max_nodes=nodes), progress=progress)
        except NoCertificateError as error:
            print(f"{size} {setup}: {error}")
            return row
        row["answers"] = certificate.answers
        checked = check_certificate(certificate.lines, progress=progress)
    if checked.outcome != verdict.outcome:
        raise AssertionError(f"{size} {setup}: the certificate proves a {checked.outcome}")
    path = CERTIFICATES / f"start-{size}-{setup}.jsonl"
    if keeps and sum(len(line) + 1 for line in certificate.lines) <= LARGEST_KEPT:
        certificate.write(path)
    elif keeps:
        path.unlink(missing_ok=True)
    return row


def table(results: Results) -> str:
    """Return what is known of each board, as the page has it."""
    by_setup: dict[str, list[str]] = {}
    for row in results["rows"]:
        winner = {"win": "White", "loss": "Black"}.get(row["outcome"], row["outcome"])
        within = f" within {row['within']}" if row["within"] else ""
        by_setup.setdefault(row["setup"], []).append(f"{winner}{within}")
    sizes = dict.fromkeys(row["size"] for row in results["rows"])
    text = grid(f"board | {' | '.join(by_setup)}", zip(sizes, *by_setup.values(), strict=True))
    return f"{text}\n\nAt most {results['nodes']:,} nodes each."


def everything(results: Results) -> str:
    """Return all that was found of each start."""
    rows, dash = [], "–"
    for row in results["rows"]:
        answers = dash if row["answers"] is None else f"{row['answers']:,}"
        line = [row["size"], row["setup"], row["outcome"], row["within"] or dash, row["method"] or dash]
        rows.append([*line, f"{row['nodes']:,}", answers])
    heads = "board | setup | White, to begin | within plies | method | nodes | answers of the certificate"
    return grid(heads, rows)


def measure(run: Run, nodes: Annotated[int, "for each board"] = NODES) -> Results:
    """Solve each start."""
    rows = [
        run.part(f"{size}, {setup}", partial(solved, size, setup, nodes, not run.trial))
        for size in SIZES
        for setup in get_args(Setup)
    ]
    return {"nodes": nodes, "rows": rows}


TABLES = [
    Table(DOCS / "endgames.md", "starts", table),
    beside(__file__, everything),
]
STUDY = Study(__name__, TABLES, measure)
