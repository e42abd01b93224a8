"""The program `amulets`: its commands, in the order of its help."""

from _gamekit.program import Program

EXAMPLE = "'players 3; me 1 C3 B; ask 1 R:A1 Y:B2 G:D4 B:C5 K:E3 : +-'"
"""An example of a record, as typed at a shell."""

PROGRAM = Program(
    "amulets",
    "Exact answers about the deduction game Amulets.",
    [f"amulets ask {EXAMPLE}", "amulets cast examples/amulets-table.txt"],
    "amulets_solver.cli.commands",
    {
        "ask": "show what a player knows, and the best question to ask",
        "law": "show the exact probability of each answer to a question",
        "cast": "find the cast most likely to succeed, and its probability",
        "judge": "judge a game: the value of each question, the risk of each cast",
        "race": "compare policies on the same random deals",
        "referee": "run a game for people at one terminal, and keep secrets hidden",
        "sheet": "write spell books, the altar and the cards of a game, for printing",
        "sit": "follow a game at a real table: what you know, what to ask, when to cast",
        "strategy": "check the best known strategy of a lone asker by the plain rules",
        "solitaire": "play alone against random secrets",
    },
)
main, run = PROGRAM.main, PROGRAM.run
