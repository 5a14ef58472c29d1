"""What many deals come to as figures: won, lost and open for each study, and how much search it took to decide them."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter

from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import axes_of, inches
from canfield_widget.notation import read_variant
from canfield_widget.progress_parts import (
    LETTERS,
    MARKERS,
    PAINTS,
    Name,
    dress,
    in_percent,
    new_axes,
    tell,
    write_key,
    write_key_above,
    write_names,
)
from canfield_widget.speech import title_of
from canfield_widget.studies import Study
from canfield_widget.study_store import Ending, Store
from canfield_widget.study_summary import Summary
from canfield_widget.texts import percent, text, words

_MEASURES = {"states": "states", "seconds": "search_seconds"}
_ROW, _REST = 0.42, 1.2
"""Inches for each bar, and for all around them."""
_WIDE_ENOUGH = 0.09
"""A part of a bar as wide as this has room for its per cent."""
_PARTS: dict[str, tuple[str, float, str]] = {
    "won": ("can", 1.0, ""), "unknown": ("muted", 0.0, "////"), "lost": ("blame", 0.3, ""),
    "not_won": ("muted", 0.25, ""),
}  # fmt: skip
"""Colour, opacity and hatch of the parts of a bar."""


def plot_study(
    *studies: Study | Summary | Store | str | os.PathLike[str],
    against: str | None = None,
    ax: Axes | None = None,
    lang: str = "en",
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """A bar for each study, won, unknown and lost, on new axes or on `ax`; or how much search decided its deals.

    `studies` are Study objects, stores or the paths of stores (every study in them), or summaries. The whisker is the
    95% interval of the wins, which counts unknown deals both ways. With `against="states"` or `"seconds"` there is a
    curve for each study instead: the share of its deals that were won or proved lost within so many of them. Each is
    named by the title of its rules; of those with the same title a study by its own name if no other has it, else by
    its record if that differs, and by its player, its budget or a number, whatever tells it apart. New axes have a
    figure of their own, `width` inches wide, which is shown by the notebook where they are a cell's last value.

    Raises ValueError for no study, one without a deal, another `against`, theme, language, width or `ax`, a file that
    is no store, and with `against` for a summary and for a study of a player who proves nothing.

    >>> from canfield_widget.study_summary import Summary
    >>> axes = plot_study(Summary("canfield", "solver", "all cards", 1000, won=60, lost=30, unknown=10, not_won=0))
    >>> [round(float(patch.get_width()), 2) for patch in axes.patches]
    [0.6, 0.1, 0.3]
    """
    check_theme(theme)
    words(lang)
    wide = inches(width)
    if against is not None and against not in tuple(_MEASURES):
        raise ValueError(f"against: read {against!r}, expected one of {', '.join(_MEASURES)}, or None")
    found = [each for given in studies for each in _opened(given)]
    if not found:
        raise ValueError("studies: read none, expected at least one")
    summaries = [each.summary(lang) if isinstance(each, Study) else each for each in found]
    titles = _titles(found, summaries, lang)
    for title, summary in zip(titles, summaries, strict=True):
        if not summary.n:
            raise ValueError(f"studies: read {title} without a deal, expected at least one in each")
    height = wide * 0.5 if against else _REST + _ROW * len(found)
    made = new_axes(wide, height, theme) if ax is None else axes_of(ax)
    if against:
        told = _draw_curves(made, found, titles, against, lang, theme)
    else:
        told = _draw_bars(made, summaries, titles, lang, theme)
    if ax is None:
        tell(made, told)
    return made


def _opened(given: object) -> list[Study | Summary]:
    if isinstance(given, (Study, Summary)):
        return [given]
    store = given if isinstance(given, Store) else Store(given) if isinstance(given, (str, os.PathLike)) else None
    if store is None:
        raise ValueError(f"studies: read {given!r}, expected a Study, a Summary, a Store or the path of one")
    return [Study(name, settings, store, key) for name, (key, settings) in store.studies().items()]


def _titles(found: Sequence[Study | Summary], summaries: Sequence[Summary], lang: str) -> list[str]:
    titles = [title_of(read_variant(summary.record), lang) for summary in summaries]
    alike = {title for title in titles if titles.count(title) > 1}
    for title in alike:
        like = [n for n, other in enumerate(titles) if other == title]
        own = _own_names(title, [summaries[n] for n in like], lang)
        names = [each.name for n in like if isinstance(each := found[n], Study)]
        for n, name in zip(like, own, strict=True):
            each = found[n]
            titles[n] = each.name if isinstance(each, Study) and names.count(each.name) == 1 else name
    # Studies of two stores may have one name, and summaries may be alike in all that they were made with.
    return [title if titles.count(title) == 1 else f"{title} ({titles[:n].count(title) + 1})"
            for n, title in enumerate(titles)]  # fmt: skip


def _own_names(title: str, alike: Sequence[Summary], lang: str) -> list[str]:
    """The title with as much of what the summaries were made with as differs between them."""
    differs = {part: len({getattr(summary, part) for summary in alike}) > 1 for part in ("record", "player", "budget")}
    # Budgets of two players are not of one kind.
    differs["budget"] &= any(one.player == other.player and one.budget != other.budget
                             for one, other in combinations(alike, 2))  # fmt: skip
    return ["\n".join([
        summary.record if differs["record"] else title,
        *([text(f"study-figure-{summary.player}", lang)] if differs["player"] else []),
        *([_say_budget(summary, lang)] if differs["budget"] else []),
    ]) for summary in alike]  # fmt: skip


def _say_budget(summary: Summary, lang: str) -> str:
    if summary.budget is None:
        return text("study-no-budget", lang)
    unit = "moves" if summary.player == "ranked" else "states"
    return text(f"study-figure-budget-{unit}", lang, n=_number(summary.budget, lang))


# Bars


def _draw_bars(ax: Axes, summaries: Sequence[Summary], titles: Sequence[str], lang: str, theme: str) -> str:
    ink, told = colour("text", theme), list[str]()
    met = [part for part in _PARTS if any(getattr(summary, part) for summary in summaries)]
    for n, (summary, title) in enumerate(zip(summaries, titles, strict=True)):
        left = 0.0
        for part in _PARTS:
            share = getattr(summary, part) / summary.n
            if not share:
                continue
            ax.barh(n, share, left=left, height=0.56, gid=f"{title}: {part}", **_look(part, theme))
            if share >= _WIDE_ENOUGH:
                _write_share(ax, left + share / 2, n, share, part, lang, theme)
            left += share
        # Below the bar, where it crosses no number.
        won = summary.won / summary.n
        ax.errorbar(
            [won], [n + 0.38], xerr=[[won - summary.low], [summary.high - won]], color=ink, linewidth=1.4, capsize=3,
            capthick=1.4, marker="o", markersize=3.5, zorder=4, gid=f"{title}: interval", clip_on=False,
        )  # fmt: skip
        told.append(_say(summary, title, lang))
    ax.set_xlim(0, 1)
    ax.set_ylim(len(summaries) - 0.4, -0.5)
    ax.set_yticks(range(len(summaries)), titles)
    ax.xaxis.set_major_formatter(in_percent(lang))
    ax.set_xlabel(text("study-figure-share", lang))
    dress(ax, theme, grid="x", spine="")
    for label in ax.get_yticklabels():
        label.set(color=ink, size=LETTERS, parse_math=False)
    beside = ax.get_yaxis_transform()
    for n, summary in enumerate(summaries):
        ax.text(
            1.02, n, f"n = {_number(summary.n, lang)}", transform=beside, color=ink, size=LETTERS, va="center_baseline"
        )
    patches: list[Any] = [Patch(label=_word(part, lang), **_look(part, theme)) for part in met]
    whisker = ax.errorbar([], [], xerr=[], color=ink, linewidth=1.4, marker="o", markersize=3.5, capsize=3,
                          capthick=1.4, label=text("study-figure-interval", lang))  # fmt: skip
    write_key_above(ax, [*patches, whisker], theme, handlelength=1.6)
    return "\n".join(told)


def _word(part: str, lang: str) -> str:
    name = part.replace("_", "-")
    return text(f"study-{name}", lang)


def _look(part: str, theme: str) -> dict[str, Any]:
    name, opacity, hatch = _PARTS[part]
    paint = colour(name, theme)
    return {"facecolor": (paint, opacity), "edgecolor": paint, "linewidth": 0.8, "hatch": hatch, "hatch_linewidth": 0.7}


def _write_share(ax: Axes, x: float, y: float, share: float, part: str, lang: str, theme: str) -> None:
    ground = {"boxstyle": "round,pad=0.15", "facecolor": colour("table-top", theme), "edgecolor": "none"}
    ax.text(x, y, percent(share, lang=lang), ha="center", va="center_baseline", size=LETTERS, zorder=5,
            color=colour("on" if part == "won" else "text", theme), bbox=ground if part == "unknown" else None,
            fontweight="bold" if part == "won" else "normal")  # fmt: skip


def _say(summary: Summary, title: str, lang: str) -> str:
    counts = ", ".join(f"{_number(n, lang)} {_word(part, lang)}" for part in _PARTS if (n := getattr(summary, part)))
    return text("study-figure-says", lang, title=title.replace("\n", ", "), n=_number(summary.n, lang), counts=counts,
                low=percent(summary.low, lang=lang), high=percent(summary.high, lang=lang))  # fmt: skip


def _number(n: float, lang: str) -> str:
    return f"{n:,.0f}" if lang == "en" else f"{n:,.0f}".replace(",", ".")


def _decimal(x: float, lang: str) -> str:
    plain = f"{x:.6f}".rstrip("0").rstrip(".")
    return plain if lang == "en" else plain.replace(".", ",")


# Curves


def decided_shares(study: Study, against: str = "states") -> tuple[tuple[float, float], ...]:
    """Pairs of a number of states or seconds and the share of the deals that were decided within it, both rising.

    Raises ValueError for another `against`, and for a study of a player who proves nothing.
    """
    if against not in tuple(_MEASURES):
        raise ValueError(f"against: read {against!r}, expected one of {', '.join(_MEASURES)}")
    if study.settings.player != "solver":
        raise ValueError(f"studies: read {study.name!r}, played by {study.settings.player}, expected the solver's")
    rows = list(study)
    needed = sorted(getattr(row, _MEASURES[against]) for row in rows if row.verdict in (Ending.WON, Ending.LOST))
    return tuple({spent: n / len(rows) for n, spent in enumerate(needed, 1)}.items())


def _draw_curves(
    ax: Axes, found: Sequence[Study | Summary], titles: Sequence[str], against: str, lang: str, theme: str
) -> str:
    if summaries := [each for each in found if not isinstance(each, Study)]:
        raise ValueError(f"studies: read a summary ({summaries[0].record}), expected studies, whose rows are needed")
    studies = [each for each in found if isinstance(each, Study)]
    shares = [decided_shares(study, against) for study in studies]
    ends = [max(getattr(row, _MEASURES[against]) for row in study) for study in studies]
    starts = [points[0][0] for points in shares if points] or ends
    low, high = max(min(starts), 1e-6), max(max(ends), 1e-5)
    told, names, curves = list[str](), list[Name](), list[Any]()
    for n, (points, title, study) in enumerate(zip(shares, titles, studies, strict=True)):
        paint, last = colour(PAINTS[n % len(PAINTS)], theme), points[-1][1] if points else 0.0
        said = f"{title}, {percent(last, lang=lang)}"
        curves += ax.plot(
            [low / 2, *(max(x, low) for x, _ in points), ends[n]], [0, *(share for _, share in points), last],
            drawstyle="steps-post", color=paint, linewidth=2.4 - 1.2 * n / max(len(studies) - 1, 1),
            linestyle=("-", "--", "-.", ":")[n // len(PAINTS) % 4], marker=MARKERS[n % len(MARKERS)],
            markevery=[len(points) + 1], markersize=7, label=said, gid=title, zorder=3,
        )  # fmt: skip
        names.append(Name(said, last, paint, MARKERS[n % len(MARKERS)], paint))
        told.append(text("study-figure-decided-says", lang, title=title, share=percent(last, lang=lang),
                         n=_number(len(study), lang)))  # fmt: skip
    ax.set_xscale("log")
    ax.set_xlim(low / 2, high * 1.15)
    ax.set_ylim(0, 1.04)
    ax.yaxis.set_major_formatter(in_percent(lang))
    if against == "states":
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _number(x, lang)))
    else:
        ax.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _decimal(x, lang)))
    ax.set_xlabel(text(f"study-figure-{against}", lang))
    ax.set_ylabel(text("study-figure-decided", lang))
    dress(ax, theme)
    ax.minorticks_off()
    if not write_names(ax, names, top=1):
        write_key(ax, curves, theme)
    return "\n".join(told)
