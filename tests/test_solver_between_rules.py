"""Verdicts of one deal under two rules, of which the second only allows more, as between the rules of a family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from canfield_widget.position import deal
from canfield_widget.solver import Verdict, compiled, solve
from canfield_widget.variants import VARIANTS, Variant
from samples import SOAK

STATES = (20_000 if SOAK else 10_000) if compiled else 500
DEALS = (200 if SOAK else 8) if compiled else 2

LOOSER = {
    "parts of columns over whole ones": ("canfield", {}, {"group": "suffix"}),
    "parts of columns over the top or all": ("canfield-single", {}, {"group": "suffix"}),
    "the top or all over whole columns": ("canfield", {}, {"group": "single_or_whole"}),
    "the top or all over the top": ("canfield", {"group": "single"}, {"group": "single_or_whole"}),
    "any card over the waste in a space": ("canfield", {}, {"space_after": "any"}),
    "any card over the waste in a space, with parts": ("canfield-relaxed", {"space_after": "waste"}, {}),
    "the waste over nothing in a space": ("canfield", {"space_after": "none"}, {}),
    "free spaces over filled ones": ("canfield-relaxed", {}, {"space_with_reserve": "any"}),
    "packets of one over three": ("canfield", {}, {"deal_count": 1}),
    "packets of one over two": ("canfield-relaxed", {"deal_count": 2}, {"deal_count": 1}),
    "base cards that take cards over bare ones": ("canfield", {"wrap": "stops_at_base"}, {"wrap": "cyclic"}),
    "the same with parts of columns": ("superior", {"wrap": "stops_at_base"}, {"wrap": "cyclic"}),
    "aces that take kings over aces that do not": ("canfield-relaxed", {"wrap": "none"}, {"wrap": "cyclic"}),
    "foundations that give back over closed ones": ("canfield", {}, {"foundation_return": "top"}),
    "all but base cards back over none": ("canfield-relaxed", {}, {"foundation_return": "top_not_base"}),
    "any colour over the other colour": ("canfield", {}, {"build": "rank"}),
    "any suit over one's own": ("storehouse", {}, {"build": "rank"}),
    "any number of passes over three": ("storehouse", {}, {"passes": None}),
    "three passes over one": ("casino", {}, {"passes": 3}),
    "columns without limit over three cards": ("canfield-single", {"column_cap": 3}, {}),
    "any rank over one in a space": ("canfield-relaxed", {"space_rank": "base-1"}, {}),
}
"""Rows with the values of the stricter and of the looser rules; see the table of rules for what a value means."""
ROWS = (
    ("canfield-single", "canfield-pysol"), ("canfield-relaxed", "canfield-aisleriot"), ("superior-pysol", "superior"),
    ("storehouse", "storehouse-pysol"), ("acme", "coyote"), ("casino", "rainfall"), ("quadruple-pysol", "quadruple"),
)  # fmt: skip


def pairs() -> Iterator[tuple[str, Variant, Variant]]:
    """What is compared, with the stricter and the looser rules."""
    for name, (row, strict, loose) in LOOSER.items():
        yield name, replace(VARIANTS[row], **strict), replace(VARIANTS[row], **loose)  # type: ignore[arg-type]
    for strict, loose in ROWS:
        yield f"{loose} over {strict}", VARIANTS[strict], VARIANTS[loose]


def verdict(variant: Variant, seed: int) -> Verdict:
    """What is found out about a deal."""
    return solve(deal(variant, seed=seed), budget_states=STATES).verdict


@pytest.mark.parametrize(("strict", "loose"), [pytest.param(one, two, id=name) for name, one, two in pairs()])
def test_what_is_won_is_not_lost_where_more_is_allowed(strict: Variant, loose: Variant):
    decided = 0
    deals = max(1, DEALS // strict.decks**2)
    for seed in range(1, deals + 1):
        found = verdict(strict, seed)
        more = verdict(loose, seed)
        assert (found, more) != (Verdict.WON, Verdict.LOST), seed
        decided += Verdict.UNKNOWN not in (found, more)
    print(f"{decided} of {deals} decided under both")
