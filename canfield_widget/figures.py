"""Figures that a notebook shows by themselves: made without pyplot, so that nothing is left open or shown twice."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

PIXELS = 100
"""CSS pixels to an inch of figure; twice as many are stored, for screens that have them."""


class NotebookFigure(Figure):
    """A matplotlib figure that is shown where it is a cell's last value, with `words` for who does not see it.

    It is a `Figure` in all else: `savefig` writes it, and its axes can be drawn on.
    """

    words: str = ""

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict[str, str], dict[str, Any]]:
        """The figure as PNG, and in words."""
        image = BytesIO()
        self.savefig(image, format="png", dpi=2 * PIXELS)
        shown = {"width": round(self.get_figwidth() * PIXELS), "alt": self.words}
        return {"image/png": b64encode(image.getvalue()).decode(), "text/plain": self.words}, {"image/png": shown}


def axes_of(ax: object) -> Axes:
    """The axes that were handed in. Raises ValueError for what is none."""
    if not isinstance(ax, Axes):
        raise ValueError(f"ax: read {ax!r}, expected matplotlib Axes, or None for a figure of its own")
    return ax
