"""Processes of our own that play deals, and end with the process that started them, whatever ended it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Any

from canfield_widget.players import stop_when

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event


def _begin(stop: Event) -> None:
    """Makes ready a process that has just started."""
    stop_when(stop.is_set)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends this process once its parent is gone, killed perhaps: it would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Workers(ProcessPoolExecutor):
    """An executor of spawned processes; at the end of its `with` block they leave what they are doing and end.

    An interrupt at the keyboard, which goes to every process of the group, is for the first one alone: the others
    ignore it once they run, and are started with it blocked where the system can do that.
    """

    def __init__(self, count: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._stop = context.Event()
        super().__init__(count, mp_context=context, initializer=_begin, initargs=(self._stop,))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As of every executor; this is where processes are started."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self.shutdown(wait=True, cancel_futures=True)
