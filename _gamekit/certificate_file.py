"""Certificates as files, the same for all games."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from _gamekit import outputs
from _gamekit.checks import public
from _gamekit.problems import ArgumentError


def check_target(name: str | Path, *inputs: str | None) -> None:
    """Raise an error if certificates cannot be written to a new file of this name.

    Raises
    ------
    ArgumentError
        The file exists already.
    OSError
        The file cannot be written, or it is one of the inputs.
    """
    outputs.check([name], inputs)
    outputs.check_suffix(name, "certificate")
    check_new(name)


def check_new(name: str | Path) -> None:
    """Raise ArgumentError if a file for certificates exists already."""
    if os.path.exists(name):
        raise ArgumentError(f"{name} exists already; certificates are written to a new file")


class CertificateFile:
    """A proof whose lines are a file."""

    lines: tuple[str, ...]

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines)

    def __str__(self) -> str:
        """Return the text of the file."""
        return "".join(line + "\n" for line in self.lines)

    @public
    def write(self, path: str | Path) -> None:
        """Write the certificate to a file, completely or not at all.

        Parameters
        ----------
        path : str or Path
            The file. An existing file is replaced.

        Raises
        ------
        OSError
            The file cannot be written.

        Examples
        --------
        >>> import tempfile
        >>> from mabi_search import Position, make_certificate
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     make_certificate(Position.parse("1bw1/b1w1/1w1b w - w 9")).write(f"{folder}/proof.jsonl")
        """
        outputs.check_suffix(path, "certificate")
        outputs.write(path, [str(self).encode()])
