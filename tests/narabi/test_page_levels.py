"""The levels of a score card, as people write them on the page."""

from __future__ import annotations

import json
import shutil

import pytest

from benchmarks.page_cases import in_node, named

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")

WRITTEN = """\
our best 6 | our best | 6
our best: 6 | our best | 6
6 Gold | Gold | 6
6: Gold | Gold | 6
Gold 6 turns | Gold | 6
Gold,6 | Gold | 6
Gold (6 Züge) | Gold | 6
6 coups Or | Or | 6
złoto = 6 ruchów | złoto | 6
金 ６手 | 金 | 6
level 2 12 | level 2 | 12
1. Gold 6 | 1. Gold | 6
R2D2 <= 9 | R2D2 | 9
nothing | |
12 | |
Gold 6 apples | |"""
"""Lines, each with the name and the turns of its level, or with nothing."""


@needs_node
def test_levels_are_read_however_they_are_written() -> None:
    """And a line that is none is named below the field."""
    rows = [[cell.strip() for cell in row.split("|")] for row in WRITTEN.splitlines()]
    found = in_node(f"""(() => {{
        {named("levels.js")}
        const lines = {json.dumps([line for line, _, _ in rows])};
        const levels = lines.map(levelsOf).map(([level]) => (level ? [level.name, level.turns] : null));
        return [levels, unreadWords(lines.join("\\n"))];
    }})()""")
    assert found[0] == [[name, int(turns)] if name else None for _, name, turns in rows]
    assert found[1].startswith("Not read as a level: 'nothing', '12', 'Gold 6 apples'. Write a name")


@needs_node
def test_no_space_follows_a_full_stop_of_japanese() -> None:
    said = in_node(f"""(() => {{
        {named("levels.js")}
        return ["en", "ja"].map(one => {{
            language = one;
            return levelWords({{ reached: "Gold", best: 6, bestName: "Gold" }});
        }});
    }})()""")
    assert said == [
        "Level: Gold. Best so far: Gold, in 6 turns.",
        "レベル：Gold。これまでの最高：Gold（6手）。",
    ]
