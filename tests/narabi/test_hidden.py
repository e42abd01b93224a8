"""What a seat knows, against the list of all worlds; and that nothing hidden shows through."""

import itertools
import math
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
import scipy
from hypothesis import assume, given, settings, strategies as st

from narabi_solver import (
    ArgumentError,
    ContradictionError,
    Deal,
    DealFormatError,
    Deck,
    IllegalMoveError,
    InternalError,
    InvalidDealError,
    Knowledge,
    MoveFormatError,
    NarabiError,
    Place,
    PlayedGame,
    Rules,
    Stone,
    Swap,
    hint,
    judge_hidden,
    random_deal,
    verify,
)
from narabi_solver.game.questions import allows
from narabi_solver.game.rules import (
    SEATS,
    in_order,
    legal_moves,
    play_unchecked,
    replay,
    why_illegal,
)
from narabi_solver.hidden import Silent
from narabi_solver.hidden.assignments import Assignments, random_words
from narabi_solver.hidden.knowledge import HIDDEN, Answer, all_after
from tests.narabi.samples import EXAMPLE, minimum_turns, talked
from tests.nightly import nightly, nightly_twin, slow
from tests.strategies import games

DEAL = Deal.parse(EXAMPLE)
SEEN = str(Knowledge.of(DEAL, "B"))
small_sets = st.lists(st.frozensets(st.sampled_from("abcde"), min_size=0, max_size=5), min_size=1, max_size=4)
few_copies = st.fixed_dictionaries({name: st.integers(0, 2) for name in "abcde"})


def listed(allowed: tuple[frozenset[str], ...], copies: dict[str, int]) -> list[tuple[str, ...]]:
    """Return all ways to give physical cards to stones, one by one."""
    cards = [(name, i) for name, count in copies.items() for i in range(count)]
    return [
        tuple(name for name, _ in way)
        for way in itertools.permutations(cards, len(allowed))
        if all(name in names for (name, _), names in zip(way, allowed, strict=True))
    ]


@given(small_sets.map(tuple), few_copies)
@settings(max_examples=150)
def test_assignments_are_those_that_can_be_listed(
    allowed: tuple[frozenset[str], ...], copies: dict[str, int]
) -> None:
    ways = listed(allowed, copies)
    found = Assignments(allowed, copies)
    assert found.count == len(ways)
    if not ways:
        return
    for stone, marginals in enumerate(found.marginals()):
        counted = Counter(way[stone] for way in ways)
        assert marginals.keys() == counted.keys() and math.isclose(sum(marginals.values()), 1)
        assert all(math.isclose(marginals[name], counted[name] / len(ways)) for name in counted)
    drawn = {tuple(found.draw(random_words(1, i))) for i in range(5)}
    assert drawn <= set(ways)
    assert {tuple(names): weight for names, weight in found.ways()} == Counter(ways)


def test_ways_that_are_not_as_many_as_were_counted_are_a_bug_of_ours() -> None:
    found = Assignments((frozenset("ab"),) * 2, {"a": 2, "b": 2})
    assert [weight for _, weight in found.ways()] == [2, 4, 4, 2] and found.count == 12
    found.__dict__["count"] = 11
    with pytest.raises(InternalError, match="listed 12 card assignments, but counted 11"):
        list(found.ways())


@pytest.mark.parametrize("count", [4_000, *slow(20_000)])
def test_samples_are_uniform(count: int) -> None:
    allowed = (frozenset("abc"), frozenset("bcd"), frozenset("acd"))
    copies = {"a": 1, "b": 2, "c": 1, "d": 1}
    ways = Counter(listed(allowed, copies))
    found = Assignments(allowed, copies)
    drawn = Counter(tuple(found.draw(random_words(28, i))) for i in range(count))
    assert drawn.keys() == ways.keys()
    expected = [count * ways[way] / found.count for way in ways]
    assert scipy.stats.chisquare([drawn[way] for way in ways], expected).pvalue > 0.001


@given(games(longest=4), st.integers(0, 4), st.data())
@settings(max_examples=40)
def test_only_what_a_seat_saw_counts(deal: Deal, seat: int, data: st.DataObject) -> None:
    """The law: a world that agrees with what the seat knows gives the same knowledge."""
    assume(seat < deal.players)
    knows = Knowledge.of(deal, seat)
    for world in knows.sample(3, seed=data.draw(st.integers(0, 99))):
        assert world.moves == deal.moves
        assert Knowledge.of(world, seat) == knows
    assert Knowledge.parse(str(knows), seat) == knows
    assert all(math.isclose(sum(one.values()), 1) for one in knows.marginals.values())
    true = {
        str(place): stone.card for place, stone in zip(deal.state().places(), deal.state().ring, strict=True)
    }
    assert all(knows.marginals[place].get(true[place], 0) > 0 for place in knows.marginals)
    for place, stone in zip(deal.state().places(), knows.ring, strict=True):
        assert (str(place) in knows.marginals) == (stone.card == HIDDEN)
        assert stone.card in (HIDDEN, true[str(place)])
        assert place.seat != seat or stone.card != HIDDEN


TALKED_GAMES = given(st.sampled_from([2, 3, 4, 5]), st.integers(0, 999), st.data())


@settings(max_examples=16)
@TALKED_GAMES
def test_a_game_tells_a_seat_what_it_learns_step_by_step(
    players: int, seed: int, data: st.DataObject
) -> None:
    """One function for games and texts; cards that a seat has not seen change nothing, nor does a comment."""
    game = mini_game(seed) if players == 2 else talked(players, seed, 4)
    seat = data.draw(st.integers(0, players - 1))
    knows = Knowledge.of(game, seat)
    assert knows == seen(game, seat)
    for world in [game.deal, *knows.sample(2, seed=seed)]:
        text = str(PlayedGame(replace(world, moves=()), game.events))
        for comment in ("", " # asked 7:?", "\n# asked C1-B3=yes"):
            assert Knowledge.parse(text + comment, seat, deck=game.deal.deck) == knows
    assert Knowledge.parse(str(knows), seat, deck=game.deal.deck) == knows


test_more_games_tell_a_seat_what_it_learns = nightly_twin(
    TALKED_GAMES, 40, test_a_game_tells_a_seat_what_it_learns_step_by_step
)


HIDING = given(st.integers(0, 200), st.data())


@settings(max_examples=4)
@HIDING
def test_knowledge_is_the_list_of_all_worlds(seed: int, data: st.DataObject) -> None:
    """Four stones are hidden; every world is listed, its swaps and answers tried by the plain rules."""
    deal = random_deal(3, seed)
    hidden = data.draw(st.lists(st.integers(4, 11), min_size=4, max_size=4, unique=True))
    stones = tuple(Stone(one.label, HIDDEN) if i in hidden else one for i, one in enumerate(deal.ring))
    knows = Knowledge(0, 3, stones, deal.start().mover)
    true = deal
    for _ in range(data.draw(st.integers(1, 4))):
        state = true.state()
        swaps = legal_moves(state, Rules())
        if data.draw(st.booleans()) and swaps:
            swap = data.draw(st.sampled_from(swaps))
            taken = next((a for a, b in (swap, swap[::-1]) if b.seat == 0), None)
            card = state.stone(taken).card if taken else None
            lies_hidden = taken is not None and knows.ring[state.number(taken)].card == HIDDEN
            knows, true = knows.after(swap, card if lies_hidden else None), true.play(swap)
        else:
            places = list(state.places())
            own = data.draw(st.sampled_from([place for place in places if place.seat != 0]))
            other = data.draw(st.sampled_from([place for place in places if place.seat != own.seat]))
            turn = replace(state, mover=own.seat)
            knows = knows.answered(Swap(own, other), yes=why_illegal(turn, Swap(own, other), Rules()) is None)
    still = [i for i, one in enumerate(knows.stones) if one.card == HIDDEN]
    left = [card.name for card in Deck.standard() if all(card.name != one.card for one in knows.stones)]
    worlds = [
        way
        for way in itertools.permutations(left, len(still))
        if agrees(knows, dict(zip(still, way, strict=True)))
    ]
    assert knows.count == len(worlds)
    order = knows._order(len(knows.events))
    places = [str(place) for place in knows._places]
    for i, stone in enumerate(still):
        counted = Counter(way[i] for way in worlds)
        marginals = knows.marginals[places[order.index(stone)]]
        assert all(math.isclose(marginals[name], counted[name] / len(worlds)) for name in counted)
        assert marginals.keys() == counted.keys()


test_more_knowledge_is_listed = nightly_twin(HIDING, 30, test_knowledge_is_the_list_of_all_worlds)


def agrees(knows: Knowledge, cards: dict[int, str]) -> bool:
    """Tell whether a world agrees with what happened, by the plain rules alone."""
    stones = [Stone(one.label, cards.get(i, one.card)) for i, one in enumerate(knows.stones)]
    seats = tuple(tuple(stones[i : i + knows.hand]) for i in range(0, len(stones), knows.hand))
    deal = Deal(seats, knows.first, deck=knows.deck, unusual=True)
    for event in knows.events:
        if isinstance(event, Answer):
            turn = replace(deal.state(), mover=event.swap.own.seat)
            if (why_illegal(turn, event.swap, Rules()) is None) is not event.yes:
                return False
        else:
            try:
                deal = deal.play(event)
            except IllegalMoveError:
                return False
    return True


def test_counts_at_the_start() -> None:
    counts = [Knowledge.of(random_deal(players, 1), 0).count for players in (3, 4, 5)]
    assert counts == [6_652_800, 79_833_600, 479_001_600]


def test_text_form() -> None:
    knows = (
        Knowledge.of(DEAL, "b")
        .answered("C1-B3", yes=True)
        .after("B4-A2", "at-least-3")
        .answered("A1-C1", yes=False)
    )
    text = str(knows)
    assert text.endswith("moves asked C1-B3=yes B4-A2 asked A1-C1=no") and "2:at-least-3" in text
    assert Knowledge.parse(text, "B") == knows
    assert Knowledge.parse(text.upper().replace(" / ", "\n").replace(" MOVES", "\nmoves"), 1) == knows
    assert SEATS[knows.mover] == "C" and knows.ring[1] == Stone("0", "white")
    assert [str(swap) for swap in knows.moves] == ["B4-A2"]


@pytest.mark.parametrize(
    ("text", "seat", "error", "said"),
    [
        (EXAMPLE.replace("7:even", "7:?"), "A", InvalidDealError, "dealt at A4, so it knows its card"),
        (EXAMPLE, "D", ArgumentError, "the seats are A to C"),
        (SEEN.replace("1:stay", "1:sty"), "B", InvalidDealError, "a card that is not known is written ?"),
        (SEEN + " moves asked B1-A1=yes", "B", IllegalMoveError, "1:stay says no"),
        (SEEN.replace("1:stay", "1:?") + " moves asked B1-A1=yes", "B", InvalidDealError, "dealt at B1"),
        (SEEN + " moves asked A1-A2=yes", "B", IllegalMoveError, "both stones belong to seat A"),
        (SEEN + " moves asked A1-B2", "B", MoveFormatError, "an answer like B2-C1=yes"),
        (SEEN + " moves asked A1-D2=no", "B", IllegalMoveError, "there is no place D2"),
        (SEEN + " moves A1-B2", "B", IllegalMoveError, "it is seat B's turn"),
        (SEEN + " moves B1-A1", "B", IllegalMoveError, "1:stay does not allow it"),
        (EXAMPLE.replace("8:2-to-6", "8:dark"), "B", InvalidDealError, "occurs 2 times"),
        (SEEN.replace("7:?", ""), "B", InvalidDealError, "3 seats with 11 stones"),
        ("7:? 2:?", "A", InvalidDealError, "^1 seat with 2 stones;"),
        (SEEN + "\n" + SEEN, "B", DealFormatError, "a second deal"),
    ],
)
def test_bad_input(text: str, seat: str, error: type[NarabiError], said: str) -> None:
    with pytest.raises(error, match=said.replace("?", r"\?")):
        Knowledge.parse(text, seat)


def test_knowledge_that_is_not_of_a_deal_is_refused() -> None:
    knows = Knowledge.parse(SEEN, "B")
    for change, said in (
        ({"stones": knows.stones[:11]}, "^11 stones cannot form a ring of 3 seats$"),
        ({"players": 1}, "^12 stones cannot form a ring of 1 seat$"),
        ({"seat": 3}, "the seats are A to C"),
        ({"stones": (knows.stones[1], *knows.stones[1:])}, "wrong stones: the stones of 3 seats are 0 1 2 "),
        ({"stones": (Stone(knows.stones[0].label, "no-card"), *knows.stones[1:])}, "unknown card 'no-card'"),
    ):
        with pytest.raises(NarabiError, match=said):
            replace(knows, **change)  # type: ignore[arg-type]


def test_contradictions_name_what_cannot_be_true() -> None:
    knows = Knowledge.of(DEAL, "B")
    hear = "asked C1-B1=no asked C1-B2=no asked C1-B3=no asked C1-B4=no asked C1-A1=no asked C1-A2=no"
    quiet = Knowledge.parse(f"{knows} moves {hear}", "B")
    assert 0 < quiet.count < knows.count
    with pytest.raises(ContradictionError, match=r"asked C1-B3=yes \(event 7\) contradicts"):
        quiet.answered("C1-B3", yes=True)


def test_what_is_learnt_must_be_told() -> None:
    knows = Knowledge.of(DEAL, "B")
    with pytest.raises(InvalidDealError, match="dealt at A2, so it knows its card"):
        knows.after("B4-A2")
    for swap, card in (("B4-A2", None), ("C1-A1", "odd")):
        with pytest.raises(NarabiError):
            knows.after(swap, card)
    for bad in (-1, 1.5, 10**9):
        with pytest.raises(ArgumentError):
            knows.sample(bad)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        knows.sample(1, seed=-1)


def test_own_decks_with_copies() -> None:
    deck = Deck.loads("[cards.any]\ncopies = 9\n[cards.odd]\ncopies = 9\nparity = 'odd'\n")
    deal = random_deal(3, 5, deck=deck)
    knows = Knowledge.of(deal, "A")
    assert knows.count == math.perm(14, 8)
    place = next(iter(knows.marginals))
    odd = 9 - sum(stone.card == "odd" for stone in deal.seats[0])
    assert math.isclose(knows.marginals[place]["odd"], odd / 14)


def mini_game(seed: int) -> PlayedGame:
    """Return a game of the mini game, whose cards have copies, with answers among a few swaps."""
    choose = random.Random(seed)
    deal = random_deal(2, seed, deck=Deck.mini())
    game, state = PlayedGame(deal), deal.start()
    for _ in range(choose.randrange(4)):
        swaps = legal_moves(state, Rules())
        if in_order(state.ring) or not swaps:
            break
        if choose.random() < 0.5:
            ask = Swap(*(Place(seat, choose.randrange(3)) for seat in (1 - state.mover, state.mover)))
            game = game.after(Answer(ask, allows(state, ask, state.stone(ask.own).card)))
        swap = choose.choice(swaps)
        game, state = game.after(swap), play_unchecked(state, swap)
    return game


def every_world(knows: Knowledge) -> Counter[tuple[str, ...]]:
    """Return all cards in the order of the ring now, counted: every card of the deck given to a stone."""
    known = Counter(stone.card for stone in knows.stones)
    left = {card.name: card.copies - known[card.name] for card in knows.deck}
    hidden = [i for i, stone in enumerate(knows.stones) if stone.card == HIDDEN]
    order = [knows.stones.index(stone) for stone in knows.ring]
    found: Counter[tuple[str, ...]] = Counter()
    for way, count in Counter(listed((frozenset(left),) * len(hidden), left)).items():
        cards = dict(zip(hidden, way, strict=True))
        if agrees(knows, cards):
            found[tuple(cards.get(i, knows.stones[i].card) for i in order)] = count
    return found


@pytest.mark.parametrize("seed", [4, *slow(5), *nightly(*range(4), *range(6, 12))])
def test_worlds_of_a_deck_with_copies(seed: int) -> None:
    """Drawn ones come as often as the cards of the box allow it, and those listed weigh as much."""
    game = mini_game(seed)
    for seat in range(2):
        knows = Knowledge.of(game, seat)
        counted = every_world(knows)
        assert knows.count == counted.total()
        weights = dict(knows.world_cards(knows.count))
        assert weights == pytest.approx({world: n / knows.count for world, n in counted.items()})
        drawn = Counter(
            tuple(stone.card for stone in world.state().ring) for world in knows.sample(2_000, seed=seed)
        )
        assert drawn.keys() <= counted.keys()
        expected = [2_000 * n / knows.count for n in counted.values()]
        assert len(counted) == 1 or scipy.stats.chisquare([drawn[w] for w in counted], expected).pvalue > 1e-4


@pytest.mark.parametrize("seed", [0, *slow(1), *nightly(2, 3, 4, 5)])
def test_what_is_advised_with_a_deck_with_copies(seed: int) -> None:
    """Hints, judgements and policies go by the mean over every card of the box, one by one."""
    game = mini_game(seed)
    state = replay(game.deal.start(), game.moves, Rules())
    swaps = legal_moves(state, Rules())
    if in_order(state.ring) or not swaps:
        return
    knows = Knowledge.of(game, state.mover)
    means = dict.fromkeys(swaps, 0.0)
    for world, count in every_world(knows).items():
        there = knows.position(world)
        for swap in swaps:
            after = play_unchecked(there, swap)
            turns = minimum_turns(after, Rules())
            means[swap] += (25 - state.turns if turns is None else turns + 1) * count / knows.count
    found = hint(knows, worlds=100)
    assert found.exact and {one.swap: one.expected_turns for one in found.moves} == pytest.approx(means)
    assert all(one.standard_error == 0 for one in found.moves)
    swap = Silent(worlds=100).decide(knows, Rules(), 0)
    assert means[swap] == pytest.approx(min(means.values()))
    worst = max(means, key=means.__getitem__)
    all_looked_at, some = (judge_hidden(game.after(worst), worlds=n)[-1] for n in (knows.count, 2))
    assert all_looked_at.expected_turns == pytest.approx(means[worst]) and all_looked_at.standard_error == 0
    assert all_looked_at.best_expected_turns == pytest.approx(min(means.values()))
    if len({*means.values()}) > 1:
        assert all_looked_at.judgement == "mistake"
    assert some.assignments == knows.count


def test_the_error_of_worlds_that_were_all_looked_at_is_zero() -> None:
    """With copies there are fewer worlds than assignments, and they may still be all."""
    deal = random_deal(2, 1, deck=Deck.mini())
    swaps = legal_moves(deal.start(), Rules())
    for swap in swaps:
        game = PlayedGame(deal, (swap,))
        (every,), (drawn,) = (judge_hidden(game, worlds=n) for n in (60, 12))
        assert every.assignments == 60 and every.standard_error == 0
        assert (drawn.standard_error > 0) or drawn.best == swap


def seen(game: PlayedGame, seat: int) -> Knowledge:
    """Return what a seat knows after a game, learnt step by step."""
    knows, state = [Knowledge.of(game.deal, one) for one in range(game.deal.players)], game.deal.start()
    for event in game.events:
        knows = all_after(knows, event, state)
        state = play_unchecked(state, event) if isinstance(event, Swap) else state
    return knows[seat]


def test_a_game_that_is_built_has_true_answers_and_places_only() -> None:
    deal = Deal.parse(EXAMPLE)
    ask = Swap.parse("C1-B3")
    assert PlayedGame(deal, (Answer(ask, True),)).after(Swap.parse("B2-A3")).turns == 1
    wrong: list[tuple[Any, type[Exception], str]] = [
        (Answer(ask, False), InvalidDealError, "asked C1-B3=no: 8:2-to-6 says yes"),
        (Answer(Swap.parse("C1-C2"), True), InvalidDealError, "a stone and one of another seat"),
        (Answer(Swap.parse("C1-D1"), True), InvalidDealError, "a stone and one of another seat"),
        (Swap(Place(1, 1), Place(0, 4)), InvalidDealError, "B2-A5: there is no such place"),
        (Swap(Place(1.0, 1), Place(0, 2)), InvalidDealError, "there is no such place"),  # type: ignore[arg-type]
        (3, ArgumentError, "a Swap is needed, not int"),
    ]
    for event, error, words in wrong:
        with pytest.raises(error, match=re.escape(words)):
            PlayedGame(deal, (event,))
        with pytest.raises(error, match=re.escape(words)):
            PlayedGame(deal).after(event)


@pytest.mark.parametrize("place", [Place(0.0, 1), Place(0, 1.5), Place("A", 1), Place(0, None), Place(-1, 0)])  # type: ignore[arg-type]
def test_a_place_of_odd_numbers_has_a_text_and_is_in_no_deal(place: Place) -> None:
    assert str(place) == repr(place)
    deal = Deal.parse(EXAMPLE)
    swap = Swap(Place(1, 1), place)
    with pytest.raises(IllegalMoveError, match="there is no place"):
        deal.play(swap)
    assert "the places are A1 to C4, 4 a seat" in str(verify(deal, [swap]).error)
