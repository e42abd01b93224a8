"""The rules of Tales of Arabia in plain Python: the specification that other code is tested against.

The rules cover the table, not the stories: the teller, the cards laid, the sizes of hands and the points. The
cards in a hand may be known, or only their number. An unknown card may be any unseen card, except that
four cards of each hand are dealt from the endings. An act is refused if no distribution of the unseen cards
allows it.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from _gamekit.philox import Seed
from tales_of_arabia.game import dealing
from tales_of_arabia.game.acts import Act, End, Interrupt, Lay, Pass, read_act
from tales_of_arabia.game.dealing import Hand
from tales_of_arabia.game.deck import Deck, Kind
from tales_of_arabia.game.errors import ArgumentError, IllegalActError, shorten
from tales_of_arabia.game.readings import Rules
from tales_of_arabia.game.table import LOST_BY_A_ROW, WON_BY_FINISHING, Table
from tales_of_arabia.game.table_words import title_of, why_over

DRAWN_IF_INTERRUPTED, DRAWN_IF_REFUSED, DRAWN_IF_PASSING = 1, 3, 1


@dataclass(frozen=True, repr=False)
class Game(Table):
    """The state of a game at one moment. Players are numbered clockwise from 1; by default, 1 tells first."""

    @classmethod
    def start(
        cls,
        players: int,
        *,
        deck: Deck | None = None,
        rules: Rules | None = None,
        deals: Mapping[int, Sequence[str]] | None = None,
        pile: Sequence[str] | None = None,
    ) -> Self:
        """Return the beginning of a game.

        Parameters
        ----------
        players : int
            2 to 8.
        deck : Deck, optional
            The cards; by default the built-in deck.
        rules : Rules, optional
            The options of the rules.
        deals : mapping of int to sequence of str, optional
            The known hands: the names of the eleven cards, by player.
        pile : sequence of str, optional
            The draw pile from the top. It can be given only if all hands are given.

        Returns
        -------
        Game
            The game before the first act.

        Raises
        ------
        ArgumentError
            The number of players is out of range, or the deck has too few cards for them.
        InvalidDealError
            The deal is impossible; the message lists every problem.
        """
        return cls(*dealing.start(players, deck, rules, deals or {}, pile))

    @classmethod
    def dealt(
        cls, players: int, seed: Seed = 0, *, deck: Deck | None = None, rules: Rules | None = None
    ) -> Self:
        """Deal a game at random; every card is known.

        Parameters
        ----------
        players : int
            2 to 8.
        seed : int
            Seed of the deal. The same seed always gives the same game.
        deck : Deck, optional
            The cards; by default the built-in deck.
        rules : Rules, optional
            The options of the rules.

        Returns
        -------
        Game
            The game before the first act.

        Raises
        ------
        ArgumentError
            As for `start`, or the seed is not a whole number from 0 to 2^64 - 1.
        """
        return cls(*dealing.shuffled(players, operator.index(seed), deck, rules))

    def why_not(self, act: Act | str) -> str | None:
        """Return why an act is impossible now; None if it is possible.

        Parameters
        ----------
        act : Lay, Interrupt, End, Pass or str
            The act to check. A text must be written like a line of a record.

        Returns
        -------
        str or None
            The reason.

        Raises
        ------
        RecordFormatError
            The text is not an act.
        """
        if self.finisher is not None:
            return why_over(self)
        match self._meant(act):
            case Lay(card, opens):
                return self._why_not_lay(self.teller, card, opens)
            case Interrupt(player, card, opens):
                if not 1 <= player <= self.players:
                    return f"there is no player {player}; the players are 1 to {self.players}"
                if player == self.teller:
                    return f"player {player} is the teller, and nobody may interrupt their own story"
                return self._why_not_lay(player, card, opens)
            case End(card, _):
                return self._why_not_end(card)
            case Pass():
                return (
                    None if self.rules.passing else "nobody may pass: passing is a house rule, off by default"
                )
        raise ArgumentError(
            f"an act must be a Lay, Interrupt, End or Pass, or a text, not {shorten(repr(act))}"
        )

    def _why_not_lay(self, player: int, name: str, opens: bool) -> str | None:
        """Return why a player cannot lay a story card; None if the player can."""
        if name not in self.deck:
            return f"there is no card {shorten(name)} in the deck"
        kind = self.deck[name].kind
        if kind is Kind.ENDING:
            return f"{name!r} is an ending; use 'end' to lay it"
        if opens and kind is not Kind.BEING:
            return f"{name!r} is not a being, so it cannot tell a story of its own"
        return self._why_not_held(player, name)

    def _why_not_end(self, name: str) -> str | None:
        """Return why the teller cannot end the current story with a card; None if the teller can."""
        if name not in self.deck:
            return f"there is no card {shorten(name)} in the deck"
        if name not in self.deck.endings:
            return f"{name!r} is a story card, not an ending; use 'lay' to lay it"
        if reason := self._why_not_held(self.teller, name):
            return reason
        main = len(self.rows) == 1
        needed, stories = self.rules.needed(main), len(self.rows[-1])
        if stories < needed:
            story = "main story" if main else "sub-story"
            return f"the {story} cannot end yet: it has {stories} of the {needed} story cards that it needs"
        return self._why_not_empty() if main else None

    def _why_not_empty(self) -> str | None:
        """Return why the teller must still hold a story card; None if the hand may have none."""
        hand = self.hand(self.teller)
        held = [card for card in hand.cards if card not in self.deck.endings]
        rule = "only a player without story cards may end the main story"
        if held:
            return f"player {self.teller} still holds {', '.join(map(repr, held))}; {rule}"
        free = self._unseen_endings - sum(one.endings for one in self.hands)
        if hand.hidden > free:
            return f"some unknown cards of player {self.teller} must be story cards; {rule}"
        return None

    def _why_not_held(self, player: int, name: str) -> str | None:
        """Return why a player cannot hold a card; None if the player can."""
        hand = self.hand(player)
        if name in hand.cards:
            return None
        if place := self.places.get(name):
            return f"{name!r} {place}"
        if name in self.deck.endings:
            if hand.endings:
                return None
            if self._unseen_endings <= sum(one.endings for one in self.hands):
                return f"player {player} cannot hold {name!r}: others hold all endings not seen yet"
        if hand.hidden:
            return None
        others = (
            "the unknown cards of that hand are endings"
            if hand.endings
            else "all cards of that hand are known"
        )
        return f"player {player} cannot hold {name!r}: {others}"

    @functools.cached_property
    def _unseen_endings(self) -> int:
        return sum(card in self.deck.endings for card in self.unseen)

    @property
    def acts(self) -> list[Act]:
        """All acts that are possible now."""
        return list(self._possible())

    @property
    def over(self) -> bool:
        """Whether the main story has ended, or nobody can act any more."""
        return next(self._possible(), None) is None

    def _possible(self) -> Iterator[Act]:
        return (act for act in self._candidates() if self.why_not(act) is None)

    def _candidates(self) -> Iterator[Act]:
        """Yield every act that can be possible at any moment of a game."""
        for card in self.deck:
            if card.is_ending:
                yield from (End(card.name, True), End(card.name, False))
                continue
            for opens in (False, True):
                yield Lay(card.name, opens)
                yield from (Interrupt(player, card.name, opens) for player in range(1, self.players + 1))
        yield Pass()

    def play(self, act: Act | str) -> Self:
        """Return the game after an act.

        Parameters
        ----------
        act : Lay, Interrupt, End, Pass or str
            The act. A text must be written like a line of a record.

        Returns
        -------
        Game
            The game after the act, as a new object.

        Raises
        ------
        IllegalActError
            The act is impossible; the message gives the reason.
        RecordFormatError
            The text is not an act.

        Examples
        --------
        >>> from tales_of_arabia import Game
        >>> game = Game.start(3).play("lay princess open").play("interrupt 3 lamp")
        >>> game.teller, game.rows
        (3, (('princess',), ('lamp',)))
        """
        done = self._meant(act)
        if (reason := self.why_not(done)) is not None:
            raise IllegalActError(reason)
        match done:
            case Lay(card, opens):
                return self._laid(self.teller, card, opens)
            case Interrupt(player, card, opens):
                drawn = self._draws(self.teller, DRAWN_IF_INTERRUPTED)
                return replace(drawn._laid(player, card, opens), teller=player)
            case End(card, accepted):
                return self._ended(card) if accepted else self._refused(card)
            case Pass():
                drawn = self._draws(self.teller, DRAWN_IF_PASSING)
                return replace(drawn, teller=self.teller % self.players + 1)

    def _meant(self, act: Act | str) -> Act:
        """Return an act, parsed if it is given as text."""
        return read_act(act, self.deck) if isinstance(act, str) else act

    def svg(self, *, width: float | None = None, theme: str = "auto") -> str:
        """Return the table as a drawing.

        Parameters
        ----------
        width : float, optional
            Width in pixels; by default the width that the drawing needs.
        theme : str, default "auto"
            "light", "dark", or "auto", which follows the reader's settings.

        Returns
        -------
        str
            The text of an SVG file.

        Raises
        ------
        ArgumentError
            The width is out of range, or the theme is unknown.
        """
        from tales_of_arabia.game import drawing  # loads XML

        return drawing.table(self, width, theme).svg()

    def __repr__(self) -> str:
        points = ", ".join(map(str, self.points))
        return f"<Game: {title_of(self).partition(': ')[2]}; points {points}>"

    def _repr_svg_(self) -> str:
        return self.svg()

    def _laid(self, player: int, card: str, opens: bool) -> Self:
        """Return the game with a card moved from a hand to the last row; `opens` adds a new row."""
        rows = (*self.rows[:-1], (*self.rows[-1], card))
        return replace(self._without(player, card), rows=(*rows, ()) if opens else rows)

    def _ended(self, ending: str) -> Self:
        """Return the game after the teller wins the last row and the ending laid on it."""
        *below, row = self.rows
        after = self._without(self.teller, ending)
        worth = len(row) - LOST_BY_A_ROW + (0 if below else WON_BY_FINISHING)
        at = self.teller - 1
        return replace(
            after,
            rows=tuple(below),
            won=(*self.won[:at], (*self.won[at], *row, ending), *self.won[at + 1 :]),
            points=(*self.points[:at], self.points[at] + worth, *self.points[at + 1 :]),
            finisher=None if below else self.teller,
        )

    def _refused(self, ending: str) -> Self:
        """Return the game after the teller takes a refused ending back and draws cards."""
        game = self._shows(ending)
        if len(self.rows) == 1:  # of the main story, so the other unknown cards are endings too
            hand = game.hand(self.teller)
            only = replace(hand, endings=hand.endings + hand.hidden, hidden=0)
            game = game._with_hand(self.teller, only)
        return game._draws(self.teller, DRAWN_IF_REFUSED)

    def _without(self, player: int, card: str) -> Self:
        """Return the game with a card removed from a hand."""
        hand = self._shows(card, player).hand(player)
        return self._with_hand(player, replace(hand, cards=tuple(one for one in hand.cards if one != card)))

    def _shows(self, card: str, player: int | None = None) -> Self:
        """Return the game with a card known to be in the hand of a player, by default the teller."""
        player = player or self.teller
        hand = self.hand(player)
        if card in hand.cards:
            return self
        cards = (*hand.cards, card)
        if card in self.deck.endings and hand.endings:
            return self._with_hand(player, replace(hand, cards=cards, endings=hand.endings - 1))
        return self._with_hand(player, replace(hand, cards=cards, hidden=hand.hidden - 1))

    def _draws(self, player: int, count: int) -> Self:
        """Return the game after a player draws `count` cards, or fewer if the pile runs out."""
        drawn, left = self.draw[:count], self.draw[count:]
        known = tuple(card for card in drawn if card is not None)
        hand = self.hand(player)
        hidden = hand.hidden + len(drawn) - len(known)
        after = replace(hand, cards=hand.cards + known, hidden=hidden)
        return replace(self._with_hand(player, after), draw=left)

    def _with_hand(self, player: int, hand: Hand) -> Self:
        at = player - 1
        return replace(self, hands=(*self.hands[:at], hand, *self.hands[at + 1 :]))
