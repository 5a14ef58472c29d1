"""A line to step through in the notebook: the board, buttons, a slider, and each move in words."""

# pyright: basic
# ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Any

import traitlets
from ipywidgets import HTML, Button, HBox, IntSlider, Layout, VBox

from canfield_widget.faces import PAGE, art, colour
from canfield_widget.picture import lay_out
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay, replay
from canfield_widget.speech import sentence, speak_move, speak_steps
from canfield_widget.svg import position_svg
from canfield_widget.texts import text, words

_DARK = (
    'body[data-jp-theme-light="false"]', 'body[data-vscode-theme-kind*="dark"]', 'body[data-theme="dark"]', "html.dark",
)  # fmt: skip
_TOLD = ":not([data-jp-theme-light]):not([data-vscode-theme-kind]):not([data-theme])"


def step_through(
    line: Playable | Moves, *, position: Position | str | None = None, lang: str = "en", width: int = 720
) -> Stepper:
    """A line to step through, shown by the notebook where it is a cell's last value.

    `line` is a Solution, a Game (it opens at its cursor), a pair of a position and moves, or moves with `position`,
    where they begin; positions may be texts and moves tokens. What a solver's best line is shown as says that it is
    no solution. `width` is CSS pixels, less where there is no room.

    Raises IllegalMove where a move is not legal, and ValueError for what is no line, language or width.

    >>> from canfield_widget.position import deal
    >>> step_through(["T2-T1", "S-W"], position=deal(seed=12))
    <Stepper canfield, ply 0 of 2>
    """
    words(lang)
    if type(width) is not int or width < 1:
        raise ValueError(f"width: read {width!r}, expected CSS pixels, at least 1")
    return Stepper(replay(line, position), lang, width)


class Stepper(VBox):
    """A line with a cursor: `ply` is how many moves are made, to be set and observed."""

    ply = traitlets.Int()

    def __init__(self, line: Replay, lang: str = "en", width: int = 720) -> None:
        self.line, self.lang = line, lang
        self._width = width
        # One height for the whole line, so that the page below does not jump.
        longest = max(line.positions, key=lambda now: max(map(len, now.tableau), default=0))
        self._height = max(lay_out(now, pixels=width).height for now in (line.positions[0], longest))
        self._board, self._said = HTML(), HTML()
        last = len(line.moves)
        steps = {"first": lambda: 0, "back": lambda: self.ply - 1, "on": lambda: self.ply + 1, "last": lambda: last}
        self.buttons = {name: self._button(name, target) for name, target in steps.items()}
        self.slider = IntSlider(
            value=line.ply, min=0, max=last, readout=False, tooltip=text("step-slider", lang),
            layout=Layout(flex="1 1 140px", width="auto", min_width="120px", margin="2px 12px"),
        )  # fmt: skip
        controls = HBox(
            [*self.buttons.values(), self.slider], layout=Layout(flex_flow="row wrap", align_items="center")
        )
        traitlets.link((self, "ply"), (self.slider, "value"))
        super().__init__(
            [controls, self._said, self._board], layout=Layout(max_width=f"{width}px", width="100%"), ply=line.ply
        )
        self._show()

    def __repr__(self) -> str:
        return f"<Stepper {self.position.variant.id}, ply {self.ply} of {len(self.line.moves)}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and beside it SVG and text of the position, for readers without a kernel."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        picture = position_svg(self.position, lang=self.lang, move=self._next(), width=self._width)
        return {**data, "image/svg+xml": picture, "text/plain": f"{self!r}\n{self.position}"}, metadata

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.line.positions[self.ply]

    def _next(self) -> Any:
        return self.line.moves[self.ply] if self.ply < len(self.line.moves) else None

    def _button(self, name: str, target: Any) -> Button:
        button = Button(description=text(f"step-{name}", self.lang), tooltip=text(f"step-{name}-does", self.lang),
                        layout=Layout(width="auto", min_width="64px", flex="0 0 auto"))  # fmt: skip
        # Never disabled: a button that is loses the keyboard's focus, and the keys go to the notebook.
        button.on_click(lambda _: setattr(self, "ply", min(max(target(), 0), len(self.line.moves))))
        return button

    @traitlets.validate("ply")
    def _inside(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] <= len(self.line.moves):
            raise traitlets.TraitError(f"ply: read {proposal['value']}, expected 0 to {len(self.line.moves)}")
        return proposal["value"]

    @traitlets.observe("ply")
    def _follow(self, change: Any) -> None:
        if change["old"] is not traitlets.Undefined:
            self._show()

    def _show(self) -> None:
        picture = position_svg(self.position, lang=self.lang, move=self._next(), theme=PAGE, width=self._width,
                               least_height=self._height)  # fmt: skip
        self._board.value = f"{_STYLE}<div class='cfw-step'>{picture}</div>"
        self._said.value = (
            f"<div class='cfw-step cfw-step-said' lang='{self.lang}'>{self._curve()}{self._sentences()}</div>"
        )

    def _sentences(self) -> str:
        line, lang, ply, last = self.line, self.lang, self.ply, len(self.line.moves)
        founded = text("founded", lang, n=line.founded[ply], of=line.pack_size)
        where = f"<strong>{escape(text('step-ply', lang, n=ply, of=last))}</strong> · {escape(founded)}"
        made = text("step-start", lang)
        if ply:
            made = text("step-made", lang, move=speak_steps(line.positions[ply - 1], line.moves[ply - 1], lang))
        to_come = text("step-end-won" if line.won else "step-end", lang)
        if ply < last:
            to_come = text("step-next", lang, move=sentence(speak_move(self.position, line.moves[ply], lang)))
        parts = [f"<div>{where}</div>", f"<div>{escape(made)}</div>", f"<div>{escape(to_come)}</div>"]
        if worth := line.speak_worth(lang):
            parts.append(f'<div class="cfw-step-worth">{escape(worth)}</div>')
        return "".join(parts)

    def _curve(self) -> str:
        """The cards on the foundations over the whole line, and where the cursor stands in it."""
        last, ply = len(self.line.moves), self.ply
        if not last:
            return ""
        founded, high = self.line.founded, self.line.pack_size
        rises = (f"H{n}V{-now}" for n, (before, now) in enumerate(pairwise(founded), 1) if now != before)
        path = f"M0 {-founded[0]}{''.join(rises)}H{last}"
        line = 'vector-effect="non-scaling-stroke" fill="none"'
        return (
            f'<svg viewBox="0 {-high} {last} {high}" preserveAspectRatio="none" aria-hidden="true">'
            f'<rect x="0" y="{-high}" width="{ply}" height="{high}" fill="{colour("can", PAGE)}" opacity=".14"/>'
            f'<path d="{path}" {line} stroke="{colour("can", PAGE)}" stroke-width="2"/>'
            f'<path d="M{ply} 0V{-high}" {line} stroke="{colour("can", PAGE)}" stroke-width="1"/></svg>'
        )


def _style() -> str:
    dark = "".join(f"--cfw-{name}:{pair[1]};" for name, pair in art()["colours"].items() if pair[0] != pair[1])
    told = ",".join(f"{page} .cfw-step" for page in _DARK)
    return (
        "<style>.cfw-step svg{display:block;max-width:100%;height:auto}"
        ".cfw-step-said{line-height:1.5;color:var(--jp-ui-font-color1,inherit)}"
        ".cfw-step-said svg{width:100%;height:40px;margin:2px 0 6px;"
        "border-bottom:1px solid var(--jp-border-color1,#8888)}"
        ".cfw-step-worth{opacity:.8;margin-bottom:4px}"
        f"{told}{{{dark}}}"
        f"@media (prefers-color-scheme:dark){{body{_TOLD} .cfw-step{{{dark}}}}}</style>"
    )


_STYLE = _style()
