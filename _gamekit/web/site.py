"""The site that is served: its files, and pages whose questions go to a process of their own each."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.resources
import json
import mimetypes
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any, NamedTuple

import anyio
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from _gamekit.page import looks
from _gamekit.themes import AUTO
from _gamekit.web import Site
from _gamekit.web.guard import Allowance, Guard, MessageError, read

PATIENCE = 2.0
"""Seconds that a process gets to end by itself."""
LONGEST_LINE = 1 << 26
"""Bytes of an answer."""


class PageProcess:
    """A Python module that runs in a process of its own, and speaks in lines of JSON.

    It ends when its input does: so it does not outlive a server that was killed either.
    """

    def __init__(self, process: asyncio.subprocess.Process):
        self._process = process

    @classmethod
    @contextlib.asynccontextmanager
    async def running(cls, module: Sequence[str]) -> AsyncIterator[PageProcess]:
        """Run a module with its arguments while the block lasts.

        It leads a group of its own, so that Ctrl-C is for the server alone, which then ends it.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # the folder that the server was started in has no say
            "-m",
            *module,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,
        )
        running = cls(process)
        try:
            yield running
        finally:
            with anyio.CancelScope(shield=True):  # whoever leaves waits for its end
                await running._end()

    async def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to the process; nothing happens if it has ended."""
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            await self._process.stdin.drain()

    async def lines(self) -> AsyncIterator[str]:
        """Yield what the process says, until it ends."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            yield line.decode()

    async def _end(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


THEME_FILE = "theme.css"
MOST_PAGES = 8
"""Pages that are answered at a time: each has a process of its own."""
TOO_MANY, FAILED = 1008, 1011
"""Why a socket is closed, in the numbers of RFC 6455."""


class End(NamedTuple):
    """Why the server ends the talk with a page."""

    reason: str
    code: int


Way = Callable[[WebSocket, PageProcess], Awaitable[End | None]]


def application(site: Site, token: str, port: int) -> ASGIApp:
    """Return the application of a site that is to be served on a port, behind its guard."""
    files, pages = _files_of(site), OpenPages(site.answers)
    routes = [
        Route("/", lambda request: _file(files, "index.html"), methods=["GET"]),
        Route("/{name}", lambda request: _file(files, request.path_params["name"]), methods=["GET"]),
        WebSocketRoute("/answers", pages.answer),
    ]
    return Guard(Starlette(routes=routes), token, port)


def _files_of(site: Site) -> dict[str, bytes]:
    """Return all files that are handed out, by name: nothing else can be asked for."""
    found = {THEME_FILE: looks(AUTO).encode(), **site.made}
    for package, folder in site.folders:
        for file in importlib.resources.files(package).joinpath(folder).iterdir():
            if file.is_file():
                found[file.name] = file.read_bytes()
    return found


def _file(files: Mapping[str, bytes], name: str) -> Response:
    if name not in files:
        return PlainTextResponse("there is no such file\n", 404)
    kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0]
    return Response(files[name], media_type=kind)


class OpenPages:
    """The pages that are open, each with a process of its own."""

    def __init__(self, module: Sequence[str]):
        self._module = module
        self._open = 0

    async def answer(self, socket: WebSocket) -> None:
        """Answer a page as long as it is open."""
        await socket.accept()
        if self._open >= MOST_PAGES:
            most = f"{MOST_PAGES} pages are open, which is the most: close one"
            await _refuse(socket, End(most, TOO_MANY))
            return
        self._open += 1
        try:
            async with PageProcess.running(self._module) as process:
                await _both_ways(socket, process)
        finally:
            self._open -= 1


async def _both_ways(socket: WebSocket, process: PageProcess) -> None:
    """Pass messages on in both directions until one side ends."""
    ends: list[End | None] = []
    async with anyio.create_task_group() as group:

        async def until_it_ends(way: Way) -> None:
            with contextlib.suppress(WebSocketDisconnect):
                ends.append(await way(socket, process))
            group.cancel_scope.cancel()

        group.start_soon(until_it_ends, _to_process)
        group.start_soon(until_it_ends, _to_page)
    for end in ends[:1]:  # nothing is sent any more, so that nothing follows the close
        if end is not None:
            await _refuse(socket, end)


async def _to_process(socket: WebSocket, process: PageProcess) -> End | None:
    allowance = Allowance()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return None
        if not allowance.take():
            return End("too many messages: open the page again", TOO_MANY)
        try:
            asked = read(message.get("bytes") or message.get("text") or "")
        except MessageError as error:
            await _say(socket, error=str(error))
        else:
            await process.send(asked)


async def _to_page(socket: WebSocket, process: PageProcess) -> End:
    async for line in process.lines():
        await socket.send_text(line)
    return End("the engine has ended: open the page again; the terminal may say why", FAILED)


async def _refuse(socket: WebSocket, end: End) -> None:
    """Say why, and close, unless the page is gone."""
    with contextlib.suppress(WebSocketDisconnect):
        await _say(socket, error=end.reason, ended=True)
        await socket.close(end.code)


async def _say(socket: WebSocket, **message: Any) -> None:
    await socket.send_text(json.dumps(message))
