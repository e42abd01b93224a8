"""Serves a site to the browser of this machine until Ctrl-C."""

from __future__ import annotations

import importlib
import secrets
import socket
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from _gamekit.problems import ArgumentError, extra
from _gamekit.web import Site

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp


PACKAGES = ("starlette", "uvicorn", "websockets")
LOOPBACK = "127.0.0.1"
MOST_CONNECTIONS = 64
LARGEST_MESSAGE = 1 << 20
"""Bytes; larger ones are not even read, and their page is cut off. Below it `guard` says what is wrong."""
GRACE = 3
"""Seconds that open pages get when the server ends."""


def check_installed(command: str) -> None:
    """Raise a MissingExtraError if what serves pages is not installed."""
    with extra("web", f"{command} needs"):
        for name in PACKAGES:
            importlib.import_module(name)


def listen(port: int | None) -> socket.socket:
    """Return a socket of this machine alone; any free port if none is given.

    Raises
    ------
    ArgumentError
        The port cannot be had.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port or 0))
        listening.listen()  # so that a browser may come before the server is ready
    except OSError as error:
        listening.close()
        reason = (error.strerror or str(error)).lower()
        raise ArgumentError(f"port {port}: {reason}; name another, or none for any that is free") from None
    return listening


def serve(site: Site, port: int | None, open_page: bool, say: Callable[[str], None]) -> None:
    """Serve a site until Ctrl-C, which ends it with a KeyboardInterrupt.

    Parameters
    ----------
    site
        What is served; `check_installed` was called before it was made.
    port
        None for any that is free.
    open_page
        Open the page in the browser.
    say
        Is told the address, which holds a secret of this run.

    Raises
    ------
    ArgumentError
        The port cannot be had.
    """
    from _gamekit.web.site import application  # an extra

    with listen(port) as listening:
        bound = listening.getsockname()[1]
        token = secrets.token_urlsafe(24)
        address = f"http://{LOOPBACK}:{bound}/{token}/"
        server = server_of(application(site, token, bound))
        say(f"open {address} in a browser of this machine; Ctrl-C ends it")
        if open_page:
            webbrowser.open(address)
        server.run(sockets=[listening])


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return a server of an application, which says nothing of what strangers send."""
    import uvicorn  # an extra

    from _gamekit.web.guard import Request, Socket

    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=Request,
            ws=Socket,
            ws_max_size=LARGEST_MESSAGE,
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_graceful_shutdown=GRACE,
        )
    )
