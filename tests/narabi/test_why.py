"""Why a swap is better: every sentence is taken apart and checked by plain rules."""

import itertools
import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from narabi_solver import (
    Deal,
    Deck,
    Knowledge,
    Limits,
    Place,
    Rules,
    Swap,
    analyse,
    hint,
    random_deal,
    review,
    solve,
)
from narabi_solver.game.rules import (
    State,
    in_order,
    legal_moves,
    play_unchecked,
    replay_legal,
    why_illegal,
)
from tests.conftest import ROOT, Run
from tests.narabi.samples import EXAMPLE, minimum_turns
from tests.narabi.slips import check, games, searched, slips
from tests.narabi.test_hint import with_two_hidden
from tests.nightly import nightly, slow, thinned

DEAL = Deal.parse(EXAMPLE)
MINI = Deck.mini()
COMPARED = re.compile(
    r"(\S+) (?:needs (?P<saves>[\d.]+) turns fewer than|and) (\S+) (?:need the same number of turns )?"
    r"on average: (?:\1 )?"
    r"fewer in (\d+) of (?:the|all) (\d+) worlds(?: looked at)? \(by ([\d.]+)\), (?:never more|more in (\d+) "
    r"\(by ([\d.]+)\))(?P<wins>, and [^;]+|, but [^;]+)?(?P<doubt>;.+)?"
)
DOUBT = re.compile(
    r"; the card of the .+ at (?P<place>..) decides: if it (?P<so>is [^(]+|allows a swap with the .+ at ..) "
    r"\((?P<worlds>\d+) worlds\), (?P<then>\S+) is better, by (?P<by>[\d.]+) turns on average, "
    r"otherwise (?P<otherwise>\S+), by (?P<else>[\d.]+)"
)


def ways(state: State, turns: int) -> set[tuple[Swap, ...]]:
    """Return all ways to win in so many turns, the fewest possible, by trying everything."""
    if in_order(state.ring):
        return {()}
    if not turns:
        return set()
    swaps = legal_moves(state, Rules())
    return {(swap, *way) for swap in swaps for way in ways(play_unchecked(state, swap), turns - 1)}


@pytest.mark.parametrize("limit", slow(24, 6))
def test_slips_of_the_mini_game_by_trying_everything(limit: int) -> None:
    """Of six stones all shortest ways can be listed: no two part later, and none of these stops sooner."""
    rules, found = Rules(limit=limit), {"lost": 0, "barred": 0, "wrong": 0}
    for judged, slip in slips(12, seed=1, rules=rules, seats=(2,), deck=MINI, turns=5):
        why, state = slip.why, judged.states[slip.turn - 1]
        assert why is not None
        check(why.sentence, state, rules, lambda one: minimum_turns(one, rules))
        found["lost" if why.lost else "barred" if why.barred else "wrong"] += 1
        if why.parting is None:
            continue
        after = play_unchecked(state, why.worse)
        longer = ways(after, len(why.longer) - 1)
        latest: dict[int, list[int]] = {}
        for best in slip.instead:
            for way in ways(play_unchecked(state, best), len(why.shorter) - 1):
                same = next(i for i in range(len(way), -1, -1) if any(one[:i] == way[:i] for one in longer))
                latest.setdefault(same, []).append(len(replay_legal(after, way, rules)[0]) - 1)
        assert why.parting == state.turns + 2 + max(latest)
        stopped = min(latest[max(latest)])  # swaps after the worse one, of the way that is stopped soonest
        turn = None if why.barred is None else why.barred.turn
        assert turn == (None if stopped == len(why.shorter) - 1 else state.turns + 2 + stopped)
    assert found["barred"] and found["wrong"] and (found["lost"] > 1) is (limit == 6), found


@pytest.mark.parametrize("seed", [0, *slow(2), *nightly(1)])
def test_slips_by_another_search(seed: int) -> None:
    for judged, slip in slips(4, seed):
        assert slip.why is not None and slip.why.worse == slip.swap and slip.why.better in slip.instead
        check(slip.why.sentence, judged.states[slip.turn - 1], judged.rules, searched)
        assert all(turn.why is None for turn in judged.turns if turn not in judged.slips)


def test_a_slip_after_which_the_next_seat_cannot_swap() -> None:
    seats = "8:stay w:stay 3:stay 0:higher / 5:stay 1:stay 2:stay d:stay / 7:stay 6:left 4:dark d:stay"
    judged = review(Deal.parse(f"{seats} moves A4-C1", unusual=True))
    (slip,) = judged.slips
    assert slip.why is not None and "since seat B then has no legal swap" in slip.why.sentence
    check(slip.why.sentence, judged.states[0], judged.rules, searched)


@pytest.mark.parametrize("reading", ["next", *slow("receiver")])
def test_slips_where_nothing_may_be_undone(reading: str) -> None:
    rules = Rules(no_undo=True, undo_reading=reading)  # type: ignore[arg-type]
    for judged, slip in slips(6, seed=6, rules=rules, seats=(2,), deck=MINI, turns=5):
        assert slip.why is not None
        check(
            slip.why.sentence, judged.states[slip.turn - 1], rules, lambda state: minimum_turns(state, rules)
        )


def test_a_swap_that_would_undo_another_one() -> None:
    game = Deal.parse(
        "8:white d:four-away 2:three-away 1:left / 5:at-most-6 6:higher 3:dark d:odd"
        "/ 4:right w:2-to-6 0:two-away 7:at-least-3 moves C2-B1 A1-B2 B2-C3 C4-B3 A3-B2 B1-A1"
    )
    why = review(game, rules=Rules(no_undo=True, undo_reading="receiver")).turns[-1].why
    assert why is not None and why.barred is not None
    assert why.sentence.endswith(
        "C4-B3 is not allowed after B1-A1: it would send the 3 back to B3, where it came from"
    )


def test_the_checker_refuses_what_is_false() -> None:
    judged = review(replace(DEAL, moves=Swap.parse_line("B4-A2 C1-B3 A3-C4")))
    (slip, _), state = judged.slips, judged.states[0]
    assert slip.why is not None
    true = slip.why.sentence
    check(true, state, judged.rules, searched)
    for part, other in pairwise(re.findall(r"\d+|[A-C]\d-[A-C]\d", true)):
        if part != other:
            with pytest.raises((AssertionError, ValueError, KeyError)):
                check(true.replace(part, other), state, judged.rules, searched)


def test_why_a_swap_is_best_with_open_cards(narabi_here: Run) -> None:
    answer = json.loads(narabi_here("analyse", EXAMPLE, "--json").stdout)
    found = analyse(DEAL, why=True)
    assert found.why is not None and answer["why"]["sentence"] == found.why.sentence
    assert found.why.better in found.best and len(found.why.longer) == 6
    check(found.why.sentence, DEAL.start(), Rules(), searched)
    assert found.why.sentence in " ".join(narabi_here("analyse", EXAMPLE).stdout.split())
    assert analyse(DEAL).why is None
    assert analyse(replace(DEAL, moves=solve(DEAL).swaps), why=True).why is None
    assert analyse(DEAL, why=True, limits=Limits(max_nodes=1)).why is None


def test_a_review_says_why(narabi_here: Run) -> None:
    game = EXAMPLE + " moves B4-A2 C1-B3 A3-C4"
    (one, two) = json.loads(narabi_here("review", game, "--json").stdout)["slips"]
    assert one["why"]["parting"] == 4 and one["why"]["barred"]["swap"] == "B2-A4"
    told = " ".join(narabi_here("review", game).stdout.split())
    assert all(slip["why"]["sentence"] in told for slip in (one, two))
    assert all(
        slip["why"]["sentence"] in frame.text
        for slip, frame in zip(
            (one, two), [review(Deal.parse(game)).replay().frames[i] for i in (0, 2)], strict=True
        )
    )


def compare(knows: Knowledge, worlds: int, rules: Rules | None = None) -> tuple[str, ...]:
    """Check by another search in each world why a swap is hinted at; return what decides, and what then."""
    found = hint(knows, worlds=worlds, rules=rules)
    assert found.why is not None
    best, second = found.moves[0].swap, found.moves[1].swap
    drawn = [world for world, _ in knows.worlds(worlds)]
    one, two = ([searched(play_unchecked(world, swap)) for world in drawn] for swap in (best, second))
    more = [25 if a is None else a - (25 if b is None else b) for a, b in zip(one, two, strict=True)]
    said = COMPARED.fullmatch(found.why.sentence)
    assert said, found.why.sentence
    assert (said[1], said[3], int(said[5])) == (str(best), str(second), len(drawn))
    assert is_mean(said["saves"], [-turns for turns in more])
    for count, mean, those in (
        (said[4], said[6], [-turns for turns in more if turns < 0]),
        (said[7], said[8], [turns for turns in more if turns > 0]),
    ):
        assert int(count or 0) == len(those) and is_mean(mean, those)
    if not said["doubt"]:
        return ()
    doubt = DOUBT.fullmatch(said["doubt"])
    assert doubt, said["doubt"]
    so = [is_so(world, doubt["place"], doubt["so"]) for world in drawn]
    assert sum(so) == int(doubt["worlds"]) and {doubt["then"], doubt["otherwise"]} == {str(best), str(second)}
    sign = 1 if doubt["then"] == str(second) else -1
    assert is_mean(doubt["by"], [sign * turns for turns, yes in zip(more, so, strict=True) if yes])
    assert is_mean(doubt["else"], [-sign * turns for turns, yes in zip(more, so, strict=True) if not yes])
    return doubt["so"], doubt["then"], doubt["otherwise"]


def is_mean(text: str | None, turns: list[int]) -> bool:
    """Tell whether a text is the mean of some turns; where there is no text the mean has to be none."""
    return sum(turns) == 0 if text is None else abs(float(text) - sum(turns) / len(turns)) < 0.00501


def is_so(world: State, place: str, so: str) -> bool:
    """Tell whether what a sentence says of a hidden card is so in a world."""
    at = Place.parse(place)
    if so.startswith("is "):
        return world.stone(at).card in re.findall("'([^']+)'", so)
    swap = Swap(at, Place.parse(so[-2:]))
    return why_illegal(replace(world, mover=at.seat), swap, Rules()) is None


@pytest.mark.parametrize("seed", [2, 6])
def test_the_card_that_decides_in_drawn_worlds(seed: int) -> None:
    deal = random_deal(3, seed)
    so, *_ = compare(Knowledge.of(deal, deal.start().mover), 64)
    assert so.startswith("allows a swap with the ")


@pytest.mark.parametrize(
    ("seed", "hidden"), thinned(2, [(3, (0, 5)), (6, (1, 2)), (23, (3, 7)), (38, (1, 2))])
)
def test_the_card_that_decides_in_all_worlds(seed: int, hidden: tuple[int, int]) -> None:
    knows, _ = with_two_hidden(seed, hidden)
    assert compare(knows, 100)


@pytest.mark.parametrize("turn", [3, *slow(6)])
def test_other_hints_by_another_search(turn: int) -> None:
    compared = 0
    for game in itertools.islice(games(5, (3, 4)), 6):
        state = replace(game, moves=game.moves[:turn]).state()
        knows = Knowledge.of(replace(game, moves=game.moves[:turn]), state.mover)
        found = hint(knows, worlds=12)
        if found.why is None or in_order(state.ring):
            continue
        if " on average: " in found.why.sentence:
            compare(knows, 12)
            compared += 1
        else:
            drawn = [world for world, _ in knows.worlds(12)]
            swaps = [move.swap for move in found.moves[:2]]
            one, two = ([searched(play_unchecked(world, swap)) or 0 for world in drawn] for swap in swaps)
            assert f"{'all' if found.exact else 'each of the'} {len(drawn)} worlds" in found.why.sentence
            more = [b - a for a, b in zip(one, two, strict=True)]
            if "the same number" in found.why.sentence:
                assert not any(more)
            else:
                assert min(more) > 0
                assert found.why.sentence.endswith(f", on average {sum(more) / len(more):.2f}")
    assert compared


def test_the_sentence_does_not_depend_on_what_the_seat_may_not_know() -> None:
    deal = random_deal(3, 6)
    knows = Knowledge.of(deal, deal.start().mover)
    sentences = {hint(Knowledge.of(other, knows.seat)).why for other in knows.sample(4, seed=1)}
    assert sentences == {hint(knows).why}
    assert len({str(other) for other in knows.sample(4, seed=1)}) == 4


def test_one_world_is_open_cards() -> None:
    found = hint(Knowledge(1, 3, DEAL.ring, 1))
    assert found.why is not None and found.why.open is not None and found.worlds == 1
    check(found.why.sentence, DEAL.start(), Rules(), searched)
    assert (found.why.open.better, found.why.open.worse) == (found.moves[0].swap, found.moves[1].swap)


def test_the_only_swap(narabi_here: Run) -> None:
    deals = (random_deal(2, seed, deck=MINI) for seed in itertools.count())
    deal = next(one for one in deals if len(one.legal_moves) == 1)
    found = hint(Knowledge.of(deal, deal.start().mover))
    assert found.why is None and len(found.moves) == 1
    mini = str(ROOT / "narabi_solver" / "data" / "mini.toml")
    told = narabi_here("hint", str(deal), "--seat", "ABC"[deal.start().mover], "--deck", mini).stdout
    assert "it is the only legal swap" in told


def test_lost_worlds_are_told() -> None:
    deal = random_deal(3, 6)
    knows = Knowledge.of(deal, deal.start().mover)
    found = hint(knows, worlds=32, rules=Rules(limit=3))
    assert found.why is not None and "can be won by turn 3 only after" in found.why.sentence
    best, second = (found.moves[i].swap for i in (0, 1))
    drawn = [world for world, _ in knows.worlds(32)]
    wins = [[(searched(play_unchecked(world, swap)) or 99) < 3 for world in drawn] for swap in (best, second)]
    alone = [sum(a and not b for a, b in zip(*pair, strict=True)) for pair in (wins, wins[::-1])]
    assert list(found.why.wins) == alone
    for swap, count in zip((best, second), alone, strict=True):
        assert not count or re.search(
            rf"{count} (can be won by turn 3 )?only after {swap}", found.why.sentence
        )
