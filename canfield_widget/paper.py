"""Lines of text, lines to write on and boards on A4 pages, parted so that nothing lies on anything else."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.textpath import text_to_path

from canfield_widget.diagrams import draw
from canfield_widget.faces import colour
from canfield_widget.figures import PIXELS, NotebookFigure
from canfield_widget.moves import Move
from canfield_widget.picture import lay_out
from canfield_widget.position import Position

WIDTH, HEIGHT = 8.27, 11.69
"""A4, in inches, as all lengths here but the sizes of letters, which are in points."""
SIDE, TOP, _BOTTOM, FOOT = 0.75, 0.75, 10.95, 11.2
ACROSS = WIDTH - 2 * SIDE
_BOARD, BETWEEN = 3.65, 0.35
_BROAD = 1000
"""Boards of more units stand above their questions and not beside them: their cards would be too small."""
_GAP, _MOST_GAP = 0.2, 0.5
_LEADING = 1.38
SPARE = 0.95
"""How much of its room a line may fill: on a screen letters are a little wider than on paper."""
_RULE = 0.34
"""From one line to write on to the next."""
_FONT = ["DejaVu Sans", "sans-serif"]
BOX = "\N{BALLOT BOX}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, `indent` from the left with `mark` hanging before it, or a line to write on."""

    words: str = ""
    size: float = 10.5
    indent: float = 0
    above: float = 0
    bold: bool = False
    paint: str = "text"
    mark: str = ""
    hang: float = 0

    @property
    def height(self) -> float:
        """With what is left free above."""
        return self.above + (self.size * _LEADING / 72 if self.words else _RULE)


@dataclass(frozen=True, slots=True)
class Block:
    """What is not parted by the end of a page: a heading, lines, and a board beside them or above them."""

    lines: tuple[Line, ...]
    heading: tuple[Line, ...] = ()
    position: Position | None = None
    arrows: tuple[Move, ...] = ()
    board: tuple[float, float] = (0, 0)

    @property
    def room(self) -> float:
        """How wide lines beside or below the board may be."""
        return ACROSS - self.board[0] - BETWEEN if self.is_beside else ACROSS

    @property
    def is_beside(self) -> bool:
        """True if the lines stand to the right of the board."""
        return 0 < self.board[0] < ACROSS

    @property
    def height(self) -> float:
        """From the heading to the end of lines and board."""
        text, board = _high(self.lines), self.board[1]
        return _high(self.heading) + (max(text, board) if self.is_beside else text + board)


def board_size(position: Position, arrows: tuple[Move, ...] = ()) -> tuple[float, float]:
    """The width and height of a board: beside its lines, or as wide as the page if it is a broad one."""
    width = _BOARD if lay_out(position).width < _BROAD else ACROSS
    picture = lay_out(position, pixels=width * PIXELS, arrows=arrows)
    return width, width * picture.height / picture.width


def _high(lines: Iterable[Line]) -> float:
    return sum(line.height for line in lines)


def paragraph(words: str, room: float, *, mark: str = "", above: float = 0, **look: Any) -> list[Line]:
    """The lines of a text, none wider than there is room; `look` has what else a Line says of them."""
    plain = Line(**look)
    lines = [replace(plain, words=line) for line in _wrapped(words, plain, SPARE * (room - plain.indent))]
    lines[0] = replace(lines[0], mark=mark, above=above)
    return lines


def _wrapped(words: str, look: Line, room: float) -> list[str]:
    lines, line = list[str](), ""
    for word in words.split():
        longer = f"{line} {word}".lstrip()
        if line and wide(longer, look.size, look.bold) > room:
            lines.append(line)
            longer = word
        while wide(longer, look.size, look.bold) > room and len(longer) > 1:
            fits = next(n for n in range(len(longer) - 1, 0, -1)
                        if n == 1 or wide(longer[:n], look.size, look.bold) <= room)  # fmt: skip
            lines.append(longer[:fits])
            longer = longer[fits:]
        line = longer
    return [*lines, line]


@lru_cache(maxsize=4096)
def wide(line: str, size: float, bold: bool) -> float:
    """The width of a line in inches."""
    font = FontProperties(family=_FONT, size=size, weight="bold" if bold else "normal")
    return text_to_path.get_text_width_height_descent(line, font, ismath=False)[0] / 72


Placed = list[tuple[Block, float, float]]
"""Blocks of a page, each with its left and its top."""


def flow(blocks: Iterable[Block], first_top: float, columns: int) -> Iterator[Placed]:
    """The blocks page by page, in one column or in several; the first page begins at `first_top`.

    Raises ValueError for a block that no page can hold.
    """
    page, tops, column, y = list[tuple[Block, int, float]](), first_top, 0, first_top
    for block in blocks:
        if block.height > _BOTTOM - TOP:
            raise ValueError(
                f"lessons: read a question that begins {_begins(block)!r}, expected one that a page can hold"
            )
        if y + block.height > _BOTTOM:
            column, y = column + 1, tops
            if column == columns or y + block.height > _BOTTOM:
                yield _spread(page, columns)
                page, tops, column, y = [], TOP, 0, TOP
        page.append((block, column, y))
        y += block.height + (_GAP if columns == 1 else _GAP / 2)
    yield _spread(page, columns)


def _begins(block: Block) -> str:
    return next(line.words for line in block.lines if line.mark)


def _spread(page: list[tuple[Block, int, float]], columns: int) -> Placed:
    """The blocks of a page where they stand; room that is left over is shared out between boards."""
    step = (ACROSS + BETWEEN) / columns
    last, _, top = page[-1]
    left = (_BOTTOM - top - last.height) / max(len(page) - 1, 1)
    more = min(left, _MOST_GAP - _GAP) if columns == 1 else 0
    return [(block, SIDE + column * step, top + n * more) for n, (block, column, top) in enumerate(page)]


# On paper


def put(figure: NotebookFigure, block: Block, x: float, y: float, lang: str) -> None:
    """Draws the block with its left and its top there."""
    y = write(figure, block.heading, x, y)
    if block.position is not None:
        width, height = block.board
        ax = figure.add_axes((x / WIDTH, 1 - (y + height) / HEIGHT, width / WIDTH, height / HEIGHT))
        draw(block.position, ax=ax, arrows=block.arrows, lang=lang)
        # The paper is the table.
        next(each for each in ax.get_children() if each.get_gid() == "table").remove()
        if block.is_beside:
            x += width + BETWEEN
        else:
            y += height
    write(figure, block.lines, x, y)


def write(figure: NotebookFigure, lines: Iterable[Line], x: float, y: float) -> float:
    """Writes the lines from `y` down; where the next one would begin comes back."""
    for line in lines:
        base = y + line.above + line.size / 72
        look = {"size": line.size, "color": colour(line.paint), "family": _FONT, "parse_math": False, "va": "baseline"}
        if line.mark:
            weight = "normal" if line.mark == BOX else "bold"
            figure.text((x + line.indent - line.hang) / WIDTH, 1 - base / HEIGHT, line.mark, weight=weight, **look)
        if line.words:
            weight = "bold" if line.bold else "normal"
            figure.text((x + line.indent) / WIDTH, 1 - base / HEIGHT, line.words, weight=weight, **look)
        else:
            rule(figure, x + line.indent, WIDTH - SIDE, y + line.height)
        y += line.height
    return y


def rule(figure: NotebookFigure, left: float, right: float, y: float) -> None:
    """A line to write on."""
    across, up = (left / WIDTH, right / WIDTH), 1 - y / HEIGHT
    figure.add_artist(Line2D(across, (up, up), color=colour("ghost"), linewidth=0.6, transform=figure.transFigure))
