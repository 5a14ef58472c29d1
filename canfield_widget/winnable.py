"""Deals that are proved to be winnable: shuffles until the solver has a winning line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from canfield_widget.moves import Move
from canfield_widget.position import Position, deal
from canfield_widget.solver import Verdict, solve
from canfield_widget.solver.search import Cancel
from canfield_widget.texts import text
from canfield_widget.variants import Variant

_NUMBERS = 999_999


@dataclass(frozen=True, slots=True)
class WinnableDeal:
    """A deal, how many shuffles it took, and whether a win is proved for it: by `line` then, with all cards in sight.

    `deal` is its number, which deals the same cards again. What is proved belongs to the deal and not to the number
    that the search started with.
    """

    position: Position
    deal: int
    shuffles: int
    proved: bool
    line: tuple[Move, ...] = ()


def deal_winnable(
    variant: str | Variant = "canfield",
    *,
    seed: int,
    tries: int = 100,
    budget_states: int = 200_000,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | None = None,
) -> WinnableDeal:
    """The first of the deals of `seed` that is proved to be winnable, an ordinary one where `tries` of them are not.

    Each shuffle has `budget_states`, see `solve`. `progress` is called with the number of every shuffle; once `cancel`
    is set, an ordinary deal comes back. Raises ValueError for an unknown variant and for less than one try.

    >>> found = deal_winnable("canfield", seed=1)
    >>> found.proved, deal("canfield", seed=found.deal) == found.position
    (True, True)
    """
    if tries < 1:
        raise ValueError(f"tries: read {tries!r}, expected at least 1")
    ordinary: WinnableDeal | None = None
    for shuffles in range(1, tries + 1):
        if progress:
            progress(shuffles)
        number = int.from_bytes(sha256(f"{seed} {shuffles}".encode()).digest()[:8], "big") % _NUMBERS + 1
        position = deal(variant, seed=number)
        found = solve(position, budget_states=budget_states, cancel=cancel)
        if found.verdict is Verdict.WON:
            return WinnableDeal(position, number, shuffles, True, found.line)
        # a deal that is proved to be lost is dealt only where all are
        if ordinary is None or found.verdict is Verdict.UNKNOWN:
            ordinary = WinnableDeal(position, number, tries, False)
        if cancel and cancel.is_set():
            break
    assert ordinary
    return ordinary


def speak_winnable(found: WinnableDeal, lang: str = "en") -> str:
    """What is known of the deal, in one sentence."""
    key = "dealt-winnable" if found.proved else "dealt-ordinary"
    return text(f"{key}-1" if found.shuffles == 1 else key, lang, n=found.shuffles)
