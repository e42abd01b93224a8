"""Certificates of both games are made from the same kinds of things, and checked in the same forms."""

from pathlib import Path
from typing import Any

import pytest

import mabi_search
import narabi_solver
from tests.narabi.samples import EXAMPLE

DEAL = narabi_solver.Deal.parse(EXAMPLE)
POSITION = mabi_search.Position.parse("1bw1/b1w1/1w1b w - w 9")
GAMES = [
    (narabi_solver, DEAL, narabi_solver.solve(DEAL)),
    (mabi_search, POSITION, mabi_search.solve(POSITION)),
]


@pytest.mark.parametrize(("package", "asked", "answer"), GAMES)
def test_a_certificate_is_an_object_a_text_lines_or_a_file(
    package: Any, asked: Any, answer: Any, tmp_path: Path
) -> None:
    certificate = package.make_certificate(answer)
    assert str(package.make_certificate(asked)) == str(certificate)
    assert certificate.outcome == answer.outcome and repr(certificate).startswith("<Certificate: ")
    file = tmp_path / "proof.jsonl"
    certificate.write(file)
    assert file.read_text() == str(certificate)
    expected = package.check_certificate(certificate)
    windows = str(certificate).replace("\n", "\r\n")
    for form in (
        str(certificate),
        str(certificate).strip(),
        windows,
        certificate.lines,
        iter(certificate),
        file,
    ):
        assert package.check_certificate(form) == expected


@pytest.mark.parametrize(("package", "asked", "answer"), GAMES)
def test_what_is_no_certificate(package: Any, asked: Any, answer: Any, tmp_path: Path) -> None:
    with pytest.raises(
        package.ArgumentError, match=r"not a certificate: 'proof.json' .* Path\('proof.json'\) reads"
    ):
        package.check_certificate("proof.json")
    with pytest.raises(package.ArgumentError, match="not a certificate") as raised:
        package.check_certificate("[1,")
    assert "Path(" not in str(raised.value)
    (tmp_path / "latin").write_bytes(b"\xff")
    with pytest.raises(package.ArgumentError, match="latin is not a certificate: it is not text in UTF-8"):
        package.check_certificate(tmp_path / "latin")
    with pytest.raises(FileNotFoundError):
        package.check_certificate(tmp_path / "missing")
    for wrong in (None, 7):
        with pytest.raises(package.ArgumentError, match="certificate must be a text, a Path or"):
            package.check_certificate(wrong)
    with pytest.raises(package.ArgumentError, match="the lines of a certificate must be texts"):
        package.check_certificate([7])
    with pytest.raises(package.ArgumentError, match="needed, not int '7'"):
        package.make_certificate(7)
