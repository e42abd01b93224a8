"""The program `narabi`: its commands, in the order of its help."""

from _gamekit.program import Program

EXAMPLE = (
    "'d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    " / 8:2-to-6 5:dark 4:two-away w:left'"
)
"""A deal, as people write it at a shell."""

PROGRAM = Program(
    "narabi",
    "Exact answers about the cooperative game Narabi.",
    ["narabi deal --players 3 --seed 7 | narabi solve -", f"narabi solve {EXAMPLE}"],
    "narabi_solver.cli.commands",
    {
        "solve": "the fewest turns to win a deal, all cards open, with proof",
        "analyse": "what every swap of the player to move leads to",
        "verify": "replay a line of play and compare it with the minimum",
        "review": "judge a game swap by swap: best, slips, where the win was lost",
        "hint": "what a seat should play or ask, by what it knows",
        "know": "what a seat knows of the hidden cards, exactly",
        "enter": "enter a deal stone by stone, and the game played with it",
        "sheet": "puzzles to print, with solutions",
        "page": "Narabi as one page for a browser, with its own solver",
        "view": "show a ring or a line of play: as text, drawing or web page",
        "census": "the fewest turns for every arrangement of a deal's stones",
        "deal": "random deals, or only those of a given difficulty",
        "survey": "statistics over many random deals, with confidence intervals",
        "atlas": "grade many random deals and keep them in a file",
        "play": "sit at the table with partners whose cards are hidden",
        "score": "rate games against par, teams and your own levels",
        "team": "what hidden cards cost: policies on the same random deals",
        "cards": "the deck of restriction cards, with its sources",
        "check": "check certificates with a small independent checker",
        "tables": "build, describe or verify the lookup tables of the search",
    },
)
main, run = PROGRAM.main, PROGRAM.run
