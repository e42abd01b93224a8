"""Code that the programs of all games share: commands, streams, signals and exit codes."""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import json
import logging
import os
import signal
import sys
import time
import traceback
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self, TypeVar

from _gamekit import arguments, outputs, progress, start
from _gamekit.arguments import Parser
from _gamekit.facts import Facts, Result, json_of, view_of
from _gamekit.problems import GameError, InternalError, StoppedError, messages_of, number_of, printable

if TYPE_CHECKING:
    from rich.console import RenderableType

    from _gamekit.lines import Entry
    from _gamekit.progress import Progress

T = TypeVar("T")

ANSWERED, NEGATIVE, BAD_INPUT, UNDECIDED, BUG, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 70, 130, 141
"""Exit codes."""

FULL = (errno.ENOSPC, errno.EDQUOT)
MAKE_ROOM = "make room on the disk, and the same command goes on"
"""Advice if a disk is full."""
BAD_LINES_SHOWN = 10
PLAIN_WIDTH = 160
LIGHT_PIECE, DARK_PIECE = "bold black on white", "bold white on grey30"
"""Styles of pieces, readable on light and on dark terminals."""
_PLAIN = str.maketrans({"─": "-", "…": ".", "–": "-", "−": "-", "·": "."})


def as_text(renderable: RenderableType) -> str:
    """Return the plain text of a renderable."""
    from rich.console import Console  # not needed for JSON

    console = Console(file=io.StringIO(), width=PLAIN_WIDTH, no_color=True, force_terminal=False)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


class Shared(NamedTuple):
    """A command that all programs share."""

    module: str
    summary: str


SHARED = {
    "completion": Shared(
        "_gamekit.completion", "print a script that completes commands and options in your shell"
    ),
}


class Terminated(KeyboardInterrupt):
    """The process has received SIGTERM, which ends it like Ctrl-C, but not only at the second time."""


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    """Handle SIGTERM as Ctrl-C is handled at the moment."""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or handler is signal.default_int_handler:
        raise Terminated
    handler(number, frame)


SCHEMA = 1
"""The version of the JSON output. It increases if a key is added, removed, or given another meaning."""


class Program:
    """A command-line program with several commands.

    Each command is a module of the same name, which is loaded only when needed. The module has ``EXAMPLES``,
    ``add_options(parser)``, and ``run(options)``, which returns the exit code.
    """

    def __init__(
        self, name: str, about: str, examples: Sequence[str], package: str, commands: Mapping[str, str]
    ):
        """Create a program; `package` contains the modules of the commands."""
        self.name = name
        self.commands = {**commands, **{name: one.summary for name, one in SHARED.items()}}
        """The summary of each command."""
        self.stdout_is_taken = False
        """Whether a drawing is written to the standard output, so that nothing else may be printed there."""
        self.running = ""
        """The name of the running command."""
        self.ends_process = False
        """Whether the process ends after the command. If so, only the first Ctrl-C counts."""
        self._about, self._examples, self._package = about, examples, package

    def command(self, name: str) -> Any:
        """Load and return the module of a command."""
        return importlib.import_module(SHARED[name].module if name in SHARED else f"{self._package}.{name}")

    def parser(self, argv: Sequence[str] | None = None) -> Parser:
        """Return a parser with the options of the command in `argv`; if `argv` is None, of all commands."""
        named = None if argv is None else next((word for word in argv if not word.startswith("-")), "")
        parser, add_command = arguments.program(self.name, self._about, self._examples)
        for name, summary in self.commands.items():
            added = add_command(name, summary)
            if named in (None, name):
                command = self.command(name)
                added.epilog = arguments.listed(command.EXAMPLES).replace("PROGRAM", self.name)
                command.add_options(added)
                added.set_defaults(program=self)
        return parser

    def main(self, argv: Sequence[str] | None = None) -> int:
        """Run the command in `argv`, by default the process's command line, and return the exit code."""
        self._open_closed_streams()
        self.stdout_is_taken = False
        try:
            return self._code_of(argv)
        finally:
            self._drop_output()

    def run(self) -> NoReturn:
        """Run the command in the process's command line, and end the process.

        Ctrl-C and SIGTERM end the process; further signals in the meantime are ignored.
        """
        self.ends_process = True
        signal.signal(signal.SIGTERM, _as_interrupt)
        sys.exit(self.main())

    def _code_of(self, argv: Sequence[str] | None) -> int:
        """Run a command, print its error if it fails, and return the exit code."""
        logging.basicConfig(level=logging.INFO, format=f"{self.name}: %(message)s", stream=sys.stderr)
        try:
            words = sys.argv[1:] if argv is None else argv
            parser = self.parser(words)
            options = parser.parse_args(words)
            start.loaded()
            if options.command is None:
                parser.print_help()
                return ANSWERED
            self.running = options.command
            code: int = self.command(options.command).run(options)
            sys.stdout.flush()
            return code
        except BrokenPipeError:
            self._drop_output()
            return PIPE_CLOSED
        except KeyboardInterrupt:
            if self.ends_process:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
            self.say("interrupted")
            return INTERRUPTED
        except InternalError as error:
            return self._bug(str(error))
        except GameError as error:
            self.say_problems(error)
            return BAD_INPUT
        except MemoryError:
            self.say("out of memory; undecided")
            return UNDECIDED
        except OSError as error:
            self._drop_output()
            how = f"; {MAKE_ROOM}" if error.errno in FULL else ""
            self.say(f"{error.filename or 'the output cannot be written'}: {error.strerror or error}{how}")
            return BAD_INPUT
        except Exception as error:  # never exit code 1, which is an answer
            with contextlib.suppress(OSError):
                traceback.print_exc()
            return self._bug(f"{type(error).__name__}: {error}")

    def _bug(self, what: str) -> int:
        """Print a message about a bug in the library; return the exit code."""
        self.say(f"internal error, a bug of ours; please report: {what}")
        return BUG

    def say(self, message: str) -> None:
        """Print a message as one line on the error output, shortened if very long."""
        progress.clear()
        with contextlib.suppress(OSError):  # the error output fails as well
            print(f"{self.name}: {printable(message)}", file=sys.stderr, flush=True)

    def stopped(self, error: Exception, interrupted: bool) -> int:
        """Print the reason why work stopped early, and return the exit code."""
        more = "" if isinstance(error, StoppedError) else f"; {error}"
        self.say(f"interrupted{more}" if interrupted else str(error))
        return INTERRUPTED if interrupted else UNDECIDED

    def say_problems(self, error: Exception, where: str = "") -> None:
        """Print each problem of an input on a line, followed by its position in the text, if known."""
        for message, *place in messages_of(error):
            self.say(where + message)
            with contextlib.suppress(OSError):
                for line in place:
                    print(f"  {line}", file=sys.stderr, flush=True)

    def print_json(self, value: Mapping[str, Any]) -> None:
        """Print a JSON object on one line, with the key `schema` added."""
        print(json.dumps({"schema": self.schema, **value}), flush=True)

    @property
    def schema(self) -> str:
        """The name and version of the running command's JSON output."""
        return f"{self.name}-{self.running}/{SCHEMA}"

    def answer(
        self,
        result: Facts | Result,
        as_json: bool,
        view: Callable[[], RenderableType] | None = None,
        also: Facts = (),
    ) -> None:
        """Print a result and further facts, as JSON or as text; `view` returns a special form of the text."""
        if as_json:
            self.print_json(json_of(result) | json_of(also))
        elif view is not None:
            self.show(view(), as_text)
        else:
            facts = result.facts() if isinstance(result, Result) else result
            self.show(view_of([*facts, *also]), as_text)

    def show(self, view: RenderableType, plain: Callable[[RenderableType], str]) -> None:
        """Print a view: with colours if the standard output is a terminal, otherwise as plain text."""
        if self.stdout_is_taken:
            return
        if sys.stdout.isatty():
            from rich.console import Console

            Console(highlight=False).print(view)
            return
        text = plain(view)
        try:
            text.encode(sys.stdout.encoding or "utf-8")
        except UnicodeEncodeError:
            text = text.translate(_PLAIN)
        print(text, flush=True)

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[Callable[[], bool]]:
        """Provide a function that returns whether Ctrl-C was pressed.

        A second Ctrl-C raises KeyboardInterrupt.
        """
        pressed = False

        def on_press(number: int, frame: FrameType | None) -> None:
            nonlocal pressed
            if pressed:
                raise KeyboardInterrupt
            pressed = True

        before = signal.signal(signal.SIGINT, on_press)
        try:
            yield lambda: pressed
        finally:
            signal.signal(signal.SIGINT, before)

    @contextlib.contextmanager
    def ended_by_interrupt(self) -> Iterator[None]:
        """Make Ctrl-C end the process at once, during work that has no partial result."""

        def on_press(number: int, frame: FrameType | None) -> NoReturn:
            progress.clear()
            self.say("interrupted")
            os._exit(INTERRUPTED)

        before = signal.signal(signal.SIGINT, on_press)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _open_closed_streams(self) -> None:
        """Replace closed streams, and make all streams accept every character and byte.

        Writing to a closed standard output still fails, so that no answer is lost unnoticed.
        """
        for name, mode, access in (
            ("stdin", "r", os.O_RDONLY),
            ("stdout", "w", os.O_RDONLY),
            ("stderr", "w", os.O_WRONLY),
        ):
            if getattr(sys, name) is None:
                setattr(sys, name, open(os.open(os.devnull, access), mode))
        for stream, errors in (
            (sys.stdin, "surrogateescape"),
            (sys.stdout, "replace"),
            (sys.stderr, "backslashreplace"),
        ):
            if hasattr(stream, "reconfigure"):
                with contextlib.suppress(io.UnsupportedOperation):  # the stream has already been read
                    stream.reconfigure(errors=errors)

    def _drop_output(self) -> None:
        """Discard output that cannot be written, so that flushing at exit does not fail."""
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                with contextlib.suppress(OSError, ValueError):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class BadLines:
    """A counter of unreadable lines that reports the first ones."""

    def __init__(self, program: Program):
        self.count = 0
        self._program = program

    def add(self, error: Exception, where: str = "") -> None:
        """Count an unreadable line; if it is one of the first, print its problems after the text `where`."""
        self.count += 1
        if self.count <= BAD_LINES_SHOWN:
            self._program.say_problems(error, where)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self.count > BAD_LINES_SHOWN:
            self._program.say(f"… and {number_of(self.count - BAD_LINES_SHOWN, 'more line')} like these")


class Answers(BadLines):
    """Printer of the answers to an argument's lines, which also counts unreadable lines.

    Empty lines separate the answers, except in JSON.
    """

    def __init__(self, program: Program, argument: str, json: bool = False):
        """Create a printer for the lines of an argument."""
        super().__init__(program)
        self.source = "standard input: " if argument == "-" else f"{argument}: " * os.path.exists(argument)
        """The text before the line number in messages."""
        self.answered = 0
        self._json, self._highest = json, ANSWERED

    def readable(self, entries: Iterable[Entry[T]]) -> Iterator[tuple[int, T]]:
        """Yield the line number and the value of each entry; report and count those with errors."""
        for entry in entries:
            if entry.value is None:
                self.add(entry.problem, self.source)
            else:
                yield entry.line, entry.value

    def refuse(self, error: Exception, line: int) -> None:
        """Report and count a line that was readable, but has no answer."""
        self.add(error, f"{self.source}line {line}: ")

    def answer(self, answer: Callable[[], int]) -> int:
        """Call a function that prints an answer, and return its exit code."""
        if self.answered and not self._json:
            print()
        self.answered += 1
        code = answer()
        self._highest = max(self._highest, code)
        return code

    @property
    def code(self) -> int:
        """The highest exit code of all answers; `BAD_INPUT` if a line was unreadable."""
        return BAD_INPUT if self.count else self._highest


class DrawingFiles:
    """The files for a command's drawings, checked before any work is done.

    If one of them is the standard output, nothing else is printed there.
    """

    def __init__(self, program: Program, options: Namespace, *inputs: str | None):
        """Check the files that the options ``--svg`` and ``--html`` name.

        Raises
        ------
        OSError
            A file cannot or must not be written. The message has the reason.
        """
        self._program = program
        named = {f"--{kind}": getattr(options, kind, None) for kind in ("svg", "html")}
        self.options = [option for option, name in named.items() if name is not None]
        streams = [option for option, name in named.items() if name is not None and outputs.is_stream(name)]
        written = [option for option in named if option not in streams]
        outputs.check([named[option] for option in written], inputs, [option[2:] for option in written])
        if len(streams) + options.json * bool(streams) > 1:
            others = " and ".join([*streams, "--json"][:2])
            raise OSError(None, f"{others} cannot both go to the standard output", str(named[streams[0]]))
        program.stdout_is_taken = bool(streams)

    def write(self, name: str | None, text: Callable[[], str]) -> None:
        """Write a text to the file `name`, if given; raise OSError if it cannot be written."""
        if name is None:
            return
        if outputs.is_stream(name):
            print(text(), end="", flush=True)
            return
        outputs.write(name, [text().encode()])
        self._program.say(f"written to {name}")


class ProgressMeter:
    """A display of a study's progress, speed and remaining time."""

    def __init__(
        self, program: Program, deals: int, show: Progress, decimals: int = 0, things: str = "deals"
    ):
        self.program, self.deals, self.show, self.decimals = program, deals, show, decimals
        self.things = things
        self.started = time.perf_counter()
        self.begun, self.done = False, 0

    def telling(self, stop: Callable[[], bool]) -> Callable[[], bool]:
        """Return `stop` so that its calls show, before the first block is finished, that work has begun."""

        def stop_or_tell() -> bool:
            if not self.begun:
                self.show(f"no new {self.things} answered yet (Ctrl-C stops) …")
            return stop()

        return stop_or_tell

    def __call__(self, text: str, /, **counts: int) -> None:
        """Update the display; `counts` are those that a study reports."""
        self.begun, self.done = True, counts["answered"]
        if "joined" in counts:
            self.show(f"{text} …")
            return
        rate = counts["answered_now"] / (time.perf_counter() - self.started)
        left = (self.deals - self.done) / rate
        self.show(f"{text}, {rate:,.{self.decimals}f} a second, {left:,.0f} s left")

    def stopped(self, error: StoppedError, interrupted: bool, out: str | None) -> int:
        """Print the message that a study ended early and how to continue it; return the exit code."""
        why = "interrupted" if interrupted else str(error)
        how = (
            "nothing was saved; with --out FILE, the same command can continue later"
            if out is None
            else f"the same command continues from there ({out}.parts)"
        )
        self.program.say(f"{why} after {self.done:,} of {self.deals:,} {self.things}; {how}")
        return INTERRUPTED if interrupted else UNDECIDED
