"""What the searches keep of a state is the whole state: it decodes to the position that the rules reach.

A lost verdict rests on that. Were two positions one key, a position never looked into could pass as exhausted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from canfield_widget.cards import Card, Pile
from canfield_widget.position import Position, deal, foundation_pile
from canfield_widget.rules import advance, legal_moves, steps
from canfield_widget.solver import Prunings, encoding, search
from canfield_widget.solver.encoding import SUIT_NUMBERS, card_of
from canfield_widget.variants import VARIANTS
from samples import SOAK, replayed, run_interpreted

SLICES = 120 if SOAK else 20
ONE_DECK = [row for row in VARIANTS if encoding.is_for_one_deck_search(deal(row, seed=1))]


@pytest.fixture(autouse=True)
def _fields_in_sight(monkeypatch: pytest.MonkeyPatch):
    """What is compiled hides its fields."""
    run_interpreted(monkeypatch)


def begun(row: str, seed: int) -> Position:
    """A deal with its base chosen, if it is to be chosen."""
    now = deal(row, seed=seed)
    if now.base is None:
        move = next(move for move in legal_moves(now) if move.target == "F")
        now = advance(now, move, steps(now, move))
    return now


def settled_waste(now: Position) -> int:
    """The size of the waste, 0 if it reaches no card that the start of a pass does not reach."""
    size, count = len(now.waste), now.variant.deal_count
    packet = count if isinstance(count, int) else count[0]
    free = now.variant.passes is None and (size % packet == 0 or not now.stock)
    return 0 if free else size


def contents(now: Position) -> tuple[object, ...]:
    """What makes two positions the same to the one-deck search; the order of the columns does not."""
    tops = sorted(map(str, (pile[-1] for pile in now.foundations if pile)))
    return now.reserves, now.waste + now.stock[::-1], settled_waste(now), tops, sorted(map(str, now.tableau))


def decoded(words: Sequence[int], waste: int, start: Position) -> Position:
    """The position of a one-deck key, whose cards that never moved are where `start` has them."""
    v, base = start.variant, start.base
    assert base is not None
    counts = [(words[suit >> 1] >> 52 + 4 * (suit & 1) & 15) - 1 for suit in range(4)]
    bottoms: list[Card] = []
    child: dict[Card, Card] = {}
    moved: set[Card] = set()
    for suit in range(4):
        for rank in range(v.ranks):
            card = card_of(16 * suit + rank, base, v.ranks)
            code = words[suit >> 1] >> 2 * ((suit & 1) * 13 + rank) & 3
            if code or rank < counts[suit]:
                moved.add(card)
                assert not code or rank >= counts[suit], "a card on the foundation has a place in the columns"
            if code == 1:
                bottoms.append(card)
            elif code:
                under = 16 * ((suit < 2) * 2 + code - 2) + (rank + 1) % v.ranks
                child[card_of(under, base, v.ranks)] = card
    columns: list[Pile] = []
    for card in bottoms:
        column = [card]
        while column[-1] in child:
            column.append(child.pop(column[-1]))
        columns.append(tuple(column))
    assert not child, "a card lies on a card that is in no column"
    columns += [()] * (v.columns - len(columns))
    talon = tuple(card for card in start.waste + start.stock[::-1] if card not in moved)
    foundations = tuple(
        foundation_pile(suit, base, counts[number], v.ranks) if counts[number] else ()
        for suit, number in SUIT_NUMBERS.items()
    )
    return replace(
        start, stock=talon[waste:][::-1], waste=talon[:waste], foundations=foundations, tableau=tuple(columns),
        reserves=(tuple(card for card in start.reserves[0] if card not in moved),),
    )  # fmt: skip


@pytest.mark.parametrize("wrap", ["cyclic", "stops_at_base"])
@pytest.mark.parametrize("row", ONE_DECK)
def test_the_key_of_a_state_and_the_order_of_the_deal_are_the_whole_state(row: str, wrap: str):
    for seed in (1, 2):
        start = deal(replace(VARIANTS[row], wrap=wrap), seed=seed)  # type: ignore[arg-type]
        kept = search._OneDeck(start, Prunings()).kernel
        seen: dict[tuple[int, ...], tuple[object, ...]] = {}
        for part in range(SLICES):
            if kept.run(1 + 7 * part % 31):
                break
            at = kept.depth
            key, waste = tuple(kept.keys[2 * at : 2 * at + 2]), kept.waste_size[at]
            line, reached = encoding.one_deck_line(start, kept.atoms(kept.path(False)))
            assert replayed(start, line) == reached
            assert contents(decoded(key, waste, start)) == contents(reached)
            assert seen.setdefault((*key, waste), contents(reached)) == contents(reached)


def read_record(record: bytes, start: Position) -> Position:
    """The position of the bytes that `BroadSearch` keeps of a state."""
    v, base = start.variant, start.base
    assert base is not None
    places, at = record[len(record) - v.columns :], 4
    left = record[at : at + v.reserve_piles]
    at += v.reserve_piles
    counts = record[at : at + v.foundations]
    at += v.foundations
    waste, size = record[2], record[3]
    talon = tuple(card_of(number, base, v.ranks) for number in record[at : at + size])
    at += size
    columns: list[Pile] = [()] * v.columns
    down = [0] * v.columns
    for place in places:
        numbers = record[at + 1 : at + 1 + record[at]]
        columns[place] = tuple(card_of(number & 127, base, v.ranks) for number in numbers)
        down[place] = sum(1 << i for i, number in enumerate(numbers) if number & 128)
        at += 1 + len(numbers)
    assert not any(record[at : len(record) - v.columns]), "something lies behind the columns"
    foundations = tuple(
        foundation_pile(suit, base, counts[number * v.decks + i], v.ranks) if counts[number * v.decks + i] else ()
        for suit, number in SUIT_NUMBERS.items()
        for i in range(v.decks)
    )
    return replace(
        start, stock=talon[waste:][::-1], waste=talon[:waste], foundations=foundations, tableau=tuple(columns),
        reserves=tuple(pile[:count] for pile, count in zip(start.reserves, left, strict=True)),
        face_down=tuple(down), pass_number=record[0] | record[1] << 8,
    )  # fmt: skip


@pytest.mark.parametrize("row", VARIANTS)
def test_the_bytes_that_the_broad_search_keeps_are_the_whole_state(row: str):
    start = begun(row, 2)
    kept = search._Broad(start, Prunings(restarts=False)).kernel  # so that lines lead to stored states
    kept.run(1000 if SOAK else 150)
    for node in range(0, kept.count, max(1, kept.count // SLICES)):
        kept.best = node
        reached = replayed(start, encoding.broad_line(start, kept.line(True)))
        read = read_record(kept.record(node), start)
        assert read.tableau == reached.tableau
        assert read.face_down == reached.face_down
        assert contents(read) == contents(reached)
        assert start.variant.passes is None or read.pass_number == reached.pass_number
