"""Exact answers about the cooperative game Narabi: the fewest turns of a deal, with proof."""

from typing import TYPE_CHECKING

from _gamekit import lazy
from _gamekit.limits import Limits
from _gamekit.progress import Progress

if TYPE_CHECKING:
    from narabi_solver.analysis.costs import Costs, restriction_costs
    from narabi_solver.analysis.finding import DealFinder, DealSpec, FoundDeal, find_deals
    from narabi_solver.analysis.reviewing import Judgement, Review, ReviewedTurn, review
    from narabi_solver.analysis.shortest import ShortestLines
    from narabi_solver.analysis.swaps import Analysis, analyse, swap_graph
    from narabi_solver.analysis.verifying import verify
    from narabi_solver.certify.certificates import make_certificate, write_certificates
    from narabi_solver.certify.checker import CheckResult, RejectedError, check_certificate
    from narabi_solver.game.cards import Card
    from narabi_solver.game.deal import Deal
    from narabi_solver.game.deck import Deck
    from narabi_solver.game.entering import DealEntry
    from narabi_solver.game.errors import (
        ArgumentError,
        DealFormatError,
        DeckFormatError,
        GameError,
        IllegalMoveError,
        InternalError,
        InvalidDealError,
        MoveFormatError,
        NarabiError,
        Problem,
        StoppedError,
        UndecidedError,
    )
    from narabi_solver.game.played import PlayedGame
    from narabi_solver.game.questions import Answer
    from narabi_solver.game.random_deals import random_deal, random_deals
    from narabi_solver.game.rules import Place, Rules, State, Stone, Swap
    from narabi_solver.hidden.hinting import Hint, HintedQuestion, HintedSwap, hint
    from narabi_solver.hidden.judging import HiddenJudgement, HiddenTurn, judge_hidden
    from narabi_solver.hidden.knowledge import ContradictionError, Knowledge
    from narabi_solver.solving.api import solve, solve_many
    from narabi_solver.solving.solution import Outcome, Solution, Verification
    from narabi_solver.solving.values import MoveValue, Value
    from narabi_solver.statistics.census import Census, census
    from narabi_solver.statistics.intervals import Interval
    from narabi_solver.statistics.survey import PairedSurvey, Survey, paired_survey, survey

__all__ = [
    "Analysis",
    "Answer",
    "ArgumentError",
    "Card",
    "Census",
    "CheckResult",
    "ContradictionError",
    "Costs",
    "Deal",
    "DealEntry",
    "DealFinder",
    "DealFormatError",
    "DealSpec",
    "Deck",
    "DeckFormatError",
    "FoundDeal",
    "GameError",
    "HiddenJudgement",
    "HiddenTurn",
    "Hint",
    "HintedQuestion",
    "HintedSwap",
    "IllegalMoveError",
    "InternalError",
    "Interval",
    "InvalidDealError",
    "Judgement",
    "Knowledge",
    "Limits",
    "MoveFormatError",
    "MoveValue",
    "NarabiError",
    "Outcome",
    "PairedSurvey",
    "Place",
    "PlayedGame",
    "Problem",
    "Progress",
    "RejectedError",
    "Review",
    "ReviewedTurn",
    "Rules",
    "ShortestLines",
    "Solution",
    "State",
    "Stone",
    "StoppedError",
    "Survey",
    "Swap",
    "UndecidedError",
    "Value",
    "Verification",
    "analyse",
    "census",
    "check_certificate",
    "find_deals",
    "hint",
    "judge_hidden",
    "make_certificate",
    "paired_survey",
    "random_deal",
    "random_deals",
    "restriction_costs",
    "review",
    "solve",
    "solve_many",
    "survey",
    "swap_graph",
    "verify",
    "write_certificates",
]

_HOMES = {
    "analysis.costs": "Costs restriction_costs",
    "analysis.finding": "DealFinder DealSpec FoundDeal find_deals",
    "analysis.reviewing": "Judgement Review ReviewedTurn review",
    "analysis.shortest": "ShortestLines",
    "analysis.swaps": "Analysis analyse swap_graph",
    "analysis.verifying": "verify",
    "certify.certificates": "make_certificate write_certificates",
    "certify.checker": "CheckResult RejectedError check_certificate",
    "game.cards": "Card",
    "game.deal": "Deal",
    "game.deck": "Deck",
    "game.entering": "DealEntry",
    "game.errors": "ArgumentError DealFormatError DeckFormatError GameError IllegalMoveError"
    " InternalError InvalidDealError MoveFormatError NarabiError Problem StoppedError"
    " UndecidedError",
    "game.played": "PlayedGame",
    "game.questions": "Answer",
    "game.random_deals": "random_deal random_deals",
    "game.rules": "Place Rules State Stone Swap",
    "hidden.hinting": "Hint HintedQuestion HintedSwap hint",
    "hidden.judging": "HiddenJudgement HiddenTurn judge_hidden",
    "hidden.knowledge": "ContradictionError Knowledge",
    "solving.api": "solve solve_many",
    "solving.solution": "Outcome Solution Verification",
    "solving.values": "MoveValue Value",
    "statistics.census": "Census census",
    "statistics.intervals": "Interval",
    "statistics.survey": "PairedSurvey Survey paired_survey survey",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
