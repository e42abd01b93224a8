"""What answers the page: a process for each, which ends with it (``python -m mabi_search.serve.answers``)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from _gamekit.languages import FIRST
from _gamekit.limits import Limits
from _gamekit.web.answering import Dispatcher, Fields, Work, number_of, text_of
from mabi_search.game import saved_games
from mabi_search.game.errors import ArgumentError
from mabi_search.game.notation import MAX_TEXT
from mabi_search.game.outcomes import score_text
from mabi_search.game.position import Position
from mabi_search.game.rules import READINGS, Move, Rules
from mabi_search.playing.levels import LEVELS, seconds_for_move
from mabi_search.playing.player import Engine, Thinking
from mabi_search.search.sizes import JUDGE_NODES, PROOF_NODES, REVIEW_NODES
from mabi_search.serve.views import judged_view, position_view, reasons_view, run_view, texts, worth

MOST_PLIES = 2_000
"""Of a game on the board."""
KEPT = 512
"""Positions that are kept: those that were looked at last."""
LONGEST_MOVE = 8


def rules_of(fields: Fields) -> Rules:
    """Return the readings that a question names; those left out are the default ones."""
    given = fields.get("rules", {})
    if not isinstance(given, Mapping) or not set(given) <= {*READINGS, "size", "max_plies"}:
        known = ", ".join([*READINGS, "size", "max_plies"])
        raise ArgumentError(f"rules must be an object with any of {known}")
    return Rules(**given)


class Moment(NamedTuple):
    """A position in a game."""

    position: Position
    sides: str
    """Who made each of the moves before it."""


class Games:
    """Reads the game of a question; its positions are kept, since the next question is beside them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Any, ...], Moment] = OrderedDict()

    def position(self, fields: Fields) -> Position:
        """Return the position that a question is about; errors as for `moment`."""
        return self.moment(fields).position

    def moment(self, fields: Fields) -> Moment:
        """Return the position that a question is about, and who made the moves before it.

        Raises
        ------
        MabiError
            There is no such position, or the question is not well formed.
        """
        game = fields.get("game")
        if not isinstance(game, Mapping):
            raise ArgumentError("game must be an object with base, moves and rules")
        moves = game.get("moves", [])
        if not isinstance(moves, list) or len(moves) > MOST_PLIES:
            raise ArgumentError(f"moves must be a list of at most {MOST_PLIES:,} moves")
        if not all(isinstance(move, str) and len(move) <= LONGEST_MOVE for move in moves):
            raise ArgumentError("each of the moves must be a text like a1b1, or pass")
        return self._after(text_of(game, "base", MAX_TEXT), rules_of(game), tuple(moves))

    def _after(self, base: str, rules: Rules, moves: tuple[str, ...]) -> Moment:
        """Return the moment after some moves; played from the longest beginning that is known."""
        known = len(moves)
        while known and (base, rules, moves[:known]) not in self._kept:
            known -= 1
        moment = self._kept.get((base, rules, moves[:known]))
        if moment is None:
            moment = Moment(short_enough(Position.parse(base, rules)), "")
        for i, move in enumerate(moves[known:], known + 1):
            before = moment.position
            moment = Moment(before.play(Move.parse(move)), moment.sides + before.side)
            self._keep((base, rules, moves[:i]), moment)
        self._keep((base, rules, moves), moment)
        return moment

    def _keep(self, key: tuple[Any, ...], moment: Moment) -> None:
        self._kept[key] = moment
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def short_enough(position: Position) -> Position:
    """Return a position; ArgumentError if its game is longer than the board takes."""
    if len(position.moves) > MOST_PLIES:
        raise ArgumentError(f"{len(position.moves):,} moves; a game on the board has {MOST_PLIES:,} at most")
    return position


MOST_LINES = 8
"""Moves that are shown with arrows."""
ANALYSIS_SECONDS = 120
"""After which an analysis ends by itself, on a page that was forgotten."""
PASS_SECONDS = 4.0
MOST_SECONDS = 100_000
CLOCK_MILLISECONDS = 1_000 * MOST_SECONDS
LARGEST_CERTIFICATE = 1 << 25
"""Characters."""


class Answers:
    """The answers to one page."""

    def __init__(self) -> None:
        self._games = Games()
        self._engine = Engine(LEVELS[0])
        self._certificate: str | None = None

    def short(self) -> dict[str, Callable[[Fields], Fields]]:
        """Return the questions of rules and texts."""
        return {
            "hello": self.hello,
            "look": self.look,
            "why": self.why,
            "load": self.load,
            "save": self.save,
            "certificate": self.certificate,
        }

    def long(self) -> dict[str, Callable[[Fields, Work], Fields]]:
        """Return the questions that are searched for."""
        return {
            "analyse": self.analyse,
            "pass": self.pass_now,
            "solve": self.solve,
            "move": self.move,
            "review": self.review,
            "judge": self.judge,
        }

    def hello(self, fields: Fields) -> Fields:
        """Return what there is to choose from."""
        return {
            "levels": [level.name for level in LEVELS],
            "lines": MOST_LINES,
            "readings": READINGS,
            "long": list(self.long()),
            "share": False,
            "languages": [FIRST],
        }

    def look(self, fields: Fields) -> Fields:
        """Return a position as it is drawn."""
        position, sides = self._games.moment(fields)
        return position_view(position) | {"sides": sides}

    def why(self, fields: Fields) -> Fields:
        """Return why a move is illegal; None if it is not."""
        move = Move.parse(text_of(fields, "move", LONGEST_MOVE))
        return {"why": self._games.position(fields).why_not(move)}

    def load(self, fields: Fields) -> Fields:
        """Return the game of a text: a position with its moves, or a saved game, which names its rules."""
        text = text_of(fields, "text", MAX_TEXT)
        rules = saved_games.rules_in(text) or rules_of(fields)
        found = short_enough(saved_games.loads(text, rules, "the text"))
        base = Position(found.base, (), found.rules)
        return {"base": str(base), "moves": texts(found.moves), "rules": asdict(found.rules)}

    def save(self, fields: Fields) -> Fields:
        """Return the text of a saved game."""
        return {"text": saved_games.dumps(self._games.position(fields))}

    def certificate(self, fields: Fields) -> Fields:
        """Return the certificate of the last proof."""
        if self._certificate is None:
            raise ArgumentError("there is no certificate: solve the position first")
        return {"text": self._certificate}

    def analyse(self, fields: Fields, work: Work) -> Fields:
        """Tell the best moves after each depth."""
        from mabi_search.search.analysis import analyses  # loads numpy

        position = self._games.position(fields)
        lines = number_of(fields, "lines", 1, MOST_LINES)
        limits = Limits(max_seconds=ANALYSIS_SECONDS, stop=work.stopped)
        known: dict[str, Any] = {}
        for found in analyses(position, limits=limits, lines=lines):
            known = {
                "depth": found.depth,
                "nodes": found.nodes,
                "seconds": found.seconds,
                "stopped_by": found.stopped_by,
                "worth": worth(found.outcome, found.score, position.side),
                "lines": [
                    {
                        "moves": texts(line.pv),
                        "score": score_text(line.score, line.outcome),
                        "worth": worth(line.outcome, line.score, position.side),
                    }
                    for line in found.lines
                ],
            }
            work.tell(known)
        return known

    def pass_now(self, fields: Fields, work: Work) -> Fields:
        """Tell what a pass now leads to: where the other side can get to, and whether that decides."""
        from mabi_search.runs.pass_analysis import analyse_pass  # loads numpy

        position = self._games.position(fields)
        limits = Limits(max_seconds=PASS_SECONDS, stop=work.stopped)
        work.tell({"region": run_view(position)})
        found = analyse_pass(position, limits=limits)
        run = found.refutation if len(found.refutation) > 1 else found.run
        return {
            "region": run_view(position),
            "told": "\n".join(one.words for one in found.facts() if one.words),
            "run": texts(run),
        }

    def solve(self, fields: Fields, work: Work) -> Fields:
        """Prove who wins; keep the certificate."""
        from mabi_search.certify.certificates import (  # loads numpy
            NoCertificateError,
            certificate_of,
        )
        from mabi_search.proof.solving import decide

        position = self._games.position(fields)
        seconds = number_of(fields, "seconds", 1, MOST_SECONDS)
        limits = Limits(max_nodes=PROOF_NODES, max_seconds=seconds, stop=work.stopped)
        self._certificate = None
        verdict, proof = decide(position, limits=limits, progress=work.progress)
        message, reasons = "", None
        try:
            found = certificate_of(verdict, proof, limits=limits, progress=work.progress)
            made, reasons = str(found), reasons_view(found)
            self._certificate = made if len(made) <= LARGEST_CERTIFICATE else None
            message = (
                "" if self._certificate else "the certificate is too large for the page: use 'mabi solve'"
            )
        except NoCertificateError as error:
            message = f"no certificate: {error}"
        return {
            "summary": verdict.summary,
            "proven": verdict.proven,
            "worth": worth(verdict.outcome, None, position.side),
            "moves": texts(verdict.pv),
            "nodes": verdict.nodes,
            "seconds": verdict.seconds,
            "certificate": self._certificate is not None,
            "told": message,
            "reasons": reasons,
        }

    def move(self, fields: Fields, work: Work) -> Fields:
        """Choose a move for the engine, of a level, with a clock or without."""
        position = self._games.position(fields)
        level = LEVELS[number_of(fields, "level", 0, len(LEVELS) - 1)]
        if level != self._engine.level:
            self._engine = Engine(level)
        seconds = None
        if "left" in fields:
            left = number_of(fields, "left", 0, CLOCK_MILLISECONDS)
            bonus = number_of(fields, "bonus", 0, CLOCK_MILLISECONDS)
            seconds = seconds_for_move(left / 1000, bonus / 1000)
        chosen = self._engine.choose(position, Thinking(seconds, work.stopped))
        return {"move": str(chosen.move), "told": chosen.comment, "proven": chosen.wins}

    def review(self, fields: Fields, work: Work) -> Fields:
        """Judge a game ply by ply."""
        from mabi_search.reviewing.game_review import review  # loads numpy

        position = self._games.position(fields)
        limits = Limits(max_nodes=REVIEW_NODES, stop=work.stopped)
        found = review(position, limits=limits, progress=work.progress)
        sides = [*(ply.side for ply in found.plies), position.side]
        return {
            "summary": found.summary,
            "stopped": found.stopped_by is not None,
            "worths": [
                worth(one.outcome, one.score, side) for one, side in zip(found.worths, sides, strict=True)
            ],
            "plies": list(map(judged_view, found.plies)),
        }

    def judge(self, fields: Fields, work: Work) -> Fields:
        """Judge the last move of a game."""
        from mabi_search.reviewing.game_review import judge  # loads numpy

        limits = Limits(max_nodes=JUDGE_NODES, stop=work.stopped)
        return judged_view(judge(self._games.position(fields), limits=limits))


def main() -> None:
    """Answer the page until it is closed."""
    answers = Answers()
    Dispatcher(answers.short(), answers.long()).run()


if __name__ == "__main__":
    main()
