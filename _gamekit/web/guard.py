"""Who may speak to the server, how much and how long: its own pages, which know the token of this run."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import time
from collections.abc import Callable
from typing import Any, NoReturn

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

LOOPBACK = "127.0.0.1"
FORBIDDEN = 403

HEADERS = {
    "Cache-Control": "no-store",
    "Connection": "close",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


def content_policy(port: int) -> str:
    """Return what pages may load: files of this server, and its socket; nothing is written into a page."""
    sockets = " ".join(f"ws://{host}:{port}" for host in (LOOPBACK, "localhost"))
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Guard:
    """Stands before an application, and refuses all that does not come from a page of this server.

    Parameters
    ----------
    app
        It is called without the token in the path.
    token
        The first part of every address.
    port
        Where the server listens.
    """

    def __init__(self, app: ASGIApp, token: str, port: int):
        self._app, self._token = app, token
        self._hosts = {f"{host}:{port}" for host in (LOOPBACK, "localhost")}
        self._headers = HEADERS | {"Content-Security-Policy": content_policy(port)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""

        async def send_guarded(message: Message) -> None:
            if message["type"].endswith("response.start"):
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        reason = self.refusal(scope)
        if reason is None:
            inner = {**scope, "root_path": f"/{self._token}"}
            await self._app(inner, receive, send_guarded)
            return
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close()  # before it is accepted: 403
        else:
            await PlainTextResponse(f"{reason}\n", FORBIDDEN)(scope, receive, send_guarded)

    def refusal(self, scope: Scope) -> str | None:
        """Return why a request is refused; None if it is not.

        The name in ``Host`` is checked since another site can let its own name point to this machine.
        """
        headers = Headers(scope=scope)
        if headers.get("host") not in self._hosts:
            return "this server answers to its own address only"
        origin = headers.get("origin")
        own = {f"http://{host}" for host in self._hosts}
        if origin not in own and (origin is not None or scope["type"] == "websocket"):
            return "this server answers to its own pages only"
        _, _, rest = scope["path"].partition("/")  # a path like * has no slash
        given = rest.partition("/")[0]
        if not hmac.compare_digest(given.encode(), self._token.encode()):
            return "the address lacks the token: open the address that the program printed"
        return None


LONGEST = 1 << 17
"""Characters of a message."""
BURST, EACH_SECOND = 200, 100.0
"""Messages that may come at once, and that may come each second in the long run."""


class MessageError(ValueError):
    """A message that cannot be read; the text says what would be right."""


def read(text: str | bytes) -> dict[str, Any]:
    """Return the object of a message, a text or its bytes in UTF-8.

    Raises
    ------
    MessageError
        It is none, or too long.
    """
    if len(text) > LONGEST:
        raise MessageError(f"a message of {len(text):,} characters; {LONGEST:,} is the most")
    try:
        text = text.decode() if isinstance(text, bytes) else text
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise MessageError("a message must be a JSON object") from None
    if not isinstance(value, dict):
        raise MessageError("a message must be a JSON object")
    return value


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


class Allowance:
    """How many messages a page may still send: so many at once, and they come back with time."""

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self._now, self._left, self._at = now, float(BURST), now()

    def take(self) -> bool:
        """Take one; False if none is left."""
        now = self._now()
        self._left = min(BURST, self._left + EACH_SECOND * (now - self._at))
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


SECONDS_FOR_A_REQUEST = 10.0
MOST_REQUESTS = 32
"""At a time: when one more comes, that which has taken longest is cut off. A request takes milliseconds, so
those are connections on which nobody asks, and they keep no page out."""

LARGEST_HEAD = 1 << 16
"""Bytes of a request."""
END_OF_HEAD = re.compile(rb"\n\r?\n")


class Request(H11Protocol):
    """A connection for one request: the guard says in each answer that it is closed then."""

    since: float
    """When it was made."""
    head: bytes | None = b""
    """Of the request, as far as it has come; None once it was passed on."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the request, but not for long, and not at the cost of others."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self.loop.call_later(SECONDS_FOR_A_REQUEST, self._cut_off)
        others = [one for one in self.connections if isinstance(one, Request)]
        if len(others) > MOST_REQUESTS:
            min(others, key=lambda one: one.since)._cut_off()

    def data_received(self, data: bytes) -> None:
        """Pass on the head of the request when it is whole, and nothing after it: no page sends a body."""
        if self.head is None:
            return
        self.head += data
        end = END_OF_HEAD.search(self.head)
        if end is not None or len(self.head) > LARGEST_HEAD:
            whole, self.head = self.head[: end and end.end()], None
            super().data_received(whole)

    def _cut_off(self) -> None:
        """End the connection if it has not ended, nor become that of a page."""
        if self in self.connections:
            self.connections.discard(self)
            self.transport.abort()


class Socket(WebSocketsSansIOProtocol):
    """The socket of a page."""

    def handle_text(self, event: Frame) -> None:
        """Pass a text on as bytes: `read` says what is wrong with those that are no text."""
        self.handle_bytes(event)
