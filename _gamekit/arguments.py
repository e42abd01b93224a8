"""Command-line options and parsers that all programs share."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from _gamekit.checks import Between
from _gamekit.exports import version
from _gamekit.folders import CACHE_VARIABLE
from _gamekit.languages import FIRST, language_names
from _gamekit.limits import DEFAULT_MEMORY, MAX_WORKERS, MIB
from _gamekit.problems import ArgumentError, nearest, printable, shorten
from _gamekit.themes import LARGEST, SMALLEST, THEMES

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from _gamekit.progress import Progress

EXIT_CODES = f"""exit codes:
  0    every question answered, and positively
  1    answered negatively (unsolvable, not won, rejected)
  2    bad usage or bad input
  3    undecided within the limits given
  70   internal error, a bug of ours; please report
  130  interrupted
  141  output pipe closed

{CACHE_VARIABLE} names the folder for tables; NO_COLOR is respected."""


TABLE_ACTIONS = ("build", "info", "verify")
"""The actions of a command that has tables."""
MOST = 10**24
"""Largest number of an option that has no limit of its own."""
MOST_MEMORY = 1 << 40
"""Largest memory limit in mebibytes."""
MOST_SECONDS = 10_000_000
"""Largest time limit in seconds, about 116 days."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose error messages are one line long."""

    def error(self, message: str) -> NoReturn:
        """Print an error and exit with code 2."""
        self.exit(2, f"{self.prog}: {printable(message)} (see '{self.prog} --help')\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Fail on words that no option takes, so that the message names the help of their command."""
        options, words = super().parse_known_args(args, namespace)
        if words:
            has_option = any(word.startswith("-") for word in words)
            advice = "" if has_option else "; a text with blanks is put into quotes"
            self.error(f"unrecognized arguments: {' '.join(words)}{advice}")
        return options, words

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise an error for an unknown value or command, and suggest the nearest one."""
        if action.choices is None or value in action.choices:
            return
        names = [str(choice) for choice in action.choices]
        given, near = shorten(str(value)), nearest(str(value).lower(), names)
        meant = f"; did you mean {near!r}?" if near else ""
        if action.dest == "command":
            others = "" if near else f"; the commands are {', '.join(names)}"
            raise argparse.ArgumentError(None, f"{given} is not a command{meant}{others}")
        raise argparse.ArgumentError(action, f"must be {_either(names)}, not {given}{meant}")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help, a version or an error; unlike `argparse`, fail if the output cannot be written."""
        if file in (sys.stdout,):
            sys.stdout.write(message)
            sys.stdout.flush()
        else:
            super()._print_message(message, file)


def _either(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else names[0]


class _Version(argparse.Action):
    """An action that looks up the version and prints it."""

    def __call__(self, parser: argparse.ArgumentParser, *values: Any) -> None:
        text = f"{parser.prog} {version()}\n"
        parser._print_message(text, sys.stdout)  # flushes
        parser.exit()


def program(
    name: str, description: str, examples: Sequence[str]
) -> tuple[Parser, Callable[[str, str], Parser]]:
    """Return the parser of a program, and a function that adds a command with a name and a summary."""
    parser = Parser(
        prog=name,
        description=description,
        epilog=f"{listed(examples)}\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and end")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def add_command(name: str, summary: str) -> Parser:
        return commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    return parser, add_command


def listed(examples: Sequence[str]) -> str:
    """Return the section "examples" of a help text."""
    return "examples:\n" + "".join(f"  {example}\n" for example in examples)


def whole_number(low: int, high: int = MOST) -> Callable[[str], int]:
    """Return a function that parses a whole number in a range."""
    allowed = Between(low, high)

    def read(text: str) -> int:
        if text.isascii() and text.isdigit() and len(text) < 30 and (value := int(text)) in allowed:
            return value
        raise argparse.ArgumentTypeError(f"must be {allowed.words()}, not {text[:40]!r}")

    return read


def seconds(text: str) -> float:
    """Parse a number of seconds."""
    plain = len(text) < 25 and re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", text)
    if plain and (value := float(text)) <= MOST_SECONDS:
        return value
    raise argparse.ArgumentTypeError(
        f"must be a number of seconds from 0 to {MOST_SECONDS:,}, not {text[:40]!r}"
    )


def add_nodes(
    parser: argparse._ActionsContainer, what: str, low: int = 1, default: int | None = None
) -> None:
    """Add the option ``--nodes``, also known as ``--max-nodes``, with the help text `what`."""
    parser.add_argument(
        "--nodes", "--max-nodes", type=whole_number(low), default=default, metavar="N", help=what
    )


def add_seconds(parser: argparse.ArgumentParser, what: str = "stop after S seconds of search") -> None:
    """Add the option ``--seconds``, also known as ``--max-seconds``, with the help text `what`."""
    parser.add_argument("--seconds", "--max-seconds", type=seconds, metavar="S", help=what)


def add_memory(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option ``--memory``, also known as ``--max-memory``, with the help text `what`."""
    parser.add_argument(
        "--memory",
        "--max-memory",
        type=whole_number(1, MOST_MEMORY),
        default=DEFAULT_MEMORY // MIB,
        metavar="MIB",
        help=f"{what} (in mebibytes; default {DEFAULT_MEMORY // MIB})",
    )


def given_options(
    add_options: Callable[[argparse.ArgumentParser], None], options: argparse.Namespace
) -> list[str]:
    """Return command-line words that are parsed to `options`; those with default values are omitted."""
    parser = argparse.ArgumentParser(add_help=False)
    add_options(parser)
    words, alone = [], []
    for action in parser._actions:
        value = getattr(options, action.dest)
        if value == parser.get_default(action.dest):
            continue
        if not action.option_strings:
            alone.append(str(value))
        elif action.nargs == 0:
            words.append(action.option_strings[0])
        elif str(value).startswith("-"):
            words.append(f"{action.option_strings[0]}={value}")
        else:
            words += [action.option_strings[0], str(value)]
    return words + ["--"] * any(word.startswith("-") for word in alone) + alone


def options_named(add_options: Callable[[argparse.ArgumentParser], None], words: str) -> argparse.Namespace:
    """Return the options that command-line words in a file name, written by `given_options`.

    Raises
    ------
    ArgumentError
        The words are not such options.
    """

    class Refusing(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise ArgumentError(f"unknown options {shorten(words)}: {message}")

    parser = Refusing(add_help=False, allow_abbrev=False)
    add_options(parser)
    try:
        return parser.parse_args(shlex.split(words))
    except ValueError as error:  # an open quotation mark
        raise ArgumentError(f"unknown options {shorten(words)}: {error}") from None


def add_paper(parser: argparse.ArgumentParser, title: str, without: str = "") -> None:
    """Add the options of printed pages: ``--out``, ``--title``, ``--paper``.

    `without` says what happens without ``--out``; if it is empty, the option is required.
    """
    suffixes = "file to write, ending in .pdf, .html or .svg"
    parser.add_argument("--out", metavar="FILE", required=not without, help=suffixes + without)
    parser.add_argument("--title", help=f"title of each page (default, in English: {title})")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="size of a page (default a4)")


def add_language(parser: argparse.ArgumentParser, package: str, what: str) -> None:
    """Add the option ``--language``; `what` names the output that uses the language."""
    parser.add_argument(
        "--language",
        choices=language_names(package),
        default=FIRST,
        help=f"language of {what} (default {FIRST})",
    )


def add_replay(parser: argparse.ArgumentParser, package: str, page: str, svg: bool = False) -> None:
    """Add the options of a replay, ``--language`` and ``--page``; `page` is the default of ``--page``.

    If `svg` is true, the help says that the language is also that of a drawing.
    """
    add_language(parser, package, "what --svg and --html write" if svg else "the page that --html writes")
    what = f"address of a page to play on, for a link (default: {page}, if it is in the folder of FILE)"
    parser.add_argument("--page", metavar="ADDRESS", help=what)


def replay_options(options: argparse.Namespace, page: str) -> dict[str, Any]:
    """Return the theme, language and page options of a replay; `page` is the default page's file name."""
    beside = os.path.join(os.path.dirname(options.html or ""), page)
    found = page if options.page is None and os.path.isfile(beside) else options.page
    return {"theme": options.theme, "language": options.language, "page": found}


def add_workers(parser: argparse.ArgumentParser, out: str | None) -> None:
    """Add ``--workers``, ``--scheduler`` and, with the help text `out`, ``--out``."""
    parser.add_argument(
        "--workers",
        type=whole_number(1, MAX_WORKERS),
        default=1,
        metavar="W",
        help="number of worker processes (default 1)",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="use the Dask cluster at ADDRESS, like tcp://host:8786, instead of worker processes",
    )
    if out is not None:
        help = f"{out}; after an interruption the same command continues"
        parser.add_argument("--out", metavar="FILE", help=help)


def workers_of(options: argparse.Namespace, stop: Callable[[], bool], progress: Progress) -> dict[str, Any]:
    """Return the keyword arguments of a study that the options of `add_workers` describe."""
    named = {name: getattr(options, name) for name in ("workers", "scheduler", "out")}
    return {**named, "stop": stop, "progress": progress}


def add_kept(parser: argparse.ArgumentParser) -> None:
    """Add the options of a session at the terminal: RECORD and ``--save``."""
    parser.add_argument(
        "record", metavar="RECORD", nargs="?", help="the record of a game to continue: text or a file"
    )
    parser.add_argument("--save", metavar="FILE", help="save the record to FILE after every action")


def add_table_actions(parser: argparse.ArgumentParser, what: str) -> None:
    """Add what is done with tables: ``build``, ``info``, ``verify`` (`what` is their help) or ``--clear``."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "action", nargs="?", choices=TABLE_ACTIONS, metavar=f"{{{','.join(TABLE_ACTIONS)}}}", help=what
    )
    either.add_argument(
        "--clear", action="store_true", help="delete all tables; they are built again if needed"
    )


def check_table_action(options: argparse.Namespace) -> None:
    """Raise an error if the command line does not say what is done with tables."""
    if options.action is None and not options.clear:
        raise ArgumentError(f"give {_either([*TABLE_ACTIONS])}, or --clear")


def add_json(parser: argparse._ActionsContainer) -> None:
    """Add the option ``--json``."""
    parser.add_argument("--json", action="store_true", help="print one JSON object per line, for programs")


def add_drawing(
    parser: argparse.ArgumentParser, svg: bool = True, html: bool = True, required: bool = False
) -> None:
    """Add ``--theme`` and, if wanted, the options of drawings: ``--svg`` with ``--width``, and ``--html``."""
    if svg:
        parser.add_argument("--svg", metavar="FILE", help="write an SVG drawing of one position or deal")
    if html:
        what = "write a page for stepping through the game; it works offline"
        parser.add_argument("--html", metavar="FILE", required=required, help=what)
    colours = "colours (default auto: follow the browser's settings)"
    parser.add_argument("--theme", choices=list(THEMES), default="auto", help=colours)
    if svg:
        parser.add_argument(
            "--width",
            type=whole_number(SMALLEST, LARGEST),
            metavar="PIXELS",
            help="width of the drawing",
        )
