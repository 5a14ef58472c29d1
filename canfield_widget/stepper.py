"""A line to step through in the notebook: the board, buttons, a slider, each move in words, and a board to play on."""

# pyright: basic
# ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

import traitlets
from ipywidgets import HTML, Button, Dropdown, HBox, IntSlider, Layout, Play, VBox

from canfield_widget.board import ALLOWED
from canfield_widget.board_widget import BoardWidget
from canfield_widget.commands import Desk
from canfield_widget.faces import PAGE
from canfield_widget.film_page import html_replay
from canfield_widget.game import Game
from canfield_widget.picture import lay_out
from canfield_widget.position import Position, problems
from canfield_widget.replays import Moves, Playable, Replay, replay
from canfield_widget.session import Session
from canfield_widget.settings import checked
from canfield_widget.step_keys import FAR, StepKeys, key_name
from canfield_widget.stepper_parts import STYLE, landmarks, live, said_html, sentences, wrapped
from canfield_widget.svg import position_svg
from canfield_widget.texts import text, words

MARGIN = 6
"""CSS pixels around a stepper, so that the ring of the focus touches no letter."""

_AROUND = 240
"""CSS pixels that the page of a replay has above and below the board, at the least; marimo gives frames more room."""

_SPEEDS = {"slow": 2000, "normal": 1000, "fast": 400}
"""Milliseconds from one move to the next while the line is played."""


def step_through(
    line: Playable | Moves,
    *,
    position: Position | str | None = None,
    lang: str = "en",
    width: int = 720,
) -> Stepper:
    """A line to step through, shown by the notebook where it is a cell's last value.

    `line` is a Solution, a Game or the text of one (it opens at its cursor), a pair of a position and moves, or moves
    with `position`, where they begin; positions may be texts and moves tokens. Of a deal that is lost or undecided it
    is the solver's furthest attempt, and says that it is no solution. `width` is CSS pixels, less where there is no
    room.

    Buttons lead to the first position, back, on and to the last, and to the next move that frees a card of the
    reserve, puts one onto a foundation, or turns the waste over, where the line has such. The line plays by itself
    at one of three speeds, while a page shows it. Where one is and what was moved is a live region, quiet while the
    line plays by itself.

    Wherever in the stepper the focus is, also after a click on the board, Left and Right go a move back and on, Page
    down and Page up ten, Home and End to the ends, the space bar plays and pauses, E, F and T go to the next card of
    the reserve, the next one that goes up and the next redeal, and Escape goes back to the notebook's cell. The
    notebook gets none of these keys. Where a page runs no script of ours, the slider has the keys it has by itself.
    marimo, which draws no controls of ipywidgets, shows the page of `html_replay` in its place.

    The move that comes is an arrow on the board and told as a player sees it: no card that lies face down is named,
    not even in a line of the solver, who sees them all.

    "Play on from here" puts the game up to the move shown on a board of its own, which nothing keeps; the way back
    leads to the line, and from there to that game again, unless another move is played on from.

    Raises IllegalMove where a move is not legal, NotationError for a text that cannot be read, and ValueError for what
    is no line, language or width.

    >>> from canfield_widget.position import deal
    >>> step_through(["T2-T1", "S-W"], position=deal(seed=12))
    <Stepper canfield, ply 0 of 2>
    """
    words(lang)
    if type(width) is not int or width < 1:
        raise ValueError(f"width: read {width!r}, expected CSS pixels, at least 1")
    return Stepper(replay(line, position), lang, width)


class Stepper(VBox):
    """A line with a cursor: `ply` is how many moves are made, to be set and observed.

    `own` is the board of the game that is played on from the line, None before there is one; `playing_on` says whether
    it is shown. `buttons` go a step or to an end, `jumps` to the next move of a kind, `player` starts and pauses.
    `step_keys` are those of the whole, where a page has them. `aloud` says whether the next steps are told to a screen
    reader; while the line plays they are not.
    """

    ply = traitlets.Int()
    playing_on = traitlets.Bool()

    def __init__(self, line: Replay, lang: str = "en", width: int = 720) -> None:
        self.line, self.lang = line, lang
        self.own: BoardWidget | None = None
        self.aloud, self._width, self._left = True, width, 0
        # One height for the whole line, so that the page below does not jump.
        longest = max(line.positions, key=lambda now: max(map(len, now.tableau), default=0))
        self._height = max(lay_out(now, pixels=width).height for now in (line.positions[0], longest))
        self._board, self._said = HTML(), HTML()
        last = len(line.moves)
        steps = {"first": lambda: 0, "back": lambda: self.ply - 1, "on": lambda: self.ply + 1, "last": lambda: last}
        self.buttons = {name: self._button(name, self._going(target)) for name, target in steps.items()}
        self._marks = landmarks(line)
        self.jumps = {kind: self._button(f"to-{kind}", self._jumping(kind)) for kind in self._marks}
        far = {"far-back": lambda: self.ply - FAR, "far-on": lambda: self.ply + FAR}
        does = {name: self._going(target) for name, target in {**steps, **far}.items()} | {"play": self._toggle}
        does |= {f"to-{kind}": self._jumping(kind) for kind in self._marks}
        self.step_keys = StepKeys(
            {name: self._unless_playing_on(act) for name, act in does.items()}, text("step-box", lang, n=last), lang
        )
        self.step_keys.observe(self._meet_keys, names=["here"])
        self.play_on = self._button("play-on", self._turn)
        self.play_on.style.font_weight = "bold"
        # Only the timer: its own buttons have no names, and words in no language.
        self.play = Play(value=line.ply, min=0, max=last, interval=_SPEEDS["normal"], layout=Layout(display="none"))
        self.play.observe(self._name_playing, names=["playing"])
        self.player = self._button("play", self._toggle)
        self.speed = Dropdown(
            options=[(text(f"set-speed-{name}", lang), ms) for name, ms in _SPEEDS.items()], value=_SPEEDS["normal"],
            description=text("step-speed", lang), tooltip=text("step-speed-does", lang),
            style={"description_width": "initial"}, layout=Layout(width="auto", flex="0 0 auto"),
        )  # fmt: skip
        self.slider = IntSlider(
            value=line.ply, min=0, max=last, readout=False, tooltip=text("step-slider", lang),
            layout=Layout(flex="1 1 140px", width="auto", min_width="120px", margin="2px 12px"),
        )  # fmt: skip
        first, back, on, end = self.buttons.values()
        self._controls = _row([first, back, self.player, on, end, self.slider, self.play])
        self._more = _row([self.speed, *self.jumps.values()])
        traitlets.link((self, "ply"), (self.slider, "value"))
        traitlets.link((self, "ply"), (self.play, "value"))
        traitlets.link((self.speed, "value"), (self.play, "interval"))
        self._above = (self.step_keys, self._controls, self._more, _row([self.play_on]), self._said)
        super().__init__(
            (*self._above, self._board),
            layout=Layout(max_width=f"{width + 2 * MARGIN}px", width="100%", padding=f"{MARGIN}px"), ply=line.ply,
        )  # fmt: skip
        self.add_class("cfw-stepper")
        self._show()

    def __repr__(self) -> str:
        return f"<Stepper {self.position.variant.id}, ply {self.ply} of {len(self.line.moves)}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it SVG and text of the position, for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        picture = position_svg(self.position, lang=self.lang, arrows=self._next(), width=self._width)
        return {**data, "image/svg+xml": picture, "text/plain": f"{self!r}\n{self.position}"}, metadata

    def _mime_(self) -> tuple[str, str]:
        """The page of `html_replay` in a frame, for marimo, which draws none of the notebook's controls.

        It opens at the cursor and lies there by itself: `ply` does not follow it, and nobody can play on in it.
        """
        page = html_replay(replace(self.line, ply=self.ply), lang=self.lang)
        title = escape(text("step-box", self.lang, n=len(self.line.moves)))
        style = f"width:100%;max-width:{self._width + 2 * MARGIN}px;height:{self._height + _AROUND}px;border:0"
        frame = f'title="{title}" style="{style}" onload="__resizeIframe(this)" srcdoc="{escape(page)}"'
        return "text/html", f"<iframe {frame}></iframe>"

    @property
    def position(self) -> Position:
        """The position of the line at its cursor."""
        return self.line.positions[self.ply]

    def close(self) -> None:
        """Takes the stepper out of the page, and the board that is played on with it."""
        if self.own is not None:
            self.own.close()
        self.step_keys.close()
        super().close()

    # The line

    def _next(self) -> tuple[Any, ...]:
        return self.line.moves[self.ply : self.ply + 1]

    def _button(self, name: str, does: Callable[[], None]) -> Button:
        button = Button(description=text(f"step-{name}", self.lang), tooltip=text(f"step-{name}-does", self.lang),
                        layout=Layout(width="auto", min_width="64px", flex="0 0 auto"))  # fmt: skip
        # Never disabled: a button that is loses the keyboard's focus, and the keys go to the notebook.
        button.on_click(lambda _: does())
        return button

    def _going(self, target: Callable[[], int]) -> Callable[[], None]:
        return lambda: setattr(self, "ply", min(max(target(), 0), len(self.line.moves)))

    def _unless_playing_on(self, act: Callable[[], None]) -> Callable[[], None]:
        return lambda: None if self.playing_on else act()

    def _meet_keys(self, _: Any) -> None:
        """Names the keys where they are, and leaves the speaking to what came with them."""
        named = {**self.buttons, "play": self.player, **{f"to-{kind}": button for kind, button in self.jumps.items()}}
        for name, button in named.items():
            button.tooltip = f"{text(f'step-{name}-does', self.lang)} ({key_name(name, self.lang)})"
        self._say_own() if self.playing_on else self._write()

    def _toggle(self) -> None:
        if not self.play.playing and self.ply == len(self.line.moves):
            self.ply = 0
        self.play.playing = not self.play.playing

    def _name_playing(self, change: Any) -> None:
        self.player.description = text("step-pause" if change["new"] else "step-play", self.lang)
        if not change["new"] and not self.playing_on:
            self._say()  # where it has come to, which was not said on the way

    def _jumping(self, kind: str) -> Callable[[], None]:
        def jump() -> None:
            later = self._marks[kind][bisect_right(self._marks[kind], self.ply) :]
            if later:
                self.ply = later[0]
            else:
                self._say(text(f"step-no-{kind}", self.lang))

        return jump

    @traitlets.validate("ply")
    def _inside(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] <= len(self.line.moves):
            raise traitlets.TraitError(f"ply: read {proposal['value']}, expected 0 to {len(self.line.moves)}")
        return proposal["value"]

    @traitlets.observe("ply")
    def _follow(self, change: Any) -> None:
        if change["old"] is traitlets.Undefined:
            return
        if self.playing_on:
            self.playing_on = False  # which shows the line
        else:
            self._show()

    def _show(self) -> None:
        picture = position_svg(self.position, lang=self.lang, arrows=self._next(), theme=PAGE, width=self._width,
                               least_height=self._height)  # fmt: skip
        self._board.value = f"{STYLE}<div class='cfw-step'>{picture}</div>"
        self._say()

    def _say(self, note: str = "") -> None:
        aloud = self.aloud and not self.play.playing
        self._write(note, aloud=aloud)
        # What is quiet empties the voice: what is told next is told, also if it is what was told last.
        self.step_keys.said = " ".join((*sentences(self.line, self.ply, self.lang), note)).strip() if aloud else ""

    def _write(self, note: str = "", *, aloud: bool = False) -> None:
        how = None if self.step_keys.here else aloud
        self._said.value = said_html(self.line, self.ply, self.lang, note, aloud=how)

    def _say_own(self) -> None:
        said = text("step-own", self.lang, n=self.ply)
        self._said.value = wrapped(
            f"{STYLE}{live(escape(said), aloud=None if self.step_keys.here else True)}", self.lang
        )
        self.step_keys.said = said

    # Playing on

    def _turn(self) -> None:
        self.playing_on = not self.playing_on

    @traitlets.observe("playing_on")
    def _change_boards(self, change: Any) -> None:
        if change["old"] is traitlets.Undefined or not hasattr(self, "_more"):
            return
        lang, on = self.lang, self.playing_on
        self.play.playing = False
        if on:
            self._lay_own()
            self._say_own()
        else:
            self._show()
        for controls in (self._controls, self._more):
            controls.layout.display = "none" if on else "flex"
        name = "to-line" if on else "play-on"
        self.play_on.description = text(f"step-{name}", lang)
        self.play_on.tooltip = text(f"step-{name}-does", lang)
        self.children = (*self._above, self.own if on else self._board)

    def _lay_own(self) -> None:
        """A board with the game up to the cursor, unless there is one that began there."""
        if self.own is not None:
            if self._left == self.ply:
                return
            self.own.close()
        start = self.line.positions[0]
        game = Game(start, partial=bool(problems(start)))
        game.replay(self.line.moves[: self.ply])
        settings = checked({"lang": self.lang})
        self.own, self._left = BoardWidget(lambda: Desk(Session.given(game, None), None, settings, ALLOWED)), self.ply


def _row(controls: list[Any]) -> HBox:
    return HBox(controls, layout=Layout(flex_flow="row wrap", align_items="center"))
