"""Engines as processes: the line protocol of `mabi engine`, the program's side of it, and a client.

The protocol is drawn in `docs/mabi-engine.md`: the words of UCI, with those of UGI where UCI speaks of chess.
"""

from typing import TYPE_CHECKING

from _gamekit import lazy

if TYPE_CHECKING:
    from mabi_search.engine.client import EngineProcess
    from mabi_search.engine.words import EngineError, Report, ReportedLine

__all__ = ["EngineError", "EngineProcess", "Report", "ReportedLine"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy.names(
        __name__, {"client": "EngineProcess", "words": "EngineError Report ReportedLine"}
    )
