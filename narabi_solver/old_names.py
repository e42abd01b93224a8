"""Modules and names of version 0.1 with their new names; the old ones work for one more release."""

MOVED = {
    "analysis.judging": "analysis.verifying",
    "analysis.orders": "analysis.finding",
    "api": "solving.api",
    "arguments": "cli.arguments",
    "batch": "solving.batch",
    "blocks": "statistics.blocks",
    "build12": "tables.twelve_stones",
    "build15": "tables.fifteen_stones",
    "buildparts": "tables.building",
    "cards": "game.cards",
    "census_report": "show.census_report",
    "censusfiles": "statistics.census_files",
    "certificate": "certify.certificates",
    "check": "certify.checker",
    "costs": "analysis.costs",
    "deal": "game.deal",
    "deck": "game.deck",
    "drawing": "game.drawing",
    "errors": "game.errors",
    "intervals": "statistics.intervals",
    "io": "game.deal_files",
    "notation": "game.notation",
    "orders": "analysis.finding",
    "plots": "show.plots",
    "pools": "statistics.workers",
    "randomdeals": "game.random_deals",
    "report": "show.report",
    "retrograde": "statistics.retrograde",
    "rows": "statistics.parquet",
    "rules": "game.rules",
    "search": "solving.one_deal",
    "solution": "solving.solution",
    "survey_report": "show.survey_report",
    "viewing": "show.viewing",
}
"""Old names of modules, with their new names."""

RENAMED = {"Wish": "DealSpec", "ordered_deals": "find_deals"}
"""Old names in the package itself, with their new names."""
