"""Lines as films: a strip of boards at chosen moves, and an animated GIF of all of them."""

# pyright: basic
# matplotlib and Pillow carry too few types for the strict mode of the engine.

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from canfield_widget.diagrams import Drawing, draw, draw_moves
from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import PIXELS, NotebookFigure
from canfield_widget.lettering import lay_caption
from canfield_widget.line_data import line_of
from canfield_widget.notation import GameText
from canfield_widget.picture import lay_out
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay
from canfield_widget.speech import sentence, speak_move
from canfield_widget.stepper_parts import ending
from canfield_widget.texts import words

KEY_MOMENTS = 12
"""So many boards a strip has where nothing else is asked for."""
_COLOURS = 128
_LAST_LONGER = 4
_LETTERS, _LEADING, _LINES = 13, 1.6, 2
"""Size of the letters of a GIF in pixels, height of a line in letters, and room for so many lines."""


def filmstrip(
    line: Playable | Moves | GameText | str,
    *,
    position: Position | str | None = None,
    every: int | None = None,
    columns: int = 3,
    captions: bool = True,
    lang: str | None = None,
    theme: str = "light",
    width: float = 9.6,
) -> NotebookFigure:
    """A line at a glance: the first board, the last one and some between, each with the move that follows it.

    `every` is how many moves lie between two boards; without it there are at most 12, evenly over the line. The rest
    is as in `draw_moves`, and `line` and `position` as in `step_through`. Raises ValueError too for an `every` that is
    none, or gives more than 24 boards.

    >>> strip = filmstrip("canfield; deal 12; moves T2-T1 S-W S-W", every=2)
    >>> len(strip.axes), strip.words.splitlines()[-2:]
    (3, ['3. Three cards from the stock to the waste.', 'After move 3.'])
    """
    played = line_of(line, position)
    last = len(played.moves)
    if every is None:
        boards = min(KEY_MOMENTS, last + 1)
        plies = [round(n * last / max(boards - 1, 1)) for n in range(boards)]
    elif type(every) is int and every > 0:
        plies = [*range(0, last, every), last]
    else:
        raise ValueError(f"every: read {every!r}, expected a whole number, at least 1, or None")
    return draw_moves((played.positions[0], played.moves), plies=plies, columns=columns, captions=captions, lang=lang,
                      theme=theme, width=width)  # fmt: skip


def save_gif(
    line: Playable | Moves | GameText | str,
    path: str | os.PathLike[str],
    *,
    position: Position | str | None = None,
    ms: int = 600,
    width: int = 480,
    lang: str = "en",
    theme: str = "light",
) -> Path:
    """The file that was written: a GIF without end that shows each position for `ms`, the last one four times as long.

    A frame has an arrow for the move that follows, and its words below, as a player sees it. `width` is pixels, `theme`
    `light` or `dark`; `line` and `position` are as in `step_through`. Raises ValueError for what is none of these,
    and OSError where the file cannot be written.
    """
    check_theme(theme)
    words(lang)
    for name, value, least in (("ms", ms, 20), ("width", width, 120)):
        if type(value) is not int or value < least:
            raise ValueError(f"{name}: read {value!r}, expected a whole number, at least {least}")
    film = _Film(line_of(line, position), width, lang, theme)
    palette = film.palette()
    # One after another: all frames of a long line at once are some hundred megabytes.
    last = len(film.line.moves)
    others = (film.frame(ply, palette) for ply in range(1, last + 1))
    film.frame(0, palette).save(path, format="GIF", save_all=True, append_images=others, loop=0,
                                duration=[*[ms] * last, _LAST_LONGER * ms])  # fmt: skip
    return Path(path)


class _Film:
    """The frames of a line, all of one size, on one figure that is drawn anew for each."""

    def __init__(self, line: Replay, width: int, lang: str, theme: str) -> None:
        self.line, self.lang, self.theme = line, lang, theme
        pictures = [lay_out(now, pixels=width) for now in line.positions]
        self.across = max(picture.width for picture in pictures)  # less once the base is chosen, in some games
        self.board = max(picture.height for picture in pictures)
        self.letters = _LETTERS * self.across / width
        self.high = self.board + _LINES * _LEADING * self.letters
        size = width / PIXELS, round(width * self.high / self.across) / PIXELS
        self.figure = NotebookFigure(figsize=size, dpi=PIXELS)
        self.figure.set_facecolor(colour("table-top", theme))
        self.canvas = FigureCanvasAgg(self.figure)

    def draw(self, ply: int) -> Image.Image:
        """The position with the arrow of the move that follows, and its words."""
        self.figure.clear()
        ax = self.figure.add_axes((0, 0, 1, 1))
        line, letters = self.line, self.letters
        draw(line.positions[ply], ax=ax, arrows=line.moves[ply : ply + 1], lang=self.lang, theme=self.theme)
        ax.set(xlim=(0, self.across), ylim=(self.high, 0))
        for drawing in ax.get_children():
            if isinstance(drawing, Drawing) and drawing.get_gid() == "table":
                drawing.marks = drawing.marks[1:]  # the sheet ends with the board; the frame is the table here
        for label in lay_caption(_said(line, ply, self.lang), size=letters, middle=self.across / 2,
                                 top=self.board - 0.5 * letters, width=self.across - 4 * letters):  # fmt: skip
            ax.add_artist(Drawing((label,), label.x, label.y, (0, 0, 0, 0), self.theme, "caption"))
        self.canvas.draw()
        image: Any = self.canvas.buffer_rgba()
        return Image.frombuffer("RGBA", self.canvas.get_width_height(), image).convert("RGB")

    def palette(self) -> Image.Image:
        """The colours of a few frames, which have every card between them."""
        chosen = [self.draw(n * len(self.line.moves) // 3) for n in range(4)]
        sheet = Image.new("RGB", (chosen[0].width, sum(each.height for each in chosen)))
        for n, each in enumerate(chosen):
            sheet.paste(each, (0, n * each.height))
        return sheet.quantize(_COLOURS, dither=Image.Dither.NONE)

    def frame(self, ply: int, palette: Image.Image) -> Image.Image:
        """The drawing in the colours of the film."""
        return self.draw(ply).quantize(palette=palette, dither=Image.Dither.NONE)


def _said(line: Replay, ply: int, lang: str) -> str:
    if ply == len(line.moves):
        return ending(line, lang)
    move = sentence(speak_move(line.positions[ply].player_view(), line.moves[ply], lang))
    return f"{ply + 1}/{len(line.moves)}. {move}"
