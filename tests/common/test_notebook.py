"""Results as a notebook shows them: their reasons, one stylesheet, nothing unescaped."""

import math
import re
from dataclasses import replace
from html.parser import HTMLParser

import mabi_search
from _gamekit.facts import STYLE, Fact, Facts, Result, Rows, for_people, html_of, json_of, view_of
from _gamekit.intervals import Interval
from _gamekit.program import as_text
from _gamekit.svg import Drawing
from narabi_solver import (
    Card,
    Deal,
    Deck,
    Knowledge,
    Limits,
    Outcome,
    Rules,
    Stone,
    analyse,
    hint,
    paired_survey,
    review,
    solve,
    survey,
    verify,
)
from tests.drawings import HOSTILE
from tests.narabi.samples import EXAMPLE, LONG, STUCK


class Shown(HTMLParser):
    """Reads what a result shows: tags, attributes, words outside of styles and drawings."""

    def __init__(self, result: object):
        super().__init__()
        self.tags: list[str] = []
        self.frames: list[str] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(result._repr_html_())  # type: ignore[attr-defined]
        self.close()
        assert self.tags[0] == "div" and self.open == [] and "script" not in self.tags

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        if tag == "iframe":
            assert dict(attrs)["sandbox"] == "allow-scripts"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open and "svg" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return "\n".join(self.words)


def test_results_of_narabi_say_what_is_proven_and_why() -> None:
    deal, stuck = Deal.parse(EXAMPLE), Deal.parse(STUCK, unusual=True)
    shown = Shown(solve(deal))
    assert shown.words[0] == "outcome: solved in 5 turns and in no fewer (proven)" and "svg" in shown.tags
    for found in (solve(stuck), analyse(stuck), verify(stuck, "")):
        assert "Seat A has no legal swap." in Shown(found).words
    stopped = Shown(solve(Deal.parse(LONG, unusual=True), limits=Limits(max_nodes=10)))
    assert stopped.words[0].startswith("outcome: undecided: stopped by nodes; a win takes ")
    illegal = Shown(verify(deal, "B2-A4")).text
    assert "illegal on turn 1" in illegal and "does not fit" in illegal
    analysed = Shown(analyse(deal))
    assert analysed.words[0] == "minimum: 5 turns (proven)" and analysed.tags.count("table") == 2
    assert Shown(analyse(deal, rules=Rules(no_undo=True))).text.count("no undo") == 1
    half = Shown(analyse(Deal.parse(LONG, unusual=True), limits=Limits(max_nodes=10)))
    assert half.words[0] == "minimum: undecided, stopped by nodes"
    game = Shown(review(Deal.parse(EXAMPLE + " moves B4-A2 C1-B3 A3-C4")))
    assert "iframe" in game.tags and "better" in game.words and game.words[0].startswith("game: not won yet")


def test_statistics_and_hints() -> None:
    found = Shown(survey(3, 40))
    assert found.words[0].startswith("solvable: ") and "95 % interval" in found.words
    assert re.search(r"\d+ not solvable \(proven\), 0 undecided", found.text)
    assert "McNemar" in Shown(paired_survey(3, 20)).words
    knows = Knowledge.of(Deal.parse(EXAMPLE), "B")
    assert Shown(knows).words[0] == "cards: 6,652,800 assignments to the hidden stones are possible (exact)"
    told = Shown(hint(knows, worlds=2))
    assert "to play: " in told.words[0] and "2 worlds drawn (estimates)" in told.text


def test_results_of_mabi_say_what_is_proven_and_why() -> None:
    won = mabi_search.Position.parse("1bw1/b1w1/1w1b w - w 9")
    proven = Shown(mabi_search.solve(won, all_moves=True))
    assert proven.words[0].startswith("White wins (proven: alpha-beta)")
    assert proven.tags.count("table") == 1 and "moves" not in proven.words and "outcome" in proven.words
    start = mabi_search.Position.start(mabi_search.Rules(size="4x4"))
    stopped = Shown(mabi_search.solve(start, limits=mabi_search.Limits(max_nodes=10)))
    assert stopped.words[0] == "undecided (node limit reached); possible: win or draw or loss"
    assert Shown(mabi_search.analyse(start, depth=1)).words[0].endswith("for the side to move, an estimate")
    over = won.play("pass").play("pass")
    assert Shown(mabi_search.analyse(over)).words[0].startswith("the game is over: White wins")
    assert Shown(mabi_search.analyse(won)).words[0] == "win (proven) for the side to move"
    reviewed = Shown(mabi_search.review(over))
    assert reviewed.words[0] == "White wins by 2 to 1; turning points: none" and "iframe" in reviewed.tags


def test_names_of_cards_stay_texts() -> None:
    cards = (*Deck.standard().cards, Card("<script>alert(1)</script>"))
    deck = replace(Deck.standard(), name="<script>deck</script>", cards=cards)
    deal = Deal.parse(EXAMPLE)
    seats = tuple(
        tuple(Stone(stone.label, cards[-1].name) if stone.label == "w" else stone for stone in seat)
        for seat in deal.seats
    )
    hostile = Deal(seats, deal.first, deck=deck, unusual=True, moves=())
    for found in (solve(hostile), analyse(hostile), verify(hostile, ""), Knowledge.of(hostile, "C")):
        assert "<script>alert(1)</script>" in Shown(found).text


def test_one_stylesheet_that_touches_results_alone() -> None:
    drawing = Drawing(99, 50, HOSTILE, "b", "auto", None).svg()
    facts = [for_people("", HOSTILE, "bold"), for_people(HOSTILE, HOSTILE), for_people("empty", "")]
    html = html_of([*facts, Rows("", [[for_people(HOSTILE, HOSTILE, "bold")]])], drawing)
    assert "<script" not in html and html.count("&lt;script&gt;") >= 5 and "empty" not in html
    plain = re.sub(r"@media [^{]*\{(.*)\}", r"\1", STYLE)
    selectors = [one.strip() for part in re.findall(r"([^{}]+)\{[^{}]*\}", plain) for one in part.split(",")]
    assert len(selectors) > 8 and all(one.startswith(".gamekit-result") for one in selectors)
    assert "prefers-color-scheme: dark" in STYLE and "<" not in STYLE
    assert html.count('class="best"') == 1


class Told(Result):
    """A result whose facts are given."""

    def __init__(self, *facts: Fact | Rows):
        self._facts = facts

    def facts(self) -> Facts:
        return self._facts


def test_a_fact_that_is_said_once_is_in_json_at_a_terminal_and_in_a_notebook() -> None:
    rows = Rows(
        "many", [[Fact("one", n, f"n{n}"), Fact("other", n / 2, f"m{n}", "second")] for n in (1, 2, 3)]
    )
    told = Told(
        Fact("answer", 7, "seven", style="bold"),
        Fact("share", Interval(0.5, -math.inf, 1.0), "a half", label="part"),
        Fact("hidden", {1: Outcome.SOLVED}),
        for_people("reason", "because"),
        for_people("left out", ""),
        rows._replace(most=2, right=[1]),
    )
    found = json_of(told.facts())
    assert list(found) == ["answer", "share", "hidden", "many"]
    assert found["share"] == {"estimate": 0.5, "low": None, "high": 1.0} and found["hidden"] == {
        "1": "solved"
    }
    assert found["many"][2] == {"one": 3, "other": 1.5}
    lines = as_text(view_of(told.facts())).splitlines()
    assert lines[:3] == ["answer  seven", "part    a half", "reason  because"]
    assert [line.split() for line in lines if "n" in line][-2:] == [["n1", "m1"], ["n2", "m2"]]
    words = [word.strip() for word in Shown(told).words if word.strip()]
    assert words[:5] == ["answer: seven", "part", "a half", "reason", "because"]
    assert words[5:] == ["one", "second", "n1", "m1", "n2", "m2"]


def test_every_fact_that_people_read_of_a_result_is_in_its_notebook_and_at_the_terminal() -> None:
    deal = Deal.parse(EXAMPLE)
    won = mabi_search.Position.parse("1bw1/b1w1/1w1b w - w 9")
    for result in (solve(deal), verify(deal, "B2-A3"), analyse(deal), survey(3, 20), mabi_search.solve(won)):
        terminal = " ".join(as_text(view_of(result.facts())).split())
        shown = " ".join(Shown(result).text.split())
        for one in result.facts():
            for cell in sum(one.cells, []) if isinstance(one, Rows) else [one]:
                words = " ".join((cell.words or "").split())
                assert words in terminal and words in shown, (result, cell)
