"""The deal at the start of a game: hands and draw pile."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from _gamekit.problems import number_of, or_default, plain
from tales_of_arabia.game.deck import Deck
from tales_of_arabia.game.errors import ArgumentError, InvalidDealError, Problem, shorten
from tales_of_arabia.game.readings import Rules

FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
ENDINGS_DEALT, CARDS_DEALT = 4, 7
"""Number of endings, and number of cards from the rest of the deck, dealt to each player."""
DEALT = ENDINGS_DEALT + CARDS_DEALT
"""Number of cards in a hand at the start."""


@dataclass(frozen=True)
class Hand:
    """The cards in a player's hand, known or unknown."""

    cards: tuple[str, ...] = ()
    """The known cards."""
    endings: int = 0
    """Number of unknown cards that must be endings."""
    hidden: int = 0
    """Number of unknown cards that may be any card."""

    @property
    def size(self) -> int:
        """Number of cards in the hand."""
        return len(self.cards) + self.endings + self.hidden


Beginning = tuple[Deck, tuple[Hand, ...], tuple[str | None, ...], Rules]
"""The deck, the hands, the draw pile and the rules: the first fields of a `Game`."""


def check_players(players: int | str, deck: Deck) -> int:
    """Return the number of players; raise ArgumentError if it is out of range."""
    if isinstance(players, str) or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        allowed = f"{FEWEST_PLAYERS} to {MOST_PLAYERS}"
        raise ArgumentError(f"the number of players must be {allowed}, not {plain(players)}")
    endings = len(deck.endings)
    most = min(endings // ENDINGS_DEALT, len(deck) // DEALT)
    if players > most:
        raise ArgumentError(
            f"{players} players need {ENDINGS_DEALT * players} endings and {DEALT * players} cards in all; "
            f"this deck has {number_of(endings, 'ending')} and {number_of(len(deck), 'card')}, "
            f"enough for {number_of(most, 'player')}"
        )
    return players


def wrong_cards(cards: Sequence[str], deck: Deck, seen: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield each problem with dealt cards: the index of the card, from 0, and the reason.

    `seen` maps each card dealt earlier to a phrase like "was dealt to player 1".
    """
    here: set[str] = set()
    for at, card in enumerate(cards):
        if card not in deck:
            yield at, f"there is no card {shorten(str(card))} in the deck"
        elif card in here:
            yield at, f"{card!r} is listed twice"
        elif card in seen:
            yield at, f"{card!r} {seen[card]}"
        here.add(card)


def wrong_hand(cards: Sequence[str], deck: Deck) -> str | None:
    """Return why cards cannot be a hand at the start; None if they can. The cards must differ."""
    if len(cards) != DEALT:
        return f"a hand has {DEALT} cards at the start, not {len(cards)}"
    endings = sum(card in deck.endings for card in cards)
    if endings < ENDINGS_DEALT:
        return f"a hand has at least {ENDINGS_DEALT} endings at the start, not {endings}"
    return None


def wrong_pile(
    cards: Sequence[str], players: int, deals: Mapping[int, Sequence[str]], deck: Deck
) -> str | None:
    """Return why cards cannot be the draw pile; None if they can. The cards must differ."""
    if len(deals) < players:
        return "the draw pile can be given only if all hands are given"
    left = len(deck) - DEALT * players
    return None if len(cards) == left else f"the draw pile has {number_of(left, 'card')}, not {len(cards)}"


def start(
    players: int,
    deck: Deck | None,
    rules: Rules | None,
    deals: Mapping[int, Sequence[str]],
    pile: Sequence[str] | None,
) -> Beginning:
    """Return the fields of a game at its start; see `Game.start`."""
    deck, rules = or_default(deck, Deck, Deck.standard), or_default(rules, Rules)
    check_players(players, deck)
    if problems := list(_problems(players, deck, deals, pile)):
        raise InvalidDealError([Problem(problem) for problem in problems])
    unknown = Hand(endings=ENDINGS_DEALT, hidden=CARDS_DEALT)
    hands = tuple(
        Hand(tuple(deals[player])) if player in deals else unknown for player in range(1, players + 1)
    )
    draw = (None,) * (len(deck) - DEALT * players) if pile is None else tuple(pile)
    return deck, hands, draw, rules


def _problems(
    players: int, deck: Deck, deals: Mapping[int, Sequence[str]], pile: Sequence[str] | None
) -> Iterator[str]:
    """Yield every problem with the hands and the draw pile."""
    seen: dict[str, str] = {}
    for player, cards in deals.items():
        if player not in range(1, players + 1):
            yield f"there is no player {plain(player)}; the players are 1 to {players}"
        wrong = [reason for _, reason in wrong_cards(cards, deck, seen)]
        yield from (f"player {player}: {reason}" for reason in wrong)
        if not wrong and (reason := wrong_hand(cards, deck)):
            yield f"player {player}: {reason}"
        seen |= dict.fromkeys(cards, f"was dealt to player {player}")
    if pile is not None:
        wrong = [reason for _, reason in wrong_cards(pile, deck, seen)]
        yield from (f"draw pile: {reason}" for reason in wrong)
        if not wrong and (reason := wrong_pile(pile, players, deals, deck)):
            yield reason


def shuffled(players: int, seed: int, deck: Deck | None, rules: Rules | None) -> Beginning:
    """Return the fields of a game dealt at random; see `Game.dealt`."""
    deck = or_default(deck, Deck, Deck.standard)
    check_players(players, deck)
    chance = random.Random(seed)
    endings = sorted(deck.endings)
    chance.shuffle(endings)
    dealt = ENDINGS_DEALT * players
    rest = sorted(endings[dealt:] + [card.name for card in deck if not card.is_ending])
    chance.shuffle(rest)
    deals = {
        player + 1: (
            *endings[ENDINGS_DEALT * player : ENDINGS_DEALT * (player + 1)],
            *rest[CARDS_DEALT * player : CARDS_DEALT * (player + 1)],
        )
        for player in range(players)
    }
    return start(players, deck, rules, deals, rest[CARDS_DEALT * players :])
