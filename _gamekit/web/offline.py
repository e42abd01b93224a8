"""A page as files for any server: it can be installed like a program, and works without a network.

`HEAD` stands in the head of the page, and `SOURCES` in its policy, if it has one.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import struct
import zlib

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


def folder(page: str, name: str, about: str) -> dict[str, bytes]:
    """Return the files of a page by their names, as in `KINDS`; the page stands in "index.html".

    Parameters
    ----------
    page
        The page, with `HEAD` in its head.
    name, about
        What it is called where it is installed, and what it is.
    """
    icons = {f"icon-{size}.png": _icon(size) for size in (192, 512)}
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


def _icon(size: int) -> bytes:
    """Return a ring as a PNG picture: as far from the edges as those that cut icons to shapes want it."""
    paper, ring = b"\xff\xff\xff", b"\xd5\x5e\x00"
    middle = (size - 1) / 2
    inner, outer = (0.18 * size) ** 2, (0.34 * size) ** 2
    rows = (
        b"\0"
        + b"".join(
            ring if inner <= (x - middle) ** 2 + (y - middle) ** 2 <= outer else paper for x in range(size)
        )
        for y in range(size)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
