"""Comparisons as text and as tables: a sentence above, a row for each rule set, and what was left out below."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import import_module
from typing import Any

from canfield_widget.rule_tables import RuleTable
from canfield_widget.speech import title_of
from canfield_widget.texts import text
from canfield_widget.variants import Variant


def frame_of(who: str, rows: list[dict[str, Any]], columns: Iterable[str]) -> Any:
    """The rows as a pandas DataFrame. Raises ImportError without pandas, naming who asked."""
    try:
        frames: Any = import_module("pandas").DataFrame
    except ImportError as error:
        raise ImportError(f'{who}.frame needs pandas: pip install "canfield-widget[pandas]"') from error
    return frames.from_records(rows, columns=list(columns))


def number_in(n: int, lang: str) -> str:
    """The number as it is written in `lang`."""
    return f"{n:,}" if lang == "en" else f"{n:,}".replace(",", ".")


def speak_budget(states: int | None, lang: str) -> str:
    """How many states a deal might take."""
    return (
        text("study-no-budget", lang)
        if states is None
        else text("study-budget-states", lang, n=number_in(states, lang))
    )


def speak_rules(n: int, lang: str) -> str:
    """So many rule sets."""
    return text("compare-rules-1" if n == 1 else "compare-rules", lang, n=n)


def speak_skipped(skipped: Iterable[Variant], lang: str) -> str:
    """Which rule sets were left out, and why; empty where none was."""
    titles = ", ".join(title_of(v, lang) for v in skipped)
    return text("compare-skipped", lang, titles=titles) if titles else ""


def as_text(head: str, heads: list[str], cells: list[list[str]], foot: str) -> str:
    """A line for each row, its cells under the heads, between the sentences above and below."""
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
             for row in (heads, *cells)]  # fmt: skip
    return "\n".join(filter(None, (head, *lines, foot)))


def as_html(head: str, heads: list[str], cells: list[list[str]], foot: str) -> str:
    """The same as a table; its colours are those around it."""
    table = RuleTable(tuple(heads), tuple(map(tuple, cells)))
    shown = table._repr_html_()  # pyright: ignore[reportPrivateUsage]
    return f"<div>{escape(head)}</div>{shown}<div>{escape(foot)}</div>"
