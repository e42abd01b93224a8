"""`mabi check`: check a certificate."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from _gamekit import folders
from _gamekit.arguments import add_json
from _gamekit.lines import lines_of
from _gamekit.problems import reading
from _gamekit.program import ANSWERED, NEGATIVE, UNDECIDED, as_text
from _gamekit.progress import status
from mabi_search import certify, show
from mabi_search.cli import PROGRAM
from mabi_search.game.errors import ArgumentError, MabiError

LARGEST_CERTIFICATE = 1 << 30
"""Maximum number of characters of a certificate."""
EXAMPLES = ["mabi check proof.jsonl", "mabi check proof.jsonl --json"]


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "certificate", metavar="CERTIFICATE", help="a file written by 'mabi solve --certificate'"
    )
    add_json(parser)


def run(options: Namespace) -> int:
    """Run the command; return its exit code."""
    path = options.certificate
    try:
        with reading(path), open(folders.named(path), encoding="utf-8-sig") as file:
            lines = file.read(LARGEST_CERTIFICATE + 1)
    except UnicodeDecodeError:
        raise MabiError(f"{path} is not a certificate: it is not text in UTF-8") from None
    if len(lines) > LARGEST_CERTIFICATE:
        raise MabiError(f"{path} is not a certificate: it has more than {LARGEST_CERTIFICATE:,} characters")
    try:
        with status() as progress:
            checked = certify.checker.check_certificate(lines_of(lines), progress=progress)
    except ArgumentError as error:
        raise ArgumentError(f"{path}: {error}") from None
    except certify.checker.RejectedError as error:
        if options.json:
            PROGRAM.print_json({"accepted": False, "place": error.place, "error": str(error)})
        else:
            print(f"rejected: {error}")
        return NEGATIVE
    except certify.checker.TooLargeError as error:
        PROGRAM.say(str(error))
        return UNDECIDED
    if options.json:
        PROGRAM.print_json(checked.to_dict())
    else:
        PROGRAM.show(show.report.checked_text(checked), as_text)
    return ANSWERED
