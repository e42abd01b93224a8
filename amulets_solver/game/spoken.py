"""Parser of lines typed at the table: questions, casts and answers, in words or in the signs of records.

::

    event     = [player] ("ask" | "cast") [player] placement said ["after" number]
    placement = an amulet and its field for each amulet, or all fields alone in the order of the amulets
    said      = {[player] sign}, the sign as one character or as the words of the rule sheet
    player    = ["player"] number, "you" or "I"

Case is ignored. Punctuation, white space and "and" may stand between any two parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from amulets_solver.game.errors import ArgumentError, shorten
from amulets_solver.game.readings import Rules
from amulets_solver.game.rules import HOME, NEAR, NO, NOTHING, OTHER, YES

ANSWERS = {
    HOME: r"\*|((i'?m|i am) )?(at )?home\b",
    OTHER: r"some(one|body)(('?s| is) (there|(at|in) (my )?home))?\b|o(?=o*(?![^\W_]))",
    NEAR: r"\+|(i (can )?feel (my )?home|near)\b",
    NOTHING: r"-|(no answer|nothing)\b",
}
"""Pattern of the words for each answer to a question, by sign."""
VERDICTS = {YES: r"yes\b|y(?=[yn]*(?![^\W_]))", NO: r"no\b(?! answer)|n(?=[yn]*(?![^\W_]))"}
"""Pattern of the words for each verdict on a cast, by sign."""
ANSWER_NAMES = "* I'm home, o someone is at my home, + I can feel my home, - no answer"
_GAP = r"([\s,:;.…!>]|and\b)*"
_PLAYER = r"((player|seat)\s*)?(?P<number>[0-9]+)(?![^\W_])|(?P<me>you|i|me)(?=\s*[:>]|\s+[a-z])"
_SAYS = r"(answer(s|ed)?|says?|said)\b"
_PAIR = r"(?P<amulet>[a-z]+)\s*([:=]|(on|at)\b)?\s*(?P<field>[a-z][0-9]+)(?![^\W_])"
_FIELD = r"(?P<field>[a-z][0-9]+)(?![^\W_])"
_ADVICE = re.compile(r":\s+(leaves [0-9.,]+ of\b|it cannot fail|it succeeds with).*", re.DOTALL)
"""Explanation that the program prints after the question or cast it recommends."""
_ALONE = re.compile(r"\s*((at )?home|near|nothing|some(one|body))")
"""Words that are an answer, but side by side may also be one: "nothing near", "somebody at home"."""
_LIKE = str.maketrans("’‘−–—∗", "''---*")
"""Typographic characters and the plain characters that replace them."""


class SpokenLine:
    """A line of text that is parsed part by part, from its beginning."""

    def __init__(self, text: str, players: int, me: int):
        self.rest = _ADVICE.sub("", text.translate(_LIKE)).strip()
        """The rest of the line, not yet parsed."""
        self._players, self._me = players, me

    def take(self, pattern: str) -> re.Match[str] | None:
        """Remove the match of a pattern from the beginning, and return it; None if there is no match."""
        match = re.compile(f"{_GAP}({pattern})", re.IGNORECASE).match(self.rest)
        if match is not None:
            self.rest = self.rest[match.end() :]
        return match

    @property
    def over(self) -> bool:
        """Whether nothing but punctuation is left."""
        return re.fullmatch(_GAP, self.rest) is not None

    def player(self) -> int | None:
        """Remove a player from the beginning, and return the number; None if the line begins otherwise.

        Raises
        ------
        ArgumentError
            The player does not exist.
        """
        match = self.take(_PLAYER)
        if match is None:
            return None
        if match["number"] is None:
            return self._me
        if match["number"] not in map(str, range(1, self._players + 1)):
            raise ArgumentError(
                f"{shorten(match['number'])} is not a player; the players are 1 to {self._players}"
            )
        return int(match["number"])

    def placement(self, rules: Rules) -> str:
        """Remove a placement from the beginning, and return it unchecked, as text for `Placement.parse`."""
        words: list[str] = []
        alone = 0
        while match := self.take(_PAIR) or self.take(_FIELD):
            field = match["field"]
            amulet = match.groupdict().get("amulet")
            alone += amulet is None
            words.append(field if amulet is None else f"{amulet}:{field}")
        if alone == len(words) == rules.amulets:
            words = [f"{amulet}:{field}" for amulet, field in zip(rules.colours, words, strict=True)]
        return " ".join(words)

    def signs(self, words_of_signs: Mapping[str, str], speakers: list[int]) -> str:
        """Remove answers from the beginning, and return their signs; `speakers` answer in this order.

        Raises
        ------
        ArgumentError
            An answer names a player who does not speak next, or words may be one answer or two.
        """
        signs, last = "", ""
        while True:
            before, seat = self.rest, None
            sign, words = self._sign(words_of_signs)
            if sign is None:
                seat = self.player()
                self.take(_SAYS)
                sign, words = self._sign(words_of_signs)
            if sign is None:
                self.rest = before
                return signs
            word = re.sub(f"^{_GAP}", "", words)
            if seat is None and last not in ("", word) and _ALONE.fullmatch(words):
                raise ArgumentError(f"{last + words!r} is one answer or two; put a comma between two answers")
            last = word if _ALONE.fullmatch(word) else ""
            if seat is not None and speakers[len(signs) :][:1] not in ([], [seat]):
                raise ArgumentError(f"player {speakers[len(signs)]} speaks next, not player {seat}")
            signs += sign

    def _sign(self, words_of_signs: Mapping[str, str]) -> tuple[str | None, str]:
        """Remove a sign or the words for it; return the sign and what was removed, in small letters."""
        said = ((sign, self.take(pattern)) for sign, pattern in words_of_signs.items())
        return next(((sign, match[0].lower()) for sign, match in said if match), (None, ""))
