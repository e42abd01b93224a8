"""Hints: exact where all worlds can be listed, the same whatever is hidden, honest about what they are."""

import itertools
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from _gamekit.languages import language_of
from _gamekit.limits import SharedWatch
from narabi_solver import (
    ArgumentError,
    Deal,
    Deck,
    IllegalMoveError,
    Knowledge,
    Limits,
    Rules,
    Stone,
    Swap,
    UndecidedError,
    hint,
    random_deal,
    solve,
)
from narabi_solver.game.rules import legal_moves, why_illegal
from narabi_solver.hidden import Silent, SilentSoft, worlds
from narabi_solver.hidden.inference import softened, turns_by_partner
from narabi_solver.hidden.knowledge import HIDDEN
from narabi_solver.hidden.worlds import Worlds
from tests.conftest import Run
from tests.drawings import is_golden, read, texts, told
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly, thinned

DEAL = Deal.parse(EXAMPLE)
UNDONE = Deal.parse(
    "3:four-away d:at-most-6 0:stay w:2-to-6 / 8:dark 6:left d:right 7:three-away"
    "/ 4:white 2:odd 1:two-away 5:at-least-3 moves A1-B1 B1-A1"
)
"""The second swap undoes the first."""


def with_two_hidden(seed: int, hidden: tuple[int, int]) -> tuple[Knowledge, list[Deal]]:
    """Return the knowledge of the mover of a deal when two cards are hidden, and all worlds."""
    deal = random_deal(3, seed)
    seat = deal.start().mover
    ring = list(deal.ring)
    unknown = [(4 * (seat + 1) + i) % 12 for i in hidden]
    used = {one.card for i, one in enumerate(ring) if i not in unknown}
    left = [card.name for card in Deck.standard() if card.name not in used]
    worlds = []
    for cards in itertools.permutations(left, 2):
        stones = list(ring)
        for i, card in zip(unknown, cards, strict=True):
            stones[i] = Stone(ring[i].label, card)
        worlds.append(Deal(tuple(tuple(stones[i : i + 4]) for i in (0, 4, 8)), seat))
    for i in unknown:
        ring[i] = Stone(ring[i].label, HIDDEN)
    return Knowledge(seat, 3, tuple(ring), seat), worlds


@pytest.mark.nightly
@given(st.integers(0, 60), st.sampled_from([(0, 5), (1, 2), (3, 7)]))
@settings(max_examples=8)
def test_the_mean_of_all_worlds(seed: int, hidden: tuple[int, int]) -> None:
    knows, worlds = with_two_hidden(seed, hidden)
    found = hint(knows, worlds=100)
    assert found.exact and found.worlds == len(worlds) == knows.count == 20
    swaps = legal_moves(worlds[0].state(), Rules())
    turns = {}
    for swap in swaps:
        solved = [solve(world.play(swap)) for world in worlds]
        turns[swap] = [25 if one.turns is None else one.turns + 1 for one in solved]
    assert {move.swap for move in found.moves} == {*swaps}
    for move in found.moves:
        counts = turns[move.swap]
        assert math.isclose(move.expected_turns, sum(counts) / 20) and move.standard_error == 0
        assert math.isclose(move.win_probability, sum(count < 25 for count in counts) / 20)
    order = [round(move.expected_turns, 9) for move in found.moves]
    assert order == sorted(order)
    for question in found.questions:
        state = replace(worlds[0].state(), mover=question.ask.own.seat)
        yes = [
            why_illegal(replace(world.state(), mover=state.mover), question.ask, Rules()) is None
            for world in worlds
        ]
        known = sum(
            min(sum(counts[i] for i in range(20) if yes[i] is answer) for counts in turns.values())
            for answer in (True, False)
        )
        assert math.isclose(question.saves, order[0] - known / 20) and math.isclose(
            question.yes, sum(yes) / 20
        )


def test_drawn_worlds_come_near_the_mean_of_all() -> None:
    """The intervals hold: 95 of 100 should have the truth within two standard errors."""
    knows, _ = with_two_hidden(7, (0, 5))
    exact = {move.swap: move.expected_turns for move in hint(knows, worlds=100).moves}
    inside = total = 0
    for seed in range(25):
        for move in hint(knows, worlds=16, seed=seed).moves:
            total += 1
            inside += abs(move.expected_turns - exact[move.swap]) <= 2.2 * move.standard_error + 1e-9
    assert total >= 100 and inside / total > 0.85


def test_nothing_hidden_shows_through() -> None:
    knows = Knowledge.of(DEAL, "B")
    first = hint(knows, worlds=8)
    for world in knows.sample(3, seed=5):
        other = hint(Knowledge.of(world, "B"), worlds=8)
        assert (other.moves, other.questions) == (first.moves, first.questions)
    assert hint(knows, worlds=8, seed=1).moves != first.moves and not first.exact


def test_what_cannot_be_advised() -> None:
    knows = Knowledge.of(DEAL, "B")
    with pytest.raises(ArgumentError, match="worlds must be"):
        hint(knows, worlds=0)
    over = DEAL.play("B2-A3").play("C1-B3").play("A4-B4").play("B2-A4").play("C4-A3")
    deck = Deck.loads(Deck.mini().dumps() + "[cards.stay]\nnever = true\ncopies = 3\n")
    stuck = Deal.parse("0:stay 3:stay 1:stay / 2:even 4:even 5:odd", deck=deck)
    for who, deal, said in (
        ("A", DEAL, "it is seat B's turn"),
        ("A", over, "the game is won"),
        ("C", over, "the game is won"),
        ("A", stuck, "seat A has no legal swap, so the game is lost"),
    ):
        none = hint(Knowledge.of(deal, who))
        assert (none.moves, none.questions, none.worlds) == ((), (), 0) and said in none.why_none
        assert said in none._repr_html_().replace("&#x27;", "'")
    with pytest.raises(UndecidedError):
        hint(knows, worlds=4, limits=Limits(max_nodes=1))


def test_the_program(narabi_here: Run, tmp_path: Path) -> None:
    knows = Knowledge.of(DEAL, "B")
    file = tmp_path / "table.txt"
    file.write_text(str(knows).replace(" / ", "\n") + "\n")
    by_text = narabi_here("hint", EXAMPLE, "--seat", "B", "--worlds", "8", "--json")
    by_file = narabi_here("hint", str(file), "--seat", "b", "--worlds", "8", "--json")
    one, other = (json.loads(done.stdout) for done in (by_text, by_file))
    for answer in (one, other):
        del answer["seconds"]
    assert one == other and one["deal"] == str(knows) and one["assignments"] == 6_652_800
    assert {move["swap"] for move in one["moves"]} == {str(swap) for swap in DEAL.legal_moves}
    assert all(math.isclose(sum(chances.values()), 1) for chances in one["marginals"].values())
    assert all(Swap.parse(question["ask"]).own.seat != 1 for question in one["questions"])
    shown = narabi_here("hint", str(file), "--seat", "B", "--worlds", "8").stdout
    assert "6,652,800 assignments" in shown and "B2-A3" in shown and "as if all cards lay open" in shown
    few = narabi_here("hint", EXAMPLE, "--seat", "B", "--nodes", "1")
    assert few.returncode == 3 and "stopped by nodes before every world was decided" in few.stderr
    for wrong, said in (
        (["hint", EXAMPLE, "--seat", "D"], "the seats are A to C"),
        (["hint", EXAMPLE.replace("even", "?"), "--seat", "A"], "so it knows its card"),
        (["hint", str(tmp_path), "--seat", "A"], "directory"),
        (["know", EXAMPLE, "--seat", "D"], "the seats are A to C"),
        (["know", EXAMPLE.replace("even", "?"), "--seat", "A"], "so it knows its card"),
        (["know", str(tmp_path), "--seat", "A"], "directory"),
    ):
        done = narabi_here(*wrong)
        assert done.returncode == 2 and said in done.stderr, done.stderr


def test_a_partner_who_does_not_know_needs_no_fewer_turns() -> None:
    """Each mean is that of the model, and an answer still depends on the knowledge alone."""
    knows = Knowledge.of(DEAL, "B")
    plain = {move.swap: move.expected_turns for move in hint(knows, worlds=12).moves}
    found = hint(knows, worlds=12, policy="silent-rollouts")
    assert all(move.expected_turns >= plain[move.swap] - 1e-9 for move in found.moves)
    assert sum(move.expected_turns for move in found.moves) > sum(plain.values())
    here = Worlds.of(knows, 12, 0, Rules())
    watch = SharedWatch()
    for swap, turns in here.turns(watch).items():
        mean = turns_by_partner(here, swap, turns, watch).mean()
        assert any(math.isclose(move.expected_turns, mean) for move in found.moves if move.swap == swap)
    other = Knowledge.of(knows.sample(1, seed=3)[0], "B")
    assert hint(other, worlds=12, policy="silent-rollouts").moves == found.moves


def test_weights_by_choices() -> None:
    """With the soft reading the means are weighed, and few worlds that count have a larger error."""
    knows = Knowledge.of(DEAL.play("B2-A3"), "C")
    even, soft = (hint(knows, worlds=32, inference=name) for name in ("none", "soft"))
    assert {move.swap for move in even.moves} == {move.swap for move in soft.moves}
    assert [move.expected_turns for move in even.moves] != [move.expected_turns for move in soft.moves]
    here = Worlds.of(knows, 32, 0, Rules())
    weighed = softened(knows, here, SharedWatch())
    for move in soft.moves:
        turns = here.turns(SharedWatch())[move.swap]
        mean = float(weighed.weights @ turns)
        squares = sum(w**2 * (one - mean) ** 2 for w, one in zip(weighed.weights, turns, strict=True))
        assert math.isclose(move.expected_turns, mean)
        assert math.isclose(move.standard_error, math.sqrt(squares * 32 / 31))


def test_many_worlds_are_looked_at_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    knows = Knowledge.of(DEAL, "B")
    whole = hint(knows, worlds=50)
    monkeypatch.setattr(worlds, "PIECE", 16)
    said: list[tuple[str, dict[str, int]]] = []
    parts = hint(knows, worlds=50, progress=lambda text, /, **counts: said.append((text, counts)))
    assert parts == whole
    assert [counts["worlds"] for _, counts in said] == [16, 32, 48, 50]
    assert said[0][0] == "16 of 50 worlds looked at"


def test_the_drawing_says_what_the_marginals_say(narabi_here: Run, tmp_path: Path) -> None:
    knows = Knowledge.of(DEAL, "B").after("B2-A3", "at-most-6").answered("C1-B4", yes=False)
    drawing = read(knows.svg())
    assert is_golden("beliefs.svg", knows.svg())
    description = told(drawing)
    percents = [text for text in texts(drawing) if text.isdigit() and len(text) > 1]
    cells = sum(map(len, knows.marginals.values()))
    assert len(percents) == cells and "C1, 8:" in description
    file = tmp_path / "beliefs.svg"
    done = narabi_here("hint", str(knows).replace(" moves", "\nmoves"), "--seat", "B", "--svg", str(file))
    assert done.returncode == 0 and file.read_text() == knows.svg()  # though it is seat C's turn
    file.unlink()
    done = narabi_here("hint", EXAMPLE, "--seat", "B", "--worlds", "4", "--svg", str(file), "--theme", "dark")
    assert done.returncode == 0 and file.read_text() == Knowledge.of(DEAL, "B").svg(theme="dark")


@pytest.mark.parametrize("language", ["de", "fr", "ja", "pl"])
def test_what_a_seat_knows_is_drawn_in_the_language_of_the_reader(
    narabi_here: Run, tmp_path: Path, language: str
) -> None:
    words, file = language_of("narabi_solver", language), tmp_path / "beliefs.svg"
    drawn = Knowledge.of(DEAL, "B").svg(language=language)
    drawing = read(drawn)
    assert DEAL.deck["two-away"].called(words) in texts(drawing) and "two-away" not in drawn
    assert words.text("replay.chances") in drawn
    count = "6,652,800".replace(",", words.text("replay.thousands"))
    assert told(drawing).startswith(words.text("replay.knows", seat="B", count=count, n=6_652_800))
    for command in (["know"], ["hint", "--worlds", "2"]):
        done = narabi_here(*command, EXAMPLE, "--seat", "B", "--svg", str(file), "--language", language)
        assert done.returncode == 0 and file.read_text() == drawn
        file.unlink()


def test_what_is_no_policy() -> None:
    with pytest.raises(ArgumentError, match="policy must be silent or silent-rollouts"):
        hint(Knowledge.of(DEAL, "B"), policy="asking")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="inference must be none or soft"):
        hint(Knowledge.of(DEAL, "B"), inference="hard")  # type: ignore[arg-type]


def test_what_a_seat_knows_at_any_time(narabi_here: Run, tmp_path: Path) -> None:
    game = (
        "d:right 1:odd 2:two-away 6:even / 3:higher 0:? 8:? w:? / 4:? 5:lower d:2-to-6 7:?"
        " moves B3-C1 asked C4-A2=no C3-A4 asked B4-C4=no A1-C2"
    )
    knows = Knowledge.parse(game, "A")
    done = narabi_here("know", game, "--seat", "a", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0 and found["seat"] == "A" and found["deal"] == game
    assert found["assignments"] == knows.count == 1_040 and found["marginals"] == knows.marginals
    hinted = json.loads(narabi_here("hint", game, "--seat", "A", "--json").stdout)
    assert hinted["moves"] == hinted["questions"] == []
    assert {**found, "schema": "narabi-hint/1"}.items() <= hinted.items()
    for command in ("know", "hint"):
        shown = narabi_here(command, game, "--seat", "A").stdout
        assert "1,040 assignments" in shown and "\n B2 " in shown
        assert ("it is seat B's turn" in shown) is (command == "hint")
    file = tmp_path / "beliefs.svg"
    assert narabi_here("know", EXAMPLE, "--seat", "C", "--svg", str(file)).returncode == 0
    assert file.read_text() == Knowledge.of(DEAL, "C").svg()


@pytest.mark.parametrize("reading", ["next", "receiver"])
@pytest.mark.parametrize("inference", ["none", "soft"])
def test_a_history_that_the_rules_forbid(reading: str, inference: str, narabi_here: Run) -> None:
    """Whatever is hidden, whoever asks, and for policies that are asked in Python too."""
    seen = "1:left 4:even d:white 8:lower / 7:? 2:? 0:? w:? / 3:? d:? 5:? 6:? moves B1-C1 C1-B1"
    rules = Rules(no_undo=True, undo_reading=reading)  # type: ignore[arg-type]
    done = narabi_here(
        "hint", seen, "--seat", "A", "--no-undo", "--undo-reading", reading, "--inference", inference
    )
    assert done.returncode == 2 and "turn 2, C1-B1: it would undo B1-C1" in done.stderr, done.stderr
    knows = Knowledge.parse(seen, "A")
    for policy in (Silent(), SilentSoft()):
        with pytest.raises(IllegalMoveError, match="turn 2, C1-B1: it would undo B1-C1"):
            policy.decide(knows, rules, 0)
    assert hint(knows, worlds=2).moves
    with pytest.raises(IllegalMoveError, match="turn 2, C1-B1: the game ended with turn 1"):
        knows.legal_moves_by(Rules(limit=1))


@pytest.mark.parametrize(
    "command",
    ["solve", "analyse", "review", "view", "score", "hint --seat A", "hint --seat C", "play --seat C"],
)
def test_every_reader_refuses_what_was_undone(command: str, narabi_here: Run) -> None:
    name, *options = command.split()
    done = narabi_here(name, str(UNDONE), *options, "--no-undo", stdin="quit\n")
    assert done.returncode == 2 and "turn 2, B1-A1: it would undo A1-B1" in done.stderr, done.stderr


@pytest.mark.parametrize("seed", [*thinned(2, range(4)), *nightly(*range(4, 8))])
def test_copies_of_cards_weigh_worlds_and_what_is_said_of_them(seed: int) -> None:
    """Copies told apart, all worlds are equally likely: so they are counted here, each by itself."""
    deal = random_deal(2, seed)
    seat = deal.start().mover
    found = hint(Knowledge.of(deal, seat), worlds=60)
    assert found.exact and found.why is not None
    own = deal.seats[seat]
    cards = [card.name for card in deal.deck for _ in range(card.copies)]
    for stone in own:
        cards.remove(stone.card)
    fewer = more = wins = others = 0
    dealt = list(itertools.permutations(cards, 3))
    distinct = set()
    for given_cards in dealt:
        hidden = tuple(
            Stone(stone.label, card) for stone, card in zip(deal.seats[1 - seat], given_cards, strict=True)
        )
        world = replace(deal, seats=(own, hidden) if seat == 0 else (hidden, own))
        distinct.add(given_cards)
        best, second = (
            solve(world.play(swap)).turns if swap in world.legal_moves else None
            for swap in (found.why.best, found.why.second)
        )
        fewer += (25 if best is None else best) < (25 if second is None else second)
        more += (25 if best is None else best) > (25 if second is None else second)
        wins += best is not None and second is None
        others += best is None and second is not None
    why, all_ = found.why, len(dealt)
    shares = (why.fewer_share, why.more_share, *why.wins_share)
    assert shares == pytest.approx((fewer / all_, more / all_, wins / all_, others / all_))
    assert found.worlds == len(distinct) < all_ and why.weighted
    by_weight = f"fewer in {fewer / all_:.0%} of all {found.worlds} worlds"
    assert by_weight in why.sentence or not fewer or fewer == all_ or not 0.01 < fewer / all_
    assert hint(Knowledge.of(deal, seat), worlds=len(distinct)).moves == found.moves
    assert not hint(Knowledge.of(deal, seat), worlds=len(distinct) - 1).exact


def test_the_only_world_is_no_estimate(narabi_here: Run, tmp_path: Path) -> None:
    deck = tmp_path / "deck.toml"
    deck.write_text("[cards.even]\nparity = 'even'\ncopies = 15\n")
    deal = "0:even 3:even 5:even 7:even / 1:even 2:even 4:even 6:even / 8:even w:even d:even d:even first A"
    for most in ("1", "64"):
        shown = narabi_here("hint", deal, "--seat", "A", "--worlds", most, "--deck", str(deck)).stdout
        assert "worlds   the only world (exact)" in shown and "1 worlds" not in shown
    assert "1 world drawn (estimates)" in narabi_here("hint", EXAMPLE, "--seat", "B", "--worlds", "1").stdout
