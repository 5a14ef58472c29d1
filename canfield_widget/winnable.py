"""Deals that are proved winnable: reshuffled until the solver has a win, one at a time or the same for all each day.

What is shared is the deal (its number or its text), never "this seed, winnable": which deals are proved within a budget
may change with the solver, the cards of a deal number do not.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from canfield_widget.arguments import Cancel, cancelling, expect, expect_progress, expect_whole
from canfield_widget.hints import HintKind, Worth, hinting
from canfield_widget.moves import Move
from canfield_widget.notation import write_game, write_variant
from canfield_widget.position import Position, deal, random_seed
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import Verdict
from canfield_widget.speech import title_of
from canfield_widget.texts import text
from canfield_widget.variants import Variant, variant_of

DAILY = "daily-1"
"""The method of the day's deal, frozen. Its words, in this order, one line each: the method's name, the variant as
`write_variant` has it, the date as YYYY-MM-DD, the number of the try (from 1). Their SHA-256 in UTF-8, the first eight
bytes as a big-endian number, modulo 999,999,999, plus 1, is the deal number. The first try that the solver's hint wins
within `DAILY_STATES` states is the day's deal, up to `DAILY_TRIES` tries."""
DAILY_STATES, DAILY_TRIES = 300_000, 40
SHUFFLES = "winnable-1"
"""The method by which `deal_winnable` goes from a seed to deal numbers: as in `DAILY`, with the seed for the date."""
_MEMORY = 4 << 30  # the same on every machine, and more than the states of the budgets take


@dataclass(frozen=True, slots=True)
class WinnableDeal:
    """A deal, and what is proved of it.

    `deal` is the deal's number and `text` the game's text, either of which gives the same cards for ever. `shuffles`
    is how many deals were looked at, this one included. The verdict is won, with a winning line from the deal, or,
    where the tries ran out, what is known of the ordinary deal given instead. `date` is the day of a daily deal.
    """

    position: Position
    deal: int
    shuffles: int
    verdict: Verdict
    line: tuple[Move, ...] = ()
    date: dt.date | None = None

    @property
    def proved(self) -> bool:
        """True if the deal is proved to be winnable."""
        return self.verdict is Verdict.WON

    @property
    def text(self) -> str:
        """The deal as the text of a game in which no move is made.

        >>> deal_winnable("canfield", seed=1).text
        'canfield; deal 985235088'
        """
        return write_game(self.position, (), deal=self.deal)


def deal_winnable(
    variant: str | Variant = "canfield",
    *,
    seed: int | None = None,
    tries: int = 100,
    budget_states: int = 200_000,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
) -> WinnableDeal:
    """A deal that is proved winnable with all cards known, by shuffling until the solver wins within `budget_states`.

    `seed` picks the shuffles; equal arguments give the equal deal on every machine, as long as the solver is the same.
    `progress` is called with the number of every shuffle. After `tries` shuffles, or once `cancel` says so, an ordinary
    deal comes back with `proved` False: the first one that is not proved lost, if there is one.
    Raises ValueError for an unknown variant and for numbers that are none.

    >>> found = deal_winnable("canfield", seed=1)
    >>> found.proved, found.shuffles, found.deal
    (True, 1, 985235088)
    """
    return at_once(
        dealing_winnable(variant, seed=seed, tries=tries, budget_states=budget_states, progress=progress, cancel=cancel)
    )


def dealing_winnable(
    variant: str | Variant = "canfield",
    *,
    seed: int | None = None,
    tries: int = 100,
    budget_states: int = 200_000,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
) -> Slices[WinnableDeal]:
    """`deal_winnable` in slices, as `solving` makes them. Raises what `deal_winnable` raises."""
    chosen = random_seed() if seed is None else seed
    expect_whole(chosen, "seed")
    expect_whole(tries, "tries", 1)
    expect_whole(budget_states, "budget_states")
    return (yield from _first_won(variant_of(variant), SHUFFLES, str(chosen), tries, budget_states, progress, cancel))


def daily(
    variant: str | Variant = "canfield",
    date: dt.date | str | None = None,
    *,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
) -> WinnableDeal:
    """The winnable deal of the day, the same for everyone: today's, or that of a `date` or `YYYY-MM-DD`.

    A day begins at midnight UTC, at the same moment everywhere. See `DAILY` for the method. Where its tries run out,
    it is an ordinary deal, the same for everyone, with `proved` False. Raises ValueError for an unknown variant and for
    what is no date.

    >>> daily("canfield", "2026-12-24").deal
    38759196
    """
    return at_once(dealing_daily(variant, date, progress=progress, cancel=cancel))


def dealing_daily(
    variant: str | Variant = "canfield",
    date: dt.date | str | None = None,
    *,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
) -> Slices[WinnableDeal]:
    """`daily` in slices, as `solving` makes them. Raises what `daily` raises."""
    day, rules = _day(date), variant_of(variant)
    found = yield from _first_won(rules, DAILY, day.isoformat(), DAILY_TRIES, DAILY_STATES, progress, cancel)
    return WinnableDeal(found.position, found.deal, found.shuffles, found.verdict, found.line, day)


def _first_won(
    variant: Variant,
    method: str,
    key: str,
    tries: int,
    states: int,
    progress: Callable[[int], object] | None,
    cancel: Cancel | Callable[[], bool] | None,
) -> Slices[WinnableDeal]:
    """The first deal that is won within the states, else the first not lost, else the first."""
    expect_progress(progress)
    cancelled = cancelling(cancel)
    instead: WinnableDeal | None = None
    shuffles = 0
    for shuffles, number in enumerate(_numbers(variant, method, key, tries), 1):
        if progress:
            progress(shuffles)
        position = deal(variant, seed=number)
        found = yield from hinting(position, HintKind.SOLVER, budget_states=states, memory=_MEMORY, cancel=cancelled)
        lost = Verdict.LOST if found.worth is Worth.LOST else Verdict.UNKNOWN
        this = WinnableDeal(position, number, shuffles, Verdict.WON if found.line else lost, found.line)
        if this.proved:
            return this
        if instead is None or (instead.verdict is Verdict.LOST and this.verdict is Verdict.UNKNOWN):
            instead = this
        if cancelled():
            break
    assert instead is not None, "there is at least one try"
    return WinnableDeal(instead.position, instead.deal, shuffles, instead.verdict)


def _numbers(variant: Variant, method: str, key: str, tries: int) -> Iterator[int]:
    """The deal numbers of the tries, from 1 to 999,999,999."""
    for n in range(1, tries + 1):
        words = "\n".join((method, write_variant(variant), key, str(n)))
        yield int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big") % 999_999_999 + 1


def _day(date: dt.date | str | None) -> dt.date:
    if date is None:
        return dt.datetime.now(dt.UTC).date()
    if isinstance(date, dt.datetime):
        raise ValueError(f"date: read {date!r}, expected a date without a time, such as 2026-12-24")
    if isinstance(date, dt.date):
        return date
    try:
        return dt.datetime.strptime(date, "%Y-%m-%d").date()
    except (TypeError, ValueError):
        raise ValueError(f"date: read {date!r}, expected a date such as 2026-12-24") from None


def speak_winnable(found: WinnableDeal, lang: str = "en") -> str:
    """What is proved of the deal and how many shuffles it took, in one sentence; of a daily one first which it is.

    >>> speak_winnable(deal_winnable("canfield", seed=1))
    'A deal that can be won, proved with all cards in sight; it took 1 shuffle.'
    """
    expect(found, WinnableDeal, "found", "a WinnableDeal, such as deal_winnable() gives")
    key = _OUTCOMES[found.verdict]
    said = text(f"{key}-1" if found.shuffles == 1 else key, lang, n=found.shuffles)
    if found.date is None:
        return said
    title, date = title_of(found.position.variant, lang), found.date.isoformat()
    return text("dealt-daily", lang, title=title, date=date, n=found.deal) + " " + said


_OUTCOMES = {Verdict.WON: "dealt-winnable", Verdict.UNKNOWN: "dealt-ordinary", Verdict.LOST: "dealt-lost"}
