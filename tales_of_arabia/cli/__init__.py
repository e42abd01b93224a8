"""The program `tales`: its commands, in the order of its help."""

from _gamekit.program import Program

EXAMPLE = "'players 3; lay princess open; interrupt 2 lamp'"
"""An example of a record, as typed at a shell."""

PROGRAM = Program(
    "tales",
    "Keep track of the table in Tales of Arabia, and value hands.",
    [
        f"tales score {EXAMPLE}",
        "tales referee --players 4",
        "tales plan --beings 2 --others 5 --endings 1 --risk 0.1",
    ],
    "tales_of_arabia.cli.commands",
    {
        "score": "replay a record: show the teller, the table and the points",
        "referee": "keep track of the table while people tell their stories",
        "deal": "deal the cards, and show one player's hand or a record of all",
        "plan": "compute the exact value of a hand, and its best act",
        "thresholds": "list the lowest risk at which a fresh hand should open a sub-story",
        "deck": "show a deck: the built-in one, or your own",
        "cards": "write the cards of a deck, for printing",
    },
)
main, run = PROGRAM.main, PROGRAM.run
