"""Positions as matplotlib diagrams, with the card faces and the layout of the board."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import cast

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D, Bbox, Transform

from canfield_widget.arguments import expect
from canfield_widget.arrows import Wanted
from canfield_widget.cards import Card
from canfield_widget.faces import Mark, check_theme, colour, sheet
from canfield_widget.figures import PIXELS, NotebookAxes, NotebookFigure, axes_of, inches, path_commands, path_of
from canfield_widget.lettering import Label, speak_open, width_of, wrap
from canfield_widget.moves import Move
from canfield_widget.notation import read_game, read_position
from canfield_widget.picture import CAPTION, Picture, lay_out
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay, replay
from canfield_widget.solver import Verdict
from canfield_widget.speech import sentence, speak_move, speak_position
from canfield_widget.texts import text

_FONT = FontProperties(family=["DejaVu Sans", "sans-serif"])
_BOLD = FontProperties(family=["DejaVu Sans", "sans-serif"], weight="bold")
MOST_BOARDS = 24
"""So many boards a strip has at the most."""
_GAP, _LEAST = 0.12, 0.2
"""Between the boards of a strip, and the least width of one, in inches."""
_COLUMNS, _LINES, _WORTH = 3, 3, 0.75
"""Boards in a row where nothing else is asked for, lines of words below one at the most, and how much smaller than
without words boards may be to have some."""


def draw(
    position: Position | str,
    *,
    ax: Axes | None = None,
    highlight: Iterable[str | Card] = (),
    arrows: Iterable[Wanted] = (),
    move: Move | str | None = None,
    caption: str | None = None,
    player_view: bool = True,
    lang: str | None = None,
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """A diagram of the position, or of its text, as a player sees it: on new axes, or on `ax`.

    New axes have a figure of their own, `width` inches wide, which is shown by the notebook where they are a cell's
    last value; pyplot does not know it, `ax.figure.savefig` writes it. `highlight` names cards that are to be seen
    (`7H`) and piles (`T3`) to be framed. `arrows` are moves or their tokens, legal or not (`T2-T1`), and pairs of
    cards or piles (`("KC", "T3")`). `move`, a legal one, is marked with 1 where it begins and 2 where it ends.
    `caption` stands under the board. `player_view` False shows what lies face down too, but for all but the stock's
    next card. `lang` is `en` (None) or `de`, `theme` is `light` or `dark`.

    Raises IllegalMove for a move that is none, NotationError for a text that cannot be read, and ValueError for a
    highlight or an arrow that is not to be seen, another theme, language or width, and an `ax` that is none.

    >>> from canfield_widget.position import deal
    >>> draw(deal("canfield", seed=12), arrows=["T2-T1"]).words.splitlines()[-1]
    'Arrow: ace of clubs to column 1.'
    """
    check_theme(theme)
    wide, words = inches(width), "en" if lang is None else lang
    if not isinstance(position, (Position, str)):
        raise ValueError(f"position: read {position!r}, expected a Position, such as deal() gives, or its text")
    now = read_position(position) if isinstance(position, str) else position
    if ax is not None:
        wide = _inches_across(ax)
    picture = lay_out(now, lang=words, move=move, highlight=highlight, arrows=arrows, caption=caption,
                      player_view=player_view, pixels=wide * PIXELS)  # fmt: skip
    if ax is not None:
        return _fill(ax, picture, theme)
    figure = NotebookFigure(figsize=(wide, wide * picture.height / picture.width))
    figure.patch.set_alpha(0)
    made = figure.add_axes((0, 0, 1, 1), axes_class=NotebookAxes)
    figure.words = picture.words
    return _fill(made, picture, theme)


def draw_moves(
    start: Position | str | Playable,
    moves: Moves | None = None,
    *,
    first: int = 0,
    last: int | None = None,
    plies: Iterable[int] | None = None,
    columns: int | None = None,
    captions: bool = True,
    player_view: bool = True,
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 9.6,
) -> Axes:
    """A line as a strip of small boards, each with an arrow for the move that leads to the next: new axes, or on `ax`.

    `start` is a position or its text, with `moves` from it; or a Solution, a Game, the text of a game, or a pair of a
    position and moves. `first` and `last` are the plies of the first and the last board, or `plies` those of all of
    them, in order. Under each board stand the number and the words of its move, unless `captions` is False. The strip
    has `columns` boards in a row: 3 where it is None, and on `ax` as many as make the boards largest. On `ax` boards
    are as large as its height lets them be. Where boards are too small for the words, only the number of the move
    stands there. The boards are `child_axes` of what is returned. New axes have a figure of their
    own, `width` inches wide, which is shown by the notebook where they are a cell's last value.

    Raises IllegalMove where a move is not legal, NotationError for a text that cannot be read, and ValueError for
    what is no line, for more than 24 boards, and for plies, columns, language, theme, width or `ax` that are none.

    >>> from canfield_widget.position import deal
    >>> strip = draw_moves(deal("canfield", seed=12), ["T2-T1", "S-W"])
    >>> len(strip.child_axes), strip.words.splitlines()[-3]
    (3, '1. Ace of clubs from column 2 onto the two of diamonds.')
    """
    check_theme(theme)
    wide, words = inches(width), "en" if lang is None else lang
    line = _line(start, moves)
    shown = _plies(first, last, len(line.moves)) if plies is None else _chosen(plies, len(line.moves))
    if columns is not None and (type(columns) is not int or columns < 1):
        raise ValueError(f"columns: read {columns!r}, expected a whole number, at least 1, or None")
    if ax is not None:
        wide = _inches_across(ax)
    across = min(columns or _COLUMNS, len(shown))
    if wide - (across - 1) * _GAP < _GAP * across:
        raise ValueError(
            f"width: read {width!r}, expected more than {2 * across * _GAP:.2g} inches for {across} columns"
        )
    seen = [now.player_view() if player_view else now for now in line.positions]
    said = {ply: _said(line, seen, ply, ply == shown[-1], words) for ply in shown}

    numbers = {ply: str(ply + 1) if ply < shown[-1] else str(ply) for ply in shown}

    def rows_of(across: int, each: float, brief: bool = False) -> list[list[Picture]]:
        rows = list[list[Picture]]()
        under = said if captions else {}
        if under and (brief or any(_too_long(words, each) for words in said.values())):
            end = shown[-1]
            under = numbers if _too_long(said[end], each) else {**numbers, end: said[end]}
        for n in range(0, len(shown), across):
            row = shown[n : n + across]
            # The captions of a row stand level, below its longest column.
            shapes = (lay_out(line.positions[ply], pixels=each * PIXELS, player_view=player_view) for ply in row)
            least = max(shape.height for shape in shapes)
            rows.append([
                lay_out(line.positions[ply], lang=words, arrows=[line.moves[ply]] if ply < shown[-1] else (),
                        caption=under.get(ply), player_view=player_view, pixels=each * PIXELS, least_height=least)
                for ply in row
            ])  # fmt: skip
        return rows

    if ax is None:
        each = (wide - (across - 1) * _GAP) / across
        rows = rows_of(across, each)
    else:
        high = float(axes_of(ax).bbox.height / ax.figure.dpi)
        tries = [across] if columns else range(1, len(shown) + 1)
        fits = [_fitted(rows_of, count, wide, high, brief=brief) for count in tries for brief in (False, True)]
        largest = max(each for each, *_ in fits)
        # Words are worth a little size.
        each, rows, _ = max(fits, key=lambda fit: (fit[2] and fit[0] > _WORTH * largest, fit[0]))
        wide = len(rows[0]) * (each + _GAP) - _GAP
    begun = line.positions[shown[0]]
    told = speak_position(begun, words) if player_view else speak_open(begun, words)
    return _strip(ax, rows, wide, each, theme, "\n".join((told, *said.values())))


def _inches_across(ax: Axes) -> float:
    return float(axes_of(ax).bbox.width / ax.figure.dpi)


def _too_long(caption: str, each: float) -> bool:
    """True if a word is wider than a board of that many inches, or the lines of them all are half as high as it is."""
    lines = wrap(caption, CAPTION, each * PIXELS - CAPTION)
    return any(width_of(word, CAPTION) > each * PIXELS - CAPTION for word in caption.split()) or len(lines) > _LINES


def _fitted(
    rows_of: Callable[[int, float, bool], list[list[Picture]]], across: int, wide: float, high: float, *, brief: bool
) -> tuple[float, list[list[Picture]], bool]:
    """The width of boards in so many columns that fit in `wide` by `high` inches, their rows, if with words."""
    each = max((wide - (across - 1) * _GAP) / across, _LEAST)
    rows = rows_of(across, each, brief)
    # Letters do not shrink with the boards, so one step is too short.
    for _ in range(6):
        free = high - (len(rows) - 1) * _GAP
        tall = sum(_heights(rows)) * each / _broadest(rows)
        if tall <= free or each <= _LEAST:
            break
        each = max(each * min(max(free / tall, 0.3), 0.98), _LEAST)
        rows = rows_of(across, each, brief)
    return each, rows, not rows[0][0].words.split("\n")[0].isdigit()


def _broadest(rows: list[list[Picture]]) -> float:
    return max(picture.width for row in rows for picture in row)


def _heights(rows: list[list[Picture]]) -> list[float]:
    return [max(picture.height for picture in row) for row in rows]


def _strip(ax: Axes | None, rows: list[list[Picture]], wide: float, each: float, theme: str, words: str) -> Axes:
    """The boards in rows, all of one width and those of a row of one height."""
    broadest, heights = _broadest(rows), _heights(rows)
    inch = each / broadest
    tall = sum(heights) * inch + (len(rows) - 1) * _GAP
    whole = ax
    if whole is None:
        figure = NotebookFigure(figsize=(wide, tall))
        figure.patch.set_alpha(0)
        whole = made = cast("NotebookAxes", figure.add_axes((0, 0, 1, 1), axes_class=NotebookAxes))
        figure.words = made.words = words
    whole.set_axis_off()
    whole.set(xlim=(0, wide), ylim=(0, tall), aspect="equal")
    top = tall
    for row, height in zip(rows, heights, strict=True):
        top -= height * inch
        for n, picture in enumerate(row):
            place = (n * (each + _GAP), top, each, height * inch)
            _fill(whole.inset_axes(place, transform=whole.transData), replace(picture, width=broadest, height=height),
                  theme)  # fmt: skip
        top -= _GAP
    return whole


def _line(start: object, moves: Moves | None) -> Replay:
    if isinstance(start, str):
        game = read_game(start)
        if game.moves and moves is not None:
            raise ValueError(f"start: read a game with {len(game.moves)} moves and more moves, expected one of them")
        return replay(game.moves if moves is None else moves, game.start)
    if isinstance(start, Position):
        return replay(() if moves is None else moves, start)
    if moves is not None:
        raise ValueError(f"start: read {start!r}, expected a position or its text where moves are given")
    return replay(cast("Playable", start))


def _plies(first: int, last: int | None, moves: int) -> range:
    """The plies of the boards. Raises ValueError where there are too many, or none of that number."""
    final = moves if last is None else last
    if type(first) is not int or type(final) is not int or not 0 <= first <= final <= moves:
        raise ValueError(f"first, last: read {first!r} and {last!r}, expected plies from 0 to {moves}, in order")
    if final - first >= MOST_BOARDS:
        raise ValueError(
            f"moves: read {final - first + 1} positions, expected {MOST_BOARDS} at the most: "
            f"choose a part, such as first={first}, last={first + MOST_BOARDS - 1}"
        )
    return range(first, final + 1)


def _chosen(plies: Iterable[int], moves: int) -> list[int]:
    """The plies that were chosen. Raises ValueError, see `_plies`."""
    expect(plies, Iterable, "plies", "numbers of moves, or None")
    found = list(plies)
    if found != sorted({ply for ply in found if type(ply) is int and 0 <= ply <= moves}) or not found:
        raise ValueError(f"plies: read {found!r}, expected numbers from 0 to {moves}, each once and in order")
    if len(found) > MOST_BOARDS:
        raise ValueError(f"plies: read {len(found)}, expected {MOST_BOARDS} at the most")
    return found


def _said(line: Replay, seen: Sequence[Position], ply: int, ends: bool, lang: str) -> str:
    """What stands under a board: the move that comes, or where the strip ends."""
    if not ends:
        return f"{ply + 1}. {sentence(speak_move(seen[ply], line.moves[ply], lang))}"
    if ply == len(line.moves) and line.won:
        return text("step-end-won", lang)
    if ply == len(line.moves) and line.verdict in (Verdict.LOST, Verdict.UNKNOWN):
        return text("strip-after-worth", lang, n=ply, worth=text(f"curve-{line.verdict}", lang))
    return text("strip-after", lang, n=ply) if ply else text("step-start", lang)


def _fill(ax: Axes, picture: Picture, theme: str) -> Axes:
    size = (picture.width, picture.height)
    drawings = list[Drawing]()
    for piece in picture.pieces:
        if piece.marks:
            kind = "place" if piece.index < 0 else f"card {piece.index + 1}"
            drawings.append(Drawing(piece.marks, piece.x, piece.y, piece.free, theme, f"{piece.pile} {kind}"))
    for ring in picture.rings:
        drawings.append(Drawing(ring.marks(), 0, 0, (0, 0, *size), theme, f"ring {ring.number}".strip()))
    for arrow in picture.arrows:
        left, top, right, bottom = arrow.box()
        free = (left, top, right - left, bottom - top)
        drawings.append(Drawing(arrow.marks(), 0, 0, free, theme, f"arrow {arrow.name}"))
    for label in picture.all_labels():
        drawings.append(Drawing((label,), label.x, label.y, (0, 0, 0, 0), theme, f"label {label.text}"))
    return lay_table(ax, size, theme, (picture.tray,), drawings, picture.words)


def lay_table(
    ax: Axes, size: tuple[float, float], theme: str, marks: Sequence[Mark], drawings: Iterable[Drawing], words: str
) -> Axes:
    """The axes as a table of that size with `marks` on it, then the drawings, each above the one before."""
    ax.set_axis_off()
    ax.set(xlim=(0, size[0]), ylim=(size[1], 0), aspect="equal")
    cloth = Mark(sheet(0.5, 0.5, size[0] - 1, size[1] - 1, 12), fill="table-top", stroke="line", width=1)
    table = Drawing((cloth, *marks), 0, 0, (0, 0, *size), theme, "table")
    for order, drawing in enumerate((table, *drawings)):
        drawing.set_zorder(2 + order / 1000)
        ax.add_artist(drawing)
    if isinstance(ax, NotebookAxes):
        ax.words = words
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


def _path(path: str | tuple[float, float, float]) -> Path:
    return path_of(path) if isinstance(path, str) else _circle(path)


@cache
def _circle(circle: tuple[float, float, float]) -> Path:
    return Path.circle(circle[:2], circle[2])


@cache
def _dots(path: str, width: float, distance: float) -> Path:
    """Round dots along straight lines: a backend draws no dash without length."""
    found: list[Path] = []
    x0, y0 = 0.0, 0.0
    for command, ((x, y), *_) in path_commands(path):
        length = math.hypot(x - x0, y - y0) if command == "L" else -1
        for n in range(int(length / distance) + 1 if length > 0 else 0):
            part = n * distance / length
            found.append(Path.circle((x0 + part * (x - x0), y0 + part * (y - y0)), width / 2))
        x0, y0 = x, y
    return Path.make_compound_path(*found)


@lru_cache(maxsize=512)
def _letters(text: str, size: float, bold: bool) -> Path:
    """A text as a path, centred on x = 0."""
    # A dollar would begin a formula.
    path = TextPath((0, 0), text.replace("$", r"\$"), size=size, prop=_BOLD if bold else _FONT)
    across = path.vertices[path.codes != Path.CLOSEPOLY, 0]
    return path.transformed(Affine2D().translate(-(across.min() + across.max()) / 2 if len(across) else 0, 0))
