"""Makes calls that `tests/recording.py` recorded, without numpy, in the Python of replay_in_pyodide.js.

The value of the program is JSON: how many calls of each entry were made, and what was different.
"""

import ctypes
import json
import struct
from collections import Counter
from pathlib import Path

from _gamekit.jit import store

CALLS = Path("/calls")
memory = (CALLS / "memory.bin").read_bytes()
made, different = Counter(), []


def words_of(told, addresses):
    """Return the words of an argument."""
    if isinstance(told, list):
        return [word for one in told for word in words_of(one, addresses)]
    if isinstance(told, str):
        return [int(told) & (1 << 64) - 1]
    address = 0 if told["stretch"] is None else addresses[told["stretch"]] + told["at"]
    return [address, *told["shape"]]


for call in json.loads((CALLS / "calls.json").read_text()):
    name, stretches = call["name"], call["stretches"]
    (library,) = (CALLS / store.levels()[0]).glob(f"*.{name}-*.so")
    run = store.loaded(library, returns=call["result"] is not None)
    room = [ctypes.create_string_buffer(one["bytes"] + one["skew"]) for one in stretches]
    addresses = [ctypes.addressof(a) + one["skew"] for a, one in zip(room, stretches, strict=True)]
    for address, one in zip(addresses, stretches, strict=True):
        ctypes.memmove(address, memory[one["before"] : one["before"] + one["bytes"]], one["bytes"])
    words = words_of(call["arguments"], addresses)
    result = run(struct.pack(f"{len(words)}Q", *words))
    if str(result) != str(call["result"]):
        different.append(f"{name}: the result is {result}, not {call['result']}")
    for number, (address, one) in enumerate(zip(addresses, stretches, strict=True)):
        if ctypes.string_at(address, one["bytes"]) != memory[one["after"] : one["after"] + one["bytes"]]:
            different.append(f"{name}: stretch {number} is another")
    made[name] += 1

json.dumps({"made": made, "different": different})
