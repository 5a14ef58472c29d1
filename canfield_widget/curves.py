"""The numbers of a line, move by move: what lies on the foundations, in the reserve, the stock and the waste."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from canfield_widget.cards import Pile
from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay, replay

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

PILES = ("reserve", "stock", "waste")
"""The piles whose cards are counted beside those of the foundations; they are fields of `ProgressRow`."""


class ProgressRow(NamedTuple):
    """How many cards lie where after `ply` moves, and how often the waste has been turned over by then.

    `move` is the token of the move that led here, None at the start; `foundations` has a number for each of them.
    """

    ply: int
    move: str | None
    founded: int
    foundations: tuple[int, ...]
    reserve: int
    stock: int
    waste: int
    redeals: int


def progress_rows(line: Playable | Moves, *, position: Position | str | None = None) -> tuple[ProgressRow, ...]:
    """A row for each position of the line, one more than moves.

    `line` is a Solution (its best line where it is not won), a Game up to its end, its text, a pair of a position and
    moves, or moves with `position`, where they begin. Raises IllegalMove where a move is not legal, and ValueError for
    what is no line.

    >>> from canfield_widget.position import deal
    >>> rows = progress_rows(["T2-T1", "S-W"], position=deal(seed=12))
    >>> rows[-1].move, rows[-1].reserve, rows[-1].stock, rows[-1].waste
    ('S-W', 12, 31, 3)
    """
    return rows_of(replay(line, position))


def rows_of(line: Replay) -> tuple[ProgressRow, ...]:
    """The rows of a line that has been played out, see `progress_rows`."""
    rows, redeals = list[ProgressRow](), 0
    for ply, now in enumerate(line.positions):
        move = line.moves[ply - 1] if ply else None
        redeals += move is not None and _is_redeal(move)
        heights = tuple(map(len, now.foundations))
        rows.append(
            ProgressRow(ply, None if move is None else str(move), sum(heights), heights,
                        sum(map(len, now.reserves)), len(now.stock), len(now.waste), redeals)
        )  # fmt: skip
    return tuple(rows)


def progress_frame(line: Playable | Moves, *, position: Position | str | None = None) -> pandas.DataFrame:
    """The rows of `progress_rows` as a pandas DataFrame, with a column `F1`, `F2`, ... for each foundation.

    Raises ImportError without pandas, and IllegalMove and ValueError as `progress_rows` does.
    """
    try:
        frames: Any = import_module("pandas").DataFrame
    except ImportError as error:
        raise ImportError('progress_frame needs pandas: pip install "canfield-widget[pandas]"') from error
    rows = progress_rows(line, position=position)
    names = [f"F{n + 1}" for n in range(len(rows[0].foundations))]
    columns = ["ply", "move", "founded", *names, *PILES, "redeals"]
    return frames.from_records([(*row[:3], *row.foundations, *row[4:]) for row in rows], columns=columns)


def fullest(rows: Iterable[ProgressRow], pile: str) -> list[int]:
    """For each row the highest count of the pile in the pass that the row belongs to: a step for each pass."""
    counts = [(row.redeals, int(getattr(row, pile))) for row in rows]
    most = dict[int, int]()
    for turn, count in counts:
        most[turn] = max(count, most.get(turn, 0))
    return [most[turn] for turn, _ in counts]


def redeal_plies(line: Replay) -> list[int]:
    """After which moves the waste has just been turned over."""
    return [ply for ply, move in enumerate(line.moves, 1) if _is_redeal(move)]


def _is_redeal(move: Move) -> bool:
    return move.source == WASTE and move.target == STOCK


def number_deals(starts: Iterable[Position]) -> tuple[int, ...]:
    """A number from 0 on for each start, the same for those that come from the same cards in the same order.

    Rule sets that lay cards out beforehand lift them out of the pack, so their places in it do not count.

    >>> from canfield_widget.position import deal
    >>> number_deals([deal(seed=1), deal(seed=2), deal("storehouse", seed=1), deal("selective", seed=2)])
    (0, 1, 0, 1)
    """
    known, numbers = list[Position](), list[int]()
    for start in starts:
        number = next((n for n, other in enumerate(known) if _same_deal(start, other)), len(known))
        if number == len(known):
            known.append(start)
        numbers.append(number)
    return tuple(numbers)


def _same_deal(one: Position, other: Position) -> bool:
    lifted = {now.base for now in (one, other) if now.variant.prefounded}
    first, second = ([card for card in _in_deal_order(now) if card.rank not in lifted] for now in (one, other))
    return first == second


def _in_deal_order(now: Position) -> Pile:
    """The cards as `deal` lays them out."""
    height = max(map(len, now.tableau), default=0)
    rows = [pile[n : n + 1] for n in range(height) for pile in now.tableau]
    return sum((*now.reserves, *now.foundations, *rows, now.stock[::-1], now.waste), ())
