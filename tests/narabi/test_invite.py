"""Invitations: a link and a QR code for each seat."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
import segno

from _gamekit import qr
from _gamekit.languages import languages_of
from _gamekit.problems import MissingExtraError
from narabi_solver import ArgumentError, Deal, Deck, Knowledge, random_deal
from narabi_solver.game.rules import Stone
from narabi_solver.show.invitations import invitations, link_for
from tests.conftest import Run

ADDRESS = "https://example.org/narabi/"


def with_hidden_cards_turned(deal: Deal, seat: int) -> Deal:
    """Return the deal with the cards of the other seats on other stones."""
    others = [i for i in range(len(deal.ring)) if i // len(deal.seats[0]) != seat]
    ring = list(deal.ring)
    for i, place in enumerate(others):
        ring[place] = Stone(ring[place].label, deal.ring[others[i - 1]].card)
    hand = len(deal.seats[0])
    return Deal(tuple(tuple(ring[i : i + hand]) for i in range(0, len(ring), hand)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_link_holds_what_its_seat_knows_and_nothing_else(players: int) -> None:
    deal = random_deal(players, seed=5)
    for seat in range(players):
        link = link_for(deal, seat, f"{ADDRESS}#old")
        address, _, text = link.partition("#deal=")
        assert address == ADDRESS
        assert unquote_plus(text) == str(Knowledge.of(deal, seat))
        other = with_hidden_cards_turned(deal, seat)
        assert other != deal and link_for(other, seat, ADDRESS) == link


def test_a_link_holds_the_deck_if_it_is_another_one() -> None:
    deck = Deck.loads("base = 'standard'\n[cards.odd]\ncopies = 2\n")
    link = link_for(random_deal(4, seed=5, deck=deck), 0, ADDRESS)
    assert Deck.from_link(link) == deck


def test_the_code_is_that_of_the_link_in_every_language() -> None:
    deal = random_deal(5, seed=5)
    for language in languages_of("narabi_solver").values():
        pages = invitations(deal, ADDRESS, language=language, title="Narabi")
        assert len(pages.pages) == 5
        texts = "".join(pages.pages[1].element.itertext())
        assert link_for(deal, 1, ADDRESS) in texts
        assert language.text("invite.seat", seat="B") in texts
    link = link_for(deal, 1, ADDRESS)
    assert qr.modules(link) == [[bool(one) for one in row] for row in segno.make_qr(link, error="l").matrix]


def test_too_long_a_text_has_no_code() -> None:
    with pytest.raises(ArgumentError, match="9,000 characters are too many for a QR code"):
        qr.modules("é" * 9_000)


def test_without_segno_a_code_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(MissingExtraError, match="a QR code needs the extra qr"):
        qr.modules("x")


def test_the_command(narabi_here: Run, tmp_path: Path) -> None:
    file = tmp_path / "invitations.html"
    done = narabi_here("invite", "4-0-17", "--page", ADDRESS, "--out", str(file), "--language", "pl")
    assert done.returncode == 0 and done.stderr == f"narabi: 4 invitations written to {file}\n"
    assert file.read_text("utf-8").count("<svg") == 4
    for wrong in ("example.org", "file:///x", "https://"):
        bad = narabi_here("invite", "4-0-17", "--page", wrong, "--out", str(tmp_path / "b.svg"))
        assert bad.returncode == 2 and "--page must be an address that begins with https://" in bad.stderr


def test_links_are_printed_without_a_file_and_without_segno(
    narabi_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invite = "invite", "4-0-17", "--page", ADDRESS
    done = narabi_here(*invite)
    deal, address = Deal.parse("4-0-17"), ADDRESS
    lines = [f"Seat {'ABCD'[seat]}: {link_for(deal, seat, address)}" for seat in range(4)]
    assert done.returncode == 0 and done.stdout.splitlines() == lines and not done.stderr
    assert "invite.seat" not in narabi_here(*invite, "--language", "ja").stdout
    monkeypatch.setitem(sys.modules, "segno", None)
    file = tmp_path / "invitations.html"
    done = narabi_here(*invite, "--out", str(file))
    assert done.returncode == 2 and done.stdout.splitlines() == lines and not file.exists()
    assert "a QR code needs the extra qr" in done.stderr
