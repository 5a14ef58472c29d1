"""What the tests share: positions as text, random games, the decks and tables in `tests/data`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_position
from canfield_widget.position import Position, deal
from canfield_widget.rules import advance, legal_moves, steps

DATA = Path(__file__).parent / "data"


def position(text: str) -> Position:
    """The position of a text that may be spread over several lines."""
    return read_position(" ".join(text.split()))


def tokens(position: Position) -> set[str]:
    """The legal moves of a position as tokens."""
    return {str(move) for move in legal_moves(position)}


def decks() -> dict[str, str]:
    """The named decks of `decks.txt` as deck texts."""
    return {name: " ".join(cards) for name, *cards in table("decks.txt")}


def table(name: str) -> Iterator[list[str]]:
    """The rows of a table in `tests/data`, split at white space; lines with # are comments."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split()


def random_walk(variant: object, seed: int, length: int) -> Iterator[tuple[Position, Move | None]]:
    """Positions of a random game, each with the move played on it; moves that are no deal are preferred."""
    chance = random.Random(seed)
    now = deal(variant, seed=seed)  # type: ignore[arg-type]
    for _ in range(length):
        moves = legal_moves(now)
        if not moves:
            break
        cards = [move for move in moves if "S" not in (move.source, move.target)]
        move = chance.choice(cards if cards and chance.random() < 0.7 else moves)
        yield now, move
        now = advance(now, move, steps(now, move))
    yield now, None


def winning_line(variant: str) -> tuple[str, list[Move]]:
    """A deck and a line that wins it under the variant."""
    for row, deck, _, *line in table("lines.txt"):
        if row == variant:
            return decks()[deck], [read_move(token) for token in line]
    raise KeyError(variant)
