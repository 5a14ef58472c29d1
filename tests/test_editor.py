"""A position that is set up: what lies where after each change, the wishes of the page, and what is played from it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import canfield_widget as cw
from canfield_widget.arranging import set_up
from canfield_widget.cards import SUITS, Card, read_card
from canfield_widget.commands import Desk
from canfield_widget.editor import BANKS, Editor, empty
from canfield_widget.game import Game
from canfield_widget.notation import read_position, write_position
from canfield_widget.position import Position, deal, problems
from canfield_widget.saves import Mark
from canfield_widget.session import Session
from canfield_widget.sheets import sheet
from canfield_widget.texts import LANGUAGES, text
from canfield_widget.variants import VARIANTS, Variant
from samples import column, random_walk

CANFIELD = VARIANTS["canfield"]
DUCHESS = replace(CANFIELD, id="duchess", reserve_piles=4, reserve_size=3, reserve_face="all", base_rank="chosen")
ROWS = st.sampled_from([*VARIANTS.values(), DUCHESS])


def fresh(variant: str | Variant = "canfield") -> Editor:
    """An editor in which every card is in the bank."""
    return Editor(empty(VARIANTS[variant] if isinstance(variant, str) else variant))


def number(editor: Editor, name: str, copy: int = 0) -> int:
    """The number of a card, of the first pack or another."""
    card = read_card(name)
    return [n for n, each in enumerate(editor.cards) if each == card][copy]


def lay(editor: Editor, cards: str, target: str, copy: int = 0) -> list[bool]:
    """Lays some cards one after the other."""
    return [editor.lay(number(editor, name, copy), target) for name in cards.split()]


def bank(editor: Editor, row: str) -> str:
    """The cards of a row of the bank."""
    return " ".join(str(editor.cards[n]) for n in editor.laid.piles[row])


def is_whole(editor: Editor) -> bool:
    """Whether every card of the packs lies in exactly one pile or row, and in the bank only in the row of its suit."""
    piles = editor.laid.piles
    return sorted(n for pile in piles.values() for n in pile) == list(range(len(editor.cards))) and all(
        editor.cards[n].suit is suit for row, suit in BANKS.items() for n in piles[row]
    )


# Laying


def test_in_the_beginning_every_card_is_in_the_row_of_its_suit():
    editor = fresh()
    assert [bank(editor, row) for row in BANKS] == [
        " ".join(str(Card(rank, suit)) for rank in range(1, 14)) for suit in SUITS
    ]
    assert (editor.left, editor.changes, editor.can_undo, editor.can_redo) == (52, 0, False, False)
    assert editor.position == empty(CANFIELD)


@pytest.mark.parametrize("target", ["S", "W", "R", "T1", "T4"])
def test_cards_are_laid_one_on_the_other(target: str):
    editor = fresh()
    assert lay(editor, "9S 8H 2C", target) == [True, True, True]
    assert column(editor.position, target) == "9S 8H 2C"
    assert bank(editor, "B1") == "AS 2S 3S 4S 5S 6S 7S 8S TS JS QS KS"
    assert editor.left == 49


def test_a_card_of_a_column_brings_those_on_it_along():
    editor = fresh()
    lay(editor, "9S 8H 7C", "T1")
    assert lay(editor, "8H", "T2") == [True]
    assert (column(editor.position, "T1"), column(editor.position, "T2")) == ("9S", "8H 7C")
    lay(editor, "8H", "W")
    assert column(editor.position, "W") == "8H 7C"


def test_a_card_of_any_other_pile_comes_alone():
    editor = fresh()
    lay(editor, "9S 8H 7C", "W")
    lay(editor, "8H", "T2")
    assert (column(editor.position, "W"), column(editor.position, "T2")) == ("9S 7C", "8H")


def test_a_card_that_goes_back_goes_to_its_row_whatever_row_it_is_laid_on():
    editor = fresh()
    lay(editor, "9S 8H 7C", "T1")
    assert lay(editor, "9S", "B3") == [True]
    assert editor.laid.piles == fresh().laid.piles
    assert editor.changes == 4


def test_a_card_from_row_to_row_is_nothing_to_take_back():
    editor = fresh()
    assert lay(editor, "9S", "B3") == [True]
    assert (editor.changes, editor.can_undo) == (0, False)
    assert is_whole(editor)


def test_a_card_stays_on_its_own_pile():
    editor = fresh()
    lay(editor, "9S 8H", "T1")
    assert lay(editor, "9S", "T1") == [False]
    assert editor.changes == 2


def test_what_is_not_there_is_refused():
    editor = fresh()
    for target in ("T5", "R2", "F5", "B5", "", "X"):
        with pytest.raises(KeyError):
            editor.lay(0, target)
    for card in (-1, 52):
        with pytest.raises(ValueError, match=rf"^read card {card}, expected one of 52"):
            editor.lay(card, "T1")
    assert not editor.can_undo


# Foundations


def test_the_first_card_of_a_foundation_sets_the_base():
    editor = fresh()
    assert lay(editor, "5H", "F1") == [True]
    assert (editor.laid.base, column(editor.position, "F1")) == (5, "5H")


def test_a_card_on_a_foundation_brings_those_below_it_along_from_the_bank():
    editor = fresh()
    editor.set_base(12)
    assert lay(editor, "2H", "F3") == [True]
    assert column(editor.position, "F3") == "QH KH AH 2H"
    assert bank(editor, "B2") == "3H 4H 5H 6H 7H 8H 9H TH JH"
    assert editor.changes == 2


def test_it_brings_only_what_is_missing():
    editor = fresh()
    editor.set_base(12)
    lay(editor, "KH 3H", "F3")
    assert column(editor.position, "F3") == "QH KH AH 2H 3H"


def test_it_is_refused_where_what_is_below_lies_elsewhere():
    editor = fresh()
    editor.set_base(12)
    lay(editor, "AH", "W")
    assert lay(editor, "2H", "F3") == [False]
    assert (column(editor.position, "F3"), editor.changes) == ("", 2)
    assert is_whole(editor)


def test_it_goes_to_the_foundation_of_its_suit():
    editor = fresh()
    lay(editor, "5H", "F1")
    lay(editor, "6H", "F3")
    lay(editor, "5S", "F1")
    assert [column(editor.position, f"F{n}") for n in (1, 2, 3, 4)] == ["5H 6H", "5S", "", ""]


def test_what_lies_below_a_foundation_s_top_cannot_be_laid_on_it_again():
    editor = fresh()
    lay(editor, "5H 7H", "F1")
    assert lay(editor, "6H", "F1") == [False]
    assert column(editor.position, "F1") == "5H 6H 7H"


def test_a_run_is_no_card_for_a_foundation():
    editor = fresh()
    lay(editor, "9S 8H", "T1")
    assert lay(editor, "9S", "F1") == [False]
    assert column(editor.position, "T1") == "9S 8H"


def test_the_base_of_the_rules_is_that_of_the_foundations():
    editor = fresh("storehouse")
    lay(editor, "4H", "F1")
    assert (editor.laid.base, column(editor.position, "F1")) == (2, "2H 3H 4H")


@pytest.mark.parametrize("row", ["double", "quadruple"])
def test_every_deck_has_its_foundation_wherever_its_card_is_laid(row: str):
    editor = fresh(row)
    decks = VARIANTS[row].decks
    assert [lay(editor, "5H", "F1", copy) for copy in range(decks)] == [[True]] * decks
    assert [column(editor.position, f"F{n + 1}") for n in range(decks)] == ["5H"] * decks
    lay(editor, "6H", "F2")
    assert sorted(map(len, editor.position.foundations)) == [0] * 3 * decks + [1] * (decks - 1) + [2]


def test_a_second_foundation_of_a_suit_takes_what_is_below_from_the_bank_too():
    editor = fresh("double")
    lay(editor, "5H 7H", "F1")
    assert lay(editor, "7H", "F1", copy=1) == [True]
    assert [column(editor.position, f"F{n}") for n in (1, 2)] == ["5H 6H 7H"] * 2


# The base


def test_another_base_sends_the_foundations_back():
    editor = fresh()
    lay(editor, "5H 7H", "F1")
    assert editor.set_base(6)
    assert (editor.laid.base, editor.left) == (6, 52)
    assert not editor.set_base(6)
    editor.undo()
    assert column(editor.position, "F1") == "5H 6H 7H"


def test_the_base_can_be_taken_away():
    editor = fresh()
    editor.set_base(6)
    assert editor.set_base(None)
    assert editor.laid.base is None


@pytest.mark.parametrize("base", [0, 14, -1])
def test_a_base_that_is_no_rank_is_refused(base: int):
    with pytest.raises(ValueError, match=rf"^base: read {base}, expected 1 to 13"):
        fresh().set_base(base)


@pytest.mark.parametrize("base", [5, None])
def test_a_base_that_the_rules_fix_is_no_other(base: int | None):
    with pytest.raises(ValueError, match=rf"^base: read {base}, expected 2"):
        fresh("storehouse").set_base(base)
    assert Editor(read_position("storehouse; base 5")).laid.base == 2


def test_a_fifth_column_is_there_while_the_base_is_to_be_chosen():
    editor = fresh("selective")
    lay(editor, "9S 8H", "T5")
    lay(editor, "4D", "F1")
    assert "T5" not in editor.laid.piles
    assert editor.left == 51
    editor.undo()
    assert column(editor.position, "T5") == "9S 8H"
    editor = Editor(read_position("selective; base 4; foundations 4D - - -; tableau 9S, 8H, -, 2C"))
    editor.set_base(None)
    assert len(editor.position.tableau) == 5
    assert is_whole(editor)


# All at once


def test_the_rest_goes_under_the_stock_in_an_order_of_chance():
    editor = fresh()
    editor.set_base(5)
    lay(editor, "9S 8H", "S")
    lay(editor, "KC", "T1")
    assert editor.rest_to_stock(random.Random(1))
    assert (editor.left, column(editor.position, "S")[-5:]) == (0, "9S 8H")
    assert problems(editor.position) == ()
    assert not editor.rest_to_stock()
    other = fresh()
    other.rest_to_stock(random.Random(2))
    editor.clear()
    editor.rest_to_stock(random.Random(2))
    assert editor.position.stock == other.position.stock
    editor.undo()
    editor.rest_to_stock(random.Random(3))
    assert editor.position.stock != other.position.stock


def test_clearing_takes_all_back_but_the_base():
    editor = Editor(deal(seed=7))
    base = editor.laid.base
    assert editor.clear()
    assert (editor.left, editor.laid.base) == (52, base)
    assert not editor.clear()
    assert editor.changes == 1


def test_another_position_of_the_rules_is_laid_and_can_be_taken_back():
    editor = fresh()
    lay(editor, "9S", "T1")
    editor.put(deal(seed=7))
    assert editor.position == deal(seed=7)
    editor.undo()
    assert column(editor.position, "T1") == "9S"
    editor.put(deal("quadruple", seed=7))
    assert editor.position == deal("quadruple", seed=7)
    editor.undo()
    assert column(editor.position, "T1") == "9S"


def test_other_rules_keep_what_has_a_place_and_can_be_taken_back():
    editor = fresh()
    lay(editor, "9S", "T1")
    lay(editor, "2C", "W")
    editor.set_rules(VARIANTS["double"])
    assert (column(editor.position, "T1"), len(editor.position.tableau)) == ("9S", 5)
    assert editor.left == 102
    editor.set_rules(VARIANTS["acme"])
    assert editor.laid.base == 1
    assert [str(card) for card in editor.position.waste] == ["2C"]
    editor.undo()
    editor.undo()
    assert editor.variant == VARIANTS["canfield"]
    assert column(editor.position, "T1") == "9S"


@given(ROWS, st.integers(0, 999))
def test_a_position_of_a_game_lies_as_it_lay(v: Variant, seed: int):
    for now, _ in [*random_walk(v, seed, 20)][::5]:
        editor = Editor(now)
        assert editor.position == now
        assert editor.problems() == ()
        assert editor.left == 0


@given(ROWS, st.integers(0, 999))
def test_of_what_a_player_sees_the_hidden_cards_are_in_the_bank(v: Variant, seed: int):
    *_, (now, _) = random_walk(v, seed, 12)
    seen = now.player_view()
    editor = Editor(seen)
    assert is_whole(editor)
    assert editor.left == sum(not card.rank for name in seen.pile_names() for card in seen.pile(name))


def test_cards_that_are_there_too_often_are_left_out():
    editor = Editor(read_position("canfield; base 5; waste 9S 9S 9S; tableau 9S 8H, -, -, -"))
    assert (column(editor.position, "W"), column(editor.position, "T1")) == ("9S", "8H")
    assert is_whole(editor)


def test_a_position_without_places_is_laid_on_all_of_them():
    editor = Editor(Position(CANFIELD, waste=(read_card("9S"),)))
    assert editor.position == set_up(waste="9S")


def test_what_lies_face_down_stays_so_until_it_is_uncovered_or_leaves_the_columns():
    editor = Editor(read_position("candike; base 5; tableau (8C) (9D) QS, -, -, -, -, -, -"))
    lay(editor, "9D", "T2")
    assert write_position(editor.position).endswith("tableau 8C, (9D) QS, -, -, -, -, -")
    lay(editor, "QS", "W")
    assert write_position(editor.position).endswith("tableau 8C, 9D, -, -, -, -, -")
    editor.undo()
    editor.undo()
    assert write_position(editor.position).endswith("tableau (8C) (9D) QS, -, -, -, -, -, -")


def test_the_pass_is_kept_until_all_is_taken_back():
    editor = Editor(replace(deal("rush", seed=7), pass_number=2))
    lay(editor, "KS", "T1")
    assert editor.position.pass_number == 2
    editor.clear()
    assert editor.position.pass_number == 1


# Back and on


def test_each_change_is_taken_back_and_made_again():
    editor = fresh()
    laid = [editor.laid]
    for change in (
        lambda: editor.set_base(5), lambda: lay(editor, "7H", "F1"), lambda: lay(editor, "9S", "T1"),
        editor.rest_to_stock, editor.clear,
    ):  # fmt: skip
        change()
        laid.append(editor.laid)
    for before in laid[-2::-1]:
        assert editor.undo()
        assert editor.laid == before
    assert not editor.undo()
    for after in laid[1:]:
        assert editor.redo()
        assert editor.laid == after
    assert not editor.redo()


def test_a_change_drops_what_was_taken_back():
    editor = fresh()
    lay(editor, "9S 8H", "T1")
    editor.undo()
    lay(editor, "7C", "T1")
    assert not editor.can_redo
    assert column(editor.position, "T1") == "9S 7C"


# Every card in one place

STEP = st.one_of(
    st.tuples(st.just("lay"), st.integers(0, 207), st.sampled_from(["S", "W", "R", "R2", "F1", "F2", "F7", "T1", "T2",
                                                                    "T5", "T8", *BANKS])),
    st.tuples(st.just("set_base"), st.none() | st.integers(1, 13)),
    st.sampled_from([("clear",), ("undo",), ("redo",), ("rest_to_stock",)]),
    st.tuples(st.just("put"), st.integers(0, 99)),
)  # fmt: skip


@given(ROWS, st.lists(STEP, max_size=30))
def test_every_card_is_in_exactly_one_place_whatever_is_done(v: Variant, steps: list[tuple[Any, ...]]):
    editor = fresh(v)
    for name, *wish in steps:
        if name == "lay":
            card, target = wish[0] % len(editor.cards), wish[1]
            if target in editor.laid.piles and editor.lay(card, target):
                reached = next(pile for pile, cards in editor.laid.piles.items() if card in cards)
                assert reached == target if target[0] not in "BF" else reached[0] == target[0]
        elif name == "put":
            editor.put(deal(v, seed=wish[0]).player_view())
        elif name != "set_base" or not isinstance(v.base_rank, int):
            getattr(editor, name)(*wish)
        assert is_whole(editor)
        assert read_position(write_position(editor.position)) == editor.position
        left = {text("edit-left-1", "en", n=editor.left), text("edit-left", "en", n=editor.left)}
        for pile in editor.position.foundations:
            assert not pile or pile[0].rank == editor.laid.base
        if not editor.problems():
            assert problems(editor.position) == ()
        assert bool(editor.left) == bool(left & {*editor.problems()})


# What is said


def test_problems_are_told_in_both_languages():
    editor = fresh()
    assert editor.problems() == ("Choose the base rank, or lay a card on a foundation.",
                                 "52 cards are still to be laid.")  # fmt: skip
    assert editor.problems("de") == (text("edit-no-base", "de"), "52 Karten sind noch zu legen.")
    editor.set_base(5)
    editor.rest_to_stock()
    lay(editor, "9S", "B1")
    assert editor.problems() == ("1 card is still to be laid.",)
    assert editor.problems("de") == ("1 Karte ist noch zu legen.",)
    lay(editor, "9S", "W")
    assert editor.problems("en") == editor.problems("de") == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_foundation_that_does_not_go_up_is_told(lang: str):
    editor = Editor(read_position("canfield; base 5; foundations +5H+7H - - -"))
    assert editor.problems(lang) == (
        {"en": "Foundation 1 does not go up in suit from the base rank.",
         "de": "Zielstapel 1 steigt nicht in einer Kartenfarbe vom Grundwert auf."}[lang],
        text("edit-left", lang, n=50),
    )  # fmt: skip


def test_a_base_that_is_still_to_be_chosen_is_no_problem():
    assert fresh("selective").problems() == ("52 cards are still to be laid.",)


# The wishes of the page


class Page:
    """A page before a desk whose editor may be open."""

    def __init__(self, variant: str = "canfield", *, lang: str | None = None) -> None:
        self.desk = Desk(Session(Game.dealt(variant, seed=7)))
        self.desk.settings["lang"] = lang
        self.seq = 0

    def do(self, do: str, **fields: Any) -> str:
        """Why not, or an empty text."""
        self.seq += 1
        command = {"client": "page", "seq": self.seq, "rev": self.desk.rev, "ack": self.seq - 1, "do": do, **fields}
        assert self.desk.carry_out([command])
        answer = self.desk.state()["answers"]["page"]
        assert answer["seq"] == self.seq
        assert answer["ok"] is not bool(answer["why"])
        return answer["why"]

    def edit(self, what: str, **fields: Any) -> str:
        return self.do("edit", what=what, **fields)

    def lay(self, name: str, target: str, source: str = "B1") -> str:
        return self.do("move", move=f"{source}-{target}", card=str(number(self.editor, name)))

    @property
    def editor(self) -> Editor:
        assert self.desk.editor is not None
        return self.desk.editor


def opened(variant: str = "canfield", **options: Any) -> Page:
    """A page with an empty editor."""
    page = Page(variant, **options)
    assert page.edit("begin") == ""
    page.edit("clear")
    return page


def test_the_editor_begins_with_what_is_seen_of_the_game():
    page = Page()
    page.do("move", move="S-W")
    seen = page.desk.game.position.player_view()
    assert page.edit("begin") == ""
    assert column(page.editor.position, "W") == column(seen, "W")
    assert page.editor.left == 34 - 3 + 12
    state = page.desk.state()
    assert (state["free"], state["title"], state["game"]) == (True, "Set up a position", "editor")
    assert state["message"]["text"] == text("edit-says", "en")
    assert page.desk.game.ply == 1


def test_beginning_again_loses_nothing():
    page = opened()
    page.lay("9S", "T1")
    assert page.edit("begin") == ""
    assert column(page.editor.position, "T1") == "9S"


@pytest.mark.parametrize(
    ("token", "pile", "there"),
    [("B1-T2", "T2", "9S"), ("B1-S", "S", "9S"), ("B1-R", "R", "9S"), ("W-T3x4", "T3", "9S"), ("B1-F", "F1", "9S"),
     ("FH7-W", "W", "9S")],
)  # fmt: skip
def test_a_card_is_laid_where_the_token_says(token: str, pile: str, there: str):
    page = opened()
    page.editor.set_base(9)
    assert page.do("move", move=token, card=str(number(page.editor, "9S"))) == ""
    assert column(page.editor.position, pile) == there


def test_a_card_that_a_foundation_cannot_take_is_refused_in_words():
    page = opened()
    page.edit("base", value="5")
    page.lay("6S", "T1")
    assert page.lay("7S", "F") == text("edit-not-there", "en")
    assert page.desk.state()["message"]["kind"] == "refusal"


def test_changes_are_taken_back_and_made_again():
    page = opened()
    page.lay("9S", "T1")
    assert page.do("undo") == ""
    assert column(page.editor.position, "T1") == ""
    assert page.do("redo") == ""
    assert column(page.editor.position, "T1") == "9S"
    assert page.do("redo") == text("nothing-redo", "en")
    page.do("undo")
    page.do("undo")
    assert page.do("undo") == text("nothing-undo", "en")


def test_every_change_of_the_editor_is_a_new_revision():
    page = opened()
    seen = [page.desk.rev]
    for change in (lambda: page.lay("9S", "T1"), lambda: page.do("undo"), lambda: page.do("redo"),
                   lambda: page.edit("base", value="5"), lambda: page.edit("stock"),
                   lambda: page.edit("leave")):  # fmt: skip
        change()
        seen.append(page.desk.rev)
    assert seen == sorted(set(seen))


def test_the_base_is_chosen_and_taken_away():
    page = opened()
    assert page.edit("base", value="K") == ""
    assert page.desk.state()["base"] == 13
    assert page.edit("base", value="") == ""
    assert page.desk.state()["base"] is None
    for value in ("1", "23", "A2", "k", "x" * 9999):
        assert page.edit("base", value=value) == text("unreadable", "en")
    assert page.editor.laid.base is None
    page = opened("storehouse")
    assert page.edit("base", value="5") == text("unreadable", "en")
    assert page.editor.laid.base == 2


def test_other_rules_have_their_own_places():
    page = opened()
    assert page.edit("rules", value="quadruple") == ""
    state = page.desk.state()
    assert {name for name in state["piles"] if name[0] == "T"} == {f"T{n}" for n in range(1, 9)}
    assert sum(map(len, state["piles"].values())) == 208
    assert page.edit("rules", value="canfield{deal_count=1}") == ""
    assert page.editor.variant.deal_count == 1
    assert "'klondike' is no variant" in page.edit("rules", value="klondike")
    assert page.editor.variant.deal_count == 1


def test_a_text_is_laid_and_can_be_taken_back():
    page = opened()
    page.lay("9S", "T1")
    assert page.edit("text", text="canfield; base 5; waste 9C; foundations 7H - - -") == ""
    assert column(page.editor.position, "F1") == "5H 6H 7H"
    page.do("undo")
    assert column(page.editor.position, "T1") == "9S"


def test_a_text_of_other_rules_brings_them_along():
    page = opened()
    assert page.edit("text", text=write_position(deal("superior", seed=7))) == ""
    assert page.editor.position == deal("superior", seed=7)


@pytest.mark.parametrize(
    "words", ["", "klondike; base 5", "canfield; base 5; waste 9X", "canfield; deal 7; moves S-W", "canfield; base 7;"]
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_that_cannot_be_read_is_refused_and_nothing_is_lost(words: str, lang: str):
    page = opened(lang=lang)
    page.lay("9S", "T1")
    before = page.editor
    with pytest.raises(ValueError) as why:  # noqa: PT011
        read_position(words)
    assert page.edit("text", text=words) == text("text-unreadable", lang, what=str(why.value))
    assert page.editor is before
    assert column(page.editor.position, "T1") == "9S"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_complete_is_not_played(lang: str):
    page = opened(lang=lang)
    before = page.desk.game
    assert page.edit("play") == page.editor.problems(lang)[0]
    page.edit("base", value="5")
    assert page.edit("play") == text("edit-left", lang, n=52)
    assert page.desk.game is before


def test_what_is_complete_is_played_from_there():
    page = opened()
    page.lay("5H", "F")
    page.lay("9S", "T1")
    page.lay("8H", "T1")
    page.edit("stock")
    wanted = page.editor.position
    assert page.edit("play") == ""
    assert page.desk.editor is None
    assert page.desk.game.position == wanted
    assert page.desk.state()["free"] is False
    assert page.do("move", move="S-W", card=None) == ""
    assert page.desk.game.ply == 1


def test_a_row_of_five_is_played_with_its_base_to_choose():
    page = opened("selective")
    page.edit("text", text=write_position(deal("selective", seed=3)))
    assert page.edit("play") == ""
    assert page.desk.game.position == deal("selective", seed=3)


def test_leaving_gives_the_game_back_as_it_was():
    page = Page()
    page.do("move", move="S-W")
    game, before = page.desk.game, page.desk.state()
    page.edit("begin")
    page.edit("clear")
    assert page.edit("leave") == ""
    after = page.desk.state()
    same = ("piles", "moves", "ply", "undo", "title", "settings", "allow", "free", "game")
    assert page.desk.game is game
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert page.desk.editor is None


def test_the_time_of_the_game_goes_on_since_its_cards_are_in_sight():
    page = Page()
    page.do("move", move="S-W")
    page.edit("begin")
    assert page.desk.state()["clock"]["running"]
    assert page.do("pause", on=True) == ""
    assert not page.desk.state()["paused"]


def test_a_pause_is_not_got_round_by_the_editor():
    page = Page()
    page.do("move", move="S-W")
    page.do("pause", on=True)
    assert page.edit("begin") != ""
    assert page.desk.editor is None


def test_what_was_set_up_is_taken_up_again_or_had_back_by_undo():
    page = Page()
    page.edit("begin")
    page.edit("clear")
    page.edit("leave")
    page.edit("begin")
    assert page.editor.left == 52, "the same game: as it was left"
    page.edit("leave")
    page.do("move", move="S-W")
    page.edit("begin")
    assert len(page.editor.position.waste) == 3
    page.do("undo")
    assert page.editor.left == 52


def test_a_game_from_the_editor_is_none_for_the_records():
    page = Page()
    page.edit("begin")
    page.edit("stock")
    assert page.edit("play") == ""
    assert Mark.GIVEN in page.desk.session.marks


def test_texts_that_are_too_long_are_refused_unread():
    page = Page()
    page.edit("begin")
    assert page.edit("text", text="canfield; base 5; stock " + "2C " * 20_000) != ""
    assert page.desk.editor is not None


def test_a_change_by_another_page_makes_commands_of_the_editor_stale():
    page = Page()
    page.edit("begin")
    rev = page.desk.rev
    page.edit("clear")
    desk = page.desk
    command = {"client": "other", "seq": 1, "rev": rev, "ack": 0, "do": "undo"}
    desk.carry_out([command])
    assert desk.answers["other"]["ok"] is False
    assert page.editor.left == 52


@pytest.mark.parametrize(
    "do", [{"do": "hint"}, {"do": "winnable"}, {"do": "finish"}, {"do": "restart"},
           {"do": "click", "pile": "T1", "card": "3"}], ids=lambda do: do["do"],
)  # fmt: skip
def test_what_belongs_to_a_game_is_refused_in_words(do: dict[str, Any]):
    page = Page()
    page.do("move", move="S-W")
    page.edit("begin")
    before = page.editor.laid
    assert page.do(**do) == text("edit-no-game", "en")
    assert page.editor.laid is before
    assert page.desk.game.ply == 1
    assert not page.desk.questions


def test_a_new_game_leaves_the_editor():
    page = opened()
    assert page.do("new", variant="superior") == ""
    assert page.desk.editor is None
    assert page.desk.game.start.variant.id == "superior"


def test_a_search_for_the_game_ends_when_the_editor_opens():
    page = Page()
    page.do("winnable")
    assert page.desk.questions
    page.edit("begin")
    assert not page.desk.questions


def test_without_an_editor_its_wishes_are_none():
    page = Page()
    for what in ("clear", "stock", "base", "rules", "text", "play", "leave", "", "what"):
        assert page.edit(what) == text("unreadable", "en")
    assert page.desk.editor is None


WISHES = ["begin", "clear", "stock", "base", "rules", "text", "play", "leave"]
WORDS = ["B1-T2", "-F", "T1-", "x", "-", "B1-B2x9", "S-W", "T1-F9", "0", "51", "52", "-1", "٣", "²", "9" * 5000,
         "F", "S", "canfield", "canfield;" * 99, "rush; pass 9"]  # fmt: skip
HOSTILE = st.one_of(
    st.text(max_size=8), st.sampled_from(WORDS), st.integers(), st.floats(allow_nan=False), st.booleans(), st.none(),
    st.lists(st.text(max_size=2), max_size=2), st.dictionaries(st.text(max_size=2), st.integers(), max_size=1),
)  # fmt: skip
COMMAND = st.fixed_dictionaries({
    "do": st.sampled_from(["edit", "edit", "move", "undo", "redo", "click", "pause", "finish"]),
    "what": st.sampled_from(WISHES) | HOSTILE, "value": HOSTILE, "text": HOSTILE, "move": HOSTILE, "card": HOSTILE,
})  # fmt: skip


@given(st.lists(COMMAND, max_size=8))
def test_nothing_that_a_page_may_send_raises_or_loses_a_card(wishes: list[dict[str, Any]]):
    page = opened()
    for wish in wishes:
        page.do(**wish)
        assert page.desk.state()["rev"] == page.desk.rev
        assert sheet(page.desk) or page.desk.editor is None
        assert page.desk.editor is None or is_whole(page.desk.editor)


# The sheet


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_lists_the_problems_and_the_text(lang: str):
    page = opened(lang=lang)
    page.lay("9S", "T1")
    html = sheet(page.desk)
    for words in (*page.editor.problems(lang), write_position(page.editor.position), text("edit-play", lang)):
        assert words in html
    assert text("edit-complete", lang) not in html
    page.edit("base", value="5")
    page.edit("stock")
    assert text("edit-complete", lang) in sheet(page.desk)


def test_the_sheet_offers_every_rule_set_and_the_own_one():
    page = opened()
    html = sheet(page.desk)
    assert all(f"&quot;value&quot;:&quot;{row}&quot;" in html for row in VARIANTS)
    page.edit("rules", value="canfield{deal_count=1}")
    assert "canfield{deal_count=1}" in sheet(page.desk)


def test_the_sheet_offers_a_fixed_base_alone():
    html = sheet(opened("storehouse").desk)
    assert html.count("&quot;what&quot;:&quot;base&quot;") == 1
    assert sheet(opened().desk).count("&quot;what&quot;:&quot;base&quot;") == 14


def test_a_title_is_no_html():
    page = opened()
    page.edit("rules", value='canfield{id="mine",title="<b>x</b>",title_de="<b>x</b>"}')
    assert "<b>x" not in sheet(page.desk)


# From Python


def test_python_opens_the_editor_with_any_position():
    board = cw.CanfieldWidget(seed=7, saves=False)
    board.edit("canfield; base 5; foundations 7H - - -")
    assert board.state["free"] is True
    assert [face for _, face in board.state["piles"]["F1"]] == ["5H", "6H", "7H"]
    assert "cfw-edit" in board.state["sheet"]
    board.edit(set_up("superior", tableau=["9S 8H"]))
    assert [face for _, face in board.state["piles"]["T1"]] == ["9S", "8H"]
    with pytest.raises(ValueError, match="no variant"):
        board.edit("klondike")


def test_nothing_hidden_of_the_game_is_in_the_state_while_it_is_open():
    board = cw.CanfieldWidget(seed=7, saves=False)
    board.edit()
    hidden = board.position.stock
    assert not {str(card) for card in hidden} & {face for name, pile in board.state["piles"].items()
                                                 if name not in BANKS for _, face in pile}  # fmt: skip
    assert all(len(pile) == 0 for name, pile in board.state["piles"].items() if name == "S")
