"""Positions made in Python: piles as a teacher would write them down, read into a position of a variant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import cast

from canfield_widget.cards import RANK_LETTERS, UNKNOWN, Card, Pile, full_pack, read_card
from canfield_widget.position import BIGGEST_DEAL, Position, column_names, foundation_pile, reserve_names, shuffled
from canfield_widget.variants import CHOICES, CHOSEN, Variant, variant_of

Cards = str | Card | Iterable[str | Card] | None
"""A pile, the bottom card first: `"9S 8H 7C"`, or its cards; empty as `""`, `"-"` or None."""
Piles = str | Iterable[Cards]
"""Several piles, or one text in which commas part them."""
Rests = ("stock", "reserve")


def set_up(
    variant: str | Variant = "canfield",
    *,
    base: str | int | None = None,
    foundations: str | Iterable[str | Card | None] = (),
    tableau: Piles = (),
    reserve: Cards | Piles = (),
    waste: Cards = (),
    stock: Cards = (),
    rest: str | None = None,
    seed: int | None = None,
    pass_number: int = 1,
) -> Position:
    """The position with these piles, each written bottom card first: `"9S 8H 7C"`, or an iterable of cards.

    `tableau` is one pile for each column, `(8C)` in it a card that lies face down; columns that are not named are
    spaces. `foundations` are the top cards (`"7D -"` or `["7D", None]`), each of which stands for the cards from the
    base up. `reserve` is one pile, or one for each reserve where the variant has several.

    `base` is a rank (`"5"`, `"K"`, `5`). Left out, it is the one that the variant fixes, else that of the foundations'
    cards if they are all of one rank, else it is not chosen.

    With few cards the position is one to look at. `rest="stock"` or `rest="reserve"` makes it one to play: whatever is
    laid nowhere is put under that pile (under the first of several reserves), shuffled as in the deal `seed`, or in
    the order of the pack where no seed is given; of the stock's rest the first card of that order is turned first.

    Raises ValueError, which says where and what was read and expected: for what is no card, a card laid too often
    (with its places), more columns, reserves or foundations than there are, and a base that cannot or must be.

    >>> print(set_up(foundations="5H", tableau=["9S 8H 7C", "KC QD", "4D"], reserve="2D TS"))
    canfield, base 5
    stock 0, waste - (0)
    reserve 1 + TS
    foundations 5H - - -
    tableau 9S 8H 7C | KC QD | 4D | -
    >>> from canfield_widget.game import Game
    >>> game = Game(set_up(base="A", foundations="2S -", tableau=["3H 2C", "3S"], reserve="KC", rest="stock", seed=7))
    >>> len(game.position.stock), "T2-F" in map(str, game.legal_moves())
    (46, True)
    """
    v = variant_of(variant)
    tops = _tops(foundations, v)
    rank = _base(base, tops, v)
    choosing = v.base_rank == CHOSEN and rank is None
    columns = _piles(tableau, "tableau", "column", v.columns + choosing, v, closed=True)
    several = v.reserve_piles > 1
    reserves = _piles(reserve if several else [cast("Cards", reserve)], "reserve", "reserve", v.reserve_piles, v)
    if type(pass_number) is not int or not 1 <= pass_number <= (v.passes or 1):
        raise ValueError(f"pass_number: read {pass_number!r}, expected {_up_to(v.passes or 1)}")
    now = Position(
        v, stock=_pile(stock, "stock", v)[0], waste=(turned := _pile(waste, "waste", v)[0]),
        reserves=tuple(pile for pile, _ in reserves),
        foundations=tuple(_foundation(card, n, rank, v) for n, card in enumerate(tops)),
        tableau=tuple(pile for pile, _ in columns), face_down=tuple(down for _, down in columns),
        base=rank, pass_number=pass_number, packet=min(v.packet(pass_number), len(turned)),
    )  # fmt: skip
    _check_counts(now)
    return _with_rest(now, rest, seed)


# Reading


def _up_to(most: int) -> str:
    return "1" if most == 1 else f"a whole number from 1 to {most}"


def _base(wanted: str | int | None, tops: tuple[Card | None, ...], v: Variant) -> int | None:
    fixed = v.base_rank if isinstance(v.base_rank, int) else None
    if wanted is None:
        ranks = {card.rank for card in tops if card}
        if len(ranks) > 1 and fixed is None:
            read = " ".join(str(card) for card in tops if card)
            raise ValueError(f"base: expected a rank, since the foundations {read} do not say where they begin")
        return fixed or next(iter(ranks), None)
    letters = RANK_LETTERS[: v.ranks]
    known = {letter: n for n, letter in enumerate(letters, 1)} | {"10": 10}
    number = wanted if type(wanted) is int else known.get(str(wanted).upper(), 0)
    if not 1 <= number <= v.ranks or fixed not in (None, number):
        expected = f"one rank of {' '.join(letters)}" if fixed is None else f"{letters[fixed - 1]}, as {v.id} has it"
        raise ValueError(f"base: read {wanted!r}, expected {expected}")
    return number


def _words(wanted: object, where: str) -> list[object]:
    if isinstance(wanted, str):
        words = wanted.split()
        return [] if words == ["-"] else list[object](words)
    if wanted is None or isinstance(wanted, Card):
        return [wanted] if wanted else []
    if not isinstance(wanted, Iterable):
        raise ValueError(f"{where}: read {wanted!r}, expected cards such as '9S 8H 7C'")
    return list(cast("Iterable[object]", wanted))


def _card(word: object, where: str, v: Variant) -> Card:
    if not isinstance(word, (str, Card)):
        raise ValueError(f"{where}: read {word!r}, expected a card such as 7H")
    try:
        card = word if isinstance(word, Card) else read_card(word)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if card.rank > v.ranks:
        raise ValueError(f"{where}: read {card}, expected ranks up to {v.ranks}")
    return card


def _pile(wanted: object, where: str, v: Variant, *, closed: bool = False) -> tuple[Pile, int]:
    """The cards, and a number whose bit i is set where card i lies face down, which `closed` piles can say."""
    cards, down = list[Card](), 0
    for n, word in enumerate(_words(wanted, where)):
        in_brackets = closed and isinstance(word, str) and word.startswith("(") and word.endswith(")")
        cards.append(_card(str(word)[1:-1] if in_brackets else word, f"{where}, card {n + 1}", v))
        down |= (closed and (in_brackets or cards[-1] == UNKNOWN)) << n
    return tuple(cards), down


def _piles(
    wanted: object, where: str, one: str, most: int, v: Variant, *, closed: bool = False
) -> list[tuple[Pile, int]]:
    """So many piles, empty ones after those that are named."""
    if isinstance(wanted, Card) or (not isinstance(wanted, (str, Iterable)) and wanted is not None):
        raise ValueError(f"{where}: read {wanted!r}, expected piles such as ['9S 8H 7C', '4D']")
    parts = wanted.split(",") if isinstance(wanted, str) else list(cast("Iterable[object]", wanted or ()))
    if len(parts) > most:
        raise ValueError(f"{where}: read {len(parts)} piles, expected at most {most} in {v.id}")
    found = [_pile(part, one if most == 1 else f"{one} {n}", v, closed=closed) for n, part in enumerate(parts, 1)]
    return [*found, *[((), 0)] * (most - len(found))]


def _tops(wanted: object, v: Variant) -> tuple[Card | None, ...]:
    """The top card of every foundation, None for an empty one."""
    words = wanted.split() if isinstance(wanted, str) else _words(wanted, "foundations")
    if len(words) > v.foundations:
        raise ValueError(f"foundations: read {len(words)}, expected at most {v.foundations} in {v.id}")
    tops = [None if word in (None, "-", "") else _card(word, f"foundation {n}", v) for n, word in enumerate(words, 1)]
    if UNKNOWN in tops:
        raise ValueError(f"foundation {tops.index(UNKNOWN) + 1}: read '?', expected a card in sight")
    return (*tops, *[None] * (v.foundations - len(tops)))


def _foundation(top: Card | None, n: int, base: int | None, v: Variant) -> Pile:
    if top is None or base is None:
        return ()
    return foundation_pile(top.suit, base, (top.rank - base) % v.ranks + 1, v.ranks)


# All cards together


def _places(position: Position) -> Iterator[tuple[str, Pile]]:
    """Every pile with what a reader of an error calls it."""
    names = {name: name.replace("R", "reserve ").strip() for name in reserve_names(position.variant)}
    names |= {f"F{n}": f"foundation {n}" for n in range(1, len(position.foundations) + 1)}
    names |= {name: f"column {name[1:]}" for name in column_names(len(position.tableau))}
    names |= {"S": "stock", "W": "waste"}
    return ((names[name], position.pile(name)) for name in position.pile_names())


def _check_counts(position: Position) -> None:
    places = dict[Card, list[str]]()
    for where, pile in _places(position):
        for card in pile:
            places.setdefault(card, []).append(where)
    most = position.variant.decks
    wrong = [f"{card}: read in {', '.join(there)}" for card, there in places.items()
             if card != UNKNOWN and len(there) > most]  # fmt: skip
    if wrong:
        raise ValueError(f"{'; '.join(wrong)}; expected each card {'once' if most == 1 else f'{most} times'} at most")


def _with_rest(now: Position, rest: str | None, seed: int | None) -> Position:
    """The position with all cards that it does not have under one of its piles."""
    v = now.variant
    if rest not in (None, *Rests):
        raise ValueError(f"rest: read {rest!r}, expected one of {', '.join(map(repr, Rests))}")
    if seed is not None and (type(seed) is not int or not 0 <= seed <= BIGGEST_DEAL):
        raise ValueError(f"seed: read {seed!r}, expected a whole number from 0 to {BIGGEST_DEAL}")
    if rest is None:
        if seed is not None:
            raise ValueError(f"seed: read {seed}, expected none without rest=, for nothing is shuffled")
        return now
    if now.base is None and v.base_rank not in CHOICES:
        raise ValueError(f"base: expected a rank, since rest={rest!r} makes a position to play")
    laid = Counter(chain.from_iterable(pile for _, pile in _places(now)))
    if laid[UNKNOWN]:
        raise ValueError(f"rest: read {rest!r} with {laid[UNKNOWN]} cards '?', expected every card in sight")
    left = list[Card]()
    for card in full_pack(v.decks, v.ranks) if seed is None else shuffled(seed, v.decks, v.ranks):
        if laid[card]:
            laid[card] -= 1
        else:
            left.append(card)
    if rest == "stock":
        return replace(now, stock=(*reversed(left), *now.stock))
    return replace(now, reserves=((*left, *now.reserves[0]), *now.reserves[1:]))
