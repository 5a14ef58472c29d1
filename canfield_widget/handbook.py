"""The help beside the board: what lies where, the rules, advice and answers, all read off the record in play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from canfield_widget.cards import RANK_LETTERS
from canfield_widget.faces import art
from canfield_widget.hints import default_kind
from canfield_widget.rulebook import (
    Page,
    builds,
    dashed,
    faces,
    fills_itself,
    goal,
    layout,
    packets,
    paragraph,
    redeals,
    rules,
    spaces,
    waste_fills,
)
from canfield_widget.variants import (
    CANFIELD,
    CHOICES,
    DEALT,
    POLICIES,
    RULE_FIELDS,
    Build,
    FoundationReturn,
    Group,
    ReserveFace,
    SpaceAfter,
    Variant,
)

MOST_TIPS = 7


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the help: its title, its paragraphs in order, and a key that is the same in every language."""

    title: str
    paragraphs: tuple[str, ...]
    key: str


def help_sections(variant: Variant, lang: str) -> tuple[Section, ...]:
    """The help for `variant` in its five parts: layout, goal, rules, differences from plain Canfield, tips.

    Raises ValueError for another language than `en` and `de`.

    >>> from canfield_widget.variants import VARIANTS
    >>> help_sections(VARIANTS["canfield"], "en")[1].paragraphs[0]
    'The game is won when all 52 cards lie on the foundations. Each foundation then has the 13 cards of one suit.'
    """
    page = Page(variant, lang)
    return tuple(Section(page.say(f"help-title-{key}"), told(page), key) for key, told in _SECTIONS.items())


def questions(variant: Variant, lang: str) -> tuple[tuple[str, str], ...]:
    """Questions that players of `variant` ask, each with its answer. Raises ValueError, see `help_sections`."""
    page = Page(variant, lang)
    asked = ((page.say(key), answer(page)) for key, answer in _QUESTIONS.items())
    return tuple((question, answer) for question, answer in asked if answer)


# What differs from plain Canfield


def _differences(page: Page) -> tuple[str, ...]:
    plain = Page(CANFIELD, page.lang)
    names = (name for name in RULE_FIELDS if name not in _NAMES and getattr(page.v, name) != getattr(CANFIELD, name))
    values = ((name, _value(page, name), _value(plain, name)) for name in names)
    told = tuple(
        page.say("help-differs", name=page.say(f"help-field-{dashed(name)}"), here=here, there=there)
        for name, here, there in values
        if here != there
    )
    return told or (page.say("help-plain"),)


def _value(page: Page, name: str) -> str:
    """The value of a field in words: as its own function says it, by its name, or as a number."""
    value = getattr(page.v, name)
    if name in _VALUES:
        return _VALUES[name](page)
    if name in POLICIES:
        return page.say(f"help-value-{dashed(name)}-{dashed(value)}")
    return page.say("help-value-no-limit") if value is None else str(value)


def _prefounded_value(page: Page) -> str:
    if page.v.prefounded:
        return page.say("help-value-prefounded-all")
    return page.say("help-value-prefounded-one" if page.v.base_rank == DEALT else "help-value-prefounded-none")


def _packets_value(page: Page) -> str:
    sizes = packets(page.v)
    listed = ", ".join(map(str, sizes))
    return page.say("help-value-each-pass", list=listed) if len(sizes) > 1 else listed


def _scoring_value(page: Page) -> str:
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

_VALUES: Mapping[str, Callable[[Page], str]] = MappingProxyType(
    {
        "column_deal": faces,
        "base_rank": lambda page: page.rank(page.v.base_rank),
        "prefounded": _prefounded_value,
        "space_rank": lambda page: page.rank(page.v.space_rank or "any"),
        "deal_count": _packets_value,
        "scoring": _scoring_value,
    }
)


# Advice


def _tips(page: Page) -> tuple[str, ...]:
    fitting = [key for key, applies in _TIPS if applies(page.v)]
    return tuple(page.say(key, n=packets(page.v)[0]) for key in fitting[:MOST_TIPS])


def _joins(v: Variant) -> bool:
    return builds(v) and v.columns > 1


_TIPS: tuple[tuple[str, Callable[[Variant], bool]], ...] = (
    ("help-tip-choose", lambda v: v.base_rank in CHOICES),
    ("help-tip-reserve", lambda v: v.reserve_size > 0),
    ("help-tip-auto", fills_itself),
    ("help-tip-space", lambda v: v.reserve_size > 0 and not fills_itself(v)),
    ("help-tip-open", lambda v: v.reserve_size > 1 and v.reserve_face is ReserveFace.ALL),
    ("help-tip-one-pass", lambda v: v.stock_size > 0 and v.passes == 1),
    ("help-tip-last-pass", lambda v: redeals(v) and v.passes is not None),
    ("help-tip-money", lambda v: v.scoring is not None and v.scoring.per_card > 0),
    ("help-tip-packets", lambda v: redeals(v) and len(packets(v)) == 1 < packets(v)[0] < v.stock_size),
    ("help-tip-changing", lambda v: redeals(v) and len(packets(v)) > 1),
    ("help-tip-up", lambda v: builds(v) and v.foundation_return is FoundationReturn.NEVER),
    ("help-tip-back", lambda v: builds(v) and v.foundation_return is not FoundationReturn.NEVER),
    ("help-tip-alternate", lambda v: _joins(v) and v.build is Build.ALTERNATE),
    ("help-tip-suit", lambda v: _joins(v) and v.build is Build.SUIT),
    ("help-tip-rank", lambda v: _joins(v) and v.build is Build.RANK),
    ("help-tip-waste", lambda v: v.stock_size > 0 and v.space_after is SpaceAfter.WASTE),
    ("help-tip-any", lambda v: v.space_after is SpaceAfter.ANY and (fills_itself(v) or not v.reserve_size)),
    ("help-tip-closed", lambda v: v.space_after is SpaceAfter.NONE),
    ("help-tip-below-base", lambda v: builds(v) and v.ranks > 1),
    ("help-tip-group-single", lambda v: _joins(v) and v.group is Group.SINGLE),
    ("help-tip-group-whole", lambda v: _joins(v) and v.group is Group.WHOLE),
    ("help-tip-group-single-or-whole", lambda v: _joins(v) and v.group is Group.SINGLE_OR_WHOLE),
    ("help-tip-group-suffix", lambda v: _joins(v) and v.group is Group.SUFFIX),
    ("help-tip-bases", lambda v: not v.prefounded),
    ("help-tip-unhurried", lambda v: v.stock_size > 0 and v.passes is None and packets(v) == (1,)),
)
"""Advice and the records that it is for, the most useful first."""


# Questions


def _base_answer(page: Page) -> str:
    key = "fixed" if isinstance(page.v.base_rank, int) else page.v.base_rank
    how = page.say(f"help-answer-base-{key}", base=page.rank(page.v.base_rank))
    return paragraph((page.say("help-answer-base"), how))


def _part(page: Page) -> str:
    """Why not every part of a column moves; empty where every run does."""
    asks = _joins(page.v) and page.v.group is not Group.SUFFIX
    return page.say(f"help-answer-part-{dashed(page.v.group)}") if asks else ""


def _letters(page: Page) -> str:
    named = [(rank, letter) for rank, letter in enumerate(RANK_LETTERS[: page.v.ranks], 1) if letter in "AJQK"]
    drawn = art()["letters"].get(page.lang, {})
    told = (page.say("help-letter", letter=drawn.get(letter, letter), rank=page.rank(rank)) for rank, letter in named)
    return ", ".join(told) + "."


def _stuck(page: Page) -> str:
    comes_back = page.v.foundation_return is not FoundationReturn.NEVER
    return paragraph((
        page.say("help-answer-stuck" if page.v.stock_size else "help-answer-stuck-no-stock"),
        page.say("help-answer-stuck-back") if comes_back else "",
    ))  # fmt: skip


def _every_deal(page: Page) -> str:
    return page.say("help-answer-every-deal", asks=page.say("winnable-ask"), switch=page.say("set-winnable"))


def _cost(page: Page) -> str:
    return page.say("help-answer-cost", undo=page.say("mark-undo"), hint=page.say("mark-hint"))


def _hint(page: Page) -> str:
    return paragraph((page.say("help-answer-hint"), page.say(f"help-hint-{default_kind(page.v)}")))


def _undo(page: Page) -> str:
    deals = "help-answer-undo-deal" if redeals(page.v) else "help-answer-undo-deal-once"
    return paragraph((
        page.say("help-answer-undo"),
        page.say("help-answer-undo-fill") if fills_itself(page.v) else "",
        page.say("help-answer-undo-fill-waste") if waste_fills(page.v) else "",
        page.say(deals) if page.v.stock_size else "",
    ))  # fmt: skip


_SECTIONS: Mapping[str, Callable[[Page], tuple[str, ...]]] = MappingProxyType(
    {"layout": layout, "goal": goal, "rules": rules, "differences": _differences, "tips": _tips}
)

_QUESTIONS: Mapping[str, Callable[[Page], str]] = MappingProxyType(
    {
        "help-ask-base": _base_answer,
        "help-ask-space": spaces,
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
