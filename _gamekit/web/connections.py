"""The two kinds of connections: one request each, which has to come soon, and the socket of a page."""

from __future__ import annotations

import asyncio
import re

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

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
        """Pass a text on as bytes: `messages` says what is wrong with those that are no text."""
        self.handle_bytes(event)
