"""The rules as a table: policy enums, the `Variant` record and `VARIANTS`, whose rows name their sources.

A row says only where it differs from its parent. What the parameters mean is in rules.md, section 4, and here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, cast

from canfield_widget.arguments import is_text, shown


class Build(StrEnum):
    """What a card must have to be laid on another of the next higher rank in the tableau."""

    ALTERNATE = "alternate"
    SUIT = "suit"
    RANK = "rank"


class Wrap(StrEnum):
    """Whether building goes on round the corner: no king on an ace, always, or not onto a base-rank card."""

    NONE = "none"
    CYCLIC = "cyclic"
    STOPS_AT_BASE = "stops_at_base"


class Group(StrEnum):
    """Which cards move from column to column: the top, all, one of the two, or any built run at the end."""

    SINGLE = "single"
    WHOLE = "whole"
    SINGLE_OR_WHOLE = "single_or_whole"
    SUFFIX = "suffix"


class SpaceWithReserve(StrEnum):
    """What fills a space while the reserve has cards; `AUTO`: its top does, at once, in the same move."""

    AUTO = "auto"
    RESERVE = "reserve"
    RESERVE_OR_WASTE = "reserve_or_waste"
    ANY = "any"


class SpaceAfter(StrEnum):
    """What may fill a space once the reserve is gone.

    `AUTO_WASTE`: the waste's top fills the space that a move leaves, at once, in the same move; where the waste is
    empty then, the space stays and takes anything.
    """

    WASTE = "waste"
    ANY = "any"
    NONE = "none"
    AUTO_WASTE = "auto_waste"


class ReserveFace(StrEnum):
    """What is seen of the reserve; only its top is ever played, under `NONE` only when it is the last card."""

    TOP = "top"
    ALL = "all"
    NONE = "none"


class FoundationReturn(StrEnum):
    """Whether a foundation's top card may come back into the tableau."""

    NEVER = "never"
    TOP = "top"
    TOP_NOT_BASE = "top_not_base"


DEALT = "dealt"
CHOSEN = "chosen"
FROM_RESERVE = "reserve"
CHOICES = (CHOSEN, FROM_RESERVE)
"""The values of `base_rank` that leave the base to the player."""
BEFORE_BASE = "base-1"


@dataclass(frozen=True, slots=True)
class Scoring:
    """Casino money: the price of the pack, what a foundation card pays, a full win, and a redeal's fee.

    Raises ValueError for what is no whole number.
    """

    price: int
    per_card: int
    full_win: int | None = None
    redeal_fee: int = 0

    def __post_init__(self) -> None:
        for name in ("price", "per_card", "full_win", "redeal_fee"):
            value = getattr(self, name)
            if type(value) is not int and not (name == "full_win" and value is None):
                raise _off(name, value, "a whole number" + (" or None" if name == "full_win" else ""), "Scoring")


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game, for `dataclasses.replace`. Raises ValueError if they do not add up.

    `column_deal` is the cards dealt to each column, bottom first: `u` face up, `d` face down.
    `base_rank` is `dealt`, `chosen` (one card more is dealt in a row and the first move takes one of them to the
    foundation), `reserve` (the first move takes the top of a reserve there) or a rank 1-13; `prefounded` lays all
    cards of that rank out beforehand. `deal_count` is the size of
    a packet, or one size for each pass. `passes` None means without limit. `space_rank` (a rank or `base-1`)
    limits what a player may lay into a space. `ranks` makes miniature games.

    >>> replace(VARIANTS["canfield"], deal_count=1, passes=3).stock_size
    34
    """

    id: str
    title: str
    title_de: str
    source: str
    decks: int = 1
    columns: int = 4
    column_deal: str = "u"
    reserve_size: int = 13
    reserve_face: ReserveFace = ReserveFace.TOP
    reserve_piles: int = 1
    base_rank: int | str = DEALT
    prefounded: bool = False
    foundation_return: FoundationReturn = FoundationReturn.NEVER
    build: Build = Build.ALTERNATE
    wrap: Wrap = Wrap.CYCLIC
    group: Group = Group.WHOLE
    space_with_reserve: SpaceWithReserve = SpaceWithReserve.AUTO
    space_after: SpaceAfter = SpaceAfter.WASTE
    space_rank: int | str | None = None
    column_cap: int | None = None
    deal_count: int | tuple[int, ...] = 3
    passes: int | None = None
    scoring: Scoring | None = None
    ranks: int = 13
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, policy in POLICIES.items():
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, policy(value))
            except ValueError:
                raise _off(name, value, "one of " + ", ".join(policy)) from None
        _check(self)
        object.__setattr__(self, "_hash", hash(tuple(getattr(self, name) for name in RULE_FIELDS)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        """Made anew where it is unpickled: texts hash differently in another process."""
        return Variant, tuple(getattr(self, name) for name in RULE_FIELDS)

    @property
    def stock_size(self) -> int:
        """Cards in the stock after the deal."""
        return (
            self.pack_size
            - self.reserve_piles * self.reserve_size
            - self.columns * len(self.column_deal)
            - (self.foundations if self.prefounded else self.base_rank in (DEALT, CHOSEN))
        )

    @property
    def pack_size(self) -> int:
        """All cards of the game."""
        return 4 * self.ranks * self.decks

    @property
    def foundations(self) -> int:
        """Foundation piles: four for each deck."""
        return 4 * self.decks

    def packet(self, pass_number: int) -> int:
        """Cards turned from the stock in one deal of the pass `pass_number` (from 1)."""
        if isinstance(self.deal_count, int):
            return self.deal_count
        return self.deal_count[min(pass_number, len(self.deal_count)) - 1]


POLICIES: Mapping[str, type[StrEnum]] = MappingProxyType(
    {
        "build": Build,
        "wrap": Wrap,
        "group": Group,
        "space_with_reserve": SpaceWithReserve,
        "space_after": SpaceAfter,
        "reserve_face": ReserveFace,
        "foundation_return": FoundationReturn,
    }
)
RULE_FIELDS = tuple(f.name for f in fields(Variant) if f.compare)


def _off(name: str, read: object, expected: str, record: str = "Variant") -> ValueError:
    return ValueError(f"{record}.{name}: read {read!r}, expected {expected}")


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _packets(deal_count: Any) -> list[object]:
    return list(cast("tuple[object, ...]", deal_count)) if isinstance(deal_count, tuple) else [deal_count]


def _check(record: Variant) -> None:
    """Raises ValueError for the first field that does not fit, by itself or with the others."""
    v: Any = record  # nothing is known of the types of what a user wrote
    limits = {"ranks": (1, 13), "decks": (1, 4), "columns": (1, 16), "reserve_piles": (1, 8), "reserve_size": (0, 208)}
    for name, (least, most) in limits.items():
        if not _whole(getattr(v, name), least, most):
            raise _off(name, getattr(v, name), f"a whole number from {least} to {most}")
    ranks, some = f"a rank from 1 to {v.ranks}", "a whole number of at least 1"
    is_list, packets = type(v.deal_count) is tuple, _packets(v.deal_count)
    is_rank = _whole(v.base_rank, 1, v.ranks)
    checks: list[tuple[str, bool, str]] = [
        ("id", isinstance(v.id, str) and bool(re.fullmatch("[a-z0-9][a-z0-9-]*", v.id)),
         "small letters, digits and hyphens"),
        *((name, isinstance(getattr(v, name), str) and is_text(getattr(v, name)),
           "a text that UTF-8 can carry, without control characters") for name in ("title", "title_de", "source")),
        ("column_deal", isinstance(v.column_deal, str) and bool(re.fullmatch("[ud]*u", v.column_deal)),
         "letters u and d, one for each card of a column, the last one u"),
        ("base_rank", is_rank or v.base_rank in (DEALT, *CHOICES),
         f"'{DEALT}', '{CHOSEN}', '{FROM_RESERVE}' or {ranks}"),
        ("reserve_size", v.base_rank != FROM_RESERVE or v.reserve_size > 0,
         f"at least 1 where base_rank is '{FROM_RESERVE}'"),
        ("prefounded", type(v.prefounded) is bool, "True or False"),
        ("prefounded", is_rank or not v.prefounded, "False unless base_rank is a rank"),
        ("column_deal", v.column_deal == "u" or v.base_rank != CHOSEN, f"'u' where base_rank is '{CHOSEN}'"),
        ("space_rank", v.space_rank in (None, BEFORE_BASE) or _whole(v.space_rank, 1, v.ranks),
         f"None, '{BEFORE_BASE}' or {ranks}"),
        ("column_cap", v.column_cap is None or _whole(v.column_cap, 1, 999), f"None or {some}"),
        ("passes", v.passes is None or _whole(v.passes, 1, 999), f"None (no limit) or {some}"),
        ("deal_count", bool(packets) and all(_whole(n, 1, 208) for n in packets),
         f"{some}, or a tuple of one for each pass"),
        ("deal_count", not is_list or len(packets) == v.passes,
         f"as many packet sizes as passes ({v.passes})"),
        ("scoring", v.scoring is None or isinstance(v.scoring, Scoring), "None or a Scoring"),
    ]  # fmt: skip
    for name, holds, expected in checks:
        if not holds:
            raise _off(name, getattr(v, name), expected)
    if v.stock_size < 0:
        raise _off("reserve_size", v.reserve_size,
                   f"a deal of at most {v.pack_size} cards, but the stock would have {v.stock_size}")  # fmt: skip


CANFIELD = Variant(
    "canfield", "Canfield", "Canfield",
    'rule text "Canfield Solitär verstehen": whole columns only, spaces after the reserve from the waste only',
)  # fmt: skip


def _row(parent: Variant, id: str, title: str, title_de: str, source: str, **changes: Any) -> Variant:
    return replace(parent, id=id, title=title, title_de=title_de, source=source, **changes)


_PYSOL = _row(CANFIELD, "canfield-pysol", "Canfield (PySol)", "Canfield (PySol)", "PySolFC 3.6.1, its own code run",
              group="single_or_whole", space_after="any")  # fmt: skip
_RELAXED = _row(CANFIELD, "canfield-relaxed", "Relaxed Canfield", "Lockeres Canfield",
                "Politaire, Good Sol and Solvitaire's preset canfield", group="suffix", space_after="any")  # fmt: skip
_SUPERIOR = _row(CANFIELD, "superior", "Superior Canfield", "Superior Canfield",
                 'rule text "Superior Canfield Solitär"', reserve_face="all", group="suffix",
                 space_with_reserve="any", space_after="any")  # fmt: skip
_STOREHOUSE = _row(CANFIELD, "storehouse", "Storehouse", "Vorratshaus",
                   "printed rules by way of solitaireplay and gamerules: whole columns, spaces from the waste",
                   base_rank=2, prefounded=True, build="suit", deal_count=1, passes=3)  # fmt: skip
_ACME = _row(CANFIELD, "acme", "Acme", "Acme", "PySolFC 3.6.1, its own code run; Politaire; T. Bohnen",
             base_rank=1, prefounded=True, build="suit", group="single", space_after="any",
             deal_count=1, passes=2)  # fmt: skip

_EAGLE_WING = _row(CANFIELD, "eagle-wing", "Eagle Wing", "Adlerschwinge",
                   "PySolFC 3.6.1, its own code run; GNOME Aisleriot", columns=8, reserve_face="none", build="suit",
                   group="single", column_cap=3, space_after="any", deal_count=1, passes=3)  # fmt: skip
_MINERVA = _row(CANFIELD, "minerva", "Minerva", "Minerva", "PySolFC 3.6.1, its own code run",
                columns=7, column_deal="dudu", reserve_size=11, base_rank=1, wrap="none", group="suffix",
                space_with_reserve="any", space_after="any", space_rank=13, deal_count=1, passes=2)  # fmt: skip
_MINERVA_OPEN = _row(_MINERVA, "minerva-politaire", "Minerva (Politaire)", "Minerva (Politaire)",
                     "Politaire: the reserve lies open", reserve_face="all")  # fmt: skip
_DUKE = _row(CANFIELD, "duke", "Duke", "Herzog", "PySolFC 3.6.1, its own code run",
             reserve_size=3, reserve_face="all", reserve_piles=4, base_rank=1, foundation_return="top", wrap="none",
             group="suffix", space_with_reserve="any", space_after="any", deal_count=1, passes=3)  # fmt: skip
_GATE = _row(_DUKE, "gate", "Gate", "Tor", "PySolFC 3.6.1, its own code run", columns=8, reserve_size=5,
             reserve_piles=2, space_with_reserve="auto", space_after="auto_waste", passes=1)  # fmt: skip

_ROWS = (
    CANFIELD,
    _row(CANFIELD, "canfield-single", "Canfield with single cards", "Canfield mit Einzelkarten",
         "the Cards4 guide to Canfield", group="single_or_whole"),
    _row(CANFIELD, "canfield-hoyle", "Canfield (Hoyle)", "Canfield (Hoyle)",
         '"Canfield Solitaire" after Hoyle; wrap and locked foundations are assumed', scoring=Scoring(50, 5, 500)),
    _SUPERIOR,
    _row(CANFIELD, "quadruple", "Quadruple Canfield", "Vierfach-Canfield",
         'rule text "Quadruple Canfield Solitär" (Warfield); wrap is assumed', decks=4, columns=8, reserve_size=39,
         foundation_return="top", group="suffix", space_after="any"),
    _RELAXED,
    _PYSOL,
    _row(_RELAXED, "canfield-aisleriot", "Canfield (Aisleriot)", "Canfield (Aisleriot)",
         "GNOME Aisleriot, scheme file and help", foundation_return="top_not_base"),
    _row(_SUPERIOR, "superior-pysol", "Superior Canfield (PySol)", "Superior Canfield (PySol)",
         "PySolFC 3.6.1, its own code run", group="single_or_whole"),
    _row(_PYSOL, "rainfall", "Rainfall", "Rainfall", "PySolFC 3.6.1, where it was invented", deal_count=1, passes=3),
    _row(_PYSOL, "rainbow", "Rainbow", "Regenbogen", "PySolFC 3.6.1, its own code run; Politaire",
         build="rank", deal_count=1, passes=1),
    _STOREHOUSE,
    _row(_STOREHOUSE, "storehouse-pysol", "Storehouse (PySol)", "Vorratshaus (PySol)",
         "PySolFC 3.6.1, its own code run", group="single_or_whole", space_after="any"),
    _row(CANFIELD, "chameleon", "Chameleon", "Chamäleon", "Aisleriot (Kansas), Solitaire Till Dawn, Solitaire Forever",
         columns=3, reserve_size=12, build="rank", group="suffix", deal_count=1, passes=1),
    _row(CANFIELD, "selective", "Selective Canfield", "Canfield mit Wahl",
         "t_games: five cards are dealt and the player's choice of them sets the base", base_rank=CHOSEN),
    _row(_PYSOL, "rush", "Canfield Rush", "Canfield Rush", "PySolFC 3.6.1, its own code run",
         deal_count=(3, 2, 1), passes=3),
    _row(_PYSOL, "casino", "Casino Canfield", "Kasino-Canfield", "PySolFC 3.6.1 (Reno), its own code run",
         deal_count=1, passes=1, scoring=Scoring(52, 5)),
    _row(_PYSOL, "double", "Double Canfield", "Doppel-Canfield", "PySolFC 3.6.1; Politaire; T. Bohnen",
         decks=2, columns=5),
    _row(_PYSOL, "triple", "Triple Canfield", "Dreifach-Canfield", "PySolFC 3.6.1; Politaire",
         decks=3, columns=7, reserve_size=26),
    _row(_PYSOL, "quadruple-pysol", "Quadruple Canfield (PySol)", "Vierfach-Canfield (PySol)",
         "PySolFC 3.6.1, its own code run", decks=4, columns=8, reserve_size=39),
    _row(_RELAXED, "demon", "Demon (two decks)", "Dämon (zwei Decks)",
         "PySolFC 3.6.1, its own code run; Politaire; the name is Warfield's", decks=2, columns=8, reserve_size=40),
    _row(_PYSOL, "variegated", "Variegated Canfield", "Buntes Canfield", "PySolFC 3.6.1, its own code run",
         decks=2, columns=5, reserve_face="all", base_rank=1, prefounded=True, passes=3),
    _row(CANFIELD, "american-toad", "American Toad", "Amerikanische Kröte", "Wikipedia",
         decks=2, columns=8, reserve_size=20, reserve_face="all", build="suit", group="single_or_whole",
         deal_count=1, passes=2),
    _row(_STOREHOUSE, "double-storehouse", "Double Storehouse", "Doppeltes Vorratshaus", "Politaire",
         decks=2, reserve_size=19, group="suffix", space_after="any"),
    _ACME,
    _row(_ACME, "coyote", "Coyote", "Kojote", "Politaire", group="suffix"),
    _row(_RELAXED, "candike", "Candike", "Candike", "PySolFC 3.6.1, its own code run",
         columns=7, column_deal="du", wrap="none"),
    _row(_RELAXED, "three-demons", "Three Demons", "Drei Dämonen",
         "Politaire; only the rank before the base is laid into a space", decks=3, columns=9, reserve_size=48,
         space_rank=BEFORE_BASE),
    _EAGLE_WING,
    _row(_EAGLE_WING, "eagle-wing-classic", "Eagle Wing without building", "Adlerschwinge ohne Bauen",
         "Wikipedia, Solitaire Till Dawn, Solitaire Forever: single cards only, spaces from the waste",
         column_cap=1, space_after="waste"),
    _MINERVA,
    _row(_MINERVA, "munger", "Munger", "Munger", "PySolFC 3.6.1, its own code run", reserve_size=7, passes=1),
    _row(_MINERVA, "mystique", "Mystique", "Mystique", "PySolFC 3.6.1, its own code run",
         reserve_size=9, space_rank=None, passes=1),
    _MINERVA_OPEN,
    _row(_MINERVA_OPEN, "munger-politaire", "Munger (Politaire)", "Munger (Politaire)",
         "Politaire: the reserve lies open", reserve_size=7, passes=1),
    _row(_MINERVA_OPEN, "mystique-politaire", "Mystique (Politaire)", "Mystique (Politaire)",
         "Politaire: the reserve lies open, and only kings are laid into spaces", reserve_size=9, passes=1),
    _row(_MINERVA_OPEN, "double-minerva", "Double Minerva", "Doppel-Minerva", "Politaire; two passes are assumed",
         decks=2, columns=9, reserve_size=13),
    _row(_MINERVA_OPEN, "triple-minerva", "Triple Minerva", "Dreifach-Minerva", "Politaire; two passes are assumed",
         decks=3, columns=12, reserve_size=15),
    _DUKE,
    _row(CANFIELD, "duchess", "Duchess", "Herzogin",
         "PySolFC 3.6.1 (Dutchess), its own code run; GNOME Aisleriot (Glenwood); the choice is the first move",
         reserve_size=3, reserve_face="all", reserve_piles=4, base_rank=FROM_RESERVE, space_with_reserve="reserve",
         deal_count=1, passes=2),
    _GATE,
    _row(_GATE, "little-gate", "Little Gate", "Kleines Tor", "PySolFC 3.6.1, its own code run", columns=4),
)  # fmt: skip

VARIANTS: Mapping[str, Variant] = MappingProxyType({row.id: row for row in _ROWS})
"""Every rule set by its id; each row names its source."""


def variant_of(variant: str | Variant) -> Variant:
    """The record itself, or the row of `VARIANTS` with that id. Raises ValueError for an unknown id."""
    if isinstance(variant, Variant):
        return variant
    row = VARIANTS.get(variant) if isinstance(variant, str) else None  # pyright: ignore[reportUnnecessaryIsInstance]
    if row is None:
        raise ValueError(f"{shown(variant)} is no variant: expected a Variant or one of {', '.join(VARIANTS)}")
    return row
