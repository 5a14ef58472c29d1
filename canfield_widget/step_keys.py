"""Keys for a stepper as a whole, and the live region that tells its steps: the part that needs a script in the page."""

# pyright: basic
# anywidget and traitlets carry too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from ipywidgets import Layout

from canfield_widget.texts import text

FAR = 10
"""So many moves the page keys go."""

# Letters that mean nothing on a board: one may be played on beside the line.
KEYS = {
    "ArrowLeft": "back", "ArrowRight": "on", "PageDown": "far-back", "PageUp": "far-on", "Home": "first", "End": "last",
    " ": "play", "e": "to-reserve", "f": "to-foundation", "t": "to-redeal",
}  # fmt: skip
"""What each key does, by its name in the page. The page keys go the way they go on a slider."""


class StepKeys(anywidget.AnyWidget):
    """What stands unseen in the box of a stepper, listens there for its keys, and says aloud what `said` becomes.

    `does` has what is done by each name of `KEYS` that the stepper knows; `name` is what the box is called, the keys
    are told after it. `here` is true once a page has drawn it: without one the stepper has no keys, and speaks by its
    own words. The page may set `here` and nothing else.

    >>> keys = StepKeys({"on": lambda: print("one move on")}, "A line")
    >>> keys.label, keys.shortcuts
    ('A line. Keys: Right: one move on', {'ArrowRight': 'on'})
    >>> keys.press("on")
    one move on
    """

    _esm = Path(__file__).parent / "static" / "keys.js"

    shortcuts = traitlets.Dict().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    slider = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    here = traitlets.Bool().tag(sync=True)

    def __init__(self, does: Mapping[str, Callable[[], object]], name: str, lang: str = "en") -> None:
        self._does = dict(does)
        told = {key: what for key, what in KEYS.items() if what in does}
        listed = "; ".join(f"{key_name(what, lang)}: {text(f'step-key-{what}', lang, n=FAR)}" for what in told.values())
        super().__init__(
            shortcuts=told, label=text("step-keys", lang, name=name, keys=listed),
            slider=text("step-slider-name", lang), layout=Layout(margin="0", height="0"),
        )  # fmt: skip
        self.on_msg(lambda _, content, __: self.press(content.get("does") if isinstance(content, dict) else content))

    def __repr__(self) -> str:
        return f"<StepKeys {' '.join(self.shortcuts.values())}>"

    def press(self, name: object) -> None:
        """Does what the key of that name does; nothing for another name."""
        act = self._does.get(name) if isinstance(name, str) else None
        if act is not None:
            act()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Takes what the page says: whether it is there."""
        super().set_state({name: value for name, value in sync_data.items() if name == "here"})


def key_name(does: str, lang: str = "en") -> str:
    """How the key that does so is called on a keyboard.

    >>> key_name("on"), key_name("first", "de"), key_name("to-reserve")
    ('Right', 'Pos1', 'E')
    """
    key = next(key for key, what in KEYS.items() if what == does)
    return key.upper() if key.isalpha() and len(key) == 1 else text(f"step-key-name-{does}", lang)
