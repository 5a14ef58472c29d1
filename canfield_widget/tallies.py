"""Many deals under several rule sets: what each rule is worth in wins, and what one wins and another does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from canfield_widget.comparison_tables import (
    as_html,
    as_text,
    frame_of,
    number_in,
    speak_budget,
    speak_rules,
    speak_skipped,
)
from canfield_widget.notation import write_variant
from canfield_widget.rooms import loaded
from canfield_widget.solver import Verdict
from canfield_widget.speech import title_of
from canfield_widget.study_store import Ending
from canfield_widget.study_summary import Summary, wilson
from canfield_widget.texts import percent, text
from canfield_widget.variants import Variant


@dataclass(frozen=True)
class Tally:
    """Many deals under several rule sets: the wins of each, and deal by deal what one wins and another does not.

    `endings` has how each of `deals` ended under each rule set, in their order. A table where it is a cell's last
    value.
    """

    deals: tuple[int, ...]
    endings: Mapping[Variant, tuple[Ending, ...]]
    skipped: tuple[Variant, ...]
    budget_states: int | None
    knowledge: str
    lang: str = "en"

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """The counts of each rule set, with the 95% interval of its wins that counts open deals both ways."""
        return tuple(
            Summary(write_variant(v), "solver", self.knowledge, self.budget_states, ends.count(Ending.WON),
                    ends.count(Ending.LOST), ends.count(Ending.UNKNOWN), 0, self.lang)
            for v, ends in self.endings.items()
        )  # fmt: skip

    def difference(self, winner: str, loser: str) -> Difference:
        """How many deals are won under `winner` and not under `loser`, both ids. Raises KeyError for another id."""
        first, second = (self._of(name) for name in (winner, loser))
        pairs = list(zip(self.endings[first], self.endings[second], strict=True))
        return Difference(
            first, second, len(pairs),
            proved=sum(one is Ending.WON and two is Ending.LOST for one, two in pairs),
            possible=sum(one is not Ending.LOST and two is not Ending.WON for one, two in pairs),
        )  # fmt: skip

    def _of(self, name: str) -> Variant:
        for variant in self.endings:
            if variant.id == name:
                return variant
        raise KeyError(name)

    def differences(self) -> tuple[Difference, ...]:
        """Every pair of rule sets, both ways round."""
        names = [variant.id for variant in self.endings]
        return tuple(self.difference(one, two) for one in names for two in names if one != two)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row of plain values for each rule set."""
        return [
            dict(
                zip(_TALLIED, (v.id, title_of(v, self.lang), s.n, s.won, s.lost, s.unknown, s.low, s.high), strict=True)
            )
            for v, s in zip(self.endings, self.summaries, strict=True)
        ]

    def frame(self) -> Any:
        """The rows as a pandas DataFrame with a column for each key. Raises ImportError without pandas."""
        return frame_of("Tally", self.to_rows(), _TALLIED)

    def headline(self, lang: str | None = None) -> str:
        """What was asked, in one sentence."""
        spoken = self.lang if lang is None else lang
        deals = text("compare-deals-1" if len(self.deals) == 1 else "compare-deals", spoken,
                     n=number_in(len(self.deals), spoken))  # fmt: skip
        return text("compare-says-many", spoken, deals=deals, rules=speak_rules(len(self.endings), spoken),
                    budget=speak_budget(self.budget_states, spoken))  # fmt: skip

    def plot(self, *, ax: Any = None, lang: str | None = None, theme: str = "light", width: float = 7.2) -> Any:
        """A bar for each rule set: won, unknown and lost, with the interval of the wins; see `plot_study`."""
        # By name, when it is asked for: see `Comparison.plot`.
        return loaded("study_figures", "plot_study")(
            *self.summaries, ax=ax, lang=self.lang if lang is None else lang, theme=theme, width=width
        )

    def _table(self) -> tuple[list[str], list[list[str]]]:
        lang = self.lang
        titles = [title_of(v, lang) for v in self.endings]
        heads = [text("rules-title", lang), *(text(f"study-{ending}", lang) for ending in Verdict),
                 text("compare-share", lang)]  # fmt: skip
        if len(titles) > 1:
            heads += [text("compare-not-under", lang, title=title) for title in titles]
        cells = list[list[str]]()
        for title, v, s in zip(titles, self.endings, self.summaries, strict=True):
            between = text("compare-between", lang, low=percent(s.low, lang=lang), high=percent(s.high, lang=lang))
            row = [title, *(number_in(n, lang) for n in (s.won, s.lost, s.unknown)), between]
            if len(titles) > 1:
                row += [
                    "\N{EN DASH}" if v is other else self.difference(v.id, other.id).brief for other in self.endings
                ]
            cells.append(row)
        return heads, cells

    def __repr__(self) -> str:
        return f"<Tally: {self.headline()}>"

    def __str__(self) -> str:
        return as_text(self.headline(), *self._table(), self._notes())

    def _repr_html_(self) -> str:
        """The same as a table; its colours are those around it."""
        return as_html(self.headline(), *self._table(), self._notes())

    def _notes(self) -> str:
        told = text("compare-range", self.lang) if len(self.endings) > 1 else ""
        return " ".join(filter(None, (told, speak_skipped(self.skipped, self.lang))))


_TALLIED = ("id", "title", "n", "won", "lost", "unknown", "low", "high")


@dataclass(frozen=True, slots=True)
class Difference:
    """Of `n` deals, how many are won under `winner` and not under `loser`.

    `proved` are won under the one and proved lost under the other; `possible` counts those too that may yet turn out
    so, one of the two verdicts or both being unknown.
    """

    winner: Variant
    loser: Variant
    n: int
    proved: int
    possible: int

    @property
    def low(self) -> float:
        """The low end of the 95% interval of their share, of which only the proved ones count."""
        return wilson(self.proved, self.n)[0]

    @property
    def high(self) -> float:
        """The high end of the 95% interval of their share, with all possible ones counted."""
        return wilson(self.possible, self.n)[1]

    @property
    def brief(self) -> str:
        """The number, or the fewest and the most where verdicts are open.

        >>> from canfield_widget.variants import VARIANTS
        >>> Difference(VARIANTS["superior"], VARIANTS["canfield"], 50, 7, 12).brief
        '7\N{EN DASH}12'
        """
        return str(self.proved) if self.proved == self.possible else f"{self.proved}\N{EN DASH}{self.possible}"
