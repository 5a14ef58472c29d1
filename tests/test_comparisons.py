"""One deck under many rules: each row is what the solver says, and other packs are left out by name."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from canfield_widget.comparisons import Comparison, compare
from canfield_widget.position import deal, shuffled
from canfield_widget.rules import apply, is_won
from canfield_widget.solver import Verdict, solve
from canfield_widget.variants import VARIANTS

STATES = 20_000
ROWS = ["canfield", "superior", "acme"]


@pytest.fixture(scope="module")
def nine() -> Comparison:
    return compare(9, ROWS, budget_states=STATES)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_what_the_solver_finds(nine: Comparison, row: str):
    found, now = nine[row], deal(row, seed=9)
    alone = solve(now, budget_states=STATES)
    assert (found.verdict, found.states, found.moves) == (
        alone.verdict,
        alone.states,
        len(alone.line or alone.best_line),
    )
    founded = [sum(map(len, now.foundations))]
    for move in alone.line or alone.best_line:
        now = apply(now, move)
        founded.append(sum(map(len, now.foundations)))
    assert list(found.founded) == founded
    assert is_won(now) == (found.verdict is Verdict.WON)


def test_a_deck_is_a_number_or_its_cards(nine: Comparison):
    cards = " ".join(map(str, shuffled(9, 1)))
    by_cards = compare(cards, ROWS, budget_states=STATES)
    assert by_cards.to_rows() == nine.to_rows()
    assert (by_cards.deal, nine.deal) == (None, 9)
    assert (str(by_cards).splitlines()[0][:11], str(nine).splitlines()[0][:6]) == ("These cards", "Deal 9")


def test_all_rules_of_one_pack_are_meant_where_none_are_named():
    found = compare(2, budget_states=50)
    assert [row.variant.id for row in found] == [v.id for v in VARIANTS.values() if v.pack_size == 52]
    assert found.skipped == ()


def test_a_deck_of_two_packs_is_played_by_the_rules_of_two():
    cards = " ".join(map(str, shuffled(3, 2)))
    found = compare(cards, budget_states=50)
    assert [row.variant.id for row in found] == [v.id for v in VARIANTS.values() if v.pack_size == 104]


def test_rules_of_another_pack_are_left_out_and_said_so():
    found = compare(3, ["canfield", "quadruple", "double"], budget_states=STATES, lang="de")
    assert [row.variant.id for row in found] == ["canfield"]
    assert [v.id for v in found.skipped] == ["quadruple", "double"]
    foot = (
        "Ausgelassen, weil sie mit einer anderen Zahl von Karten gespielt werden: Vierfach-Canfield, Doppel-Canfield."
    )
    assert str(found).splitlines()[-1] == foot
    assert foot in found._repr_html_()


def test_the_text_and_the_table_say_the_same(nine: Comparison):
    head, heads, *rows = str(nine).splitlines()
    counts = nine.counts()
    assert head.startswith("Deal 9 under 3 rule sets: ")
    assert all(f"{n} {verdict}" in head for verdict, n in counts.items() if n)
    assert heads.split() == ["Rules", "Verdict", "Moves", "Cards", "up", "States"]
    html = nine._repr_html_()
    for line, row in zip(rows, nine, strict=True):
        assert line.startswith(row.variant.title)
        assert f"{row.founded[-1]} of 52" in line
        assert f">{row.moves}<" in html
        assert f">{row.states:,}<" in html


def test_rows_are_plain_values_and_a_frame(nine: Comparison, monkeypatch: pytest.MonkeyPatch):
    pandas = pytest.importorskip("pandas")
    frame = nine.frame()
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame["id"]) == ROWS
    assert frame.to_dict("records") == nine.to_rows()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match=r"Comparison.frame needs pandas: .*\[pandas\]"):
        nine.frame()


def test_a_row_that_is_not_there_is_a_key_error(nine: Comparison):
    with pytest.raises(KeyError, match="quadruple"):
        nine["quadruple"]


def test_steppers_stand_side_by_side_under_the_titles(nine: Comparison):
    together = nine.steppers(["superior", "canfield"])
    assert [stepper.position.variant.id for stepper in together.steppers] == ["superior", "canfield"]
    assert len(nine.steppers().steppers) == 3
    with pytest.raises(ValueError, match="variants: read 'double', expected some of canfield, superior, acme"):
        nine.steppers(["double"])


@pytest.mark.parametrize(
    ("deck", "options", "message"),
    [
        (None, {}, "deck: read None"), (True, {}, "deck: read True"), (1.5, {}, "deck: read 1.5"),
        (-1, {}, "seed: read -1"), ([[1]], {}, r"deck: read \[1\]"), ([True], {}, "deck: read True"),
        ([-1], {"progress": False}, "deals: read -1"),
        ("KS KH", {}, "deck: read 2 cards"), ("KS " * 52, {}, "deck: read 52 cards"),
        ([], {}, "deck: read no deal number"),
        (["x"], {}, "deck: read 'x', expected deal numbers"),
        (1, {"variants": "canfield"}, "variants: read 'canfield', expected several"),
        (1, {"variants": []}, "variants: read none"), (1, {"variants": ["x"]}, "'x' is no variant"),
        (1, {"variants": 5}, "variants: read 5"), (1, {"lang": "fr"}, "lang"),
        (1, {"budget_states": -1}, "budget_states: read -1"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(deck: object, options: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        compare(deck, **options)  # type: ignore[call-overload]


@pytest.mark.parametrize("deck", [1, " ".join(map(str, shuffled(1, 1)))])
def test_what_is_for_many_deals_is_refused_with_one_deck(deck: int | str, tmp_path: Path):
    kept = tmp_path / "compared.sqlite"
    with ThreadPoolExecutor(1) as pool:
        for name, value in (("store", kept), ("executor", pool), ("workers", 2)):
            with pytest.raises(ValueError, match=f"{name}: read with one deck, expected many deal numbers"):
                compare(deck, ["canfield"], budget_states=5, **{name: value})  # type: ignore[call-overload]
    assert not kept.exists()


def test_a_row_shows_no_hidden_card(nine: Comparison):
    reserve = deal("canfield", seed=9).reserves[0]
    assert not any(str(card) in repr(nine["canfield"]) for card in reserve[:-1])
