"""Placeholders in words, in both languages and through a relabelling."""

from __future__ import annotations

import pytest

from canfield_widget.cards import Card, Suit
from canfield_widget.teaching.relabelling import Relabelling
from canfield_widget.teaching.tasks import Words
from canfield_widget.teaching.wording import placeholders, speak, worded

OTHER = Relabelling((Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES, Suit.HEARTS), shift=1)


def test_cards_ranks_and_suits_are_put_in_words():
    template = "{KC}, {9}, {T}, {K}, {H}"
    assert worded(template, "en") == "King of clubs, 9, 10, king, hearts"
    assert worded(template, "de") == "Kreuz-König, 9, 10, König, Herz"


def test_what_is_relabelled_is_named_as_it_is_then():
    assert worded("The {KC} on the {AH}, {9}, {H}", "en", OTHER) == "The ace of hearts on the two of clubs, 10, clubs"


def test_the_first_letter_becomes_a_capital_and_no_other_is_changed():
    assert worded("{AH} liegt", "de") == "Herz-Ass liegt"
    assert worded("the {KC}. the", "en") == "The king of clubs. the"


@pytest.mark.parametrize(
    ("shift", "said"), [(0, "An ace and a 7"), (1, "A 2 and an 8"), (7, "An 8 and an ace"), (12, "A king and a 6")]
)
def test_the_english_article_follows_the_rank(shift: int, said: str):
    assert worded("an {A} and a {7}", "en", Relabelling(shift=shift)) == said


def test_a_german_word_is_no_english_article():
    assert worded("Etwas a {A}", "de") == "Etwas a Ass"
    assert worded("schema {A}", "en") == "Schema ace"


def test_placeholders_are_found_in_their_order():
    assert placeholders("{H} then {TD}, {2}") == (Suit.HEARTS, Card(10, Suit.DIAMONDS), 2)
    assert placeholders("13 cards") == ()


@pytest.mark.parametrize("template", ["{KX}", "{}", "{10}", "{10H}", "{kc}", "{?}", "{king}", "{X}", "{1}"])
def test_a_placeholder_that_names_nothing_is_refused(template: str):
    with pytest.raises(ValueError, match=r"read the placeholder .*, expected a card such as \{KC\}"):
        worded(template, "en")


@pytest.mark.parametrize("template", ["{KC", "KC}", "{{KC}}", "{KC} }"])
def test_a_brace_that_stands_alone_is_refused(template: str):
    with pytest.raises(ValueError, match="expected each"):
        placeholders(template)


def test_a_text_in_one_language_is_spoken_in_that_language_with_its_cards():
    assert speak(Words(de="{KC} passt."), "en") == "Kreuz-König passt."
    assert speak(Words(en="The {KC} fits."), "de") == "The king of clubs fits."
    assert speak(Words("One {9}", "Eine {9}"), "de") == "Eine 9"
