"""A move and its token, and the names of piles."""

from __future__ import annotations

import re
from dataclasses import dataclass

from canfield_widget.arguments import expect

STOCK, WASTE, FOUNDATION = "S", "W", "F"

_TOKEN = re.compile(
    r"(?P<source>S|W|R[1-9]?|T[1-9]\d?|F[SHDC][A2-9TJQK])-(?P<target>S|W|F|T[1-9]\d?)(x(?P<count>[1-9]\d{0,2}))?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """Some cards from one pile to another; dealing and redealing are moves too. Its text is the token.

    `source` is `S`, `W`, `R` (`R1`, `R2`, ... where there are several reserves), `T1`, ... or, for a card that
    comes back, `F` with suit and rank of the foundation's top (`FH7`). `target` is `W`, `S`, `T1`, ... or plain
    `F`. `count` is the number of cards; a deal counts 1, whatever the packet.

    >>> print(Move("T1", "T3", 4), read_move("FH7-T3"))
    T1-T3x4 FH7-T3
    """

    source: str
    target: str
    count: int = 1

    def __str__(self) -> str:
        return f"{self.source}-{self.target}" + (f"x{self.count}" if self.count != 1 else "")

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def read_move(token: str) -> Move:
    """The move that `token` names. Raises ValueError if it is no token."""
    expect(token, str, "move", "a Move or a token such as S-W, R-F or T1-T3x4")
    found = _TOKEN.fullmatch(token) if len(token) < 16 else None
    if found is None:
        shown = token if len(token) < 40 else token[:37] + "..."
        raise ValueError(f"{shown!r} is no move: expected a token such as S-W, R-F, W-T2, T1-T3x4 or FH7-T3")
    return Move(found["source"], found["target"], int(found["count"] or 1))


def number(pile: str) -> int:
    """The number in a pile's name, from 0: `T3` is 2, and `R` alone is 0."""
    return int(pile[1:] or 1) - 1
