"""One line of text for a variant, a position and a game, read back exactly.

A position, here with few cards:

    canfield; base 7; stock 3C 4D; waste 9C | 4H JC; reserve 2D TS; foundations 9S 7D - -; tableau QS JD, 5D, -, 7H

* first the variant: its id, or `parent{field=value,...}` for a record of one's own;
* every pile bottom card first, so that the last card is the top, and the stock's last is turned next;
* `|` in the waste stands before the packet that was turned last;
* a foundation is named by its top card, its other cards follow from the base (`+5H+7H` spells one out);
* columns and reserves are parted by commas, `-` is an empty pile, `(8C)` lies face down, `?` face down and unknown;
* a field that says nothing (empty piles, the first pass) is left out.

A game: `canfield; deal 7; moves S-W W-T2 | T1-T3`, or the fields of its first position in place of the deal
number. `|` stands before moves that were taken back and can be made again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, NamedTuple, NoReturn, cast

from canfield_widget.arguments import expect, expect_whole, shown
from canfield_widget.cards import RANK_LETTERS, UNKNOWN, Card, Pile, read_card
from canfield_widget.moves import Move, read_move
from canfield_widget.position import BIGGEST_DEAL, Position, deal, foundation_pile
from canfield_widget.variants import POLICIES, VARIANTS, Scoring, Variant

_BEFORE_FAULT = re.compile(r"\s*[a-z0-9-]*\s*")
_VARIANT = re.compile(r'\s*([a-z0-9-]+)(\{(?:[^"}]|"(?:\\.|[^"\\])*")*\})?\s*(?:;|$)')
_VALUE = re.compile(r'\s*([a-z_]+)\s*=\s*("(?:\\.|[^"\\])*"|[^,"{}]*)\s*(?:,|\})')
_FIELDS = ("base", "pass", "stock", "waste", "reserve", "foundations", "tableau", "deal", "moves")


class NotationError(ValueError):
    """A text that cannot be read, with `text` and `at`, the place of the first character that is wrong."""

    def __init__(self, text: str, at: int, what: str) -> None:
        self.text, self.at = text, at
        before, after = text[max(0, at - 20) : at], text[at : at + 30]
        super().__init__(f"{what}; at character {at + 1}: {before!r} >>> {after!r}")
        self._what = what

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, int, str]]:
        """The three things it is made of, for other processes."""
        return type(self), (self.text, self.at, self._what)


@dataclass(frozen=True, slots=True)
class GameText:
    """What a game's text says: the first position, its deal number if it has one, the moves, and how many are made."""

    start: Position
    deal: int | None
    moves: tuple[Move, ...]
    ply: int


# Writing


def write_variant(variant: Variant) -> str:
    """The id of a row of `VARIANTS`, or `parent{field=value,...}` with all that differs from the parent.

    >>> write_variant(replace(VARIANTS["rush"], deal_count=(3, 1), passes=2))
    'rush{deal_count=3+1,passes=2}'
    """
    expect(variant, Variant, "variant", "a Variant, such as VARIANTS has")
    parent = VARIANTS.get(variant.id) or min(VARIANTS.values(), key=lambda row: len(_changes(variant, row)))
    changes = _changes(variant, parent)
    return parent.id + ("{" + ",".join(f"{k}={_value_text(v)}" for k, v in changes.items()) + "}" if changes else "")


def _changes(variant: Variant, parent: Variant) -> dict[str, Any]:
    names = (f.name for f in fields(Variant) if f.init)
    return {name: getattr(variant, name) for name in names if getattr(variant, name) != getattr(parent, name)}


def _value_text(value: Any) -> str:
    if isinstance(value, Scoring):
        numbers = (value.price, value.per_card, value.full_win, value.redeal_fee)
        return "/".join("-" if n is None else str(n) for n in numbers)
    if isinstance(value, tuple):
        packets = cast("tuple[int, ...]", value)
        return "+".join(map(str, packets)) + ("+" if len(packets) == 1 else "")
    return str(value) if isinstance(value, StrEnum) else json.dumps(value)


def write_position(position: Position) -> str:
    """The position in one line. `write_position(position.player_view())` tells nothing that is hidden.

    >>> write_position(deal("acme", seed=7).player_view())[:54]
    'acme; base A; stock ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? '
    """
    expect(position, Position, "position", "a Position, such as deal() gives")
    return "; ".join((write_variant(position.variant), *_position_fields(position)))


def _position_fields(p: Position) -> Iterator[str]:
    v = p.variant
    if p.base is not None:
        yield f"base {RANK_LETTERS[p.base - 1]}"
    if p.pass_number != 1:
        yield f"pass {p.pass_number}"
    if p.stock:
        yield f"stock {_cards(p.stock)}"
    if p.waste:
        shown = len(p.waste) - p.packet
        before = [_cards(p.waste[:shown])] if shown else []
        yield " ".join(["waste", *before, *(["|", _cards(p.waste[shown:])] if p.packet else [])])
    if p.reserves != ((),) * v.reserve_piles:
        yield "reserve " + ", ".join(_cards(pile) or "-" for pile in p.reserves)
    if p.foundations != ((),) * v.foundations:
        yield "foundations " + " ".join(_foundation_text(pile, p) for pile in p.foundations)
    if p.tableau != ((),) * v.columns:
        yield "tableau " + ", ".join(_column_text(p, n) for n in range(len(p.tableau)))


def _cards(pile: Pile) -> str:
    return " ".join(map(str, pile))


def _foundation_text(pile: Pile, p: Position) -> str:
    if not pile:
        return "-"
    ranks = p.variant.ranks
    plain = p.base and len(pile) <= ranks and pile == foundation_pile(pile[0].suit, p.base, len(pile), ranks)
    return str(pile[-1]) if plain else "".join(f"+{card}" for card in pile)


def _column_text(p: Position, n: int) -> str:
    words = (
        f"({card})" if p.is_face_down(n, i) and card != UNKNOWN else str(card) for i, card in enumerate(p.tableau[n])
    )
    return " ".join(words) or "-"


def write_game(start: Position, moves: tuple[Move, ...], *, ply: int | None = None, deal: int | None = None) -> str:
    """The game in one line: where it began, the moves made (the first `ply`), then those that were taken back.

    Raises ValueError for a position, moves, a `ply` and a deal number that are none.
    """
    expect(start, Position, "start", "a Position, such as deal() gives")
    expect(moves, (tuple, list), "moves", "a tuple of moves")
    for move in moves:
        expect(move, Move, "moves", "a tuple of moves")
    made = len(moves) if ply is None else ply
    if type(made) is not int or not 0 <= made <= len(moves):
        raise ValueError(f"ply: read {shown(ply)}, expected a number of moves from 0 to {len(moves)}, or None")
    if deal is not None:
        expect_whole(deal, "deal", expected=", or None")
    head = write_position(start) if deal is None else f"{write_variant(start.variant)}; deal {deal}"
    words = [str(move) for move in moves]
    if made < len(words):
        words.insert(made, "|")
    return head + ("; moves " + " ".join(words) if words else "")


# Reading


class _Field(NamedTuple):
    text: str
    start: int
    end: int

    def split(self, by: str) -> Iterator[_Field]:
        at = self.start
        for part in self.text[self.start : self.end].split(by):
            yield _Field(self.text, at, at + len(part))
            at += len(part) + 1

    def words(self) -> list[tuple[str, int]]:
        return [(m[0], m.start()) for m in re.compile(r"\S+").finditer(self.text, self.start, self.end)]

    def wrong(self, what: str, at: int | None = None) -> NoReturn:
        """Raises NotationError at `at`, else at the first word of the field."""
        words = self.words()
        raise NotationError(self.text, at if at is not None else words[0][1] if words else self.end, what)


def read_variant(text: str) -> Variant:
    """The variant that `text` names. Raises NotationError, a ValueError, if it cannot be read."""
    variant, end = _read_head(text)
    if text[end:].strip():
        raise NotationError(text, end, "expected nothing after the variant")
    return variant


def _read_head(text: str) -> tuple[Variant, int]:
    expect(text, str, "text", "a text that begins with a variant, such as canfield; deal 7")
    found = _VARIANT.match(text)
    if found is None:
        before = _BEFORE_FAULT.match(text)
        at = before.end() if before else 0
        raise NotationError(text, at, "expected a variant's id, or id{field=value,...}, then a semicolon")
    parent = VARIANTS.get(found[1])
    if parent is None:
        raise NotationError(text, found.start(1), f"{found[1]!r} is no variant: expected one of {', '.join(VARIANTS)}")
    if not found[2]:
        return parent, found.end()
    at, changes, places = found.start(2) + 1, dict[str, Any](), dict[str, int]()
    while at < found.end(2):
        item = _VALUE.match(text, at)
        if item is None or item[1] not in {f.name for f in fields(Variant) if f.init} - changes.keys():
            raise NotationError(text, at, "expected field=value with a field of Variant, each once")
        try:
            changes[item[1]] = _read_value(item[1], item[2].strip())
        except ValueError:
            raise NotationError(text, item.start(2), f"cannot read the value of {item[1]}") from None
        at, places[item[1]] = item.end(), item.start(2)
    try:
        return replace(parent, **changes), found.end()
    except (ValueError, TypeError) as error:
        blamed = (place for name, place in places.items() if str(error).startswith(f"Variant.{name}:"))
        raise NotationError(text, next(blamed, found.start(2)), str(error)) from None


def _read_value(name: str, text: str) -> object:
    if name == "scoring" and "/" in text:
        price, per_card, full_win, fee = (None if part == "-" else int(part) for part in text.split("/"))
        return Scoring(price or 0, per_card or 0, full_win, fee or 0)
    if name == "deal_count" and "+" in text:
        return tuple(int(part) for part in text.removesuffix("+").split("+"))
    if name in POLICIES:
        return text
    if text[:1] not in ('"', "-", "n", "t", "f", *"0123456789"):  # no lists: they may be nested without end
        raise ValueError(text)
    return json.loads(text)


def _read_fields(text: str, at: int) -> dict[str, _Field]:
    found: dict[str, _Field] = {}
    for part in _Field(text, at, len(text)).split(";"):
        words = part.words()
        if not words:
            part.wrong("expected a field between the semicolons")
        name, start = words[0]
        if name not in _FIELDS or name in found:
            again = " once" if name in found else ""
            part.wrong(f"read {name!r}, expected{again} one of the fields {', '.join(_FIELDS)}", start)
        found[name] = _Field(text, start + len(name), part.end)
    return found


def read_position(text: str) -> Position:
    """The position that `text` describes; it need not be complete. Raises NotationError if it cannot be read."""
    variant, end = _read_head(text)
    found = _read_fields(text, end) if end < len(text.rstrip()) else {}
    for name in ("deal", "moves"):
        if name in found:
            found[name].wrong(f"expected a position, read the field {name!r} of a game")
    return _position(variant, found)


def read_game(text: str) -> GameText:
    """What the text of a game says; its moves are read, not yet played. Raises NotationError."""
    variant, end = _read_head(text)
    found = _read_fields(text, end) if end < len(text.rstrip()) else {}
    moves, ply, number = list[Move](), None, None
    if field := found.pop("moves", None):
        for word, at in field.words():
            if word == "|" and ply is None:
                ply = len(moves)
                continue
            try:
                moves.append(read_move(word))
            except ValueError as error:
                field.wrong(str(error), at)
    if field := found.pop("deal", None):
        if found:
            next(iter(found.values())).wrong("expected either a deal number or the piles of a position")
        number = _number(field, 0, BIGGEST_DEAL)
    start = deal(variant, seed=number) if number is not None else _position(variant, found)
    return GameText(start, number, tuple(moves), len(moves) if ply is None else ply)


def _number(field: _Field, least: int, most: int) -> int:
    words = field.words()
    if len(words) != 1 or not re.fullmatch("[0-9]{1,19}", words[0][0]) or not least <= int(words[0][0]) <= most:
        field.wrong(f"expected one whole number from {least} to {most}")
    return int(words[0][0])


def _rank(field: _Field, v: Variant) -> int:
    words = [word.upper() for word, _ in field.words()]
    if len(words) != 1 or len(words[0]) != 1 or words[0] not in RANK_LETTERS[: v.ranks]:
        field.wrong(f"expected one rank of {' '.join(RANK_LETTERS[: v.ranks])}")
    return RANK_LETTERS.index(words[0]) + 1


def _position(v: Variant, found: dict[str, _Field]) -> Position:
    fixed = v.base_rank if isinstance(v.base_rank, int) else None
    base = _rank(found["base"], v) if "base" in found else fixed
    waste, packet = (), 0
    if field := found.get("waste"):
        parts = list(field.split("|"))
        if len(parts) > 2:
            parts[2].wrong("expected one | at the most", parts[2].start - 1)
        piles = [_pile(part, v) for part in parts]
        waste, packet = sum(piles, ()), len(piles[1]) if len(piles) == 2 else 0
    reserves: tuple[Pile, ...] = ((),) * v.reserve_piles
    if field := found.get("reserve"):
        reserves = tuple(_pile(part, v) for part in field.split(","))
        if len(reserves) != v.reserve_piles:
            field.wrong(f"read {len(reserves)} reserves, expected {v.reserve_piles}")
    foundations: tuple[Pile, ...] = ((),) * v.foundations
    if field := found.get("foundations"):
        foundations = tuple(_foundation(field, word, at, v, base) for word, at in field.words())
        if len(foundations) != v.foundations:
            field.wrong(f"read {len(foundations)} foundations, expected {v.foundations}")
    columns: list[tuple[Pile, int]] = [((), 0)] * v.columns
    if field := found.get("tableau"):
        columns = [_column(part, v) for part in field.split(",")]
        if len(columns) != v.columns and not (base is None and len(columns) == v.columns + 1):
            field.wrong(f"read {len(columns)} columns, expected {v.columns}")
    return Position(
        v,
        stock=_pile(found["stock"], v) if "stock" in found else (),
        waste=waste, reserves=reserves, foundations=foundations,
        tableau=tuple(pile for pile, _ in columns), face_down=tuple(down for _, down in columns),
        base=base, pass_number=_number(found["pass"], 1, v.passes or 1) if "pass" in found else 1, packet=packet,
    )  # fmt: skip


def _card(field: _Field, word: str, at: int, v: Variant) -> Card:
    try:
        card = read_card(word)
    except ValueError as error:
        field.wrong(str(error), at)
    if card.rank > v.ranks:
        field.wrong(f"{card}: expected ranks up to {v.ranks}", at)
    return card


def _pile(field: _Field, v: Variant) -> Pile:
    words = field.words()
    if [word for word, _ in words] == ["-"]:
        return ()
    return tuple(_card(field, word, at, v) for word, at in words)


def _column(field: _Field, v: Variant) -> tuple[Pile, int]:
    words = field.words()
    if not words:
        field.wrong("expected the cards of a column, or - for a space")
    if [word for word, _ in words] == ["-"]:
        return (), 0
    cards, down = list[Card](), 0
    for i, (word, at) in enumerate(words):
        closed = word.startswith("(") and word.endswith(")")
        cards.append(_card(field, word[1:-1] if closed else word, at, v))
        down |= (closed or cards[-1] == UNKNOWN) << i
    return tuple(cards), down


def _foundation(field: _Field, word: str, at: int, v: Variant, base: int | None) -> Pile:
    if word == "-":
        return ()
    if word.startswith("+"):
        return tuple(_card(field, part, at, v) for part in word[1:].split("+"))
    card = _card(field, word, at, v)
    if base is None or card == UNKNOWN:
        field.wrong("expected the base before the foundations", at)
    return foundation_pile(card.suit, base, (card.rank - base) % v.ranks + 1, v.ranks)
