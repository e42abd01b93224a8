"""The rules: single cases by hand, random games against laws and against a second implementation."""

from __future__ import annotations

import io
import random

import pytest
from hypothesis import given, settings, strategies as st
from rich.console import Console

from tales_of_arabia import (
    ArgumentError,
    Deck,
    Game,
    Hand,
    IllegalActError,
    Interrupt,
    InvalidDealError,
    Lay,
    Record,
    Rules,
)
from tales_of_arabia.game.table_words import happened
from tales_of_arabia.show.report import table_view
from tests.nightly import nightly_twin, slow_twin
from tests.tales.games import (
    READINGS,
    SMALL,
    check_laws,
    check_with_second_table,
    play_many,
    random_record,
    record_of,
)

STORY = ("king", "jinni", "cave", "lamp", "ruby", "silk", "drum")
ENDINGS = ("at dawn", "ashes", "wiser", "silence")
DEALT = {1: (*STORY, *ENDINGS)}


DRAWN = given(st.integers(0, 10**9), st.sampled_from(READINGS), st.booleans())


@settings(max_examples=4)
@DRAWN
def test_random_games(seed: int, rules: Rules, known: bool) -> None:
    record = random_record(random.Random(seed), 2, rules, SMALL, known)
    for game in record.moments:
        check_laws(game)
    if known:
        check_with_second_table(record)


test_ten_random_games = slow_twin(DRAWN, 10, test_random_games)
test_more_random_games = nightly_twin(DRAWN, 25, test_random_games)


@settings(max_examples=10)
@given(st.integers(0, 10**9), st.integers(2, 8), st.sampled_from(READINGS), st.booleans())
def test_replaying_a_record_gives_the_same_game(seed: int, players: int, rules: Rules, known: bool) -> None:
    record = random_record(random.Random(seed), players, rules, Deck.standard(), known, 40)
    again = Record.parse(str(record))
    assert again == record and again.moments == record.moments


@pytest.mark.nightly
def test_many_random_games() -> None:
    moments, over = play_many(2_000, seed=1)
    assert over > 200 and moments > 20_000


def play(*acts: str, players: int = 3, rules: Rules | None = None, known: bool = False) -> Game:
    game = Game.start(players, rules=rules, deals=DEALT if known else None)
    for act in acts:
        game = game.play(act)
    return game


def test_a_game_by_hand() -> None:
    """The points of a row of 8 and one of 6, as in the source, and of a main story of 4."""
    game = play("lay cave", "lay king open", *(f"interrupt 2 {one}" for one in ("lamp",)))
    assert (game.teller, game.rows) == (2, (("cave", "king"), ("lamp",)))
    assert game.hand(1).hidden == 7 - 2 + 1 and len(game.draw) == len(game.deck) - 33 - 1
    for one in ("ruby", "silk", "drum", "oath", "comet"):
        game = game.play(f"lay {one}")
    game = game.play("interrupt 3 jinni open")
    assert len(game.rows) == 3 and game.rows[1][-1] == "jinni"
    for one in ("feast", "flood", "island", "key"):
        game = game.play(f"lay {one}")
    game = game.play("interrupt 1 letter").play("lay mirror").play("lay mistake").play("lay dream")
    refused = game.play("end ashes refused")
    assert refused.hand(1).cards == ("ashes",) and len(refused.draw) == len(game.draw) - 3
    assert refused.rows == game.rows and refused.scores == {1: 0, 2: 0, 3: 0}
    game = refused.play("end ashes accepted")
    assert game.scores == {1: 8 - 2, 2: 0, 3: 0} and game.teller == 1 and len(game.rows) == 2
    with pytest.raises(IllegalActError, match="'ashes' was won by player 1"):
        game.play("end ashes accepted")


def test_the_end_of_the_main_story() -> None:
    rules = Rules(main_minimum=4)
    game = play(*(f"lay {card}" for card in STORY[:3]), known=True, rules=rules)
    assert "the main story cannot end yet: it has 3 of the 4" in str(game.why_not("end wiser accepted"))
    game = game.play("lay lamp")
    assert game.why_not("end wiser accepted") == (
        "player 1 still holds 'ruby', 'silk', 'drum'; "
        "only a player without story cards may end the main story"
    )
    for card in STORY[4:]:
        game = game.play(f"lay {card}")
    over = game.play("end wiser accepted")
    assert over.over and over.finisher == 1 and over.scores[1] == 7 - 2 + 2 and over.acts == []
    assert over.why_not("lay cave") == "the main story has ended, and the game is over"
    opened = play(*(f"lay {card}" for card in ("cave", "lamp", "ruby", "silk")), "lay king open", known=True)
    assert "the sub-story cannot end yet: it has 0 of the 4" in str(opened.why_not("end wiser accepted"))


def test_an_unknown_hand_may_be_all_endings_only_while_there_are_enough() -> None:
    """Two players of a small deck: eleven endings, eight of them dealt as endings."""
    game = Game.start(2, deck=SMALL, rules=Rules(main_minimum=3))
    for number in range(3):
        game = game.play(f"lay other {number}")
    assert game.hand(1).hidden == 4
    assert "some unknown cards of player 1 must be story cards" in str(game.why_not("end ending 0 accepted"))
    game = game.play("lay other 3")
    assert game.hand(1).hidden == 3 and game.why_not("end ending 0 accepted") is None
    other = game.play("interrupt 2 other 4").play("interrupt 1 other 5")
    assert other.hand(1).hidden == 3 and other.why_not("end ending 0 accepted") is None
    drawn = game.play("end ending 0 refused")  # three more cards; the three before must be endings
    assert (drawn.hand(1).hidden, drawn.hand(1).endings) == (3, 6)
    assert "some unknown cards of player 1 must be story cards" in str(drawn.why_not("end ending 0 accepted"))


def test_only_endings_are_left_after_a_refused_ending_of_the_main_story() -> None:
    """Who may try to end it holds no story card, so a story card laid later was drawn."""
    game = play("lay cave", "lay king", "lay lamp", "lay ruby", "end ashes refused", "lay silk", "lay drum")
    assert game.why_not("lay oath") is None
    game = game.play("lay oath")
    assert game.why_not("lay comet") == (
        "player 1 cannot hold 'comet': the unknown cards of that hand are endings"
    )
    assert game.why_not("end ashes accepted") is None
    sub_story = play("lay king open", "lay cave", "lay lamp", "lay ruby", "lay silk", "end ashes refused")
    for card in ("drum", "oath", "comet", "feast", "flood"):  # two of the deal and three drawn
        sub_story = sub_story.play(f"lay {card}")
    assert sub_story.why_not("lay island") is not None


def test_a_game_in_which_nobody_can_act_is_over() -> None:
    """The main story is too short, nobody holds a story card, and there is nothing to draw."""
    hands = Hand(("ashes", "wiser")), Hand(("silence",))
    rows = (("cave", "king", "lamp"),)
    stuck = Game(Deck.standard(), hands, (), rows=rows)
    assert stuck.over and stuck.acts == [] and stuck.finisher is None
    assert repr(stuck) == "<Game: nobody can act any more; points 0, 0>"
    console = Console(file=io.StringIO(), width=80)
    console.print(table_view(stuck))
    assert "Nobody can act any more, and the game is over." in console.file.getvalue()
    for rules in (Rules(main_minimum=3), Rules(passing=True)):
        assert not Game(Deck.standard(), hands, (), rules, rows=rows).over
    before = Game(Deck.standard(), (Hand((*hands[0].cards, "lamp")), hands[1]), (), rows=(("cave", "king"),))
    assert not before.over and happened(before, before.play("lay lamp")) == (
        "nobody can act any more, and the game is over"
    )


def test_an_unknown_hand_has_at_most_seven_story_cards() -> None:
    game = play(*(f"lay {card}" for card in STORY))
    assert game.why_not("lay oath") == (
        "player 1 cannot hold 'oath': the unknown cards of that hand are endings"
    )
    assert game.why_not("interrupt 2 oath") is None


def test_endings_that_were_dealt_to_others_cannot_be_held() -> None:
    """The eleven endings: four were dealt to each player, and three may be anywhere."""
    rules = Rules(minimum=1)
    ended = Game.start(2, deck=SMALL, rules=rules).play("lay being 0 open").play("lay other 0")
    for number in range(3):
        ended = ended.play(f"end ending {number} refused")
    assert ended.hand(1).endings == 1 and {*ended.hand(1).cards} == {"ending 0", "ending 1", "ending 2"}
    for number in range(3, 7):
        ended = ended.play(f"end ending {number} refused")
    assert ended.hand(1).endings == 0
    assert ended.why_not("end ending 7 refused") == (
        "player 1 cannot hold 'ending 7': others hold all endings not seen yet"
    )


@pytest.mark.parametrize(
    ("acts", "wrong", "reason"),
    [
        ([], "interrupt 1 king", "player 1 is the teller, and nobody may interrupt their own story"),
        ([], "interrupt 4 king", "there is no player 4; the players are 1 to 3"),
        ([], "lay at dawn", "'at dawn' is an ending; use 'end' to lay it"),
        ([], "end king accepted", "'king' is a story card, not an ending; use 'lay' to lay it"),
        ([], "lay cave open", "'cave' is not a being, so it cannot tell a story of its own"),
        ([], "pass", "nobody may pass: passing is a house rule, off by default"),
        (["lay king"], "lay king", "'king' lies in the main story"),
        (["lay king open", "lay cave"], "interrupt 2 cave", "'cave' lies in sub-story 1"),
        (["lay king"], "end ashes refused", "the main story cannot end yet: it has 1 of the 4 story cards"),
        (["lay king", "lay cave", "lay lamp", "lay ruby", "end ashes refused", "interrupt 2 oath"],
         "end ashes accepted", "'ashes' is in the hand of player 1"),
    ],
)  # fmt: skip
def test_impossible_acts_say_why(acts: list[str], wrong: str, reason: str) -> None:
    game = play(*acts)
    assert str(game.why_not(wrong)).startswith(reason)
    with pytest.raises(IllegalActError):
        game.play(wrong)


def test_a_known_hand_has_no_other_cards() -> None:
    game = play(known=True)
    assert game.why_not("lay oath") == "player 1 cannot hold 'oath': all cards of that hand are known"
    assert game.why_not("interrupt 2 king") == "'king' is in the hand of player 1"
    dealt = Game.dealt(2, 1)
    card = next(one for one in dealt.draw if one is not None and one not in dealt.deck.endings)
    assert dealt.why_not(f"lay {card}") == f"{card!r} is in the draw pile"


def test_passing_and_an_empty_pile() -> None:
    game = Game.start(2, deck=SMALL, rules=Rules(passing=True))
    assert len(game.draw) == 27 - 22
    for number in range(1, 8):
        game = game.play("pass")
        assert len(game.draw) == max(0, 5 - number) and game.teller == 1 + number % 2
    assert [hand.size for hand in game.hands] == [14, 13]


def test_the_main_story_has_a_minimum_of_its_own() -> None:
    short = Rules(minimum=2, main_minimum=6)
    game = play("lay cave", "lay king open", "lay lamp", "lay ruby", rules=short).play("end ashes accepted")
    assert game.scores[1] == 0 and game.rows == (("cave", "king"),)
    assert "it has 2 of the 6" in str(game.why_not("end wiser refused"))


@pytest.mark.parametrize(
    ("players", "deals", "pile", "messages"),
    [
        (3, {1: STORY}, None, ["player 1: a hand has 11 cards at the start, not 7"]),
        (3, {1: (*STORY, "oath", *ENDINGS[:3])}, None, ["player 1: a hand has at least 4 endings"]),
        (3, {1: DEALT[1], 2: DEALT[1]}, None, ["player 2: 'king' was dealt to player 1"]),
        (3, {1: ("king", "king", "x")}, None, ["'king' is listed twice", "there is no card 'x'"]),
        (3, {4: DEALT[1]}, None, ["there is no player 4; the players are 1 to 3"]),
        (3, DEALT, ("oath",), ["the draw pile can be given only if all hands are given"]),
    ],
)
def test_deals_that_cannot_be(
    players: int, deals: dict[int, tuple[str, ...]], pile: tuple[str, ...] | None, messages: list[str]
) -> None:
    with pytest.raises(InvalidDealError) as caught:
        Game.start(players, deals=deals, pile=pile)
    assert all(message in str(caught.value) for message in messages)


def test_results_print_as_one_line() -> None:
    game = play("lay cave", "lay king open", "interrupt 2 lamp")
    assert repr(game) == "<Game: player 2 tells the story of the king; points 0, 0, 0>"
    assert repr(Record.parse("players 2; lay king")) == "<Record: 2 players, 1 act>"
    assert repr(game.deck) == "<Deck 'Lamps and Sails': 96 cards>"
    over = play("lay cave", "lay king", "lay lamp", "lay ruby", "end ashes accepted")
    assert repr(over) == "<Game: player 1 has ended the main story; points 4, 0, 0>"


def test_players_and_seeds() -> None:
    with pytest.raises(ArgumentError, match="the number of players must be 2 to 8, not 9"):
        Game.start(9)
    with pytest.raises(
        ArgumentError,
        match="3 players need 12 endings and 33 cards in all; this deck has 11 endings and 27 cards",
    ):
        Game.start(3, deck=SMALL)
    with pytest.raises(ArgumentError, match="seed must be a whole number from .* not 1.5"):
        Game.dealt(2, 1.5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="minimum must be a whole number from 1 to 20, not 0"):
        Rules(minimum=0)
    with pytest.raises(ArgumentError, match="a Lay is needed, not int"):
        Game.start(2).play(7)  # type: ignore[arg-type]
    for player in (0, 3):
        with pytest.raises(ArgumentError, match=f"there is no player {player}; the players are 1 to 2"):
            Game.start(2).hand(player)
    for seed in (-1, 2**64):
        with pytest.raises(ArgumentError, match="seed must be a whole number from 0 to"):
            Game.dealt(3, seed=seed)
    for make in (
        lambda: Record(-1),
        lambda: Record(3, first=4),
        lambda: Lay(5),
        lambda: Interrupt("2", "cave"),
    ):
        with pytest.raises(ArgumentError):
            make()
    assert Game.dealt(8, 5) == Game.dealt(8, 5) != Game.dealt(8, 6)
    assert record_of(Game.dealt(2, 0)).game.hand(1).cards[0] == "back to the sea"  # the same everywhere
