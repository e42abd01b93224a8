"""A game judged ply by ply."""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from mabi_search.reviewing.game_review import GameReview, Judgement, ReviewedPly, Worth, review

__all__ = ["GameReview", "Judgement", "ReviewedPly", "Worth", "review"]

_HOMES = {"game_review": "GameReview Judgement ReviewedPly Worth review"}

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(__name__, _HOMES)
