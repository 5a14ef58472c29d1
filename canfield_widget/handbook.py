"""The help beside the board: what lies where, the rules, advice and answers, all read off the record in play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType

from canfield_widget.cards import RANK_LETTERS, next_rank, rank_before
from canfield_widget.faces import art
from canfield_widget.hints import default_kind
from canfield_widget.speech import rank_name
from canfield_widget.texts import text
from canfield_widget.variants import (
    BEFORE_BASE,
    CANFIELD,
    CHOSEN,
    DEALT,
    POLICIES,
    RULE_FIELDS,
    Build,
    FoundationReturn,
    Group,
    ReserveFace,
    SpaceAfter,
    SpaceWithReserve,
    Variant,
    Wrap,
)

MOST_TIPS = 7


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the help: its title, its paragraphs in order, and a key that is the same in every language."""

    title: str
    paragraphs: tuple[str, ...]
    key: str


@dataclass(frozen=True, slots=True)
class _Page:
    """A record and the language that it is told in."""

    v: Variant
    lang: str

    def say(self, key: str, **values: object) -> str:
        return text(key, self.lang, **values)

    def count(self, key: str, n: int, **values: object) -> str:
        return text(f"{key}-1" if n == 1 else key, self.lang, n=n, **values)

    def rank(self, rank: int | str) -> str:
        return rank_name(rank, self.lang) if isinstance(rank, int) else self.say(f"help-rank-{rank}")

    def money(self, amount: int) -> str:
        return self.say("money", sign="−" if amount < 0 else "", amount=abs(amount))


def help_sections(variant: Variant, lang: str) -> tuple[Section, ...]:
    """The help for `variant` in its five parts: layout, goal, rules, differences from plain Canfield, tips.

    Raises ValueError for another language than `en` and `de`.

    >>> from canfield_widget.variants import VARIANTS
    >>> help_sections(VARIANTS["canfield"], "en")[1].paragraphs[0]
    'The game is won when all 52 cards lie on the foundations. Each foundation then has the 13 cards of one suit.'
    """
    page = _Page(variant, lang)
    return tuple(Section(page.say(f"help-title-{key}"), told(page), key) for key, told in _SECTIONS.items())


def questions(variant: Variant, lang: str) -> tuple[tuple[str, str], ...]:
    """Questions that players of `variant` ask, each with its answer. Raises ValueError, see `help_sections`."""
    page = _Page(variant, lang)
    asked = ((page.say(key), answer(page)) for key, answer in _QUESTIONS.items())
    return tuple((question, answer) for question, answer in asked if answer)


def _paragraph(sentences: Iterable[str]) -> str:
    return " ".join(filter(None, sentences))


def _dashed(value: str) -> str:
    return value.replace("_", "-")


# What of the record has an effect


def _builds(v: Variant) -> bool:
    return v.column_cap != 1


def _packets(v: Variant) -> tuple[int, ...]:
    """The sizes of packets, one for each pass; a single one where it does not change."""
    sizes = (v.deal_count,) if isinstance(v.deal_count, int) else v.deal_count
    return sizes if len(set(sizes)) > 1 else sizes[:1]


def _fills_itself(v: Variant) -> bool:
    return v.reserve_size > 0 and v.space_with_reserve is SpaceWithReserve.AUTO


def _redeals(v: Variant) -> bool:
    return v.stock_size > 0 and v.passes != 1


# Layout and goal


def _layout(page: _Page) -> tuple[str, ...]:
    v = page.v
    short = page.count("help-ranks", v.ranks, last=page.rank(v.ranks)) if v.ranks < 13 else ""
    return (
        _paragraph((page.count("help-decks", v.decks, cards=v.pack_size), short)),
        _columns(page),
        _reserve_lies(page),
        _paragraph((page.count("help-foundations", v.decks, piles=v.foundations), _base_lies(page))),
        page.count("help-stock", v.stock_size) if v.stock_size else page.say("help-stock-none"),
    )


def _columns(page: _Page) -> str:
    v = page.v
    if v.column_deal == "u":
        return page.count("help-columns", v.columns)
    return page.count("help-columns-of", v.columns, size=len(v.column_deal), faces=_faces(page))


def _faces(page: _Page) -> str:
    runs = [(face, len(list(cards))) for face, cards in groupby(page.v.column_deal)]
    return ", ".join(page.say(f"help-faces-{face}", n=n) for face, n in runs)


def _reserve_lies(page: _Page) -> str:
    v = page.v
    if not v.reserve_size:
        return page.say("help-reserve-none")
    face = page.say("help-face-single" if v.reserve_size == 1 else f"help-face-{v.reserve_face}")
    key = "help-reserve-has" if v.reserve_piles == 1 else "help-reserves-have"
    return page.count(key, v.reserve_size, piles=v.reserve_piles, face=face)


def _base_lies(page: _Page) -> str:
    v = page.v
    if isinstance(v.base_rank, int):
        return page.say("help-base-out" if v.prefounded else "help-base-fixed", base=page.rank(v.base_rank))
    return page.say(f"help-base-{v.base_rank}", n=v.columns + 1)


def _goal(page: _Page) -> tuple[str, ...]:
    v = page.v
    return (_paragraph((page.say("help-goal", n=v.pack_size), page.count("help-goal-each", v.ranks))),)


# Rules


def _rules(page: _Page) -> tuple[str, ...]:
    told = (_up, _build, _groups, _spaces, _reserve, _stock, _back, _score)
    return tuple(filter(None, (rule(page) for rule in told)))


def _up(page: _Page) -> str:
    v, base = page.v, page.v.base_rank
    if isinstance(base, int):
        key, last = "help-up-straight" if base == 1 else "help-up-round", page.rank(rank_before(base, v.ranks))
        up = page.say(key, base=page.rank(base), last=last, top=page.rank(v.ranks))
    else:
        up = page.say("help-up", top=page.rank(v.ranks))
    return _paragraph((up, page.say("help-up-who")))


def _build(page: _Page) -> str:
    v = page.v
    if not _builds(v):
        return page.say("help-cap-1")
    cap = page.say("help-cap", n=v.column_cap) if v.column_cap else ""
    return _paragraph((page.say(f"help-build-{v.build}"), *_corner(page), cap))


def _corner(page: _Page) -> list[str]:
    """How building goes on after the ace and where it ends, of cards that can be there at all."""
    v, told = page.v, list[str]()
    stays_up = v.prefounded and v.foundation_return is not FoundationReturn.TOP
    gone = v.base_rank if stays_up and isinstance(v.base_rank, int) else 0
    if gone not in (1, v.ranks):
        ends = v.wrap is Wrap.NONE or (v.wrap is Wrap.STOPS_AT_BASE and v.base_rank == 1)
        told.append(page.say("help-corner-ends") if ends else page.say("help-corner-on", top=page.rank(v.ranks)))
        if v.wrap is Wrap.STOPS_AT_BASE and not ends and not gone:
            told.append(page.say("help-corner-base"))
    if gone:
        told.append(page.say("help-no-bases", base=page.rank(gone), next=page.rank(next_rank(gone, v.ranks))))
    return told


def _groups(page: _Page) -> str:
    v = page.v
    moves = page.say(f"help-group-{_dashed(v.group)}") if _builds(v) else ""
    return _paragraph((moves, page.say("help-face-down") if "d" in v.column_deal else ""))


def _spaces(page: _Page) -> str:
    return _paragraph((page.say("help-space"), *_space_fills(page)))


def _space_fills(page: _Page) -> list[str]:
    """What fills a space, in one sentence for each time in which it is something else."""
    v = page.v
    several = v.reserve_piles > 1
    before, after = _fills(page, v.space_with_reserve), _fills(page, v.space_after)
    if not v.reserve_size or before == after:
        told = [page.say("help-always", fills=after)]
    else:
        told = [
            page.say("help-while-reserves" if several else "help-while-reserve", fills=before),
            page.say("help-after-reserves" if several else "help-after-reserve", fills=after),
        ]
    laid = v.space_after is not SpaceAfter.NONE or (v.reserve_size > 0 and not _fills_itself(v))
    if v.space_rank is not None and laid:
        told += [_space_rank(page), page.say("help-space-rank-not-auto") if _fills_itself(v) else ""]
    return told


def _fills(page: _Page, policy: SpaceWithReserve | SpaceAfter) -> str:
    v = page.v
    if policy in (SpaceWithReserve.ANY, SpaceAfter.ANY):
        return page.say(f"help-fills-any-{_dashed(v.group)}")
    if policy is SpaceWithReserve.AUTO and v.reserve_piles > 1:
        return page.say("help-fills-auto-piles")
    return page.say(f"help-fills-{_dashed(policy)}")


def _space_rank(page: _Page) -> str:
    v = page.v
    rank = v.space_rank
    if rank == BEFORE_BASE and isinstance(v.base_rank, int):
        rank = rank_before(v.base_rank, v.ranks)
    if isinstance(rank, int):
        return page.say("help-space-rank", rank=page.rank(rank))
    return page.say("help-space-rank-below-base")


def _reserve(page: _Page) -> str:
    v = page.v
    if not v.reserve_size:
        return ""
    closed = "help-reserve-closed-auto" if _fills_itself(v) else "help-reserve-closed"
    keys = {ReserveFace.TOP: "help-reserve-top", ReserveFace.ALL: "help-reserve-all", ReserveFace.NONE: closed}
    reserve = page.say("help-of-reserves" if v.reserve_piles > 1 else "help-of-reserve")
    return page.say("help-reserve-last" if v.reserve_size == 1 else keys[v.reserve_face], reserve=reserve)


def _stock(page: _Page) -> str:
    v, sizes = page.v, _packets(page.v)
    if not v.stock_size:
        return ""
    turn = page.count("help-turn", sizes[0])
    if len(sizes) > 1:
        turn = page.say("help-turn-changing", list=", ".join(map(str, sizes)))
    passes = page.count("help-passes", v.passes) if v.passes else page.say("help-passes-endless")
    return _paragraph((turn, page.say("help-any-time"), passes))


def _back(page: _Page) -> str:
    v = page.v
    comes_back = v.foundation_return is not FoundationReturn.NEVER
    while_reserve = v.reserve_size > 0 and v.space_with_reserve is SpaceWithReserve.ANY
    space = page.say("help-return-space") if comes_back and (while_reserve or v.space_after is SpaceAfter.ANY) else ""
    return _paragraph((page.say(f"help-return-{_dashed(v.foundation_return)}"), space))


def _score(page: _Page) -> str:
    v, scoring = page.v, page.v.scoring
    if scoring is None:
        return ""
    full, all_pay = scoring.full_win, v.pack_size * scoring.per_card
    even = -(-scoring.price // scoring.per_card) if scoring.per_card > 0 else 0
    return _paragraph((
        page.say("help-score", price=page.money(scoring.price), card=page.money(scoring.per_card)),
        page.count("help-score-even", even) if 0 < even < v.pack_size else "",
        page.say("help-score-all", n=v.pack_size, sum=page.money(all_pay)) if full is None
        else page.say("help-score-full", sum=page.money(full)),
        page.say("help-score-fee", fee=page.money(scoring.redeal_fee)) if scoring.redeal_fee and _redeals(v) else "",
    ))  # fmt: skip


# What differs from plain Canfield


def _differences(page: _Page) -> tuple[str, ...]:
    plain = _Page(CANFIELD, page.lang)
    names = (name for name in RULE_FIELDS if name not in _NAMES and getattr(page.v, name) != getattr(CANFIELD, name))
    values = ((name, _value(page, name), _value(plain, name)) for name in names)
    told = tuple(
        page.say("help-differs", name=page.say(f"help-field-{_dashed(name)}"), here=here, there=there)
        for name, here, there in values
        if here != there
    )
    return told or (page.say("help-plain"),)


def _value(page: _Page, name: str) -> str:
    """The value of a field in words: as its own function says it, by its name, or as a number."""
    value = getattr(page.v, name)
    if name in _VALUES:
        return _VALUES[name](page)
    if name in POLICIES:
        return page.say(f"help-value-{_dashed(name)}-{_dashed(value)}")
    return page.say("help-value-no-limit") if value is None else str(value)


def _prefounded_value(page: _Page) -> str:
    if page.v.prefounded:
        return page.say("help-value-prefounded-all")
    return page.say("help-value-prefounded-one" if page.v.base_rank == DEALT else "help-value-prefounded-none")


def _packets_value(page: _Page) -> str:
    sizes = _packets(page.v)
    listed = ", ".join(map(str, sizes))
    return page.say("help-value-each-pass", list=listed) if len(sizes) > 1 else listed


def _scoring_value(page: _Page) -> str:
    scoring = page.v.scoring
    if scoring is None:
        return page.say("help-value-no-money")
    key = "help-value-money" if scoring.full_win is None else "help-value-money-full"
    money = page.say(key, price=page.money(scoring.price), card=page.money(scoring.per_card),
                     sum=page.money(scoring.full_win or 0))  # fmt: skip
    if not scoring.redeal_fee:
        return money
    return page.say("help-value-money-fee", money=money, fee=page.money(scoring.redeal_fee))


_NAMES = ("id", "title", "title_de", "source")
"""The fields that say what a record is called and not how it is played."""

_VALUES: Mapping[str, Callable[[_Page], str]] = MappingProxyType(
    {
        "column_deal": _faces,
        "base_rank": lambda page: page.rank(page.v.base_rank),
        "prefounded": _prefounded_value,
        "space_rank": lambda page: page.rank(page.v.space_rank or "any"),
        "deal_count": _packets_value,
        "scoring": _scoring_value,
    }
)


# Advice


def _tips(page: _Page) -> tuple[str, ...]:
    fitting = [key for key, applies in _TIPS if applies(page.v)]
    return tuple(page.say(key, n=_packets(page.v)[0]) for key in fitting[:MOST_TIPS])


def _joins(v: Variant) -> bool:
    return _builds(v) and v.columns > 1


_TIPS: tuple[tuple[str, Callable[[Variant], bool]], ...] = (
    ("help-tip-choose", lambda v: v.base_rank == CHOSEN),
    ("help-tip-reserve", lambda v: v.reserve_size > 0),
    ("help-tip-auto", _fills_itself),
    ("help-tip-space", lambda v: v.reserve_size > 0 and not _fills_itself(v)),
    ("help-tip-open", lambda v: v.reserve_size > 1 and v.reserve_face is ReserveFace.ALL),
    ("help-tip-one-pass", lambda v: v.stock_size > 0 and v.passes == 1),
    ("help-tip-last-pass", lambda v: _redeals(v) and v.passes is not None),
    ("help-tip-money", lambda v: v.scoring is not None and v.scoring.per_card > 0),
    ("help-tip-packets", lambda v: _redeals(v) and len(_packets(v)) == 1 < _packets(v)[0] < v.stock_size),
    ("help-tip-changing", lambda v: _redeals(v) and len(_packets(v)) > 1),
    ("help-tip-up", lambda v: _builds(v) and v.foundation_return is FoundationReturn.NEVER),
    ("help-tip-back", lambda v: _builds(v) and v.foundation_return is not FoundationReturn.NEVER),
    ("help-tip-alternate", lambda v: _joins(v) and v.build is Build.ALTERNATE),
    ("help-tip-suit", lambda v: _joins(v) and v.build is Build.SUIT),
    ("help-tip-rank", lambda v: _joins(v) and v.build is Build.RANK),
    ("help-tip-waste", lambda v: v.stock_size > 0 and v.space_after is SpaceAfter.WASTE),
    ("help-tip-any", lambda v: v.space_after is SpaceAfter.ANY and (_fills_itself(v) or not v.reserve_size)),
    ("help-tip-closed", lambda v: v.space_after is SpaceAfter.NONE),
    ("help-tip-below-base", lambda v: _builds(v) and v.ranks > 1),
    ("help-tip-group-single", lambda v: _joins(v) and v.group is Group.SINGLE),
    ("help-tip-group-whole", lambda v: _joins(v) and v.group is Group.WHOLE),
    ("help-tip-group-single-or-whole", lambda v: _joins(v) and v.group is Group.SINGLE_OR_WHOLE),
    ("help-tip-group-suffix", lambda v: _joins(v) and v.group is Group.SUFFIX),
    ("help-tip-bases", lambda v: not v.prefounded),
    ("help-tip-unhurried", lambda v: v.stock_size > 0 and v.passes is None and _packets(v) == (1,)),
)
"""Advice and the records that it is for, the most useful first."""


# Questions


def _base_answer(page: _Page) -> str:
    key = "fixed" if isinstance(page.v.base_rank, int) else page.v.base_rank
    how = page.say(f"help-answer-base-{key}", base=page.rank(page.v.base_rank))
    return _paragraph((page.say("help-answer-base"), how))


def _part(page: _Page) -> str:
    """Why not every part of a column moves; empty where every run does."""
    asks = _joins(page.v) and page.v.group is not Group.SUFFIX
    return page.say(f"help-answer-part-{_dashed(page.v.group)}") if asks else ""


def _letters(page: _Page) -> str:
    named = [(rank, letter) for rank, letter in enumerate(RANK_LETTERS[: page.v.ranks], 1) if letter in "AJQK"]
    drawn = art()["letters"].get(page.lang, {})
    told = (page.say("help-letter", letter=drawn.get(letter, letter), rank=page.rank(rank)) for rank, letter in named)
    return ", ".join(told) + "."


def _stuck(page: _Page) -> str:
    comes_back = page.v.foundation_return is not FoundationReturn.NEVER
    return _paragraph((
        page.say("help-answer-stuck" if page.v.stock_size else "help-answer-stuck-no-stock"),
        page.say("help-answer-stuck-back") if comes_back else "",
    ))  # fmt: skip


def _every_deal(page: _Page) -> str:
    return page.say("help-answer-every-deal", asks=page.say("winnable-ask"), switch=page.say("set-winnable"))


def _cost(page: _Page) -> str:
    return page.say("help-answer-cost", undo=page.say("mark-undo"), hint=page.say("mark-hint"))


def _hint(page: _Page) -> str:
    return _paragraph((page.say("help-answer-hint"), page.say(f"help-hint-{default_kind(page.v)}")))


def _undo(page: _Page) -> str:
    deals = "help-answer-undo-deal" if _redeals(page.v) else "help-answer-undo-deal-once"
    return _paragraph((
        page.say("help-answer-undo"),
        page.say("help-answer-undo-fill") if _fills_itself(page.v) else "",
        page.say(deals) if page.v.stock_size else "",
    ))  # fmt: skip


_SECTIONS: Mapping[str, Callable[[_Page], tuple[str, ...]]] = MappingProxyType(
    {"layout": _layout, "goal": _goal, "rules": _rules, "differences": _differences, "tips": _tips}
)

_QUESTIONS: Mapping[str, Callable[[_Page], str]] = MappingProxyType(
    {
        "help-ask-base": _base_answer,
        "help-ask-space": _spaces,
        "help-ask-part": _part,
        "help-ask-stuck": _stuck,
        "help-ask-every-deal": _every_deal,
        "help-ask-hint": _hint,
        "help-ask-undo": _undo,
        "help-ask-cost": _cost,
        "help-ask-time": lambda page: page.say("help-answer-time"),
        "help-ask-letters": _letters,
    }
)
