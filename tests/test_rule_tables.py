"""Rule sets beside each other: the tables say what the rules say, for every row and in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from canfield_widget.moves import read_move
from canfield_widget.rule_tables import ALLOWED, RuleTable, compare_rules, deal_and_passes, variants_table
from canfield_widget.rules import under_rules, why_not
from canfield_widget.speech import speak_refusal, title_of
from canfield_widget.variants import VARIANTS
from samples import TEXTS, position, random_walk, tokens

PART = "canfield; base 5; reserve 2C 6S; foundations 5S - - -; tableau 9S 8H 7C, 9C, 4S, KH"


def row_of(table: RuleTable, title: str) -> tuple[str, ...]:
    """The cells of the one row in which a rule set is named, but for the first."""
    (row,) = [row for row in table.rows if title in row[0].split("; ")]
    return row[1:]


# What rule sets say of moves


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_row_says_what_the_rules_say(lang: str):
    *_, (now, _) = random_walk("canfield-relaxed", 3, 12)
    asked = sorted(tokens(now) | {"T1-T2", "T2-T1", "W-T1", "R-F"})
    table = compare_rules(now, asked, lang=lang)
    assert len(table.heads) == len(asked) + 1
    for id, variant in VARIANTS.items():
        here = under_rules(now, id)
        for token, cell in zip(asked, row_of(table, title_of(variant, lang)), strict=True):
            refusal = why_not(here, read_move(token))
            assert cell == (speak_refusal(here, read_move(token), refusal, lang) if refusal else ALLOWED)


def test_the_rule_texts_differ_over_a_part_of_a_column():
    table = compare_rules(PART, "T1-T2x2", rules=TEXTS)
    assert {row[0] for row in table.rows if row[1] == ALLOWED} == {"Superior Canfield; Quadruple Canfield"}
    assert len(table.rows) == 3
    assert row_of(table, "Canfield") == row_of(table, "Canfield (Hoyle)")
    assert row_of(table, "Canfield with single cards") != row_of(table, "Canfield")


def test_rule_sets_that_say_the_same_share_a_row_and_no_other_do():
    table = compare_rules(position(PART), ["T1-T2x2", "T1-T2"])
    assert len({row[1:] for row in table.rows}) == len(table.rows) > 1
    assert sum(len(row[0].split("; ")) for row in table.rows) == len(VARIANTS)


def test_a_move_is_named_in_words_if_some_rules_allow_it_and_by_its_token_else():
    table = compare_rules(PART, ["T1-T2x2", read_move("T4-T1")])
    assert table.heads == (
        "Rules", "Eight of hearts with the seven of clubs from column 1 onto the nine of clubs", "T4-T1",
    )  # fmt: skip
    legal = compare_rules("canfield; base 5; tableau 9S, TH, -, -", "T1-T2", rules=["acme"], lang="de")
    assert legal.heads == ("Regeln", "Pik-Neun aus Spalte 1 auf Herz-Zehn")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"moves": []}, "moves: read none"), ({"moves": "up"}, "'up'"), ({"rules": []}, "rules: read none"),
        ({"rules": "canfield"}, "rules: read 'canfield', expected several"), ({"rules": ["rummy"]}, "'rummy'"),
        ({"lang": "fr"}, "lang: read 'fr'"), ({"position": "canfield; base 99"}, "base"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(wrong: dict[str, object], message: str):
    with pytest.raises(ValueError, match=message):
        compare_rules(**{"position": PART, "moves": "T1-T2x2", **wrong})  # type: ignore[arg-type]


# How rule sets are made


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_rule_set_has_a_row_of_its_own_with_nothing_left_out(lang: str):
    table = variants_table(lang=lang)
    assert [row[:2] for row in table.rows] == [(title_of(row, lang), row.id) for row in VARIANTS.values()]
    assert all(len(row) == len(table.heads) for row in table.rows)
    assert all(all(row) for row in table.rows)
    assert [row[-1] for row in table.rows] == [row.source for row in VARIANTS.values()]


def test_rule_sets_that_are_played_differently_have_different_rows():
    fields = (
        "decks", "columns", "column_deal", "reserve_size", "reserve_face", "base_rank", "prefounded", "build", "wrap",
        "group", "space_with_reserve", "space_after", "foundation_return", "deal_count", "passes",
    )  # fmt: skip
    rows = variants_table().rows
    for one, its in zip(VARIANTS.values(), rows, strict=True):
        for other, others in zip(VARIANTS.values(), rows, strict=True):
            alike = all(getattr(one, name) == getattr(other, name) for name in fields)
            assert (its[2:-1] == others[2:-1]) == alike, (one.id, other.id)


def test_the_cells_are_words():
    (row,) = variants_table(rules=["candike"]).rows
    assert row[3:-1] == (
        "7 (1 face down, 1 face up)", "13 (the top card)", "that of the card dealt", "red and black in turn", "nothing",
        "any run at the end", "the reserve, at once; after the reserve: any card that may move", "nothing", "3 × ∞",
    )  # fmt: skip
    assert variants_table(rules=["superior"]).rows[0][9] == "any card that may move"
    assert variants_table(rules=["acme"], lang="de").rows[0][5] == "Ass, alle ausgelegt"


def test_a_record_of_ones_own_has_a_row_too():
    own = replace(VARIANTS["canfield"], id="mine", title="My own", reserve_piles=2, reserve_size=6, deal_count=(3, 1),
                  passes=2)  # fmt: skip
    (row,) = variants_table(rules=[own]).rows
    assert (row[0], row[4], row[-2]) == ("My own", "2 × 6 (the top card)", "3, 1 × 2")
    assert deal_and_passes(own) == "3, 1 × 2"


def test_the_page_of_rules_has_the_deals_of_the_table():
    page = (Path(__file__).parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    for row in variants_table().rows:
        assert re.search(rf"\| `{row[1]}` .*\| {re.escape(row[-2])} \|", page)


# As tables


def test_the_table_has_heads_of_columns_and_rows_and_escapes_what_is_in_it():
    html = RuleTable(("Rules", "<b>"), (("A & B", ALLOWED),))._repr_html_()
    assert html.count('scope="col"') == 2
    assert html.count('scope="row"') == 1
    assert "&lt;b&gt;" in html
    assert "A &amp; B" in html
    assert compare_rules(PART, "T1-T2x2", rules=TEXTS)._repr_html_().count("<tr") == 4


def test_as_text_each_row_is_a_paragraph():
    assert str(RuleTable(("Rules", "One", "Two"), (("A", "x", "y"), ("B", "z", "w")))) == (
        "A\n  One: x\n  Two: y\nB\n  One: z\n  Two: w"
    )
    assert repr(variants_table(rules=["acme"])) == str(variants_table(rules=["acme"]))
