"""Positions as matplotlib diagrams, with the card faces and the layout of the board."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, overload

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, Bbox, Transform

from canfield_widget.cards import Card
from canfield_widget.faces import Mark, check_theme, colour, sheet
from canfield_widget.figures import NotebookFigure, axes_of
from canfield_widget.moves import Move
from canfield_widget.notation import read_position
from canfield_widget.picture import Label, Picture, lay_out
from canfield_widget.position import Position

_CODES: dict[str, list[Any]] = {"M": [Path.MOVETO], "L": [Path.LINETO], "Q": [Path.CURVE3] * 2, "C": [Path.CURVE4] * 3,
          "Z": [Path.CLOSEPOLY]}  # fmt: skip
_FONT = FontProperties(family=["DejaVu Sans", "sans-serif"])
_BOLD = FontProperties(family=["DejaVu Sans", "sans-serif"], weight="bold")


@overload
def draw(
    position: Position | str, *, ax: None = None, lang: str = "en", move: Move | str | None = None,
    highlight: Iterable[str | Card] = (), theme: str = "light", width: float = 7.2,
) -> NotebookFigure: ...  # fmt: skip
@overload
def draw(
    position: Position | str, *, ax: Axes, lang: str = "en", move: Move | str | None = None,
    highlight: Iterable[str | Card] = (), theme: str = "light", width: float = 7.2,
) -> Axes: ...  # fmt: skip
def draw(
    position: Position | str,
    *,
    ax: Axes | None = None,
    lang: str = "en",
    move: Move | str | None = None,
    highlight: Iterable[str | Card] = (),
    theme: str = "light",
    width: float = 7.2,
) -> NotebookFigure | Axes:
    """A diagram of the position, or of its text, as a player sees it: a new figure, or `ax` with the diagram on it.

    A new figure is `width` inches wide and is shown by the notebook where it is a cell's last value; pyplot does not
    know it. `move`, a legal one, is marked with 1 where it begins and 2 where it ends. `highlight` names cards that
    lie face up (`7H`) and piles (`T3`) to be framed. `theme` is `light` or `dark`.

    Raises IllegalMove for a move that is none, NotationError for a text that cannot be read, and ValueError for a
    highlight that is not to be seen, another theme, language or width, and an `ax` that is none.

    >>> from canfield_widget.position import deal
    >>> figure = draw(deal("canfield", seed=12), move="T2-T1")
    >>> figure.words.splitlines()[-1]
    'Ace of clubs from column 2 onto the two of diamonds.'
    """
    check_theme(theme)
    if not isinstance(width, (int, float)) or not 0 < width < math.inf:
        raise ValueError(f"width: read {width!r}, expected inches, more than 0")
    if not isinstance(position, (Position, str)):
        raise ValueError(f"position: read {position!r}, expected a Position, such as deal() gives, or its text")
    now = read_position(position) if isinstance(position, str) else position
    picture = lay_out(now, lang=lang, move=move, highlight=highlight)
    if ax is not None:
        return _fill(axes_of(ax), picture, theme)
    figure = NotebookFigure(figsize=(width, width * picture.height / picture.width))
    figure.patch.set_alpha(0)
    figure.words = picture.words
    _fill(figure.add_axes((0, 0, 1, 1)), picture, theme)
    return figure


def _fill(ax: Axes, picture: Picture, theme: str) -> Axes:
    ax.set_axis_off()
    ax.set(xlim=(0, picture.width), ylim=(picture.height, 0), aspect="equal")
    size = (picture.width, picture.height)
    table = Mark(sheet(0.5, 0.5, size[0] - 1, size[1] - 1, 12), fill="table-top", stroke="line", width=1)
    drawings = [Drawing((table, picture.tray), 0, 0, (0, 0, *size), theme, "table")]
    for piece in picture.pieces:
        if piece.marks:
            kind = "place" if piece.index < 0 else f"card {piece.index + 1}"
            drawings.append(Drawing(piece.marks, piece.x, piece.y, piece.free, theme, f"{piece.pile} {kind}"))
    for ring in picture.rings:
        drawings.append(Drawing(ring.marks(), 0, 0, (0, 0, *size), theme, f"ring {ring.number}".strip()))
    for label in picture.all_labels():
        drawings.append(Drawing((label,), label.x, label.y, (0, 0, 0, 0), theme, f"label {label.text}"))
    for order, drawing in enumerate(drawings):
        drawing.set_zorder(2 + order / 1000)
        ax.add_artist(drawing)
    return ax


class Drawing(Artist):
    """Shapes drawn around a point of the axes; lines keep their thickness in units of the data.

    Its gid says what it is, such as `T3 card 2`, counted from the bottom, or `F1 place`.
    """

    def __init__(
        self, marks: Sequence[Mark | Label], x: float, y: float, free: tuple[float, float, float, float],
        theme: str, gid: str,
    ) -> None:  # fmt: skip
        super().__init__()
        self.marks, self.theme = marks, theme
        self._box = Bbox.from_bounds(x + free[0], y + free[1], *free[2:])
        self._place = Affine2D().translate(x, y)
        self.set_gid(gid)

    def get_window_extent(self, renderer: RendererBase | None = None) -> Bbox:
        """The part of the drawing that lies free, in pixels."""
        box = self._box.transformed(self.get_transform())
        return Bbox((box.min, box.max))  # the axis of y points down

    def draw(self, renderer: RendererBase) -> None:
        """Draws every shape."""
        if not self.get_visible():
            return
        place = self._place + self.get_transform()
        matrix = place.get_matrix()
        points = math.sqrt(abs(matrix[0, 0] * matrix[1, 1])) / float(renderer.points_to_pixels(1))  # type: ignore[arg-type]
        renderer.open_group("drawing", self.get_gid())
        for mark in self.marks:
            if isinstance(mark, Label):
                self._draw(renderer, _letters(mark.text, mark.size, mark.bold), Affine2D().scale(1, -1) + place,
                           fill=mark.paint)  # fmt: skip
                continue
            own = Affine2D().scale(mark.across, mark.down).translate(mark.x, mark.y) + place
            if mark.dots:
                self._draw(renderer, _dots(mark.path, mark.width, mark.dots), own, fill=mark.stroke)
                continue
            self._draw(renderer, _path(mark.path), own, fill=mark.fill, stroke=mark.stroke, opacity=mark.opacity,
                       width=mark.width * abs(mark.down) * points)  # fmt: skip
        renderer.close_group("drawing")
        self.stale = False

    def _draw(
        self, renderer: RendererBase, path: Path, where: Transform, *, fill: str = "", stroke: str = "",
        width: float = 0, opacity: float = 1,
    ) -> None:  # fmt: skip
        context = renderer.new_gc()
        if self.get_clip_on():
            context.set_clip_rectangle(self.get_clip_box())
            context.set_clip_path(self.get_clip_path())  # type: ignore[arg-type]
        context.set_snap(False)
        context.set_capstyle("round")
        context.set_joinstyle("round")
        context.set_linewidth(width)
        if stroke:
            red, green, blue, alpha = to_rgba(colour(stroke, self.theme))
            context.set_foreground((red, green, blue, alpha * opacity), isRGBA=True)
        renderer.draw_path(context, path, where, to_rgba(colour(fill, self.theme)) if fill else None)
        context.restore()


@cache
def _path(path: str | tuple[float, float, float]) -> Path:
    """The path of a drawing as matplotlib has it."""
    if not isinstance(path, str):
        return Path.circle(path[:2], path[2])
    points: list[tuple[float, float]] = []
    codes: list[Any] = []
    for command, to in _commands(path):
        points += to or [(0.0, 0.0)]
        codes += _CODES[command]
    return Path(points, codes)


def _commands(path: str) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """The commands of a path, each with its points."""
    for command, text in re.findall(r"([MLQCZ])([^MLQCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d*\.?\d+", text)]
        yield command, list(zip(numbers[::2], numbers[1::2], strict=True))


@cache
def _dots(path: str, width: float, distance: float) -> Path:
    """Round dots along straight lines: a backend draws no dash without length."""
    found: list[Path] = []
    x0, y0 = 0.0, 0.0
    for command, ((x, y), *_) in _commands(path):
        length = math.hypot(x - x0, y - y0) if command == "L" else -1
        for n in range(int(length / distance) + 1 if length > 0 else 0):
            part = n * distance / length
            found.append(Path.circle((x0 + part * (x - x0), y0 + part * (y - y0)), width / 2))
        x0, y0 = x, y
    return Path.make_compound_path(*found)


@lru_cache(maxsize=512)
def _letters(text: str, size: float, bold: bool) -> Path:
    """A text as a path, centred on x = 0."""
    path = TextPath((0, 0), text, size=size, prop=_BOLD if bold else _FONT)
    box = path.get_extents()
    return path.transformed(Affine2D().translate(-(box.x0 + box.x1) / 2, 0))
