"""A deal: the stones with their cards at their places, the seat that begins, and the swaps played so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self, TypeVar

from _gamekit.checks import unchecked
from _gamekit.lines import lines_of, located, plain_signs, without_comment
from _gamekit.problems import nearest, number_of, or_default
from narabi_solver import game
from narabi_solver.game.cards import BLANKS, HIDDEN, NUMBERS, RING_SIZES
from narabi_solver.game.deck import Deck
from narabi_solver.game.errors import (
    DealFormatError,
    IllegalMoveError,
    InvalidDealError,
    MoveFormatError,
    Problem,
    shorten,
)
from narabi_solver.game.ids import random_seats, read_id
from narabi_solver.game.notation import DealTokens, Token, goes_on, read_deal, with_colons
from narabi_solver.game.questions import Event, allows, events_of
from narabi_solver.game.rules import (
    SEATS,
    LegalMoves,
    Place,
    Rules,
    State,
    Stone,
    Swap,
    first_player,
    in_order,
    legal_moves,
    name_of,
    play,
    play_unchecked,
    replay,
)

CARDS_NAMED = 20
"""Largest number of cards of a custom deck that a message lists."""


class _DealProblem(NamedTuple):
    """A problem, and the part of the deal that it concerns, for example ("stone", seat, index)."""

    message: str
    part: tuple[str | int, ...] = ()


@dataclass(frozen=True)
class Deal:
    """A deal, or a game that began with it: the stones as dealt, and the swaps made since.

    Parameters
    ----------
    seats : tuple of tuple of Stone
        For each seat, clockwise from A, its stones in clockwise order.
    first : int, optional
        The seat that begins (A = 0); None for the seat that has the stone 0.
    moves : tuple of Swap, default: ()
        The swaps played so far.
    deck : Deck, optional
        The deck, which defines the cards and the colours of the numbers; the built-in deck if left out.
    unusual : bool, default: False
        Allow stones that the deck lacks, and extra copies of its cards. Even then no number may occur twice,
        and the deck must define every card.

    Raises
    ------
    InvalidDealError
        The deal is impossible; the message lists every problem.

    Examples
    --------
    >>> from narabi_solver import Deal
    >>> deal = Deal.parse(
    ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
    ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
    ... )
    >>> deal.players, deal.seats[1][3]
    (3, Stone(label='0', card='white'))
    >>> Deal.parse(str(deal)) == deal
    True
    """

    seats: tuple[tuple[Stone, ...], ...]
    first: int | None = None
    moves: tuple[Swap, ...] = ()
    deck: Deck = field(default_factory=Deck.standard)
    unusual: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "seats", tuple(tuple(Stone(*stone) for stone in seat) for seat in self.seats)
        )
        object.__setattr__(
            self, "moves", tuple(Swap(Place(*own), Place(*other)) for own, other in self.moves)
        )
        if problems := list(_problems(self)):
            raise InvalidDealError([Problem(_place_name(part) + message) for message, part in problems])
        self._forget_usual_first()

    def _forget_usual_first(self) -> None:
        if self.first == first_player(self.ring, self.players):
            object.__setattr__(self, "first", None)

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.seats)

    @property
    def ring(self) -> tuple[Stone, ...]:
        """The stones as dealt, clockwise from A1."""
        return tuple(stone for seat in self.seats for stone in seat)

    @property
    def assumed(self) -> tuple[str, ...]:
        """The names of this deal's assumed cards, and "colours" if a card needs assumed colours."""
        return self.deck.assumed({stone.card for stone in self.ring})

    def start(self) -> State:
        """Return the state as dealt, before the first turn.

        Returns
        -------
        State
            The state.
        """
        holder = first_player(self.ring, self.players) if self.first is None else self.first
        assert holder is not None  # checked by __post_init__
        return State(self.ring, self.deck, self.players, mover=holder)

    def state(self, rules: Rules | None = None) -> State:
        """Return the state after the swaps played so far.

        Parameters
        ----------
        rules : Rules, optional
            The no-undo rule and the turn limit; the plain rules if left out.

        Returns
        -------
        State
            The state.

        Raises
        ------
        IllegalMoveError
            These rules forbid one of the swaps.
        ArgumentError
            `rules` has the wrong type.
        """
        return replay(self.start(), self.moves, or_default(rules, Rules))

    @property
    def legal_moves(self) -> LegalMoves:
        """The swaps that the player to move may make by the plain rules, as of `legal_moves_by`."""
        return self.legal_moves_by(Rules())

    def legal_moves_by(self, rules: Rules) -> LegalMoves:
        """Return the swaps that the player to move may make by some rules; none if the game is over.

        Parameters
        ----------
        rules : Rules
            The no-undo rule and the turn limit.

        Returns
        -------
        LegalMoves
            A tuple of the swaps, sorted by own place, then by the other place, clockwise from A1.

        Raises
        ------
        IllegalMoveError
            These rules forbid one of the deal's `moves`.

        Examples
        --------
        >>> from narabi_solver import Deal, Rules, Swap
        >>> deal = Deal.parse(
        ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
        ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
        ... )
        >>> [str(swap) for swap in deal.legal_moves][:3], Swap.parse("B2-A3") in deal.legal_moves
        (['B2-A3', 'B2-C1', 'B3-A3'], True)
        >>> deal.play("B2-A3").legal_moves_by(Rules(limit=1))
        ()
        """
        state = self.state(rules)
        if in_order(state.ring) or state.turns >= rules.limit:
            return LegalMoves()
        return LegalMoves(legal_moves(state, rules))

    def play(self, swap: Swap | str, *, rules: Rules | None = None) -> Self:
        """Return the deal with one more swap played.

        Parameters
        ----------
        swap : Swap or str
            The swap, or a text like ``"A2-C1"``.
        rules : Rules, optional
            The no-undo rule and the turn limit; the plain rules if left out.

        Returns
        -------
        Deal
            The deal, with the swap as the last of its `moves`.

        Raises
        ------
        IllegalMoveError
            The swap is not legal; the message says why.
        MoveFormatError
            The text is not a swap.

        Examples
        --------
        >>> from narabi_solver import Deal
        >>> deal = Deal.parse(
        ...     "d:higher 2:at-least-3 d:at-most-6 7:even / 1:stay 3:three-away 6:four-away 0:white"
        ...     "/ 8:2-to-6 5:dark 4:two-away w:left"
        ... )
        >>> str(deal.play("B2-A3")).rpartition(" / ")[2]
        '8:2-to-6 5:dark 4:two-away w:left moves B2-A3'
        """
        made = Swap.parse(swap) if isinstance(swap, str) else swap
        rules = or_default(rules, Rules)
        play(self.state(rules), made, rules)
        return replace(self, moves=(*self.moves, made))

    @classmethod
    def parse(
        cls,
        text: str,
        *,
        deck: Deck | None = None,
        unusual: bool = False,
        first: int | None = None,
        line: int = 1,
    ) -> Self:
        """Return the deal that a text describes.

        Parameters
        ----------
        text : str
            One deal; empty lines and comments are skipped. Capital letters, several lines, and swaps like
            ``b2a3`` or ``1. B2xA3`` are accepted too. Commas, semicolons or line ends may separate the seats
            if there is no ``/``. The id of a random deal, like ``4-0-17``, gives players, seed and index.
        deck : Deck, optional
            The deck, which defines the cards; the built-in deck for the number of players (`Deck.of`) if left
            out.
        unusual : bool, default: False
            Allow stones that the deck lacks, and extra copies of its cards.
        first : int, optional
            The seat that begins (A = 0), which overrides the text. By default the text decides.
        line : int, default: 1
            Number of the text's first line, for messages.

        Returns
        -------
        Deal
            The deal.

        Raises
        ------
        DealFormatError
            The text is not in the notation.
        InvalidDealError
            The deal is impossible. Both errors list every problem, with line and column.
        ArgumentError
            An argument has the wrong type.
        """
        return read_game(cls, text, deck=deck, unusual=unusual, first=first, line=line)[0]

    def svg(
        self,
        *,
        chosen: Place | str | None = None,
        rules: Rules | None = None,
        width: float | None = None,
        theme: str = "auto",
        layout: str = "wide",
    ) -> str:
        """Return a drawing of the ring after the swaps played so far, as an SVG text.

        Parameters
        ----------
        chosen : Place or str, optional
            A place, like "B2". The drawing marks the stones that the stone at this place may take.
        rules : Rules, optional
            The no-undo rule; the plain rules if left out.
        width : float, optional
            Width in pixels; 660 if left out, and 360 for a phone.
        theme : str, default: "auto"
            "light", "dark", or "auto" for the reader's own colour scheme.
        layout : str, default: "wide"
            "wide" or "phone". The layout for phones is readable at a width of 360 pixels.

        Returns
        -------
        str
            The drawing.

        Raises
        ------
        ArgumentError
            The place is not in the ring, the width is out of range, or the theme or the layout is unknown.
        IllegalMoveError
            The rules forbid one of the `moves`.
        MoveFormatError
            `chosen` is not a place.
        """
        rules = or_default(rules, Rules)
        place = Place.parse(chosen) if isinstance(chosen, str) else chosen
        state = self.state(rules)
        return game.drawing.ring(state, rules, chosen=place, width=width, theme=theme, layout=layout).svg()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        """Return code that creates the deal, if its deck is built in."""
        return code("Deal", str(self), self.deck, self.players, ", unusual=True" * self.unusual)

    def __str__(self) -> str:
        """Return the deal in the one-line notation."""
        text = " / ".join(" ".join(map(str, seat)) for seat in self.seats)
        if self.first is not None:
            text += f" first {SEATS[self.first]}"
        if self.moves:
            text += " moves " + " ".join(map(str, self.moves))
        return text


def code(kind: str, text: str, deck: Deck, players: int, more: str = "") -> str:
    """Return code that creates an object from its text, or a description if the deck is not built in."""
    if deck == Deck.of(players):
        return f"{kind}.parse({text!r}{more})"
    return f"<{kind} {text!r}{more} with the deck {deck.name!r}>"


D = TypeVar("D", bound=Deal)


def read_game(
    kind: type[D],
    text: str,
    *,
    deck: Deck | None = None,
    unusual: bool = False,
    first: int | None = None,
    line: int = 1,
    rules: Rules | None = None,
) -> tuple[D, tuple[Event, ...]]:
    """Return the deal that a text describes, and its swaps and answers in order; see `Deal.parse`.

    If `rules` are given, they must allow the swaps too.
    """
    text = plain_signs(text)
    if (named := read_id(without_comment(text))) is not None:
        deck = or_default(deck, Deck, lambda: Deck.of(named.players))
        return kind(random_seats(named, deck), first, deck=deck), ()
    written = with_colons(text, or_default(deck, Deck, Deck.standard).words)
    lines = [(i, words) for i, words in enumerate(lines_of(written), line) if without_comment(words)]
    for i, (number, words) in enumerate(lines):
        if i and not goes_on([one for _, one in lines[:i]], words):
            second = Problem("a second deal where one was expected", number)
            raise DealFormatError(located([second], text, line))
    tokens = read_deal(lines or [(line, "")])
    deck = or_default(deck, Deck, lambda: written_with(tokens))
    events, problems = _events(tokens.moves)
    problems = tokens.problems + problems
    tokens = tokens._replace(moves=[token for token, event in events if isinstance(event, Swap)])
    seats = tuple(
        tuple(Stone(pair.stone.text.lower(), _card(pair.card.text, deck)) for pair in seat)
        for seat in tokens.seats
    )
    if first is None and tokens.first is not None:
        first = SEATS.find(tokens.first.text.upper()) if len(tokens.first.text) == 1 else -1
    if problems:
        blank = unchecked(kind, seats=seats, first=first, moves=(), deck=deck, unusual=unusual)
        problems += [_located(problem, tokens) for problem in _problems(blank)] if any(seats) else []
        problems.sort(key=lambda p: (p.line or 0, p.column or 0))
        raise DealFormatError(located(problems, text, line))
    moves = tuple(event for _, event in events if isinstance(event, Swap))
    deal = unchecked(kind, seats=seats, first=first, moves=moves, deck=deck, unusual=unusual)
    problems = [_located(one, tokens) for one in _problems(deal)] or [
        events[number][0].problem(message)
        for number, message in untrue_events(deal, [event for _, event in events])
    ]
    if rules is not None and not problems:
        problems = [_located(one, tokens) for one in _illegal_moves(deal, rules)]
    if problems:
        raise InvalidDealError(located(problems, text, line))
    deal._forget_usual_first()
    return deal, tuple(event for _, event in events)


def written_with(tokens: DealTokens) -> Deck:
    """Return the built-in deck for a deal: the deck of the mini game if two seats have six stones in all."""
    is_mini = len(tokens.seats) == 2 and sum(map(len, tokens.seats)) == RING_SIZES[2]
    return Deck.mini() if is_mini else Deck.standard()


def _card(text: str, deck: Deck) -> str:
    """Return the name of the card that a text abbreviates; the text itself if it fits no card or several."""
    meant = deck.meant(text)
    return meant[0] if len(meant) == 1 else text


def _events(tokens: Sequence[Token]) -> tuple[list[tuple[Token, Event]], list[Problem]]:
    """Return the events after "moves", each with a token for messages, and the problems."""
    events, problems = [], []
    for number, event in events_of([token.text for token in tokens]):
        if isinstance(event, MoveFormatError):
            problems.append(tokens[number].problem(str(event)))
        else:
            events.append((tokens[number], event))
    return events, problems


def untrue_events(deal: Deal, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Yield the index of each impossible event, with a message.

    An answer must concern stones of two different seats, and agree with the cards. The two places of a swap
    must be in the ring; the first swap without such places ends the iteration.
    """
    state = deal.start()
    for number, event in enumerate(events):
        own, other = event if isinstance(event, Swap) else event.swap
        there = own.is_in(state.players, state.hand) and other.is_in(state.players, state.hand)
        if isinstance(event, Swap):
            if not there:
                yield number, f"{event}: there is no such place"
                return
            state = play_unchecked(state, event)
        elif not there or own.seat == other.seat:
            yield number, f"{event}: a question is about a stone and one of another seat"
        elif allows(state, event.swap, state.stone(own).card) is not event.yes:
            yield number, f"{event}: {state.stone(own)} says {'no' if event.yes else 'yes'}"


def _located(problem: _DealProblem, tokens: DealTokens) -> Problem:
    """Return a problem with the line and column of the part that the problem concerns."""
    match problem.part:
        case ("stone", int(seat), int(index)):
            return tokens.seats[seat][index].stone.problem(problem.message)
        case ("card", int(seat), int(index)):
            return tokens.seats[seat][index].card.problem(problem.message)
        case ("seat", int(seat)) if tokens.seats[seat]:
            return tokens.seats[seat][0].stone.problem(problem.message)
        case ("move", int(i)):
            return tokens.moves[i].problem(problem.message)
        case ("first",):
            return Problem(problem.message) if tokens.first is None else tokens.first.problem(problem.message)
        case _:
            line = next((pair.stone.line for seat in tokens.seats for pair in seat), 1)
            return Problem(problem.message, line)


def _place_name(part: tuple[str | int, ...]) -> str:
    match part:
        case ("stone" | "card", int(seat), int(index)) if seat < len(SEATS):
            return f"{Place(seat, index)}: "
        case _:
            return ""


def _problems(deal: Deal) -> Iterator[_DealProblem]:
    """Yield the problems of a deal; each check runs only if the checks before it found no problem."""
    problems = [*_wrong_sizes(deal), *_wrong_names(deal)]
    yield from problems
    if not problems and not deal.unusual:
        allow = "allow that with --unusual, in Python with unusual=True"
        problems = [_DealProblem(f"{words} ({allow})") for words in unlike_deck(deal)]
        yield from problems
    if not problems:
        problems = [*_wrong_first(deal)]
        yield from problems
    if not problems:
        yield from _illegal_moves(deal, Rules())


def _wrong_sizes(deal: Deal) -> Iterator[_DealProblem]:
    total = len(deal.ring)
    if deal.players not in deal.deck.tables:
        mini = "2 seats of 3 stones, " if 2 in deal.deck.tables else ""
        yield _DealProblem(
            f"{number_of(deal.players, 'seat')} with {number_of(total, 'stone')}; a deal has "
            f"{mini}3 seats of 4 stones, 4 seats of 3 or 5 seats of 3, separated by '/'"
        )
        return
    expected = RING_SIZES[deal.players]
    hand = expected // deal.players
    if total != expected:
        yield _DealProblem(f"{number_of(total, 'stone')}; a ring of {deal.players} seats has {expected}")
    for seat, stones in enumerate(deal.seats):
        if len(stones) != hand:
            count = number_of(len(stones), "stone")
            yield _DealProblem(
                f"seat {SEATS[seat]} has {count}; each of {deal.players} seats needs {hand}", ("seat", seat)
            )


def _wrong_names(deal: Deal) -> Iterator[_DealProblem]:
    seen: set[str] = set()
    hinted = False  # mention the list of all cards only once
    for seat, stones in enumerate(deal.seats):
        for index, (label, card) in enumerate(stones):
            if len(label) != 1 or label not in NUMBERS + BLANKS:
                yield _DealProblem(
                    f"unknown stone {shorten(label)}; a stone is a digit, w (white blank) or d (dark blank)",
                    ("stone", seat, index),
                )
            elif label in NUMBERS and label in seen:
                yield _DealProblem(f"stone {label} occurs twice", ("stone", seat, index))
            seen.add(label)
            if card == HIDDEN:
                yield _DealProblem(
                    "the card is unknown, and all cards are needed here; 'narabi hint' and 'narabi know' "
                    "answer for a seat that does not know them all",
                    ("card", seat, index),
                )
                return
            if card not in deal.deck:
                names = [known.name for known in deal.deck]
                if meant := deal.deck.meant(card):
                    several = f"card {shorten(card)} may be {' or '.join(meant)}; write more of its name"
                    yield _DealProblem(several, ("card", seat, index))
                    continue
                near = nearest(card[:40].lower(), names)
                hint = f"; did you mean {near!r}?" if near else "" if hinted else f"; {_cards_of(deal.deck)}"
                hinted = hinted or not near
                yield _DealProblem(f"unknown card {shorten(card)}{hint}", ("card", seat, index))


def _cards_of(deck: Deck) -> str:
    """Return a hint that shows the cards of a deck, or how to list those of the built-in deck."""
    if deck == Deck.standard():
        return "'narabi cards' lists them all"
    names = [shorten(card.name)[1:-1] for card in deck]
    more = f" and {len(names) - CARDS_NAMED} more" if len(names) > CARDS_NAMED else ""
    return f"the deck has {', '.join(names[:CARDS_NAMED])}{more}"


def unlike_deck(deal: Deal) -> Iterator[str]:
    """Yield the differences between a deal and its deck, which only an unusual deal may have."""
    ring = Counter(stone.label for stone in deal.ring)
    edition = Counter(deal.deck.ring_stones(deal.players))
    missing = sorted((edition - ring).elements())
    extra = sorted((ring - edition).elements())
    if missing or extra:
        parts = [f"lacks the {name_of(label)}" for label in missing]
        parts += [f"has a {name_of(label)} too many" for label in extra]
        yield (
            f"the ring of {deal.players} seats {', '.join(parts)}; its stones must be "
            f"{' '.join(deal.deck.ring_stones(deal.players))}"
        )
    for name, count in Counter(stone.card for stone in deal.ring).items():
        copies = deal.deck[name].copies
        if count > copies:
            yield f"card {name!r} occurs {number_of(count, 'time')}; the deck has {copies}"


def _wrong_first(deal: Deal) -> Iterator[_DealProblem]:
    seats = f"the seats of this deal are {SEATS[0]} to {SEATS[deal.players - 1]}"
    if deal.first is None and first_player(deal.ring, deal.players) is None:
        yield _DealProblem("there is no stone 0 to decide who begins; name a seat with 'first'")
    elif deal.first is not None and (type(deal.first) is not int or deal.first not in range(deal.players)):
        is_a_seat = type(deal.first) is int and deal.first in range(len(SEATS))
        who = f"seat {SEATS[deal.first]} cannot begin" if is_a_seat else "'first' must name a seat"
        yield _DealProblem(f"{who}: {seats}", ("first",))


def _illegal_moves(deal: Deal, rules: Rules) -> Iterator[_DealProblem]:
    state = deal.start()
    for i, swap in enumerate(deal.moves):
        try:
            state = play(state, swap, rules)
        except IllegalMoveError as error:
            yield _DealProblem(str(error), ("move", i))
            return
