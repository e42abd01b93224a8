"""The scripts of pages without what only their authors read."""

from __future__ import annotations

import re
import string

_TOKEN = re.compile(
    r"""
    (?P<comment> // [^\n]* | /\* .*? \*/ )
    | " (?: \\. | [^"\\\n] )* " | ' (?: \\. | [^'\\\n] )* '
    | ` (?: \\. | [^`\\$] | \$ (?!\{)
          | \$\{ (?: [^{}`] | \{ (?: [^{}] | \{[^{}]*\} )* \} | ` [^`]* ` )* \} )* `
    | (?P<blank> [ ]+ )
    | [\w$#]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)
"""The parts of a script, but for patterns: comments, strings, templates, spaces, words and signs."""
_PATTERN = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^]\\\n])*\]|[^/\\[\n])+/[a-z]*")
_BEFORE_PATTERN = re.compile(r"(?:[(,=:\[!&|?{;>+*%~^<\n-]|\b(?:return|typeof|case|in|of))\Z")
"""The ends of tokens after which a slash begins a pattern."""
_ALONE = frozenset(["for", "while", "if", "await", "else"])
"""The words after which, or after the bracket that follows them, a semicolon is a statement."""
_WORD = frozenset(string.ascii_letters + string.digits + "_$#")
_GOES_ON = frozenset("{([;,=:?&|<>")
_WENT_ON = frozenset("})].;,=:?&|")
"""The last signs of a line that goes on in the next, and the first of a line that goes on from the last."""


def squeezed(script: str) -> str:
    """Return a script without comments, and without blanks, line ends and signs that separate nothing.

    Constants that follow each other become one statement.
    """
    parts: list[str] = []
    statements, words = [""], [""]  # in each open bracket: how a statement began; before it: the last token
    last, at, asked, ended = "\n", 0, "", ""
    while at < len(script):
        pattern = _PATTERN.match(script, at) if _BEFORE_PATTERN.search(last) else None
        found = pattern or _TOKEN.match(script, at)
        assert found is not None
        at = found.end()
        token, before, after = found[0], last[-1:], script[at : at + 1]
        separates = (before in _WORD and after in _WORD) or before + after in ("++", "--")
        goes_on = token == "\n" and (before in _GOES_ON or before == "\n" or after in _WENT_ON)
        if pattern is None and (found["comment"] or goes_on or (found["blank"] and not separates)):
            continue
        if token == "const" and last == ";" and ended == "const":
            parts[-1] = last = ","
            statements[-1] = token
            continue
        if (last == "," and token in (")", "}")) or (last == ";" and token == "}" and asked not in _ALONE):
            parts.pop()
        if token in (")", "]", "}"):
            asked = words.pop()
            statements.pop()
        elif token == ";":
            asked = asked if last == ")" else last
            ended, statements[-1] = statements[-1], ""
        elif token == "\n":
            statements[-1] = ""
        elif token == "const" or not statements[-1]:
            statements[-1] = token
        if token in ("(", "[", "{"):
            words.append(last)
            statements.append("")
        last = token
        parts.append(token)
    return "".join(parts)
