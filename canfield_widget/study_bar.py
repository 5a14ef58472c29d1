"""The progress of a study on the error stream: tqdm's bar where it is installed, else one line of plain text."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import Any

_REFRESH_SECONDS = 0.1


class PlainBar:
    """A line that is written over: deals done, rate and remaining time. `initial` deals are no part of the rate."""

    def __init__(self, name: str, total: int | None) -> None:
        self.initial = self.n = 0
        self._name, self._total = name, total
        self._begun = self._shown = time.monotonic()
        self._width = 0
        self._show()

    def update(self, done: int) -> None:
        """Counts deals and shows them, at most ten times a second."""
        self.n += done
        if time.monotonic() - self._shown >= _REFRESH_SECONDS:
            self._show()

    def close(self) -> None:
        """Shows the last figures and leaves the line."""
        self._show()
        print(file=sys.stderr)

    def line(self, elapsed: float) -> str:
        """What is shown after that many seconds."""
        rate = (self.n - self.initial) / elapsed if elapsed > 0 else 0.0
        line = f"{self._name}: {self.n}{'' if self._total is None else f'/{self._total}'} deals, {rate:.2f} deals/s"
        if self._total is None or not rate or self.n >= self._total:
            return line
        minutes, seconds = divmod(round((self._total - self.n) / rate), 60)
        return f"{line}, {minutes}:{seconds:02} left"

    def _show(self) -> None:
        self._shown = time.monotonic()
        line = self.line(self._shown - self._begun)
        print(f"\r{line:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)


def progress_bar(name: str, total: int | None) -> Any:
    """A bar with `n`, `initial`, `update` and `close`, for that many deals or for who knows how many."""
    try:
        bars: Any = import_module("tqdm.auto")
    except ImportError:
        return PlainBar(name, total)
    return bars.tqdm(total=total, desc=name, unit=" deals", smoothing=0.05)
