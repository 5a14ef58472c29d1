"""What a search was like, as small panels over its states or seconds: what it reached, how deep, how full, how fast."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator
from matplotlib.transforms import ScaledTranslation

from canfield_widget.faces import check_theme, colour
from canfield_widget.figures import NotebookAxes, NotebookFigure, axes_of, inches
from canfield_widget.progress_parts import in_percent
from canfield_widget.solver import Solution, Verdict
from canfield_widget.solver.report import number
from canfield_widget.solver.trace import Progress, Trace
from canfield_widget.texts import text, words

Searches = Mapping[str, Solution | Trace] | Iterable[Solution | Trace] | Solution | Trace

_PAINTS = ("can", "hint", "focus", "blame", "text", "muted")
_STYLES: tuple[Any, ...] = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (6, 2, 1, 2)), (0, (9, 3)), (0, (3, 1, 1, 1, 1, 1)))
MOST_SEARCHES = len(_PAINTS)
"""So many searches are told apart in one figure."""

MARKS = {Verdict.WON: "o", Verdict.LOST: "X", Verdict.UNKNOWN: "o"}
"""The shape of a verdict; that of an unknown one is hollow."""

_LETTERS = 9.5
_RATES = 60
"""A rate is measured over about so large a share of the whole time, so that one slice does not show."""
_DEPTHS = 120
"""So many depths are drawn at the most, for more are a thicket."""

_Points = tuple[list[float], list[float]]


def _figure_of(name: str) -> Callable[[Trace, str], _Points]:
    return lambda trace, axis: (
        [getattr(sample, axis) for sample in trace.samples],
        [getattr(sample, name) for sample in trace.samples],
    )


def _depths(trace: Trace, axis: str) -> _Points:
    """The depth now and then, as often at the start, where samples are close, as later on."""
    kept, least = [trace.samples[0]], getattr(trace.samples[-1], axis) / _DEPTHS
    for sample in trace.samples[1:]:
        if getattr(sample, axis) - getattr(kept[-1], axis) >= least:
            kept.append(sample)
    if kept[-1] != trace.samples[-1]:
        kept.append(trace.samples[-1])
    return [getattr(sample, axis) for sample in kept], [sample.depth for sample in kept]


def _shares(trace: Trace, axis: str) -> _Points:
    """How many of the states of each stretch the table knew."""
    return _between(trace, axis, lambda one, two: ((two.hits - one.hits), two.states - one.states))


def _rates(trace: Trace, axis: str) -> _Points:
    """States a second of each stretch."""
    return _between(trace, axis, lambda one, two: (two.states - one.states, two.seconds - one.seconds))


def _between(trace: Trace, axis: str, parts: Callable[[Progress, Progress], tuple[float, float]]) -> _Points:
    """A quotient for each stretch of the search, at the end of it, and at the start of the first."""
    least = trace.samples[-1].seconds / _RATES
    kept = [trace.samples[0]]
    for sample in trace.samples[1:]:
        if sample.seconds - kept[-1].seconds >= least and sample.states > kept[-1].states:
            kept.append(sample)
    if kept[-1].states < trace.samples[-1].states:
        kept[max(len(kept) - 1, 1) :] = [trace.samples[-1]]
    xs, ys = list[float](), list[float]()
    for one, two in pairwise(kept):
        above, below = parts(one, two)
        if below > 0:
            xs.append(getattr(two, axis))
            ys.append(above / below)
    return ([getattr(kept[0], axis), *xs], [ys[0], *ys]) if ys else ([], [])


@dataclass(frozen=True, slots=True)
class _Panel:
    """One of the panels: where its curve comes from, how it is drawn, and whether its scale has the whole pack."""

    points: Callable[[Trace, str], _Points]
    drawn: str = "default"
    pack: bool = False
    share: bool = False
    room: bool = False


_PANELS: Mapping[str, _Panel] = {
    "founded": _Panel(_figure_of("founded"), "steps-post", pack=True),
    "depth": _Panel(_depths),
    "table": _Panel(_figure_of("entries"), room=True),
    "rate": _Panel(_rates, "steps-pre"),
    "restarts": _Panel(_figure_of("restarts"), "steps-post"),
    "hits": _Panel(_shares, "steps-pre", share=True),
}
PANELS = ("founded", "depth", "table", "rate")
"""The panels that are drawn unless others are named; `restarts` and `hits` are there, too."""


def plot_search(
    searches: Searches,
    *,
    panels: Sequence[str] = PANELS,
    x: str = "states",
    ax: Axes | None = None,
    lang: str | None = None,
    theme: str = "light",
    width: float = 7.2,
) -> Axes:
    """What recorded searches were like: new axes with a small panel for each figure, or `ax` with the panels in it.

    `searches` is a Solution of `solve(..., record=True)` or its trace, several of them, or a mapping from names to
    them. The panels share `x`, `states` or `seconds`: `founded`, the most cards on the foundations so far; `depth`;
    `table`, the states kept, and thin, the room for them; `rate`, states a second; `restarts`, or probes; `hits`, the
    share of states that were known already. Each search ends in the mark of its verdict: full for won, a cross for
    lost, hollow for unknown. The panels are `child_axes` of what is returned. New axes have a figure of their own,
    `width` inches wide, shown by the notebook where they are a cell's last value; `lang` is `en` (None) or `de`.
    On `ax` the key stands above and the scale below, with room in `layout="constrained"`.

    Raises ValueError for no search, one without a trace, more than six, and for another panel, x, language, theme,
    width or `ax`.

    >>> from canfield_widget.position import deal
    >>> from canfield_widget.solver import solve
    >>> axes = plot_search(solve(deal("storehouse", seed=2), record=True), panels=["founded", "depth"])
    >>> [panel.get_title(loc="left") for panel in axes.child_axes]
    ['Most cards on the foundations', 'Depth in plies']
    """
    check_theme(theme)
    spoken = "en" if lang is None else lang
    words(spoken)
    named = _named(searches, spoken)
    chosen = _chosen(panels)
    if x not in ("states", "seconds"):
        raise ValueError(f"x: read {x!r}, expected one of states, seconds")
    if ax is None:
        figure = NotebookFigure(
            figsize=(inches(width), 0.5 + 0.2 * len(named) + 1.25 * len(chosen)), layout="constrained"
        )
        figure.set_facecolor(colour("table-top", theme))
        made = cast("NotebookAxes", figure.add_subplot(axes_class=NotebookAxes))
        figure.words = made.words = "\n".join(_words(name, trace, spoken) for name, trace in named.items())
        return _plot(made, named, chosen, x, spoken, theme)
    return _plot(axes_of(ax), named, chosen, x, spoken, theme)


def trace_of(search: object) -> Trace:
    """The trace of what was handed in. Raises ValueError where there is none."""
    trace = search.trace if isinstance(search, Solution) else search
    if isinstance(trace, Trace):
        return trace
    read = "a solution without a trace" if isinstance(search, Solution) else repr(search)
    raise ValueError(f"search: read {read}, expected one of solve(..., record=True), or its trace")


def _named(searches: object, lang: str) -> dict[str, Trace]:
    """The traces, each under its name; a single one has none."""
    if isinstance(searches, (Solution, Trace)):
        return {"": trace_of(searches)}
    if isinstance(searches, Mapping):
        found = {str(name): trace_of(search) for name, search in searches.items()}
    elif isinstance(searches, Iterable) and not isinstance(searches, str):
        found = {
            text("search-figure-name", lang, n=n): trace_of(search) for n, search in enumerate(cast(Any, searches), 1)
        }
    else:
        raise ValueError(
            f"searches: read {searches!r}, expected solutions with traces, or a mapping from names to them"
        )
    if not 1 <= len(found) <= MOST_SEARCHES:
        raise ValueError(f"searches: read {len(found)}, expected 1 to {MOST_SEARCHES}")
    return found


def _chosen(panels: object) -> tuple[str, ...]:
    named = tuple(panels) if isinstance(panels, Sequence) and not isinstance(panels, str) else ()
    if not named or any(name not in _PANELS for name in named):
        raise ValueError(f"panels: read {panels!r}, expected some of {', '.join(_PANELS)}, in a list")
    return named


def _words(name: str, trace: Trace, lang: str) -> str:
    end = trace.samples[-1]
    said = text(
        "search-figure-says", lang, verdict=text(f"solution-{trace.verdict}", lang), states=number(end.states, lang),
        seconds=number(end.seconds, lang, 2), founded=text("founded", lang, n=end.founded, of=trace.pack_size),
        entries=number(end.entries, lang), room=number(end.room, lang),
    )  # fmt: skip
    return f"{name}: {said}" if name else said


def _plot(ax: Axes, named: Mapping[str, Trace], chosen: Sequence[str], x: str, lang: str, theme: str) -> Axes:
    ax.set_axis_off()
    gap = 0.34 / len(chosen)
    height = (1 - gap * (len(chosen) - 1)) / len(chosen)
    first: Axes | None = None
    for n, name in enumerate(chosen):
        panel = ax.inset_axes((0.0, 1 - height - n * (height + gap), 1.0, height), sharex=first)
        first = first or panel
        for style, trace in enumerate(named.values()):
            _draw(panel, _PANELS[name], trace, x, style, theme)
        _dress(panel, name, named, lang, theme)
        panel.tick_params(labelbottom=n == len(chosen) - 1)
    assert first is not None
    last = ax.child_axes[-1]
    most = max(getattr(trace.samples[-1], x) for trace in named.values()) or 1
    last.set_xlim(0, most)
    last.xaxis.set_major_locator(MaxNLocator(6, integer=x == "states"))
    last.set_xlabel(_scaled(last.xaxis, text(f"search-figure-{x}", lang), most, lang))
    last.xaxis.label.set(color=colour("muted", theme), size=_LETTERS)
    _write_key(first, named, lang, theme)
    return ax


def _draw(ax: Axes, panel: _Panel, trace: Trace, x: str, style: int, theme: str) -> None:
    """The curve of one search with the mark of its verdict, and what belongs to the panel."""
    paint, ground = colour(_PAINTS[style], theme), colour("table-top", theme)
    xs, ys = panel.points(trace, x)
    if panel.room:
        _, rooms = _figure_of("room")(trace, x)
        ax.plot(xs, rooms, drawstyle="steps-post", color=paint, linewidth=0.9, linestyle=":", zorder=2)
        ax.fill_between(xs, ys, color=paint, alpha=0.14, linewidth=0)
    ax.plot(xs, ys, drawstyle=panel.drawn, color=paint, linestyle=_STYLES[style], linewidth=1.6, zorder=3)
    ax.plot(xs[-1:], ys[-1:], clip_on=False, **_mark(trace.verdict, paint, ground))


def _mark(verdict: Verdict, paint: str, ground: str) -> dict[str, Any]:
    """How the mark of a verdict is drawn."""
    edge = ground if verdict is Verdict.LOST else paint
    face = ground if verdict is Verdict.UNKNOWN else paint
    return {
        "marker": MARKS[verdict], "markersize": 8.5 if verdict is Verdict.LOST else 7.5, "markeredgewidth": 1.5,
        "markerfacecolor": face, "markeredgecolor": edge, "color": paint, "linestyle": "none", "zorder": 4,
    }  # fmt: skip


def _dress(ax: Axes, name: str, named: Mapping[str, Trace], lang: str, theme: str) -> None:
    """Title, scale and grid of a panel."""
    panel, muted, faint = _PANELS[name], colour("muted", theme), colour("line", theme)
    ax.set_facecolor("none")
    title = text(f"search-figure-panel-{name}", lang)
    if panel.pack:
        pack = max(trace.pack_size for trace in named.values())
        ax.set_ylim(0, pack)
        ax.set_yticks([0, pack // 2, pack])
    elif panel.share:
        ax.set_ylim(0, 1)
        ax.set_yticks([0, 0.5, 1])
        ax.yaxis.set_major_formatter(in_percent(lang))
    else:
        ax.set_ylim(0, max(ax.get_ylim()[1], 1))
        ax.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        title = _scaled(ax.yaxis, title, ax.get_ylim()[1], lang)
    ax.set_title(title, loc="left", color=colour("text", theme), size=_LETTERS, pad=4)
    ax.grid(axis="y", color=faint, linewidth=0.8)
    ax.set_axisbelow(True)
    ax.tick_params(colors=muted, labelsize=8.5, length=0)
    for side, spine in ax.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(faint)


def _scaled(axis: Axis, name: str, most: float, lang: str) -> str:
    """The name of an axis with the unit that its numbers up to `most` are written in from now on."""
    unit, key = next(((unit, key) for unit, key in _UNITS if most >= 2 * unit), (1, ""))
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value / unit, lang)))
    return f"{name} ({text(f'search-figure-{key}', lang)})" if key else name


_UNITS = ((1_000_000, "millions"), (1_000, "thousands"))


def short(value: float, lang: str) -> str:
    """The number as it is written in that language, without zeros that say nothing.

    >>> short(2.5, "de"), short(1200, "en"), short(0.05, "en")
    ('2,5', '1,200', '0.05')
    """
    written = number(value, lang, 6)
    return written.rstrip("0").rstrip(",.")


def _write_key(ax: Axes, named: Mapping[str, Trace], lang: str, theme: str) -> None:
    """The name, style and verdict of each search, over the first panel."""
    ground, handles = colour("table-top", theme), list[Line2D]()
    for style, (name, trace) in enumerate(named.items()):
        paint, end = colour(_PAINTS[style], theme), trace.samples[-1]
        mark = _mark(trace.verdict, paint, ground) | {"linestyle": _STYLES[style], "linewidth": 1.6}
        said = text("search-figure-key", lang, verdict=text(f"search-figure-{trace.verdict}", lang),
                    states=number(end.states, lang), seconds=number(end.seconds, lang, 2))  # fmt: skip
        handles.append(Line2D([], [], label=f"{name}: {said}" if name else said, **mark))
    over_title = ScaledTranslation(0, 20 / 72, cast("Any", ax.get_figure(root=True)).dpi_scale_trans)
    legend = ax.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(0, 1), bbox_transform=ax.transAxes + over_title,
        frameon=False, fontsize=_LETTERS, labelcolor=colour("text", theme), handlelength=3.2, borderaxespad=0,
        borderpad=0, labelspacing=0.35,
    )  # fmt: skip
    for label in legend.get_texts():
        label.set_parse_math(False)
