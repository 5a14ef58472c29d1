"""The review and the chance on the board: asked for, cancelled, told in the right order, and quiet."""

from __future__ import annotations

import re
import threading
import time

import pytest

from canfield_widget import CanfieldWidget, panel
from canfield_widget.analysis_svg import chance_strip
from canfield_widget.chances import Chance
from canfield_widget.commands import Desk
from canfield_widget.game import Game
from canfield_widget.hints import Hint, Worth
from canfield_widget.panel import page_html
from canfield_widget.reviews import Review, review
from canfield_widget.saves import Mark
from canfield_widget.searches import Subject, answer
from canfield_widget.session import Session
from canfield_widget.settings import checked
from canfield_widget.sheets import sheet
from canfield_widget.slices import at_once
from canfield_widget.solver import Verdict
from canfield_widget.speech import speak_move
from canfield_widget.texts import LANGUAGES, text, words

LOST = "canfield; deal 112; moves T2-F S-W W-T1 T4-T1 S-W W-T2 W-F S-W"
"""Lost with the third move."""
LOOK = {"do": "open", "page": "review", "view": "v", "value": "look"}
REFUTE = {"do": "open", "page": "review", "view": "v", "value": "refute"}


class Page:
    """A page that shows a board and sends commands."""

    def __init__(self, game: str = LOST, lang: str = "en", *, chance: bool = False, **more: object) -> None:
        settings = checked({"lang": lang, "chance": chance})
        self.board = Desk(Session(Game.from_text(game)), None, settings, **more)  # type: ignore[arg-type]
        self.seq = 0

    def do(self, command: dict[str, object]) -> str:
        """Why the command was refused, or nothing."""
        self.seq += 1
        self.board.carry_out([{"client": "p", "seq": self.seq, "rev": self.board.rev, "ack": self.seq, **command}])
        return str(self.board.answers["p"]["why"])

    def html(self, name: str = "review") -> str:
        return page_html(self.board, name, "")

    def subjects(self) -> list[str]:
        return [str(question.subject) for question in self.board.questions]

    def looked(self) -> Review:
        """The review, asked for on the page and taken."""
        assert self.do(LOOK) == ""
        question = list(self.board.questions)[-1]
        found = review(question.line)  # type: ignore[arg-type]
        assert self.board.take(question, found)
        return found


# The review


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_offers_to_look_then_tells_where_and_then_what_would_have_won(lang: str):
    page = Page(lang=lang)
    assert text("review-says", lang) in page.html()
    assert page.do(LOOK) == ""
    assert page.board.open_page == ("review", "v")
    assert text("review-running", lang) in page.html()
    question = list(page.board.questions)[-1]
    found = review(question.line)  # type: ignore[arg-type]
    assert page.board.take(question, found)
    good = speak_move(found.replay.positions[2], found.line[0], lang)
    assert found.say(lang) in page.html()
    assert "<svg" in page.html()
    assert good not in page.html()
    assert page.board.message.say(lang) == found.say(lang)
    assert page.do(REFUTE) == ""
    for sentence in (*found.reasons(lang), *found.speak_line(lang)):
        assert sentence in page.html()


def test_one_goes_to_the_last_good_position_and_the_line_stays_to_be_made_again():
    page = Page()
    found, line = page.looked(), page.board.game.line
    assert page.do({"do": "go", "ply": found.last_good}) == ""
    assert page.board.game.ply == found.last_good == 2
    assert page.board.game.line == line
    assert page.board.open_page is None
    assert page.board.message.say("en").startswith("After move 2 the game can still be won.")
    assert page.do({"do": "redo"}) == ""
    assert page.board.game.ply == 3
    assert {Mark.UNDO, Mark.HINT} <= page.board.session.marks


def test_the_refutation_marks_its_move_where_the_last_good_position_lies_and_hints_lead_on():
    page = Page()
    found = page.looked()
    page.do(REFUTE)
    assert page.board.hinted is None
    page.do({"do": "go", "ply": 2})
    assert page.board.hinted == found.line[0]
    page.board.settings["hints"] = "solver"
    page.board.play(found.line[0])
    page.do({"do": "hint"})
    assert page.board.hinted == found.line[1]


def test_what_was_found_stays_while_one_tries_and_says_that_the_moves_are_others():
    page = Page()
    page.looked()
    page.do({"do": "go", "ply": 2})
    page.board.play(page.board.game.legal_moves()[-1])
    assert page.board.review is not None
    assert words("en")["review-other"] in page.html()
    assert '"do":"go"' in page.html().replace("&quot;", '"')
    assert page.board.game.line != page.board.review.replay.moves
    page.do(LOOK)
    assert page.subjects() == ["review"]


@pytest.mark.parametrize("change", [{"do": "undo"}, {"do": "restart"}, {"do": "new"}, {"do": "cancel"}])
def test_a_move_or_the_escape_key_ends_the_search(change: dict[str, object]):
    page = Page()
    page.do(LOOK)
    question = list(page.board.questions)[-1]
    page.do(change)
    assert page.subjects() == []
    assert not page.board.take(question, review(LOST))
    assert page.board.review is None


def test_another_game_forgets_the_review():
    page = Page()
    page.looked()
    page.do({"do": "new"})
    assert page.board.review is None


def test_a_game_that_is_lost_from_the_start_offers_no_place_to_go_to():
    page = Page("canfield; deal 12; moves T2-T1 S-W")
    assert page.looked().first_lost == 0
    assert words("en")["review-go"] not in page.html()
    assert words("en")["review-refutation"] not in page.html()


def test_without_the_solver_there_is_no_review():
    page = Page(allow=("undo", "hints"))
    assert words("en")["page-review"] not in page.html("menu")
    assert words("en")["page-review"] in Page().html("menu")
    assert words("en")["page-review"] not in Page("canfield; deal 7").html("menu")
    for command in (LOOK, REFUTE, {"do": "review"}):
        assert page.do(command) == words("en")["not-allowed"]
    assert page.subjects() == []


def test_without_undo_the_page_tells_and_does_not_go():
    page = Page(allow=("solver",))
    page.looked()
    assert words("en")["review-go"] not in page.html()
    assert page.do({"do": "go", "ply": 1}) == words("en")["not-allowed"]
    assert page.board.game.ply == 8


@pytest.mark.parametrize("ply", [-1, 9, "1", None, 1.5, True])
def test_there_is_no_going_outside_the_line(ply: object):
    page = Page()
    assert page.do({"do": "go", "ply": ply}) == words("en")["unreadable"]
    assert page.board.game.ply == 8


def test_while_a_position_is_set_up_or_the_cards_are_covered_nothing_is_looked_for():
    page = Page()
    page.do({"do": "edit", "what": "begin"})
    for command in (LOOK, {"do": "go", "ply": 1}, {"do": "review"}):
        assert page.do(command) == words("en")["not-allowed"]
    page.board.lay_aside()
    page.board.session.started = True
    page.board.pause(True)
    assert page.do(LOOK) == words("en")["not-allowed"]
    page.board.open_page = "review", "v"
    assert panel.page(page.board)["name"] == "menu"


def test_going_on_over_moves_of_another_game_is_marked():
    page = Page()
    page.do({"do": "restart"})
    page.do({"do": "go", "ply": 4})
    assert Mark.GIVEN in page.board.session.marks


def test_the_review_is_answered_beside_the_board():
    page = Page()
    page.do({"do": "review"})
    question = list(page.board.questions)[-1]
    found = at_once(answer(question, lambda seconds: None, threading.Event()))
    assert isinstance(found, Review)
    assert found.verdicts == (Verdict.WON,) * 3 + (Verdict.LOST,) * 6
    assert page.board.search()["what"] == "review"


@pytest.mark.parametrize("subject", [Subject.REVIEW, Subject.CHANCE])
def test_a_search_that_is_cancelled_gives_up_with_nothing_proved(subject: Subject):
    page = Page(chance=True)
    page.do({"do": "review"})
    page.board.watch()
    question = next(each for each in page.board.questions if each.subject is subject)
    cancel = threading.Event()
    cancel.set()
    found = at_once(answer(question, lambda seconds: None, cancel))
    assert found.n == 0 if isinstance(found, Chance) else set(found.verdicts) == {Verdict.UNKNOWN}  # type: ignore[union-attr]


# The chance


def test_the_chance_is_asked_for_by_itself_and_is_not_shown_as_a_search():
    page = Page(chance=True)
    page.board.watch()
    page.board.watch()
    assert page.subjects() == [Subject.CHANCE]
    assert page.board.search() == {}
    page.board.stop()
    assert page.subjects() == [Subject.CHANCE]
    page.do({"do": "winnable"})
    assert page.board.search()["what"] == "winnable"
    page.do({"do": "cancel"})
    assert page.subjects() == [Subject.CHANCE]


def worked_out(page: Page) -> None:
    page.board.watch()
    question = next(each for each in page.board.questions if each.subject is Subject.CHANCE)
    assert page.board.take(question, at_once(answer(question, lambda seconds: None, threading.Event())))


def test_a_move_makes_the_chance_old_and_the_search_for_it_void():
    page = Page(chance=True)
    page.board.watch()
    void = list(page.board.questions)[-1]
    message = page.board.message
    page.do({"do": "undo"})
    assert not page.board.take(void, None)
    worked_out(page)
    assert page.board.chance is not None
    assert not page.board.chance_is_old
    assert Mark.HINT in page.board.session.marks
    assert page.subjects() == []
    page.board.watch()
    assert page.subjects() == []
    page.do({"do": "redo"})
    assert page.board.chance_is_old
    assert page.board.message != message
    page.board.watch()
    assert page.subjects() == [Subject.CHANCE]


def test_the_strip_is_there_as_long_as_the_setting_is_on():
    page = Page(chance=True, lang="de")
    strips = [sheet(page.board)]
    worked_out(page)
    strips.append(sheet(page.board))
    page.do({"do": "undo"})
    strips.append(sheet(page.board))
    assert [len(re.findall('class="cfw-chance"', strip)) for strip in strips] == [1, 1, 1]
    assert words("de")["chance-waiting"] in strips[0]
    assert "offene Karten" in strips[1]
    assert 'data-stale="false"' in strips[1]
    assert 'data-stale="true"' in strips[2]
    page.board.set("chance", False)
    page.board.watch()
    assert sheet(page.board) == ""
    assert page.subjects() == []


def test_arrows_have_their_style_beside_the_strip():
    page = Page(chance=True)
    assert ".cfw-arrows" in sheet(page.board)


def test_no_chance_without_the_solver_or_while_a_position_is_set_up():
    page = Page(chance=True, allow=("undo",))
    page.board.watch()
    assert page.subjects() == []
    assert sheet(page.board) == ""
    assert words("en")["set-chance"] not in page.html("settings")
    editing = Page(chance=True)
    editing.do({"do": "edit", "what": "begin"})
    editing.board.watch()
    assert editing.subjects() == []
    assert "cfw-chance" not in sheet(editing.board).split("</style>")[1]


def test_a_chance_that_broke_off_is_not_asked_for_again_and_again():
    page = Page(chance=True)
    page.board.watch()
    message = page.board.message
    assert page.board.take(list(page.board.questions)[-1], None)
    page.board.watch()
    assert page.subjects() == []
    assert page.board.message is message


def test_the_strip_says_the_range_and_the_whole_in_its_title():
    page = Page(chance=True)
    worked_out(page)
    found = page.board.chance
    assert found is not None
    strip = chance_strip(found)
    assert found.range in strip
    assert found.say() in strip


def test_the_widget_works_it_out_beside_the_board():
    game = CanfieldWidget(seed=12, saves=False, chance=True)
    until = time.monotonic() + 20
    while words("en")["chance-waiting"] in game.state["sheet"] and time.monotonic() < until:
        time.sleep(0.05)
    assert "40 samples" in game.state["sheet"]
    game.chance = False
    assert game.state["sheet"] == ""


def test_a_hint_of_the_refutation_says_that_it_wins():
    page = Page()
    found = page.looked()
    page.do({"do": "go", "ply": 2})
    page.do(REFUTE)
    assert page.board.message.kind == "hint"
    known = page.board._next_of_win()
    assert isinstance(known, Hint)
    assert (known.worth, known.line) == (Worth.WIN, found.line)
