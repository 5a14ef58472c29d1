"""Several lines stepped through side by side, with one slider for all of them."""

# pyright: basic
# ipywidgets and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import traitlets
from ipywidgets import HTML, HBox, IntSlider, Layout, VBox

from canfield_widget.arguments import expect_text
from canfield_widget.replays import Playable, replay
from canfield_widget.step_keys import FAR, StepKeys
from canfield_widget.stepper import MARGIN, Stepper, step_through
from canfield_widget.texts import text, words

MOST_STEPPERS = 8
"""So many boards stand side by side at the most."""


def step_together(lines: Mapping[str, Playable], *, lang: str = "en", width: int = 420) -> InStep:
    """Steppers for the lines, side by side under their names, that go on together.

    A line that is at its end stays there while the others go on. `width` is that of each board in CSS pixels. The
    keys are those of each stepper, and all that move by plies go for the whole where the focus is outside them.

    Raises IllegalMove where a move is not legal, and ValueError for no lines or more than 8, for what is no line, and
    for another language or width.

    >>> from canfield_widget.position import deal
    >>> both = step_together({"short": (deal(seed=12), ["S-W"]), "long": (deal(seed=12), ["T2-T1", "S-W"])})
    >>> both.ply = 2
    >>> [stepper.ply for stepper in both.steppers]
    [1, 2]
    """
    words(lang)
    if not isinstance(lines, Mapping) or not 1 <= len(lines) <= MOST_STEPPERS:  # type: ignore[redundant-expr]
        what = f"{len(lines)} of them" if isinstance(lines, Mapping) else repr(lines)
        raise ValueError(f"lines: read {what}, expected a mapping from names to lines, from 1 to {MOST_STEPPERS}")
    for name in map(str, lines):
        expect_text(name, "lines", "names")
    played = [replay(line) for line in lines.values()]
    lengths = [len(line.moves) for line in played]
    steppers = [step_through(line, lang=lang, width=width) for line in played]
    return InStep(list(map(str, lines)), steppers, lengths, lang, width)


class InStep(VBox):
    """Steppers in step: `ply` is how many moves each has made, or all of its own where it has fewer."""

    ply = traitlets.Int(0)

    def __init__(
        self, names: Sequence[str], steppers: Sequence[Stepper], lengths: Sequence[int], lang: str, width: int
    ) -> None:
        self.steppers, self._lengths, self._names = tuple(steppers), tuple(lengths), tuple(names)
        self._width = width
        self.last = max(lengths)
        self._moving = False
        self.slider = IntSlider(
            min=0, max=self.last, description=text("compare-step", lang), tooltip=text("step-slider", lang),
            style={"description_width": "initial"}, layout=Layout(width="100%", max_width="720px"),
        )  # fmt: skip
        traitlets.link((self, "ply"), (self.slider, "value"))
        targets = {
            "first": lambda: 0, "back": lambda: self.ply - 1, "on": lambda: self.ply + 1, "last": lambda: self.last,
            "far-back": lambda: self.ply - FAR, "far-on": lambda: self.ply + FAR,
        }  # fmt: skip
        self._lang = lang
        self.step_keys = StepKeys(
            {name: self._going(target) for name, target in targets.items()},
            text("step-box-together", lang, n=len(names)), lang,
        )  # fmt: skip
        boards = [
            VBox([HTML(f"<strong>{escape(name)}</strong>", layout=Layout(margin=f"2px {MARGIN}px 0")), stepper],
                 layout=Layout(width=f"{width + 2 * MARGIN}px", max_width="100%"))
            for name, stepper in zip(names, self.steppers, strict=True)
        ]  # fmt: skip
        side_by_side = HBox(boards, layout=Layout(flex_flow="row wrap", grid_gap="12px 24px"))
        super().__init__([self.step_keys, self.slider, side_by_side], layout=Layout(padding=f"{MARGIN}px"))
        self.add_class("cfw-stepper")
        for stepper in self.steppers:
            stepper.observe(self._lead, "ply")
        self._follow()

    def __repr__(self) -> str:
        return f"<InStep {len(self.steppers)} lines, ply {self.ply} of {self.last}>"

    def _mime_(self) -> tuple[str, str]:
        """The pages of the lines under their names, for marimo, which draws none of the notebook's controls."""
        style = f"flex:0 1 {self._width + 2 * MARGIN}px;min-width:min(320px,100%)"
        shown = "".join(
            f"<div style='{style}'><strong>{escape(name)}</strong>{stepper._mime_()[1]}</div>"
            for name, stepper in zip(self._names, self.steppers, strict=True)
        )
        return "text/html", f"<div style='display:flex;flex-wrap:wrap;gap:12px 24px'>{shown}</div>"

    def close(self) -> None:
        """Takes the steppers and all that they are made of out of the page."""
        for stepper in self.steppers:
            stepper.close()
        self.step_keys.close()
        super().close()

    def _going(self, target: Callable[[], int]) -> Callable[[], None]:
        def go() -> None:
            self.ply = min(max(target(), 0), self.last)
            self.step_keys.said = text("step-ply", self._lang, n=self.ply, of=self.last)

        return go

    @traitlets.validate("ply")
    def _inside(self, proposal: Any) -> int:
        if not 0 <= proposal["value"] <= self.last:
            raise traitlets.TraitError(f"ply: read {proposal['value']}, expected 0 to {self.last}")
        return proposal["value"]

    @traitlets.observe("ply")
    def _follow(self, _: Any = None) -> None:
        self._moving = True
        self.step_keys.said = ""
        try:
            for stepper, length in zip(self.steppers, self._lengths, strict=True):
                stepper.aloud = False  # so many sentences at once are none; the slider says its number
                stepper.ply = min(self.ply, length)
                stepper.aloud = True
        finally:
            self._moving = False

    def _lead(self, change: Any) -> None:
        """One stepper that is moved by its own buttons takes the others with it."""
        if not self._moving:
            self.ply = change["new"]
            self._follow()
