"""A position that is being set up by hand: every card lies on a pile or in the bank, and any may be laid anywhere."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import lru_cache

from canfield_widget.cards import SUITS, UNKNOWN, Card, Pile, full_pack
from canfield_widget.moves import FOUNDATION, STOCK, WASTE
from canfield_widget.position import Position, ProblemCode, column_names, foundation_pile, problems, reserve_names
from canfield_widget.speech import speak_problem
from canfield_widget.texts import text
from canfield_widget.variants import CHOICES, CHOSEN, Variant

BANKS = {f"B{n}": suit for n, suit in enumerate(SUITS, 1)}
"""The rows of the bank, one for each suit."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Where every card of the packs lies, by number: `piles` leads from a pile's name to the cards, bottom first."""

    variant: Variant
    piles: dict[str, tuple[int, ...]]
    base: int | None
    down: frozenset[int] = frozenset()
    pass_number: int = 1


class Editor:
    """A position that is being set up; each change can be taken back.

    The cards are numbered from 0 as in `full_pack`, so that equal ones of several packs are told apart. Cards of
    `start` that the packs do not have, hidden ones and doubles, are left out.
    """

    def __init__(self, start: Position) -> None:
        self.start = start
        self._steps = [self._laid_of(start)]
        self._at = 0

    @property
    def variant(self) -> Variant:
        """The rules that the position is set up for."""
        return self.laid.variant

    @property
    def cards(self) -> Pile:
        """Every card of the packs, by its number."""
        return _pack(self.variant)

    def _laid_of(self, start: Position) -> Laid:
        free = dict[Card, list[int]]()
        for number, card in reversed(list(enumerate(_pack(start.variant)))):
            free.setdefault(card, []).append(number)
        piles, down = dict[str, tuple[int, ...]](), set[int]()
        for name in start.pile_names():
            laid = list[int]()
            for index, card in enumerate(start.pile(name)):
                if card == UNKNOWN or not free.get(card):
                    continue
                laid.append(free[card].pop())
                if name[0] == "T" and start.is_face_down(int(name[1:]) - 1, index):
                    down.add(laid[-1])
            piles[name] = tuple(laid)
        fixed = start.variant.base_rank
        base = fixed if isinstance(fixed, int) else start.base
        return self._whole(Laid(start.variant, piles, base, frozenset(down), start.pass_number))

    def _whole(self, laid: Laid) -> Laid:
        """The same with every pile that there is, one column more while the base is to be chosen: what lies nowhere is
        in the bank, and what lies on top of a column is turned up."""
        v, pack = laid.variant, _pack(laid.variant)
        columns = column_names(v.columns + (v.base_rank == CHOSEN and laid.base is None))
        names = STOCK, WASTE, *reserve_names(v), *(f"F{n + 1}" for n in range(v.foundations)), *columns
        piles = {name: laid.piles.get(name, ()) for name in names}
        there = {number for pile in piles.values() for number in pile}
        for bank, suit in BANKS.items():
            left = (n for n, card in enumerate(pack) if card.suit is suit and n not in there)
            piles[bank] = tuple(sorted(left, key=lambda number: pack[number].rank))
        covered = {number for name in columns for number in piles[name][:-1]}
        return replace(laid, piles=piles, down=laid.down & covered)

    # What lies where

    @property
    def laid(self) -> Laid:
        """Where the cards lie now."""
        return self._steps[self._at]

    @property
    def can_undo(self) -> bool:
        """True if there is a change to take back."""
        return self._at > 0

    @property
    def changes(self) -> int:
        """How many changes stand."""
        return self._at

    @property
    def can_redo(self) -> bool:
        """True if there is a change to make again."""
        return self._at < len(self._steps) - 1

    @property
    def position(self) -> Position:
        """The position as it is laid; the cards of the bank are not in it."""
        laid, v = self.laid, self.variant

        def pile(name: str) -> tuple[Card, ...]:
            return tuple(self.cards[number] for number in laid.piles[name])

        columns = [name for name in laid.piles if name[0] == "T"]
        down = tuple(sum(1 << i for i, n in enumerate(laid.piles[name]) if n in laid.down) for name in columns)
        return Position(
            v, stock=pile(STOCK), waste=pile(WASTE), reserves=tuple(pile(name) for name in reserve_names(v)),
            foundations=tuple(pile(f"F{n + 1}") for n in range(v.foundations)),
            tableau=tuple(pile(name) for name in columns), face_down=down, base=laid.base,
            pass_number=laid.pass_number, packet=min(v.packet(laid.pass_number), len(laid.piles[WASTE])),
        )  # fmt: skip

    @property
    def left(self) -> int:
        """How many cards are still in the bank."""
        return sum(len(self.laid.piles[bank]) for bank in BANKS)

    def problems(self, lang: str = "en") -> tuple[str, ...]:
        """What keeps the position from being played, in words; empty if nothing does."""
        now, left = self.position, self.left
        own = ProblemCode.MISSING, ProblemCode.BASE
        said = [speak_problem(now, each, lang) for each in problems(now) if each.code not in own]
        if self.laid.base is None and self.variant.base_rank not in CHOICES:
            said.insert(0, text("edit-no-base", lang))
        if left:
            said.append(text("edit-left-1" if left == 1 else "edit-left", lang, n=left))
        return tuple(said)

    # What changes it

    def lay(self, number: int, target: str) -> bool:
        """True if the card, and those on it in a column, now lie on `target`.

        Among the foundations it goes to one of its suit, else to an empty one, and brings those below it along, as far
        as the bank has them: from the base card of its suit. A card that goes back goes to the row of its suit. Raises
        KeyError for a pile and ValueError for a card that is not there.
        """
        source = next((name for name, pile in self.laid.piles.items() if number in pile), None)
        if source is None or target not in self.laid.piles:
            raise KeyError(target) if source else ValueError(f"read card {number}, expected one of {len(self.cards)}")
        pile = self.laid.piles[source]
        lifted = pile[pile.index(number) :] if source[0] == "T" else (number,)
        if target == source:
            return False
        if target[0] == FOUNDATION:
            return self._found(lifted, target)
        piles = self._without(lifted)
        if target not in BANKS:
            piles[target] += lifted
        return self._change(piles)

    def _found(self, lifted: tuple[int, ...], target: str) -> bool:
        """Lays one card on its foundation, with those that belong below it."""
        number, *above = lifted
        if above:
            return False
        card, piles = self.cards[number], self._without(lifted)
        base = self.laid.base or card.rank
        below = foundation_pile(card.suit, base, (card.rank - base) % self.variant.ranks, self.variant.ranks)
        bank = [n for name in BANKS for n in piles[name]]
        for name in self._foundations_for(card, target):
            have = len(piles[name])
            found = [next((n for n in bank if self.cards[n] == wanted), None) for wanted in below[have:]]
            brought = tuple(n for n in found if n is not None)
            if have <= len(below) and len(brought) == len(found):
                return self._change(piles | {name: (*piles[name], *brought, number)}, base=base)
        return False

    def _foundations_for(self, card: Card, target: str) -> list[str]:
        """The foundations of the card's suit, then the empty ones, `target` first among them."""
        tops = {name: self.cards[pile[0]].suit if pile else None for name, pile in self.laid.piles.items()
                if name[0] == FOUNDATION}  # fmt: skip
        own = [name for name, suit in tops.items() if suit is card.suit]
        free = [name for name, suit in tops.items() if suit is None]
        return own + sorted(free, key=lambda name: name != target)

    def set_base(self, base: int | None) -> bool:
        """True if the base rank is another one now; the foundations go back to the bank. Raises ValueError."""
        fixed = self.variant.base_rank if isinstance(self.variant.base_rank, int) else None
        there_is = base in (None, *range(1, self.variant.ranks + 1)) if fixed is None else base == fixed
        if not there_is:
            raise ValueError(f"base: read {base!r}, expected {fixed or f'1 to {self.variant.ranks}, or None'}")
        if base == self.laid.base:
            return False
        founded = tuple(n for name, pile in self.laid.piles.items() if name[0] == FOUNDATION for n in pile)
        return self._step(replace(self.laid, piles=self._without(founded), base=base))

    def clear(self) -> bool:
        """True if there was a card to take back to the bank."""
        return self.left < len(self.cards) and self._step(Laid(self.variant, {}, self.laid.base))

    def rest_to_stock(self, chance: random.Random | None = None) -> bool:
        """True if the bank had cards: they lie shuffled on the stock's bottom now."""
        rest = [number for bank in BANKS for number in self.laid.piles[bank]]
        (chance or random.Random()).shuffle(rest)
        piles = self._without(tuple(rest))
        piles[STOCK] = (*rest, *piles[STOCK])
        return bool(rest) and self._change(piles)

    def put(self, position: Position) -> None:
        """Lays another position, under whatever rules, as a change that can be taken back."""
        self._step(self._laid_of(position))

    def set_rules(self, variant: Variant) -> None:
        """Lays the same under other rules, as far as there is a place for it; the rest goes to the bank."""
        now, fixed = self.position, variant.base_rank
        base = fixed if isinstance(fixed, int) else now.base
        same = base == now.base
        piles = {name: now.pile(name) for name in now.pile_names() if name[0] != FOUNDATION or same}
        names = empty(variant).pile_names()
        self.put(_position_of(variant, {name: piles.get(name, ()) for name in names}, base))

    def undo(self) -> bool:
        """True if a change was taken back."""
        able = self.can_undo
        self._at -= able
        return able

    def redo(self) -> bool:
        """True if a change was made again."""
        able = self.can_redo
        self._at += able
        return able

    def _without(self, cards: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        """The piles without those cards; what is laid on none of them then goes to the bank."""
        return {name: tuple(n for n in pile if n not in cards) for name, pile in self.laid.piles.items()}

    def _change(self, piles: dict[str, tuple[int, ...]], *, base: int | None = None) -> bool:
        return self._step(replace(self.laid, piles=piles, base=base or self.laid.base))

    def _step(self, laid: Laid) -> bool:
        """True, whether there is something to take back then or all lies as it lay."""
        whole = self._whole(laid)
        if whole != self.laid:
            self._steps[self._at + 1 :] = [whole]
            self._at += 1
        return True


@lru_cache(maxsize=8)
def _pack(variant: Variant) -> Pile:
    return full_pack(variant.decks, variant.ranks)


def _position_of(variant: Variant, piles: dict[str, Pile], base: int | None) -> Position:
    def of(kind: str) -> tuple[Pile, ...]:
        return tuple(pile for name, pile in piles.items() if name[0] == kind)

    return Position(variant, stock=piles[STOCK], waste=piles[WASTE], reserves=of("R"), foundations=of(FOUNDATION),
                    tableau=of("T"), base=base)  # fmt: skip


def empty(variant: Variant) -> Position:
    """A position of the variant with no card laid."""
    width = variant.columns + (variant.base_rank == CHOSEN)
    fixed = variant.base_rank if isinstance(variant.base_rank, int) else None
    return Position(
        variant, reserves=((),) * variant.reserve_piles, foundations=((),) * variant.foundations,
        tableau=((),) * width, base=fixed,
    )  # fmt: skip
