"""The program `mabi` and its commands, in the order of the help."""

from _gamekit.program import Program

SOLVED = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"
"""A position for examples, which is solved quickly."""

PAGE = "mabi.html"
"""The file name of the web page in examples."""
PROGRAM = Program(
    "mabi",
    "Exact answers about the board game Mabi.",
    ["mabi show start", "mabi analyse start --depth 6", f"mabi solve '{SOLVED}'", "mabi play"],
    "mabi_search.cli.commands",
    {
        "show": "show a position with its groups, or draw it",
        "view": "write a page to step through a game",
        "review": "judge a game move by move: proven or estimated, with the better moves",
        "diagram": "print positions as puzzles, with proven solutions",
        "moves": "list the legal moves",
        "perft": "count all sequences of DEPTH plies",
        "analyse": "find the best moves by alpha-beta search",
        "solve": "prove the outcome of a position, or give the known bounds",
        "check": "verify a certificate with an independent checker",
        "play": "play at the terminal, between two people or against the engine",
        "engine": "run the engine for another program, line by line (docs/mabi-engine.md)",
        "page": "write the board with the engine as a web page that works offline",
        "tables": "build, describe or verify the table of a small board; info without --size lists all "
        "tables",
        "probe": "look up the value, distance and best moves of a position in a table",
    },
)
main, run = PROGRAM.main, PROGRAM.run
