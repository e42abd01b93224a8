"""Which browser there is, and how it is started."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Return the path of a Chromium; None if there is none."""
    return os.environ.get("NARABI_MABI_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
