"""The program `narabi`: its commands, in the order of its help."""

from _gamekit.program import Program

EXAMPLE = (
    "'d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left'"
)
"""An example of a deal, as typed at a shell."""

PAGE = "narabi.html"
"""Name of the file of the page to play on, in examples."""
PROGRAM = Program(
    "narabi",
    "Exact answers about the cooperative game Narabi.",
    ["narabi deal --players 3 --seed 7 | narabi solve -", f"narabi solve {EXAMPLE}"],
    "narabi_solver.cli.commands",
    {
        "solve": "find the fewest turns to win a deal, all cards open, with a proof",
        "analyse": "show what every swap of the player to move leads to",
        "verify": "replay a line of play and compare it with the minimum",
        "review": "judge a game swap by swap: best swaps, slips, the swap that lost",
        "hint": "advise a seat what to play or ask, given what it knows",
        "know": "count exactly what a seat knows of the hidden cards",
        "enter": "enter a deal stone by stone, and the game played with it",
        "sheet": "print puzzles, with solutions",
        "invite": "print for each seat a link and QR code with its own cards",
        "page": "write Narabi as one offline page, with its own solver",
        "view": "show a ring or a line of play: as text, drawing or web page",
        "census": "find the fewest turns for every arrangement of a deal's stones",
        "deal": "make random deals, or only those of a given difficulty",
        "survey": "solve many random deals and give statistics with intervals",
        "atlas": "grade many random deals and keep them in a file",
        "play": "play at the terminal with partners whose cards are hidden",
        "score": "rate games against par, against teams and by your own levels",
        "team": "measure what hidden cards cost, by policies on the same deals",
        "cards": "list the deck of restriction cards, with its sources",
        "check": "verify a certificate with a small independent checker",
        "tables": "build, describe or verify the lookup tables of the search",
    },
)
main, run = PROGRAM.main, PROGRAM.run
