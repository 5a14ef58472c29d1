"""One position searched with several settings: what is compared, the table, the bars."""

from __future__ import annotations

import io
from dataclasses import fields

import pytest
from matplotlib.axes import Axes

from canfield_widget.faces import colour
from canfield_widget.figures import NotebookAxes
from canfield_widget.notation import write_position
from canfield_widget.position import deal
from canfield_widget.search_comparisons import SearchComparison, SearchRow, compare_searches
from canfield_widget.solver import Proof, Prunings, Solution, StoppedBy, Verdict, compiled, solve

STATES = 50_000 if compiled else 1000
DEAL = deal("canfield", seed=2)


def made(**found: tuple[Verdict, int]) -> SearchComparison:
    """A comparison of searches that were never made."""
    rows = [
        SearchRow(
            name, Prunings(), Solution(
                DEAL, verdict, states=states, search_seconds=states / 1e6,
                stopped_by=StoppedBy.STATES if verdict is Verdict.UNKNOWN else None,
                proof=Proof.EXACT if verdict is Verdict.LOST else None,
            ),
        )
        for name, (verdict, states) in found.items()
    ]  # fmt: skip
    return SearchComparison(DEAL, tuple(rows))


THREE = made(all=(Verdict.LOST, 2000), dead_test=(Verdict.UNKNOWN, 50_000), restarts=(Verdict.LOST, 1500))


def names(compared: SearchComparison) -> list[str]:
    return [row.name for row in compared]


def test_everything_is_on_first_and_then_each_that_matters_is_off_in_turn():
    compared = compare_searches(DEAL, budget_states=STATES)
    assert names(compared) == ["all", "safe_moves", "dead_test", "restarts", "covers", "one_deck"]
    switches = [part.name for part in fields(Prunings)]
    for row in compared:
        assert [name for name in switches if not getattr(row.prunings, name)] == [row.name] * (row.name != "all")
        expected = solve(DEAL, budget_states=STATES, prunings=row.prunings)
        assert (row.solution.verdict, row.solution.states) == (expected.verdict, expected.states)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("superior", ["all", "safe_moves", "dead_test", "restarts", "covers", "one_deck"]),
        ("storehouse", ["all", "safe_moves", "restarts"]), ("quadruple", ["all", "restarts"]),
        ("selective", ["all", "safe_moves", "dead_test", "restarts", "covers", "one_deck"]),
    ],
)  # fmt: skip
def test_what_makes_no_difference_under_the_rules_is_left_out(row: str, expected: list[str]):
    assert names(compare_searches(deal(row, seed=1), budget_states=500)) == expected


def test_settings_of_one_s_own_keep_their_names_and_order():
    settings = {"broad": Prunings(one_deck=False), "all but one": Prunings(dead_test=False)}
    compared = compare_searches(write_position(DEAL), settings, budget_states=STATES)
    assert names(compared) == ["broad", "all but one"]
    assert [row.prunings for row in compared] == list(settings.values())
    assert str(compared).startswith("broad: Verdict won, ")


def test_the_words_say_more_than_where_there_was_no_answer():
    first, second, third = str(THREE).splitlines()
    assert first == "everything on: Verdict lost, proved, States looked at 2,000, Seconds 0.002"
    assert "Verdict undecided, States looked at 50,000, against the first > × 25" in second
    assert "against the first × 0.75" in third
    backwards = made(one=(Verdict.UNKNOWN, 1000), two=(Verdict.WON, 100), three=(Verdict.UNKNOWN, 1000))
    _, second, third = str(backwards).splitlines()
    assert "< × 0.10" in second
    assert "against" not in third
    assert THREE.say("de").startswith("alles an: Urteil verloren, bewiesen, Untersuchte Stellungen 2.000")


def test_the_table_has_a_row_for_each_search():
    page = THREE._repr_html_()
    assert page.count("<tr") == 4
    assert page.count('scope="row"') == 3
    assert "no test for lost positions" in page
    assert "&lt;b&gt;" in made(**{"<b>": (Verdict.WON, 5)})._repr_html_()


def test_the_frame_has_settings_verdict_and_figures(monkeypatch: pytest.MonkeyPatch):
    compared = compare_searches(DEAL, budget_states=STATES)
    frame = compared.frame()
    assert list(frame["name"]) == names(compared)
    assert list(frame["states"]) == [row.solution.states for row in compared]
    assert list(frame["plies"]) == [len(row.solution.line) for row in compared]
    assert [name for name in frame["name"][1:] if not frame.set_index("name").loc[name, name]] == names(compared)[1:]

    def refuse(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("canfield_widget.search_comparisons.import_module", refuse)
    with pytest.raises(ImportError, match=r"SearchComparison.frame needs pandas"):
        compared.frame()


def ends(ax: Axes) -> list[float]:
    """Where the bars end."""
    return [bar.get_x() + bar.get_width() for bar in ax.patches]


def test_bars_end_at_the_states_on_a_scale_of_tens():
    ax = THREE.plot()
    assert ax.get_xscale() == "log"
    assert ends(ax) == [2000, 50_000, 1500]
    assert {bar.get_x() for bar in ax.patches} == {100}
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "everything on", "no test for lost positions", "no restarts or probes",
    ]  # fmt: skip
    assert [text.get_text() for text in ax.texts] == ["", "> × 25", "× 0.75", "against the first"]


def test_no_column_stands_empty_under_its_head():
    open_alone = made(a=(Verdict.UNKNOWN, 50), b=(Verdict.UNKNOWN, 60))
    assert [text.get_text() for text in open_alone.plot().texts if text.get_text()] == []
    assert [text.get_text() for text in made(a=(Verdict.WON, 50)).plot().texts if text.get_text()] == []
    for compared, heads in ((open_alone, 4), (THREE, 5)):
        page = compared._repr_html_()
        assert page.count('scope="col"') == heads
        assert page.count("<td") == (heads - 1) * len(compared)
    assert "against the first" not in open_alone._repr_html_()


def test_a_verdict_is_told_by_shape_and_filling_as_well_as_by_colour():
    ax = made(a=(Verdict.WON, 50), b=(Verdict.LOST, 60), c=(Verdict.UNKNOWN, 70)).plot()
    assert [line.get_marker() for line in ax.lines] == ["o", "X", ">"]
    assert [bar.get_hatch() or "" for bar in ax.patches] == ["", "", "////"]
    assert ax.lines[2].get_markerfacecolor() == colour("table-top")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["won", "lost, proved", "undecided"]


def test_a_figure_of_its_own_has_words_and_nothing_lies_outside():
    ax = THREE.plot(lang="de", theme="dark")
    assert isinstance(ax, NotebookAxes)
    assert ax.words == THREE.say("de")
    ax.figure.savefig(io.BytesIO())
    for label in (*ax.get_yticklabels(), *ax.texts, *ax.get_legend().get_texts()):
        box = label.get_window_extent()
        assert ax.figure.bbox.x0 - 1 <= box.x0
        assert box.x1 <= ax.figure.bbox.x1 + 1
    other = THREE.plot()
    assert THREE.plot(ax=other) is other


@pytest.mark.parametrize(
    ("position", "settings", "others", "message"),
    [
        (5, None, {}, "position: read 5"), (DEAL, {}, {}, "settings: read {}"),
        (DEAL, [Prunings()], {}, "settings: read"), (DEAL, {"a": True}, {}, "settings: read 'a': True"),
        (DEAL, None, {"budget_states": 0}, "budget_states: read 0"),
        (DEAL, None, {"budget_states": None}, "budget_states: read None"), (DEAL, None, {"lang": "fr"}, "lang"),
        (DEAL.player_view(), {"a": Prunings()}, {}, "hidden"), (DEAL.player_view(), None, {}, "hidden"),
        (DEAL, None, {"memory": -1}, "memory: read -1"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(position: object, settings: object, others: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        compare_searches(position, settings, **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [{"theme": "blue"}, {"lang": "fr"}, {"width": 0}, {"ax": 3}])
def test_bad_arguments_of_the_figure_are_told(wrong: dict[str, object]):
    with pytest.raises(ValueError, match="read"):
        THREE.plot(**wrong)  # type: ignore[arg-type]
