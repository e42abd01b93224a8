"""Exact values of the moves of the endgame suites, where proven, and certificates of a sample.

    python -m studies.endgames.mabi_suite_values [--size 6x6] [--nodes N] [--every K]

Writes studies/endgames/suites/SIZE.values.txt, one line a position in the order of the suite::

    POSITION | outcome | margin low..high | a1b1:win c3c4:loss pass:- …

The outcome of each move is for the side that makes it; ``-`` is undecided. The certificate of every hundredth
position that is proven goes to studies/endgames/suites/certificates, and is checked by the rules alone.
"""

from __future__ import annotations

import argparse

from _gamekit.files import write_atomic
from _gamekit.progress import status
from mabi_search import Limits
from mabi_search.certify.certificates import NoCertificateError, certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.game.outcomes import UNDECIDED
from mabi_search.proof.proof_search import ProofSearch
from mabi_search.proof.solving import decide, with_moves
from mabi_search.proof.verdict import Verdict
from studies.endgames.mabi_suites import FOLDER, SIZES, Endgame, suite
from studies.tables.mabi_starts import CERTIFICATES, LARGEST_KEPT

NODES = 400_000
"""For a position, and again for all its moves together."""
SAMPLE = 100


def line_of(endgame: Endgame, verdict: Verdict) -> str:
    """Return the line of a position."""
    moves = [f"{one.move}:{one.outcome}" for one in verdict.all_moves]
    low, high = verdict.margin_bounds
    values = " ".join(moves).replace(UNDECIDED, "-")
    return f"{endgame.text} | {verdict.outcome} | {low}..{high} | {values}"


def keep_certificate(name: str, verdict: Verdict, proof: ProofSearch | None) -> None:
    """Write the certificate of a verdict, checked, if it is not too large."""
    CERTIFICATES.mkdir(parents=True, exist_ok=True)
    path = CERTIFICATES / f"{name}.jsonl"
    try:
        certificate_of(verdict, proof, limits=Limits(max_nodes=10 * NODES)).write(path)
    except NoCertificateError as error:
        print(f"{name}: {error}")
        return
    if path.stat().st_size > LARGEST_KEPT:
        path.unlink()
    elif check_certificate(path.read_text().splitlines()).outcome != verdict.outcome:
        raise AssertionError(f"{path} proves something else")


def values(size: str, nodes: int, every: int) -> None:
    """Write the values of a suite, of every so many positions."""
    lines = [
        f"# {size}, default readings; by python -m studies.endgames.mabi_suite_values, "
        f"{nodes:,} nodes a position"
    ]
    endgames = suite(size)[::every]
    proven = 0
    with status() as show:
        for number, endgame in enumerate(endgames, 1):
            alone, proof = decide(endgame.position, limits=Limits(max_nodes=nodes))
            verdict = with_moves(alone, limits=Limits(max_nodes=nodes))
            lines.append(line_of(endgame, verdict))
            if verdict.proven:
                if proven % (SAMPLE // every or 1) == 0:
                    name = f"suite-{size}-{endgame.distance}-game-{endgame.game}"
                    keep_certificate(name, verdict, proof)
                proven += 1
            show(f"{size}: {number} of {len(endgames)}, {proven} proven")
    text = "".join(f"{line}\n" for line in lines)
    write_atomic(FOLDER / f"{size}.values.txt", [text.encode()])
    print(f"{size}: {proven} of {len(endgames)} proven")


def main() -> None:
    """Write the values."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", choices=SIZES, help="only this suite")
    parser.add_argument("--nodes", type=int, default=NODES, help=f"for each position (default {NODES:,})")
    parser.add_argument("--every", type=int, default=1, help="only every so many positions")
    options = parser.parse_args()
    for size in SIZES if options.size is None else (options.size,):
        values(size, options.nodes, options.every)


if __name__ == "__main__":
    main()
