"""What came of the games of a class: a value for each, and all of them as sentences, table and rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.notation import GameText, write_variant
from canfield_widget.position import Position
from canfield_widget.rooms import loaded
from canfield_widget.speech import Explanation, title_of
from canfield_widget.texts import LANGUAGES, text, words
from canfield_widget.variants import VARIANTS, Variant

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

LONGEST_NAME = 60


class Outcome(StrEnum):
    """What came of a game that was handed in."""

    WON = "won"
    STUCK = "stuck"
    GOING_ON = "going-on"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"
    OTHER_DEAL = "other-deal"


SIGNS = {Outcome.WON: "★", Outcome.STUCK: "■", Outcome.GOING_ON: "▶", Outcome.ILLEGAL: "✖",
         Outcome.UNREADABLE: "▼", Outcome.OTHER_DEAL: "◆"}  # fmt: skip
"""A sign for each outcome, the same in the table and in the figure."""


@dataclass(frozen=True, slots=True, repr=False)
class HandedIn:
    """One game that was handed in, and what came of it; `str()` of it is the English sentence.

    `moves` is the legal moves made, up to `position`, the last legal one; moves that were taken back are not among
    them. `start` and `position` are None where the text could not be read; a game of another deal is not played out,
    so both are its start. `deal` is the number of the deal, None where the cards have none. `refusal` says why the
    next move is not legal. `same_as` is the name of the first one with exactly the same line, if it is not a short one:
    copied, or both followed the same hints. `remarks` is what else is to be said, in each of `LANGUAGES`.
    """

    name: str
    text: str
    status: Outcome
    start: Position | None = None
    deal: int | None = None
    moves: tuple[Move, ...] = ()
    position: Position | None = None
    refusal: Explanation | None = None
    same_as: str = ""
    remarks: tuple[str, ...] = ("",) * len(LANGUAGES)

    @property
    def variant(self) -> Variant | None:
        """The rules that were played by, None where the text could not be read."""
        return self.start.variant if self.start else None

    @property
    def played(self) -> bool:
        """True if the game was played out, as far as it is legal: it can be read, and it is what was asked for."""
        return self.status not in (Outcome.UNREADABLE, Outcome.OTHER_DEAL)

    @property
    def redeals(self) -> int:
        """How often the waste was turned over."""
        return sum(move.source == WASTE and move.target == STOCK for move in self.moves)

    @property
    def founded(self) -> int:
        """How many cards lie on the foundations where it stopped."""
        return sum(map(len, self.position.foundations)) if self.position else 0

    def remark(self, lang: str = "en") -> str:
        """What is to be said beside the status: why a move or a text is refused, whose moves are the same; or nothing.

        Raises ValueError for a language that is none.
        """
        words(lang)
        return self.remarks[LANGUAGES.index(lang)]

    def say(self, lang: str = "en") -> str:
        """What came of the game, in a sentence or two. Raises ValueError for a language that is none."""
        n = len(self.moves) + (self.status is Outcome.ILLEGAL)
        counts = self.played and self.status is not Outcome.ILLEGAL
        key = f"class-says-{self.status}" + ("-1" if n == 1 and counts else "")
        of = self.start.variant.pack_size if self.start else 0
        said = text(key, lang, name=self.name, n=n, founded=text("founded", lang, n=self.founded, of=of),
                    move=self.refusal.move if self.refusal else "")  # fmt: skip
        return f"{said} {self.remark(lang)}".rstrip()

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"<{self.status}: {self.say()}>"


@dataclass(frozen=True, slots=True, repr=False)
class ClassReport(Sequence[HandedIn]):
    """The games that were handed in, in their order; a notebook shows them as a table.

    `asked` is the deal that was asked for, None where each may have another; `lang` is the language it is told in.
    """

    rows: tuple[HandedIn, ...]
    asked: GameText | None = None
    lang: str = "en"

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> HandedIn: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[HandedIn, ...]: ...
    def __getitem__(self, index: int | slice) -> HandedIn | tuple[HandedIn, ...]:
        return self.rows[index]

    @property
    def won(self) -> tuple[HandedIn, ...]:
        """The games that are won, the fewest moves first."""
        return tuple(sorted((row for row in self if row.status is Outcome.WON), key=lambda row: len(row.moves)))

    def say(self, lang: str | None = None) -> str:
        """How many won, of which deal, then a sentence for each, one line for each."""
        spoken = lang or self.lang
        return "\n".join((self._summary(spoken), *(row.say(spoken) for row in self)))

    def _summary(self, lang: str) -> str:
        said = text("class-summary", lang, n=len(self.won), of=len(self))
        return f"{game_called(self.asked.start, self.asked.deal, lang)}: {said}" if self.asked else said

    def _table(self) -> Iterator[tuple[str, ...]]:
        """The heads, then the cells of each row: name, game (unless it was asked for), outcome, figures, remark."""
        lang, several = self.lang, self.asked is None
        heads = ("class-who", *["class-what"] * several, "class-outcome", "class-moves", "class-redeals", "class-cards")
        yield (*(text(key, lang) for key in heads), "")
        for row in self:
            numbers = ("", "", "")
            if row.start and row.played:
                numbers = str(len(row.moves)), str(row.redeals), f"{row.founded}/{row.start.variant.pack_size}"
            game = game_called(row.start, row.deal, lang) if row.start else ""
            outcome = f"{SIGNS[row.status]} {text(f'class-{row.status}', lang)}"
            yield row.name, *[game] * several, outcome, *numbers, row.remark(lang)

    def __str__(self) -> str:
        table = list(self._table())
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = (
            "  ".join(cell.rjust(width) if _is_figure(at, len(row)) else cell.ljust(width)
                      for at, (cell, width) in enumerate(zip(row, widths, strict=True))).rstrip()
            for row in table
        )  # fmt: skip
        return "\n".join((self._summary(self.lang), *lines))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The same as a table; its colours are those around it."""
        heads, *rows = (
            "".join(_cell(cell, at, len(row), "th" if n == 0 or at == 0 else "td", "row" if n else "col")
                    for at, cell in enumerate(row))
            for n, row in enumerate(self._table())
        )  # fmt: skip
        body = "".join(f'<tr style="background:none">{row}</tr>' for row in rows)
        return (
            f'<div style="max-width:100%;overflow-x:auto;line-height:1.5"><div>{escape(self._summary(self.lang))}</div>'
            f'<table style="{_TABLE}"><thead><tr style="background:none">{heads}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )

    def to_rows(self) -> list[dict[str, Any]]:
        """A dict of plain values for each game, the same keys in each; numbers are None where nothing was played."""
        return [_plain(row, self.lang) for row in self]

    def csv(self) -> str:
        """The rows as comma-separated values under their names. No cell is a formula to a spreadsheet."""
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n")
        write.writerow(_COLUMNS)
        for row in self.to_rows():
            write.writerow(f"'{cell}" if str(cell).startswith(_FORMULA) else cell for cell in row.values())
        return out.getvalue()

    def frame(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame with a column for each key. Raises ImportError without pandas."""
        try:
            frames: Any = import_module("pandas").DataFrame
        except ImportError as error:
            raise ImportError('ClassReport.frame needs pandas: pip install "canfield-widget[pandas]"') from error
        return frames.from_records(self.to_rows(), columns=list(_COLUMNS))

    def plot(self, *, ax: Any = None, lang: str | None = None, theme: str = "light", width: float = 7.2) -> Any:
        """A bar for each game, as long as its foundations are high; see `plot_class`."""
        # By name, when it is asked for: figures are made storeys above, and to check games takes no matplotlib.
        plot_class = loaded("class_figure", "plot_class")
        return plot_class(self, ax=ax, lang=lang, theme=theme, width=width)


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_TABLE = (
    "border-collapse:collapse;margin:.4em 0;background:none;border:none;color:inherit;font:inherit;"
    "font-variant-numeric:tabular-nums"
)


def _is_figure(at: int, width: int) -> bool:
    """True for the columns of numbers, which are the three before the last one."""
    return width - 4 <= at < width - 1


def _cell(words: str, at: int, width: int, tag: str, scope: str) -> str:
    align = "right" if _is_figure(at, width) else "left"
    style = f"text-align:{align};padding:.15em 1.2em .15em 0;border:none;background:none;vertical-align:top"
    kind = f' scope="{scope}"' if tag == "th" else ""
    return f'<{tag}{kind} style="{style}">{escape(words)}</{tag}>'


_COLUMNS = ("name", "status", "variant", "deal", "moves", "redeals", "founded", "of", "same_as", "said", "text")


def _plain(row: HandedIn, lang: str) -> dict[str, Any]:
    record, size = (write_variant(row.variant), row.variant.pack_size) if row.variant else (None, None)
    figures = (len(row.moves), row.redeals, row.founded) if row.played else (None, None, None)
    cells = (row.name, str(row.status), record, row.deal, *figures, size, row.same_as or None, row.say(lang), row.text)
    return dict(zip(_COLUMNS, cells, strict=True))


def clean_name(name: object) -> str:
    """The name in one line, without characters that steer a terminal or turn the writing round, and not too long."""
    return clip(" ".join("".join(c if c.isprintable() else " " for c in str(name)[:1000]).split()), LONGEST_NAME)


def clip(words: str, most: int) -> str:
    """The words, not longer than `most` characters."""
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def game_called(start: Position, deal: int | None, lang: str) -> str:
    """The game in a few words: its rules, by their title if they are a row of `VARIANTS`, and its number."""
    v = start.variant
    title = title_of(v, lang) if VARIANTS.get(v.id) == v else clean_name(write_variant(v))
    return text("class-own-cards", lang, title=title) if deal is None else text("class-deal", lang, title=title, n=deal)
