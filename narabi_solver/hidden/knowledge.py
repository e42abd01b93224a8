"""The knowledge of one seat: the stones, some of the cards, the swaps played and the answers heard."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Self

from _gamekit.checks import Between
from _gamekit.facts import Fact, Facts, Result, for_people
from _gamekit.languages import FIRST, language_of
from _gamekit.lines import lines_of, plain_signs, without_comment
from _gamekit.philox import Seed
from _gamekit.problems import number_of, or_default, plain
from narabi_solver.game.cards import HIDDEN as HIDDEN, RING_SIZES
from narabi_solver.game.deal import Deal, code, unlike_deck, written_with
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import (
    ArgumentError,
    DealFormatError,
    IllegalMoveError,
    InvalidDealError,
    MoveFormatError,
    NarabiError,
    shorten,
)
from narabi_solver.game.notation import goes_on, read_deal, with_colons
from narabi_solver.game.played import PlayedGame
from narabi_solver.game.questions import Answer, Event, allows, events_of
from narabi_solver.game.rules import (
    SEATS,
    TRACK,
    LegalMoves,
    Place,
    Rules,
    State,
    Stone,
    Swap,
    first_player,
    in_order,
    legal_moves,
    play_unchecked,
    why_over,
    why_undone,
)
from narabi_solver.hidden.assignments import Assignments, random_words

MAX_WORLDS = 1_000_000
WorldCount = Annotated[int, Between(0, MAX_WORLDS)]


class ContradictionError(NarabiError):
    """No assignment of cards agrees with the knowledge."""


@dataclass(frozen=True)
class Knowledge(Result):
    """The knowledge of a seat in the middle of a game.

    The present and earlier owners of a stone know its card. A swap shows everybody that the mover's card
    allowed it. An answer shows whether a card would allow a swap. No conclusions are drawn from the choice of
    a swap. Create an object with `of` or `parse`.

    Parameters
    ----------
    seat : int
        The seat whose knowledge it is (A = 0).
    players : int
        Number of seats.
    stones : tuple of Stone
        The stones as dealt, clockwise from A1. An unknown card is "?".
    first : int
        The seat that began.
    events : tuple of Swap and Answer
        The swaps and answers, in order.
    deck : Deck
        The deck, which defines the cards.

    Raises
    ------
    InvalidDealError
        The stones do not form a deal, or a card that the seat must know is missing.
    IllegalMoveError
        A swap or a question is impossible, whatever the hidden cards are.
    ContradictionError
        No assignment of cards agrees with the knowledge.

    Examples
    --------
    >>> from narabi_solver import Knowledge
    >>> from narabi_solver import Deal
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> knows = Knowledge.of(deal, "B")
    >>> print(knows)
    d:? 2:? d:? 7:? / 1:stay 3:three-away 6:four-away 0:white / 8:? 5:? 4:? w:?
    >>> knows.count
    6652800
    >>> heard = knows.answered("C1-B3", yes=True)
    >>> heard.count, round(heard.marginals["C1"]["2-to-6"], 3)
    (4233600, 0.143)
    """

    seat: int
    players: int
    stones: tuple[Stone, ...]
    first: int
    events: tuple[Event, ...] = ()
    deck: Deck = field(default_factory=Deck.standard)

    def __post_init__(self) -> None:
        self._check_stones()
        if self.assignments.count == 0:
            raise ContradictionError(self._contradiction())

    @classmethod
    def of(cls, game: Deal | PlayedGame, seat: str | int) -> Self:
        """Return the knowledge of a seat in a game: the cards of stones that it has had, and all events.

        Parameters
        ----------
        game : Deal or PlayedGame
            A deal with all cards and its `moves`, or a game, which also has answers.
        seat : str or int
            The seat's letter, or its number (A = 0).

        Returns
        -------
        Knowledge
            The knowledge, which does not depend on the hidden cards.

        Raises
        ------
        ArgumentError
            There is no such seat, or an argument has the wrong type. The same holds for an unusual deal that
            is unlike its deck: the deck tells nothing about its hidden cards.
        """
        if not isinstance(game, PlayedGame):
            game = PlayedGame(game, game.moves)
        deal = game.deal
        if deal.unusual and (wrong := next(unlike_deck(deal), None)) is not None:
            raise ArgumentError(f"nothing is known of hidden cards in an unusual deal: {wrong}")
        who = _seat(seat, deal.players)
        had = _owned(len(deal.ring), deal.players, who, game.moves)
        stones = tuple(stone if i in had else Stone(stone.label, HIDDEN) for i, stone in enumerate(deal.ring))
        return cls(who, deal.players, stones, deal.start().mover, game.events, deal.deck)

    @classmethod
    def parse(cls, text: str, seat: str | int, *, deck: Deck | None = None) -> Self:
        """Return the knowledge of a seat from a text.

        Parameters
        ----------
        text : str
            A deal with ``?`` for unknown cards. The swaps follow ``moves``, with answers like ``asked
            B2-C1=yes`` between them. If the text has all cards, only those that the seat has seen are used,
            as by `of`.
        seat : str or int
            The seat whose knowledge it is.
        deck : Deck, optional
            The deck; the built-in one if left out.

        Returns
        -------
        Knowledge
            The knowledge. Its ``str`` is the text.

        Raises
        ------
        DealFormatError
            The text is not in the notation.
        InvalidDealError, IllegalMoveError, MoveFormatError, ContradictionError, ArgumentError
            As for the class; ArgumentError also if there is no such seat.

        Examples
        --------
        >>> from narabi_solver import Knowledge
        >>> text = "0:even 5:odd 1:odd / 4:even 3:two-away 2:three-away moves asked B1-A1=yes"
        >>> print(Knowledge.parse(text, "A"))
        0:even 5:odd 1:odd / 4:? 3:? 2:? moves asked B1-A1=yes
        """
        written = with_colons(plain_signs(text), or_default(deck, Deck, Deck.standard).words)
        lines = [(i, line) for i, line in enumerate(lines_of(written), 1) if without_comment(line)]
        tokens = read_deal(lines or [(1, "")])
        if HIDDEN not in {pair.card.text for seat_tokens in tokens.seats for pair in seat_tokens}:
            return cls.of(PlayedGame.parse(text, deck=deck), seat)
        for i, (number, line) in enumerate(lines):
            if i and not goes_on([earlier for _, earlier in lines[:i]], line):
                raise DealFormatError(f"line {number}: a second deal where one was expected")
        if tokens.problems:
            raise DealFormatError(tokens.problems)
        players = len(tokens.seats)
        deck = or_default(deck, Deck, lambda: written_with(tokens))
        stones = tuple(
            Stone(pair.stone.text.lower(), _card(pair.card.text, deck))
            for seat_tokens in tokens.seats
            for pair in seat_tokens
        )
        if players not in deck.tables or any(
            len(seat_tokens) != RING_SIZES[players] // players for seat_tokens in tokens.seats
        ):
            count = f"{number_of(players, 'seat')} with {number_of(len(stones), 'stone')}"
            raise InvalidDealError(f"{count}; a deal has {deck.table_words} equal seats")
        first = first_player(stones, players)
        if tokens.first is not None:
            first = _seat(tokens.first.text, players)
        if first is None:
            raise InvalidDealError("there is no stone 0 to decide who begins; name a seat with 'first'")
        events: list[Event] = []
        for _, event in events_of([token.text for token in tokens.moves]):
            if isinstance(event, MoveFormatError):
                raise event
            events.append(event)
        return cls(_seat(seat, players), players, stones, first, tuple(events), deck)

    def __repr__(self) -> str:
        return code("Knowledge", str(self), self.deck, self.players, f", {SEATS[self.seat]!r}")

    def __str__(self) -> str:
        """Return the knowledge in the notation."""
        hand = self.hand
        seats = [self.stones[i : i + hand] for i in range(0, len(self.stones), hand)]
        text = " / ".join(" ".join(map(str, seat)) for seat in seats)
        if self.first != first_player(self.stones, self.players):
            text += f" first {SEATS[self.first]}"
        return text + (f" moves {' '.join(map(str, self.events))}" if self.events else "")

    @property
    def hand(self) -> int:
        """Number of stones of each seat."""
        return len(self.stones) // self.players

    @property
    def moves(self) -> tuple[Swap, ...]:
        """The swaps among the events."""
        return tuple(event for event in self.events if isinstance(event, Swap))

    @property
    def state(self) -> State:
        """The position now, with "?" for unknown cards; the rules cannot judge swaps by those cards."""
        return self._state(len(self.events))

    @property
    def ring(self) -> tuple[Stone, ...]:
        """The stones as they lie now, clockwise from A1, with "?" for unknown cards."""
        return self.state.ring

    @cached_property
    def mover(self) -> int:
        """The seat to move."""
        return (self.first + len(self.moves)) % self.players

    def check(self, rules: Rules) -> None:
        """Raise an error if the rules forbid one of the swaps, whatever the hidden cards are.

        Parameters
        ----------
        rules : Rules
            No-undo and the turn limit.

        Raises
        ------
        IllegalMoveError
            A swap breaks the no-undo rule, or was played after the end of the game. The message names the
            swap.
        """
        for state, event in zip(self._states, self.events, strict=False):
            if isinstance(event, Swap):
                reason = why_over(state, rules) or why_undone(state, event, rules)
                if reason is not None:
                    raise IllegalMoveError(f"turn {state.turns + 1}, {event}: {reason}")

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal swaps of the seat by the plain rules, as of `legal_moves_by`."""
        return self.legal_moves_by(Rules())

    def legal_moves_by(self, rules: Rules) -> LegalMoves:
        """Return the legal swaps of the seat; empty if it is another seat's turn or the game is over.

        Parameters
        ----------
        rules : Rules
            No-undo and the turn limit.

        Returns
        -------
        LegalMoves
            A tuple of the swaps, sorted by own place, then by other place, clockwise from A1.

        Raises
        ------
        IllegalMoveError
            These rules forbid one of the swaps played.
        """
        self.check(rules)
        if self.mover != self.seat or why_over(self.state, rules) is not None:
            return LegalMoves()
        return LegalMoves(legal_moves(self.state, rules))  # only its own cards are needed, which it knows

    def before(self, event: int) -> tuple[State, list[int]]:
        """Return the position before an event, and the present places of its stones.

        Parameters
        ----------
        event : int
            The index of the event in `events`.

        Returns
        -------
        tuple of State and list of int
            The position, with "?" for unknown cards, and the present place of each of its stones, counted
            from A1 = 0.

        Raises
        ------
        ArgumentError
            There is no such event.
        """
        if event not in range(len(self.events) + 1):
            raise ArgumentError(f"event must be {Between(0, len(self.events)).words()}, not {event}")
        now = {stone: place for place, stone in enumerate(self._order(len(self.events)))}
        return self._state(event), [now[stone] for stone in self._order(event)]

    def after(self, swap: Swap | str, received: str | None = None) -> Self:
        """Return the knowledge after a swap.

        Parameters
        ----------
        swap : Swap or str
            The swap played.
        received : str, optional
            The card of the stone that this seat receives in the swap, if that card was hidden.

        Returns
        -------
        Knowledge
            The knowledge.

        Raises
        ------
        InvalidDealError
            The seat receives a stone with a hidden card, and `received` is left out.
        IllegalMoveError, ContradictionError, MoveFormatError, ArgumentError
            As for the class. ArgumentError also if a card is given but the seat receives no stone, or knows
            that the stone has another card.
        """
        made = Swap.parse(swap) if isinstance(swap, str) else swap
        stones = self.stones
        if received is not None:
            gained = _gained(self, made)
            if gained is None or stones[gained].card not in (HIDDEN, received):
                raise ArgumentError(
                    f"seat {SEATS[self.seat]} does not learn from {made} that a card is {received!r}"
                )
            stones = (*stones[:gained], Stone(stones[gained].label, received), *stones[gained + 1 :])
        return replace(self, stones=stones, events=(*self.events, made))

    def answered(self, question: Swap | str, *, yes: bool) -> Self:
        """Return the knowledge after an answer.

        Parameters
        ----------
        question : Swap or str
            The question: may the owner of the first place swap the stone there with the stone at the second
            place?
        yes : bool
            The answer.

        Returns
        -------
        Knowledge
            The knowledge.

        Raises
        ------
        IllegalMoveError
            The question is about two stones of one seat, or the seat's own stone gives another answer.
        ContradictionError
            No assignment of the hidden cards gives this answer.
        MoveFormatError, ArgumentError
            The text is not two places, or an argument has the wrong type.
        """
        asked = Swap.parse(question) if isinstance(question, str) else question
        return replace(self, events=(*self.events, Answer(asked, yes)))

    @property
    def count(self) -> int:
        """Number of ways to assign cards that agree with the knowledge; copies count as different cards."""
        return self.assignments.count

    @cached_property
    def marginals(self) -> dict[str, dict[str, float]]:
        """For each place with a hidden stone, the exact probability of each card that it may have."""
        by_stone = dict(zip(self._hidden, self.assignments.marginals(), strict=True))
        return {
            str(place): by_stone[stone]
            for place, stone in zip(self._places, self._order(len(self.events)), strict=True)
            if stone in by_stone
        }

    def svg(self, *, width: float | None = None, theme: str = "auto", language: str = FIRST) -> str:
        """Return the `marginals` of the hidden stones, in percent, as an SVG text.

        Parameters
        ----------
        width : float, optional
            Width in pixels; the natural width of the drawing if left out.
        theme : str, default: "auto"
            "light", "dark", or "auto" for the reader's own colour scheme.
        language : str, default: "en"
            The language's code: "en", "de", "fr", "ja" or "pl".

        Returns
        -------
        str
            The drawing.

        Raises
        ------
        ArgumentError
            The width is out of range, or the theme or language is unknown.
        """
        from narabi_solver.hidden import drawing  # noqa: PLC0415  (loads XML)

        return drawing.beliefs(
            self.marginals,
            self.count,
            SEATS[self.seat],
            self.deck,
            self.state,
            texts=language_of("narabi_solver", language),
            width=width,
            theme=theme,
        ).svg()

    def facts(self) -> Facts:
        """Return the facts about the seat's knowledge. Marginals have no text, because `svg` shows them."""
        are = "is" if self.count == 1 else "are"
        cards = f"{number_of(self.count, 'assignment')} to the hidden stones {are} possible (exact)"
        return [
            Fact("deal", str(self), str(self)),
            Fact("seat", SEATS[self.seat], SEATS[self.seat]),
            for_people("to move", SEATS[self.mover]),
            Fact("assignments", self.count, cards, "cards", "bold"),
            Fact("marginals", self.marginals),
        ]

    def _repr_svg_(self) -> str:
        return self.svg()

    def worlds(self, most: WorldCount, *, seed: Seed = 0) -> list[tuple[State, float]]:
        """Return weighted positions in which all cards are filled in and agree with the knowledge.

        Parameters
        ----------
        most : int
            Largest number of positions. If there are no more assignments than this, all of them are returned
            with their probabilities. Otherwise, `most` positions are drawn, with equal weights.
        seed : int, default: 0
            As for `sample`.

        Returns
        -------
        list of tuple of State and float
            Pairs of a present position and its weight. The weights sum to 1.

        Raises
        ------
        ArgumentError
            An argument is out of range.
        """
        return [(self.position(cards), weight) for cards, weight in self.world_cards(most, seed=seed)]

    def world_cards(self, most: WorldCount, *, seed: Seed = 0) -> list[tuple[tuple[str, ...], float]]:
        """Return the result of `worlds` as cards instead of positions.

        Parameters
        ----------
        most : int
            As for `worlds`.
        seed : int, default: 0
            As for `sample`.

        Returns
        -------
        list of tuple[tuple[str, ...], float]
            Each pair has the names of all cards, in the present order of the ring, and the weight of these
            cards.

        Raises
        ------
        ArgumentError
            An argument is out of range.
        """
        seed = operator.index(seed)
        drawn: Iterator[tuple[Sequence[str], float]]
        listed = self.assignments.listed(most)
        if listed is not None:
            drawn = ((cards, weight / self.count) for cards, weight in listed)
        else:
            drawn = ((self.assignments.draw(random_words(seed, i)), 1 / most) for i in range(most))
        known, hidden = [stone.card for stone in self.stones], self._hidden
        order, worlds = self._order(len(self.events)), []
        for cards, weight in drawn:
            for stone, card in zip(hidden, cards, strict=True):
                known[stone] = card
            worlds.append((tuple(map(known.__getitem__, order)), weight))
        return worlds

    def position(self, cards: Sequence[str]) -> State:
        """Return the present position with the given cards.

        Parameters
        ----------
        cards : sequence of str
            The names of all cards, in the present order of the ring.

        Returns
        -------
        State
            The position.

        Raises
        ------
        ArgumentError
            The number of cards differs from the number of places, or the deck lacks one of them.
        """
        now = self.state
        if isinstance(cards, str) or len(cards) != len(now.ring):
            raise ArgumentError(f"a list of {len(now.ring)} names of cards is needed, one for each place")
        if unknown := [name for name in cards if name not in self.deck]:
            raise ArgumentError(f"the deck has no card {plain(unknown[0])}")
        ring = tuple(Stone(stone.label, card) for stone, card in zip(now.ring, cards, strict=True))
        return replace(now, ring=ring)

    def sample(self, count: WorldCount, *, seed: Seed = 0) -> list[Deal]:
        """Return random worlds that agree with the knowledge.

        All ways to deal the deck's cards are equally probable. Copies of a card count as different cards, so
        some worlds are more probable than others.

        Parameters
        ----------
        count : int
            Number of worlds, up to 1,000,000.
        seed : int, default: 0
            Seed of the draws: 0 to 2^64 - 1. World i depends only on the knowledge, the seed and i.

        Returns
        -------
        list of Deal
            Deals with all cards, and with the swaps as their `moves`.

        Raises
        ------
        ArgumentError
            An argument is out of range.
        """
        seed = operator.index(seed)
        return [self._world(self.assignments.draw(random_words(seed, i))) for i in range(count)]

    @cached_property
    def assignments(self) -> Assignments:
        """The assignments of cards to the hidden stones, in the order of `stones`."""
        return self._assignments(len(self.events))

    def _assignments(self, events: int) -> Assignments:
        """Return the assignments that agree with the first `events` events."""
        open_cards = Counter(stone.card for stone in self.stones if stone.card != HIDDEN)
        copies_left = {card.name: card.copies - open_cards[card.name] for card in self.deck}
        allowed = {
            stone: frozenset(name for name, count in copies_left.items() if count) for stone in self._hidden
        }
        for i, event in enumerate(self.events[:events]):
            swap, yes = (event.swap, event.yes) if isinstance(event, Answer) else (event, True)
            state = self._state(i)
            stone = self._order(i)[state.number(swap.own)]
            if stone in allowed:
                allowed[stone] = frozenset(
                    name for name in allowed[stone] if allows(state, swap, name) is yes
                )
        return Assignments(tuple(allowed.values()), copies_left)

    @cached_property
    def _hidden(self) -> list[int]:
        """The indices, in `stones`, of the stones with unknown cards, ascending."""
        return [i for i, stone in enumerate(self.stones) if stone.card == HIDDEN]

    @cached_property
    def _places(self) -> list[Place]:
        return [Place(seat, position) for seat in range(self.players) for position in range(self.hand)]

    @cached_property
    def _states(self) -> list[State]:
        """The state before each event and after the last one."""
        states = [State(self.stones, self.deck, self.players, mover=self.first)]
        for event in self.events:
            states.append(play_unchecked(states[-1], event) if isinstance(event, Swap) else states[-1])
        return states

    def _state(self, events: int) -> State:
        return self._states[events]

    @cached_property
    def _orders(self) -> list[list[int]]:
        """The index in `stones` of the stone in each place, before each event and after the last event."""
        orders = [list(range(len(self.stones)))]
        for event, state in zip(self.events, self._states, strict=False):
            order = list(orders[-1])
            if isinstance(event, Swap):
                a, b = map(state.number, event)
                order[a], order[b] = order[b], order[a]
            orders.append(order)
        return orders

    def _order(self, events: int) -> list[int]:
        return self._orders[events]

    def _world(self, cards: Sequence[str]) -> Deal:
        stones = list(self.stones)
        for stone, card in zip(self._hidden, cards, strict=True):
            stones[stone] = Stone(stones[stone].label, card)
        seats = tuple(tuple(stones[i : i + self.hand]) for i in range(0, len(stones), self.hand))
        return Deal(seats, self.first, self.moves, self.deck, unusual=True)

    def _check_stones(self) -> None:
        """Raise an error if the stones do not form a deal, or no hidden cards make an event possible."""
        if self.players not in self.deck.tables or len(self.stones) != RING_SIZES[self.players]:
            stones = number_of(len(self.stones), "stone")
            raise InvalidDealError(f"{stones} cannot form a ring of {number_of(self.players, 'seat')}")
        if self.seat not in range(self.players) or self.first not in range(self.players):
            raise ArgumentError(f"the seats are A to {SEATS[self.players - 1]}")
        ring, edition = (
            Counter(stone.label for stone in self.stones),
            Counter(self.deck.ring_stones(self.players)),
        )
        if ring != edition:
            raise InvalidDealError(
                f"wrong stones: the stones of {self.players} seats are {' '.join(sorted(edition.elements()))}"
            )
        for name, count in Counter(stone.card for stone in self.stones if stone.card != HIDDEN).items():
            if name not in self.deck:
                raise InvalidDealError(f"unknown card {shorten(name)}; a card that is not known is written ?")
            if count > self.deck[name].copies:
                raise InvalidDealError(
                    f"card {name!r} occurs {number_of(count, 'time')}; the deck has {self.deck[name].copies}"
                )
        for event in self.events:
            for place in event.swap if isinstance(event, Answer) else event:
                if not place.is_in(self.players, self.hand):
                    raise IllegalMoveError(
                        f"there is no place {place}: the places are A1 to {self._places[-1]}"
                    )
        for i, event in enumerate(self.events):
            self._check_event(self._states[i], event)
        had = _owned(len(self.stones), self.players, self.seat, self.moves)
        for i in sorted(had):
            if self.stones[i].card == HIDDEN:
                raise InvalidDealError(
                    f"seat {SEATS[self.seat]} has or had the stone that was dealt at {self._places[i]}, "
                    "so it knows its card: write the card instead of ?"
                )

    def _check_event(self, state: State, event: Event) -> None:
        swap = event.swap if isinstance(event, Answer) else event
        if swap.own.seat == swap.other.seat:
            raise IllegalMoveError(f"{event}: both stones belong to seat {SEATS[swap.own.seat]}")
        if isinstance(event, Answer):
            own = state.stone(swap.own)
            mine = swap.own.seat == self.seat and own.card != HIDDEN
            if mine and allows(state, swap, own.card) is not event.yes:
                raise IllegalMoveError(f"{event}: {own} says {'no' if event.yes else 'yes'}")
            return
        if in_order(state.ring) or state.turns >= TRACK:
            raise IllegalMoveError(f"{event}: the game is over")
        if swap.own.seat != state.mover:
            raise IllegalMoveError(f"{event}: it is seat {SEATS[state.mover]}'s turn")
        card = state.stone(swap.own).card
        if card != HIDDEN and not allows(state, swap, card):
            raise IllegalMoveError(f"{event}: {state.stone(swap.own)} does not allow it: {self.deck[card]}")

    def _contradiction(self) -> str:
        """Return a message that names the first event that leaves no possible assignment of cards."""
        for i, event in enumerate(self.events, 1):
            if self._assignments(i).count == 0:
                return f"{event} (event {i}) contradicts what was known before: no cards agree with both"
        return "the deck does not have enough cards for these stones"


def all_after(knows: Sequence[Knowledge], event: Event, state: State) -> list[Knowledge]:
    """Return the knowledge of all seats after an event; `state` is the position before it, with all cards."""
    if isinstance(event, Answer):
        return [knowledge.answered(event.swap, yes=event.yes) for knowledge in knows]
    after = []
    for knowledge in knows:
        got = [theirs for mine, theirs in (event, event[::-1]) if mine.seat == knowledge.seat]
        after.append(knowledge.after(event, state.stone(got[0]).card if got else None))
    return after


def _owned(stones: int, players: int, seat: int, moves: Sequence[Swap]) -> set[int]:
    """Return the stones that a seat has had at any time, as indices in the order of the deal."""
    hand = stones // players
    order = list(range(stones))
    had = set(order[seat * hand : (seat + 1) * hand])
    for own, other in moves:
        a, b = own.seat * hand + own.position, other.seat * hand + other.position
        order[a], order[b] = order[b], order[a]
        had |= set(order[seat * hand : (seat + 1) * hand])
    return had


def _gained(knows: Knowledge, swap: Swap) -> int | None:
    """Return the index in `stones` of the stone that the seat receives in a swap; None if there is none."""
    order, hand = knows._order(len(knows.events)), knows.hand
    for mine, theirs in (swap, swap[::-1]):
        if mine.seat == knows.seat != theirs.seat and theirs in knows._places:
            return order[theirs.seat * hand + theirs.position]
    return None


def _seat(seat: str | int, players: int) -> int:
    number = SEATS.find(seat.upper()) if isinstance(seat, str) and len(seat) == 1 else seat
    if isinstance(number, str) or number not in range(players):
        raise ArgumentError(f"there is no seat {plain(seat)}: the seats are A to {SEATS[players - 1]}")
    return number


def _card(text: str, deck: Deck) -> str:
    meant = deck.meant(text)
    return meant[0] if len(meant) == 1 else text
