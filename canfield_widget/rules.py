"""The rules, in the order of a rule book: what may move, why not, what a move does, won and stuck.

One engine for every variant; it reads the record and knows no variant by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from canfield_widget.arguments import expect
from canfield_widget.cards import Pile, rank_before
from canfield_widget.legality import OBJECTIONS, Objection, foundation_with_top, receiving_foundation
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move, number
from canfield_widget.position import Position, column_names, reserve_names
from canfield_widget.refusals import IllegalMove, Reason, Refusal
from canfield_widget.variants import (
    CHOICES,
    CHOSEN,
    VARIANTS,
    FoundationReturn,
    Group,
    SpaceAfter,
    SpaceWithReserve,
    Variant,
    variant_of,
)


@dataclass(frozen=True, slots=True)
class Step:
    """One transfer of cards within a move: the top `count` cards of `source` go onto `target`.

    Piles are named as in `Position.pile`. `turned` cards go one at a time, so that their order is reversed.
    """

    source: str
    target: str
    count: int
    turned: bool = False


MOVE_POLICIES = ("build", "wrap", "group", "space_with_reserve", "space_after", "space_rank", "column_cap",
                 "foundation_return", "reserve_face", "passes", "deal_count")  # fmt: skip
"""The fields of a variant that decide what may move; the others decide what is dealt."""


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Every legal move: to the foundation, within the tableau, back from the foundation, deal, redeal.

    >>> from canfield_widget.position import deal
    >>> legal_moves(deal(seed=2))
    (Move('T3-T2'), Move('S-W'))
    """
    _expect_position(position)
    return tuple(move for move in _candidates(position) if _refusal(position, move) is None)


def why_not(position: Position, move: Move) -> Refusal | None:
    """None if `move` is legal, else why it is not; the one truth about legality.

    The cards to blame are face up, deepest first; `UNKNOWN` stands for one that lies face down. `allowed_by` has
    the ids of the `VARIANTS` whose rules for moving would allow it here, whatever their number of decks and columns.
    """
    _expect_position(position)
    _expect_move(move)
    found = _refusal(position, move)
    if found is None:
        return None
    # Whether others would allow it depends on a card that the player does not see.
    asked = () if found[0] is Reason.RESERVE_CLOSED else VARIANTS
    allowed = tuple(id for id in asked if _refusal(under_rules(position, id), move) is None)
    return Refusal(found[0], found[1], allowed)


def under_rules(position: Position, id: str) -> Position:
    """The same cards under the rules for moving of the row `id`, whatever its number of decks and columns.

    The record in play has the row's id and titles then. Raises ValueError for an unknown id.

    >>> from canfield_widget.position import deal
    >>> other = under_rules(deal("canfield", seed=2), "quadruple")
    >>> other.variant.id, other.variant.group.value, other.variant.decks
    ('quadruple', 'suffix', 1)
    """
    _expect_position(position)
    return replace(position, variant=_with_policies_of(position.variant, variant_of(id).id))


@lru_cache(maxsize=1024)
def _with_policies_of(variant: Variant, id: str) -> Variant:
    row = VARIANTS[id]
    policies = {name: getattr(row, name) for name in ("id", "title", "title_de", "source", *MOVE_POLICIES)}
    if isinstance(row.space_rank, int) and row.space_rank > variant.ranks:
        policies["space_rank"] = variant.ranks
    return replace(variant, **policies)


def is_won(position: Position) -> bool:
    """True if every foundation is complete."""
    _expect_position(position)
    ranks = position.variant.ranks
    return bool(position.foundations) and all(len(pile) == ranks for pile in position.foundations)


def _expect_position(position: object) -> None:
    expect(position, Position, "position", "a Position, such as deal() gives")


def _expect_move(move: object) -> None:
    expect(move, Move, "move", "a Move, such as read_move() gives")


# What may move


def _candidates(position: Position) -> list[Move]:
    """All moves that may be legal; what can be seen at a glance to be none (the rank, the number) is left out."""
    v, tableau = position.variant, position.tableau
    tops = [(name, position.pile(name)[-1]) for name in (*reserve_names(v), WASTE) if position.pile(name)]
    columns = list(zip(column_names(len(tableau)), tableau, strict=True))
    wanted = [(name, rank_before(pile[-1].rank, v.ranks) if pile else None) for name, pile in columns]
    moves = [
        Move(source, FOUNDATION) for source in [name for name, _ in tops] + [name for name, pile in columns if pile]
    ]
    moves += [Move(source, name) for source, card in tops for name, rank in wanted if rank in (None, card.rank)]
    moves += [
        Move(source, target, count)
        for source, pile in columns
        for target, rank in wanted
        for count in _COUNTS[v.group](len(pile))
        if target != source and rank in (None, pile[-count].rank)
    ]
    if v.foundation_return is not FoundationReturn.NEVER:
        returning = dict.fromkeys(
            (f"F{pile[-1].suit}{str(pile[-1])[0]}", pile[-1].rank) for pile in position.foundations if pile
        )
        moves += [Move(source, name) for source, card in returning for name, rank in wanted if rank in (None, card)]
    return [*moves, Move(STOCK, WASTE), Move(WASTE, STOCK)]


_COUNTS: dict[Group, Callable[[int], Iterable[int]]] = {
    Group.SINGLE: lambda size: range(1, min(size, 1) + 1),
    Group.WHOLE: lambda size: (size,) if size else (),
    Group.SINGLE_OR_WHOLE: lambda size: sorted({min(size, 1), size} - {0}),
    Group.SUFFIX: lambda size: range(1, size + 1),
}
"""How many cards of a column of that size may be asked for at once."""


def _refusal(position: Position, move: Move) -> Objection:
    source, target = move.source[:1], move.target[:1]
    if not _piles_exist(position, move) or move.source == move.target or (source, target) not in OBJECTIONS:
        return Reason.NO_SUCH_MOVE, ()
    if move.count != 1 and (move.count < 1 or (source, target) != ("T", "T")):
        return Reason.ONE_AT_A_TIME, ()
    if is_won(position):
        return Reason.GAME_OVER, ()
    rank = position.variant.base_rank
    if position.base is None and rank in CHOICES and (source, target) != ("T" if rank == CHOSEN else "R", FOUNDATION):
        return Reason.CHOOSE_BASE, ()
    return OBJECTIONS[source, target](position, move)


def _piles_exist(position: Position, move: Move) -> bool:
    """True if both names are written as the piles are; `T02`, or `T` alone, is none of them."""
    columns = column_names(len(position.tableau))
    if move.target not in (STOCK, WASTE, FOUNDATION) and move.target not in columns:
        return False
    if move.source[:1] == FOUNDATION:
        return foundation_with_top(position, move.source) is not None
    reserves = reserve_names(position.variant)[: len(position.reserves)]
    return move.source in (STOCK, WASTE) or move.source in reserves or move.source in columns


# What a move does


def apply(position: Position, move: Move) -> Position:
    """The position after `move`, with all that follows by rule: the fill from the reserve, a card turned up.

    Raises IllegalMove, a ValueError, if the move is not legal.
    """
    refusal = why_not(position, move)
    if refusal:
        raise IllegalMove(move, position, refusal)
    return advance(position, move, steps(position, move))


def steps(position: Position, move: Move) -> tuple[Step, ...]:
    """The transfers of a legal move, in order: the move itself, columns that close up, spaces that are filled."""
    _expect_position(position)
    _expect_move(move)
    if move.source == STOCK:
        packet = position.variant.packet(position.pass_number)
        return (Step(STOCK, WASTE, min(packet, len(position.stock)), turned=True),)
    if move.target == STOCK:
        return (Step(WASTE, STOCK, len(position.waste), turned=True),)
    source, target = move.source, move.target
    if source[0] == FOUNDATION:
        source = f"F{(foundation_with_top(position, source) or 0) + 1}"
    if target == FOUNDATION:
        target = f"F{(receiving_foundation(position, position.pile(source)[-1]) or 0) + 1}"
    first = Step(source, target, move.count)
    if position.base is None and source[0] == "T" and target[0] == FOUNDATION:
        later = range(number(source) + 1, len(position.tableau))
        return (first, *(Step(f"T{n + 1}", f"T{n}", len(position.tableau[n])) for n in later))
    return (first, *_fills(position, first))


def _fills(position: Position, first: Step) -> list[Step]:
    v = position.variant
    names = reserve_names(v)
    left = {name: len(pile) - (name == first.source) for name, pile in zip(names, position.reserves, strict=True)}
    fills: list[Step] = []
    for n, pile in enumerate(position.tableau if v.space_with_reserve is SpaceWithReserve.AUTO else ()):
        name = f"T{n + 1}"
        size = len(pile) + first.count * ((name == first.target) - (name == first.source))
        fullest = max(names, key=lambda reserve: left[reserve])
        if size == 0 and left[fullest]:
            left[fullest] -= 1
            fills.append(Step(fullest, name, 1))
    if v.space_after is SpaceAfter.AUTO_WASTE and position.waste and not any(left.values()):
        leaves = first.source[0] == "T" and first.count == len(position.pile(first.source))
        if leaves and first.source not in [fill.target for fill in fills]:
            fills.append(Step(WASTE, first.source, 1))
    return fills


def advance(position: Position, move: Move, transfers: tuple[Step, ...]) -> Position:
    """The position after the transfers of a move that is known to be legal."""
    piles = {name: position.pile(name) for step in transfers for name in (step.source, step.target)}
    down = list(position.face_down)
    for step in transfers:
        pile = piles[step.source]
        cards = pile[len(pile) - step.count :]
        if step.source[0] == "T" and step.target[0] == "T":
            moved = down[number(step.source)] >> (len(pile) - step.count)
            down[number(step.target)] |= moved << len(piles[step.target])
        piles[step.source] = pile[: len(pile) - step.count]
        piles[step.target] += cards[::-1] if step.turned else cards
    base, packet = position.base, position.packet
    tableau = _with(position.tableau, "T", piles)
    foundations = _with(position.foundations, FOUNDATION, piles)
    if base is None and move.target == FOUNDATION:
        base = next(pile[0].rank for pile in foundations if pile)
        if move.source[0] == "T":
            tableau, down = tableau[:-1], down[:-1]
    if move.source == STOCK:
        packet = transfers[0].count
    elif move.target == STOCK:
        packet = 0
    else:
        packet = max(packet - sum(step.source == WASTE for step in transfers), 0)
    limited = position.variant.passes is not None
    reserves = zip(reserve_names(position.variant), position.reserves, strict=True)
    if any(down):
        down = [bits & ((1 << max(len(pile) - 1, 0)) - 1) for bits, pile in zip(down, tableau, strict=True)]
    return Position(
        position.variant,
        stock=piles.get(STOCK, position.stock),
        waste=piles.get(WASTE, position.waste),
        reserves=tuple([piles.get(name, pile) for name, pile in reserves]),
        foundations=foundations,
        tableau=tableau,
        face_down=tuple(down),
        base=base,
        pass_number=position.pass_number + (limited and move.target == STOCK),
        packet=packet,
    )


def _with(old: tuple[Pile, ...], letter: str, piles: dict[str, Pile]) -> tuple[Pile, ...]:
    new = list(old)
    for name, pile in piles.items():
        if name[0] == letter:
            new[number(name)] = pile
    return tuple(new)


# Stuck


def is_stuck(position: Position, *, legal: tuple[Move, ...] | None = None) -> bool:
    """True if no card can move to effect now, and dealing through every pass that is left brings none that can.

    `legal` is the legal moves where they are known already. A card that comes back from a foundation counts as a
    move, but not to effect. A won game is not stuck.
    """
    expect(legal, (tuple, list, type(None)), "legal", "the legal moves, or None")
    for move in legal or ():
        _expect_move(move)
    if is_won(position) or any(_to_effect(move) for move in legal or legal_moves(position)):
        return False
    waste_moves = [Move(WASTE, FOUNDATION), *(Move(WASTE, f"T{n + 1}") for n in range(len(position.tableau)))]
    seen: set[tuple[int, int, int]] = set()
    while True:
        key = (len(position.stock), len(position.waste), position.pass_number)
        if key in seen:
            return True
        seen.add(key)
        deals = [move for move in (Move(STOCK, WASTE), Move(WASTE, STOCK)) if _refusal(position, move) is None]
        if not deals:
            return True
        position = advance(position, deals[0], steps(position, deals[0]))
        if any(_refusal(position, move) is None for move in waste_moves):
            return False


def _to_effect(move: Move) -> bool:
    return move.source[0] != FOUNDATION and (move.source, move.target) not in ((STOCK, WASTE), (WASTE, STOCK))
