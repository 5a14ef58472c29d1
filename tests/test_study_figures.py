"""Figures of studies: bars that are the counts, whiskers that are the intervals, curves that are the rows."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.axes import Axes

from canfield_widget.figures import NotebookAxes
from canfield_widget.studies import Study, study
from canfield_widget.study_figures import decided_shares, plot_study
from canfield_widget.study_store import Store
from canfield_widget.study_summary import Summary

STATES = 20_000


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with 30 deals under each of three rule sets, and some of the ranked hint."""
    file = tmp_path_factory.mktemp("figures") / "studies.sqlite"
    with ThreadPoolExecutor(2) as pool:
        for row in ("canfield", "canfield-relaxed", "casino"):
            study(row, range(1, 31), budget_states=STATES, executor=pool, store=file, progress=False)
    return file


@pytest.fixture(scope="module")
def studies(path: Path) -> list[Study]:
    return [Study.read(path, name) for name in Store(path).studies()]


@pytest.fixture(scope="module")
def ranked() -> Study:
    with ThreadPoolExecutor(1) as pool:
        return study("canfield", range(1, 4), player="ranked", executor=pool, progress=False)


def bars(ax: Axes) -> dict[str, tuple[float, float]]:
    """Each part of a bar by its name: where it begins and how wide it is."""
    return {str(bar.get_gid()): (float(bar.get_x()), float(bar.get_width())) for bar in ax.patches}


def titles(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def whiskers(ax: Axes) -> list[tuple[float, float]]:
    """The ends of the whiskers, without the one of the key."""
    found = [part.get_segments() for part in ax.collections]
    return [(float(s[0][0][0]), float(s[0][1][0])) for s in found if len(s)]


def test_the_parts_of_a_bar_are_the_shares_of_the_counts(studies: list[Study]):
    ax = plot_study(*studies)
    found = bars(ax)
    for title, played in zip(titles(ax), studies, strict=True):
        counts, left = played.summary(), 0.0
        for part in ("won", "unknown", "lost"):
            if share := getattr(counts, part) / 30:
                assert found.pop(f"{title}: {part}") == pytest.approx((left, share))
                left += share
        assert left == pytest.approx(1)
    assert not found


def test_a_whisker_is_the_interval_of_the_wins(studies: list[Study]):
    summaries = [played.summary() for played in studies]
    assert whiskers(plot_study(*studies)) == [pytest.approx((found.low, found.high)) for found in summaries]


def test_parts_differ_by_more_than_their_colour(studies: list[Study]):
    looks = {(bar.get_hatch(), bar.get_facecolor()[3]) for bar in plot_study(*studies).patches}
    assert len(looks) == 3


def test_a_store_and_its_path_stand_for_every_study_in_them(path: Path, studies: list[Study]):
    wanted = ["Canfield", "Relaxed Canfield", "Casino Canfield"]
    for given in (path, str(path), Store(path)):
        assert titles(plot_study(given)) == wanted
    assert titles(plot_study(studies[2], studies[0].summary())) == ["Casino Canfield", "Canfield"]


def test_studies_of_the_same_rules_are_told_apart_by_their_names(studies: list[Study], ranked: Study):
    ax = plot_study(studies[0], ranked)
    assert titles(ax) == ["canfield; solver", "canfield; ranked"]
    assert set(bars(ax)) >= {"canfield; solver: won", "canfield; ranked: not_won"}


def test_studies_with_one_name_are_told_apart_by_their_budgets():
    with ThreadPoolExecutor(1) as pool:
        made = [study("canfield", range(1, 3), budget_states=states, executor=pool, progress=False)
                for states in (2000, 20_000)]  # fmt: skip
    assert made[0].name == made[1].name
    assert [title.split("\n") for title in titles(plot_study(*made))] == [
        ["Canfield", "2,000 states a deal"], ["Canfield", "20,000 states a deal"],
    ]  # fmt: skip


def test_seconds_are_written_as_decimals(studies: list[Study]):
    ax = plot_study(studies[0], against="seconds")
    ax.figure.draw_without_rendering()
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert labels
    assert not any("e" in label for label in labels)


def test_summaries_of_the_same_rules_are_told_apart_by_what_differs():
    def told(*rows: tuple[str, str, int | None], lang: str = "en") -> list[str]:
        made = [Summary(record, player, "cards", budget, 1, 0, 0, 1) for record, player, budget in rows]
        return [title.replace("\n", " | ") for title in titles(plot_study(*made, lang=lang))]

    solver, ranked = ("canfield", "solver", 1000), ("canfield", "ranked", None)
    assert told(solver, ranked, ("rainfall", "solver", 9)) == [
        "Canfield | solver, sees all cards", "Canfield | ranked hint", "Rainfall",
    ]  # fmt: skip
    assert told(solver, ("canfield", "solver", 2000), lang="de") == [
        "Canfield | 1.000 Stellungen je Partie", "Canfield | 2.000 Stellungen je Partie",
    ]  # fmt: skip
    assert told(solver, ("canfield", "solver", None)) == ["Canfield | 1,000 states a deal", "Canfield | without limit"]
    assert told(solver, solver) == ["Canfield (1)", "Canfield (2)"]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("width", [5.0, 7.2, 11.0])
def test_the_key_of_the_parts_lies_inside_the_figure(lang: str, width: float):
    made = (
        Summary("canfield", "solver", "all cards", 9, 5, 3, 2, 0),
        Summary("rainfall", "ranked", "seen", 9, 5, 0, 0, 5),
    )
    ax = plot_study(*made, lang=lang, width=width)
    ax.figure.draw_without_rendering()
    key, whole = ax.get_legend().get_window_extent(), ax.figure.bbox
    assert len(ax.get_legend().get_texts()) == 5
    assert whole.x0 <= key.x0 < key.x1 <= whole.x1
    assert key.y1 <= whole.y1
    assert key.y0 >= ax.get_window_extent().y1 - 1


def test_a_part_says_its_share_where_it_has_room_and_a_bar_its_number():
    ax = plot_study(Summary("canfield", "solver", "all cards", 9, 940, 20, 40, 0), lang="de")
    said = [text.get_text() for text in ax.texts]
    assert said == ["94\N{NO-BREAK SPACE}%", "n = 1.000"]


def test_it_says_in_words_what_it_shows(studies: list[Study]):
    found = studies[0].summary()
    said = plot_study(*studies, lang="de").words.splitlines()
    assert said[0].startswith(
        f"Canfield: von 30 Partien {found.won} gewonnen, {found.unknown} offen, {found.lost} verl"
    )


@pytest.mark.parametrize(("against", "field"), [("states", "states"), ("seconds", "search_seconds")])
def test_a_curve_is_the_share_of_deals_decided_within_so_much(studies: list[Study], against: str, field: str):
    for played in studies:
        points = decided_shares(played, against)
        rows = [row for row in played if row.verdict in ("won", "lost")]
        for spent, share in points:
            assert share == pytest.approx(sum(getattr(row, field) <= spent for row in rows) / 30)
        assert points[-1][1] == pytest.approx(len(rows) / 30)
    ax = plot_study(*studies, against=against)
    for line, played in zip(ax.lines, studies, strict=True):
        heights = list(line.get_ydata())
        assert heights[1:-1] == [share for _, share in decided_shares(played, against)]
        assert (heights[0], heights[-1]) == (0, heights[-2])
        assert line.get_xdata()[-1] == max(getattr(row, field) for row in played)
    assert len({line.get_marker() for line in ax.lines}) == 3
    assert ax.get_xscale() == "log"


def test_a_curve_is_named_at_its_end_with_what_is_decided(studies: list[Study]):
    ax = plot_study(*studies, against="states", lang="de")
    shares = [round(100 * decided_shares(played)[-1][1]) for played in studies]
    assert [text.get_text() for text in ax.texts] == [
        f"{title}, {share}\N{NO-BREAK SPACE}%"
        for title, share in zip(("Canfield", "Lockeres Canfield", "Kasino-Canfield"), shares, strict=True)
    ]


def test_it_draws_on_axes_that_are_there_and_leaves_none_open(studies: list[Study]):
    figure, ax = plt.subplots()
    try:
        assert plot_study(*studies, ax=ax) is ax
        assert plt.get_fignums() == [figure.number]
    finally:
        plt.close(figure)
    made = plot_study(*studies, theme="dark")
    assert isinstance(made, NotebookAxes)
    made.figure.savefig(io.BytesIO())
    assert plt.get_fignums() == []


def test_bad_arguments_are_told(studies: list[Study], ranked: Study, tmp_path: Path):
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("no store")
    empty = Summary("canfield", "solver", "all cards", 9, 0, 0, 0, 0)
    for given, options, message in (
        ([], {}, "studies: read none"),
        ([5], {}, "studies: read 5"),
        ([foreign], {}, "no SQLite file"),
        ([empty], {}, "studies: read Canfield without a deal"),
        ([ranked], {"against": "states"}, "played by ranked, expected the solver's"),
        ([studies[0].summary()], {"against": "states"}, "expected studies, whose rows"),
        (studies, {"against": "moves"}, "against: read 'moves', expected one of states, seconds"),
        (studies, {"theme": "blue"}, "theme"), (studies, {"lang": "fr"}, "lang"), (studies, {"ax": "x"}, "ax: read"),
        (studies, {"width": -1}, "width"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=message):
            plot_study(*given, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="against: read 'moves'"):
        decided_shares(studies[0], "moves")
