"""Figures and axes that a notebook shows by themselves, without pyplot, and paths of the card faces as matplotlib's."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from html import escape
from io import BytesIO
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.path import Path

PIXELS = 100
"""CSS pixels to an inch of figure; twice as many are stored, for screens that have them."""

_CODES: dict[str, list[Any]] = {"M": [Path.MOVETO], "L": [Path.LINETO], "Q": [Path.CURVE3] * 2, "C": [Path.CURVE4] * 3,
          "Z": [Path.CLOSEPOLY]}  # fmt: skip

_Bundle = tuple[dict[str, str], dict[str, Any]]


class NotebookFigure(Figure):
    """A matplotlib figure that is shown where it is a cell's last value, with `words` for who does not see it.

    It is a `Figure` in all else: `savefig` writes it, and its axes can be drawn on.
    """

    words: str = ""

    def _repr_mimebundle_(self, **kwargs: Any) -> _Bundle:
        """The figure as PNG, and in words."""
        return _bundle(self, self.words)

    def _mime_(self) -> tuple[str, str]:
        """The same for marimo, which has a way of its own with figures that leaves the words out."""
        return _html(self, self.words)


class NotebookAxes(Axes):
    """The axes of a figure of their own, which is shown where they are a cell's last value, with `words`.

    They are `Axes` in all else; `ax.figure` is the figure, and `ax.figure.savefig` writes it.
    """

    words: str = ""

    def _repr_mimebundle_(self, **kwargs: Any) -> _Bundle:
        """The whole figure as PNG, and in words."""
        return _bundle(self.figure, self.words)

    def _mime_(self) -> tuple[str, str]:
        """The same for marimo."""
        return _html(self.figure, self.words)


def _bundle(figure: Any, words: str) -> _Bundle:
    image = BytesIO()
    figure.savefig(image, format="png", dpi=2 * PIXELS)
    shown = {"width": round(figure.get_figwidth() * PIXELS), "alt": words}
    return {"image/png": b64encode(image.getvalue()).decode(), "text/plain": words}, {"image/png": shown}


def _html(figure: Any, words: str) -> tuple[str, str]:
    data, about = _bundle(figure, words)
    width = about["image/png"]["width"]
    source = f"data:image/png;base64,{data['image/png']}"
    return "text/html", f'<img src="{source}" alt="{escape(words)}" style="width:{width}px;max-width:100%">'


def axes_of(ax: object) -> Axes:
    """The axes that were handed in. Raises ValueError for what is none."""
    if not isinstance(ax, Axes):
        raise ValueError(f"ax: read {ax!r}, expected matplotlib Axes, or None for a figure of its own")
    return ax


def inches(width: object) -> float:
    """The width in inches that was asked for. Raises ValueError for what is none."""
    if isinstance(width, bool) or not isinstance(width, (int, float)) or not 0 < width < math.inf:
        raise ValueError(f"width: read {width!r}, expected inches, more than 0")
    return float(width)


@cache
def path_of(drawn: str) -> Path:
    """The path of a face, such as `M0 0L9 0Z`, as matplotlib has it.

    >>> path_of("M0 0L9 0Z").vertices.tolist()
    [[0.0, 0.0], [9.0, 0.0], [0.0, 0.0]]
    """
    points, codes = list[tuple[float, float]](), list[Any]()
    for command, to in path_commands(drawn):
        points += to or [(0.0, 0.0)]
        codes += _CODES[command]
    return Path(points, codes)


def path_commands(drawn: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """The commands of a path, each with its points."""
    for command, rest in re.findall(r"([MLQCZ])([^MLQCZ]*)", drawn):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", rest)]
        yield command, list(zip(numbers[::2], numbers[1::2], strict=True))
