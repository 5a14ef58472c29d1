"""Cards, moves, refusals and positions in words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_refusals import REFUSALS

from canfield_widget.cards import SUITS, UNKNOWN, Card, read_card
from canfield_widget.moves import Move, read_move
from canfield_widget.position import Position, Problem, ProblemCode, deal, problems
from canfield_widget.rules import legal_moves, why_not
from canfield_widget.speech import (
    card_name,
    pile_name,
    rank_name,
    sentence,
    speak_move,
    speak_position,
    speak_problem,
    speak_refusal,
    speak_start,
    speak_steps,
)
from canfield_widget.texts import LANGUAGES
from canfield_widget.variants import VARIANTS
from samples import position, random_walk, under

CARDS = [Card(rank, suit) for suit in SUITS for rank in range(1, 14)]


def refused(now: Position, token: str, lang: str = "en") -> str:
    """Why a move is refused, in words."""
    refusal = why_not(now, read_move(token))
    assert refusal is not None
    return speak_refusal(now, read_move(token), refusal, lang)


# Cards and piles


@pytest.mark.parametrize(
    ("card", "english", "german"),
    [
        ("7H", "seven of hearts", "Herz-Sieben"),
        ("AS", "ace of spades", "Pik-Ass"),
        ("TD", "ten of diamonds", "Karo-Zehn"),
        ("JC", "jack of clubs", "Kreuz-Bube"),
        ("QH", "queen of hearts", "Herz-Dame"),
        ("KC", "king of clubs", "Kreuz-König"),
        ("?", "a hidden card", "eine verdeckte Karte"),
    ],
)
def test_a_card_has_a_name_in_both_languages(card: str, english: str, german: str):
    assert card_name(read_card(card)) == english
    assert card_name(read_card(card), "de") == german


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_cards_have_the_same_name(lang: str):
    assert len({card_name(card, lang) for card in [*CARDS, UNKNOWN]}) == 53


def test_ranks_from_two_to_ten_are_spoken_of_as_numbers():
    assert [rank_name(rank) for rank in (1, 2, 10, 11, 13)] == ["ace", "2", "10", "jack", "king"]
    assert [rank_name(rank, "de") for rank in (1, 5, 12)] == ["Ass", "5", "Dame"]


def test_piles_have_names_and_numbers_where_there_are_several():
    assert [pile_name(pile) for pile in ("S", "W", "R", "R2", "F3", "T4")] == [
        "stock", "waste", "reserve", "reserve 2", "foundation 3", "column 4",
    ]  # fmt: skip
    assert [pile_name(pile, "de") for pile in ("S", "W", "R", "R2", "F3", "T4")] == [
        "Stapel", "Ablage", "Reserve", "Reserve 2", "Zielstapel 3", "Spalte 4",
    ]  # fmt: skip


def test_a_sentence_begins_with_a_capital_and_ends_with_one_full_stop():
    assert sentence("the waste") == sentence("the waste.") == "The waste."
    assert sentence("ärgerlich") == "Ärgerlich."


# Moves

TABLE = """superior; base 7; stock 2S 3C 4D 5C 6H; waste 9C 7H; reserve 2D TS; foundations 7S - - -;
    tableau 9H 8S, JD TC, QS, -"""


@pytest.mark.parametrize(
    ("text", "token", "english", "german"),
    [
        (TABLE, "W-T1", "seven of hearts from the waste onto the eight of spades",
         "Herz-Sieben von der Ablage auf Pik-Acht"),
        (TABLE, "W-F", "seven of hearts from the waste to the foundation",
         "Herz-Sieben von der Ablage auf den Zielstapel"),
        (TABLE, "R-T4", "ten of spades from the reserve into the space in column 4",
         "Pik-Zehn aus der Reserve in die leere Spalte 4"),
        (TABLE, "T1-T2x2", "nine of hearts with the eight of spades from column 1 onto the ten of clubs",
         "Herz-Neun mit Pik-Acht aus Spalte 1 auf Kreuz-Zehn"),
        (TABLE, "S-W", "three cards from the stock to the waste", "drei Karten vom Stapel auf die Ablage"),
        ("canfield; base 7; stock 2S 3C", "S-W", "The last two cards from the stock to the waste",
         "Die letzten zwei Karten vom Stapel auf die Ablage"),
        ("canfield; base 7; stock 2S", "S-W", "two of spades from the stock to the waste",
         "Pik-Zwei vom Stapel auf die Ablage"),
        ("rainbow; base 7; stock 2S 3C", "S-W", "three of clubs from the stock to the waste",
         "Kreuz-Drei vom Stapel auf die Ablage"),
        ("canfield{deal_count=5}; base 7; stock 2S 3C 4C 5C 6C 7C", "S-W", "5 cards from the stock to the waste",
         "5 Karten vom Stapel auf die Ablage"),
        ("canfield; base 7; waste 2S 3C", "W-S", "The waste is turned over and becomes the stock",
         "Die Ablage wird umgedreht und ist wieder der Stapel"),
        ("canfield; base 7; tableau 9H 8S 7D, TC, -, -", "T1-T2x3",
         "nine of hearts to seven of diamonds from column 1 onto the ten of clubs",
         "Herz-Neun bis Karo-Sieben aus Spalte 1 auf Kreuz-Zehn"),
        ("superior{reserve_piles=2,reserve_size=3}; base 7; reserve 3C, 7H; tableau 8S, -, -, -", "R2-T1",
         "seven of hearts from reserve 2 onto the eight of spades", "Herz-Sieben aus Reserve 2 auf Pik-Acht"),
        ("canfield-aisleriot; base 7; foundations 8H - - -; tableau 9S, -, -, -", "FH8-T1",
         "eight of hearts back from the foundation onto the nine of spades",
         "Herz-Acht zurück vom Zielstapel auf Pik-Neun"),
    ],
)  # fmt: skip
def test_a_move_in_words(text: str, token: str, english: str, german: str):
    now = position(text)
    assert speak_move(now, read_move(token)) == english
    assert speak_move(now, read_move(token), "de") == german


def test_the_last_of_equal_packets_is_no_last_rest():
    assert speak_move(position("canfield; base 7; stock 2S 3C 4C"), Move("S", "W")).startswith("three cards")


def test_a_move_is_told_with_the_card_that_fills_the_space():
    now = under("canfield", "7", reserve="3C KH", tableau="8S, 9H, 3S, 3D")
    move = read_move("T1-T2")
    assert speak_steps(now, move) == (
        "Eight of spades from column 1 onto the nine of hearts. King of hearts fills the space from the reserve."
    )
    assert speak_steps(now, move, "de") == (
        "Pik-Acht aus Spalte 1 auf Herz-Neun. Herz-König füllt die Lücke aus der Reserve."
    )


def test_a_fill_from_the_waste_is_told_as_one():
    now = position("gate; base A; waste KH 9S; reserve -, -; foundations 4H - - -; tableau 5H, 6S, 7D, -, -, -, -, -")
    move = read_move("T1-F")
    assert speak_steps(now, move).endswith("Nine of spades fills the space from the waste.")
    assert speak_steps(now, move, "de").endswith("Pik-Neun füllt die Lücke von der Ablage.")


@pytest.mark.parametrize(
    ("row", "first", "said"),
    [
        ("selective", "Choose the base: one of the 5 cards", "First choose the base: one of the row"),
        ("duchess", "Choose the base: a reserve's top card", "First choose the base: a reserve's top card"),
    ],
)
def test_where_the_base_comes_from_is_said_at_the_start_and_to_who_moves_another_card(row: str, first: str, said: str):
    now, move = deal(row, seed=1), read_move("S-W")
    refusal = why_not(now, move)
    assert refusal is not None
    assert speak_start(now).startswith(first)
    assert speak_refusal(now, move, refusal).startswith(said)


def test_every_fill_is_told_with_its_own_card():
    now = under("canfield", "7", reserve="QS 3C KH 8S", tableau="9H, -, -, 3D")
    assert speak_steps(now, read_move("R-T1")) == (
        "Eight of spades from the reserve onto the nine of hearts. "
        "King of hearts fills the space from the reserve. Three of clubs fills the space from the reserve."
    )


def test_a_move_without_consequences_is_one_sentence():
    now = position(TABLE)
    assert speak_steps(now, read_move("W-T1")) == "Seven of hearts from the waste onto the eight of spades."
    assert speak_steps(now, read_move("S-W")) == "Three cards from the stock to the waste."


def test_columns_that_close_up_after_the_choice_are_told():
    now = position("selective; stock KC; reserve 2C KH; tableau 4C, 5C, 6S, 7S, 8S")
    assert speak_steps(now, read_move("T2-F")) == "Five of clubs from column 2 to the foundation. The columns close up."
    assert speak_steps(now, read_move("T2-F"), "de").endswith("Die Spalten rücken zusammen.")
    assert speak_steps(now, read_move("T5-F")) == "Eight of spades from column 5 to the foundation."


@given(st.sampled_from([*VARIANTS]), st.integers(0, 10**6), st.sampled_from(LANGUAGES))
def test_every_move_of_a_game_can_be_spoken(row: str, seed: int, lang: str):
    for now, _ in [*random_walk(row, seed, 12)][::3]:
        for move in legal_moves(now):
            spoken = speak_steps(now, move, lang)
            assert re.fullmatch(r"[A-ZÄÖÜ0-9][^{}?]*\.", spoken), spoken


# Refusals

SAID = {
    "part of a column stays where whole columns move": (
        "Only a whole column moves: the nine of spades lies under it.",
        "Nur eine ganze Spalte zieht: Pik-Neun liegt darunter."),
    "a foundation begins with the base": (
        "The ace of hearts does not open a foundation: each begins with 5.",
        "Herz-Ass eröffnet keinen Zielstapel: Jeder beginnt mit 5."),
    "a foundation goes up one by one": (
        "The nine of hearts is not next: the eight of hearts comes first.",
        "Herz-Neun ist noch nicht an der Reihe: Erst kommt Herz-Acht."),
    "cards that are no run do not move together": (
        "The nine of spades and the seven of hearts are no run.", "Pik-Neun und Herz-Sieben sind keine Folge."),
    "a foundation is locked": (
        "The seven of hearts stays on its foundation; only undo takes it back.",
        "Herz-Sieben bleibt auf dem Zielstapel; nur Rückgängig holt sie zurück."),
    "a space waits for a king": (
        "A space takes only cards of rank king.", "In eine Lücke kommt nur der Wert König."),
    "a column is full": ("That column is full: 3 cards at the most.", "Diese Spalte ist voll: höchstens 3 Karten."),
    "nothing goes on a base card": (
        "Nothing is laid on the five of hearts: it has the base rank.",
        "Auf Herz-Fünf wird nichts gelegt: Sie hat den Grundwert."),
    "a column goes down one by one": (
        "The seven of hearts does not go on the nine of spades: the next lower rank is 8.",
        "Herz-Sieben passt nicht auf Pik-Neun: eins tiefer wäre 8."),
    "red and black must alternate": (
        "The eight of clubs does not go on the nine of spades: red and black must alternate.",
        "Kreuz-Acht passt nicht auf Pik-Neun: Rot und Schwarz müssen wechseln."),
    "the suit must be the same": (
        "The eight of hearts does not go on the nine of spades: the suits must be the same.",
        "Herz-Acht passt nicht auf Pik-Neun: Die Kartenfarbe muss gleich sein."),
    "the only pass is over": (
        "No pass is left: the waste is not turned over again.",
        "Kein Durchgang ist übrig: Die Ablage wird nicht mehr umgedreht."),
}  # fmt: skip


@pytest.mark.parametrize("saying", SAID)
def test_a_refusal_is_told_with_the_cards_to_blame(saying: str):
    _, text, token, *_ = REFUSALS[saying]
    assert (refused(position(text), token), refused(position(text), token, "de")) == SAID[saying]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("saying", REFUSALS)
def test_every_reason_can_be_spoken(saying: str, lang: str):
    _, text, token, *_ = REFUSALS[saying]
    assert re.fullmatch(r"[A-ZÄÖÜ][^{}?]*\.", refused(position(text), token, lang))


def test_where_nothing_goes_on_a_card_no_next_lower_rank_is_named():
    ace = under("candike", "5", waste="9S", tableau="AH")
    assert refused(ace, "W-T1") == "The nine of spades does not go on the ace of hearts."
    assert refused(ace, "W-T1", "de") == "Pik-Neun passt nicht auf Herz-Ass."
    base = under("canfield{wrap=stops_at_base}", "5", waste="9S", tableau="5H")
    assert refused(base, "W-T1") == "The nine of spades does not go on the five of hearts."
    assert refused(under("canfield", "5", waste="9S", tableau="AH"), "W-T1").endswith("the next lower rank is king.")


def test_a_space_for_the_rank_below_the_base_names_that_rank():
    now = under('canfield-relaxed{space_rank="base-1"}', "A", waste="4H", tableau="9S")
    assert refused(now, "W-T2") == "A space takes only cards of rank king."


def test_a_column_of_one_card_is_full_of_one_card():
    now = under("canfield{column_cap=1}", "5", waste="8H", tableau="9S, 3C, 3D, 3H")
    assert refused(now, "W-T1") == "That column is full: 1 card at the most."
    assert refused(now, "W-T1", "de") == "Diese Spalte ist voll: höchstens 1 Karte."


def test_a_hidden_card_is_not_named_by_a_refusal():
    whole = position("candike{group=whole}; base 5; tableau (9S) 8H, 9C, -, -, -, -, -")
    assert refused(whole, "T1-T2") == "Only a whole column moves: a hidden card lies under it."
    assert refused(whole, "T1-T2", "de") == "Nur eine ganze Spalte zieht: eine verdeckte Karte liegt darunter."
    either = position("candike{group=single_or_whole}; base 5; tableau (9S) 8H 7C, 9C, -, -, -, -, -")
    assert refused(either, "T1-T2x2").endswith("moves: a hidden card lies under these.")


@given(st.sampled_from([*VARIANTS]), st.integers(0, 10**6), st.sampled_from(LANGUAGES), st.data())
def test_every_refusal_of_a_game_can_be_spoken_and_names_no_hidden_card(
    row: str, seed: int, lang: str, data: st.DataObject
):
    piles = ["S", "W", "R", "F", "T1", "T2", "T3", "T4"]
    for now, _ in [*random_walk(row, seed, 12)][::6]:
        source, target = data.draw(st.sampled_from(piles)), data.draw(st.sampled_from(piles))
        move = Move(source, target, data.draw(st.integers(1, 3)))
        refusal = why_not(now, move)
        if refusal is not None:
            spoken = speak_refusal(now, move, refusal, lang)
            assert re.fullmatch(r"[A-ZÄÖÜ][^{}?]*\.", spoken)
            seen = now.player_view()
            shown = {card for name in seen.pile_names() for card in seen.pile(name)}
            assert set(refusal.cards) <= shown
            assert spoken == speak_refusal(seen, move, refusal, lang)


# Beginnings, problems, whole positions


def test_a_player_is_told_the_base_and_how_the_foundations_go_up():
    assert speak_start(under("canfield", "9")) == "Base rank 9. Up in suit from 9 round to 8."
    assert speak_start(under("canfield", "9"), "de") == "Grundwert 9. In einer Kartenfarbe aufwärts von 9 bis 8."
    assert speak_start(under("acme", "A")) == "Base rank ace. Up in suit from ace to king."
    assert speak_start(under("canfield{ranks=4,reserve_size=3}", "3")) == "Base rank 3. Up in suit from 3 round to 2."


def test_a_player_is_told_to_choose_the_base():
    start = deal("selective", seed=1)
    assert speak_start(start) == "Choose the base: one of the 5 cards goes to the foundation."
    assert speak_start(start, "de") == "Den Grundwert wählen: Eine der 5 Karten kommt auf den Zielstapel."


def test_a_position_without_a_base_is_one_set_up_by_hand():
    assert speak_start(position("canfield; tableau 7H, -, -, -")) == "A position set up by hand."


START = deal("canfield", seed=7)
PROBLEMS = {
    ProblemCode.MISSING: (replace(START, stock=START.stock[2:]), "Missing: queen of clubs, queen of diamonds."),
    ProblemCode.DOUBLED: (replace(START, waste=START.stock[:1]), "Too often: queen of clubs."),
    ProblemCode.HIDDEN: (START.player_view(), "46 cards are not known."),
    ProblemCode.PILES: (replace(START, face_down=(0,)), "The number of piles is not that of Canfield."),
    ProblemCode.BASE: (replace(START, base=None), "The base rank is missing or not that of Canfield."),
    ProblemCode.FOUNDATION: (replace(START, base=5), "Foundation 1 does not go up in suit from the base rank."),
    ProblemCode.PASS: (replace(START, pass_number=2), "The pass is not one that Canfield has."),
    ProblemCode.TOP_DOWN: (replace(START, face_down=(0, 1, 0, 0)), "Column 2: the top card lies face down."),
}


@pytest.mark.parametrize("code", ProblemCode)
def test_a_problem_is_told(code: ProblemCode):
    wrong, told = PROBLEMS[code]
    found = next(problem for problem in problems(wrong) if problem.code is code)
    assert speak_problem(wrong, found) == told
    german = speak_problem(wrong, found, "de")
    assert re.fullmatch(r"[A-ZÄÖÜ0-9][^{}?]*\.", german)
    assert german != told


def test_one_unknown_card_is_one_card():
    one = Problem(ProblemCode.HIDDEN, (UNKNOWN,))
    assert speak_problem(START, one) == "1 card is not known."
    assert speak_problem(START, one, "de") == "1 Karte ist nicht bekannt."


def test_a_position_is_told_pile_by_pile_as_a_player_sees_it():
    now = position(
        """canfield; base 7; stock 3C; waste 9C 4H; reserve 2D 6D TS; foundations 9S 7D - -;
        tableau QS JD, 5D, -, 7H"""
    )
    assert speak_position(now).splitlines() == [
        "Canfield. Base rank 7.",
        "stock: 1 card.",
        "waste: nine of clubs, four of hearts.",
        "reserve: 2 cards, ten of spades.",
        "foundation 1: nine of spades.",
        "foundation 2: seven of diamonds.",
        "foundation 3: empty.",
        "foundation 4: empty.",
        "column 1: queen of spades, jack of diamonds.",
        "column 2: five of diamonds.",
        "column 3: empty.",
        "column 4: seven of hearts.",
    ]
    assert speak_position(now, "de").splitlines()[:4] == [
        "Canfield. Grundwert 7.",
        "Stapel: 1 Karte.",
        "Ablage: Kreuz-Neun, Herz-Vier.",
        "Reserve: 2 Karten, Pik-Zehn.",
    ]


@given(st.sampled_from([*VARIANTS]), st.integers(0, 10**6), st.sampled_from(LANGUAGES))
def test_a_position_told_is_what_a_player_sees(row: str, seed: int, lang: str):
    *_, (now, _) = random_walk(row, seed, 10)
    told = speak_position(now, lang)
    assert told == speak_position(now.player_view(), lang)
    assert len(told.splitlines()) == 1 + len(now.pile_names())
    assert "{" not in told
