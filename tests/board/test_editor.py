"""Setting up a position on the board: opened from the menu, laid by pointer and by key, played from there."""

import pytest

import canfield_widget as cw
from axe import faults
from canfield_widget.cards import read_card
from canfield_widget.notation import read_position, write_position
from canfield_widget.texts import text
from canfield_widget.variants import VARIANTS
from live_host import LiveHost


@pytest.fixture
def open_live(page):
    def open_(variant="canfield", *, width=900, lang=None, theme=None, **options):
        widget = cw.CanfieldWidget(variant, seed=7, saves=False, lang=lang, **options)
        return LiveHost(page, widget, width=width, theme=theme)

    return open_


@pytest.fixture
def edited(open_live):
    """A board with the editor open: empty, or with the position of a text."""

    def open_(start="canfield", **options):
        board = open_live(**options)
        board.widget.edit(start)
        board.pull()
        board.wait()
        return board

    return open_


def key(board, name, copy=0):
    """The key of a card, which is its number in the packs."""
    cards = board.widget._board.editor.cards
    return str([n for n, card in enumerate(cards) if card == read_card(name)][copy])


def lies(board, pile):
    """The cards of a pile as the page was told."""
    return " ".join(face for _, face in board.widget.state["piles"][pile])


def drag(board, name, pile, copy=0):
    board.drag_to(key(board, name, copy), pile)
    board.wait()


def ask(board, words):
    """Presses a button of the sheet."""
    board.page.locator(".cfw-edit").get_by_role("button", name=words, exact=True).click()
    board.wait()


def problems(board):
    return board.page.locator(".cfw-problems").inner_text().splitlines()


# Opening


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_menu_opens_the_editor_with_what_is_seen_of_the_game(open_live, lang):
    board = open_live(lang=lang)
    board.page.locator("[data-do=menu]").click()
    for key_ in ("page-games", "edit-title"):
        board.item(text(key_, lang)).click()
        board.wait()
    assert board.panel.is_hidden()
    assert board.page.locator(".cfw-edit").is_visible()
    assert lies(board, "T1") == " ".join(map(str, board.widget.position.tableau[0]))
    assert board.page.locator(".cfw-sentence").inner_text() == text("edit-says", lang)
    assert board.root.get_attribute("aria-label").startswith(text("edit-title", lang))
    assert problems(board) == [text("edit-left", lang, n=34 + 12)]
    for word in ("edit-play", "edit-stock", "edit-clear", "edit-leave"):
        assert board.page.locator(".cfw-edit").get_by_role("button", name=text(word, lang)).is_visible()
    ask(board, text("edit-leave", lang))
    assert board.page.locator(".cfw-edit").count() == 0
    assert board.page.locator(".cfw-moves").is_visible()
    assert board.widget.state["free"] is False


# The pointer


def test_a_card_is_dragged_from_the_bank_to_a_column_and_back(edited):
    board = edited()
    assert board.page.locator(".cfw-card").count() == 52
    drag(board, "9S", "T2")
    drag(board, "8H", "T2")
    assert lies(board, "T2") == "9S 8H"
    assert board.card(key(board, "8H")).get_attribute("data-in") == "T2"
    assert problems(board) == [text("edit-no-base", "en"), text("edit-left", "en", n=50)]
    board.drag(key(board, "9S"), board.box(key(board, "TS")))
    board.wait()
    assert lies(board, "T2") == ""
    assert "9S" in lies(board, "B1")
    assert "8H" in lies(board, "B2")
    assert board.card(key(board, "9S")).get_attribute("data-in") == "B1"


@pytest.mark.parametrize("pile", ["S", "W", "R", "T4"])
def test_a_card_is_dragged_to_any_pile_and_its_top_to_any_other(edited, pile):
    board = edited()
    drag(board, "9S", pile)
    drag(board, "8H", pile)
    assert lies(board, pile) == "9S 8H"
    drag(board, "8H", "T1")
    assert (lies(board, pile), lies(board, "T1")) == ("9S", "8H")


def test_a_card_on_a_foundation_brings_those_below_along(edited):
    board = edited("canfield; base 5")
    drag(board, "8H", "F3")
    (pile,) = [name for name in ("F1", "F2", "F3", "F4") if lies(board, name)]
    assert lies(board, pile) == "5H 6H 7H 8H"
    assert board.card(key(board, "8H")).get_attribute("data-in") == pile
    drag(board, "8H", "T1")
    assert lies(board, pile) == "5H 6H 7H"


def test_a_card_that_a_foundation_cannot_take_flies_home_with_the_reason(edited):
    board = edited("canfield; base 5; waste 6H")
    home = board.box(key(board, "8H"))
    drag(board, "8H", "F1")
    assert board.box(key(board, "8H")) == home
    assert board.page.locator(".cfw-sentence").inner_text() == text("edit-not-there", "en")


def test_a_click_takes_a_card_up_and_a_second_one_lays_it(edited):
    board = edited()
    board.click(board.card(key(board, "AS")))
    assert board.page.locator(".cfw-chosen").get_attribute("data-key") == key(board, "AS")
    board.click(board.place("T3"))
    board.wait()
    assert lies(board, "T3") == "AS"


def test_buttons_take_changes_back_and_make_them_again(edited):
    board = edited()
    drag(board, "9S", "T2")
    board.page.locator("[data-do=undo]").click()
    board.wait()
    assert lies(board, "T2") == ""
    board.page.locator("[data-do=redo]").click()
    board.wait()
    assert lies(board, "T2") == "9S"
    ask(board, "Clear")
    assert lies(board, "T2") == ""
    board.page.locator("[data-do=undo]").click()
    board.wait()
    assert lies(board, "T2") == "9S"


# The sheet


def test_what_is_complete_is_played_from_there(edited):
    board = edited()
    play = board.page.locator(".cfw-edit").get_by_role("button", name="Play from here")
    assert play.get_attribute("aria-disabled") == "true"
    drag(board, "5H", "F1")
    drag(board, "9S", "T1")
    assert problems(board) == [text("edit-left", "en", n=50)]
    ask(board, "Rest to the stock")
    assert problems(board) == [text("edit-complete", "en")]
    assert play.get_attribute("aria-disabled") is None
    wanted = board.widget._board.editor.position
    ask(board, "Play from here")
    assert board.widget.position == wanted
    assert board.page.locator(".cfw-edit").count() == 0
    assert not [name for name in board.widget.state["piles"] if name[0] == "B"]
    board.click(board.place("S"))
    board.wait()
    assert board.widget.moves == ["S-W"]


def test_what_is_not_complete_is_not_played(edited):
    board = edited()
    before = board.asked
    board.page.locator(".cfw-edit").get_by_role("button", name="Play from here").click(force=True)
    assert board.asked == before
    assert board.page.locator(".cfw-edit").is_visible()


def test_the_base_and_the_rules_are_chosen(edited):
    board = edited()
    base = board.page.locator(".cfw-edit select").nth(1)
    base.select_option(label="queen")
    board.wait()
    assert board.widget.state["base"] == 12
    assert board.page.locator("[data-pile=F1] svg").count() == 1
    board.page.locator(".cfw-edit select").first.select_option(label=VARIANTS["demon"].title)
    board.wait()
    assert len([name for name in board.widget.state["piles"] if name[0] == "T"]) == 8
    assert problems(board)[-1] == text("edit-left", "en", n=104)


def test_the_text_field_holds_the_position_and_another_is_laid(edited):
    board = edited("canfield; base 5; waste 9C; tableau 9S 8H, -, -, -")
    board.page.locator(".cfw-edit summary").click()
    copy, paste = board.page.locator(".cfw-edit textarea").all()
    assert copy.input_value() == write_position(board.widget._board.editor.position)
    assert read_position(copy.input_value()).waste == (read_card("9C"),)
    paste.fill("canfield; base 7; waste 9X")
    ask(board, "Lay it")
    assert "9X" in board.page.locator(".cfw-sentence").inner_text()
    assert lies(board, "T1") == "9S 8H"
    paste = board.page.locator(".cfw-edit textarea").last
    paste.fill("canfield; base 7; foundations 8D - - -")
    ask(board, "Lay it")
    assert (lies(board, "F1"), lies(board, "T1")) == ("7D 8D", "")


# The keyboard


def press(board, *keys):
    for each in keys:
        board.page.keyboard.press(each)


def carry_to(board, pile):
    """Goes through the places with the arrow until the pile is reached, and lays the held card there."""
    for _ in range(len(board.widget.state["piles"])):
        press(board, "ArrowRight")
        if board.focused == pile or board.focused in [key for key, _ in board.widget.state["piles"][pile]]:
            break
    press(board, "Enter")
    board.wait()


def test_by_key_a_card_is_taken_from_the_bank_and_laid(edited):
    board = edited()
    board.place("T1").focus()
    press(board, "ArrowDown")
    taken = board.focused
    assert board.card(taken).get_attribute("data-in") == "B1"
    press(board, "Enter")
    assert board.page.locator(".cfw-live").inner_text().endswith(" of spades in hand. Places for it: 14.")
    carry_to(board, "T3")
    assert board.card(taken).get_attribute("data-in") == "T3"
    assert lies(board, "T3")[1:] == "S"
    assert board.focused == taken
    press(board, "u")
    board.wait()
    assert lies(board, "T3") == ""
    press(board, "r")
    board.wait()
    assert board.card(taken).get_attribute("data-in") == "T3"


def test_arrows_go_through_the_bank_as_it_lies(edited):
    board = edited()
    board.card(key(board, "7S")).focus()
    for arrow, there in [("Right", "8S"), ("Down", "8H"), ("Left", "7H"), ("Down", "7D"), ("Down", "7C"), ("Up", "7D")]:
        press(board, f"Arrow{arrow}")
        assert board.focused == key(board, there)


def test_by_key_a_card_is_laid_on_the_stock_and_taken_from_it(edited):
    board = edited()
    board.card(key(board, "AS")).focus()
    press(board, "Enter")
    carry_to(board, "S")
    assert lies(board, "S") == "AS"
    board.card(key(board, "AS")).focus()
    press(board, " ")
    carry_to(board, "W")
    assert (lies(board, "S"), lies(board, "W")) == ("", "AS")


def test_by_key_alone_from_the_bank_to_the_game(edited):
    board = edited("canfield; base 5")
    board.card(key(board, "5S")).focus()
    press(board, "Enter")
    carry_to(board, "F1")
    assert lies(board, "F1") == "5S"
    for words in ("Rest to the stock", "Play from here"):
        board.page.locator(".cfw-edit").get_by_role("button", name=words).focus()
        press(board, "Enter")
        board.wait()
    assert board.widget.state["free"] is False
    assert str(board.widget.position.foundations[0][0]) == "5S"
    assert board.page.evaluate("!!document.activeElement.closest('.cfw-root')")


def test_escape_puts_a_card_back_into_the_bank(edited):
    board = edited()
    board.card(key(board, "AS")).focus()
    press(board, "Enter", "ArrowRight", "Escape")
    assert board.page.locator(".cfw-chosen").count() == 0
    assert board.focused == key(board, "AS")
    assert board.asked == []


def test_letters_that_belong_to_a_game_are_answered(edited):
    board = edited()
    board.card(key(board, "AS")).focus()
    press(board, "h")
    board.wait()
    assert board.page.locator(".cfw-sentence").inner_text() == text("edit-no-game", "en")
    assert len(lies(board, "B1").split()) == 13


# Many cards, both languages, everybody


def test_with_four_decks_equal_cards_are_laid_one_by_one(edited):
    board = edited("quadruple; base 5", variant="quadruple", width=1100)
    assert board.page.locator("[data-in^=B]").count() == 208
    for copy in range(3, -1, -1):
        drag(board, "5S", "F4", copy)
    assert [lies(board, f"F{n}") for n in range(1, 17)].count("5S") == 4
    drag(board, "KC", "T8", 3)
    drag(board, "QD", "T8", 3)
    assert lies(board, "T8") == "KC QD"
    assert problems(board) == [text("edit-left", "en", n=202)]
    ask(board, "Rest to the stock")
    ask(board, "Play from here")
    assert board.widget.status == "playing"


def test_in_german_every_word_is_german(edited):
    board = edited(lang="de")
    assert problems(board) == [text("edit-no-base", "de"), text("edit-left", "de", n=52)]
    names = board.page.locator(".cfw-edit button").all_inner_texts()
    assert names[:4] == [text(key_, "de") for key_ in ("edit-play", "edit-stock", "edit-clear", "edit-leave")]
    assert board.place("B1").get_attribute("aria-label") == "Noch nicht gelegte Karten, Reihe 1, 13 Karten"
    assert "{" not in board.root.inner_text()
    drag(board, "AS", "T1")
    assert board.card(key(board, "AS")).get_attribute("aria-label") == "Pik-Ass, Spalte 1, 1 von 1"


def test_a_mirrored_and_a_narrow_board_can_be_dragged_on(edited):
    board = edited(width=420, mirrored=True)
    drag(board, "9S", "T2")
    drag(board, "8H", "T2")
    assert lies(board, "T2") == "9S 8H"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("variant", "width"), [("canfield", 900), ("canfield", 380), ("quadruple", 1100)])
def test_axe_finds_no_serious_fault_in_the_editor(edited, variant, width, lang):
    board = edited(f"{variant}; base 5; waste 9C; foundations 7H{' -' * (VARIANTS[variant].foundations - 1)}",
                   variant=variant, width=width, lang=lang)  # fmt: skip
    board.page.locator(".cfw-edit summary").click()
    board.settle()
    assert faults(board.page) == []


def test_axe_finds_no_serious_fault_in_what_is_complete_or_pointed_at(edited):
    board = edited(write_position(cw.deal(seed=7)))
    assert problems(board) == [text("edit-complete", "en")]
    assert faults(board.page) == []
    ask(board, "Leave")
    board.widget.mark(["R", "T4"], arrows=["R-T1", ("T2", "T3")])
    board.pull()
    assert board.page.locator(".cfw-arrows path").count() == 4
    assert board.page.locator(".cfw-marked").count() == 2
    assert faults(board.page) == []
