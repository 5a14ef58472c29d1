"""The rules as a table: every row adds up and names its source, and no record that does not is made."""

import os
import pickle
import subprocess
import sys
from dataclasses import fields, replace

import pytest

from canfield_widget.variants import (
    VARIANTS,
    Build,
    FoundationReturn,
    Group,
    ReserveFace,
    Scoring,
    SpaceAfter,
    SpaceWithReserve,
    Variant,
    Wrap,
    variant_of,
)

CANFIELD = VARIANTS["canfield"]

STOCKS = {
    "canfield": 34, "canfield-single": 34, "canfield-hoyle": 34, "superior": 34, "quadruple": 160,
    "canfield-relaxed": 34, "canfield-pysol": 34, "canfield-aisleriot": 34, "superior-pysol": 34, "rainfall": 34,
    "rainbow": 34, "storehouse": 31, "storehouse-pysol": 31, "chameleon": 36, "selective": 34, "rush": 34,
    "casino": 34, "double": 85, "triple": 122, "quadruple-pysol": 160, "demon": 55, "variegated": 78,
    "american-toad": 75, "double-storehouse": 73, "acme": 31, "coyote": 31, "candike": 24,
    "three-demons": 98, "eagle-wing": 30, "eagle-wing-classic": 30, "minerva": 13, "munger": 17, "mystique": 15,
    "minerva-politaire": 13, "munger-politaire": 17, "mystique-politaire": 15, "double-minerva": 55,
    "triple-minerva": 93, "duke": 36, "duchess": 36, "gate": 34, "little-gate": 38,
}  # fmt: skip


def own(**changes: object) -> Variant:
    """Canfield with some fields of one's own."""
    return replace(CANFIELD, **changes)  # type: ignore[arg-type]


def test_there_are_forty_two_rule_sets():
    assert set(VARIANTS) == set(STOCKS)
    assert len(STOCKS) == 42


@pytest.mark.parametrize("row", VARIANTS)
def test_every_row_stands_under_its_own_id(row: str):
    assert VARIANTS[row].id == row


@pytest.mark.parametrize("row", VARIANTS)
def test_every_row_has_two_titles_and_a_source(row: str):
    variant = VARIANTS[row]
    for words in (variant.title, variant.title_de, variant.source):
        assert words.strip() == words != ""


@pytest.mark.parametrize("lang", ["title", "title_de"])
def test_no_two_rows_have_the_same_title(lang: str):
    assert len({getattr(variant, lang) for variant in VARIANTS.values()}) == 42


def test_the_five_texts_are_named_as_sources():
    texts = {
        "canfield": "Canfield Solitär verstehen",
        "superior": "Superior Canfield Solitär",
        "canfield-single": "the Cards4 guide to Canfield",
        "canfield-hoyle": '"Canfield Solitaire" after Hoyle',
        "quadruple": "Quadruple Canfield Solitär",
    }
    assert all(title in VARIANTS[row].source for row, title in texts.items())


@pytest.mark.parametrize("row", VARIANTS)
def test_every_row_leaves_the_stock_of_the_table(row: str):
    assert VARIANTS[row].stock_size == STOCKS[row]


@pytest.mark.parametrize("row", VARIANTS)
def test_every_card_of_every_row_is_dealt_somewhere(row: str):
    v = VARIANTS[row]
    bases = 4 * v.decks if v.prefounded else v.base_rank in ("dealt", "chosen")
    tableau = v.columns * len(v.column_deal)
    assert v.reserve_piles * v.reserve_size + bases + tableau + v.stock_size == 52 * v.decks == v.pack_size


def test_foundations_are_four_for_each_deck():
    assert {VARIANTS[row].foundations for row in ("canfield", "rush", "acme")} == {4}
    assert VARIANTS["quadruple"].foundations == 16


def test_the_texts_differ_where_their_pages_say_so():
    assert {row: VARIANTS[row].group for row in ("canfield", "canfield-hoyle", "canfield-single", "superior")} == {
        "canfield": Group.WHOLE,
        "canfield-hoyle": Group.WHOLE,
        "canfield-single": Group.SINGLE_OR_WHOLE,
        "superior": Group.SUFFIX,
    }
    assert VARIANTS["quadruple"].group is Group.SUFFIX
    assert VARIANTS["quadruple"].foundation_return is FoundationReturn.TOP
    assert VARIANTS["quadruple"].space_after is SpaceAfter.ANY
    assert VARIANTS["superior"].space_with_reserve is SpaceWithReserve.ANY
    assert VARIANTS["superior"].reserve_face is ReserveFace.ALL
    assert VARIANTS["canfield-hoyle"].scoring == Scoring(50, 5, 500)


def test_canfield_of_the_two_whole_column_texts_differs_in_money_alone():
    hoyle = replace(VARIANTS["canfield-hoyle"], scoring=None)
    named = {"id", "title", "title_de", "source"}
    same = [f.name for f in fields(Variant) if f.init and f.name not in named]
    assert all(getattr(hoyle, name) == getattr(CANFIELD, name) for name in same)


def test_a_packet_is_three_cards_in_every_pass():
    assert [CANFIELD.packet(n) for n in (1, 2, 99)] == [3, 3, 3]


def test_the_packets_of_rush_are_three_two_and_one():
    assert [VARIANTS["rush"].packet(n) for n in (1, 2, 3)] == [3, 2, 1]


# Records of one's own


def test_a_record_of_ones_own_says_only_where_it_differs():
    thoughtful = own(deal_count=1, passes=3, group="suffix")
    assert (thoughtful.deal_count, thoughtful.passes, thoughtful.group) == (1, 3, Group.SUFFIX)
    assert thoughtful.stock_size == 34
    assert CANFIELD.group is Group.WHOLE


@pytest.mark.parametrize(
    ("field", "word", "member"),
    [
        ("build", "suit", Build.SUIT),
        ("wrap", "stops_at_base", Wrap.STOPS_AT_BASE),
        ("group", "single_or_whole", Group.SINGLE_OR_WHOLE),
        ("space_with_reserve", "reserve_or_waste", SpaceWithReserve.RESERVE_OR_WASTE),
        ("space_after", "none", SpaceAfter.NONE),
        ("reserve_face", "none", ReserveFace.NONE),
        ("foundation_return", "top_not_base", FoundationReturn.TOP_NOT_BASE),
    ],
)
def test_a_policy_given_as_a_word_becomes_the_member(field: str, word: str, member: object):
    assert getattr(own(**{field: word}), field) is member
    assert own(**{field: word}) == own(**{field: member})


def test_equal_records_are_equal_and_hash_alike():
    one, other = own(id="mine", columns=5), own(id="mine", columns=5)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, CANFIELD}) == 2


def test_records_that_differ_in_one_rule_are_not_equal():
    assert own(wrap="none") != CANFIELD
    assert own(scoring=Scoring(50, 5)) != own(scoring=Scoring(50, 5, 500))


def test_a_record_from_another_process_is_found_under_its_own():
    program = (
        "import pickle, sys; from dataclasses import replace; from canfield_widget.variants import VARIANTS;"
        "sys.stdout.buffer.write(pickle.dumps(replace(VARIANTS['canfield'], columns=5)))"
    )
    for seed in ("1", "2"):  # texts hash differently there
        run = subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        assert pickle.loads(run.stdout) in {own(columns=5)}


def test_a_record_cannot_be_changed():
    with pytest.raises(AttributeError):
        CANFIELD.decks = 2  # type: ignore[misc]


def test_the_table_cannot_be_changed():
    with pytest.raises(TypeError):
        VARIANTS["canfield"] = own(decks=2)  # type: ignore[index]


def test_miniature_games_have_fewer_ranks():
    small = own(ranks=4, reserve_size=3)
    assert (small.pack_size, small.stock_size) == (16, 8)


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        # the stock
        ({"reserve_size": 48}, "reserve_size", "at most 52 cards, but the stock would have -1"),
        ({"columns": 16, "column_deal": "ddu"}, "reserve_size", "the stock would have -10"),
        ({"ranks": 3}, "reserve_size", "a deal of at most 12 cards"),
        ({"reserve_piles": 4}, "reserve_size", "the stock would have -5"),
        ({"base_rank": 2, "prefounded": True, "reserve_size": 45}, "reserve_size", "the stock would have -1"),
        # numbers
        ({"decks": 0}, "decks", "a whole number from 1 to 4"),
        ({"decks": 5}, "decks", "a whole number from 1 to 4"),
        ({"decks": True}, "decks", "a whole number from 1 to 4"),
        ({"decks": 1.0}, "decks", "a whole number from 1 to 4"),
        ({"decks": "1"}, "decks", "a whole number from 1 to 4"),
        ({"columns": 0}, "columns", "a whole number from 1 to 16"),
        ({"columns": True}, "columns", "a whole number from 1 to 16"),
        ({"reserve_size": -1}, "reserve_size", "a whole number from 0 to 208"),
        ({"reserve_size": False}, "reserve_size", "a whole number from 0 to 208"),
        ({"reserve_piles": 0}, "reserve_piles", "a whole number from 1 to 8"),
        ({"reserve_piles": 9}, "reserve_piles", "a whole number from 1 to 8"),
        ({"ranks": 0}, "ranks", "a whole number from 1 to 13"),
        ({"ranks": 14}, "ranks", "a whole number from 1 to 13"),
        ({"ranks": None}, "ranks", "a whole number from 1 to 13"),
        # words
        ({"group": "some"}, "group", "one of single, whole, single_or_whole, suffix"),
        ({"group": None}, "group", "one of single, whole"),
        ({"group": []}, "group", "one of single, whole"),
        ({"build": "colour"}, "build", "one of alternate, suit, rank"),
        ({"wrap": True}, "wrap", "one of none, cyclic, stops_at_base"),
        ({"space_with_reserve": "waste"}, "space_with_reserve", "one of auto, reserve, reserve_or_waste, any"),
        ({"space_after": "auto"}, "space_after", "one of waste, any, none"),
        ({"reserve_face": "up"}, "reserve_face", "one of top, all, none"),
        ({"foundation_return": False}, "foundation_return", "one of never, top, top_not_base"),
        # what it is called
        ({"id": "My Canfield"}, "id", "small letters, digits and hyphens"),
        ({"id": ""}, "id", "small letters, digits and hyphens"),
        ({"id": "-x"}, "id", "small letters, digits and hyphens"),
        ({"id": 7}, "id", "small letters, digits and hyphens"),
        ({"title": 7}, "title", "a text"),
        ({"title_de": None}, "title_de", "a text"),
        ({"source": ["a book"]}, "source", "a text"),
        # the deal
        ({"column_deal": ""}, "column_deal", "letters u and d"),
        ({"column_deal": "ud"}, "column_deal", "the last one u"),
        ({"column_deal": "uxu"}, "column_deal", "letters u and d"),
        ({"column_deal": 2}, "column_deal", "letters u and d"),
        ({"base_rank": "chosen", "column_deal": "uu"}, "column_deal", "'u' where base_rank is 'chosen'"),
        # the base
        ({"base_rank": 0}, "base_rank", "'dealt', 'chosen', 'reserve' or a rank from 1 to 13"),
        ({"base_rank": 14}, "base_rank", "a rank from 1 to 13"),
        ({"base_rank": True}, "base_rank", "a rank from 1 to 13"),
        ({"base_rank": "A"}, "base_rank", "a rank from 1 to 13"),
        ({"base_rank": None}, "base_rank", "a rank from 1 to 13"),
        ({"base_rank": 6, "ranks": 5, "reserve_size": 3}, "base_rank", "a rank from 1 to 5"),
        ({"prefounded": True}, "prefounded", "False unless base_rank is a rank"),
        ({"prefounded": True, "base_rank": "chosen"}, "prefounded", "False unless base_rank is a rank"),
        ({"prefounded": 1, "base_rank": 2}, "prefounded", "True or False"),
        # spaces and columns
        ({"space_rank": 14}, "space_rank", "None, 'base-1' or a rank from 1 to 13"),
        ({"space_rank": True}, "space_rank", "a rank from 1 to 13"),
        ({"space_rank": "K"}, "space_rank", "a rank from 1 to 13"),
        ({"space_rank": 6, "ranks": 5, "reserve_size": 3}, "space_rank", "a rank from 1 to 5"),
        ({"column_cap": 0}, "column_cap", "None or a whole number of at least 1"),
        ({"base_rank": "reserve", "reserve_size": 0}, "reserve_size", "at least 1 where base_rank is 'reserve'"),
        ({"column_cap": True}, "column_cap", "None or a whole number"),
        # stock and waste
        ({"passes": 0}, "passes", "None (no limit) or a whole number of at least 1"),
        ({"passes": True}, "passes", "None (no limit) or a whole number of at least 1"),
        ({"passes": "3"}, "passes", "None (no limit) or a whole number of at least 1"),
        ({"deal_count": 0}, "deal_count", "a whole number of at least 1, or a tuple"),
        ({"deal_count": True}, "deal_count", "a whole number of at least 1, or a tuple"),
        ({"deal_count": [3, 2, 1], "passes": 3}, "deal_count", "or a tuple of one for each pass"),
        ({"deal_count": (), "passes": None}, "deal_count", "or a tuple of one for each pass"),
        ({"deal_count": (3, 0), "passes": 2}, "deal_count", "a whole number of at least 1"),
        ({"deal_count": (3, 2, 1), "passes": 2}, "deal_count", "as many packet sizes as passes (2)"),
        ({"deal_count": (3, 2, 1)}, "deal_count", "as many packet sizes as passes (None)"),
        # money
        ({"scoring": (50, 5, 500)}, "scoring", "None or a Scoring"),
        ({"scoring": 50}, "scoring", "None or a Scoring"),
    ],
)
def test_a_record_that_does_not_add_up_is_refused_with_field_read_and_expected(
    changes: dict[str, object], field: str, expected: str
):
    read = changes.get(field, getattr(CANFIELD, field))
    with pytest.raises(ValueError, match=rf"^Variant\.{field}: read ") as refused:
        own(**changes)
    assert f"read {read!r}, expected " in str(refused.value)
    assert expected in str(refused.value)


@pytest.mark.parametrize(
    ("numbers", "field"),
    [
        (("50", 5), "price"),
        ((50, 5.0), "per_card"),
        ((50, None), "per_card"),
        ((50, 5, "500"), "full_win"),
        ((50, 5, None, None), "redeal_fee"),
        ((50, 5, None, True), "redeal_fee"),
    ],
)
def test_money_is_in_whole_numbers(numbers: tuple[int, ...], field: str):
    with pytest.raises(ValueError, match=rf"^Scoring\.{field}: read .*, expected a whole number"):
        Scoring(*numbers)


# Asking by name


def test_a_variant_is_found_by_its_id_or_is_itself():
    mine = own(columns=5)
    assert variant_of("superior") is VARIANTS["superior"]
    assert variant_of(mine) is mine


@pytest.mark.parametrize("name", ["", "Canfield", "canfield ", "klondike"])
def test_an_unknown_id_is_refused_with_the_ids_there_are(name: str):
    with pytest.raises(ValueError, match="is no variant: expected a Variant or one of") as refused:
        variant_of(name)
    assert repr(name) in str(refused.value)
    assert all(row in str(refused.value) for row in VARIANTS)
