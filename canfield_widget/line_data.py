"""Lines as data: what each move of a game or a solution took where, and how the game stood after it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from canfield_widget.cards import UNKNOWN
from canfield_widget.moves import STOCK
from canfield_widget.position import Position
from canfield_widget.replays import Moves, Playable, Replay, replay
from canfield_widget.rules import steps

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

COLUMNS = ("ply", "move", "source", "target", "cards", "count", "reserve", "foundations", "stock", "waste", "unseen",
           "redeals", "seconds")  # fmt: skip
"""What a row has, see `line_rows`."""


def line_rows(line: Playable | Moves, *, position: Position | str | None = None) -> tuple[dict[str, Any], ...]:
    """A dict for each move of the line, those too that a game has taken back. Lines and errors: see `step_through`.

    `ply` counts from 1, `move` is the token. `source` and `target` are piles such as `T3` or `F1`; `cards` is the text
    of the `count` cards that move, the deepest first, but empty for a redeal; what follows by rule is not told.
    Then come numbers of cards after the move and all that follows from it: in all reserves (`reserve`), on all
    foundations, in `stock` and `waste`. `unseen` of them have not been seen by the player by then: they lie face down
    in reserve or columns, or have not been dealt. `redeals` counts those of the line until then.
    `seconds` is what a player took for the move on a board, as `Game.seconds` tells it; None where nothing was timed:
    for the move that starts the clock, moves from Python or by the board itself, texts and lines of the solver.

    >>> row = line_rows("canfield; deal 12; moves T2-T1 S-W")[1]
    >>> row["move"], row["cards"], row["count"], row["stock"], row["unseen"]
    ('S-W', 'KS 4D 9D', 3, 31, 42)
    """
    played = replay(line, position)
    unseen, redeals, rows = _unseen(played), 0, list[dict[str, Any]]()
    seconds = played.seconds or (None,) * len(played.moves)
    for n, (move, before, after) in enumerate(
        zip(played.moves, played.positions, played.positions[1:], strict=False), 1
    ):
        first = steps(before, move)[0]
        turned = before.pile(first.source)[-first.count :]
        redeal = move.target == STOCK
        redeals += redeal
        rows.append({
            "ply": n, "move": str(move), "source": first.source, "target": first.target,
            # Cards are turned one at a time: in the waste the first one is the deepest.
            "cards": "" if redeal else " ".join(map(str, turned[::-1] if first.turned else turned)),
            "count": first.count, "reserve": sum(map(len, after.reserves)),
            "foundations": sum(map(len, after.foundations)), "stock": len(after.stock), "waste": len(after.waste),
            "unseen": unseen[n], "redeals": redeals, "seconds": seconds[n - 1],
        })  # fmt: skip
    return tuple(rows)


def _unseen(line: Replay) -> list[int]:
    """How many cards the player has not seen at each position."""
    # Cards are dealt in order, so those of the stock that nobody has seen are as many as were left at the fewest.
    fewest, counts = len(line.positions[0].stock) if line.positions[0].pass_number == 1 else 0, list[int]()
    for now in line.positions:
        fewest = min(fewest, len(now.stock))
        seen = now.player_view()
        counts.append(fewest + sum(pile.count(UNKNOWN) for pile in (*seen.reserves, *seen.tableau)))
    return counts


def line_frame(line: Playable | Moves, *, position: Position | str | None = None) -> pandas.DataFrame:
    """The rows of `line_rows` as a pandas DataFrame, columns as in `COLUMNS`; `seconds` is NaN where it is None.

    Raises ImportError without pandas.
    """
    rows = line_rows(line, position=position)
    try:
        frames = cast("Any", import_module("pandas")).DataFrame
    except ImportError as error:
        raise ImportError('line_frame needs pandas: pip install "canfield-widget[pandas]"') from error
    return frames.from_records(list(rows), columns=list(COLUMNS)).astype({"seconds": float})
