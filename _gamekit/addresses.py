"""Links to the pages: the named parts after ``#``."""

from __future__ import annotations

import base64
import re
from urllib.parse import unquote_plus

from _gamekit.problems import ArgumentError, shorten

_LINK = re.compile(r"\s*(?:https?|file)://[^\s#]*(?:#(\S*))?\s*")
_PAGE = re.compile(r"(?:https?|file)://[^\s#]+|(?![a-z][a-z0-9+.-]+:)[^\s#][^\x00-\x1f#]*", re.IGNORECASE)
"""The address of a page, or the name of a file."""
_AFTER = ".,;:!)]}>'\"»›”’…。"
"""Signs that text may add to the end of a link."""


def is_link(text: str) -> bool:
    """Return whether a text is the address of a page."""
    return _LINK.fullmatch(text) is not None


def check_page(page: str) -> None:
    """Raise ArgumentError unless a text is the address of a page, or the name of a file, without ``#``."""
    if not _PAGE.fullmatch(page):
        wanted = "an address that begins with https://, http:// or file://, or the name of a file"
        raise ArgumentError(f"page must be {wanted}, not {shorten(page)}")


def parts_of(link: str) -> dict[str, str]:
    """Return the named parts of a link, decoded.

    Raises
    ------
    ArgumentError
        The text is not a link, two parts have the same name, or a part is not text in UTF-8.

    Examples
    --------
    >>> parts_of("https://example.org/narabi/#deal=4-0-17&undo=next")
    {'deal': '4-0-17', 'undo': 'next'}
    """
    match = _LINK.fullmatch(link)
    if match is None:
        raise ArgumentError(f"a link like https://example.org/#deal=4-0-17 is needed, not {shorten(link)}")
    parts: dict[str, str] = {}
    for part in re.sub("&(?:amp|#38);", "&", (match[1] or "").rstrip(_AFTER)).split("&"):
        name, _, value = part.partition("=")
        if name in parts:
            raise ArgumentError(f"the link has several parts {shorten(name + '=')}; leave one of them")
        try:
            parts[name] = unquote_plus(value, errors="strict")
        except UnicodeDecodeError:
            raise ArgumentError("the link is damaged: copy the whole link") from None
    return parts


def unpacked(part: str) -> bytes:
    """Return the bytes that a part of a link holds in base64, without padding; ValueError if damaged."""
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
