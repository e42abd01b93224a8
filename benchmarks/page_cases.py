"""Deals with answers by the program, to be compared with the rules and the solver of `narabi page`.

`python -m benchmarks.page_cases` writes them. `--check` compares all of them under node and in Chromium
(`--deals N`: the first N of each kind). The study `page_speed` does so too, and keeps the times.

`--hints N` compares what both advise in N games with hidden cards, over the same 64 worlds (15 stones: 8).

`--texts N` compares how N disturbed texts of deals are read by the program and, under node, by the page: as
the same deal, or with faults in the same places.

A case is deal i of seed 29: its minimum as a digit of base 36 ("-" if it cannot be won), and, for each block
of deals, a checksum of all that the rules say while each is played for eight turns: every swap of the mover's
stones, with the reason where it is illegal.
"""

from __future__ import annotations

import argparse
import base64
import json
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from _gamekit.jit import wasm
from _gamekit.problems import ProblemsError
from narabi_solver import ArgumentError, Deal, Deck, Knowledge, Rules, hint, random_deal, review, solve_many
from narabi_solver.game import rules as plain
from narabi_solver.game.questions import allows
from narabi_solver.game.rules import SEATS, Place, State, Swap, legal_moves, why_illegal
from narabi_solver.page.making import ENTRIES, UNDO, deck_data, script
from tests.browser.starting import QUIET, chromium

DATA = Path(__file__).parents[1] / "tests" / "data"
CASES, DECK, CHECK = (
    DATA / "page_cases.json",
    DATA / "own_deck.toml",
    DATA.parent / "browser" / "check_cases.js",
)
SEED, DEALS, BLOCK, TURNS = 29, 10_000, 20, 8
SIGNS = (
    *":/,;#\n-.=07Abwd\t\xa0\x1c\ufeffé\u017f\u212a😀：７Ａ→、\u2011\u200b",
    *("first", "moves", "asked", "moves:", ":even", "1.", "A1-B1", "A1-E4=no"),
)
"""What is put into texts to disturb them."""
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def main() -> None:
    """Write the cases, or compare them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare the cases with the page")
    parser.add_argument("--deals", type=int, default=DEALS, help="only the first deals of each kind")
    parser.add_argument("--texts", type=int, default=0, help="compare so many disturbed texts instead")
    parser.add_argument("--hints", type=int, default=0, help="compare so many hints instead")
    options = parser.parse_args()
    if options.hints:
        differ = differing_hints(options.hints)
        print(f"{options.hints:,} hints; {len(differ)} differ")
        print("\n".join(differ[:20]))
        sys.exit(bool(differ))
    if options.texts:
        some_texts = texts(options.texts)
        read, differ = compared_texts(some_texts)
        print(
            f"{len(some_texts):,} texts, {read:,} of them deals; {len(differ)} are read otherwise by the page"
        )
        print("\n".join(differ[:20]))
        sys.exit(bool(differ))
    if not options.check:
        lines = ",\n".join(json.dumps(case) for case in cases())
        CASES.write_text(f"[{lines}]\n", encoding="utf-8")
        return
    wrong = []
    for place in PLACES:
        found = compared_deals(place, options.deals)
        print(f"{place}: {found['deals']:,} deals compared, {len(found['wrong'])} differ", file=sys.stderr)
        wrong += found["wrong"]
    print("\n".join(wrong[:20]))
    sys.exit(bool(wrong))


def cases() -> Iterator[dict[str, Any]]:
    """Yield the answers for each deck, number of players and reading."""
    for name, deck in decks_by_name().items():
        for players in (3, 4, 5):
            for undo, rules in UNDO.items():
                print(name, players, undo, file=sys.stderr, flush=True)
                deals = [random_deal(players, SEED, i, deck=deck) for i in range(DEALS)]
                minima = [solution.turns for solution in solve_many(deals, rules=rules)]
                yield {
                    "deck": name,
                    "players": players,
                    "undo": undo,
                    "minima": "".join("-" if turns is None else DIGITS[turns] for turns in minima),
                    "games": [
                        zlib.crc32(
                            "\n".join(game(deals[i], i, rules) for i in range(at, at + BLOCK)).encode()
                        )
                        for at in range(0, DEALS, BLOCK)
                    ],
                }


def game(deal: Deal, index: int, rules: Rules) -> str:
    """Return all that the plain rules say while a deal is played for some turns."""
    state, lines = deal.state(), []
    for turn in range(TURNS):
        lines.append(f"{turn} {SEATS[state.mover]} {plain.order_of(state.ring)}")
        reasons = {swap: why_illegal(state, swap, rules) for swap in swaps_of(state)}
        lines += [f"{swap} {reason or 'legal'}" for swap, reason in reasons.items()]
        legal = [swap for swap, reason in reasons.items() if reason is None]
        if plain.in_order(state.ring) or not legal:
            break
        state = plain.play_unchecked(state, legal[(7 * index + 3 * turn) % len(legal)])
    return "\n".join(lines)


def swaps_of(state: State) -> Iterator[Swap]:
    """Yield every swap of a stone of the mover, legal or not."""
    for own in range(state.hand):
        for other in state.places():
            yield Swap(Place(state.mover, own), other)


def texts(count: int, seed: int = SEED) -> list[dict[str, str]]:
    """Return texts of deals as people write them, most with something wrong; and for each its deck."""
    source = Random(seed)
    decks = list(decks_by_name().items())
    found = []
    for i in range(count):
        name, deck = decks[i % len(decks)]
        text = written(random_deal(source.choice((3, 4, 5)), seed, i, deck=deck), source)
        for _ in range(source.choice((0, 0, 1, 1, 2, 4))):
            text = disturbed(text, source)
        found.append({"deck": name, "text": text})
    return found


def written(deal: Deal, source: Random) -> str:
    """Return a deal as somebody may write it down, or an id."""
    if source.random() < 0.1:
        ids = (
            str(deal.players),
            str(source.randrange(99)),
            str(source.choice((0, 2**53 + 1, 2**64 - 1, 2**64))),
        )
        return source.choice(("", " ", "\n")).join(("", "-".join(ids), "")) + source.choice(
            ("", " # an id", "\n")
        )
    played, events = deal, []
    for turn in range(source.choice((0, 0, 1, 3))):
        if legal := played.legal_moves:
            if source.random() < 0.2:
                events.append(f"asked {legal[0]}={source.choice(('yes', 'YES', 'no'))}")
            swap = source.choice(legal)
            dash, number = (
                source.choice(("-", "", "x", " ", " – ", "->")),
                source.choice(("", f"{turn + 1}.")),
            )
            events.append(f"{number}{swap.own}{dash}{swap.other}")
            played = played.play(swap)
    spelled = source.choice(
        (
            str,
            deal.deck.short_forms.__getitem__,
            str.upper,
            lambda name: name.replace("-", ""),
            lambda name: name.replace("-", " ").replace("2", "two").replace("three", "3"),
        )
    )
    colon = source.choice((":", ":", ":", " ", " : "))
    between = source.choice((" / ", "/", " ;\n", "\n", "  # a seat\n", " , "))
    seats = [" ".join(f"{label}{colon}{spelled(card)}" for label, card in seat) for seat in deal.seats]
    first = source.choice(("", "", " first " + source.choice("ABCDE"), "\nFirst b"))
    line = (
        source.choice((" moves ", "\nMoves\n")) + source.choice((" ", ", ", "\n")).join(events)
        if events
        else ""
    )
    return source.choice((str, str, str.upper, str.title))(between.join(seats) + first + line)


def disturbed(text: str, source: Random) -> str:
    """Return a text with a small thing taken out, put in, changed or doubled."""
    start = source.randrange(len(text) + 1)
    end = min(len(text), start + source.choice((0, 1, 1, 2, 5, 12)))
    piece = source.choice(SIGNS)
    piece = source.choice(("", text[start:end] * 2, piece, f" {piece} ", "\n"))
    return text[:start] + piece + text[end:]


def compared_texts(some: list[dict[str, str]]) -> tuple[int, list[str]]:
    """Return how many texts the program reads as deals, and those that the page reads otherwise."""
    decks = decks_by_name()
    ours = [reading(one["text"], decks[one["deck"]]) for one in some]
    theirs = in_node(script_of("readings", deck_tables(), some))
    differ = [
        f"{one['text']!r} ({one['deck']} deck): {our}, and the page: {their}"
        for one, our, their in zip(some, ours, theirs, strict=True)
        if our != their
    ]
    return sum(isinstance(our, str) for our in ours), differ


def some_games(count: int, players: tuple[int, ...] = (3, 4, 5)) -> list[dict[str, Any]]:
    """Return games with the seat that wants advice, which is to move, some with questions asked before."""
    source = Random(SEED)
    found: list[dict[str, Any]] = []
    for i in range(count):
        name, deck = list(decks_by_name().items())[i % 8 == 7]
        undo = list(UNDO)[i // 2 % 3]
        deal = random_deal(players[i % len(players)], SEED, i, deck=deck)
        events: list[str] = []
        for _ in range(source.randrange(5)):
            state = deal.state(UNDO[undo])
            if source.random() < 0.4:
                ask = source.choice([swap for swap in swaps_of(state) if swap.other.seat != state.mover])
                says = allows(state, ask, state.stone(ask.own).card)
                events.append(f"asked {ask}={'yes' if says else 'no'}")
            legal = legal_moves(state, UNDO[undo])
            after = [swap for swap in legal if not plain.in_order(plain.play_unchecked(state, swap).ring)]
            if not after:
                break
            swap = source.choice(after)
            events.append(str(swap))
            deal = replace(deal, moves=(*deal.moves, swap))
        text = str(replace(deal, moves=())) + (f" moves {' '.join(events)}" if events else "")
        seat = deal.state(UNDO[undo]).mover
        found.append({"deck": name, "text": text, "seat": seat, "undo": undo, "seed": i})
    return found


def compared_deals(place: str, deals: int) -> Any:
    """Return how the page solves the first deals of each kind: how many, what differs, and milliseconds."""
    return PLACES[place](script_for(json.loads(CASES.read_text("utf-8")), deals))


def differing_hints(count: int) -> list[str]:
    """Return in which of so many games the advice differs. It uses 64 worlds, or 8 on a ring of 15 stones."""
    games = some_games(count)
    large = [one for one in games if one["text"].count(":") > 12]
    return compared_hints([one for one in games if one not in large]) + compared_hints(large, worlds=8)


def compared_hints(games: list[dict[str, Any]], worlds: int = 64) -> list[str]:
    """Return in which games the page advises something else than the program, over the same worlds."""
    decks = decks_by_name()
    theirs = in_node(script_of("hints", deck_tables(), games, worlds))
    differ = []
    for one, page in zip(games, theirs, strict=True):
        knows = Knowledge.parse(one["text"], one["seat"], deck=decks[one["deck"]])
        found = hint(knows, worlds=worlds, seed=one["seed"], rules=UNDO[one["undo"]])
        ours = {
            "count": str(knows.count),
            "left": 0,
            "moves": {
                str(m.swap): [m.expected_turns, m.standard_error, m.win_probability] for m in found.moves
            },
            "best": found.moves[0].expected_turns if found.moves else None,
            "why": page["why"],
            "questions": {str(q.ask): [q.saves, q.yes] for q in found.questions},
            "chances": [[place, [*map(list, chances.items())]] for place, chances in knows.marginals.items()],
        }
        if found.why is not None and [str(found.why.best), str(found.why.second)] == (page["why"] or [])[:2]:
            ours["why"] = [str(found.why.best), str(found.why.second), found.why.fewer, found.why.more]
        elif found.why is None or page["why"] is None:
            ours["why"] = None if found.why is None else found.why.sentence
        differ += [
            f"{one}: {key}: {ours[key]}, and the page: {page[key]}"
            for key in ours
            if not near(ours[key], page[key])
        ]
    return differ


def wrong_ways(games: list[dict[str, Any]]) -> list[str]:
    """Return the slips on which the page disagrees with the rules."""
    decks = decks_by_name()
    theirs = in_node(script_of("slips", deck_tables(), games))
    differ = []
    for one, page in zip(games, theirs, strict=True):
        judged = review(Deal.parse(one["text"], deck=decks[one["deck"]]), rules=UNDO[one["undo"]])
        for turn, slip, before, after in zip(
            judged.turns, page, judged.states, judged.states[1:], strict=False
        ):
            way = Swap.parse_line(" ".join(slip["way"])) if slip else ()
            states, _ = plain.replay_legal(before, way, judged.rules)
            allowed = len(plain.replay_legal(after, way[1:], judged.rules)[0])
            stop = str(way[allowed]) if way and allowed < len(way) else None
            good = plain.in_order(states[-1].ring) and len(way) == turn.before.turns
            if bool(way) is not bool(turn.instead) or (way and not (good and slip["stop"] == stop)):
                differ.append(f"{one}, turn {turn.turn}: {slip}")
    return differ


def near(one: Any, other: Any) -> bool:
    """Tell whether two values are the same, numbers in them but for rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(near(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(near, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return bool(abs(one - other) < 1e-9)
    return bool(one == other)


def reading(text: str, deck: Deck) -> str | list[list[int]]:
    """Return the deal of a text, or the lines and columns of what is wrong; nothing of an id too large."""
    try:
        return str(Deal.parse(text, deck=deck))
    except ProblemsError as error:
        return sorted([problem.line or 0, problem.column or 0] for problem in error.problems)
    except ArgumentError:
        return [[]]


def decks_by_name() -> dict[str, Deck]:
    """Return the decks whose deals are compared."""
    return {"built-in": Deck.standard(), "own": Deck.load(DECK)}


def deck_tables() -> dict[str, Any]:
    """Return these decks as the page has them."""
    return {name: deck_data(deck) for name, deck in decks_by_name().items()}


def named(*modules: str) -> str:
    """Return modules of the page as a script, and what they export by its names alone."""
    constants = ", ".join(f"module_{name.removesuffix('.js')}" for name in modules)
    return f"{script(*modules)}\nObject.assign(globalThis, {constants});"


def rules_of_page() -> str:
    """Return the page's rules, decks, texts and solver as a script."""
    return named("rules.js", "decks.js", "texts.js", "random.js", "search.js", "hidden.js")


def checks() -> str:
    """Return the page's rules and its solver, and what compares them."""
    code = base64.b64encode(wasm.module("narabi", ENTRIES)).decode()
    machine = f'const machine = new Machine(Uint8Array.from(atob("{code}"), sign => sign.charCodeAt(0)));'
    return "\n".join((rules_of_page(), machine, CHECK.read_text("utf-8")))


def script_of(function: str, *values: Any) -> str:
    """Return a script whose value is what a function among these checks says of some values."""
    return f"(() => {{\n{checks()}\nreturn {function}({', '.join(map(json.dumps, values))}); }})()"


def script_for(some: list[dict[str, Any]], deals: int) -> str:
    """Return a script whose value is what differs in the first deals of some cases."""
    settings = {"seed": SEED, "deals": deals, "block": BLOCK, "turns": TURNS}
    return script_of("check", deck_tables(), some, settings)


def in_node(program: str) -> Any:
    """Return the value of a script under node."""
    printed = f"process.stdout.write(JSON.stringify({program}))"
    done = subprocess.run(["node", "-"], input=printed, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def in_browser(program: str) -> dict[str, Any]:
    """Return the value of a script in Chromium."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (tests import this file where there is none)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        page = browser.new_page()
        page.set_default_timeout(0)
        found = page.evaluate(program)
        browser.close()
    return dict(found)


PLACES: dict[str, Callable[[str], Any]] = {"node": in_node, "Chromium": in_browser}


if __name__ == "__main__":
    main()
