"""Where modules, and what they export, are now; their old names work for one more release."""

MOVED = {
    "analysis": "search.analysis",
    "arguments": "cli.arguments",
    "boards": "tables.boards",
    "certificates": "certify.certificates",
    "checking": "certify.checker",
    "consulting": "tables.lookup",
    "drawing": "game.drawing",
    "errors": "game.errors",
    "io": "game.saved_games",
    "layouts": "runs.layouts",
    "notation": "game.notation",
    "outcomes": "game.outcomes",
    "overtaking": "runs.overtaking",
    "passing": "runs.pass_analysis",
    "plots": "show.plots",
    "position": "game.position",
    "probing": "tables.probing",
    "proofs": "proof.portfolio",
    "proving": "proof.proof_search",
    "report": "show.report",
    "retrograde": "tables.retrograde",
    "rules": "game.rules",
    "runs.passing": "runs.pass_analysis",
    "session": "cli.session",
    "solving": "proof.solving",
    "verdict": "proof.verdict",
    "verdict_report": "show.verdict_report",
}
"""Old names in the package with new ones."""

RENAMED = {"Passed": "PassAnalysis", "Probed": "ProbeResult"}
"""Old names of what the package exports, with new ones."""
