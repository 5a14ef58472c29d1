"""Small games over all rule values, and the plain search by the readable engine that judges the solver on them."""

from __future__ import annotations

import random
from typing import Any

from canfield_widget.moves import Move
from canfield_widget.position import Position, deal
from canfield_widget.rules import advance, is_won, legal_moves, steps
from canfield_widget.variants import Variant

MOST_POSITIONS = 20_000


def plain_verdict(position: Position, most: int = MOST_POSITIONS) -> bool | None:
    """True if a search of all positions that can be reached finds a won one, None if there are more than `most`."""
    seen, open_ones = {position}, [position]
    while open_ones:
        now = open_ones.pop()
        if is_won(now):
            return True
        for move in legal_moves(now):
            after = advance(now, move, steps(now, move))
            if after not in seen:
                seen.add(after)
                open_ones.append(after)
        if len(seen) > most:
            return None
    return False


def miniature(chance: random.Random, **fixed: Any) -> Position:
    """A random position of a random small game; `fixed` rule values are kept."""
    while True:
        rules = {**_values(chance), **fixed}
        if isinstance(rules["deal_count"], tuple):
            rules["passes"] = len(rules["deal_count"])
        try:
            variant = Variant("small", "Small", "Klein", "made up", **rules)
        except ValueError:
            continue
        if variant.base_rank == "chosen" and variant.stock_size < 1:
            continue
        return walked(deal(variant, seed=chance.randrange(10**6)), chance)


def walked(position: Position, chance: random.Random) -> Position:
    """The position some random moves on, or none."""
    for _ in range(chance.choice((0, 0, 0, 3, 8))):
        moves: list[Move] = list(legal_moves(position))
        if not moves:
            break
        move = chance.choice(moves)
        position = advance(position, move, steps(position, move))
    return position


def _values(chance: random.Random) -> dict[str, Any]:
    ranks = chance.choice((3, 3, 4, 4, 5, 6))
    fixed_base = chance.randint(1, ranks)
    return {
        "ranks": ranks,
        "decks": chance.choice((1, 1, 1, 1, 1, 2)) if ranks == 3 else 1,
        "columns": chance.randint(1, 4),
        "column_deal": chance.choice(("u", "u", "u", "uu", "du", "dud"[:2] + "u")),
        "reserve_size": chance.randint(0, 2 * ranks),
        "reserve_face": chance.choice(("top", "top", "all", "none")),
        "reserve_piles": chance.choice((1, 1, 1, 2)),
        "base_rank": chance.choice(("dealt", "dealt", "dealt", "chosen", "reserve", fixed_base)),
        "prefounded": chance.random() < 0.1,
        "foundation_return": chance.choice(("never", "never", "never", "top", "top_not_base")),
        "build": chance.choice(("alternate", "alternate", "suit", "rank")),
        "wrap": chance.choice(("none", "cyclic", "cyclic", "stops_at_base")),
        "group": chance.choice(("single", "whole", "single_or_whole", "suffix")),
        "space_with_reserve": chance.choice(("auto", "auto", "reserve", "reserve_or_waste", "any")),
        "space_after": chance.choice(("waste", "any", "none", "auto_waste")),
        "space_rank": chance.choice((None, None, None, None, "base-1", chance.randint(1, ranks))),
        "column_cap": chance.choice((None, None, None, 1, 2, 3, 4)),
        "deal_count": chance.choice((1, 2, 3, 3, 4, (2, 1), (3, 2, 1))),
        "passes": chance.choice((None, None, 1, 2, 3)),
    }


def one_deck_values(chance: random.Random) -> dict[str, Any]:
    """Rule values that the exact one-deck search takes."""
    group = chance.choice(("whole", "suffix"))
    before, after = chance.choice((("auto", "waste"), ("auto", "any"), ("auto", "none"), ("any", "any")))
    return {
        "decks": 1, "column_deal": "u", "reserve_face": "top", "reserve_piles": 1, "base_rank": "dealt",
        "prefounded": False, "foundation_return": "never", "build": "alternate",
        "wrap": chance.choice(("cyclic", "cyclic", "stops_at_base")), "group": group, "space_with_reserve": before,
        "space_after": after, "space_rank": None, "column_cap": None, "deal_count": chance.choice((1, 2, 3, 3, 3, 4)),
        "passes": None,
    }  # fmt: skip
