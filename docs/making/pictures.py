"""The pictures of the README and of the pages: ``python -m docs.making.pictures`` draws them again."""

from __future__ import annotations

from collections.abc import Callable

from docs.making import diagrams
from docs.making.pages import DOCS, ROOT
from mabi_search import Position, analyse as analyse_mabi
from narabi_solver import Deal, analyse, solve
from tales_of_arabia import Record

FOLDER = DOCS / "pictures"
DEAL = (ROOT / "examples" / "deals.txt").read_text().splitlines()[-1]
OPENING = "start moves a1a2 h8h7 c1c2 f8f7 e1e2 b8b7 g1g2 d8d7"
TALES = """players 3; lay cave; lay old woman; lay king open; interrupt 2 forgotten name; lay jinni open;
interrupt 3 lamp; lay desert; lay talking ass; lay ruby; lay comet; lay dervish open"""
RUN = "1wb1/wwb1/w1b1/1bw1 w r w 13"
ENDINGS = {
    "squeezed": "5b2/2b1wbw1/2bw1b2/2wbwbbb/wb1wb1w1/wwww1w2/wb1bwbbb/6w1 w - w 158",
    "lost-run": "3b4/3wwbw1/bwbb1bb1/1wwwwwb1/wbbbbbb1/w1bw2w1/1w2w1wb/8 w p b 68",
    "walkers": "7b/w1bw1b2/1bwb1bwb/2wb1bw1/w1bw1bwb/1wwbwb2/1bwbww2/2w5 w - b 300",
    "missed-pass": "4wb2/3bww2/4bbw1/b2wwbbw/wbbbbb2/1wwbw1w1/2bwwbb1/1w4w1 b - b 201",
}
"""Of games in studies/endings/stopped.games.txt: 6, 2, 39 and 64."""

PHONE = "-phone"
"""The end of the name of a picture that narrow pages show instead of the one without it."""
PICTURES: dict[str, Callable[[], str]] = {
    "ring": lambda: Deal.parse(DEAL).svg(chosen="B4"),
    "strip": lambda: solve(Deal.parse(DEAL)).svg(),
    "ring-phone": lambda: Deal.parse(DEAL).svg(chosen="B4", layout="phone"),
    "strip-phone": lambda: solve(Deal.parse(DEAL)).svg(layout="phone"),
    "shortest-lines": lambda: diagrams.shortest_lines(analyse(Deal.parse(DEAL), lines=True)),
    "mabi-board": lambda: Position.parse("start moves a1a2 h8h7").svg(width=420),
    "mabi-run": lambda: Position.parse(RUN).svg(region="w"),
    "mabi-analysis": lambda: analyse_mabi(Position.parse(OPENING), depth=3, lines=4).svg(width=480),
    "mabi-ending-squeezed": lambda: Position.parse(ENDINGS["squeezed"]).svg(width=360),
    "mabi-ending-lost-run": lambda: Position.parse(ENDINGS["lost-run"]).svg(width=360, region="w"),
    "mabi-ending-walkers": lambda: Position.parse(ENDINGS["walkers"]).svg(width=360),
    "mabi-ending-missed-pass": lambda: Position.parse(ENDINGS["missed-pass"]).svg(width=360, region="w"),
    "proof-tree": diagrams.proof_tree,
    "tales-table": lambda: Record.parse(TALES).game.svg(),
}


def main() -> None:
    """Draw all."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw())


if __name__ == "__main__":
    main()
