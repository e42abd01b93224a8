"""The process of the frozen engine, started by `mabi_frozen.py`: `python -P mabi_frozen_server.py FOLDER`.

It runs with the sources of that folder, not with those beside this file. A line of input is a number of nodes
and a position; the answer is a line of JSON: the move, processor seconds and nodes.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

import mabi_search
from mabi_search import Limits, Position, analyse
from mabi_search.search.analysis import deepening


def answer(position: Position, nodes: int) -> str:
    """Return the first move of the best line, as JSON."""
    started = time.process_time()
    *_, found = deepening(position, limits=Limits(max_nodes=nodes))
    line = (found if found.lines else analyse(position, depth=1)).lines[0]
    seconds = time.process_time() - started
    return json.dumps({"move": str(line.move), "seconds": seconds, "nodes": found.nodes})


def main() -> None:
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it decides
    folder = Path(sys.argv[1])
    if not Path(mabi_search.__file__).is_relative_to(folder):
        raise SystemExit(f"{mabi_search.__file__} is not in {folder}")
    known, position = "start", Position.start()
    answer(position, 100)
    print("ready", flush=True)
    for line in sys.stdin:
        nodes, text = line.rstrip("\n").split(" ", 1)
        if text.startswith(f"{known} "):  # the game goes on: only new moves are played
            for move in text[len(known) :].split():
                if move != "moves":
                    position = position.play(move)
        else:
            position = Position.parse(text)
        known = text
        print(answer(position, int(nodes)), flush=True)


if __name__ == "__main__":
    main()
