"""What a learner plays and presses on the board of a lesson, by way of the commands that the page sends."""

from __future__ import annotations

import re
from html import unescape

import pytest

from canfield_widget.lesson_board import LessonBoard
from canfield_widget.lesson_sheet import lesson_sheet
from canfield_widget.lesson_widget import lesson
from canfield_widget.notation import write_position
from canfield_widget.pages import PAGES
from canfield_widget.position import deal
from canfield_widget.refusals import IllegalMove
from canfield_widget.settings import checked
from canfield_widget.teaching.lessons import lessons, read_lesson
from canfield_widget.teaching.tutor import Tutor
from samples import winning_line

KING = """
id = "king"
rules = ["canfield", "superior"]
title = "King on ace"
position = "canfield; base 5; reserve 9D; foundations 5C - - -; tableau AH, KC, 9D, 3C"
question = {en = "Play the {KC} onto the {AH}.", de = "{KC} auf {AH} legen."}
accept = ["T2-T1"]
right = {en = "Yes: the king follows the ace.", de = "Ja: Auf das Ass folgt der König."}
hints = [{en = "Think of a ring.", de = "An einen Ring denken."}, {en = "The king.", de = "Der König."}]
"""
CHOICE = """
id = "count"
title = "Thirteen"
position = "canfield; base 5; tableau AH, KC, -, -"
question = {en = "How many?", de = "Wie viele?"}
options = [
    {en = "12", de = "12", say = {en = "One more.", de = "Eine mehr."}}, {en = "<13>", de = "<13>", right = true},
]
"""
COSTLY = """
id = "costly"
title = "What it costs"
position = "canfield; base 5; stock 7D 8D 9D; foundations 5C - - -; tableau 6C, KH, QS, 7H"
question = {en = "Lay the {QS} on the {KH}.", de = "{QS} auf {KH} legen."}
accept = ["T3-T2"]

[[wrong]]
move = "T1-F"
say = {en = "Too soon.", de = "Zu früh."}
punish = ["S-W"]
cost = {en = "The space takes only the waste.", de = "Die Lücke nimmt nur die Ablage."}
"""
RULES = """
id = "rules"
title = "Single cards"
position = "canfield; base 5; tableau 9S 8H 7C, 8D, 2C, KS"
question = {en = "Who allows it?", de = "Wer erlaubt es?"}
allows = ["T1-T2"]
among = ["canfield", "superior"]
"""
GAME = """
id = "game"
title = "To the end"
question = {en = "Win.", de = "Gewinnen."}
right = {en = "Well played.", de = "Gut gespielt."}
game = "canfield{ranks=2,reserve_size=0}; base A; foundations 2S 2H AD AC; tableau 2C, 2D, -, -"
"""


class Page:
    """A page that shows the board and sends what is done on it."""

    def __init__(self, *texts: str, lang: str = "en"):
        self.tutor = Tutor([read_lesson(text) for text in texts])
        self.board = LessonBoard.of(self.tutor, checked({"lang": lang}))
        self.seq = 0

    def send(self, do: str, **fields: object) -> str:
        """Sends a command; why it was refused, or an empty text."""
        self.seq += 1
        command = {"client": "page", "seq": self.seq, "rev": self.board.rev, "ack": self.seq - 1, "do": do, **fields}
        assert self.board.carry_out([command])
        return self.board.answers["page"]["why"]

    def move(self, token: str) -> str:
        """Drags the cards of a move."""
        source, count = token.split("-")[0], int(token.partition("x")[2] or 1)
        return self.send("move", move=token, card=self.board.state()["piles"][source][-count][0])

    def wish(self, what: str, **fields: object) -> str:
        """Presses a button of the sheet."""
        return self.send("lesson", what=what, **fields)

    @property
    def sheet(self) -> str:
        return lesson_sheet(self.tutor, self.board.language)

    @property
    def state(self) -> dict:
        return self.board.state()


def read(sheet: str) -> str:
    """The words of a sheet without its HTML."""
    return unescape(re.sub("<[^>]*>", "", sheet))


def test_a_right_move_is_played_and_said_and_the_lesson_is_done():
    page = Page(KING)
    assert page.move("T2-T1") == ""
    assert page.state["piles"]["T1"][-1][1] == "KC"
    assert page.state["message"]["text"] == "Right. Yes: the king follows the ace."
    assert "Yes: the king follows the ace." in page.sheet
    assert page.tutor.result["right"] is False, "not before it is done"
    assert page.wish("go-on") == ""
    assert page.tutor.finished
    assert page.tutor.result["right"] is True


def test_a_refused_move_says_the_engines_reason_and_blames_its_cards():
    page = Page(KING)
    why = page.move("T4-T1")
    assert why.startswith("The three of clubs does not go on the ace of hearts")
    faces = {key: face for cards in page.state["piles"].values() for key, face in cards}
    assert [faces[key] for key in page.state["message"]["blame"]] == ["3C", "AH"]
    assert page.tutor.result["errors"] == 1


def test_a_refusal_names_the_rule_sets_that_would_allow_the_move():
    page = Page("""
position = "canfield; base 5; reserve 2C 6S; foundations 5S - - -; tableau 9S 8H 7C, 9C, 4S, KH"
question = {en = "Lay the {7C} aside.", de = "{7C} weglegen."}
accept = ["S-W"]
""")
    assert page.move("T1-T2x2").endswith("Superior Canfield and Quadruple Canfield would allow it.")


def test_after_an_error_the_same_question_comes_with_other_cards_on_a_new_board():
    page = Page(KING)
    page.move("T4-T1")
    game, rev = page.state["game"], page.state["rev"]
    assert page.wish("again") == ""
    assert page.state["game"] != game
    assert page.state["rev"] > rev
    assert "king of clubs" not in page.sheet
    assert page.move("T2-T1") == ""
    assert page.wish("go-on") == ""
    assert page.tutor.finished


def test_a_legal_wrong_move_is_played_its_cost_is_shown_and_both_are_taken_back():
    page = Page(COSTLY)
    before = page.state["piles"]
    assert page.move("T1-F") == ""
    assert page.state["message"]["text"] == "Too soon."
    assert page.state["piles"]["T1"] == []
    assert page.state["undo"], "the bar offers what the sheet offers"
    assert page.wish("cost") == ""
    assert page.state["message"]["text"] == "The space takes only the waste."
    assert len(page.state["piles"]["W"]) == 3
    assert page.wish("back") == ""
    assert page.state["piles"] == before
    assert not page.state["undo"]


def test_undo_in_the_bar_takes_a_wrong_move_back():
    page = Page(COSTLY)
    before = page.state["piles"]
    page.move("T1-F")
    assert page.send("undo") == ""
    assert page.state["piles"] == before
    assert page.send("undo") != ""


def test_a_question_in_words_moves_no_card():
    page = Page(CHOICE)
    piles = page.state["piles"]
    page.move("T2-T1")
    assert page.state["piles"] == piles
    assert page.state["message"]["text"] == "This question is answered with the buttons above the cards."
    assert page.tutor.result["errors"] == 0


def test_an_option_is_an_answer_at_once_and_its_words_are_no_html():
    page = Page(CHOICE)
    assert "&lt;13&gt;" in page.sheet
    assert "<13>" not in page.sheet
    assert page.wish("choose", n=0) == ""
    assert page.state["message"]["text"] == "One more."
    assert page.wish("choose", n=1) == ""
    assert page.tutor.solved


def test_hints_are_shown_one_by_one_and_then_the_answer_is_offered():
    page = Page(KING)
    assert "Show the answer" not in page.sheet
    page.wish("hint")
    assert "Think of a ring." in page.sheet
    assert "The king." not in page.sheet
    page.wish("hint")
    assert "The king." in page.sheet
    assert "Show the answer" in page.sheet
    page.wish("show")
    assert page.state["piles"]["T1"][-1][1] == "KC"


def test_a_hint_is_spoken_too_and_after_the_last_one_it_is_the_last():
    page = Page(KING)
    page.wish("hint")
    assert page.state["message"]["text"] == "Think of a ring."
    page.wish("hint")
    page.wish("hint")
    assert page.state["message"]["text"] == "The king."
    page = Page(CHOICE)
    page.wish("hint")
    assert page.state["message"]["text"] == "How many? To choose from: 12, <13>."


def test_where_rule_sets_are_compared_the_bar_names_none_and_the_arrows_stay_to_the_end():
    page = Page(RULES)
    assert page.state["title"] == "Which rules?"
    arrows = page.state["arrows"]
    assert len(arrows) == 1
    page.wish("choose", n=1)
    assert page.tutor.solved
    assert page.state["arrows"] == arrows
    page.wish("go-on")
    assert (page.state["title"], page.state["arrows"]) == ("Canfield", [])


def test_a_move_of_a_game_is_told_in_words_and_its_win_by_the_tutor():
    page = Page(GAME)
    page.send("set", name="auto_finish", value=False)
    page.move("T1-F")
    assert page.state["message"]["text"] == "Two of clubs from column 1 to the foundation."
    page.move("T2-F")
    assert page.state["message"]["text"] == "Right. Well played."


def test_no_time_is_taken_of_the_moves_of_a_lesson():
    page = Page(GAME)
    page.send("set", name="auto_finish", value=False)
    page.move("T1-F")
    page.board.session.clock.milliseconds = 5000
    page.move("T2-F")
    assert page.board.game.times == (None, None)


def test_where_words_are_wanted_other_cards_are_offered_only_if_they_change_the_words():
    page = Page(CHOICE)
    page.wish("choose", n=0)
    assert "other cards" not in page.sheet
    page = Page(KING)
    page.move("T4-T1")
    assert "Try with other cards" in page.sheet
    page.move("T2-T1")
    assert "Once more, with other cards" in page.sheet


def test_the_name_of_a_card_is_not_broken_at_its_hyphen():
    assert '<span class="cfw-whole">Kreuz-König</span> auf' in Page(KING, lang="de").sheet


def test_the_sheet_says_that_a_lesson_comes_again():
    page = Page(KING, CHOICE)
    page.wish("skip")
    assert "once more" not in page.sheet
    page.wish("skip")
    assert "King on ace · once more" in page.sheet


@pytest.mark.parametrize(("stock", "accept", "how"), [
    ("", "T2-T1", "Drag the card, or click it and then its place.</div>"),
    ("stock 4C 6D; ", "T2-T1", "click the stock"), ("stock 4C 6D; ", "S-W", "Click the stock, or press D."),
    ("waste 7H 8H; ", "W-S", "The round arrow turns the waste over."), ("", "undo", "or the key U"),
])  # fmt: skip
def test_the_sheet_says_how_to_answer(stock: str, accept: str, how: str):
    page = Page(f"""
title = "How"
position = "canfield; base 5; {stock}reserve 3D; foundations 5C - - -; tableau AH, KC, 9D, 3C"
question = {{en = "What now?", de = "Was nun?"}}
accept = ["{accept}"]
""")
    assert how in page.sheet


def test_a_win_inside_a_lesson_has_no_card_of_a_result_and_no_time():
    page = Page(KING)
    page.move("T2-T1")
    assert page.state["status"] == "playing"
    assert page.state["settings"]["show_time"] is False
    assert not page.state["clock"]["running"]
    assert page.state["result"] == []


@pytest.mark.parametrize("do", ["new", "daily", "restart", "deal-winnable", "edit", "finish", "game"])
def test_what_belongs_to_a_game_is_refused(do: str):
    page = Page(KING)
    game = page.state["game"]
    assert page.send(do) != ""
    assert page.state["game"] == game


@pytest.mark.parametrize("fields", [{}, {"what": 3}, {"what": "choose", "n": "x"}, {"what": "choose", "n": 99},
                                    {"what": "choose", "n": -1}, {"what": "judge"}, {"what": "nothing"}])  # fmt: skip
def test_whatever_the_page_wishes_nothing_raises_and_nothing_is_answered(fields: dict):
    page = Page(KING)
    assert page.send("lesson", **fields) != ""
    assert page.tutor.result["answers"] == []


def test_after_the_end_nothing_is_asked_any_more():
    page = Page(KING)
    page.move("T2-T1")
    page.wish("go-on")
    assert "That was the lesson, right at the first try." in page.sheet
    assert page.state["message"]["text"] == "That was the lesson, right at the first try."
    assert page.wish("go-on") != ""


def test_the_menu_of_a_lesson_offers_no_deals():
    page = Page(KING)
    wishes = [item["do"]["do"] for item in PAGES["menu"](page.board) if item["kind"] == "act"]
    assert set(wishes) <= {"set", "open"}


def test_german_is_spoken_where_the_board_is_german():
    page = Page(KING, lang="de")
    assert "Kreuz-König auf Herz-Ass legen." in read(page.sheet)
    assert page.board.message.say("de") == "Kreuz-König auf Herz-Ass legen."
    page.move("T2-T1")
    assert page.state["message"]["text"] == "Richtig. Ja: Auf das Ass folgt der König."


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("id", list(lessons))
def test_every_lesson_has_a_sheet_and_a_board_at_every_question(id: str, lang: str):
    board = LessonBoard.of(Tutor([lessons[id]]), checked({"lang": lang}))
    while not board.tutor.finished:
        sheet, state = lesson_sheet(board.tutor, lang), board.state()
        assert board.tutor.question(lang) in read(sheet)
        assert "{" not in sheet.partition("</style>")[2].replace("{&quot;", "")
        assert state["piles"]
        if board.tutor.task.game:
            board.wish("skip")
            continue
        assert board.wish("show")
        assert board.wish("go-on")


@pytest.mark.parametrize(("accept", "turns"), [("T2-T1", False), ("W-S", True)])
def test_the_waste_is_offered_to_be_turned_over_only_where_that_is_the_matter(accept: str, turns: bool):
    page = Page(f"""
title = "Ring"
position = "canfield; base 5; waste 9D 3H; foundations 5C - - -; tableau AH, KC, 9D, 3C"
question = {{en = "What now?", de = "Was nun?"}}
accept = ["{accept}"]
""")
    assert ("W-S" in [move["move"] for move in page.state["moves"]]) == turns


SEVERAL = """
id = "several"
title = "Which"
position = "canfield; base 5; tableau AH, KC, -, -"
question = {en = "Which?", de = "Welche?"}
options = [{en = "1", de = "1", right = true}, {en = "2", de = "2", right = true}, {en = "3", de = "3"}]
pick = "all"
"""


def test_from_python_all_options_are_named_at_once():
    asked = lesson(SEVERAL)
    asked.answer(0)
    assert asked.answer(0, 1) == "Right."
    assert asked.result["errors"] == 1
    with pytest.raises(ValueError, match="read no answer"):
        asked.answer()


def test_from_python_a_right_answer_counts_while_a_wrong_move_still_stands():
    asked = lesson(COSTLY)
    asked.answer("T1-F")
    assert asked.take_back() is True
    asked.answer("T1-F")
    assert asked.answer("undo") == ""
    asked.answer("T1-F")
    asked.answer("T3-T2")
    assert asked.result["answers"][-1] == {"task": 1, "answer": "T3-T2", "right": True}


def test_what_python_may_do_with_a_board_goes_round_no_tutor():
    asked = lesson(KING)
    with pytest.raises(ValueError, match="expected answers"):
        asked.moves = ["T2-T1"]
    with pytest.raises(IllegalMove):
        asked.play("T4-T1")
    assert asked.result["answers"] == []
    assert asked.redo() is False
    asked.play("T2-T1")
    asked.restart()
    assert asked.feedback == "Yes: the king follows the ace."
    assert [str(card) for card in asked.position.pile("T1")] == ["AH", "KC"]


def test_a_teacher_points_beside_the_arrows_of_a_question():
    asked = lesson(KING.replace("accept", 'arrows = ["T2-T1"]\naccept'))
    asked.mark(cards=["T4"], arrows=["T3-T1"])
    assert (len(asked.state["arrows"]), len(asked.state["marked"])) == (2, 1)
    asked.unmark()
    assert (len(asked.state["arrows"]), len(asked.state["marked"])) == (1, 0)


def test_after_the_end_no_answer_counts():
    asked = lesson(KING)
    asked.skip()
    before = asked.result
    asked.answer("T4-T1")
    asked.play("T2-T1")
    assert asked.result == before


def test_a_second_press_that_was_meant_for_the_question_before_does_nothing():
    page = Page(KING, CHOICE, COSTLY)
    rev = page.board.rev
    page.wish("skip")
    assert page.tutor.lesson.id == "count"
    page.seq += 1
    command = {"client": "page", "seq": page.seq, "rev": rev, "ack": page.seq - 1, "do": "lesson", "what": "skip"}
    page.board.carry_out([command])
    assert page.tutor.lesson.id == "count"


@pytest.mark.parametrize("n", [None, "1", True, 1.0])
def test_an_option_that_is_no_number_is_no_answer(n: object):
    page = Page(CHOICE)
    assert page.send("lesson", what="choose", n=n) != ""
    assert page.send("lesson", what="choose") != ""
    assert page.tutor.result["answers"] == []


def test_a_game_that_is_won_by_going_on_after_undo_is_won_for_the_lesson_too():
    deck, line = winning_line("canfield")
    start = write_position(deal("canfield", deck=deck))
    asked = lesson(f'title = "Win"\nquestion = {{en = "Win.", de = "Gewinnen."}}\ngame = "{start}"')
    for move in line:
        asked.play(move)
    assert asked.result["answers"] == [{"task": 1, "answer": "won", "right": True}]
