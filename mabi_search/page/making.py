"""Build the web page: the board, the rules and the kernels in one file that loads nothing else."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import numpy as np

from _gamekit import game_page, languages
from _gamekit.jit import wasm
from _gamekit.page import compact, looks
from _gamekit.squeezing import squeezed
from _gamekit.themes import theme_of
from mabi_search.certify import certificate_format
from mabi_search.game import readings
from mabi_search.game.outcomes import DRAW, LOSS, WIN
from mabi_search.game.rules import READINGS
from mabi_search.kernels import keys
from mabi_search.kernels.alphabeta import evaluation, table, work
from mabi_search.kernels.proof import graph, search as proofs
from mabi_search.kernels.runs import levels, region, telling
from mabi_search.playing import levels as strengths, player
from mabi_search.proof import portfolio, proof_search, solving
from mabi_search.reviewing import game_review
from mabi_search.runs import pass_searches, region_search, run_search
from mabi_search.search import alphabeta, analysis, memory, running, weights
from mabi_search.search.sizes import JUDGE_NODES, MAX_DEPTH, REVIEW_NODES

ENTRIES = {
    "search": "mabi_search.kernels.alphabeta.search.search",
    "begin": "mabi_search.kernels.alphabeta.deepening.begin",
    "begin_depth": "mabi_search.kernels.alphabeta.deepening.begin_depth",
    "conclude": "mabi_search.kernels.alphabeta.deepening.conclude",
    "spread": "mabi_search.kernels.alphabeta.weights.spread",
    "estimated": "mabi_search.kernels.alphabeta.evaluation.estimated",
    "begin_run": "mabi_search.kernels.runs.run.begin_run",
    "past": "mabi_search.kernels.keys.past",
    "advance": "mabi_search.kernels.runs.run.advance",
    "path_to": "mabi_search.kernels.runs.run.path_to",
    "most_together": "mabi_search.kernels.runs.shape.most_together",
    "most_freely_together": "mabi_search.kernels.runs.shape.most_freely_together",
    "most_joined_together": "mabi_search.kernels.runs.joining.most_joined_together",
    "tell": "mabi_search.kernels.runs.telling.tell",
    "begin_region": "mabi_search.kernels.runs.region.begin",
    "advance_region": "mabi_search.kernels.runs.region.advance",
    "begin_proof": "mabi_search.kernels.proof.search.begin",
    "begin_again": "mabi_search.kernels.proof.search.begin_again",
    "prove": "mabi_search.kernels.proof.search.prove",
    "find": "mabi_search.kernels.proof.search.find",
    "tell_pass": "mabi_search.kernels.proof.search.tell_pass",
    "next_run": "mabi_search.kernels.proof.long_runs.next_run",
    "tell_run": "mabi_search.kernels.proof.search.tell_run",
}
"""The kernels that the page calls, by their names in its scripts."""
SHARED = "local.js"
"""The module that page and worker have in common, with what it imports."""
TRIES = 31 * len(proof_search.ORDERS)
"""Number of different tries of a proof search; then the page repeats the first. The memory is full before
that."""
HOW = {WIN: 1, DRAW: 0, LOSS: -1}
"""The number that stands for each proven outcome in the scripts."""
_INSIDE = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' blob: 'wasm-unsafe-eval'; "
)
_NO_NETWORK = _INSIDE + "img-src data:; worker-src blob:"


def page_html(*, theme: str = "auto") -> str:
    """Return Mabi as one HTML page that needs no other file and no network connection.

    Parameters
    ----------
    theme : str, default "auto"
        "auto" (follows the reader's system), "light" or "dark".

    Raises
    ------
    KernelError
        The kernels of the page are not compiled, or they are older than their sources.
    """
    return _one_file(theme, _NO_NETWORK)


def page_folder(*, theme: str = "auto") -> dict[str, bytes]:
    """Return the page as files for a web server, by name. Browsers can install the page for use offline.

    Parameters
    ----------
    theme : str, default "auto"
        "auto" (follows the reader's system), "light" or "dark".

    Raises
    ------
    KernelError
        The kernels of the page are not compiled, or they are older than their sources.
    """
    page = _one_file(theme, _INSIDE + game_page.SOURCES, game_page.HEAD)
    return game_page.folder(page, "Mabi", _goal(), "mabi_search.page")


def _goal() -> str:
    return languages.language_of("mabi_search").text("rules.goal")


def _one_file(theme: str, policy: str, head: str = "") -> str:
    page = game_page.filled(
        _text("index.html"),
        policy=policy,
        head=head,
        about=game_page.about("mabi_search.page", "Mabi", _goal()),
        icons=_text("icons.svg"),
        looks=looks(theme_of(theme)) + "\n" + compact(_text("board.css") + _text("screens.css")),
        kernels=wasm.packed("mabi", ENTRIES),
        library=library(),
        noscript=" · ".join(
            language.text("page.no-script") for language in languages.languages_of("mabi_search").values()
        ),
        worker=modules("worker.js", after=[SHARED]),
        script=modules("app.js", after=[SHARED]),
    )
    return game_page.without_unused(page)


def script(*names: str) -> str:
    """Return modules, with all their imports, as one script that needs no other file."""
    return f"{library()}\n{modules(*names, after=[SHARED])}"


def library() -> str:
    """Return the first part of the scripts of page and worker: constants, texts in all languages, rules."""
    texts = {
        name: {key: text for key, text in language.texts.items() if not key.startswith(languages.ON_PAPER)}
        for name, language in languages.languages_of("mabi_search").items()
    }
    known = f"const CONSTANTS = {game_page.in_script(constants())};", game_page.texts(texts)
    shared = (squeezed(_text(name)) for name in ("languages.js", "browser.js"))
    return "\n".join(['"use strict";', *known, *shared, modules(SHARED)])


def modules(*names: str, after: Iterable[str] = ()) -> str:
    """Return the named modules and their imports as a script, which must follow that of `library`."""
    return game_page.modules("mabi_search.page", *names, after=after)


def _text(name: str) -> str:
    return game_page.file_text("mabi_search.page", name)


# Constants for the page -----------------------------------------------------------------------


def constants() -> dict[str, Any]:
    """Return the constants of kernels, searches and levels for use in the page."""
    return {
        "readings": READINGS,
        "sound": readings.SOUND,
        "examined": readings.EXAMINED,
        "levels": [level._asdict() for level in strengths.LEVELS],
        "work": _numbers(work),
        "runs": _numbers(levels),
        "telling": _numbers(telling),
        "region": _numbers(region),
        "evaluation": _numbers(evaluation),
        "table": _numbers(table),
        "search": _numbers(alphabeta) | _numbers(analysis) | _numbers(memory) | {"MAX_DEPTH": MAX_DEPTH},
        "needs": {alphabeta.OPTIONS.index(name): technique for name, technique in alphabeta.NEEDS.items()},
        "keys": _numbers(keys),
        "running": _numbers(running),
        "run_search": _numbers(run_search),
        "region_search": _numbers(region_search),
        "pass": _numbers(pass_searches) | {"SHARES": pass_searches.SHARES},
        "player": _numbers(player) | _numbers(strengths),
        "graph": _numbers(graph),
        "prove": _numbers(proofs),
        "portfolio": _numbers(portfolio) | {"STAGE": solving.STAGES[0][0], "SHARES": portfolio.SHARES},
        "tries": [
            {"options": order.options, "costs": order.costs, "length": length}
            for order, length in islice(portfolio.tries(), TRIES)
        ],
        "review": _numbers(game_review)
        | {
            "marks": game_review.MARKS,
            "proven": {
                f"{HOW[before]} {HOW[after]}": judgement
                for (before, after), judgement in game_review.PROVEN.items()
            },
            "nodes": REVIEW_NODES,
            "judging": JUDGE_NODES,
        },
        "certificate": _words(certificate_format),
        "weights": weights_text(),
        "rooms": {
            "work": sizes_of(lambda n: work.scratch(np.zeros((n, 4), np.uint64), work.memory())),
            "kept": sizes_of(lambda n: levels.scratch(n)),
            "alone": sizes_of(lambda n: levels.scratch(n, 1)),
            "regions": sizes_of(region.scratch),
            "graph": sizes_of(_graph),
            "table": sizes_of(table.empty),
        },
    }


def _graph(n: int) -> graph.Graph:
    costs = np.array(proof_search.DOUBTFUL)
    return graph.scratch(
        n, np.zeros((0, 4), np.uint64), np.zeros(evaluation.WEIGHTS, np.int16), costs, graph.known(n)
    )


def _words(module: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if name.isupper()}


def _numbers(module: Any) -> dict[str, Any]:
    """Return the constants of a module that are numbers or tuples of numbers."""

    def is_number(value: object) -> bool:
        return isinstance(value, int | float)

    return {
        name: value
        for name, value in vars(module).items()
        if name.isupper() and (is_number(value) or (isinstance(value, tuple) and all(map(is_number, value))))
    }


def sizes_of(made: Callable[[int], Any]) -> Any:
    """Return, for each dimension of scratch arrays, the coefficients a and b of its size a * n + b."""
    return _growing(made(4), made(8))


def _growing(small: Any, large: Any) -> Any:
    if isinstance(small, np.ndarray):
        sizes = zip(small.shape, large.shape, strict=True)
        return [[(more - less) / 4, 2 * less - more] for less, more in sizes]
    if isinstance(small, tuple):
        names = getattr(small, "_fields", tuple(map(str, range(len(small)))))
        return {name: _growing(a, b) for name, a, b in zip(names, small, large, strict=True)}
    return int(small)


def weights_text() -> str:
    """Return the weights of the evaluation in base 64, in the order of their file."""
    places, windows = weights.read()
    return base64.b64encode(np.concatenate([places, windows.ravel()]).astype("<i2").tobytes()).decode()
