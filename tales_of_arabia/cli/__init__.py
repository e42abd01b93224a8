"""The program `tales`: its commands, in the order of its help."""

from _gamekit.program import Program

EXAMPLE = "'players 3; lay princess open; interrupt 2 lamp'"
"""An example of a record, as typed at a shell."""

PROGRAM = Program(
    "tales",
    "Keeps track of the table in Tales of Arabia, and values hands.",
    [
        f"tales score {EXAMPLE}",
        "tales referee --players 4",
        "tales plan --beings 2 --others 5 --endings 1 --risk 0.1",
    ],
    "tales_of_arabia.cli.commands",
    {
        "score": "replay a record: who tells, what lies where, and the points",
        "referee": "keep track of the table while people tell",
        "plan": "compute exactly what a hand is worth, and its best action",
        "thresholds": "list the risk above which a sub-story pays, for fresh hands",
        "deck": "show a deck: the built-in one, or your own",
    },
)
main, run = PROGRAM.main, PROGRAM.run
