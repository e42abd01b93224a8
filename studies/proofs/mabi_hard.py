"""A position that one search leaves undecided, proven by two; writes `docs/proofs-together.md`.

    python -m studies.proofs.mabi_hard

Both are asked for the same number of nodes. The certificate is checked by the rules alone.
"""

from __future__ import annotations

from _gamekit.limits import Limits, Watch
from _gamekit.progress import silent
from _gamekit.work.workers import Workers
from benchmarks.marks import DOCS, put
from mabi_search import Position
from mabi_search.certify.certificates import certificate_of
from mabi_search.certify.checker import check_certificate
from mabi_search.proof import lines
from mabi_search.proof.joint import UNIT, JointProof
from mabi_search.proof.portfolio import ProofPortfolio
from mabi_search.proof.verdict import Verdict

PAGE = DOCS / "proofs-together.md"
BEGIN, END = "<!-- hard: begin (python -m studies.proofs.mabi_hard) -->", "<!-- hard: end -->"
TEXT = "3bbb2/3bw3/1bwbbw2/wwbww1w1/1bwb1bb1/2bwww2/1w1bbw2/w2w1b2 b - b 129"
NODES, LANES = 24_000_000, 2


def main() -> None:
    """Search, check and write."""
    position, limits = Position.parse(TEXT), Limits(max_nodes=NODES)
    alone = ProofPortfolio(position.state, position.rules, Watch(limits))
    stopped_by = alone.go_on(None, silent)
    master = JointProof(position.state, position.rules, LANES)
    how = master.go_on(Workers(LANES), Watch(limits), silent)
    told = f"the search alone: {alone.proving.outcome} ({stopped_by}) after {alone.nodes:,} nodes; "
    told += f"{LANES} jobs of {UNIT:,} nodes or more at a time: {master.proving.outcome} ({how}) "
    told += f"after {master.nodes:,} nodes in {len(master.costs)} jobs"
    if master.over:
        outcome, within = master.proving.value(position.state)
        line = lines.line_of(master.proving, position)
        verdict = Verdict(position, outcome, (-15, 15), None, within, line, "proof search", master.nodes, 0.0)
        certificate = certificate_of(verdict, master.proving)
        checked = check_certificate(certificate.lines).outcome
        told += f", its certificate of {certificate.answers} answers accepted ({checked})"
    put(PAGE, f"`{TEXT}`: {told}.", BEGIN, END)


if __name__ == "__main__":
    main()
