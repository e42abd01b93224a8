"""Links of the pages as DEAL and POSITION, and deals whose cards are not all known."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from urllib.parse import quote

import pytest

from mabi_search import Position, Rules
from mabi_search.game import saved_games
from narabi_solver import Deck, random_deal
from tests.conftest import Run
from tests.narabi.samples import EXAMPLE

PAGE = "https://example.org/narabi/"
LINK = f"{PAGE}#deal=4-0-17"
SEALED = base64.urlsafe_b64encode(json.dumps(quote(str(random_deal(3, 5)))).encode()).decode().rstrip("=")
OWN = Deck.loads('base = "standard"\n[cards.odd]\ncopies = 3\n')


@pytest.mark.parametrize(
    ("link", "more", "deal"),
    [
        (LINK, [], random_deal(4, 0, 17)),
        (f"{LINK}&utm_source=x).", [], random_deal(4, 0, 17)),
        (f"{LINK}&undo=next", ["--no-undo"], random_deal(4, 0, 17)),
        (f"{LINK}&amp;undo=receiver", ["--no-undo", "--undo-reading", "receiver"], random_deal(4, 0, 17)),
        (f"{LINK}&{OWN.to_link()}", [], random_deal(4, 0, 17, deck=OWN)),
        (f"file:///tmp/narabi.html#deal={quote(str(random_deal(3, 5)))}", [], random_deal(3, 5)),
        (f"{PAGE}#deal={str(random_deal(3, 5)).replace(' ', '+')}", [], random_deal(3, 5)),
        (f"{PAGE}#deal=~{SEALED}&cards=A", [], random_deal(3, 5)),
    ],
)
def test_a_link_is_its_deal(narabi_here: Run, link: str, more: list[str], deal: object) -> None:
    done = narabi_here("solve", link, "--json", *more)
    assert done.returncode == 0 and json.loads(done.stdout)["deal"] == str(deal)


@pytest.mark.parametrize(
    ("link", "more", "message"),
    [
        (PAGE, [], "this link names no deal with #deal="),
        (f"{PAGE}#day=2026-11-24&puzzle=easy", [], "this link names no deal with #deal="),
        (f"{LINK}&undo=next", [], "the game of this link has a no-undo rule: add --no-undo"),
        (f"{LINK}&undo=receiver", ["--no-undo"], "add --no-undo --undo-reading receiver"),
        (f"{LINK}&undo=maybe", [], "undo in a link is allowed, next, receiver, expert, not 'maybe'"),
        (f"{LINK}&deal=3-0-1", [], "the link has several parts 'deal='; leave one of them"),
        (f"{LINK}&{OWN.to_link()}", ["--deck", f"{LINK}&{OWN.to_link()}"], "leave out --deck"),
        (f"{PAGE}#deal=%ff", [], "the link is damaged: copy the whole link"),
        (f"{PAGE}#deal=~{SEALED[:-3]}", [], "the deal in this link is damaged: copy the whole link"),
        (f"{PAGE}#deal=~NQ", [], "the deal in this link is damaged: copy the whole link"),
    ],
)
def test_one_sentence_says_what_to_do(narabi_here: Run, link: str, more: list[str], message: str) -> None:
    done = narabi_here("solve", link, *more)
    assert done.returncode == 2 and message in done.stderr and done.stdout == ""


def test_links_stand_in_files_and_before_every_command(narabi_here: Run, tmp_path: Path) -> None:
    done = narabi_here("solve", "-", "--json", stdin=f"{LINK}\n{PAGE}#deal=3-0-1\n4-0-18\n")
    deals = [json.loads(line)["deal"] for line in done.stdout.splitlines()]
    assert deals == [str(random_deal(4, 0, 17)), str(random_deal(3, 0, 1)), str(random_deal(4, 0, 18))]
    for command in (["know", LINK, "--seat", "B"], ["view", LINK], ["analyse", LINK]):
        assert narabi_here(*command).returncode == 0
    out = str(tmp_path / "x.svg")
    assert narabi_here("invite", LINK, "--page", PAGE, "--out", out).returncode == 0
    assert narabi_here("sheet", LINK, "--out", str(tmp_path / "y.svg")).returncode == 0


def test_a_deal_with_unknown_cards_is_for_a_seat(narabi_here: Run, tmp_path: Path) -> None:
    hidden = EXAMPLE.replace("7:even", "7:?").replace("5:dark", "5:?")
    out = ["--out", str(tmp_path / "x.svg")]
    invite = ["invite", "--page", PAGE, *out]
    for command, *more in (["solve"], ["view"], ["review"], ["sheet", *out], invite, ["census"], ["verify"]):
        done = narabi_here(command, hidden, *more)
        assert done.returncode == 2 and done.stderr.count("the card is unknown") == 1
        assert "'narabi hint' and 'narabi know' answer for a seat" in done.stderr


def test_no_invitations_that_the_page_refuses(narabi_here: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    done = narabi_here("invite", "2-0-17", "--page", PAGE, "--out", str(out))
    assert done.returncode == 2 and "the page has games of 3, 4 or 5 players, and none of 2" in done.stderr
    assert not out.exists()


def test_a_link_of_mabi_is_the_position_of_its_game(program_here: Run) -> None:
    position = Position.start(Rules(size="4x4")).play("a1a2")
    link = f"https://example.org/mabi/#game={quote(saved_games.dumps(position))}"
    done = program_here("mabi", "perft", link, "1", "--json")
    assert json.loads(done.stdout)["position"] == str(position)
    done = program_here("mabi", "perft", link, "1", "--pass-rule", "plain")
    assert done.returncode == 2 and "the game of this link was played under other rules" in done.stderr
    done = program_here("mabi", "show", "https://example.org/mabi/#puzzle=3")
    assert done.returncode == 2 and "this link contains no game with #game=" in done.stderr
