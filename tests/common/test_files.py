"""Files that know what they are."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from _gamekit.files import (
    HEADER_BYTES,
    UNFINISHED,
    DamagedFileError,
    beside,
    contents,
    read_checked,
    remove_unfinished,
    write_atomic,
    write_checked,
)
from _gamekit.problems import ArgumentError, read_json
from tests.conftest import Run
from tests.nightly import slow


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "table"
    write_checked(path, "test", 3, [b"payload" * 60, b"payload" * 40], {"players": 4})
    return path


def test_round_trip(written: Path) -> None:
    assert read_checked(written, "test", 3) == (b"payload" * 100, {"players": 4})
    assert [entry.name for entry in written.parent.iterdir()] == ["table"]


@pytest.mark.parametrize(("kind", "version"), [("test", 2), ("other", 3)])
def test_another_kind_or_version(written: Path, kind: str, version: int) -> None:
    with pytest.raises(DamagedFileError, match="'test' version 3; expected"):
        read_checked(written, kind, version)


def test_a_header_of_other_spaces_is_damaged(written: Path) -> None:
    written.write_bytes(written.read_bytes().replace(b'": ', b'":\t', 1))  # the same JSON
    with pytest.raises(DamagedFileError, match="has been changed"):
        read_checked(written, "test", 3)


@given(st.data())
def test_any_damage_is_noticed(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("files") / "table"
    write_checked(path, "test", 3, [b"payload" * 100], {"players": 4})
    whole = path.read_bytes()
    at = data.draw(st.integers(0, HEADER_BYTES - 1) | st.integers(HEADER_BYTES, len(whole) - 1))
    damaged = data.draw(
        st.just(whole[:at])
        | st.integers(1, 255).map(lambda bits: whole[:at] + bytes([whole[at] ^ bits]) + whole[at + 1 :])
        | st.just(whole + b"x")
    )
    path.write_bytes(damaged)
    with pytest.raises(DamagedFileError):
        read_checked(path, "test", 3)


@pytest.mark.parametrize("step", [8, *slow(1)])
def test_each_bit_of_a_header_matters(written: Path, step: int) -> None:
    """One bit of each byte, or all."""
    whole = written.read_bytes()
    for at in range(len(whole[:HEADER_BYTES].rstrip())):
        for bit in range(at % step, 8, step):
            written.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            with pytest.raises(DamagedFileError):
                read_checked(written, "test", 3)


def test_a_writer_that_fails_leaves_the_old_file(written: Path) -> None:
    def chunks():
        yield b"half"
        raise KeyboardInterrupt

    before = written.read_bytes()
    with pytest.raises(KeyboardInterrupt):
        write_atomic(written, chunks())
    assert written.read_bytes() == before
    assert [entry.name for entry in written.parent.iterdir()] == ["table"]


def test_only_what_is_left_of_a_file_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "[a].table"
    left = [f"[a].table.{part}.narabi-mabi.part" for part in ("x1", "y_2")]
    others = ["[a].table", "[a].table.narabi-mabi.part", "[a].table.x1.part", "a.table.x1.narabi-mabi.part"]
    for name in (*left, *others):
        (tmp_path / name).touch()
    remove_unfinished(path, older=1000)
    assert {one.name for one in tmp_path.iterdir()} == {*left, *others}
    remove_unfinished(path)
    assert {one.name for one in tmp_path.iterdir()} == set(others)


@pytest.mark.parametrize("name", ["n" * 255, "é" * 127, "n" * 230 + ".svg"])
def test_long_names(name: str, tmp_path: Path) -> None:
    """Every name that the system allows, and only what is left of this file is removed."""
    path, other = tmp_path / name, tmp_path / (name[:-1] + "m")
    left = beside(path, ".x" + UNFINISHED), beside(other, ".x" + UNFINISHED)
    for one in left:
        one.write_bytes(b"")
    write_atomic(path, [b"whole"])
    assert path.read_bytes() == b"whole"
    remove_unfinished(path)
    assert {one.name for one in tmp_path.iterdir()} == {name, left[1].name}


UNREADABLE = {
    "[" * 100_000: "nested more than 100 deep",
    '{"a":' * 2_000 + "1" + "}" * 2_000: "nested more than 100 deep",
    "[" * 101 + "]" * 101: "nested more than 100 deep",
    "1" * 5_000: "a number has thousands of digits",
    "[1,": "not JSON: Expecting value",
}


@pytest.mark.parametrize(("text", "why"), UNREADABLE.items(), ids=range(len(UNREADABLE)))
def test_one_reader_of_json_with_one_message(text: str, why: str, program_here: Run, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=why):
        read_json(text)
    file = tmp_path / "proof.json"
    file.write_text(text)
    for program in ("narabi", "mabi"):
        done = program_here(program, "check", str(file))
        assert done.returncode == 2 and "not a certificate" in done.stderr and why in done.stderr, done


def test_json_that_is_read() -> None:
    assert read_json("[" * 100 + "]" * 100) is not None and read_json('{"a": [1, null]}') == {"a": [1, None]}


def test_contents_of_a_wrong_structure_are_damage(tmp_path: Path) -> None:
    for fails in (lambda: [][0], lambda: {}["x"], lambda: int("x"), lambda: None.x, lambda: len(1)):  # type: ignore[arg-type, attr-defined]
        with pytest.raises(DamagedFileError, match="file is damaged"), contents(tmp_path / "file"):
            fails()
    with pytest.raises(ArgumentError, match="another"), contents(tmp_path / "file"):
        raise ArgumentError("another position")
