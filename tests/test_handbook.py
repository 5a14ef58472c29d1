"""The help beside the board: it says what the record says, in both languages, for every record."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import canfield_widget
from canfield_widget.cards import RANK_LETTERS
from canfield_widget.handbook import MOST_TIPS, Section, help_sections, questions
from canfield_widget.variants import POLICIES, RULE_FIELDS, VARIANTS, Scoring, Variant

LOCALES = Path(canfield_widget.__file__).parent / "locales"
LANGUAGES = ("en", "de")
CANFIELD = VARIANTS["canfield"]
NAMES = ("id", "title", "title_de", "source")
FIELDS = tuple(name for name in RULE_FIELDS if name not in NAMES)

ALTERNATIVES: dict[str, tuple[object, ...]] = {
    **{name: tuple(policy) for name, policy in POLICIES.items()},
    "decks": (1, 2, 3, 4),
    "columns": (1, 3, 4, 7),
    "column_deal": ("u", "du", "uu", "dudu"),
    "reserve_size": (0, 1, 12, 13),
    "reserve_piles": (1, 2, 3),
    "base_rank": ("dealt", "chosen", "reserve", 1, 2, 7, 13),
    "prefounded": (False, True),
    "space_rank": (None, "base-1", 1, 13),
    "column_cap": (None, 1, 3, 6),
    "deal_count": (1, 2, 3, (3, 2, 1), (2, 2, 1), (3, 1)),
    "passes": (None, 1, 2, 3),
    "scoring": (None, Scoring(50, 5), Scoring(52, 5), Scoring(50, 4), Scoring(50, 5, 500), Scoring(50, 5, 500, 5)),
    "ranks": (1, 4, 11, 13),
}

OWN = {
    "four-reserves": {"reserve_piles": 4, "reserve_size": 3, "reserve_face": "all", "base_rank": "chosen",
                "space_with_reserve": "reserve", "deal_count": 1, "passes": 2},
    "wing": {"columns": 8, "reserve_face": "none", "build": "suit", "group": "single", "column_cap": 3,
             "space_after": "any", "deal_count": 1, "passes": 3},
    "waste-fills": {"space_after": "auto_waste", "space_rank": 13, "foundation_return": "top"},
    "no-building": {"columns": 8, "column_cap": 1, "group": "single"},
    "no-reserve": {"reserve_size": 0, "space_after": "any", "foundation_return": "top"},
    "no-stock": {"columns": 4, "column_deal": "d" * 8 + "u", "reserve_size": 15},
    "kings-only": {"columns": 7, "column_deal": "dudu", "reserve_size": 11, "base_rank": 1, "wrap": "none",
                   "space_with_reserve": "any", "space_after": "any", "space_rank": 13, "passes": 1},
    "miniature": {"ranks": 4, "columns": 2, "reserve_size": 3},
}  # fmt: skip
RECORDS = {**VARIANTS, **{id: replace(CANFIELD, id=id, **changes) for id, changes in OWN.items()}}  # type: ignore[arg-type]


def neighbours(record: Variant, name: str) -> Iterator[Variant]:
    """The records that differ from `record` in one field alone, as far as there are such."""
    for value in ALTERNATIVES[name]:
        try:
            other = replace(record, **{name: value})
        except ValueError:
            continue
        if getattr(other, name) != getattr(record, name):
            yield other


@cache
def told(record: Variant, lang: str) -> dict[str, Section]:
    return {section.key: section for section in help_sections(record, lang)}


def rules(record: Variant, lang: str = "en") -> str:
    """Layout, goal and rules as one text: all but what compares the record, and advice."""
    return "\n".join(line for key in ("layout", "goal", "rules") for line in told(record, lang)[key].paragraphs)


def everything(record: Variant, lang: str) -> list[str]:
    sections = told(record, lang).values()
    asked = [words for pair in questions(record, lang) for words in pair]
    return [section.title for section in sections] + [line for s in sections for line in s.paragraphs] + asked


# Nothing is missing, whatever the record


@pytest.mark.parametrize("id", RECORDS)
def test_every_record_has_help_that_is_whole_sentences(id: str):
    for record in (RECORDS[id], *(other for name in FIELDS for other in neighbours(RECORDS[id], name))):
        for lang in LANGUAGES:
            check_whole(record, lang)


def test_any_mixture_of_rules_has_help():
    chance, found = random.Random(7), 0
    while found < 150:
        changes = {name: chance.choice(values) for name, values in ALTERNATIVES.items()}
        try:
            record = replace(CANFIELD, **changes)  # type: ignore[arg-type]
        except ValueError:
            continue
        found += 1
        for lang in LANGUAGES:
            check_whole(record, lang)


def check_whole(record: Variant, lang: str) -> None:
    for line in everything(record, lang):
        assert not re.search(r"[{}_]|  |\bNone\b|^\s|\s$|\bhelp-|\.\.|;\.", line), line
        assert line == line.strip() != ""
    for section in help_sections(record, lang):
        assert section.paragraphs
        assert all(
            line.endswith((".", ")")) and (line[0].isupper() or line[0].isdigit()) for line in section.paragraphs
        )
    for question, answer in questions(record, lang):
        assert question.endswith("?")
        assert answer.endswith(".")


@pytest.mark.parametrize("id", RECORDS)
def test_both_languages_say_as_much(id: str):
    english, german = help_sections(RECORDS[id], "en"), help_sections(RECORDS[id], "de")
    assert [s.key for s in english] == [s.key for s in german] == ["layout", "goal", "rules", "differences", "tips"]
    assert [len(s.paragraphs) for s in english] == [len(s.paragraphs) for s in german]
    assert len(questions(RECORDS[id], "en")) == len(questions(RECORDS[id], "de"))
    assert not {line for line in everything(RECORDS[id], "en") if line in everything(RECORDS[id], "de")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", VARIANTS)
def test_a_rule_set_has_five_to_seven_tips_and_eight_to_ten_questions(id: str, lang: str):
    tips = told(VARIANTS[id], lang)["tips"].paragraphs
    assert 5 <= len(set(tips)) == len(tips) <= MOST_TIPS
    asked = [question for question, _ in questions(VARIANTS[id], lang)]
    assert 8 <= len(set(asked)) == len(asked) <= 10


def test_another_language_is_refused():
    with pytest.raises(ValueError, match="lang"):
        help_sections(CANFIELD, "fr")


# It cannot drift from the record

Moot = Callable[[Variant, Variant], bool]
"""Whether two records that differ in one field are played alike; the first is the one that was changed."""


def packets(v: Variant) -> set[int]:
    return {v.deal_count} if isinstance(v.deal_count, int) else set(v.deal_count)


def stays_up(v: Variant) -> bool:
    return v.prefounded and v.foundation_return != "top"


def same_corner(a: Variant, b: Variant) -> bool:
    wraps = {a.wrap, b.wrap}
    if a.column_cap == 1 or (stays_up(a) and a.base_rank in (1, a.ranks)):
        return True
    return (stays_up(a) and wraps == {"cyclic", "stops_at_base"}) or (
        a.base_rank == 1 and wraps == {"none", "stops_at_base"}
    )


def nobody_lays_into_spaces(v: Variant) -> bool:
    return v.space_after == "none" and (v.reserve_size == 0 or v.space_with_reserve == "auto")


def below_base(v: Variant) -> object:
    if v.space_rank != "base-1" or not isinstance(v.base_rank, int):
        return v.space_rank
    return (v.base_rank - 2) % v.ranks + 1


MOOT: dict[str, Moot] = {
    # no card goes onto another, so it is all one how they would
    "build": lambda a, b: a.column_cap == 1,
    "group": lambda a, b: a.column_cap == 1,
    # base cards that lie on the foundations for good take nothing and go nowhere
    "wrap": same_corner,
    # a reserve without cards has no piles and fills nothing; one card is its own top and its own last
    "reserve_face": lambda a, b: a.reserve_size <= 1,
    "reserve_piles": lambda a, b: a.reserve_size == 0,
    "space_with_reserve": lambda a, b: a.reserve_size == 0,
    # a rank for spaces binds no one where nobody lays cards there; below a fixed base is a rank like any other
    "space_rank": lambda a, b: nobody_lays_into_spaces(a) or below_base(a) == below_base(b),
    # without a stock nothing is turned; the same packet for every pass is one packet
    "deal_count": lambda a, b: a.stock_size == 0 or (len(packets(a)) == 1 and packets(a) == packets(b)),
    "passes": lambda a, b: a.stock_size == 0,
    # a fee for a redeal that there is none of
    "scoring": lambda a, b: (
        a.scoring is not None
        and b.scoring is not None
        and replace(a.scoring, redeal_fee=0) == replace(b.scoring, redeal_fee=0)
        and (a.passes == 1 or a.stock_size == 0)
    ),
}
"""The few fields that rightly say nothing, and when."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", FIELDS)
def test_another_value_of_a_rule_is_another_text(name: str, lang: str):
    seen = 0
    for record in RECORDS.values():
        for other in neighbours(record, name):
            moot = name in MOOT and MOOT[name](other, record)
            assert (rules(other, lang) == rules(record, lang)) == moot, (record.id, name, getattr(other, name))
            seen += not moot
    assert seen > 5


def test_the_names_of_a_record_say_nothing_of_its_rules():
    named = replace(CANFIELD, id="mine", title="Mine", title_de="Meins", source="my own")
    assert help_sections(named, "en") == help_sections(CANFIELD, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", RECORDS)
def test_every_field_that_differs_from_canfield_has_its_sentence(id: str, lang: str):
    differing = [name for name in FIELDS if getattr(RECORDS[id], name) != getattr(CANFIELD, name)]
    sentences = told(RECORDS[id], lang)["differences"].paragraphs
    assert len(set(sentences)) == len(sentences) == max(len(differing), 1)
    labels = {name: label(name, lang) for name in differing}
    for name, sentence in zip(differing, sentences, strict=False):
        assert sentence.startswith(labels[name] + ": ")


def label(name: str, lang: str) -> str:
    """What the sentence of a field begins with, taken from a record that differs from Canfield in this field."""
    start = replace(CANFIELD, base_rank=2) if name == "prefounded" else CANFIELD
    other = next(other for other in neighbours(start, name) if getattr(other, name) != getattr(CANFIELD, name))
    (sentence,) = set(told(other, lang)["differences"].paragraphs) - set(told(start, lang)["differences"].paragraphs)
    return sentence.split(":")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_canfield_differs_from_itself_in_nothing(lang: str):
    (sentence,) = told(CANFIELD, lang)["differences"].paragraphs
    assert "Canfield" in sentence
    assert "(" not in sentence


# What it says of rule sets that are known

FACTS: dict[str, tuple[str, ...]] = {
    "canfield": ("One deck of 52 cards", "There are 4 columns", "The reserve has 13 cards; only the top one is face up",
                 "The other 34 cards are the stock", "3 at a time", "as often as you like", "only a whole column moves",
                 "its top card fills a space at once", "only the top card of the waste may fill a space",
                 "king on ace", "red on black", "stays there; only undo takes it back"),
    "superior": ("The reserve has 13 cards; all are face up", "any run at the end of a column moves",
                 "At any time any top card or any run at the end of a column may fill a space; it may also stay empty"),
    "storehouse": ("All cards of the base rank, 2, lie there from the start", "of the same suit", "from 2 to ace",
                   "There are 3 passes", "one at a time", "The other 31 cards", "nothing goes on a card of rank 3"),
    "quadruple": ("4 decks are used, 208 cards in all", "There are 8 columns", "The reserve has 39 cards",
                  "16 foundations, 4 for each suit", "The top card of a foundation may come back"),
    "rush": ("changes with the pass: 3, 2, 1", "There are 3 passes", "the top card moves or the whole column"),
    "selective": ("takes one of these 5 cards to a foundation",),
    "acme": ("from ace to king", "only the top card moves", "nothing goes on a card of rank 2", "There are 2 passes"),
    "candike": ("begins with 2 cards, from the bottom up: 1 face down, 1 face up", "Nothing goes on an ace",
                "turned up as soon as nothing lies on it"),
    "canfield-aisleriot": ("Only the base cards stay",),
    "canfield-hoyle": ("The pack costs $50", "pays $5", "10 cards pay for the pack", "pays $500 in all instead"),
    "casino": ("The pack costs $52", "11 cards pay for the pack", "All 52 cards pay $260", "one pass only"),
    "rainbow": ("whatever its suit",),
    "duchess": ("There are 4 reserves; each has 3 cards, and all are face up", "Once all reserves are used up"),
    "wing": ("all lie face down until only one is left", "A column takes 3 cards at the most"),
    "no-building": ("each takes one card only",),
    "no-reserve": ("There is no reserve", "At any time any top card may fill a space, but none from a column"),
    "no-stock": ("No card is left for a stock",),
    "kings-only": ("must begin with a card of rank king", "There is one pass only"),
    "miniature": ("only 4 ranks, from ace to 4", "4 on ace"),
}  # fmt: skip


@pytest.mark.parametrize("id", FACTS)
def test_the_help_says_what_the_rules_are(id: str):
    for fact in FACTS[id]:
        assert fact in rules(RECORDS[id]), fact


@pytest.mark.parametrize(
    ("id", "fact"),
    [("canfield", "Solange die Reserve Karten hat, füllt ihre oberste Karte eine Lücke sofort"),
     ("canfield", "zieht nur eine ganze Spalte"), ("storehouse", "Insgesamt gibt es 3 Durchgänge"),
     ("superior", "Die Reserve hat 13 Karten; alle liegen offen"), ("casino", "Das Deck kostet 52 $")],
)  # fmt: skip
def test_the_german_help_says_it_too(id: str, fact: str):
    assert fact in rules(VARIANTS[id], "de")


def test_nothing_is_said_of_kings_on_aces_where_all_aces_lie_on_the_foundations():
    assert "king on ace" not in rules(VARIANTS["acme"])
    assert "king on ace" in rules(replace(VARIANTS["acme"], foundation_return="top"))


def test_advice_is_given_where_it_applies():
    def tips(id: str) -> str:
        return " ".join(told(RECORDS[id], "en")["tips"].paragraphs)

    assert "With 3 cards turned at a time" in tips("canfield")
    assert "cards turned at a time" not in tips("storehouse")
    assert "Passes are few" in tips("storehouse")
    assert "Passes are few" not in tips("canfield")
    assert "The reserve lies open" in tips("superior")
    assert "reserve" in tips("no-stock")
    assert "reserve" not in tips("no-reserve")
    assert "come back from a foundation" in tips("quadruple")


def test_it_is_asked_why_a_part_does_not_move_only_where_it_does_not():
    def asked(id: str) -> str:
        return " ".join(question for question, _ in questions(RECORDS[id], "en"))

    assert "part of a column" in asked("canfield")
    assert "part of a column" not in asked("superior")
    assert "part of a column" not in asked("no-building")


def answer(record: Variant, about: str, lang: str = "en") -> str:
    return next(answer for question, answer in questions(record, lang) if about in question)


def test_the_letters_are_those_on_the_cards():
    assert answer(CANFIELD, "letters") == "A is the ace, J is the jack, Q is the queen, K is the king."
    assert answer(CANFIELD, "Buchstaben", "de").startswith("A steht für Ass, B steht für Bube, D steht für Dame, K")
    assert answer(RECORDS["miniature"], "letters") == "A is the ace."
    assert set("AJQK") < set(RANK_LETTERS)


def test_what_a_hint_is_worth_depends_on_the_reserve():
    assert "names the preferred move" in answer(CANFIELD, "hint worth")
    assert "looks for a proved win" in answer(VARIANTS["superior"], "hint worth")


def test_undo_takes_back_the_fill_only_where_there_is_one():
    assert "reserve filled a space" in answer(CANFIELD, "undo take")
    assert "reserve filled a space" not in answer(VARIANTS["superior"], "undo take")


# The two tables


def table(lang: str) -> dict[str, str]:
    return json.loads((LOCALES / f"help.{lang}.json").read_text(encoding="utf-8"))


def test_the_tables_have_the_same_keys_and_placeholders():
    def holes(words: str) -> list[str]:
        return sorted(name for _, name, _, _ in Formatter().parse(words) if name is not None)

    english, german = table("en"), table("de")
    assert list(english) == list(german)
    assert all(key.startswith("help-") for key in english)
    assert {key: holes(words) for key, words in english.items()} == {key: holes(words) for key, words in german.items()}


def test_no_key_of_the_help_stands_in_another_table():
    others = [path for path in LOCALES.glob("*.json") if not path.name.startswith("help.")]
    assert not any(json.loads(path.read_text(encoding="utf-8")).keys() & table("en").keys() for path in others)


def test_the_german_help_speaks_of_hinweis_and_kartenfarbe():
    spoken = " ".join(table("de").values())
    assert not re.search(r"\b[Ff]arben?\b|Tipp|Talon|\bdu\b|\bSie\b können", spoken)
