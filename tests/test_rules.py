"""The rules by example: what the five texts say, twenty questions of a beginner, every refusal, stuck and won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from canfield_widget.cards import UNKNOWN, Pile, read_card
from canfield_widget.game import Game
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import write_position
from canfield_widget.position import Position, deal
from canfield_widget.rules import (
    IllegalMove,
    Reason,
    Step,
    apply,
    is_stuck,
    is_won,
    legal_moves,
    steps,
    why_not,
)
from canfield_widget.variants import VARIANTS, Variant
from samples import position, tokens

# Where the rules come from: "Canfield Solitär verstehen", "Superior Canfield Solitär", the Cards4 guide,
# "Canfield Solitaire" after Hoyle, "Quadruple Canfield Solitär".
UNDERSTOOD, SUPERIOR, CARDS4, HOYLE, QUADRUPLE = "canfield", "superior", "canfield-single", "canfield-hoyle", "quadruple"
TEXTS = [UNDERSTOOD, SUPERIOR, CARDS4, HOYLE, QUADRUPLE]
every_text = pytest.mark.parametrize("row", TEXTS)


def under(row: str | Variant, base: str, *, foundations: str = "", tableau: str = "", **piles: str) -> Position:
    """A position of few cards under some rules; places that are not named are empty."""
    v = VARIANTS[row] if isinstance(row, str) else row
    tops, columns = foundations.split(), [column.strip() for column in tableau.split(",")] if tableau else []
    tops += ["-"] * (v.foundations - len(tops))
    columns += ["-"] * (v.columns - len(columns))
    named = "".join(f"; {name} {cards}" for name, cards in piles.items())
    text = f"{'canfield' if isinstance(row, Variant) else row}; base {base}{named}; foundations {' '.join(tops)}"
    few = position(text if isinstance(row, Variant) else f"{text}; tableau {', '.join(columns)}")
    if isinstance(row, Variant):
        raise TypeError
    return few


def cards(text: str) -> Pile:
    """The cards of some words."""
    return tuple(read_card(word) for word in text.split())


def play(now: Position, moves: str) -> Position:
    """The position after some moves."""
    for token in moves.split():
        now = apply(now, read_move(token))
    return now


def may(now: Position, token: str) -> bool:
    """True if the move is legal."""
    legal = why_not(now, read_move(token)) is None
    assert (read_move(token) in legal_moves(now)) == legal
    return legal


def reason(now: Position, token: str) -> tuple[str, str]:
    """Why a move is refused, and the cards to blame."""
    refusal = why_not(now, read_move(token))
    assert refusal, f"{token} is legal"
    return str(refusal.reason), " ".join(map(str, refusal.cards))
