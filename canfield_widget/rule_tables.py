"""Rule sets beside each other as tables: what each of them says of some moves, and how they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType

from canfield_widget.arguments import expect
from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_position
from canfield_widget.position import Position
from canfield_widget.rulebook import Page, dashed, faces
from canfield_widget.rules import under_rules, why_not
from canfield_widget.speech import sentence, speak_move, speak_refusal, title_of
from canfield_widget.texts import text, words
from canfield_widget.variants import VARIANTS, Variant, variant_of

ALLOWED = "✓"
"""What stands in a cell where a move is legal."""


@dataclass(frozen=True, slots=True, repr=False)
class RuleTable:
    """A table of words, which a notebook shows as one; `str()` of it has a paragraph for each row.

    `heads` are those of the columns; the first cell of each of `rows` says which rule sets it is about.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        return "\n".join(line for row in self.rows for line in self._paragraph(row))

    def _paragraph(self, row: tuple[str, ...]) -> Iterable[str]:
        return row[0], *(f"  {head}: {cell}" for head, cell in zip(self.heads[1:], row[1:], strict=True))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """The same as a table; its colours are those around it."""
        heads = "".join(_cell("th", head, ' scope="col"') for head in self.heads)
        rows = (_cell("th", row[0], ' scope="row"') + "".join(_cell("td", cell) for cell in row[1:])
                for row in self.rows)  # fmt: skip
        body = "".join(f'<tr style="{_PLAIN}">{row}</tr>' for row in rows)
        return (
            f'<div style="max-width:100%;overflow-x:auto;line-height:1.4"><table style="border-collapse:collapse;'
            f'margin:.4em 0;font:inherit;{_PLAIN}"><thead><tr style="{_PLAIN}">{heads}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>"
        )


_PLAIN = "background:none;color:inherit"


def _cell(tag: str, words: str, scope: str = "") -> str:
    style = (
        "text-align:left;vertical-align:top;white-space:normal;padding:.3em 1.2em .3em 0;border:none;"
        f"border-bottom:1px solid #8884;min-width:2.5em;max-width:19em;{_PLAIN}"
    )
    return f'<{tag}{scope} style="{style}">{escape(words)}</{tag}>'


# What rule sets say of moves


def compare_rules(
    position: Position | str,
    moves: Move | str | Iterable[Move | str],
    *,
    rules: Iterable[str] | None = None,
    lang: str | None = None,
) -> RuleTable:
    """Which rule sets allow the moves in the position: ✓ for a legal one, else the reason in words.

    Each move has a column. Rule sets that say the same of all of them share a row; `rules` are ids of `VARIANTS`,
    None stands for all. The position, or its text, is looked at under their rules for moving, whatever their number
    of decks and columns. `lang` is `en` (None) or `de`.

    Raises ValueError for no move or no rule set, an id or a language that there is not, and a text or a token that
    cannot be read.

    >>> now = "canfield; base 5; reserve 2C 6S; foundations 5S - - -; tableau 9S 8H 7C, 9C, 4S, KH"
    >>> compare_rules(now, "T1-T2x2", rules=["canfield", "canfield-hoyle", "superior"])
    Canfield; Canfield (Hoyle)
      Eight of hearts with the seven of clubs from column 1 onto the nine of clubs:
      Only a whole column moves: the nine of spades lies under it.
    Superior Canfield
      Eight of hearts with the seven of clubs from column 1 onto the nine of clubs: ✓
    """
    spoken = _language(lang)
    now = read_position(position) if isinstance(position, str) else position
    expect(now, Position, "position", "a Position or its text")
    asked = [move if isinstance(move, Move) else read_move(move) for move in _several(moves)]
    if not asked:
        raise ValueError("moves: read none, expected at least one")
    titles = dict[tuple[str, ...], list[str]]()
    for row in _rows(rules):
        said = tuple(_verdict(under_rules(now, row.id), move, spoken) for move in asked)
        titles.setdefault(said, []).append(title_of(row, spoken))
    heads = (text("rules-title", spoken), *(_named(now, move, spoken) for move in asked))
    return RuleTable(heads, tuple(("; ".join(named), *said) for said, named in titles.items()))


def _language(lang: str | None) -> str:
    spoken = "en" if lang is None else lang
    words(spoken)
    return spoken


def _several(moves: Move | str | Iterable[Move | str]) -> Iterable[Move | str]:
    expect(moves, (Move, str, Iterable), "moves", "a Move, a token, or several of them")
    return [moves] if isinstance(moves, (Move, str)) else moves


def _rows(rules: Iterable[str | Variant] | None) -> list[Variant]:
    if isinstance(rules, (str, Variant)):
        raise ValueError(f"rules: read {rules!r}, expected several, in a list")
    expect(rules, (Iterable, type(None)), "rules", "several ids, or None for all")
    found = [variant_of(each) for each in (VARIANTS if rules is None else rules)]
    if not found:
        raise ValueError("rules: read none, expected at least one")
    return found


def _verdict(now: Position, move: Move, lang: str) -> str:
    refusal = why_not(now, move)
    return speak_refusal(now, move, refusal, lang) if refusal else ALLOWED


def _named(now: Position, move: Move, lang: str) -> str:
    """The move in words, under rules that allow it; its token where none do."""
    refusal = why_not(now, move)
    if refusal is None:
        return sentence(speak_move(now, move, lang))[:-1]
    allowing = next(iter(refusal.allowed_by), None)
    return sentence(speak_move(under_rules(now, allowing), move, lang))[:-1] if allowing else str(move)


# How rule sets are made


def variants_table(*, rules: Iterable[str | Variant] | None = None, lang: str | None = None) -> RuleTable:
    """The rule sets in words, a row for each with what it is made of and where it comes from.

    `rules` are ids or records, None stands for all of `VARIANTS`; `lang` is `en` (None) or `de`. Sources are named as
    the records name them. Raises ValueError for no rule set, and for an id or a language that there is not.

    >>> table = variants_table(rules=["canfield", "storehouse"])
    >>> table.heads[4], [row[4] for row in table.rows]
    ('Reserve (open)', ['13 (the top card)', '13 (the top card)'])
    """
    spoken = _language(lang)
    heads = (text("rules-title", spoken), *(text(key, spoken) for key in _COLUMNS))
    pages = [Page(row, spoken) for row in _rows(rules)]
    return RuleTable(
        heads, tuple((title_of(page.v, spoken), *(cell(page) for cell in _COLUMNS.values())) for page in pages)
    )


def deal_and_passes(variant: Variant) -> str:
    """Cards turned at a time and passes through the stock in short, such as `3 × ∞`."""
    sizes = variant.deal_count if isinstance(variant.deal_count, tuple) else (variant.deal_count,)
    return f"{', '.join(map(str, sizes))} × {'∞' if variant.passes is None else variant.passes}"


def _policy(name: str) -> Callable[[Page], str]:
    return lambda page: page.say(f"help-value-{dashed(name)}-{dashed(getattr(page.v, name))}")


def _columns(page: Page) -> str:
    return str(page.v.columns) if page.v.column_deal == "u" else f"{page.v.columns} ({faces(page)})"


def _reserve(page: Page) -> str:
    v = page.v
    return " × ".join([str(v.reserve_piles)] * (v.reserve_piles > 1) + [f"{v.reserve_size} ({_OPEN(page)})"])


def _base(page: Page) -> str:
    base = page.rank(page.v.base_rank)
    return page.say("rules-laid-out", base=base) if page.v.prefounded else base


def _build(page: Page) -> str:
    build, cap = _BUILD(page), page.v.column_cap
    return build if cap is None else page.count("rules-cap", cap, build=build)


def _spaces(page: Page) -> str:
    first, then, rank = _WITH_RESERVE(page), _AFTER_RESERVE(page), page.v.space_rank
    fills = first if first == then else page.say("rules-spaces-then", first=first, then=then)
    return fills if rank is None else page.say("rules-space-rank", fills=fills, rank=page.rank(rank))


_BUILD = _policy("build")


_OPEN, _WITH_RESERVE, _AFTER_RESERVE = map(_policy, ("reserve_face", "space_with_reserve", "space_after"))
_COLUMNS: Mapping[str, Callable[[Page], str]] = MappingProxyType(
    {
        "rules-id": lambda page: page.v.id,
        "help-field-decks": lambda page: str(page.v.decks),
        "help-field-columns": _columns,
        "rules-reserve": _reserve,
        "help-field-base-rank": _base,
        "help-field-build": _build,
        "help-field-wrap": _policy("wrap"),
        "help-field-group": _policy("group"),
        "rules-spaces": _spaces,
        "help-field-foundation-return": _policy("foundation_return"),
        "rules-deal": lambda page: deal_and_passes(page.v),
        "rules-source": lambda page: page.v.source,
    }
)
"""The head of each column, and its cell."""
