"""The program `amulets`: its commands, in the order of its help."""

from _gamekit.program import Program

EXAMPLE = "'players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-'"
"""A record, as people write it at a shell."""

PROGRAM = Program(
    "amulets",
    "Exact answers about the deduction game Amulets.",
    [f"amulets ask {EXAMPLE}", "amulets cast table.txt"],
    "amulets_solver.cli.commands",
    {
        "ask": "what a player knows, and the best question to ask",
        "law": "how likely each answer to a question is, exactly",
        "cast": "the cast that is most likely to succeed, and how likely",
        "judge": "a played game: what questions were worth, what casts risked",
        "race": "policies on the same random deals, with intervals",
        "referee": "deal and answer for people at one terminal, and hide",
        "sit": "your own sheet at a real table: what you know, what to ask, whether to cast",
        "strategy": "the best known strategy of one asker, checked by the plain rules",
        "solitaire": "you against random secrets",
    },
)
main, run = PROGRAM.main, PROGRAM.run
