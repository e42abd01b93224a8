"""The process that answers one page: it ends with its page, whatever happens to the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import anyio

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
