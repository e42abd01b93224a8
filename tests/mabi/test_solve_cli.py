"""`mabi solve` and `mabi check` in this process: codes, keys, files."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from mabi_search import Outcome, Position, Rules, proof, solve
from mabi_search.cli import main
from mabi_search.proof import saved
from tests.conftest import ROOT

WON = "2w1b1/2bw2/1wbbw1/wwwbbb/1b1wb1/4w1 b - b 55"
LOST = "1b4b1/wbw2ww1/1bb3b1/wb1wb3/2bbwbwb/1bwwwbw1/ww1b4/2w3wb b - b 51"


def test_a_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WON, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["outcome"], answer["proven"], answer["possible"]) == ("win", True, ["win"])
    assert answer["margin_bounds"][0] >= 0 and answer["pv"][-2:] == ["pass", "pass"]
    assert answer["stopped_by"] is None and answer["rules"]["size"] == "6x6"
    assert main(["solve", WON]) == 0
    assert "Black wins (proven" in capsys.readouterr().out


def test_words_name_the_winner_and_its_margin() -> None:
    won = solve(Position.parse("1bw1/b1w1/1w1b w - w 9"))
    assert won.summary == "White wins (proven: alpha-beta); margin +2"
    lost = replace(won, outcome=Outcome.LOSS, margin_bounds=(-3, -1))
    assert lost.summary == "Black wins (proven: alpha-beta); margin +1 to +3"
    drawn = replace(won, outcome=Outcome.DRAW, margin_bounds=(0, 0))
    assert drawn.summary == "draw (proven: alpha-beta); margin +0"


def test_every_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WON, "--all-moves", "--json"]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [move["move"] for move in moves] == ["e6e5", "e6d6", "e6f6", "pass"]
    assert {move["outcome"] for move in moves} == {"win"}


def test_undecided_is_code_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "start", "--nodes", "50", "--json"]) == 3
    answer = json.loads(capsys.readouterr().out)
    assert (answer["outcome"], answer["proven"], answer["stopped_by"]) == ("undecided", False, "nodes")
    assert answer["possible"] == ["win", "draw", "loss"] and answer["margin"] is None and answer["pv"] == []
    assert main(["solve", "start", "--nodes", "50"]) == 3
    assert "undecided (node limit reached)" in capsys.readouterr().out


def test_full_tables_are_named_with_what_helps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "start", "--memory", "8", "--json"]) == 3
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert answer["stopped_by"] == "memory"
    assert err == (
        f"mabi: the search's tables are full ({answer['nodes']:,} nodes): "
        "--memory 16 doubles them; --save FILE keeps what is proven and empties full tables\n"
    )


def test_the_game_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "wwb/1b1/w2 w p w 20 moves pass", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["outcome"], answer["margin"], answer["distance"]) == ("loss", -1, 0)  # Black would be next
    assert answer["method"] == "rules" and answer["pv"] == []


def test_a_scheduler_that_is_none_is_refused_where_no_worker_is_needed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "wwb/1b1/w2 w p w 20 moves pass", "--scheduler", "nonsense"]) == 2
    assert capsys.readouterr().err.startswith("mabi: no Dask scheduler at 'nonsense'")


def test_a_certificate_is_written_and_checked(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "proof.jsonl"
    assert main(["solve", LOST, "--certificate", str(path)]) == 0
    assert f"certificate of 5 answers: {path}" in capsys.readouterr().out
    assert main(["check", str(path)]) == 0
    assert "accepted: loss for the side to move" in capsys.readouterr().out
    assert main(["check", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["accepted"] is True
    path.write_text(path.read_text().replace('"loss"', '"win"'))
    assert main(["check", str(path)]) == 1
    assert "rejected: " in capsys.readouterr().out
    assert main(["check", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["accepted"] is False


def test_what_is_no_certificate(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").write_text("")
    (tmp_path / "json").write_text("{}\n{}\n")
    for path in ("missing", "bytes", ".", "empty", "json", ROOT / "README.md"):
        assert main(["check", str(tmp_path / path), "--json"]) == 2
        captured = capsys.readouterr()
        assert not captured.out and captured.err.count("\n") == 1


def test_no_certificate_replaces_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is refused before the search."""
    path = tmp_path / "proof.jsonl"
    assert main(["solve", WON, "--certificate", str(path)]) == 0
    before, _ = path.read_text(), capsys.readouterr()
    monkeypatch.setattr(proof.solving, "decide", None)
    assert main(["solve", WON, "--certificate", str(path)]) == 2
    refused = f"mabi: {path} exists already; certificates are written to a new file\n"
    assert capsys.readouterr() == ("", refused) and path.read_text() == before


def test_a_certificate_that_cannot_be(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WON, "--certificate", str(tmp_path / "no" / "proof")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    assert main(["solve", "start", "--nodes", "50", "--certificate", str(tmp_path / "proof")]) == 3
    assert "no certificate was written" in capsys.readouterr().err
    assert not (tmp_path / "proof").exists()


@pytest.mark.slow
def test_all_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WON, "--all-readings", "--nodes", "500", "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answers) == 1 + 2 * 3 * 4 * 3
    assert len({json.dumps(answer["rules"]) for answer in answers[1:]}) == 72
    assert main(["solve", WON, "--all-readings", "--nodes", "200"]) == 0
    assert "paralysis  freeze" in capsys.readouterr().out


def test_a_limit_saves_what_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The limit is reached before workers begin; the same command goes on from the file."""
    path = tmp_path / "s.mabi"
    asked = ["solve", "start", "--size", "6x6", "--nodes", "30000", "--save", str(path)]
    assert main(asked) == 3 and path.exists()
    position = Position.start(Rules(size="6x6"))
    first = saved.read(path, position).nodes
    said = capsys.readouterr().err
    assert re.fullmatch(
        rf"mabi: node limit reached after [\d,]+ nodes; the same command continues from there \({path}\)\n",
        said,
    )
    assert main(asked) == 3 and first >= 30_000 and saved.read(path, position).nodes > first
    assert capsys.readouterr().err.endswith(f"; the same command continues from there ({path})\n")
    assert main([*asked[:4], "--seconds", "0.1", *asked[6:]]) == 3
    assert capsys.readouterr().err.startswith("mabi: time limit reached after ")
    assert main([*asked[:4], "--memory", "4", "--save", str(tmp_path / "full")]) == 3
    full = f"--memory 8 doubles them; the same command continues from there ({tmp_path / 'full'})\n"
    assert capsys.readouterr().err.endswith(full)
    assert main(["solve", WON, "--save", str(tmp_path / "won")]) == 0 and not capsys.readouterr().err


def test_a_search_that_keeps_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Under these readings the proof search is not sound, and alpha-beta searches alone."""
    path, readings = tmp_path / "s.mabi", ["--repetition", "placement", "--paralysis", "group"]
    assert main(["solve", "start", *readings, "--nodes", "50", "--save", str(path)]) == 3
    assert "nothing was saved" in capsys.readouterr().err and not path.exists()
    path.write_text("of another search")
    assert main(["solve", "start", *readings, "--nodes", "50", "--save", str(path)]) == 3
    assert "nothing was saved" in capsys.readouterr().err
