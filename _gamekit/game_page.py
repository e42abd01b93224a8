"""The web page of a game: its files, and the options of the command that writes them.

The command can write the page as a single file, or as a folder for any web server. Browsers can install the
page from a web server, and it then works offline. `HEAD` belongs in the head of such a page, and `SOURCES` in
its content security policy.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import json
import os
import re
import tempfile
import webbrowser
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

from _gamekit import folders, outputs
from _gamekit.arguments import add_drawing
from _gamekit.problems import number_of
from _gamekit.squeezing import squeezed
from _gamekit.themes import DARK, LIGHT

HEAD = """\
<link rel="manifest" href="page.webmanifest">
<link rel="apple-touch-icon" href="icon-192.png">
<meta property="og:image" content="preview.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
<script>navigator.serviceWorker?.register("offline.js").catch(() => {}); // none in a file</script>"""
SOURCES = "manifest-src 'self'; worker-src blob: 'self'; img-src data: 'self'"
ICONS = {"icon-192.png": 192, "icon-512.png": 512}
"""Icons of the installed page, with their size in pixels. Systems may cut off their edges."""
PREVIEW = "preview.png"
"""The picture that messengers show with a link to the page, 1200 by 630 pixels."""
KINDS = {
    "index.html": "html",
    "page.webmanifest": "manifest",
    "offline.js": "script",
    **dict.fromkeys([*ICONS, PREVIEW], "png"),
}
"""The kind of each file in the folder."""
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w.]+)";$', re.MULTILINE)
_BESIDE = re.compile(r'^import "\./([\w.]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\[[^\]]*\]|\w+)", re.MULTILINE)
_UNREAD = re.compile(r"^ *(?://.*\n|/\*\*(?s:.*?)\*/\n|\n|)", re.MULTILINE)
"""Comments, empty lines and indentation."""


def file_text(package: str, name: str) -> str:
    """Return the text of a page's file, or of a file that the pages of all games share."""
    places = ((package, "files"), ("_gamekit", "data"), ("_gamekit", "jit"))
    found = (importlib.resources.files(where).joinpath(folder, name) for where, folder in places)
    return next(file for file in found if file.is_file()).read_text("utf-8")


def modules(package: str, *names: str, after: Iterable[str] = ()) -> str:
    """Return the named modules and their imports as one script, without comments and indentation.

    A module becomes a constant, like `module_rules` of "rules.js", which holds what it exports. The modules
    `after`, and what they import, stand in a script before this one.
    """
    before: dict[str, str] = {}
    for name in after:
        _add(package, name, before)
    parts = dict(before)
    for name in names:
        _add(package, name, parts)
    return squeezed(
        "\n".join(['"use strict";', *(text for name, text in parts.items() if name not in before)])
    )


def _add(package: str, name: str, parts: dict[str, str]) -> None:
    """Add a module as a function that is called once, after the modules that it imports."""
    if name in parts:
        return
    text = file_text(package, name)
    for wanted in [*_BESIDE.findall(text), *(wanted for _, wanted in _IMPORT.findall(text))]:
        _add(package, wanted, parts)
    made = ", ".join(word for _, left in _EXPORT.findall(text) for word in re.findall(r"\w+", left))
    text = _IMPORT.sub(lambda found: f"const {found[1]} = {_constant(found[2])};", text)
    text = _UNREAD.sub("", _EXPORT.sub(r"\1 \2", _BESIDE.sub("", text)))
    parts[name] = f"const {_constant(name)} = (() => {{\n{text}\nreturn {{ {made} }};\n}})();"


def _constant(name: str) -> str:
    return "module_" + name.removesuffix(".js")


def in_script(data: object) -> str:
    """Return data as JSON that cannot end the script element that contains it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def texts(tables: Mapping[str, Mapping[str, object]]) -> str:
    """Return the line of a script that has the texts of each language, as languages.js reads them.

    Each key is a line with its texts, separated by tabs; a text with forms is JSON.
    """
    lines = (
        "\t".join([key, *(_in_line(table[key]) for table in tables.values())])
        for key in next(iter(tables.values()))
    )
    text = re.sub(r"[\\`]|\$(?={)", r"\\\g<0>", "\n".join(lines)).replace("<", r"\x3c")
    return f"const TEXTS = tablesOf({in_script([*tables])}, `{text}`);"


def _in_line(text: object) -> str:
    """Return a text as it stands in a line; JSON where signs in it would mean something else there."""
    plain = isinstance(text, str) and not re.search('[\t\n]|^{?"', text)
    return str(text) if plain else json.dumps(text, ensure_ascii=False, separators=(",", ":"))


def about(package: str, name: str, words: str) -> str:
    """Return what the head of a page says of it to browsers, messengers and search engines."""
    icon = quote(file_text(package, "icon.svg").strip(), safe="/:=' ,.")
    words = escape(words, quote=True)
    return f"""\
<link rel="icon" href="data:image/svg+xml,{icon}">
<meta name="description" content="{words}">
<meta property="og:type" content="website">
<meta property="og:title" content="{name}">
<meta property="og:description" content="{words}">
<meta name="theme-color" content="{LIGHT.ground}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="{DARK.ground}" media="(prefers-color-scheme: dark)">"""


def filled(text: str, **parts: str) -> str:
    """Return a text without indentation; parts stand for placeholders of their names, like @looks@."""
    return re.sub("@([a-z]+)@", lambda place: parts[place[1]], re.sub("^ +", "", text, flags=re.MULTILINE))


def without_unused(page: str) -> str:
    """Return a page without the shared icons and colours that nothing in it names."""

    def icon(found: re.Match[str]) -> str:
        return found[0] if f'"{found[1]}"' in page or f"#icon-{found[1]}" in page else ""

    def value(found: re.Match[str]) -> str:
        return found[0] if re.search(rf"{found[1]}(?![\w:-])", page) else ""

    bare = re.sub(r'<symbol id="icon-([\w-]+)".*?</symbol>\n?', icon, page)
    return re.sub(r"(?<=[{;])(--[\w-]+):[^;{}]*;", value, bare)


def folder(page: str, name: str, about: str, package: str) -> dict[str, bytes]:
    """Return the contents of the files in `KINDS`, by name; `page` is the text of "index.html"."""
    files = importlib.resources.files(package).joinpath("files")
    manifest = {
        "name": name,
        "short_name": name,
        "description": about,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": LIGHT.ground,
        "theme_color": LIGHT.ground,
        "icons": [
            {"src": file, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for file, size in ICONS.items()
            for purpose in ("any", "maskable")
        ],
    }
    kept = {
        "index.html": page.encode(),
        "page.webmanifest": json.dumps(manifest, indent=1).encode(),
        **{icon: files.joinpath(icon).read_bytes() for icon in ICONS},
    }
    version = hashlib.sha256(b"".join(kept.values())).hexdigest()[:16]
    script = filled(
        file_text(package, "offline.js"),
        files=json.dumps(["./", *(file for file in kept if file != "index.html")]),
        name=name,
        version=version,
    )
    preview = files.joinpath(PREVIEW).read_bytes()
    return {**kept, "offline.js": script.encode(), PREVIEW: preview}


def add_options(parser: ArgumentParser) -> None:
    """Add the options ``--open``, ``--out``, ``--folder`` and ``--theme``."""
    written = parser.add_mutually_exclusive_group(required=True)
    written.add_argument(
        "--open", action="store_true", help="write the page to a temporary file, and open it in the browser"
    )
    written.add_argument("--out", metavar="FILE", help="write the page to FILE, which must end with .html")
    written.add_argument("--folder", metavar="FOLDER", help="write the files for a web server to FOLDER")
    add_drawing(parser, svg=False, html=False)


def write(
    options: Namespace,
    page: Callable[[], str],
    files: Callable[[], Mapping[str, bytes]],
    say: Callable[[str], None],
    deck: str | None = None,
) -> None:
    """Write a page to the place that the options name.

    `page` returns the text of the page, and `files` the files of its folder by name. `say` prints a message.
    `deck` names an input file, which is not overwritten.
    """
    if options.folder is not None:
        folder = folders.named_folder(options.folder)
        made = files()
        _write_folder(made, folder, deck)
        say(f"{number_of(len(made), 'file')} written to {options.folder}: put it on a web server (https)")
        return
    if options.out is not None:
        outputs.check([options.out], [deck], ["html"])
    content = page().encode()
    size = f"{len(content) // 1000} kB"
    if options.out is not None:
        outputs.write(options.out, [content])
        say(f"written to {options.out}, {size}: open it in a browser, on a phone too")
        return
    path = _temporary(content)
    if webbrowser.open(path.as_uri()):
        say(f"written to {path}, {size}, and opened in the browser")
    else:
        say(f"written to {path}, {size}; no browser was found, so open the file yourself")


def _temporary(content: bytes) -> Path:
    """Write a page to a temporary file that is not deleted, and return its path."""
    number, path = tempfile.mkstemp(prefix="page-", suffix=".html")
    with os.fdopen(number, "wb") as file:
        file.write(content)
    return Path(path)


def _write_folder(made: Mapping[str, bytes], folder: Path, deck: str | None) -> None:
    """Write the files of a page to a folder, which is created if necessary."""
    folder.mkdir(parents=True, exist_ok=True)
    outputs.check([folder / name for name in made], [deck], [KINDS[name] for name in made])
    for name, content in made.items():
        outputs.write(folder / name, [content])
