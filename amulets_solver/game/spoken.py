"""Lines as people at a table type them: questions, casts and answers, in words or in the signs of records.

::

    event     = [player] ("ask" | "cast") [player] placement said ["after" number]
    placement = an amulet and its field for each amulet, or all fields alone in the order of the amulets
    said      = {[player] sign}, the sign as one character or as the words of the rule sheet
    player    = ["player"] number, "you" or "I"

Upper and lower case are alike. Colons, commas, ends of sentences, white space and "and" may stand
anywhere between.
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
"""The words for answers to a question, by sign."""
VERDICTS = {YES: r"yes\b|y(?=[yn]*(?![^\W_]))", NO: r"no\b(?! answer)|n(?=[yn]*(?![^\W_]))"}
"""The words for answers to a cast, by sign."""
ANSWER_NAMES = "* I'm home, o someone is at my home, + I can feel my home, - no answer"
_GAP = r"([\s,:;.…!>]|and\b)*"
_PLAYER = r"((player|seat)\s*)?(?P<number>[0-9]+)(?![^\W_])|(?P<me>you|i|me)(?=\s*[:>]|\s+[a-z])"
_SAYS = r"(answer(s|ed)?|says?|said)\b"
_PAIR = r"(?P<amulet>[a-z]+)\s*([:=]|(on|at)\b)?\s*(?P<field>[a-z][0-9]+)(?![^\W_])"
_FIELD = r"(?P<field>[a-z][0-9]+)(?![^\W_])"
_ADVICE = re.compile(r":\s+([0-9.]+ bits\b|it cannot fail|it succeeds with).*", re.DOTALL)
"""The line printed after advice to ask or to cast."""
_LIKE = str.maketrans("’‘−–—∗", "''---*")
"""Characters that keyboards and documents substitute, with their plain forms."""


class SpokenLine:
    """A line, parsed from its beginning part by part."""

    def __init__(self, text: str, players: int, me: int):
        self.rest = _ADVICE.sub("", text.translate(_LIKE)).strip()
        """The rest of the line, not yet parsed."""
        self._players, self._me = players, me

    def take(self, pattern: str) -> re.Match[str] | None:
        """Return the match of a pattern at the beginning and skip it; None if there is none."""
        match = re.compile(f"{_GAP}({pattern})", re.IGNORECASE).match(self.rest)
        if match is not None:
            self.rest = self.rest[match.end() :]
        return match

    @property
    def over(self) -> bool:
        """True at the end of the line."""
        return re.fullmatch(_GAP, self.rest) is not None

    def player(self) -> int | None:
        """Parse a player, if the line begins with one.

        Raises
        ------
        ArgumentError
            There is no such player.
        """
        match = self.take(_PLAYER)
        if match is None:
            return None
        if match["number"] is None:
            return self._me
        if match["number"] not in map(str, range(1, self._players + 1)):
            raise ArgumentError(f"{shorten(match['number'])} is not a player; they are 1 to {self._players}")
        return int(match["number"])

    def placement(self, rules: Rules) -> str:
        """Parse the words of a placement for `Placement.parse`, without checking them."""
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

    def signs(self, known: Mapping[str, str], speakers: list[int]) -> str:
        """Parse the players' answers as signs; `speakers` are the players who may answer, in order.

        Raises
        ------
        ArgumentError
            The line names a player who is not among the speakers.
        """
        found = ""
        while True:
            before, seat = self.rest, None
            sign = self._sign(known)
            if sign is None:
                seat = self.player()
                self.take(_SAYS)
                sign = self._sign(known)
            if sign is None:
                self.rest = before
                return found
            if seat is not None and speakers[len(found) :][:1] not in ([], [seat]):
                raise ArgumentError(f"player {speakers[len(found)]} speaks next, not player {seat}")
            found += sign

    def _sign(self, known: Mapping[str, str]) -> str | None:
        return next((sign for sign, pattern in known.items() if self.take(pattern)), None)
