"""Fonts for a PDF whose texts need more than Western European letters, which every reader's fonts have."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from _gamekit.problems import ArgumentError

FAMILY = "Embedded"
FONTS = (
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("ipaexg.ttf", "ipaexg.ttf"),
    ("ipag.ttf", "ipag.ttf"),
    ("NotoSansJP-Regular.ttf", "NotoSansJP-Bold.ttf"),
    ("YuGothM.ttc", "YuGothB.ttc"),
    ("meiryo.ttc", "meiryob.ttc"),
    ("msgothic.ttc", "msgothic.ttc"),
    ("Arial Unicode.ttf", "Arial Unicode.ttf"),
)
"""Files of TrueType fonts, regular and bold, the better ones first; reportlab embeds no others."""


def family_for(texts: str) -> str | None:
    """Return a family for svglib that has all characters of some texts; None if those of every reader do.

    Raises
    ------
    ArgumentError
        No font of this computer has them all.
    """
    more = {letter for letter in texts if letter.isprintable() and not _everywhere(letter)}
    if not more:
        return None
    from reportlab.pdfbase.ttfonts import TTFError, TTFont
    from svglib.fonts import register_font

    found = {path.name: path for folder in _folders() for path in sorted(folder.rglob("*.tt[fc]"))}
    for regular, bold in FONTS:
        if regular not in found:
            continue
        try:
            known = TTFont(FAMILY, found[regular]).face.charToGlyph
        except TTFError:
            continue
        if all(ord(letter) in known for letter in more):
            register_font(FAMILY, str(found[regular]))
            register_font(FAMILY, str(found.get(bold, found[regular])), weight="bold")
            return FAMILY
    some = "".join(sorted(more)[:5])
    raise ArgumentError(
        f"a PDF with {some!r} needs a TrueType font with these characters, and none was found here: install "
        "DejaVu Sans, or for Japanese IPAex Gothic (ipaexg.ttf); or write .html, and print it in a browser"
    )


def _everywhere(letter: str) -> bool:
    try:
        return bool(letter.encode("cp1252"))
    except UnicodeEncodeError:
        return False


def _folders() -> Iterator[Path]:
    """Yield where fonts are on this computer."""
    home, data = Path.home(), os.environ.get("XDG_DATA_HOME")
    yield from map(
        Path, ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "/System/Library/Fonts")
    )
    yield Path(os.environ.get("WINDIR", "C:/Windows"), "Fonts")
    yield from (home / ".fonts", home / "Library" / "Fonts")
    yield (Path(data) if data else home / ".local" / "share") / "fonts"
