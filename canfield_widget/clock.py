"""The time of a game: only what a page has shown it, never more than has passed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(slots=True)
class Clock:
    """Milliseconds of a game. Pages tell how long they have shown it; `now` (seconds) says how long that can be.

    A page tells a sum that only grows, so that what is told twice counts once; the first one says where it begins. Two
    pages that show one game tell the same minute twice, and a page may sleep or lie: no more is counted than has passed
    since time was counted last.
    """

    milliseconds: int = 0
    running: bool = False
    now: Callable[[], float] = time.monotonic
    _counted: float = field(init=False)
    _told: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self._counted = self.now()

    def tell(self, page: str, total: int) -> None:
        """Counts what `page` has shown since it told last; `total` is the milliseconds it has shown in all."""
        known = self._told.setdefault(page, total)
        fresh = total - known
        self._told[page] = max(total, known)
        passed = int(1000 * (self.now() - self._counted))
        if self.running and fresh > 0:
            self.milliseconds += min(fresh, passed)
        if fresh > 0 or not self.running:
            self._counted = self.now()

    def anew(self, milliseconds: int = 0) -> Clock:
        """A clock for another game on the same pages: what they have told so far is told."""
        return Clock(milliseconds, now=self.now, _told=self._told)

    def run(self, on: bool) -> None:
        """Lets the time run, or stops it."""
        if on and not self.running:
            self._counted = self.now()
        self.running = on


def speak_time(milliseconds: int) -> str:
    """A time for the eye: minutes and seconds, hours where there are any.

    >>> speak_time(754_000), speak_time(3_725_999)
    ('12:34', '1:02:05')
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
