"""A lesson in a real browser with its real Python behind: by mouse, by keys alone, for who listens, narrow and dark."""

from __future__ import annotations

import pytest

from axe import faults
from canfield_widget.lesson_sheet import lesson_sheet
from canfield_widget.lesson_widget import LessonWidget, course, lesson
from canfield_widget.teaching.lessons import lessons
from canfield_widget.teaching.tutor import Tutor
from live_host import LiveHost


@pytest.fixture
def open_lesson(page):
    def open_it(asked: LessonWidget, **options) -> LiveHost:
        return LiveHost(page, asked, **options)

    return open_it


def button(host: LiveHost, words: str):
    return host.page.locator(".cfw-top").get_by_role("button", name=words, exact=True)


def press(host: LiveHost, words: str) -> None:
    button(host, words).click()
    host.wait()


def drag(host: LiveHost, source: str, target: str) -> None:
    """Drags the top card of a pile onto another, or onto its place."""
    host.wait()
    begin = host.top(source).bounding_box()
    spot = host.top(target) if host.state["piles"][target] else host.place(target)
    end = spot.bounding_box()
    mouse = host.page.mouse
    mouse.move(begin["x"] + 20, begin["y"] + begin["height"] - 20)
    mouse.down()
    mouse.move(end["x"] + 24, end["y"] + end["height"] - 16, steps=6)
    mouse.up()
    host.wait()


def said(host: LiveHost) -> str:
    return host.page.locator(".cfw-said").inner_text().replace("\n", " ")


def test_a_lesson_is_asked_answered_wrong_asked_with_other_cards_and_answered_right(open_lesson):
    asked = lesson("king-on-ace")
    seen = []
    asked.observe(lambda change: seen.append(change["new"]), "result")
    host = open_lesson(asked)
    first = host.page.locator(".cfw-question").inner_text()
    assert first == asked.question
    move = str(asked.lesson.tasks[0].accept[0])
    source, target = move.split("-")
    wrong = next(
        name for name in ("T4", "T3", "T2", "T1") if name not in (source, target) and host.state["piles"][name]
    )
    drag(host, wrong, target)
    assert said(host).startswith("?")
    assert host.page.locator(".cfw-blamed").count() > 0
    press(host, "Try with other cards")
    assert host.page.locator(".cfw-question").inner_text() != first
    assert host.page.locator(".cfw-blamed").count() == 0
    drag(host, source, target)
    assert said(host).startswith("✓")
    assert asked.result["errors"] == 1
    assert seen[-1]["answers"][-1] == {"task": 1, "answer": move, "right": True}
    press(host, "Go on")
    assert host.page.locator(".cfw-question").inner_text() == asked.question != first


def test_a_course_goes_by_keys_alone_and_every_answer_and_question_is_spoken(open_lesson):
    asked = course("canfield")
    host = open_lesson(asked)
    keys, live = host.page.keyboard, host.page.locator(".cfw-live")
    host.card(host.key("R")).focus()
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("Enter")
    host.wait()
    assert asked.feedback
    assert live.inner_text() == f"Right. {asked.feedback}"
    assert host.page.evaluate("document.querySelector('.cfw-felt').contains(document.activeElement)"), "focus stays"
    keys.press("n")
    host.wait()
    assert asked.lesson.id == asked._tutor.lesson.id != "first-move"
    assert live.inner_text() == asked.question


def test_the_first_move_of_the_course_is_one_drag(open_lesson):
    asked = course("canfield")
    host = open_lesson(asked)
    drag(host, "R", "T1")
    assert said(host).startswith("✓")


def test_answers_in_words_are_buttons_and_the_focus_stays_in_the_sheet(open_lesson):
    asked = lesson("""
title = "How many"
position = "canfield; base 5; tableau AH, KC, -, -"
question = {en = "How many cards has the reserve?", de = "Wie viele Karten hat die Reserve?"}
options = [{en = "12", de = "12"}, {en = "13", de = "13", right = true}]
""")
    host = open_lesson(asked)
    button(host, "12").focus()
    host.page.keyboard.press("Enter")
    host.wait()
    assert said(host).startswith("?")
    assert host.page.evaluate("document.querySelector('.cfw-top').contains(document.activeElement)")
    assert button(host, "✗ 12").get_attribute("aria-disabled") == "true"
    press(host, "13")
    assert asked.result["answers"] == [
        {"task": 1, "answer": "12", "right": False}, {"task": 1, "answer": "13", "right": True},
    ]  # fmt: skip
    drag(host, "T2", "T1")
    assert [face for _, face in host.state["piles"]["T1"]] == ["AH"], "a question in words moves no card"


def test_several_rule_sets_are_chosen_and_checked(open_lesson):
    asked = lesson("part-of-a-column")
    asked.show_answer()
    while not asked.options:
        asked.show_answer()
        asked.go_on()
    host = open_lesson(asked)
    assert host.page.locator(".cfw-arrows path").count() == 2 * len(asked._tutor.arrows)
    press(host, "Superior Canfield")
    assert button(host, "Superior Canfield").get_attribute("aria-pressed") == "true"
    press(host, "Check")
    assert said(host) == "? Something is still missing."
    press(host, "Quadruple Canfield")
    press(host, "Check")
    assert said(host).startswith("✓")


def test_what_a_wrong_move_costs_is_played_out_and_taken_back(open_lesson):
    asked = lesson("do-not-rush-up")
    task = asked.lesson.tasks[0]
    wrong = next(each for each in task.wrong if each.punish)
    host = open_lesson(asked)
    piles = host.state["piles"]
    asked.answer(wrong.move)
    host.pull()
    press(host, "Show what it costs")
    assert said(host).startswith("→")
    press(host, "Take it back")
    assert host.state["piles"] == piles
    assert asked.result["errors"] == 1


def test_hints_come_one_by_one_and_then_the_answer(open_lesson):
    asked = lesson("king-on-ace")
    host = open_lesson(asked)
    press(host, "Hint")
    assert host.page.locator(".cfw-hints li").count() == 1
    for _ in range(len(asked.lesson.tasks[0].hints) - 1):
        press(host, "Another hint")
    press(host, "Show the answer")
    assert said(host).startswith("→ The answer:")


def test_a_lesson_has_no_time_no_new_game_and_no_message_line(open_lesson):
    host = open_lesson(lesson("king-on-ace"))
    assert not host.page.locator("[data-do=new]").is_visible()
    assert host.page.locator(".cfw-time").inner_text() == ""
    assert not host.page.locator(".cfw-line").is_visible()
    host.page.locator("[data-do=menu]").click()
    host.wait()
    assert host.item("Settings").is_visible()
    assert host.item("New deal").count() == 0


def test_a_card_dragged_where_words_are_wanted_is_answered_below_the_board(open_lesson):
    asked = lesson("layout")
    asked.show_answer()
    asked.go_on()
    asked.answer("R-T4")
    asked.go_on()
    assert asked.options
    host = open_lesson(asked)
    assert not host.page.locator(".cfw-line").is_visible()
    drag(host, "R", "T1")
    assert host.page.locator(".cfw-line[data-kind=refusal]").is_visible()
    assert "buttons above the cards" in host.page.locator(".cfw-line").inner_text()
    press(host, "4")
    assert not host.page.locator(".cfw-line").is_visible()


def test_in_a_game_the_line_says_why_a_move_is_refused(open_lesson):
    host = open_lesson(lesson("game-reserve-4"))
    assert host.page.locator(".cfw-line").is_visible()
    drag(host, "T1", "T2")
    assert "does not go on" in host.page.locator(".cfw-line[data-kind=refusal]").inner_text()


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_answers_stay_where_they_are_when_one_is_judged(open_lesson, lang: str):
    asked = lesson("the-packets-shift", lang=lang)
    while not asked.options:
        asked.answer(str(asked.lesson.tasks[asked._tutor.number - 1].accept[0]))
        asked.go_on()
    host = open_lesson(asked, lang=lang)
    options = host.page.locator(".cfw-option")
    before = [option.bounding_box() for option in options.all()]
    for n in (0, 1):
        options.nth(n).click()
        host.wait()
        after = [option.bounding_box() for option in options.all()]
        for old, new in zip(before, after, strict=True):
            assert new == {name: pytest.approx(value, abs=4) for name, value in old.items()}
    assert asked._tutor.solved


def test_a_busy_kernel_is_said_in_a_lesson_too(open_lesson):
    host = open_lesson(lesson("king-on-ace"))
    host.page.evaluate("() => window.board.live(false)")
    host.page.locator("[data-kind=no-kernel]").wait_for()
    assert host.page.locator(".cfw-line").is_visible()


def every_sheet(lang: str) -> list[str]:
    """The sheet of every question of every lesson, with all hints, before and after the answer is shown."""
    found = []
    for asked in lessons.values():
        tutor = Tutor([asked])
        for n, task in enumerate(asked.tasks):
            tutor._ask(n)
            while tutor.hint():
                pass
            found.append(lesson_sheet(tutor, lang))
            if task.game is None:
                tutor.show_answer()
                found.append(lesson_sheet(tutor, lang))
    return found


OVER = """(sheets) => {
  const top = document.querySelector('.cfw-top');
  return sheets.flatMap((html) => {
    top.innerHTML = html;
    return [...top.querySelectorAll('*'), top]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline')
      .map((each) => each.className + ': ' + each.textContent);
  });
}"""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("width", [380, 900])
def test_nothing_of_a_sheet_runs_over(open_lesson, width: int, lang: str):
    host = open_lesson(lesson("king-on-ace", lang=lang), width=width, lang=lang)
    sheets = every_sheet(lang)
    assert len(sheets) > 2 * len(lessons)
    assert host.page.evaluate(OVER, sheets) == []


def test_axe_finds_nothing_serious_in_a_lesson(open_lesson):
    asked = lesson("part-of-a-column")
    host = open_lesson(asked)
    assert faults(host.page) == []
    asked.answer("T1-T2")
    host.pull()
    assert faults(host.page) == []
    asked.show_answer()
    host.pull()
    assert faults(host.page) == []
    while not asked.options:
        asked.show_answer()
        asked.go_on()
    asked.answer(0)
    host.pull()
    assert faults(host.page) == []
    asked.skip()
    host.pull()
    assert faults(host.page) == []
