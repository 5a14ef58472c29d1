"""Debian's Chromium with a fresh profile, without a window."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@contextlib.contextmanager
def chromium(profile: Path, **options: Any) -> Iterator[BrowserContext]:
    """A running Chromium whose profile is the folder `profile`."""
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        raise FileNotFoundError(f"none of {', '.join(NAMES)} is on PATH: install the package chromium")
    settings = {"viewport": {"width": 1280, "height": 1000}, "has_touch": True, "reduced_motion": "reduce"}
    with sync_playwright() as drivers:
        context = drivers.chromium.launch_persistent_context(
            str(profile), executable_path=program, headless=True, args=FLAGS, **(settings | options)
        )
        yield context
        context.close()
