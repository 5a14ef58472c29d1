"""Lines as films: a strip of boards at chosen moves, and an animated GIF of all of them."""

# pyright: basic
# matplotlib and Pillow carry too few types for the strict mode of the engine.

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.transforms import Affine2D
from PIL import Image

from canfield_widget.arguments import expect_path, expect_whole
from canfield_widget.diagrams import Drawing, draw_moves
from canfield_widget.faces import CARD_HEIGHT, CARD_WIDTH, Mark, check_theme, colour
from canfield_widget.figures import PIXELS
from canfield_widget.lettering import Label, lay_caption
from canfield_widget.moves import STOCK
from canfield_widget.picture import lay_out
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay, replay
from canfield_widget.speech import sentence, speak_move
from canfield_widget.stepper_parts import ending, landmarks
from canfield_widget.texts import words

KEY_MOMENTS = 12
"""So many boards a strip has where nothing else is asked for."""
_COLOURS = 128
_LAST_LONGER = 4
_LETTERS, _LEADING, _LINES = 13, 1.6, 2
"""Size of the letters of a GIF in pixels, height of a line in letters, and room for so many lines."""


def filmstrip(
    line: Playable | Moves,
    *,
    position: Position | str | None = None,
    every: int | None = None,
    columns: int | None = None,
    captions: bool = True,
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 9.6,
) -> Axes:
    """A line at a glance: first board, last one and some between, with the moves that follow: new axes, or on `ax`.

    `every` is how many moves lie between two boards; without it there are at most 12, see `key_moments`. The rest is as
    in `draw_moves`, and `line` and `position` as in `step_through`. Raises ValueError too for an `every` that is
    none, or gives more than 24 boards.

    >>> strip = filmstrip("canfield; deal 12; moves T2-T1 S-W S-W", every=2)
    >>> len(strip.child_axes), strip.words.splitlines()[-2:]
    (3, ['3. Three cards from the stock to the waste.', 'After move 3.'])
    """
    played = replay(line, position)
    last = len(played.moves)
    if every is None:
        plies = key_moments(played)
    elif type(every) is int and every > 0:
        plies = [*range(0, last, every), last]
    else:
        raise ValueError(f"every: read {every!r}, expected a whole number, at least 1, or None")
    return draw_moves(played, plies=plies, columns=columns, captions=captions, ax=ax,
                      lang=lang, theme=theme, width=width)  # fmt: skip


def key_moments(line: Replay, most: int = KEY_MOMENTS) -> list[int]:
    """The plies that tell a line in at most `most` boards, in order; each is the position before what happens.

    Always the first and the last. Then, as far as there is room: before the first card goes up, before reserves begin
    to empty and before they are empty; at most three redeals and three foundations that become full; then reserve
    cards, cards that go up, other moves that are no deal, and deals. Of more moves of a kind than there is room for
    those come first that lie farthest from what is chosen, of equals the earlier one.
    """
    last = len(line.moves)
    chosen = {0, last}
    for plies, room in _kinds(line):
        left = [ply for ply in plies if ply not in chosen]
        for _ in range(min(room, len(left), most - len(chosen))):
            farthest = max(left, key=lambda ply: (min(abs(ply - other) for other in chosen), -ply))
            chosen.add(farthest)
            left.remove(farthest)
    return sorted(chosen)


def _kinds(line: Replay) -> Iterator[tuple[Sequence[int], int]]:
    """What happens in a line, the most telling first: the plies before it, and how many of them may be shown."""
    found = landmarks(line)
    ups, frees, redeals = ([ply - 1 for ply in found.get(kind, ())] for kind in ("foundation", "reserve", "redeal"))
    ranks, every = line.positions[0].variant.ranks, range(len(line.moves))
    full = [sum(len(pile) == ranks for pile in now.foundations) for now in line.positions]
    yield ups[:1], 1
    yield frees[:1], 1
    yield [ply for ply in frees[-1:] if not any(line.positions[ply + 1].reserves)], 1
    yield redeals, 3
    yield [ply for ply in every if full[ply + 1] > full[ply]], 3
    yield frees, len(frees)
    yield ups, len(ups)
    yield [ply for ply in every if line.moves[ply].source != STOCK and ply not in redeals], len(every)
    yield every, len(every)


def save_gif(
    line: Playable | Moves,
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
    expect_path(path)
    expect_whole(ms, "ms", 20)
    expect_whole(width, "width", 120)
    film = _Film(replay(line, position), width, lang, theme)
    palette = film.palette()
    # One after another: all frames of a long line at once are some hundred megabytes.
    last = len(film.line.moves)
    others = (film.frame(ply, palette) for ply in range(1, last + 1))
    film.frame(0, palette).save(path, format="GIF", save_all=True, append_images=others, loop=0,
                                duration=[*[ms] * last, _LAST_LONGER * ms])  # fmt: skip
    return Path(path)


class _Film:
    """The frames of a line, all of one size; each card is drawn once and laid where it is needed."""

    def __init__(self, line: Replay, width: int, lang: str, theme: str) -> None:
        self.line, self.lang, self.theme = line, lang, theme
        self.pictures = [lay_out(now, lang=lang, arrows=line.moves[n : n + 1], pixels=width)
                         for n, now in enumerate(line.positions)]  # fmt: skip
        self.across = max(picture.width for picture in self.pictures)  # less once the base is chosen, in some games
        self.board = max(picture.height for picture in self.pictures)
        self.letters = _LETTERS * self.across / width
        self.scale = width / self.across
        self.size = width, round(self.scale * (self.board + _LINES * _LEADING * self.letters))
        self.cards = dict[tuple[Mark, ...], Image.Image]()

    def draw(self, ply: int) -> Image.Image:
        """The position with the arrow of the move that follows, and its words."""
        picture, letters = self.pictures[ply], self.letters
        image = Image.new("RGBA", self.size, colour("table-top", self.theme))
        image.alpha_composite(self._layer((picture.tray,), self.size))
        for piece in picture.pieces:
            if piece.marks:
                # A pixel more on each side, for lines that run along the edge.
                place = round(piece.x * self.scale) - 1, round(piece.y * self.scale) - 1
                image.alpha_composite(self._card(piece.marks), place)
        said = lay_caption(_said(self.line, ply, self.lang), size=letters, middle=self.across / 2,
                           top=self.board - 0.5 * letters, width=self.across - 4 * letters)  # fmt: skip
        arrows = (mark for arrow in picture.arrows for mark in arrow.marks())
        image.alpha_composite(self._layer((*arrows, *picture.all_labels(), *said), self.size))
        return image.convert("RGB")

    def _card(self, marks: tuple[Mark, ...]) -> Image.Image:
        if marks not in self.cards:
            size = math.ceil(self.scale * CARD_WIDTH) + 2, math.ceil(self.scale * CARD_HEIGHT) + 2
            self.cards[marks] = self._layer(marks, size, 1)
        return self.cards[marks]

    def _layer(self, marks: Sequence[Mark | Label], size: tuple[int, int], left: float = 0) -> Image.Image:
        """The shapes on nothing, `left` pixels from the left and the top."""
        sheet = RendererAgg(*size, PIXELS)
        where = Affine2D().scale(self.scale, -self.scale).translate(left, size[1] - left)
        for mark in marks:
            x, y = (mark.x, mark.y) if isinstance(mark, Label) else (0, 0)  # letters are drawn around their place
            drawing = Drawing((mark,), x, y, (0, 0, 0, 0), self.theme, "layer")
            drawing.set_transform(where)
            drawing.draw(sheet)
        return Image.frombuffer("RGBA", size, bytes(sheet.buffer_rgba()))

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
