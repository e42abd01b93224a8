from .analysis.costs import Costs as Costs, restriction_costs as restriction_costs
from .analysis.finding import (
    DealFinder as DealFinder,
    DealSpec as DealSpec,
    FoundDeal as FoundDeal,
    find_deals as find_deals,
)
from .analysis.reviewing import (
    Judgement as Judgement,
    Review as Review,
    ReviewedTurn as ReviewedTurn,
    review as review,
)
from .analysis.shortest import ShortestLines as ShortestLines
from .analysis.swaps import (
    Analysis as Analysis,
    analyse as analyse,
    analyse_many as analyse_many,
    swap_graph as swap_graph,
)
from .analysis.verifying import verify as verify
from .certify.certificates import (
    Certificate as Certificate,
    make_certificate as make_certificate,
    write_certificates as write_certificates,
)
from .certify.checker import (
    CheckResult as CheckResult,
    RejectedError as RejectedError,
    check_certificate as check_certificate,
)
from .game.cards import Card as Card
from .game.deal import Deal as Deal
from .game.deck import Deck as Deck
from .game.entering import DealEntry as DealEntry
from .game.errors import (
    ArgumentError as ArgumentError,
    DealFormatError as DealFormatError,
    DeckFormatError as DeckFormatError,
    GameError as GameError,
    IllegalMoveError as IllegalMoveError,
    InternalError as InternalError,
    InvalidDealError as InvalidDealError,
    MoveFormatError as MoveFormatError,
    NarabiError as NarabiError,
    Problem as Problem,
    StoppedError as StoppedError,
    UndecidedError as UndecidedError,
)
from .game.played import PlayedGame as PlayedGame
from .game.questions import Answer as Answer
from .game.random_deals import random_deal as random_deal
from .game.rules import (
    LegalMoves as LegalMoves,
    Place as Place,
    Rules as Rules,
    State as State,
    Stone as Stone,
    Swap as Swap,
)
from .hidden.hinting import (
    Hint as Hint,
    HintedQuestion as HintedQuestion,
    HintedSwap as HintedSwap,
    hint as hint,
)
from .hidden.judging import (
    HiddenJudgement as HiddenJudgement,
    HiddenTurn as HiddenTurn,
    judge_hidden as judge_hidden,
)
from .hidden.knowledge import ContradictionError as ContradictionError, Knowledge as Knowledge
from .sizes import Limits as Limits, Progress as Progress
from .solving.answers import (
    MoveValue as MoveValue,
    Outcome as Outcome,
    Solution as Solution,
    Value as Value,
    Verification as Verification,
)
from .solving.dealing import random_deals as random_deals
from .solving.packing import pack_deals as pack_deals, random_packed as random_packed
from .solving.solve import (
    analyse_packed as analyse_packed,
    solve as solve,
    solve_many as solve_many,
    solve_packed as solve_packed,
)
from .statistics.census import Census as Census, census as census
from .statistics.survey import (
    Interval as Interval,
    PairedSurvey as PairedSurvey,
    Survey as Survey,
    paired_survey as paired_survey,
    survey as survey,
)

__version__: str
