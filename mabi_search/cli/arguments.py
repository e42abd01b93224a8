"""The command line of `mabi`: what may be asked, and in which words."""

from __future__ import annotations

import argparse

from _gamekit.arguments import Command, add_drawing, add_json, add_nodes, add_seconds, program, whole_number
from mabi_search.game.notation import EXAMPLE
from mabi_search.game.rules import BLACK, READINGS, WHITE
from mabi_search.sizes import DEFAULT_DEPTH, ENGINE_NODES, MAX_DEPTH, MAX_LINES, PROOF_NODES, READING_NODES

POSITION_HELP = "start, a position, a file of positions (one a line, # comments), or - for standard input"
SOLVED = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"
ENGINE_SIDES = {"white": WHITE, "black": BLACK}
ABOUT = {
    "setup": "where the pieces of 'start' stand",
    "paralysis": "what a larger neighbour paralyses",
    "freeze": "which largest groups may not move",
    "pass_rule": "what a pass does",
    "repetition": "what may not arise three times",
}


def build() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    parser, command = program(
        "mabi",
        "Exact answers about the group game Mabi.",
        ["mabi show start", "mabi moves 'start moves a1a2' --why", "mabi perft start 4", "mabi play"],
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
        "a position with its groups, and a drawing of it",
        ["mabi show start", f"mabi show '{EXAMPLE}'", "mabi show 'start moves a1a2' --svg board.svg"],
    )
    _add_position(show)
    add_drawing(show, html=False)
    show.add_argument(
        "--region", choices=list(ENGINE_SIDES), help="mark in the drawing where this side can get in a run"
    )
    _add_readings(show)
    add_json(show)
    view = command(
        "view",
        "a page in which a game is stepped through",
        ["mabi view 'start moves a1a2 h8h7' --html game.html", "mabi view saved.txt --html game.html"],
    )
    view.add_argument("position", metavar="POSITION|GAME", help=POSITION_HELP)
    add_drawing(view, svg=False)
    _add_readings(view)
    add_json(view)
    moves = command("moves", "the legal moves", ["mabi moves 'start moves a1a2' --why"])
    _add_position(moves)
    moves.add_argument("--why", action="store_true", help="tell also why each other piece cannot move")
    _add_readings(moves)
    add_json(moves)


def _add_searching(command: Command) -> None:
    """Add the commands that search and count."""
    perft = command(
        "perft",
        "count the sequences of so many plies",
        ["mabi perft start 5", "mabi perft start 3 --size 4x4 --divide"],
    )
    _add_position(perft)
    perft.add_argument(
        "depth", type=whole_number(0, MAX_DEPTH), metavar="DEPTH", help=f"plies, 0 to {MAX_DEPTH}"
    )
    perft.add_argument("--divide", action="store_true", help="also for each legal move")
    perft.add_argument(
        "--statistics", action="store_true", help="also passes, runs, endings, paralysed and frozen pieces"
    )
    add_seconds(perft)
    _add_readings(perft)
    add_json(perft)
    analyse = command(
        "analyse",
        "the best moves, by alpha-beta search",
        ["mabi analyse start --depth 6", "mabi analyse 'start moves a1a2' --seconds 10 --lines 3"],
    )
    _add_position(analyse)
    analyse.add_argument(
        "--depth",
        type=whole_number(1, MAX_DEPTH),
        metavar="D",
        help=f"plies (default {DEFAULT_DEPTH} without a limit)",
    )
    add_nodes(analyse, "stop after N positions")
    add_seconds(analyse)
    analyse.add_argument(
        "--lines", type=whole_number(1, MAX_LINES), default=1, metavar="K", help="show the K best moves"
    )
    add_drawing(analyse, html=False)
    _add_readings(analyse)
    add_json(analyse)


def _add_proving(command: Command) -> None:
    """Add the commands that prove, and check proofs."""
    solve = command(
        "solve",
        "the exact outcome with proof, or what is known of it",
        [f"mabi solve '{SOLVED}'", f"mabi solve '{SOLVED}' --all-moves --certificate proof.jsonl"],
    )
    _add_position(solve)
    add_nodes(solve, f"stop after N positions (default {PROOF_NODES:,})")
    add_seconds(solve)
    solve.add_argument(
        "--all-moves", action="store_true", help="solve every move too; the moves share the limits"
    )
    solve.add_argument(
        "--all-readings",
        action="store_true",
        help=f"solve it under every reading of the rules ({READING_NODES:,} positions each without a limit)",
    )
    solve.add_argument("--certificate", metavar="FILE", help="write the proof to FILE")
    _add_readings(solve)
    add_json(solve)
    check = command(
        "check",
        "verify a certificate by the rules alone",
        ["mabi check proof.jsonl", "mabi check proof.jsonl --json"],
    )
    check.add_argument(
        "certificate", metavar="CERTIFICATE", help="a file that mabi solve --certificate wrote"
    )
    add_json(check)


def _add_playing(command: Command) -> None:
    """Add the game at the terminal."""
    play = command(
        "play",
        "a game at the terminal, for two people or against the engine; with hints",
        ["mabi play", "mabi play start --size 6x6", "mabi play --engine black"],
    )
    play.add_argument("--engine", choices=list(ENGINE_SIDES), help="the side that the engine plays")
    add_nodes(
        play,
        f"positions the engine looks at for a move or a hint (default {ENGINE_NODES:,})",
        default=ENGINE_NODES,
    )
    play.add_argument("position", metavar="POSITION", nargs="?", default="start", help="where to begin")
    _add_readings(play)


def _add_tables(command: Command) -> None:
    """Add the commands of tables, and of what is made once."""
    tables = command(
        "tables",
        "every position of a small board in a file: build, describe or recompute it",
        ["mabi tables build --size 4x4", "mabi tables verify --size 3x4 --pass-rule final --json"],
    )
    tables.add_argument("action", choices=("build", "info", "verify"), help="what to do with the table")
    tables.add_argument(
        "--folder", metavar="FOLDER", help="where tables are kept (default: the cache folder)"
    )
    _add_readings(tables)
    add_json(tables)
    probe = command(
        "probe",
        "value, distance and best moves out of a table",
        ["mabi probe start --size 4x4", "mabi probe 'b2w/w2b/w1w1 w - - 20' --json"],
    )
    _add_position(probe)
    probe.add_argument("--folder", metavar="FOLDER", help="where tables are kept (default: the cache folder)")
    _add_readings(probe)
    add_json(probe)
    warm = command("warm", "compile once all that is compiled when it is first needed", ["mabi warm"])
    add_json(warm)


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
    group.add_argument(
        "--size", metavar="RANKSxFILES", help="board of 'start' (default 8x8); a text brings its own"
    )
    group.add_argument(
        "--max-plies", type=whole_number(0), metavar="N", help="stop a game after N plies, undecided"
    )
