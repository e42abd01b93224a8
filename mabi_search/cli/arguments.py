"""The command-line options of `mabi`."""

from __future__ import annotations

import argparse

from _gamekit.arguments import (
    Command,
    add_completion,
    add_drawing,
    add_json,
    add_nodes,
    add_paper,
    add_seconds,
    add_serving,
    program,
    whole_number,
)
from mabi_search.game.notation import EXAMPLE
from mabi_search.game.rules import BLACK, READINGS, WHITE
from mabi_search.sizes import (
    DEFAULT_DEPTH,
    ENGINE_NODES,
    MAX_DEPTH,
    MAX_LINES,
    MAX_THREADS,
    PROOF_NODES,
    READING_NODES,
)

POSITION_HELP = "start, a position, a file of positions (one a line, # comments), or - for standard input"
SOLVED = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"
ENGINE_SIDES = {"white": WHITE, "black": BLACK}
ABOUT = {
    "setup": "where the pieces of 'start' stand",
    "paralysis": "what a larger neighbouring group paralyses",
    "freeze": "which largest groups may not move",
    "pass_rule": "what a pass does",
    "repetition": "what may not occur three times",
}


def build() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser, command = program(
        "mabi",
        "Exact answers about the group game Mabi.",
        ["mabi show start", "mabi analyse start --depth 6", f"mabi solve '{SOLVED}'", "mabi play"],
    )
    _add_looking(command)
    _add_searching(command)
    _add_proving(command)
    _add_playing(command)
    _add_tables(command)
    return parser


def _add_looking(command: Command) -> None:
    """Add the commands that show positions and moves."""
    show = command(
        "show",
        "show a position with its groups; draw it",
        ["mabi show start", f"mabi show '{EXAMPLE}'", "mabi show 'start moves a1a2' --svg board.svg"],
    )
    _add_position(show)
    add_drawing(show, html=False)
    show.add_argument(
        "--region", choices=list(ENGINE_SIDES), help="mark the squares this side can reach in a run"
    )
    _add_readings(show)
    add_json(show)
    view = command(
        "view",
        "write a page to step through a game",
        ["mabi view 'start moves a1a2 h8h7' --html game.html", "mabi view saved.txt --html game.html"],
    )
    view.add_argument("position", metavar="POSITION|GAME", help=POSITION_HELP)
    add_drawing(view, svg=False, required=True)
    _add_readings(view)
    add_json(view)
    review = command(
        "review",
        "judge a game ply by ply: proven or estimated, with the better moves",
        ["mabi review game.txt", "mabi review game.txt --seconds 60 --html review.html"],
    )
    review.add_argument("position", metavar="GAME", help=POSITION_HELP)
    add_drawing(review, svg=False)
    add_nodes(review, "search N positions for each ply (default 20,000, if there is no --seconds)")
    add_seconds(review, "search S seconds for the whole game")
    _add_readings(review)
    add_json(review)
    diagram = command(
        "diagram",
        "positions to be printed as puzzles, with proven solutions",
        ["mabi diagram positions.txt --out puzzles.pdf", f"mabi diagram '{EXAMPLE}' --out one.svg"],
    )
    diagram.add_argument("positions", metavar="POSITION", nargs="+", help=POSITION_HELP)
    add_paper(diagram, "Mabi puzzles")
    add_nodes(diagram, "stop the proof of each position after N positions")
    add_seconds(diagram, "stop the proof of each position after S seconds")
    _add_readings(diagram)
    moves = command("moves", "list the legal moves", ["mabi moves 'start moves a1a2' --why"])
    _add_position(moves)
    moves.add_argument("--why", action="store_true", help="also say why each other piece cannot move")
    _add_readings(moves)
    add_json(moves)


def _add_searching(command: Command) -> None:
    """Add the commands that search and count."""
    perft = command(
        "perft",
        "count all sequences of DEPTH plies",
        ["mabi perft start 5", "mabi perft start 3 --size 4x4 --divide"],
    )
    _add_position(perft)
    perft.add_argument(
        "depth", type=whole_number(0, MAX_DEPTH), metavar="DEPTH", help=f"number of plies, 0 to {MAX_DEPTH}"
    )
    perft.add_argument("--divide", action="store_true", help="also print the count for each legal move")
    perft.add_argument(
        "--statistics",
        action="store_true",
        help="also count passes, runs, endings, paralysed, frozen",
    )
    add_seconds(perft)
    _add_readings(perft)
    add_json(perft)
    analyse = command(
        "analyse",
        "find the best moves by alpha-beta search",
        ["mabi analyse start --depth 6", "mabi analyse 'start moves a1a2' --seconds 10 --lines 3"],
    )
    _add_position(analyse)
    analyse.add_argument(
        "--depth",
        type=whole_number(1, MAX_DEPTH),
        metavar="D",
        help=f"search to depth D in plies (default {DEFAULT_DEPTH} if no limit is given)",
    )
    add_nodes(analyse, "stop after N positions")
    add_seconds(analyse)
    analyse.add_argument(
        "--lines",
        type=whole_number(1, MAX_LINES),
        default=1,
        metavar="K",
        help="show the K best moves; each is searched in full then, so it takes longer, and another move may "
        "come out best than in the quicker search for one; a line ends where the table knew the rest",
    )
    analyse.add_argument(
        "--threads",
        type=whole_number(1, MAX_THREADS),
        default=1,
        metavar="T",
        help="search with T threads together; estimates may differ a little from time to time then",
    )
    add_drawing(analyse, html=False)
    _add_readings(analyse)
    add_json(analyse)


def _add_proving(command: Command) -> None:
    """Add the commands that prove, and check proofs."""
    solve = command(
        "solve",
        "prove the exact outcome, or say what is known",
        [f"mabi solve '{SOLVED}'", f"mabi solve '{SOLVED}' --all-moves --certificate proof.jsonl"],
    )
    _add_position(solve)
    add_nodes(solve, f"stop after N positions (default {PROOF_NODES:,})")
    add_seconds(solve)
    solve.add_argument(
        "--all-moves",
        action="store_true",
        help="also solve every move; the moves share the limits",
    )
    solve.add_argument(
        "--all-readings",
        action="store_true",
        help=f"solve under every reading of the rules (default limit: {READING_NODES:,} positions each)",
    )
    solve.add_argument("--certificate", metavar="FILE", help="write the proof to FILE")
    _add_readings(solve)
    add_json(solve)
    check = command(
        "check",
        "verify a certificate with an independent checker",
        ["mabi check proof.jsonl", "mabi check proof.jsonl --json"],
    )
    check.add_argument(
        "certificate", metavar="CERTIFICATE", help="a file written by 'mabi solve --certificate'"
    )
    add_json(check)


def _add_playing(command: Command) -> None:
    """Add the game at the terminal."""
    play = command(
        "play",
        "play at the terminal, for two people or against the engine",
        ["mabi play", "mabi play start --size 6x6", "mabi play --engine black"],
    )
    play.add_argument("--engine", choices=list(ENGINE_SIDES), help="the side that the engine plays")
    add_nodes(
        play,
        f"positions the engine searches for a move or a hint (default {ENGINE_NODES:,})",
        default=ENGINE_NODES,
    )
    play.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        default="start",
        help="where to start",
    )
    _add_readings(play)

    command(
        "engine",
        "an engine that other programs drive, line by line (docs/mabi-engine.md)",
        ["mabi engine", "printf 'position startpos\\ngo depth 5\\n' | mabi engine"],
    )
    add_serving(
        command(
            "serve",
            "the analysis board in your browser, with the engine behind it",
            ["mabi serve", "mabi serve --port 8000 --no-open"],
        )
    )


def _add_tables(command: Command) -> None:
    """Add the commands of tables and compiling."""
    tables = command(
        "tables",
        "build, describe or verify the table of a small board; info without --size lists those that exist",
        [
            "mabi tables info",
            "mabi tables build --size 4x4",
            "mabi tables verify --size 3x4 --pass-rule final --json",
        ],
    )
    tables.add_argument(
        "action",
        choices=("build", "info", "verify"),
        help="what to do; verify recomputes it",
    )
    tables.add_argument("--folder", metavar="FOLDER", help="folder of the tables (default: the cache folder)")
    _add_readings(tables)
    add_json(tables)
    probe = command(
        "probe",
        "look up value, distance and best moves in a table",
        ["mabi probe start --size 4x4", "mabi probe 'b2w/w2b/w1w1 w - - 20' --json"],
    )
    _add_position(probe)
    probe.add_argument("--folder", metavar="FOLDER", help="folder of the tables (default: the cache folder)")
    _add_readings(probe)
    add_json(probe)
    warm = command("warm", "compile everything now instead of on first use", ["mabi warm"])
    add_json(warm)
    add_completion(command, "mabi")


def _add_position(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help=POSITION_HELP)


def _add_readings(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("readings of the rules (docs/rules-mabi.md)")
    for option, values in READINGS.items():
        group.add_argument(
            "--" + option.replace("_", "-"),
            choices=values,
            default=values[0],
            help=f"{ABOUT[option]} (default {values[0]})",
        )
    group.add_argument("--size", metavar="RANKSxFILES", help="size of the board of 'start' (default 8x8)")
    group.add_argument(
        "--max-plies", type=whole_number(0), metavar="N", help="stop the game after N plies, undecided"
    )
