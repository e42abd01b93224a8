"""Plans against an exhaustive search, a closed form, formulas by hand, and the plain rules."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from tales_of_arabia import ArgumentError, End, Game, Kind, Lay, Plan, Rules, Situation, plan, threshold
from tales_of_arabia.planning.plans import LAY, OPEN, line_words
from tales_of_arabia.planning.values import Values
from tests.nightly import nightly, thinned
from tests.tales.exhaustive import Exhaustive, game_of

RISKS = Fraction(1, 10), Fraction(1, 2)
ROWS = (0,), (3,), (3, 2), (4, 1, 3)


@pytest.mark.parametrize(("rows",), thinned(2, zip(ROWS)))
@pytest.mark.parametrize("risk", [RISKS[0], *nightly(RISKS[1])])
def test_an_exhaustive_search_agrees(risk: Fraction, rows: tuple[int, ...]) -> None:
    """In 27 situations, and so does the value of each act."""
    twin = Exhaustive(risk)
    for beings, others, endings in product(range(3), range(0, 6, 2), range(3)):
        situation = Situation(beings=beings, others=others, endings=endings, rows=rows)
        game, found = game_of(situation), plan(situation, risk=risk)
        assert found.value == twin.worth(game), situation
        for act in game.acts:
            if isinstance(act, Lay) or (isinstance(act, End) and act.accepted):
                assert found.values[name_of(game, act)] == twin.after(game, act), (situation, act)
        assert {*found.values} == {name_of(game, act) for act in game.acts} | {"stop"}


FIVE, ONE = Rules(minimum=5, main_minimum=2), Rules(minimum=1, main_minimum=3)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "most"), [(FIVE, 2), *nightly((FIVE, 4), (ONE, 4))])
def test_an_exhaustive_search_agrees_with_other_minima(rules: Rules, most: int) -> None:
    """With so many cards that are no beings, and so many endings, at most."""
    twin = Exhaustive(Fraction(3, 10))
    for rows, beings, others, endings in product(ROWS, (1, 3), (0, 2, 4), (1, 2, 4)):
        if max(others, endings) > most:
            continue
        situation = Situation(beings=beings, others=others, endings=endings, rows=rows, rules=rules)
        assert plan(situation, risk=twin.risk).value == twin.worth(game_of(situation)), situation


def name_of(game: Game, act: object) -> str:
    if isinstance(act, Lay):
        return "open" if act.opens else "lay being" if game.deck[act.card].kind is Kind.BEING else "lay"
    return "end"


def undisturbed(rows: tuple[int, ...], held: int, endings: int) -> int:
    """Return the value without risk: end the last j rows, share the hand among them, end all or not."""
    best = 0
    for count in range(1, min(endings, len(rows)) + 1):
        ended = rows[-count:]
        if sum(max(0, 4 - length) for length in ended) <= held:
            best = max(best, sum(ended) + held - 2 * count + 2 * (count == len(rows)))
    return best


def test_the_closed_form_without_risk() -> None:
    """For one to three rows of up to five cards, 30,960 situations."""
    values, compared = Values(Fraction(0), Rules()), 0
    depths = [rows for depth in (1, 2, 3) for rows in product(range(6), repeat=depth)]
    for rows, beings, others, endings in product(depths, range(4), range(6), range(5)):
        assert values.value(rows, beings, others, endings) == undisturbed(rows, beings + others, endings)
        compared += 1
    assert compared == 30_960


@pytest.mark.parametrize("cards", range(4, 14))
def test_a_fresh_hand_without_risk_scores_its_cards(cards: int) -> None:
    for endings in (1, 2, 3):
        found = plan(Situation(beings=3, others=cards - 3, endings=endings))
        assert found.value == cards and found.act == LAY
        if cards >= 9:  # a sub-story costs two points and an ending; without another the main story is lost
            assert found.value - found.values[OPEN] == (2 if endings > 1 else 3)


@pytest.mark.parametrize(
    ("cards", "hundredths", "risk"),
    [
        (7, 47, 1 - (2 / 7) ** (1 / 2)),
        (8, 21, 1 - (1 / 2) ** (1 / 3)),
        (9, 16, None),
        (10, 12, None),
        (13, 7, None),
    ],
)
def test_the_thresholds(cards: int, hundredths: int, risk: float | None) -> None:
    """As they were found once; the first two by a formula, too: 2q^5 = 7q^7 and 2q^5 + 4q^8 = 8q^8."""
    found = threshold(cards)
    assert found.risk is not None and found.best is not None and found.best.act == OPEN
    assert (hundredths - 1) / 100 < found.risk <= hundredths / 100
    assert risk is None or found.risk - Fraction(1, 10_000) < risk <= found.risk


def test_where_no_risk_makes_a_sub_story_pay() -> None:
    assert threshold(5).risk is None and threshold(1).best is None
    assert threshold(6, rules=Rules(minimum=3)).risk is not None


@pytest.mark.parametrize("seed", range(8))
def test_the_line_is_possible_and_gives_what_it_promises(seed: int) -> None:
    """Without risk its points are the value; with a risk every act of it is possible."""
    chance = random.Random(seed)
    situation = Situation(
        beings=chance.randrange(4), others=chance.randrange(3, 9), endings=chance.randrange(1, 4),
        rows=tuple(chance.randrange(6) for _ in range(chance.randrange(1, 4))),
    )  # fmt: skip
    for risk in (0, Fraction(chance.randrange(1, 60), 100)):
        found = plan(situation, risk=risk)
        game = game_of(situation)
        for act in found.line:
            game = game.play(next(one for one in game.acts if name_of(game, one) == act))
        assert risk or game.scores[1] == found.value


def test_a_game_is_planned_for_its_teller() -> None:
    game = Game.dealt(2, 3)
    for card in [card for card in game.hand(1).cards if card not in game.deck.endings][:2]:
        game = game.play(f"lay {card}")
    found = plan(game, risk="0.1")
    assert found.situation.rows == (2,) and found.situation.held + found.situation.endings == 9
    assert found == plan(found.situation, risk=0.1) and found.value > 0
    with pytest.raises(ArgumentError, match="the teller, player 1, has 11 unknown cards"):
        plan(Game.start(2))
    with pytest.raises(ArgumentError, match="the game is over; there is nothing to plan"):
        ended = game_of(Situation(endings=1, rows=(4,)))
        plan(ended.play("end ending 0 accepted"))


@pytest.mark.parametrize("cards", [0, 21, 7.0, "7"])
def test_bad_numbers_of_cards(cards: object) -> None:
    told = "cards must be a whole number from 1 to 20, not "
    with pytest.raises(ArgumentError, match=told):
        threshold(cards)  # type: ignore[arg-type]


def test_nothing_to_win_is_a_reason_to_stop() -> None:
    found = plan(Situation(beings=1, others=2, endings=0), risk=0.3)
    assert (found.act, found.value, found.line) == ("stop", 0, ())
    assert plan(Situation(others=9, endings=3), risk=1).act == "stop"


def test_texts() -> None:
    found = plan(Situation(beings=1, others=7, endings=2), risk=0.3)
    assert repr(found) == "<Plan: open, worth 0.5667 points at a risk of 0.3>"
    assert line_words(found) == "open, lay × 4, end, lay × 3, end"
    assert "open, worth 0.5667 points (exact)" in found._repr_html_() and isinstance(found, Plan)


@pytest.mark.parametrize(
    "risk",
    [-0.1, 1.5, "x", "", True, None, float("nan"), float("inf"), "1/0", "1e-30"]
    + ["1e-999999999", "0E-9_999_999_999", "1e999999999 "],
)
def test_bad_risks(risk: object) -> None:
    with pytest.raises(ArgumentError, match="a risk |risk must be "):
        plan(Situation(others=4, endings=1), risk=risk)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"beings": -1}, "beings must be a whole number, 0 or more, not -1"),
        ({"rows": ()}, "rows must contain at least one number of story cards"),
        ({"rows": (1, 1.5)}, "each of rows must be a whole number, 0 or more, not 1.5"),
        ({"others": 20, "rows": (5,)}, "a plan has at most 24 story cards in hand and rows, not 25"),
        ({"endings": 33}, "at most 32 endings"),
    ],
)
def test_bad_situations(fields: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        Situation(**fields)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_every_ending_may_be_for_a_sub_story() -> None:
    """At a high risk two short sub-stories are best, and no ending is left for the main story."""
    keep = Fraction(45, 100)
    found = plan(Situation(beings=3, others=9, endings=2), risk=1 - keep)
    assert found.value == 2 * keep**5 + 2 * keep**10 and found.line.count(OPEN) == 2
    assert Values(1 - keep, Rules()).value((0,), beings=2, others=5, endings=1) == 2 * keep**5
