"""What the data of a deck in a link may hold, as one table; the program and the page are compared with it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

RINGS = {"2": 6, "3": 12, "4": 12, "5": 15}
NEEDED = ("3", "4", "5")
"""The rings that a deck must have if it names its stones."""
FEWEST = 12
"""The number of cards that a game on the page needs."""
STANDARD = {
    "white": {"colour": "white"},
    "dark": {"colour": "dark"},
    "even": {"parity": "even"},
    "odd": {"parity": "odd"},
    "higher": {"compare": "higher"},
    "lower": {"compare": "lower"},
    "left": {"seat": "left"},
    "right": {"seat": "right"},
    "two-away": {"distance": 2},
    "three-away": {"distance": 3},
    "stay": {"never": True},
    "at-least-3": {"value": [3, 9]},
    "2-to-6": {"value": [2, 6]},
    "at-most-6": {"value": [0, 6]},
    "four-away": {"distance": 4},
}
STANDARD_STONES = {"3": "012345678wdd", "4": "012345678wdd", "5": "0123456789wwddd"}


def whole(value: Any, low: int, high: int) -> bool:
    """Return whether a value is a whole number in a range; 1.0 is one in JSON."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and low <= value <= high and value == int(value)


def different(low: int, high: int, empty: bool = False) -> Callable[[Any], bool]:
    def holds(value: Any) -> bool:
        numbers = value if isinstance(value, list) else [value]
        good = all(whole(one, low, high) for one in numbers)
        return good and len({*numbers}) == len(numbers) and (bool(numbers) or (empty and value == []))

    return holds


def line(key: str) -> Callable[[Any], bool]:
    def holds(value: Any) -> bool:
        return (
            isinstance(value, str)
            and value.isprintable()
            and len(json.dumps(value, ensure_ascii=False)) + len(f"{key} = ") <= 2_000
        )

    return holds


def ring(count: int) -> Callable[[Any], bool]:
    def holds(value: Any) -> bool:
        if not line("3")(value):
            return False
        stones = value.replace(" ", "")
        numbers = re.sub("[wd]", "", stones)
        once = all(numbers.count(one) == 1 for one in numbers)
        return len(stones) == count and re.fullmatch("[0-9]*0[0-9]*", numbers) is not None and once

    return holds


def span(value: Any) -> bool:
    pair = isinstance(value, list) and len(value) == 2 and all(whole(one, 0, 9) for one in value)
    return pair and value[0] <= value[1]


def flag(value: Any) -> bool:
    return isinstance(value, bool)


CONDITIONS: dict[str, Callable[[Any], bool]] = {
    "colour": lambda value: value in ("white", "dark"),
    "parity": lambda value: value in ("even", "odd"),
    "compare": lambda value: value in ("higher", "lower"),
    "value": span,
    "distance": different(1, 7),
    "seat": lambda value: value in ("left", "right") or different(1, 4)(value),
    "never": flag,
}
TABLE: dict[str, dict[str, Callable[[Any], bool]]] = {
    "edition": {"name": line("name"), "source": line("source")},
    "stones": {players: ring(count) for players, count in RINGS.items()},
    "colours": {"white": different(0, 9, empty=True), "source": line("source"), "assumed": flag},
    "card": {**CONDITIONS, "source": line("source"), "assumed": flag, "copies": lambda value: True},
}
"""For each table of a deck, its keys and the values that they may have."""


def verdict(data: Any) -> str:
    """Return "good", "wrong", or "few": a deck whose cards are too few for the games of the page."""
    if not isinstance(data, dict) or not {*data} <= {"base", "edition", "stones", "colours", "cards"}:
        return "wrong"
    if "base" in data and data["base"] != "standard":
        return "wrong"
    for name in ("edition", "stones", "colours"):
        if name in data and not _holds(data[name], TABLE[name]):
            return "wrong"
    if "white" not in data.get("colours", {"white"}) or not {*NEEDED} <= {*data.get("stones", NEEDED)}:
        return "wrong"
    given, usual = data.get("cards", {}), STANDARD if "base" in data else {}
    if not isinstance(given, dict):
        return "wrong"
    cards: dict[str, Any] = {name: {"copies": 1, **card} for name, card in usual.items()}
    for name, card in given.items():
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}", name) or name.isdigit():
            return "wrong"
        if not _holds(card, TABLE["card"]) or not whole(card.get("copies", 1), 0 if name in usual else 1, 99):
            return "wrong"
        asked = {key for key in card if key in CONDITIONS}
        if card.get("never") and len(asked) > 1:
            return "wrong"
        cards[name] = {"copies": 1, **(usual.get(name, {}) if not asked else {}), **card}
    cards = {name: card for name, card in cards.items() if card["copies"]}
    stones = data.get("stones", STANDARD_STONES)
    white = data["colours"]["white"] if "colours" in data else [0, 2, 4, 6, 8]
    rings = [(int(players), stones[players].replace(" ", "")) for players in stones]
    numbers = white if isinstance(white, list) else [white]
    if not 0 < len(cards) <= 256 or not all(_playable(card, rings, numbers) for card in cards.values()):
        return "wrong"
    return "good" if sum(card["copies"] for card in cards.values()) >= FEWEST else "few"


def _holds(table: Any, keys: dict[str, Callable[[Any], bool]]) -> bool:
    return isinstance(table, dict) and all(key in keys and keys[key](value) for key, value in table.items())


def _playable(card: dict[str, Any], rings: list[tuple[int, str]], white: list[int]) -> bool:
    """Return whether some swap in some ring meets the conditions of a card."""
    if card.get("never"):
        return True
    return any(
        any(
            _takes(card, own, other, white)
            for i, own in enumerate(stones)
            for other in stones[:i] + stones[i + 1 :]
        )
        and any(
            _reaches(card, 0, far, players, len(stones)) or _reaches(card, far, 0, players, len(stones))
            for far in range(len(stones))
        )
        for players, stones in rings
    )


def _takes(card: dict[str, Any], own: str, other: str, white: list[int]) -> bool:
    mine, value = (0 if label in "wd" else int(label) for label in (own, other))
    is_white = other == "w" or (other != "d" and value in white)
    low, high = card.get("value", (0, 9))
    return (
        ("colour" not in card or is_white == (card["colour"] == "white"))
        and ("parity" not in card or value % 2 == (card["parity"] == "odd"))
        and ("compare" not in card or (value > mine if card["compare"] == "higher" else value < mine))
        and low <= value <= high
    )


def _reaches(card: dict[str, Any], own: int, other: int, players: int, places: int) -> bool:
    hand = places // players
    ahead = (other // hand - own // hand) % players
    steps = min((other - own) % places, (own - other) % places)
    seats, away = card.get("seat"), card.get("distance")
    named = {"left": [1], "right": [players - 1]}.get(seats, seats) if not isinstance(seats, list) else seats
    return (
        ahead != 0
        and (named is None or ahead in (named if isinstance(named, list) else [named]))
        and (away is None or steps in (away if isinstance(away, list) else [away]))
    )


ODD: list[Any] = [
    None, True, False, 0, 1, 2, 9, 10, -1, 99, 100, 1.0, 1.5, 1e2, 2**70,
    "", "standard", "mini", "white", "Even", "odd", "higher", "left", "x", "a b", "a\nb", "\u00a0", "\ud800",
    "é", "1", "y" * 1_990, "z" * 1_991, [], [1], [1, 1], [2, 1], [3, 9], [9, 9], [1, 2.0], ["left"], [None],
    [[1]], {}, {"length": 2}, {"white": []}, {"copies": 0}, "012345678wdd", "0 1 2 3 4 5 6 7 8 w d d",
    "0123456789wwddd", "01234w", "112345678wdd", "123456789wdd",
]  # fmt: skip
"""Values that are wrong in most places."""
KEYS = [
    *("base", "edition", "stones", "colours", "cards", "name", "source", "white", "assumed", "dark", "year"),
    *("2", "3", "5", "6", "copies", "colour", "parity", "value", "distance", "seat", "never", "even", "stay"),
    *("own", "constructor", "__proto__", "toString", "length", "a.b", "a b", "-a", "12", "n" * 40, "n" * 41),
]


def decks(seed: int, count: int) -> Iterator[Any]:
    """Yield the data of decks, most of them changed at random in up to three places."""
    dice = random.Random(seed)
    for _ in range(count):
        data: Any = _deck(dice)
        for _ in range(dice.randrange(4)):
            data = _changed(data, dice)
        yield data


def _deck(dice: random.Random) -> dict[str, Any]:
    values: dict[str, list[Any]] = {
        "colour": ["white", "dark"],
        "parity": ["even", "odd"],
        "compare": ["higher", "lower"],
        "value": [[0, 4], [3, 9], [8, 8], [9, 9]],
        "distance": [1, [2, 5], [7], [4, 1]],
        "seat": ["left", "right", [2], [4], [1, 3]],
        "never": [False],
    }
    cards: dict[str, Any] = {}
    for i in range(dice.randrange(1, 4)):
        name = dice.choice([f"own{i}", "Own.1", "stay", "even", "constructor"])
        asked = dice.sample([*values], dice.randrange(3))
        cards[name] = {key: dice.choice(values[key]) for key in asked} | {
            "copies": dice.choice([1, 4, 12, 99])
        }
        if not asked and dice.random() < 0.3:
            cards[name]["never"] = True
    parts: dict[str, Any] = {
        "edition": {"name": "ours", "source": "a table"},
        "stones": {**STANDARD_STONES, **({"2": "01234w"} if dice.random() < 0.5 else {})},
        "colours": {"white": dice.choice([[], [1, 3], 5]), "assumed": True, "source": "é"},
        "cards": cards,
    }
    base = {"base": "standard"} if dice.random() < 0.6 else {}
    kept = {key: part for key, part in parts.items() if dice.random() < 0.6 or (key == "cards" and not base)}
    return base | kept


def _changed(data: Any, dice: random.Random) -> Any:
    """Return data with a value, a key or an item changed, added or left out in one place."""
    if not isinstance(data, dict) or dice.random() < 0.02:
        return dice.choice(ODD)
    inner = [key for key, value in data.items() if isinstance(value, dict)]
    if inner and dice.random() < 0.75:
        key = dice.choice(inner)
        return {**data, key: _changed(data[key], dice)}
    way = dice.randrange(4) if data else 0
    if way == 0:
        return {**data, dice.choice(KEYS): dice.choice(ODD)}
    chosen = dice.choice([*data])
    if way == 1:
        return {key: value for key, value in data.items() if key != chosen}
    if way == 2:
        return {dice.choice(KEYS) if key == chosen else key: value for key, value in data.items()}
    return {**data, chosen: dice.choice(ODD)}
