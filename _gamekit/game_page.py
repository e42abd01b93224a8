"""A page as files for any server: it can be installed like a program, and works without a network.

`HEAD` stands in the head of the page, and `SOURCES` in its policy, if it has one.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from _gamekit import folders, outputs

HEAD = """\
<link rel="manifest" href="page.webmanifest">
<link rel="apple-touch-icon" href="icon-192.png">
<script>navigator.serviceWorker?.register("offline.js").catch(() => {}); // none in a file</script>"""
SOURCES = "manifest-src 'self'; worker-src blob: 'self'; img-src data: 'self'"
KINDS = {
    "index.html": "html",
    "page.webmanifest": "manifest",
    "offline.js": "script",
    "icon-192.png": "png",
    "icon-512.png": "png",
}
"""The files, by name, and what each begins as."""


class Ring(NamedTuple):
    """A ring on an icon, in parts of its width; a disc if the inner radius is 0."""

    x: float
    y: float
    inner: float
    outer: float
    colour: bytes
    """Red, green and blue."""


ORANGE, BLUE = b"\xd5\x5e\x00", b"\x00\x72\xb2"
ICON = (Ring(0.5, 0.5, 0.18, 0.34, ORANGE),)


def folder(page: str, name: str, about: str, icon: Sequence[Ring] = ICON) -> dict[str, bytes]:
    """Return the files of a page by their names, as in `KINDS`; the page stands in "index.html".

    Parameters
    ----------
    page
        The page, with `HEAD` in its head.
    name, about
        What it is called where it is installed, and what it is.
    icon
        Its sign: as far from the edges as those that cut icons to shapes want it.
    """
    icons = {f"icon-{size}.png": _picture(size, icon) for size in (192, 512)}
    manifest = {
        "name": name,
        "short_name": name,
        "description": about,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [
            {"src": file, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for file, size in zip(icons, (192, 512), strict=True)
            for purpose in ("any", "maskable")
        ],
    }
    kept = {"index.html": page.encode(), "page.webmanifest": json.dumps(manifest, indent=1).encode(), **icons}
    version = hashlib.sha256(b"".join(kept.values())).hexdigest()[:16]
    script = importlib.resources.files("_gamekit.web").joinpath("data", "offline.js").read_text("utf-8")
    for there, instead in (
        ("@files@", json.dumps(["./", *(file for file in kept if file != "index.html")])),
        ("@name@", name),
        ("@version@", version),
    ):
        script = script.replace(there, instead)
    return {**kept, "offline.js": script.encode()}


def write(made: Mapping[str, bytes], path: str, inputs: Sequence[str | None] = ()) -> None:
    """Write the files of a page into a folder, which is made if it is not there."""
    folder = folders.named(path)
    folder.mkdir(parents=True, exist_ok=True)
    outputs.check([folder / name for name in made], inputs, [KINDS[name] for name in made])
    for name, content in made.items():
        outputs.write(folder / name, [content])


def words(made: Mapping[str, bytes], path: str) -> str:
    """Return what a command says of a folder that it has written."""
    return f"{len(made)} files written to {path}: put it on a web server (https), and open it there"


def _picture(size: int, icon: Sequence[Ring]) -> bytes:
    """Return rings on white paper as a PNG picture."""

    def colour(x: int, y: int) -> bytes:
        for ring in icon:
            far = (((x + 0.5) / size - ring.x) ** 2 + ((y + 0.5) / size - ring.y) ** 2) ** 0.5
            if ring.inner <= far <= ring.outer:
                return ring.colour
        return b"\xff\xff\xff"

    rows = (b"\0" + b"".join(colour(x, y) for x in range(size)) for y in range(size))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
