"""Narabi as one page: the file, and its rules and solver compared with the program's under node."""

from __future__ import annotations

import base64
import dataclasses
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st

from _gamekit.languages import languages_of
from _gamekit.limits import SharedWatch
from benchmarks.page_cases import (
    BLOCK,
    CASES,
    checks,
    compared_hints,
    compared_texts,
    deck_tables,
    decks_by_name,
    in_node,
    rules_of_page,
    script_for,
    script_of,
    some_games,
    texts,
    wrong_ways,
)
from narabi_solver import ArgumentError, Deal, Deck, DeckFormatError, Knowledge, Rules, random_deal, solve
from narabi_solver.game.cards import CONDITIONS, SEAT_COUNTS, Card
from narabi_solver.page import making
from narabi_solver.page.making import (
    UNDO,
    deck_data,
    file_text,
    page_folder,
    page_html,
    page_texts,
    script,
)
from narabi_solver.solving import pack_deals
from narabi_solver.solving.packing import pack
from narabi_solver.solving.search import search
from narabi_solver.statistics.grading import grades
from studies.grades.page_puzzles import DAYS, KINDS
from tests.conftest import ROOT, Run
from tests.narabi.samples import EXAMPLE
from tests.nightly import slow, thinned
from tests.strategies import CONDITION_VALUES, odd_deal, odd_deals

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")


def test_the_page_is_one_small_file_that_asks_for_nothing() -> None:
    page = page_html()
    assert len(page.encode()) < 400_000
    assert "default-src 'none'" in page
    assert page.replace("http://www.w3.org/2000/svg", "").count("://") == 0
    assert "@" not in {page[i] for i in range(len(page)) if page.startswith(("@style", "@deck", "@page"), i)}


def test_a_hostile_deck_stays_text(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    cards = "\n".join(f"[cards.c{i}]" for i in range(15))
    file.write_text(f'[edition]\nname = "</script><script>alert(1)//"\n[colours]\nwhite = [0]\n{cards}\n')
    deck = Deck.load(file)
    page = page_html(deck)
    assert page.count("<script") == page_html().count("<script")
    data = page.split('id="deck-data">')[1].split("</script>")[0]
    assert json.loads(data) == deck_data(deck)


def test_a_deck_of_too_few_cards_is_refused() -> None:
    deck = Deck.loads("[cards.any]\ncopies = 11\n")
    with pytest.raises(ArgumentError, match="the page needs a deck of at least 12 cards, not 11"):
        page_html(deck)


def test_the_command_writes_the_page(narabi_here: Run, tmp_path: Path) -> None:
    done = narabi_here("page", "--out", str(tmp_path / "a.html"), "--theme", "dark")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.html").read_text("utf-8") == page_html(theme="dark")


@pytest.mark.parametrize("arguments", [["--out", "-"], ["--out", "no/such/folder.html"], []])
def test_what_cannot_be_written_is_refused(narabi_here: Run, arguments: list[str]) -> None:
    done = narabi_here("page", *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@needs_node
@pytest.mark.parametrize("every", [5, *slow(1)])
def test_rules_and_minima_of_the_page_are_the_programs(every: int) -> None:
    cases = json.loads(CASES.read_text("utf-8"))[::every]
    found = in_node(script_for(cases, BLOCK))
    assert (found["deals"], found["wrong"]) == (BLOCK * len(cases), [])


@needs_node
def test_the_page_expands_the_nodes_that_the_program_expands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its questions are packed alike, also in the middle of a game, and its arrays grow alike."""
    monkeypatch.setattr("narabi_solver.kernels.astar.FIRST_ROWS", 64)
    games, decks = some_games(45), decks_by_name()
    page = in_node(script_of("(ASTAR.FIRST_ROWS = 64, searches)", deck_tables(), games))
    program = []
    for one in games:
        rules = UNDO[one["undo"]]
        state = Deal.parse(one["text"], deck=decks[one["deck"]]).state(rules)
        answer = search(pack(state, rules), SharedWatch(), algorithm="astar")
        program.append([answer.outcome_of(0), int(answer.bound[0]), int(answer.nodes[0])])
    assert page == program
    assert max(nodes for _, _, nodes in program) > 64, "more than there was room for at first"


@needs_node
def test_what_would_take_too_much_memory_stays_undecided() -> None:
    deck, deal = json.dumps(deck_data(Deck.standard())), making.HARDEST[4][11]
    script = f"""{checks()}
        const deck = {deck}, {{ state }} = readDeal(deck, {json.dumps(deal)}, "allowed");
        return [1 << 13, 1 << 21].map(most => machine.solve(deck, state, "allowed", most));"""
    few, enough = in_node(f"(() => {{\n{script}\n}})()")
    assert (few["outcome"], few["turns"], few["swaps"]) == ("undecided", None, [])
    assert 6 <= few["bound"] <= 11
    assert (enough["outcome"], enough["turns"], len(enough["swaps"])) == ("solved", 11, 11)


@needs_node
def test_the_comparison_sees_a_wrong_minimum_and_a_wrong_rule() -> None:
    case = json.loads(CASES.read_text("utf-8"))[0]
    wrong = {**case, "minima": "9" + case["minima"][1:], "games": [case["games"][0] ^ 1, *case["games"][1:]]}
    found = in_node(script_for([wrong], BLOCK))["wrong"]
    assert len(found) == 2
    assert "minimum" in found[0]
    assert "rules differ" in found[1]


@pytest.mark.slow
def test_how_rare_a_minimum_is_as_the_results_say() -> None:
    results = (ROOT / "docs" / "results.md").read_text("utf-8")
    table = results.split("<!-- turns begin -->")[1].split("<!-- turns end -->")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines() if re.match(r"\| \d", line)]
    for number, (players, (deals, minima)) in enumerate(making.SURVEYS.items(), 1):
        assert f"narabi survey --players {players} --deals {deals} " in table
        counts = {int(row[0]): row[number].split(" (")[0].replace(",", "") for row in rows}
        assert {turns: int(count) for turns, count in counts.items() if turns > 1 and count.strip()} == minima
    hardest = (ROOT / "docs" / "hardest-deals.md").read_text("utf-8")
    for players, deals in making.HARDEST.items():
        found = re.findall(rf"^\* {players} players, (\d+) turns: `", hardest, re.MULTILINE)
        assert max(map(int, found)) == max(deals)
        for turns, text in deals.items():
            deal = Deal.parse(text)
            assert (deal.players, solve(deal).turns) == (players, turns)
    assert deck_data(Deck.standard())["surveys"] and not deck_data(Deck.mini())["surveys"]


def test_each_text_of_the_page_has_a_key_and_each_key_is_used() -> None:
    scripts = script("app.js", "worker.js")
    pages = file_text("page.html")
    used = set(re.findall(r"""[(\[?:,] *"([a-z]+\.[a-z-]+)\"""", scripts))
    used |= set(re.findall(r'data-t[a-z-]*="([^"]+)"', pages))
    used |= {f"count.{word}" for word in re.findall(r'counted\([^"]+"([a-z-]+)"\)', scripts)}
    begun = tuple(re.findall(r"[t\]][(\[]`([a-z]+\.[a-z-]*)\$", scripts))
    keys = page_texts()["en"].keys() - {"locale", "language"}
    assert used - keys == set(), "used, and not in the table"
    assert {f"name.{card.name}" for card in Deck.standard()} <= keys
    strings = {*re.findall(r'"([a-z]+\.[a-z-]+)"', scripts)}
    assert {key for key in keys - used - strings if not key.startswith(begun)} == set(), "not used"


def test_apostrophes_are_curly_but_in_what_programs_print_too() -> None:
    straight = {key.split(".")[0] for key, text in page_texts()["en"].items() if "'" in json.dumps(text)}
    assert straight == {"illegal", "read"}


def test_the_puzzles_of_the_days_have_the_grades_of_their_lists() -> None:
    for name, kind in KINDS.items():
        one = deck_data(Deck.standard())["puzzles"][name]
        numbers = list(accumulate(int(step, 36) for step in one["steps"].split()))
        assert len(numbers) == DAYS and one["players"] == kind.players
        some = [random_deal(kind.players, one["seed"], numbers[i]) for i in (0, 327, DAYS - 1)]
        minima = np.array([solve(deal).turns for deal in some], np.uint8)
        packed = pack_deals(some, Rules())
        assert kind.fits(minima, grades(packed, minima, np.ones(3, np.bool_))).all()
    assert deck_data(Deck.mini())["puzzles"] is None


@needs_node
@pytest.mark.parametrize("condition", thinned(3, CONDITIONS))
def test_the_page_plays_each_condition_of_a_card_as_the_program(condition: str) -> None:
    own = [Card(f"own{i}", **{condition: value}) for i, value in enumerate(CONDITION_VALUES[condition])]
    deck = dataclasses.replace(Deck.standard(), cards=tuple(own))
    data = json.loads(json.dumps(deck_data(deck)))
    labels, spoken = deck.ring_stones(5), languages_of("narabi_solver")
    expected = [
        [
            [card.words(language) for language in spoken.values()],
            [card.fits_stone(own, other, deck.colour(other)) for own in labels for other in labels],
            [
                card.fits_place(own, other, players)
                for players, ring in SEAT_COUNTS.items()
                for own in range(ring)
                for other in range(ring)
            ],
        ]
        for card in own
    ]
    names = f"[...{json.dumps(labels)}]"
    found = in_node(f"""(() => {{
        {rules_of_page()}
        const deck = {json.dumps(data)}, all = n => [...Array(n).keys()];
        return Object.values(deck.cards).map(card => [
            Object.keys(TEXTS).map(one => (language = one, wordsOfCard(card))),
            {names}.flatMap(own => {names}.map(other => fitsStone(deck, card, own, other))),
            [3, 4, 5].flatMap(players => all(PLACES[players]).flatMap(own =>
                all(PLACES[players]).map(other => fitsPlace(card, own, other, players)))),
        ]);
    }})()""")
    assert found == expected, f"rules.js has another {condition}"


@needs_node
@settings(max_examples=2)
@given(st.lists(odd_deals(), min_size=20, max_size=20))
def test_page_and_program_read_the_same_deck_from_a_link(deals: list[Deal]) -> None:
    changed = 'base = "standard"\n[colours]\nwhite = [1, 3]\n[cards.near]\ndistance = [1, 2]\ncopies = 3\n'
    own = [deal.deck for deal in deals if not any(card.name.isdigit() for card in deal.deck)]
    decks = [Deck.loads(changed), Deck.standard(), *own]
    links = [deck.to_link().removeprefix("deck=") for deck in decks]
    parts = ("white", "players", "names", "cards", "assumedColours")
    read = in_node(f"""(() => {{
        {rules_of_page()}
        const usual = {json.dumps(deck_data(Deck.standard()))};
        return {json.dumps(links)}.map(link => {{
            const deck = deckOfLink(usual, link), again = deckOfLink(usual, deck.link);
            const parts = [deck, again].map(one => {json.dumps(parts)}.map(part => one[part]));
            const patterns = [wordsPattern(deck), ...deck.names.map(spellingOf)];
            return JSON.stringify(parts[0]) === JSON.stringify(parts[1]) && [parts[0], patterns];
        }});
    }})()""")
    for deck, (found, patterns) in zip(decks, read, strict=True):
        data = json.loads(json.dumps(deck_data(deck)))
        assert dict(zip(parts, found, strict=True)) == {part: data[part] for part in parts}
        assert patterns == [deck.words.pattern, *deck.spellings.values()]


WRONG_DECKS = (
    {"base": "mini"},
    {"base": "standard", "card": {}},
    {"base": "standard", "cards": {"new": {"copies": 0}}},
    {"base": "standard", "cards": {"new": {"value": [5, 2]}}},
    {"base": "standard", "cards": {"new": {"value": "25"}}},
    {"base": "standard", "cards": {"new": {"distance": [2, 2]}}},
    {"base": "standard", "cards": {"new": {"seat": "both"}}},
    {"base": "standard", "cards": {"new": {"size": 3}}},
    {"base": "standard", "cards": {"new": {"colour": "white", "never": True}}},
    {"base": "standard", "cards": {"new": {"value": [9, 9], "parity": "even"}}},
    {"base": "standard", "cards": {"a name": {}}},
    {"base": "standard", "cards": {"3": {}}},
    {"base": "standard", "cards": {"new": []}},
    {"base": "standard", "cards": {"new": {"copies": 1.5}}},
    {"base": "standard", "cards": {"new": {"assumed": "no"}}},
    {"base": "standard", "colours": {"white": [1, 1]}},
    {"base": "standard", "colours": {}},
    {"base": "standard", "edition": {"name": 3}},
    {"base": "standard", "cards": None},
    {"base": "standard", "colours": None},
    {"base": "standard", "edition": None},
    {"base": "standard", "edition": []},
    {"base": "standard", "stones": None},
    {"base": "standard", "stones": {"3": 5, "4": 7, "5": None}},
    {"base": "standard", "stones": {"3": "0", "4": "012345678wdd", "5": "0123456789wwddd"}},
)
"""Data of decks that are wrong."""


@needs_node
def test_nothing_that_a_seat_gets_depends_on_cards_that_it_does_not_see() -> None:
    """The text of each seat stays the same when hidden cards change their places; and it is the program's."""
    games = []
    for number in range(12):
        deal = random_deal(3 + number % 3, 7, number)
        for _ in range(number % 4):
            deal = deal.play(deal.legal_moves[number % len(deal.legal_moves)])
        games.append(str(deal))
    read = in_node(f"""(() => {{
        {rules_of_page()}
        const deck = {json.dumps(deck_data(Deck.standard()))};
        return {json.dumps(games)}.map(text => {{
            const {{ state, swaps }} = readDeal(deck, text, "allowed");
            return [...Array(state.players).keys()].map(seat => {{
                const seen = seenText(state, swaps, [], seat);
                const hidden = readDeal(deck, seen, "allowed").state.ring.map(stone => stone.card === HIDDEN);
                const there = [...hidden.keys()].filter(place => hidden[place]);
                const ring = [...state.ring];
                there.forEach((place, i) => {{
                    const {{ card }} = state.ring[there[(i + 1) % there.length]];
                    ring[place] = {{ label: state.ring[place].label, card }};
                }});
                return [seen, seenText({{ ...state, ring }}, swaps, [], seat), there.length];
            }});
        }});
    }})()""")
    for text, seats in zip(games, read, strict=True):
        for seat, (seen, other, hidden) in enumerate(seats):
            assert seen == other == str(Knowledge.parse(text, seat))
            assert seen.count(":?") == hidden >= 4


@needs_node
def test_page_and_program_refuse_the_same_decks() -> None:
    links = [base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in WRONG_DECKS]
    links += ["a", "W10", "_w"]
    for link in links:
        with pytest.raises(DeckFormatError):
            Deck.from_link(f"deck={link}")
    read = in_node(f"""(() => {{
        {rules_of_page()}
        const usual = {json.dumps(deck_data(Deck.standard()))};
        return {json.dumps(links)}.filter(link => {{
            try {{ deckOfLink(usual, link); return true; }} catch (error) {{ return error.name !== "Error"; }}
        }});
    }})()""")
    assert read == []


@needs_node
def test_rules_of_the_page_refuse_a_condition_that_they_do_not_know() -> None:
    script = f"{rules_of_page()}; fitsStone({{}}, {{conditions: {{size: 3}}}}, '1', '2')"
    with pytest.raises(RuntimeError, match="the page has no rule for 'size' of a card"):
        in_node(f"(() => {{ {script} }})()")


@needs_node
def test_hints_of_the_page_are_the_programs_over_the_same_worlds() -> None:
    games = some_games(12, players=(3, 4))
    assert compared_hints(games, worlds=16) == []
    wrong = [{**one, "seat": (one["seat"] + 1) % 3} for one in games[:1]]
    assert compared_hints(wrong, worlds=1) == [], "who is not to move gets no swaps, and the same chances"


@needs_node
def test_a_shortest_way_of_the_page_stops_after_a_slip_where_the_rules_say() -> None:
    games = [
        {**one, "text": re.sub(r" asked \S+", "", one["text"])}
        for one in some_games(12, players=(3, 4))
        if re.search(r" [A-E]\d-[A-E]\d(?!=)", one["text"])
    ]
    assert wrong_ways(games) == []
    other = {**games[0], "text": games[0]["text"].rsplit(" ", 1)[0]}
    assert wrong_ways([games[0]]) == [] and other != games[0]


@pytest.mark.slow
@needs_node
def test_the_page_reads_the_texts_that_the_program_reads() -> None:
    seats = EXAMPLE.upper().replace("AT-LEAST-3", "aL3").replace("2-TO-6", "2to6").replace(" / ", "\n")
    plain = seats.replace(":", " ").replace("2to6", "TWO to 6").replace("-", " ").replace(" D ", ", D ")
    some = [{"deck": "built-in", "text": text} for text in (seats, plain, "4-0-17 # an id")]
    read, differ = compared_texts(some)
    assert (read, differ) == (3, [])
    some = texts(400)
    read, differ = compared_texts(some)
    assert differ == []
    assert 50 < read < 350, "of both kinds there must be enough"


@needs_node
@settings(max_examples=2, deadline=None)
@given(st.lists(odd_deals(), min_size=10, max_size=40))
@example([odd_deal(["ab-", "ab--"], 1), odd_deal(["two", "two-first", "moves"], 2)])
def test_the_page_reads_what_the_program_prints_of_cards_with_odd_names(deals: list[Deal]) -> None:
    written = json.dumps([[deck_data(deal.deck), str(deal)] for deal in deals])
    script = f"""{rules_of_page()}; return {written}.map(([deck, text]) => {{
        const {{ state, swaps, problems }} = readDeal(deck, text, "next");
        return problems ?? dealText(state, swaps); }})"""
    assert in_node(f"(() => {{ {script} }})()") == [str(deal) for deal in deals]


@needs_node
def test_the_pattern_of_the_cards_of_a_deck_is_put_together_once() -> None:
    made = in_node(f"""(() => {{
        {rules_of_page()}
        const {{ words, ...rest }} = {json.dumps(deck_data(Deck.standard()))};
        let made = 0;
        const deck = {{ ...rest, get words() {{ made++; return words; }} }};
        for (const text of {json.dumps([EXAMPLE, EXAMPLE])}) readDeal(deck, text, "next");
        return made;
    }})()""")
    assert made == 1


def test_a_folder_for_a_server_keeps_all_that_the_page_needs(narabi_here: Run, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done = narabi_here("page", "--folder", str(folder))
    assert done.returncode == 0 and "6 files written" in done.stderr
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == page_folder()
    page, keeper = (folder / "index.html").read_text("utf-8"), (folder / "offline.js").read_text("utf-8")
    assert len(page) < 400_000 and "worker-src blob: 'self'" in page and "connect-src" not in page
    kept = json.loads(re.findall(r"parse\('(.*?)'\)", keeper)[0])
    assert {*kept, "index.html", "offline.js", "preview.png"} == {
        "./",
        *(file.name for file in folder.iterdir()),
    }
    manifest = json.loads((folder / "page.webmanifest").read_text("utf-8"))
    assert {icon["src"] for icon in manifest["icons"]} < {*kept} and manifest["start_url"] == "./"
    sizes = {"icon-192.png": (192, 192), "icon-512.png": (512, 512), "preview.png": (1200, 630)}
    for name, size in sizes.items():
        picture = (folder / name).read_bytes()
        assert picture.startswith(b"\x89PNG\r\n\x1a\n") and picture[16:24] == struct.pack(">II", *size)
    assert '<meta property="og:image" content="preview.png">' in page
    assert re.search(r'<meta name="description" content="Swap stones', page)
    assert narabi_here("page", "--folder", str(folder)).returncode == 0
    other = page_folder(theme="dark")["offline.js"].decode()
    assert other != keeper, "what was written anew has another version"
    (folder / "icon-192.png").write_text("mine")
    done = narabi_here("page", "--folder", str(folder), "--theme", "dark")
    assert done.returncode == 2 and "is not a file of kind png" in done.stderr
    assert (folder / "index.html").read_text("utf-8") == page
    for arguments in (
        ["page"],
        ["page", "--out", "x.html", "--folder", "x"],
        ["page", "--open", "--folder", "x"],
        ["page", "--folder", "/dev/null/x"],
    ):
        done = narabi_here(*arguments)
        assert done.returncode == 2 and "Traceback" not in done.stderr


def test_without_a_display_it_says_where_the_page_lies(tmp_path: Path) -> None:
    """Where nothing can be opened, as on a server."""
    kept = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and name != "BROWSER"}
    done = subprocess.run(
        [sys.executable, "-m", "narabi_solver", "page", "--open", "--theme", "dark"],
        env={**kept, "PATH": str(tmp_path), "TMPDIR": str(tmp_path)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    (page,) = tmp_path.iterdir()
    assert done.returncode == 0 and f"written to {page}, " in done.stderr
    assert "no browser was found, so open the file yourself" in done.stderr
    assert page.read_text("utf-8") == page_html(theme="dark")
