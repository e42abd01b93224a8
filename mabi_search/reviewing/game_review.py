"""Judge a game ply by ply: by proofs of `solve`, or else by estimates of `analyse`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from _gamekit.facts import AsDict, Fact, Facts, Result, Rows, Words, effort, for_people, html_of
from _gamekit.languages import FIRST, Language, language_of
from _gamekit.limits import Limits, limited
from _gamekit.page import Replay, Timeline
from _gamekit.progress import Progress, silent
from mabi_search.game.errors import ArgumentError, InternalError
from mabi_search.game.notation import line_words, move_words
from mabi_search.game.outcomes import DRAW, LOSS, UNDECIDED, WIN, Outcome, proven_text, signed
from mabi_search.game.position import Position
from mabi_search.game.rules import SIDE_NAMES, Move, move_number
from mabi_search.proof.solving import solve
from mabi_search.reviewing import curve
from mabi_search.reviewing.curve import Point
from mabi_search.search.analysis import analyse

DEFAULT_NODES = 20_000
"""Node limit of each search if neither nodes nor seconds are limited."""
PATIENCE = 8
"""Factor of the node limit for a move that was not the best, so that it can be searched to the depth of the
best move."""
INACCURACY, MISTAKE = 50, 150
"""Minimum loss of an inaccuracy and of a mistake, in hundredths of a piece."""
SHOWN_MOVES = 6
"""Maximum number of displayed moves of a better line."""


class Judgement(Words):
    """The judgement of a move."""

    BEST = "best"
    """No better move is known."""
    GOOD = "good"
    """Estimated: the move lost less than half a piece."""
    INACCURACY = "inaccuracy"
    """Estimated: the move lost half a piece or more."""
    MISTAKE = "mistake"
    """Estimated: the move lost a piece and a half or more."""
    LOSES_WIN = "loses the win"
    """Proven: the mover had a win before the move, and has none after it."""
    LOSES_DRAW = "loses the draw"
    """Proven: the mover had a draw before the move, and loses after it."""
    IS_LOST = "is lost after it"
    """Proven after the move: the mover loses; the outcome before the move is not proven."""
    MAY_LOSE = "may lose the win"
    """Proven before the move: the mover wins; the outcome after the move is not proven."""
    LOST = "already lost"
    """Proven: every move loses."""
    UNKNOWN = "not known"
    """The values before and after the move cannot be compared, because a limit was reached."""


TURNING = (
    Judgement.MISTAKE,
    Judgement.LOSES_WIN,
    Judgement.LOSES_DRAW,
    Judgement.IS_LOST,
    Judgement.MAY_LOSE,
)
"""The judgements of plies at which a game turned or may have turned."""


MARKS = {
    Judgement.INACCURACY: "?!",
    Judgement.MISTAKE: "?",
    Judgement.IS_LOST: "?",
    Judgement.MAY_LOSE: "?",
    Judgement.LOSES_DRAW: "??",
    Judgement.LOSES_WIN: "??",
}
"""The marks of judgements in lists of moves. "??" is used for proven judgements only."""


@dataclass(frozen=True)
class Worth(AsDict):
    """The value of a position for one side: a proven outcome or an estimate."""

    outcome: Outcome
    """The proven outcome, or undecided."""
    score: int | None = None
    """The estimate, in hundredths of a piece; None if the outcome is proven or nothing is known."""
    pv: tuple[Move, ...] = ()
    """The principal variation from the position."""
    depth: int = 0
    """Depth of the estimate in plies; 0 if there is no estimate."""

    @property
    def proven(self) -> bool:
        """True if the outcome is proven."""
        return self.outcome.proven

    @property
    def turned(self) -> Worth:
        """The value for the other side."""
        return replace(self, outcome=self.outcome.turned, score=None if self.score is None else -self.score)

    def __str__(self) -> str:
        """Return the outcome, or the estimate in pieces."""
        return self._words(language_of("mabi_search"))

    def _words(self, language: Language) -> str:
        """Return the outcome, or the estimate in pieces, in a language."""
        if self.proven:
            return proven_text(self.outcome, language)
        return language.text("notKnown") if self.score is None else signed(self.score / 100)

    @property
    def value(self) -> str | float | None:
        """The value for use in programs: the name of an outcome, an estimate in pieces, or None."""
        if self.proven:
            return str(self.outcome)
        return None if self.score is None else self.score / 100

    def facts(self) -> list[Fact]:
        """Return the value, the principal variation and its depth, as facts for display."""
        return [
            Fact("value", self.value, str(self)),
            Fact("proven", self.proven),
            Fact("pv", self.pv, " ".join(map(str, self.pv)), "line"),
            Fact("depth", self.depth, str(self.depth) * bool(self.depth)),
        ]


@dataclass(frozen=True)
class ReviewedPly(AsDict):
    """A move of a game, with its judgement."""

    ply: int
    """Number of plies since the start of the game, including this one."""
    side: str
    """The side that moved: ``w`` or ``b``."""
    move: Move
    """The move."""
    before: Worth
    """The value for the mover before the move. Its `pv` begins with the best known move."""
    after: Worth
    """The value for the mover after the move."""

    @property
    def proven(self) -> bool:
        """True if both values, and therefore the judgement, are proven."""
        return self.before.proven and self.after.proven

    @property
    def estimated(self) -> bool:
        """True if neither value is proven."""
        return not self.before.proven and not self.after.proven

    @property
    def judgement(self) -> Judgement:
        """The judgement of the move."""
        before, after = self.before, self.after
        if before.proven and after.proven:
            return PROVEN.get((before.outcome, after.outcome), Judgement.BEST)
        if before.outcome == LOSS:
            return Judgement.LOST
        if before.outcome == WIN:
            return Judgement.MAY_LOSE
        if after.outcome == LOSS:
            return Judgement.IS_LOST
        if before.pv[:1] == (self.move,):
            return Judgement.BEST  # the estimate after the best move is one ply deeper and may differ
        if before.score is None or after.score is None:
            return Judgement.UNKNOWN
        given = before.score - after.score
        if given >= INACCURACY:
            return Judgement.MISTAKE if given >= MISTAKE else Judgement.INACCURACY
        return Judgement.GOOD

    @property
    def mark(self) -> str:
        """The mark of the judgement in lists of moves; empty for good moves."""
        return MARKS.get(self.judgement, "")

    @property
    def judged(self) -> str:
        """The judgement in words, with a remark if it is only estimated."""
        return self._judged(language_of("mabi_search"))

    def _judged(self, language: Language) -> str:
        """Return the judgement in a language, with a remark if it is only estimated."""
        guess = self.estimated and self.judgement is not Judgement.UNKNOWN
        judgement = language.text(f"judged {self.judgement}")
        return language.text("estimatedJudgement" if guess else "provenJudgement", judgement=judgement)

    @property
    def better(self) -> tuple[Move, ...]:
        """The line of a better move; empty if the move was not at fault, or no better move is known."""
        worse = (*TURNING, Judgement.INACCURACY)
        known = self.before.pv if self.judgement in worse and self.before.pv[:1] != (self.move,) else ()
        return known

    def __str__(self) -> str:
        """Return the judgement in a sentence."""
        return self._words(language_of("mabi_search"))

    def _words(self, language: Language) -> str:
        """Return the judgement in a sentence, in a language."""
        side, judged = language.text(self.side), self._judged(language)
        move = move_words(self.move, language)
        text = language.text("ofMove", n=move_number(self.ply), side=side, move=move, told=judged)
        before, after = self.before._words(language), self.after._words(language)
        if before != after:
            text += language.text("beforeAfter", side=side, before=before, after=after)
        if self.better:
            text += language.text("better", line=line_words(self.better, 8, language))
        return text

    def facts(self) -> list[Fact]:
        """Return the judged move as a table row."""
        style = "bold red" if self.judgement in TURNING else "dim" * (self.judgement is Judgement.LOST)
        line = " ".join(map(str, self.better[:SHOWN_MOVES])) + " …" * (len(self.better) > SHOWN_MOVES)
        return [
            Fact("ply", self.ply, str(move_number(self.ply)), "number"),
            Fact("side", self.side, SIDE_NAMES[self.side]),
            Fact("move", self.move, str(self.move)),
            Fact("judgement", self.judgement, self.judged, style=style),
            Fact("value_before", self.before.value, str(self.before), "before"),
            Fact("value_after", self.after.value, str(self.after), "after"),
            Fact("proven", self.proven),
            Fact("better", self.better, line),
        ]


PROVEN = {
    (WIN, LOSS): Judgement.LOSES_WIN,
    (WIN, DRAW): Judgement.LOSES_WIN,
    (DRAW, LOSS): Judgement.LOSES_DRAW,
    (LOSS, LOSS): Judgement.LOST,
}
"""The judgement for each pair of proven outcomes, before and after a move. Other pairs are `BEST`."""


@dataclass(frozen=True)
class GameReview(Result):
    """A game with a judgement of every ply."""

    position: Position
    """The final position. Its `moves` are the game."""
    worths: tuple[Worth, ...]
    """The value of each position, in order, for the side to move."""
    plies: tuple[ReviewedPly, ...]
    """The moves with their judgements."""
    stopped_by: str | None = None
    """"interrupt" if a stop was requested, so that some judgements may be unknown; otherwise None."""
    nodes: int = field(default=0, compare=False)
    """Number of positions and placements searched."""
    seconds: float = field(default=0.0, compare=False)
    """Wall-clock seconds of the search."""

    @property
    def turning_points(self) -> tuple[ReviewedPly, ...]:
        """The plies at which the game turned or may have turned."""
        return tuple(ply for ply in self.plies if ply.judgement in TURNING)

    @property
    def summary(self) -> str:
        """The result of the game and at most four of its turning points, in one sentence."""
        return self._summary_words(language_of("mabi_search"))

    def _summary_words(self, language: Language) -> str:
        """Return the result of the game and at most four of its turning points, in a language."""
        moves = len({move_number(ply.ply) for ply in self.plies})
        end = self.position.ending(language.name) or language.text("notOver", n=moves)
        turns = [
            language.text(
                "turn",
                n=move_number(ply.ply),
                side=language.text(ply.side),
                judgement=language.text(f"judged {ply.judgement}"),
            )
            for ply in self.turning_points
        ]
        more = language.text("andMore", count=len(turns) - 4) if len(turns) > 4 else ""
        shown = language.text("andNext").join(turns[:4]) + more or language.text("none")
        return language.text("reviewed", end=end, turns=shown)

    def replay(self, *, theme: str = "auto", language: str = FIRST, page: str | None = None) -> Replay:
        """Return a replay of the game, with its curve and the judgement of each move.

        Parameters
        ----------
        theme : str, default "auto"
            "auto" (follows the reader's system), "light" or "dark".
        language : str, default "en"
            The language's code: "en", "de", "fr", "ja" or "pl".
        page : str, optional
            Address of Mabi's page, for a link that opens the game there. By default there is no link.

        Returns
        -------
        Replay
            The replay. Its `html` is a page that works offline.

        Raises
        ------
        ArgumentError
            There is no such theme or language.
        """
        texts = language_of("mabi_search", language)
        shown = self.position.replay(theme=theme, language=language, page=page)
        frames = list(shown.frames)
        for i, ply in enumerate(self.plies, 1):
            frames[i] = frames[i]._replace(
                name=f"{frames[i].name} {ply.mark}".rstrip(),
                text=f"{ply._words(texts)}\n\n{frames[i].text}",
            )
        points = [
            Point(ply, side, worth.outcome, worth.score)
            for ply, side, worth in zip(self._plies(), self._sides(), self.worths, strict=True)
        ]
        marked = [ply.ply for ply in self.turning_points]
        names = [frame.name for frame in frames]
        drawing = curve.drawing(points, names, marked, theme=theme, language=texts)
        timeline = Timeline(texts.text("curve.title"), drawing, curve.places(points))
        return replace(shown, title=self._summary_words(texts), frames=frames, timeline=timeline)

    def _plies(self) -> range:
        return range(self.position.base.ply, self.position.ply + 1)

    def _sides(self) -> list[str]:
        """Return the side to move in each position of the game."""
        return [*(ply.side for ply in self.plies), self.position.side]

    def __repr__(self) -> str:
        return f"<GameReview: {self.summary}>"

    def facts(self) -> Facts:
        """Return the turning points and the judgements of all moves as facts."""
        limits = f"not everything is known: stopped by {self.stopped_by}"
        return [
            Fact("summary", self.summary, self.summary, "", "bold"),
            Fact("position", self.position),
            Fact("turning_points", [ply.ply for ply in self.turning_points]),
            for_people("", "Values are for the side that moves."),
            Rows("plies", [ply.facts() for ply in self.plies], [0]),
            Fact("stopped_by", self.stopped_by, limits * bool(self.stopped_by), ""),
            *effort(self, label=""),
            Fact("rules", asdict(self.position.rules)),
        ]

    def _repr_html_(self) -> str:
        return html_of(self.facts()) + self.replay()._repr_html_()


def review(position: Position, *, limits: Limits | None = None, progress: Progress = silent) -> GameReview:
    """Judge a game ply by ply.

    `solve` searches each position, and `analyse` follows if `solve` proves nothing. A proven outcome is also
    used for a neighbouring position of the game if it decides that position.

    Parameters
    ----------
    position : Position
        The final position. Its `moves` are the game.
    limits : Limits, optional
        Limits: nodes of each search, and seconds of all searches together. The default is 20,000 nodes.
    progress : Progress, optional
        A function to be called with the current ply as text, and with `ply` and `plies`.

    Returns
    -------
    GameReview
        The judgement of every ply, with better lines, and a summary.

    Raises
    ------
    ArgumentError
        The position has no moves, or an argument is of the wrong kind.

    Examples
    --------
    >>> from mabi_search import Position, review
    >>> game_review = review(Position.parse("1bw1/b1w1/1w1b w - w 9 moves b1a1 pass pass"))
    >>> print(game_review.summary)
    White wins by 2 to 1; turning points: none
    """
    limits = limited(limits, DEFAULT_NODES)
    if not position.moves:
        raise ArgumentError(
            "there is no game to review: give the position with its moves, 'start moves a1a2 …'"
        )
    moments = [Position(position.base, (), position.rules)]
    for move in position.moves:
        moments.append(moments[-1].play_unchecked(move))
    searches = _Searches(limits, len(moments))
    worths, plies = searches.judged(moments, progress)
    stopped = "interrupt" if limits.stop is not None and limits.stop() else None
    return GameReview(position, tuple(worths), plies, stopped, searches.nodes, searches.seconds)


def judge(position: Position, *, limits: Limits | None = None) -> ReviewedPly:
    """Return the last move of a game with its judgement, as in `review`.

    Raises
    ------
    ArgumentError
        The position has no moves.

    Examples
    --------
    >>> from mabi_search import Position
    >>> from mabi_search.reviewing.game_review import judge
    >>> print(judge(Position.parse("1bw1/b1w1/1w1b w - w 9 moves b1a1")).judgement)
    best
    """
    if not position.moves:
        raise ArgumentError("there is no move to judge")
    before = Position(position.base, position.moves[:-1], position.rules)
    _, (ply,) = _Searches(limited(limits, DEFAULT_NODES), 2).judged([before, position], silent)
    return ply


class _Searches:
    """Search for the values of positions, within limits shared by all searches."""

    def __init__(self, limits: Limits, positions: int):
        self.limits = limits
        self.positions_left = positions
        self.nodes, self.seconds = 0, 0.0

    def judged(
        self, moments: Sequence[Position], progress: Progress
    ) -> tuple[list[Worth], tuple[ReviewedPly, ...]]:
        """Return the values of all positions of a game, and the judged moves between them."""
        worths, last = [], len(moments) - 1
        for i, moment in enumerate(moments):
            number, most = move_number(moment.ply), move_number(moments[-1].ply)
            progress(f"move {number} of {most}", ply=i, plies=last)
            worths.append(self.worth(moment))
        worths = _joined(moments, worths)
        plies = tuple(
            ReviewedPly(
                before.ply + 1,
                before.side,
                after.moves[-1],
                worth,
                _to_mover(before, after, self.after(worth, after, worths[i + 1])),
            )
            for i, (before, after, worth) in enumerate(zip(moments, moments[1:], worths, strict=False))
        )
        return worths, plies

    def worth(self, position: Position) -> Worth:
        """Return the value of a position for the side to move."""
        over = position.outcome()
        self.positions_left -= 1
        if over is not None:
            return Worth(over.outcome_for(position.side))
        verdict = solve(position, limits=self._share(2))
        self._count(verdict.nodes, verdict.seconds)
        if verdict.proven:
            return Worth(verdict.outcome, pv=verdict.pv)
        analysis = analyse(position, limits=self._share(1))
        self._count(analysis.nodes, analysis.seconds)
        if analysis.proven or not analysis.lines:
            return Worth(analysis.outcome, pv=analysis.pv)
        return Worth(UNDECIDED, analysis.score, analysis.pv, analysis.depth)

    def after(self, before: Worth, position: Position, searched: Worth) -> Worth:
        """Return the value of the position after a move, for the side to move there.

        Estimates of different depths cannot be compared well. So the position is searched again to a depth
        that matches the line of the best move.
        """
        if before.proven or searched.proven or before.pv[:1] == position.moves[-1:] or before.depth < 2:
            return searched
        nodes = None if self.limits.max_nodes is None else PATIENCE * self.limits.max_nodes
        limits = replace(self.limits, max_nodes=nodes, max_seconds=None if nodes else 1.0)
        analysis = analyse(position, depth=before.depth - 1, limits=limits)
        self._count(analysis.nodes, analysis.seconds)
        if analysis.proven or not analysis.lines:
            return Worth(analysis.outcome, pv=analysis.pv) if analysis.proven else searched
        return Worth(UNDECIDED, analysis.score, analysis.pv, analysis.depth)

    def _share(self, parts: int) -> Limits:
        """Return the limits of the next search.

        The remaining time is divided equally among the remaining searches: `parts` for this position, and two
        for each later position.
        """
        if self.limits.max_seconds is None:
            return self.limits
        seconds_left = max(self.limits.max_seconds - self.seconds, 0.0)
        return replace(self.limits, max_seconds=seconds_left / (2 * self.positions_left + parts))

    def _count(self, nodes: int, seconds: float) -> None:
        self.nodes += nodes
        self.seconds += seconds


def _to_mover(before: Position, after: Position, worth: Worth) -> Worth:
    """Return a value after a move for the side that moved. In a run, that side moves again."""
    return worth if before.side == after.side else worth.turned


def _joined(moments: Sequence[Position], worths: list[Worth]) -> list[Worth]:
    """Improve the values of positions by the proofs of neighbouring positions.

    A side that loses also loses after its move. A side that wins after its move also wins before it.
    """
    joined = list(worths)
    for i, (before, after) in enumerate(zip(moments, moments[1:], strict=False)):
        carried = joined[i]
        if carried.outcome == LOSS or (carried.outcome == WIN and carried.pv[:1] == after.moves[-1:]):
            value = _to_mover(before, after, joined[i + 1])
            if value.proven and value.outcome != carried.outcome:
                raise InternalError(f"the proven outcomes of {before} and {after} contradict each other")
            if not value.proven:
                joined[i + 1] = _to_mover(before, after, replace(carried, pv=carried.pv[1:]))
    for i in range(len(moments) - 2, -1, -1):
        before, after = moments[i], moments[i + 1]
        value = _to_mover(before, after, joined[i + 1])
        if value.outcome == WIN and joined[i].outcome != WIN:
            if joined[i].proven:
                raise InternalError(f"the proven outcomes of {before} and {after} contradict each other")
            joined[i] = Worth(WIN, pv=(after.moves[-1], *value.pv))
    return joined
