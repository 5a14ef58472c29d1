"""The same cards under many rule sets: what the solver finds for one deck, and what each rule is worth over many."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Any, overload

from canfield_widget.arguments import expect_path, expect_whole, shown
from canfield_widget.comparison_tables import (
    as_html,
    as_text,
    frame_of,
    number_in,
    speak_budget,
    speak_rules,
    speak_skipped,
)
from canfield_widget.position import deal
from canfield_widget.replays import Replay, replay
from canfield_widget.rooms import loaded
from canfield_widget.solver import Solution, Verdict, solve
from canfield_widget.speech import title_of
from canfield_widget.studies import study
from canfield_widget.study_store import Ending
from canfield_widget.tallies import Tally
from canfield_widget.texts import text, words
from canfield_widget.variants import CANFIELD, VARIANTS, Variant, variant_of

_STATES = 1_000_000


@overload
def compare(
    deck: int | str, variants: Iterable[str | Variant] | None = ..., *, budget_states: int | None = ..., lang: str = ...
) -> Comparison: ...
@overload
def compare(
    deck: Iterable[int], variants: Iterable[str | Variant] | None = ..., *, budget_states: int | None = ...,
    lang: str = ..., store: str | os.PathLike[str] | None = ..., executor: Executor | None = ...,
    workers: int | None = ..., progress: bool = ...,
) -> Tally: ...  # fmt: skip
def compare(
    deck: int | str | Iterable[int],
    variants: Iterable[str | Variant] | None = None,
    *,
    budget_states: int | None = _STATES,
    lang: str = "en",
    store: str | os.PathLike[str] | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool = True,
) -> Comparison | Tally:
    """The same cards under each of `variants`, solved: a `Comparison` of one deck, a `Tally` of many.

    `deck` is a deal number, or all cards in deal order as text, or many deal numbers such as `range(1, 51)`.
    `variants` are ids or records; None stands for all rows of `VARIANTS` with as many cards as the deck has, one pack
    where it is a number. Those with another number of cards than the first one (or than the text) are left out and
    named in `skipped`. `budget_states` is for each deal under each rule set, None for no limit. `lang` is `en` or `de`.

    `store`, `executor`, `workers` and `progress` are for many deals, each rule set being a study, see `study`: a file
    keeps what has been found, and processes are started unless there is an executor.

    Raises ValueError for a deck, a rule set, a budget or a language that is none, and for `store`, `executor` or
    `workers` together with one deck.

    >>> found = compare(12, ["canfield", "superior", "quadruple"], budget_states=20_000)
    >>> [(row.variant.id, str(row.verdict)) for row in found], [row.id for row in found.skipped]
    ([('canfield', 'unknown'), ('superior', 'unknown')], ['quadruple'])
    """
    words(lang)
    one = isinstance(deck, str) or type(deck) is int
    if not one and (not isinstance(deck, Iterable) or isinstance(deck, (bytes, bool))):
        raise ValueError(f"deck: read {shown(deck)}, expected a deal number, a deck as text, or deal numbers")
    if budget_states is not None:
        expect_whole(budget_states, "budget_states", expected=", or None")
    if store is not None:
        expect_path(store, "store")
    many = {"store": store, "executor": executor, "workers": workers}
    if one and (given := [name for name, value in many.items() if value is not None]):
        raise ValueError(f"{', '.join(given)}: read with one deck, expected many deal numbers, such as [7] for one")
    asked = _variants(variants)
    size = len(deck.split()) if isinstance(deck, str) else (asked[0] if variants is not None else CANFIELD).pack_size
    chosen, skipped = ([v for v in asked if (v.pack_size == size) is fits] for fits in (True, False))
    if not chosen:
        raise ValueError(f"deck: read {size} cards, expected as many as one of {', '.join(v.id for v in asked)} has")
    left_out = tuple(skipped) if variants is not None else ()
    if isinstance(deck, (int, str)):
        dealt: dict[str, Any] = {"deck": deck} if isinstance(deck, str) else {"seed": deck}
        rows = tuple(_trial(solve(deal(v, **dealt), budget_states=budget_states, budget_s=None)) for v in chosen)
        return Comparison(rows, left_out, budget_states, deck if isinstance(deck, int) else None, lang)
    numbers = tuple(dict.fromkeys(map(_deal_number, deck)))
    if not numbers:
        raise ValueError("deck: read no deal number, expected at least one")
    endings, knowledge = dict[Variant, tuple[Ending, ...]](), ""
    for v in chosen:
        played = study(v, numbers, budget_states=budget_states, store=store, executor=executor, workers=workers,
                       progress=progress)  # fmt: skip
        knowledge, found = played.settings.knowledge, {row.deal: row.verdict for row in played}
        endings[v] = tuple(found[number] for number in numbers)
    return Tally(numbers, endings, left_out, budget_states, knowledge, lang)


def _deal_number(value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"deck: read {value!r}, expected deal numbers, such as range(1, 51)")
    return value.__index__()


def _variants(variants: Iterable[str | Variant] | None) -> list[Variant]:
    if variants is None:
        return list(VARIANTS.values())
    if isinstance(variants, (str, Variant)) or not isinstance(variants, Iterable):  # type: ignore[redundant-expr]
        raise ValueError(f"variants: read {variants!r}, expected several, in a list")
    found = list({variant_of(each): None for each in variants})
    if not found:
        raise ValueError("variants: read none, expected at least one")
    return found


# One deck


@dataclass(frozen=True, slots=True)
class Trial:
    """What the solver found under one rule set, and its line, or best line, played out."""

    solution: Solution
    line: Replay = field(repr=False)

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self.solution.position.variant

    @property
    def verdict(self) -> Verdict:
        """Won, lost or unknown."""
        return self.solution.verdict

    @property
    def moves(self) -> int:
        """How many moves the winning line has, or else the one that brought the most cards up."""
        return len(self.line.moves)

    @property
    def states(self) -> int:
        """How many states were looked at."""
        return self.solution.states

    @property
    def founded(self) -> tuple[int, ...]:
        """How many cards lie on the foundations at each position of the line."""
        return self.line.founded


def _trial(solution: Solution) -> Trial:
    return Trial(solution, replay(solution))


_COLUMNS = ("id", "title", "verdict", "moves", "states", "founded", "pack")


@dataclass(frozen=True, slots=True)
class Comparison:
    """One deck under several rule sets, a row for each; a table where it is a cell's last value.

    `skipped` are the rule sets with another number of cards, `deal` is the deal number, None where there is none.
    """

    rows: tuple[Trial, ...]
    skipped: tuple[Variant, ...]
    budget_states: int | None
    deal: int | None
    lang: str = "en"

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Trial]:
        return iter(self.rows)

    def __getitem__(self, variant: str) -> Trial:
        """The row of the rule set with that id. Raises KeyError where there is none."""
        for row in self.rows:
            if row.variant.id == variant:
                return row
        raise KeyError(variant)

    def counts(self) -> Mapping[Verdict, int]:
        """How many rule sets there are of each verdict."""
        return {verdict: sum(row.verdict is verdict for row in self.rows) for verdict in Verdict}

    def to_rows(self) -> list[dict[str, Any]]:
        """The rows as plain values."""
        return [
            dict(zip(_COLUMNS, (row.variant.id, title_of(row.variant, self.lang), str(row.verdict), row.moves,
                                row.states, row.founded[-1], row.line.pack_size), strict=True))
            for row in self.rows
        ]  # fmt: skip

    def frame(self) -> Any:
        """The rows as a pandas DataFrame with a column for each key. Raises ImportError without pandas."""
        return frame_of("Comparison", self.to_rows(), _COLUMNS)

    def headline(self, lang: str | None = None) -> str:
        """What was asked and what came of it, in one sentence."""
        spoken = self.lang if lang is None else lang
        what = text("compare-own", spoken) if self.deal is None else text("deal", spoken, n=self.deal)
        ends = ", ".join(f"{n} {text(f'study-{verdict}', spoken)}" for verdict, n in self.counts().items() if n)
        return text("compare-says", spoken, deck=what, rules=speak_rules(len(self), spoken), ends=ends,
                    budget=speak_budget(self.budget_states, spoken))  # fmt: skip

    def plot(self, *, ax: Any = None, lang: str | None = None, theme: str = "light", width: float = 7.2) -> Any:
        """The foundation curve under every rule set, and how each ended; see `plot_comparison`."""
        # By name, when it is asked for: figures are made storeys above, and to compare takes no matplotlib.
        return loaded("comparison_figure", "plot_comparison")(self, ax=ax, lang=lang, theme=theme, width=width)

    def steppers(self, variants: Iterable[str] | None = None, *, width: int = 420) -> Any:
        """The lines to step through side by side, with one slider for all; see `step_together`.

        `variants` are ids of rows, None stands for the first four. Raises ValueError for an id that has no row.
        """
        named = [row.variant.id for row in self.rows[:4]] if variants is None else list(variants)
        known = {row.variant.id: row for row in self.rows}
        if missing := [name for name in named if name not in known]:
            raise ValueError(f"variants: read {missing[0]!r}, expected some of {', '.join(known)}")
        lines = {title_of(known[name].variant, self.lang): known[name].solution for name in named}
        return loaded("in_step", "step_together")(lines, lang=self.lang, width=width)

    def _table(self) -> tuple[list[str], list[list[str]]]:
        heads = ["rules-title", "compare-verdict", "class-moves", "class-cards", "compare-states"]
        cells = [
            [title_of(row.variant, self.lang), text(f"curve-{row.verdict}", self.lang), str(row.moves),
             text("curve-of", self.lang, n=row.founded[-1], of=row.line.pack_size), number_in(row.states, self.lang)]
            for row in self.rows
        ]  # fmt: skip
        return [text(head, self.lang) for head in heads], cells

    def __repr__(self) -> str:
        return f"<Comparison: {self.headline()}>"

    def __str__(self) -> str:
        return as_text(self.headline(), *self._table(), speak_skipped(self.skipped, self.lang))

    def _repr_html_(self) -> str:
        """The same as a table; its colours are those around it."""
        return as_html(self.headline(), *self._table(), speak_skipped(self.skipped, self.lang))
