"""Who may speak to the server: pages that it served itself, which know the token of this run."""

from __future__ import annotations

import hmac

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

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
