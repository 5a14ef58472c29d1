"""Deals of PySolFC by their number: its shuffle, from the package pysol-cards, and the order in which it deals."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from itertools import chain
from types import MappingProxyType
from typing import Any

from canfield_widget.arguments import shown
from canfield_widget.cards import Card, Pile, read_card
from canfield_widget.position import Position, deal
from canfield_widget.variants import DEALT, VARIANTS, Variant, variant_of

_NUMBER = re.compile(r"(ms)?([0-9]{1,21})", re.ASCII)
_FIRST_LONG = 32_000
"""PySolFC shuffles numbers below this one as the first computer game to number its deals did, and others in its own
way; `ms` before a number asks for the former."""
_SHAPE = ("decks", "columns", "column_deal", "reserve_size", "reserve_piles", "base_rank", "prefounded", "ranks")


def pysol_deal(variant: str | Variant, number: int | str) -> Position:
    """The position at the start of PySolFC's deal `number` of the game that `variant` is there.

    `number` is that of PySolFC's title bar, 1 or more, as a number or as text; `ms` may stand before it. The stock is
    whole: the first packet, which PySolFC turns while it deals, is the first move `S-W`. The cards can be played under
    any rule set that is dealt alike, such as all those called Canfield.

    Raises ImportError without pysol-cards, and ValueError for a number that is none and for rule sets that PySolFC
    does not have or whose order of dealing is not known here.

    >>> print(pysol_deal("rainfall", 1))
    rainfall, base J
    stock 34, waste - (0)
    reserve 12 + QC
    foundations JD - - -
    tableau KS | 2S | 3H | KH
    """
    rules = variant_of(variant)
    order = _ORDERS.get(rules.id)
    if order is None:
        raise ValueError(f"variant: read {shown(rules.id)}, expected one that PySolFC deals: {', '.join(_ORDERS)}")
    row = VARIANTS[rules.id]
    for name in _SHAPE:
        if getattr(rules, name) != getattr(row, name):
            here, there = getattr(rules, name), getattr(row, name)
            raise ValueError(f"variant: read {rules.id} with {name}={here!r}, expected {there!r}, as PySolFC deals it")
    cards = _shuffled(number, rules.decks)
    laid_out = [card for card in cards if rules.prefounded and card.rank == rules.base_rank]
    rest = [card for card in cards if card not in laid_out]
    return deal(rules, deck=" ".join(map(str, (*laid_out, *order(rules, rest)))))


def _shuffled(number: int | str, decks: int) -> list[Card]:
    """The cards in the order in which PySolFC deals them."""
    found = _NUMBER.fullmatch(str(number)) if isinstance(number, str) or type(number) is int else None
    try:
        makers: Any = import_module("pysol_cards.random")
        cards: Any = import_module("pysol_cards.cards")
    except ImportError as error:
        raise ImportError('pysol_deal needs pysol-cards: pip install "canfield-widget[pysol]"') from error
    seed = int(found[2]) if found else 0
    short = found is not None and (bool(found[1]) or seed < _FIRST_LONG)
    maker = makers.LCRandom31 if short else makers.MTRandom
    if not 1 <= seed <= maker.MAX_SEED:
        most = f"1 to {makers.MTRandom.MAX_SEED}, or ms1 to ms{makers.LCRandom31.MAX_SEED}"
        raise ValueError(f"number: read {shown(number)}, expected a deal number of PySolFC, {most}")
    pack = cards.createCards(decks)
    shuffled = maker(seed).shuffle(cards.ms_rearrange(pack) if short else pack)
    return [read_card("A23456789TJQK"[card.rank - 1] + card.suit_s()) for card in reversed(shuffled)]


# The orders of dealing, each told as the order of `deal`: reserves pile by pile, base card, rows from the left, stock


def _base_first(v: Variant, cards: list[Card]) -> Pile:
    """The base card, the reserve, the columns from the right."""
    base = int(v.base_rank == DEALT)
    reserve, row = base + v.reserve_size, base + v.reserve_size + v.columns
    return (*cards[base:reserve], *cards[:base], *reversed(cards[reserve:row]), *cards[row:])


def _columns_first(v: Variant, cards: list[Card]) -> Pile:
    """The columns row by row from the left, the reserve."""
    rows = v.columns * len(v.column_deal)
    reserve = rows + v.reserve_size
    return (*cards[rows:reserve], *cards[:rows], *cards[reserve:])


def _reserves_in_turn(v: Variant, cards: list[Card]) -> Pile:
    """A card to each reserve in turn, the columns from the left."""
    reserves = v.reserve_piles * v.reserve_size
    piles = (cards[n : reserves : v.reserve_piles] for n in range(v.reserve_piles))
    return (*chain.from_iterable(piles), *cards[reserves:])


_GAMES: tuple[tuple[Callable[[Variant, list[Card]], Pile], str], ...] = (
    (
        _base_first,
        "canfield canfield-single canfield-hoyle canfield-relaxed canfield-pysol canfield-aisleriot superior "
        "superior-pysol rainfall rainbow storehouse storehouse-pysol chameleon rush casino double triple quadruple "
        "quadruple-pysol demon variegated american-toad acme eagle-wing eagle-wing-classic",
    ),
    (_columns_first, "minerva munger mystique minerva-politaire munger-politaire mystique-politaire"),
    (_reserves_in_turn, "duke duchess gate little-gate"),
)
_ORDERS = MappingProxyType({row: order for order, rows in _GAMES for row in rows.split()})
"""Rule sets by their ids, and the order in which PySolFC deals the game of that name."""
