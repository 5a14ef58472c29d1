"""The rules of a record in words: what lies where, what the aim is, what may move. The help is built on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from canfield_widget.cards import next_rank, rank_before
from canfield_widget.speech import rank_name
from canfield_widget.texts import text
from canfield_widget.variants import (
    BEFORE_BASE,
    CHOICES,
    FoundationReturn,
    ReserveFace,
    SpaceAfter,
    SpaceWithReserve,
    Variant,
    Wrap,
)


@dataclass(frozen=True, slots=True)
class Page:
    """A record and the language that it is told in."""

    v: Variant
    lang: str

    def say(self, key: str, **values: object) -> str:
        """The words of `key`."""
        return text(key, self.lang, **values)

    def count(self, key: str, n: int, **values: object) -> str:
        """The words of `key` for so many."""
        return text(f"{key}-1" if n == 1 else key, self.lang, n=n, **values)

    def rank(self, rank: int | str) -> str:
        """A rank, or what stands for it, in words."""
        return rank_name(rank, self.lang) if isinstance(rank, int) else self.say(f"help-rank-{rank}")

    def money(self, amount: int) -> str:
        """An amount of money."""
        return self.say("money", sign="−" if amount < 0 else "", amount=abs(amount))


def paragraph(sentences: Iterable[str]) -> str:
    """The sentences as one paragraph, empty ones left out."""
    return " ".join(filter(None, sentences))


def dashed(value: str) -> str:
    """The value as it stands in the names of words."""
    return value.replace("_", "-")


# What of the record has an effect


def builds(v: Variant) -> bool:
    """True if a column can hold more than one card."""
    return v.column_cap != 1


def packets(v: Variant) -> tuple[int, ...]:
    """The sizes of packets, one for each pass; a single one where it does not change."""
    sizes = (v.deal_count,) if isinstance(v.deal_count, int) else v.deal_count
    return sizes if len(set(sizes)) > 1 else sizes[:1]


def fills_itself(v: Variant) -> bool:
    """True if the reserve fills spaces by itself."""
    return v.reserve_size > 0 and v.space_with_reserve is SpaceWithReserve.AUTO


def waste_fills(v: Variant) -> bool:
    """True if the waste fills spaces by itself once the reserve is used up."""
    return v.space_after is SpaceAfter.AUTO_WASTE and v.stock_size > 0


def redeals(v: Variant) -> bool:
    """True if the stock is gone through more than once."""
    return v.stock_size > 0 and v.passes != 1


# Layout and goal


def layout(page: Page) -> tuple[str, ...]:
    """What lies where, a paragraph for each place."""
    v = page.v
    short = page.count("help-ranks", v.ranks, last=page.rank(v.ranks)) if v.ranks < 13 else ""
    return (
        paragraph((page.count("help-decks", v.decks, cards=v.pack_size), short)),
        _columns(page),
        _reserve_lies(page),
        paragraph((page.count("help-foundations", v.decks, piles=v.foundations), _base_lies(page))),
        page.count("help-stock", v.stock_size) if v.stock_size else page.say("help-stock-none"),
    )


def _columns(page: Page) -> str:
    v = page.v
    if v.column_deal == "u":
        return page.count("help-columns", v.columns)
    return page.count("help-columns-of", v.columns, size=len(v.column_deal), faces=faces(page))


def faces(page: Page) -> str:
    """How the cards of a column lie when dealt."""
    runs = [(face, len(list(cards))) for face, cards in groupby(page.v.column_deal)]
    return ", ".join(page.say(f"help-faces-{face}", n=n) for face, n in runs)


def _reserve_lies(page: Page) -> str:
    v = page.v
    if not v.reserve_size:
        return page.say("help-reserve-none")
    face = page.say("help-face-single" if v.reserve_size == 1 else f"help-face-{v.reserve_face}")
    key = "help-reserve-has" if v.reserve_piles == 1 else "help-reserves-have"
    return page.count(key, v.reserve_size, piles=v.reserve_piles, face=face)


def _base_lies(page: Page) -> str:
    v = page.v
    if isinstance(v.base_rank, int):
        return page.say("help-base-out" if v.prefounded else "help-base-fixed", base=page.rank(v.base_rank))
    return page.say(f"help-base-{v.base_rank}", n=v.columns + 1)


def goal(page: Page) -> tuple[str, ...]:
    """When the game is won."""
    v = page.v
    return (paragraph((page.say("help-goal", n=v.pack_size), page.count("help-goal-each", v.ranks))),)


# Rules


def rules(page: Page) -> tuple[str, ...]:
    """What may move, a paragraph for each rule that has an effect."""
    told = (_up, _build, _groups, spaces, _reserve, _stock, _back, _score)
    return tuple(filter(None, (rule(page) for rule in told)))


def _up(page: Page) -> str:
    v, base = page.v, page.v.base_rank
    if isinstance(base, int):
        key, last = "help-up-straight" if base == 1 else "help-up-round", page.rank(rank_before(base, v.ranks))
        up = page.say(key, base=page.rank(base), last=last, top=page.rank(v.ranks))
    else:
        up = page.say("help-up", top=page.rank(v.ranks))
    return paragraph((up, page.say("help-up-who")))


def _build(page: Page) -> str:
    v = page.v
    if not builds(v):
        return page.say("help-cap-1")
    cap = page.say("help-cap", n=v.column_cap) if v.column_cap else ""
    return paragraph((page.say(f"help-build-{v.build}"), *_corner(page), cap))


def _corner(page: Page) -> list[str]:
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


def _groups(page: Page) -> str:
    v = page.v
    moves = page.say(f"help-group-{dashed(v.group)}") if builds(v) else ""
    return paragraph((moves, page.say("help-face-down") if "d" in v.column_deal else ""))


def spaces(page: Page) -> str:
    """What a space is and what fills it."""
    return paragraph((page.say("help-space"), *_space_fills(page)))


def _space_fills(page: Page) -> list[str]:
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
    laid = v.space_after is not SpaceAfter.NONE or (v.reserve_size > 0 and not fills_itself(v))
    if v.space_rank is not None and laid:
        itself = fills_itself(v) or waste_fills(v)
        told += [_space_rank(page), page.say("help-space-rank-not-auto") if itself else ""]
    return told


def _fills(page: Page, policy: SpaceWithReserve | SpaceAfter) -> str:
    v = page.v
    if policy in (SpaceWithReserve.ANY, SpaceAfter.ANY):
        return page.say(f"help-fills-any-{dashed(v.group)}")
    piles = "-piles" if v.reserve_piles > 1 and isinstance(policy, SpaceWithReserve) else ""
    return page.say(f"help-fills-{dashed(policy)}{piles}")


def _space_rank(page: Page) -> str:
    v = page.v
    rank = v.space_rank
    if rank == BEFORE_BASE and isinstance(v.base_rank, int):
        rank = rank_before(v.base_rank, v.ranks)
    if isinstance(rank, int):
        return page.say("help-space-rank", rank=page.rank(rank))
    return page.say("help-space-rank-below-base")


def _reserve(page: Page) -> str:
    v = page.v
    if not v.reserve_size:
        return ""
    closed = "help-reserve-closed-auto" if fills_itself(v) else "help-reserve-closed"
    keys = {ReserveFace.TOP: "help-reserve-top", ReserveFace.ALL: "help-reserve-all", ReserveFace.NONE: closed}
    reserve = page.say("help-of-reserves" if v.reserve_piles > 1 else "help-of-reserve")
    return page.say("help-reserve-last" if v.reserve_size == 1 else keys[v.reserve_face], reserve=reserve)


def _stock(page: Page) -> str:
    v, sizes = page.v, packets(page.v)
    if not v.stock_size:
        return ""
    turn = page.count("help-turn", sizes[0])
    if len(sizes) > 1:
        turn = page.say("help-turn-changing", list=", ".join(map(str, sizes)))
    passes = page.count("help-passes", v.passes) if v.passes else page.say("help-passes-endless")
    return paragraph((turn, page.say("help-any-time-chosen" if v.base_rank in CHOICES else "help-any-time"), passes))


_OPEN_SPACES = (SpaceAfter.ANY, SpaceAfter.AUTO_WASTE)


def _back(page: Page) -> str:
    v = page.v
    comes_back = v.foundation_return is not FoundationReturn.NEVER
    while_reserve = v.reserve_size > 0 and v.space_with_reserve is SpaceWithReserve.ANY
    space = page.say("help-return-space") if comes_back and (while_reserve or v.space_after in _OPEN_SPACES) else ""
    return paragraph((page.say(f"help-return-{dashed(v.foundation_return)}"), space))


def _score(page: Page) -> str:
    v, scoring = page.v, page.v.scoring
    if scoring is None:
        return ""
    full, all_pay = scoring.full_win, v.pack_size * scoring.per_card
    even = -(-scoring.price // scoring.per_card) if scoring.per_card > 0 else 0
    return paragraph((
        page.say("help-score", price=page.money(scoring.price), card=page.money(scoring.per_card)),
        page.count("help-score-even", even) if 0 < even < v.pack_size else "",
        page.say("help-score-all", n=v.pack_size, sum=page.money(all_pay)) if full is None
        else page.say("help-score-full", sum=page.money(full)),
        page.say("help-score-fee", fee=page.money(scoring.redeal_fee)) if scoring.redeal_fee and redeals(v) else "",
    ))  # fmt: skip
