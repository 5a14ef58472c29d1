"""A search to watch while it runs: its figures, a small curve, and buttons that hold it, let it go on and end it."""

# pyright: basic
# ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from html import escape
from itertools import pairwise
from typing import Any

import traitlets
from ipywidgets import HTML, Button, HBox, Layout, VBox

from canfield_widget.position import Position
from canfield_widget.solver import Prunings, Solution, solve
from canfield_widget.solver.report import number, speak_solution
from canfield_widget.solver.search import DEFAULT_SECONDS, check_arguments
from canfield_widget.solver.trace import MOST_SAMPLES, Progress, Recorder
from canfield_widget.texts import percent, text, words

TOLD_EVERY = 0.1
"""Seconds between two updates of the page, at least."""

_POINTS = 120
"""So many points the small curve has at the most."""


class Phase(StrEnum):
    """Where a watched search stands."""

    RUNNING = "running"
    HELD = "held"
    OVER = "over"


class _Gate:
    """What a search passes between two slices: open, or closed but for single slices, or never to be passed again."""

    def __init__(self) -> None:
        self._moved = threading.Condition()
        self._closed, self._over, self._singles = False, False, 0

    @property
    def closed(self) -> bool:
        """True while the search is held."""
        return self._closed and not self._over

    def is_set(self) -> bool:
        """True once the search is to stop, as an event of cancelling says it."""
        return self._over

    def close(self) -> None:
        """Holds the search after the slice that runs."""
        self._closed = True

    def let_one_through(self) -> None:
        """Lets one slice run, and holds the search then."""
        with self._moved:
            self._singles += self._closed
            self._closed = True
            self._moved.notify_all()

    def open(self) -> None:
        """Lets the search go on."""
        with self._moved:
            self._closed, self._singles = False, 0
            self._moved.notify_all()

    def end(self) -> None:
        """Ends the search after the slice that runs, or where it is held."""
        with self._moved:
            self._over = True
            self._moved.notify_all()

    def passed(self) -> None:
        """Waits as long as the search is held."""
        with self._moved:
            self._moved.wait_for(lambda: not self._closed or self._over or self._singles)
            self._singles -= bool(self._singles)


def watch_search(
    position: Position,
    *,
    budget_s: float | None = DEFAULT_SECONDS,
    budget_states: int | None = None,
    memory: int | None = None,
    prunings: Prunings | None = None,
    record: bool | int = MOST_SAMPLES,
    held: bool = False,
    lang: str = "en",
    width: int = 560,
) -> SearchView:
    """A search that begins at once on a thread of its own, shown by the notebook where it is a cell's last value.

    Budgets, `memory`, `prunings` and `record` are those of `solve`; the time in which the search is held counts for
    none. `held` holds it after its first slice. `solution` of the view is what was found, None before; `wait()` waits
    for it. `width` is CSS pixels, less where there is no room.

    Raises ValueError for a position that is not complete, and for what is no budget, record, language or width.

    >>> from canfield_widget.position import deal
    >>> view = watch_search(deal("canfield", seed=2))
    >>> view.wait().verdict
    <Verdict.WON: 'won'>
    """
    words(lang)
    if type(width) is not int or width < 1:
        raise ValueError(f"width: read {width!r}, expected CSS pixels, at least 1")
    check_arguments(position, budget_s, budget_states, memory, record, prunings)

    def search(view: SearchView) -> Solution:
        return solve(
            position, budget_s=budget_s, budget_states=budget_states, memory=memory, prunings=prunings, record=record,
            progress=view.reached, cancel=view.gate,
        )  # fmt: skip

    return SearchView(position, search, held=held, lang=lang, width=width)


class SearchView(VBox):
    """A running search with its figures and buttons.

    Observable traits: `phase`, and `solution`, None until it is over. `progress` is how far the search has come.
    """

    phase = traitlets.UseEnum(Phase, default_value=Phase.RUNNING)
    solution = traitlets.Instance(Solution, allow_none=True)

    def __init__(
        self, position: Position, search: Callable[[SearchView], Solution], *, held: bool, lang: str, width: int
    ) -> None:
        self.position, self.lang = position, lang
        self.progress = Progress(0, 0.0, founded=sum(map(len, position.foundations)))
        self.gate = _Gate()
        self._measured, self._rate = self.progress, 0.0
        self._recorder = Recorder(_POINTS)
        self._recorder.add(self.progress)
        self._error: BaseException | None = None
        self._found: Solution | None = None
        self._ended = threading.Event()
        self._showing, self._pending, self._next = threading.RLock(), False, 0.0
        self._loop = _running_loop()
        self._said, self._figures = HTML(), HTML()
        self.buttons = {name: self._button(name) for name in _BUTTONS}
        controls = HBox(list(self.buttons.values()), layout=Layout(flex_flow="row wrap"))
        super().__init__([controls, self._said, self._figures], layout=Layout(max_width=f"{width}px", width="100%"))
        if held:
            self.gate.close()
        self._show()
        thread = threading.Thread(target=self._search, args=(search,), name="canfield search", daemon=True)
        try:
            thread.start()
        except RuntimeError:  # a Python without threads, as in JupyterLite: nobody could let it go on
            self.gate.open()
            self._search(search)

    def __repr__(self) -> str:
        return f"<SearchView {self.position.variant.id}, {self.phase}, {self.progress.states} states>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it its words, for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        said = [self._sentence(self.phase), *(f"{name}: {value}" for name, value, _ in self._tiles(self.progress))]
        return {**data, "text/plain": "\n".join(said)}, metadata

    # What its user does

    def pause(self) -> None:
        """Holds the search after the slice that runs, about a hundredth of a second; the budgets wait, too."""
        self.gate.close()
        self._show()

    def go_on(self) -> None:
        """Lets a search that is held go on."""
        self.gate.open()
        self._show()

    def step(self) -> None:
        """Lets one slice run, and holds the search then."""
        self.gate.let_one_through()
        self._show()

    def cancel(self) -> None:
        """Ends the search; what was found by then is the solution."""
        self.gate.end()
        self._show()

    def wait(self, timeout: float | None = None) -> Solution:
        """What the search finds, once it is over; the page is told meanwhile, but its buttons do nothing.

        Raises TimeoutError after `timeout` seconds, RuntimeError if the search is held, and what it broke off with.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while not self._ended.wait(TOLD_EVERY):
            if self.gate.closed:
                raise RuntimeError("wait: the search is held, expected one that runs; let it go on with go_on()")
            if until is not None and time.monotonic() >= until:
                raise TimeoutError(f"the search is not over after {timeout} seconds")
            if self._loop is not None:
                self._show()
        self._show()
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found

    def close(self) -> None:
        """Takes the view out of the page and ends the search."""
        if hasattr(self, "gate"):
            self.gate.end()
        super().close()

    # On the thread of the search

    def _search(self, search: Callable[[SearchView], Solution]) -> None:
        try:
            self._found = search(self)
        except BaseException as error:
            logging.getLogger(__name__).exception("the search of a view broke off")
            self._error = error
        self._ended.set()
        self._send()

    def reached(self, now: Progress) -> None:
        """Takes in how far the search has come, and holds it if that is wanted."""
        self.progress = now
        self._recorder.add(now)
        at = time.monotonic()
        if at >= self._next:
            self._next = at + TOLD_EVERY
            self._send()
        if self.gate.closed:
            self._send()
            self.gate.passed()

    def _send(self) -> None:
        """Has the page told, on the loop of the kernel where there is one; what is told already waits there once."""
        if self._loop is None:
            self._show()
        elif not self._pending:
            self._pending = True
            try:
                self._loop.call_soon_threadsafe(self._show)
            except RuntimeError:  # the kernel has gone
                self.gate.end()

    # What the page is told

    def _show(self) -> None:
        with self._showing:
            self._pending = False
            if self.comm is None:  # closed
                return
            ended, now = self._ended.is_set(), self.progress
            self._measure(now)
            phase = Phase.OVER if ended else Phase.HELD if self.gate.closed else Phase.RUNNING
            self._said.value = _STYLE + _SAID.format(lang=self.lang, words=escape(self._sentence(phase)))
            tiles = "".join(map(_tile, self._tiles(now)))
            curve = _curve([*self._recorder.samples, now], self.position.variant.pack_size)
            self._figures.value = (
                f'<div class="cfw-search" lang="{self.lang}"><div class="cfw-search-tiles">{tiles}</div>'
                f'<div class="cfw-search-name">{escape(text("search-view-curve", self.lang))}</div>{curve}</div>'
            )
            does = "go-on" if phase is Phase.HELD else "pause"
            self.buttons["pause"].description = text(f"search-view-{does}", self.lang)
            self.buttons["pause"].tooltip = text(f"search-view-{does}-does", self.lang)
            self.phase = phase
            if ended:
                self.solution = self._found

    def _measure(self, now: Progress) -> None:
        """The rate since it was measured last, or as it was where that is too little to measure."""
        states, seconds = now.states - self._measured.states, now.seconds - self._measured.seconds
        if seconds > 0 and (seconds >= TOLD_EVERY / 2 or self._rate == 0):
            self._measured, self._rate = now, states / seconds

    def _sentence(self, phase: Phase) -> str:
        if phase is not Phase.OVER:
            return text(f"search-view-{phase}", self.lang)
        return speak_solution(self._found, self.lang) if self._found else text("search-broke", self.lang)

    def _tiles(self, now: Progress) -> list[tuple[str, str, float | None]]:
        """Each figure: its name, what it is, and the share of it that a bar shows."""
        lang = self.lang
        fill = now.entries / now.room if now.room else 0.0
        known = now.hits / now.states if now.states else 0.0
        pack = self.position.variant.pack_size
        return [
            (text("search-view-states", lang), number(now.states, lang), None),
            (text("search-view-seconds", lang), number(now.seconds, lang, 1), None),
            (text("search-view-rate", lang), number(self._rate, lang), None),
            (text("search-view-depth", lang), number(now.depth, lang), None),
            (
                text("search-view-founded", lang),
                text("search-view-of", lang, n=now.founded, of=pack),
                now.founded / pack,
            ),
            (text("search-view-table", lang), f"{number(now.entries, lang)} ({percent(fill, lang=lang)})", fill),
            (text("search-view-hits", lang), percent(known, lang=lang), known),
        ]

    def _press(self, name: str) -> None:
        if name == "pause":
            name = "go_on" if self.gate.closed else "pause"
        getattr(self, name)()

    def _button(self, name: str) -> Button:
        button = Button(description=text(f"search-view-{name}", self.lang),
                        tooltip=text(f"search-view-{name}-does", self.lang),
                        layout=Layout(width="auto", min_width="84px", flex="0 0 auto"))  # fmt: skip
        # Never disabled: a button that is loses the keyboard's focus, and the keys go to the notebook.
        button.on_click(lambda _: self._press(name))
        return button


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop of the kernel; None in a script."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _tile(figure: tuple[str, str, float | None]) -> str:
    name, value, share = figure
    bar = "" if share is None else f'<i aria-hidden="true"><b style="width:{100 * share:.1f}%"></b></i>'
    # No dl: JupyterLab lets its dt float in outputs.
    named = f'<div class="cfw-search-name">{escape(name)}</div><div class="cfw-search-value">{escape(value)}</div>'
    return f"<div>{named}{bar}</div>"


def _curve(samples: Sequence[Progress], pack: int) -> str:
    """The most cards on the foundations over the states looked at so far, up to the whole pack."""
    end = max(samples[-1].states, 1)
    line = f"M0 {-samples[0].founded}" + "".join(
        f"H{two.states}" + (f"V{-two.founded}" if two.founded != one.founded else "") for one, two in pairwise(samples)
    )
    frame = f'viewBox="0 {-pack} {end} {pack}" preserveAspectRatio="none" aria-hidden="true"'
    return (
        f'<svg {frame}><path d="{line}V0H0Z" fill="currentColor" opacity=".15"/><path d="{line}" fill="none" '
        'stroke="currentColor" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>'
    )


_BUTTONS = ("pause", "step", "cancel")
_STYLE = (
    "<style>.cfw-search{color:var(--jp-ui-font-color1,inherit);line-height:1.4}"
    ".cfw-search.cfw-search-said{min-height:1.4em;margin:4px 2px}"
    ".cfw-search-tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(120px,1fr));gap:10px 18px;"
    "margin:4px 2px 12px}"
    ".cfw-search-name{font-size:12px;font-weight:normal;opacity:.75;margin:0}"
    ".cfw-search-name{margin:0 2px}"
    ".cfw-search-value{margin:0;font-size:16px;font-variant-numeric:tabular-nums;white-space:nowrap}"
    ".cfw-search i,.cfw-search b{display:block;height:4px;border-radius:2px;background:#8884}"
    ".cfw-search b{background:currentColor}"
    ".cfw-search svg{display:block;width:100%;height:64px;margin:2px 0 6px;border:solid #8888;"
    "border-width:1px 0}</style>"
)
_SAID = '<div class="cfw-search cfw-search-said" role="status" lang="{lang}">{words}</div>'
