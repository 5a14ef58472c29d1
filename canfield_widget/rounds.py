"""What dealing on brings: the cards of a full round, why a game is stuck, and when the same cards come again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canfield_widget.cards import SUITS, UNKNOWN, Card, Pile, full_pack
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position
from canfield_widget.rules import advance, is_stuck, legal_moves, steps, why_not
from canfield_widget.speech import card_name, rank_name
from canfield_widget.texts import text

MOST_NAMED = 12
"""How many cards of a round are named; of more, only the number is said."""


# A round


def round_cards(position: Position) -> Pile:
    """The cards that dealing on brings to the top of the waste, in order, if none is taken; it tells hidden cards.

    The round goes through the stock and every pass that is left until the same cards come again. No card is there
    twice; two equal cards of several decks are two.

    >>> from canfield_widget.notation import read_position
    >>> " ".join(map(str, round_cards(read_position("canfield; base 5; stock 6S 5S 4S 3S; waste KH"))))
    '5S 6S 4S'
    """
    cards = _talon(position)
    return tuple(cards[place] for place in _round_places(position))


def seen_round(position: Position, *, seen: bool = False) -> Pile:
    """The cards of `round_cards` with `UNKNOWN` for each that the player has not seen yet.

    Waste cards are seen. `seen` says that the stock's cards are, too, as they are once it has been gone through;
    where the variant counts passes, the second one says so by itself.
    """
    cards, turned = _talon(position), len(position.waste)
    known = seen or position.pass_number > 1
    return tuple(cards[place] if known or place < turned else UNKNOWN for place in _round_places(position))


def _talon(position: Position) -> Pile:
    """Waste and stock in the order of dealing, which no deal and no redeal changes."""
    return position.waste + position.stock[::-1]


def _round_places(position: Position) -> list[int]:
    """The places in the talon that come to the top of the waste."""
    tops = (len(now.waste) - 1 for now in _dealt_on(position) if now.waste)
    return list(dict.fromkeys(tops))


def _dealt_on(position: Position) -> Iterator[Position]:
    """The positions after each deal and redeal from here, until one comes again or none is legal."""
    met: set[Position] = set()
    while (turn := _turn(position)) is not None:
        position = advance(position, turn, steps(position, turn))
        if position in met:
            return
        met.add(position)
        yield position


def _turn(position: Position) -> Move | None:
    """The deal or else the redeal, if it is legal."""
    turn = Move(STOCK, WASTE) if position.stock else Move(WASTE, STOCK)
    return turn if why_not(position, turn) is None else None


# Stuck


def explain_stuck(position: Position, lang: str = "en", *, seen: bool = False) -> str:
    """Why the game is stuck, in two sentences: what dealing on brings, and what the open places wait for.

    Cards that the player has not seen are counted, never named; see `seen_round` for `seen`.
    Raises ValueError if the game is not stuck.
    """
    if not is_stuck(position):
        raise ValueError("the game is not stuck: a card can move, or dealing brings one that can")
    return f"{_spoken_round(position, lang, seen=seen)} {_spoken_wants(position, lang)}"


def _spoken_round(position: Position, lang: str, *, seen: bool) -> str:
    start = text("stuck-but-back" if _may_come_back(position) else "stuck-start", lang)
    cards = seen_round(position, seen=seen)
    named = tuple(dict.fromkeys(card for card in cards if card != UNKNOWN))
    unseen = cards.count(UNKNOWN)
    if not cards:
        return text("round-none", lang, start=start)
    if not named or len(named) > MOST_NAMED:
        return _counted("round-count", len(cards), lang, start=start)
    names = _list(named, lang)
    if unseen:
        return _counted("round-some", unseen, lang, start=start, cards=names)
    return _counted("round-cards", len(named), lang, start=start, cards=names)


def _may_come_back(position: Position) -> bool:
    return any(move.source[0] == FOUNDATION for move in legal_moves(position))


def _counted(key: str, n: int, lang: str, **values: object) -> str:
    return text(key + ("-1" if n == 1 else ""), lang, n=n, **values)


def _list(cards: Sequence[Card], lang: str) -> str:
    return ", ".join(card_name(card, lang) for card in cards)


def _spoken_wants(position: Position, lang: str) -> str:
    """What would go up or onto a column if it came to the top of the waste."""
    up, down = list[Card](), list[Card]()
    for card in full_pack(1, position.variant.ranks):
        moves = legal_moves(replace(position, waste=(card,)))
        targets = {move.target for move in moves if move.source == WASTE and move.target != STOCK}
        if FOUNDATION in targets and sum(card in pile for pile in position.foundations) < position.variant.decks:
            up.append(card)
        if any(position.pile(name) for name in targets - {FOUNDATION}):
            down.append(card)
    if not down:
        return text("wants-up", lang, up=_list(up, lang))
    return text("wants", lang, up=_list(up, lang), down=_spoken_ranks(down, lang))


def _spoken_ranks(cards: Sequence[Card], lang: str) -> str:
    """Cards in short: a rank of every suit, of the red or the black ones; single cards by their names."""
    parts = list[str]()
    for rank in sorted({card.rank for card in cards}):
        left = {card.suit for card in cards if card.rank == rank}
        for key, suits in _KINDS.items():
            if suits <= left:
                parts.append(text(key, lang, rank=rank_name(rank, lang)))
                left -= suits
        parts += [card_name(Card(rank, suit), lang) for suit in SUITS if suit in left]
    return ", ".join(parts)


_KINDS = {
    "rank-any-suit": frozenset(SUITS),
    "rank-in-red": frozenset(suit for suit in SUITS if suit.red),
    "rank-in-black": frozenset(suit for suit in SUITS if not suit.red),
}


# The same cards again


def same_cards_again(positions: Sequence[Position]) -> bool:
    """True if the last of a line's positions is the first where dealing on shows nothing new and no card can move.

    Since a card last moved, or since the beginning, the stock and the waste have lain before exactly as they lie
    now: so there was a redeal since, a whole round has been dealt, and nothing was taken on it. With packets of
    another size, or where no deal is left, the same cards do not come again. A card that can come back from a
    foundation is none that can move. After that it is False until a card has moved.
    """
    last = positions[-1]
    begin = len(positions) - 1
    while begin and _cards_beside_the_talon(positions[begin - 1]) == _cards_beside_the_talon(last):
        begin -= 1
    met = set[tuple[Pile, Pile, int]]()
    for place in range(begin, len(positions)):
        now = positions[place]
        talon = (now.stock, now.waste, now.variant.packet(now.pass_number))
        if talon in met and _only_dealing_is_left(now):
            return place == len(positions) - 1
        met.add(talon)
    return False


def _cards_beside_the_talon(position: Position) -> tuple[object, ...]:
    return position.reserves, position.foundations, position.tableau


def _only_dealing_is_left(position: Position) -> bool:
    moves = [move for move in legal_moves(position) if move.source[0] != FOUNDATION]
    return bool(moves) and all(STOCK in (move.source, move.target) for move in moves)
