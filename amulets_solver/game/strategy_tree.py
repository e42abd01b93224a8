"""Strategy of a lone asker as a tree of questions, and a check of it that uses only the plain rules.

The file format is text, optionally compressed by gzip. A file begins like a record, with the players and the
asker's secret. Each following line has a question: the answers heard before it, then its placement. The last
line has the SHA-256 of the lines above it::

    players 3
    me 1 C3 B
    : R:A1 Y:B2 G:D3 B:C4 K:E5
    ** : R:A1 Y:A5 G:B3 B:B5 K:B2
    sha256 8e1f…
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Self

from _gamekit.facts import AsDict, Fact
from _gamekit.folders import named
from _gamekit.problems import number_of, reading
from amulets_solver.game.errors import ArgumentError, PlacementFormatError, RecordFormatError, shorten
from amulets_solver.game.placement import Placement
from amulets_solver.game.record import Record
from amulets_solver.game.rules import Secret, answer, hypotheses

MAX_BYTES = 50_000_000
"""Maximum size of an uncompressed tree, in bytes."""
_QUESTION = re.compile(r"([-+*o ]*): (.*)")
Heard = tuple[str, ...]
"""The answers to each earlier question."""


@dataclass(frozen=True)
class CheckedTree(AsDict):
    """Numbers of questions that a tree needs, found by following every hypothesis."""

    questions: dict[int, int] = field(hash=False)
    """Number of hypotheses identified after each number of questions."""

    @property
    def mean(self) -> float:
        """Mean number of questions over all hypotheses."""
        return sum(asked * count for asked, count in self.questions.items()) / sum(self.questions.values())

    @property
    def worst(self) -> int:
        """Largest number of questions."""
        return max(self.questions)

    def facts(self) -> list[Fact]:
        """Return the numbers of hypotheses and questions as facts for display."""
        hypotheses = sum(self.questions.values())
        followed = number_of(hypotheses, "hypothesis", "hypotheses")
        listed = ", ".join(f"{count:,} need {asked}" for asked, count in self.questions.items())
        return [
            Fact("accepted", True, f"{followed} followed by the plain rules: {listed} questions"),
            Fact("hypotheses", hypotheses),
            Fact("mean", self.mean, f"{self.mean:.4f} on average, {self.worst} at most", "questions"),
            Fact("worst", self.worst),
            Fact("questions", self.questions),
        ]


@dataclass(frozen=True, repr=False)
class StrategyTree:
    """Questions of a lone asker, chosen by the answers so far, until one hypothesis is left.

    Parameters
    ----------
    record : Record
        The players, the asker's secret and the rules.
    questions : mapping of tuple of str to Placement
        The next question after each sequence of answers.

    Examples
    --------
    >>> from amulets_solver import StrategyTree
    >>> tree = StrategyTree.shipped(3)
    >>> print(tree.questions[()])
    R:A1 Y:B2 G:D3 B:C4 K:E5
    """

    record: Record
    questions: Mapping[Heard, Placement] = field(hash=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the tree that a text describes.

        Parameters
        ----------
        text : str
            Text in the format described at the top of this module.

        Returns
        -------
        StrategyTree
            The tree, not yet checked.

        Raises
        ------
        ArgumentError
            The text is not in this format, or its checksum is wrong.
        """
        body, _, last = text.rstrip("\n").rpartition("\n")
        if last != f"sha256 {hashlib.sha256(f'{body}{chr(10)}'.encode()).hexdigest()}":
            raise ArgumentError("the tree is damaged: its last line is not the SHA-256 of the lines above it")
        head: list[str] = []
        questions: dict[Heard, Placement] = {}
        record = None
        for number, line in enumerate(body.split("\n"), 1):
            match = _QUESTION.fullmatch(line)
            if match is None and record is None:
                head.append(line)
                continue
            try:
                record = record or Record.parse("\n".join(head))
                if match is None:
                    raise ArgumentError(
                        f"{shorten(line)} is not a question, which is written like '+- oo : R:A1 …'"
                    )
                heard = tuple(match[1].split())
                if heard in questions:
                    raise ArgumentError(f"there are two questions after {' '.join(heard) or 'no answers'}")
                questions[heard] = Placement.parse(match[2], record.rules)
            except (ArgumentError, PlacementFormatError, RecordFormatError) as error:
                raise ArgumentError(f"line {number}: {error}") from None
        if record is None or [*record.secrets] != [1] or record.events:
            raise ArgumentError(
                "a tree must begin with the players and the secret of player 1, followed by its questions"
            )
        return cls(record, questions)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a tree from a file.

        Parameters
        ----------
        path : str or Path
            The file: text, or text compressed by gzip.

        Returns
        -------
        StrategyTree
            The tree, not yet checked.

        Raises
        ------
        ArgumentError
            As for `parse`.
        OSError
            The file cannot be read.
        """
        with reading(path):
            data = named(path).read_bytes()
        try:
            return cls._of(data)
        except ArgumentError as error:
            raise ArgumentError(f"{path}: {error}") from None

    @classmethod
    def shipped(cls, players: int) -> Self:
        """Return the best known tree for the 5x5 altar; the package includes it.

        Parameters
        ----------
        players : int
            Number of players; only 3 is available.

        Returns
        -------
        StrategyTree
            The tree.

        Raises
        ------
        ArgumentError
            No tree is available for this number of players.
        """
        file = files("amulets_solver") / "data" / f"strategy-{players}.txt.gz"
        if not file.is_file():
            raise ArgumentError(f"only a tree for 3 players is available, not for {players!r}")
        return cls._of(file.read_bytes())

    @classmethod
    def _of(cls, data: bytes) -> Self:
        try:
            if data.startswith(b"\x1f\x8b"):
                unpacking = zlib.decompressobj(wbits=31)
                data = unpacking.decompress(data, MAX_BYTES)
            return cls.parse(data.decode())
        except (zlib.error, UnicodeDecodeError):
            raise ArgumentError("the file is not a tree: it is neither text nor compressed by gzip") from None

    @property
    def me(self) -> Secret:
        """The secret of the asker."""
        return self.record.secrets[1]

    def check(self) -> CheckedTree:
        """Check the tree: follow every hypothesis through it, by the plain rules.

        Returns
        -------
        CheckedTree
            The numbers of questions that the hypotheses need.

        Raises
        ------
        ArgumentError
            A question is missing where several hypotheses are left, or a question is never asked.
        """
        leaves: Counter[int] = Counter()
        unused = set(self.questions)
        waiting: dict[Heard, list[tuple[Secret, ...]]] = {
            (): list(hypotheses(self.record.rules, self.record.players, self.me))
        }
        while waiting:
            heard, theirs = waiting.popitem()
            if len(theirs) == 1:
                leaves[len(heard)] += 1
                continue
            if (placement := self.questions.get(heard)) is None:
                several = number_of(len(theirs), "hypothesis is", "hypotheses are")
                problem = f"{several} left, but the tree has no question"
                raise ArgumentError(f"after {' '.join(heard) or 'no answers'}, {problem}")
            unused.discard(heard)
            for secrets in theirs:
                signs = "".join(answer(secret, placement) for secret in secrets)
                waiting.setdefault((*heard, signs), []).append(secrets)
        if unused:
            answers = " ".join(min(unused)) or "no answers"
            never = number_of(len(unused), "question is", "questions are")
            raise ArgumentError(f"{never} never asked, for example the one after {answers}")
        return CheckedTree(dict(sorted(leaves.items())))

    def __str__(self) -> str:
        lines = [
            str(self.record),
            *(f"{' '.join(heard)} : {one}".strip() for heard, one in self.questions.items()),
        ]
        body = "\n".join(lines) + "\n"
        return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"

    def packed(self) -> bytes:
        """Return the compressed text. The bytes are the same on every machine.

        Returns
        -------
        bytes
            The contents of a file that `load` reads.
        """
        return gzip.compress(str(self).encode(), mtime=0)

    def __repr__(self) -> str:
        players = self.record.players
        return (
            f"<StrategyTree: {number_of(len(self.questions), 'question')}, {players} players, with {self.me}>"
        )
