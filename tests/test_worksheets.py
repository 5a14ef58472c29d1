"""Lessons on paper: every question once, its answer only on the last pages, and nothing on anything else."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D
from matplotlib.transforms import Bbox

from canfield_widget.diagrams import Drawing
from canfield_widget.figures import NotebookFigure
from canfield_widget.paper import BOX, HEIGHT, WIDTH
from canfield_widget.teaching.courses import syllabuses
from canfield_widget.teaching.lessons import LessonError, lessons, read_lesson
from canfield_widget.teaching.tasks import TaskKind
from canfield_widget.teaching.wording import speak
from canfield_widget.worksheets import Worksheet, worksheet

CHOICE = """
title = "Two boxes"
position = "canfield; base 5; tableau 9C, 8H, 8S, -"
question = "Which eights are red or black? It costs $5 or $6."
pick = "all"
options = [{en = "The {8H}", right = true}, {en = "The {8S}", right = true}, {en = "Neither of them"}]
right = "Both are, as eights will be."
"""


@pytest.fixture(scope="module")
def canfield() -> Worksheet:
    return worksheet("canfield")


def said(page: NotebookFigure) -> str:
    """The words that are written on a page, from top to bottom."""
    return " ".join(each.get_text() for each in page.texts)


def asked(sheet: Worksheet) -> tuple[NotebookFigure, ...]:
    return sheet.pages[: len(sheet.pages) - sheet.answer_pages]


def answered(sheet: Worksheet) -> tuple[NotebookFigure, ...]:
    return sheet.pages[len(sheet.pages) - sheet.answer_pages :]


def marks(pages: tuple[NotebookFigure, ...]) -> list[str]:
    """The numbers before questions, or before answers, in the order in which they are written."""
    return [each.get_text() for page in pages for each in page.texts
            if each.get_weight() == "bold" and each.get_text().isdigit()]  # fmt: skip


def names(page: NotebookFigure, board: int) -> list[str]:
    """The cards, places and arrows of a board."""
    return [str(each.get_gid()) for each in page.axes[board].get_children() if isinstance(each, Drawing)]


def rules(page: NotebookFigure) -> list[Line2D]:
    """The lines to write on."""
    return [each for each in page.artists if isinstance(each, Line2D)]


def boxes(page: NotebookFigure) -> list[tuple[str, Bbox]]:
    """What stands on a page, and where; each board is one thing."""
    canvas = FigureCanvasAgg(page)
    canvas.draw()
    written = [(each.get_text(), each.get_window_extent(canvas.get_renderer())) for each in page.texts]
    return [*written, *(("a board", ax.get_window_extent()) for ax in page.axes)]


# Questions


def test_every_question_has_its_number_and_so_has_every_answer(canfield: Worksheet):
    numbers = [str(n) for n in range(1, canfield.questions + 1)]
    assert marks(asked(canfield)) == numbers
    assert marks(answered(canfield)) == numbers


@pytest.mark.parametrize("lang", ["en", "de"])
def test_all_questions_of_a_course_are_asked_but_games_and_steps_that_only_deal(lang: str):
    sheet = worksheet("superior", lang=lang)
    written = " ".join(map(said, asked(sheet))).replace(f"{BOX} ", "")
    questions = [speak(task.question, lang) for id in syllabuses()["superior"].lesson_ids for task in lessons[id].tasks]
    assert sheet.questions == len(questions) > 10
    for question in questions:
        assert question in written


def test_games_and_steps_on_the_way_that_only_deal_or_take_back_are_left_out():
    assert worksheet(["stuck", "game-reserve-4"]).questions == worksheet("stuck").questions == 2
    assert worksheet("filled-at-once").questions == 1
    assert len(lessons["stuck"].tasks) == 3
    with pytest.raises(ValueError, match="read 1 with no question for paper"):
        worksheet("game-canfield")


def test_a_question_that_goes_on_stands_beside_the_board_as_it_is_then():
    first, then = (names(worksheet("the-reserve").pages[0], board) for board in (0, 1))
    assert "T1 card 2" not in first
    assert "T1 card 2" in then
    assert "R card 3" in first
    assert "R card 3" not in then


def test_two_questions_about_the_same_board_share_it():
    sheet = worksheet("layout")
    assert sheet.questions == 3
    assert len(sheet.pages[0].axes) == 2


def test_options_are_there_to_be_ticked_and_moves_have_lines_to_be_written_on():
    choice, move = worksheet(CHOICE), worksheet("first-move")
    assert said(choice.pages[0]).count(BOX) == 3
    assert "Tick all that are right." in said(choice.pages[0])
    assert BOX not in said(move.pages[0])
    assert len(rules(move.pages[0])) == len(rules(choice.pages[0])) + 2


def test_every_rule_set_to_choose_from_has_a_box_and_no_rule_set_is_named_above():
    page = worksheet("spot-single-cards").pages[0]
    assert said(page).count(BOX) == 4
    assert "arrow W-T4" in names(page, 0)
    assert "Superior Canfield" in said(worksheet("the-open-reserve").pages[0])
    assert [each.get_text() for each in page.texts].count("Canfield") == 1


def test_arrows_are_drawn_with_the_question_and_the_paper_is_the_table():
    drawn = names(worksheet("first-move").pages[0], 0)
    assert "arrow R-T1" in drawn
    assert "table" not in drawn


# Answers


def test_no_answer_stands_before_the_pages_of_answers(canfield: Worksheet):
    rights = [speak(task.right, "en") for id in syllabuses()["canfield"].lesson_ids for task in lessons[id].tasks
              if task.right and task.kind is not TaskKind.GAME]  # fmt: skip
    before, behind = (" ".join(map(said, pages)) for pages in (asked(canfield), answered(canfield)))
    found = [right for right in rights if right in behind]
    assert len(found) == canfield.questions
    assert not [right for right in rights if right in before]
    assert "Answers" in behind
    assert "Answers" not in before


def test_the_answer_says_the_move_or_the_right_options_and_why():
    behind = said(answered(worksheet(["king-on-ace", read_lesson(CHOICE)]))[0])
    assert "King of clubs from the waste onto the ace of hearts. Yes: downwards the king follows the ace." in behind
    assert "The eight of hearts; The eight of spades. Both are, as eights will be." in behind
    assert "Neither" not in behind


def test_every_move_that_is_right_is_an_answer():
    behind = said(answered(worksheet("red-on-black"))[0])
    assert "Eight of hearts from the reserve onto the nine of clubs or eight of diamonds from the waste" in behind


def test_without_answers_there_are_none():
    sheet = worksheet("king-on-ace", answers=False)
    assert str(worksheet("first-move", answers=False)) == "A first move: 1 page, 1 question, without answers."
    assert (len(sheet.pages), sheet.answer_pages) == (1, 0)
    assert "Yes" not in said(sheet.pages[0])
    assert str(sheet) == "King on ace: 1 page, 3 questions, without answers."


def test_german_is_german_in_all_of_it():
    sheet = worksheet("king-on-ace", lang="de")
    assert str(sheet) == "König auf Ass: 2 Seiten, 3 Fragen, Lösungen ab Seite 2."
    written = " ".join(map(said, sheet.pages))
    assert {"Name", "Datum", "Lösungen"} <= {each.get_text() for page in sheet.pages for each in page.texts}
    assert "Kreuz-König von der Ablage auf Herz-Ass." in written
    assert not re.search(r"\b(the|king|Answers|Date)\b", written)


# On paper


@pytest.mark.parametrize(("course", "lang"), [("canfield", "de"), ("all", "en"), ("quadruple", "de")])
def test_nothing_lies_on_anything_else_or_beyond_the_margins(course: str, lang: str):
    for page in worksheet(course, lang=lang).pages:
        placed = boxes(page)
        for what, box in placed:
            left, bottom, right, top = (edge / page.dpi for edge in box.extents)
            assert left > 0.7, what
            assert right < WIDTH - 0.7, what
            assert bottom > 0.3, what
            assert top < HEIGHT - 0.5, what
        for (one, its), (other, others) in itertools.combinations(placed, 2):
            both = Bbox.intersection(its, others)
            assert both is None or min(both.width, both.height) < 1.5, f"{one} on {other}"


def test_no_line_to_write_on_goes_through_words():
    pages = worksheet("canfield").pages
    assert sum(len(rules(page)) for page in pages) > 50
    for page in pages:
        placed = boxes(page)
        for line in rules(page):
            left, right = (x * WIDTH * page.dpi for x in line.get_xdata())
            y = line.get_ydata()[0] * HEIGHT * page.dpi
            for what, box in placed:
                assert not (box.x0 < right and left < box.x1 and box.y0 + 1 < y < box.y1 - 1), what


def test_letters_have_at_least_nine_points(canfield: Worksheet):
    assert min(each.get_fontsize() for page in canfield.pages for each in page.texts) >= 9


def test_two_or_more_boards_stand_on_a_page_wherever_more_follow(canfield: Worksheet):
    assert min(len(page.axes) for page in asked(canfield)[:-1]) >= 2


def test_pages_are_numbered_and_the_first_one_has_a_place_for_the_name(canfield: Worksheet):
    of = len(canfield.pages)
    assert [f"{n} / {of}" in said(page) for n, page in enumerate(canfield.pages, 1)] == [True] * of
    assert ["Your name" in said(page) for page in canfield.pages] == [True] + [False] * (of - 1)


def test_a_dollar_is_a_dollar():
    page = worksheet(CHOICE).pages[0]
    assert "$5 or $6" in said(page)
    assert not any(each.get_parse_math() for each in page.texts)


def test_a_title_of_any_length_finds_room():
    for title in ("x" * 200, "word " * 60):
        page = worksheet("king-on-ace", title=title).pages[1]
        number, *others = sorted(boxes(page), key=lambda each: each[0] != "2 / 2")
        assert not any(Bbox.intersection(number[1], box) for _, box in others)


# The value


def test_the_pdf_has_the_pages(tmp_path: Path, canfield: Worksheet):
    path = tmp_path / "sheet.pdf"
    sheet = worksheet(["king-on-ace", "layout-quadruple"], path=path)
    for made in (sheet, canfield):
        assert made.save(str(path)) == path
        assert len(re.findall(rb"/Type /Page\b", path.read_bytes())) == len(made.pages)
    assert worksheet("king-on-ace", path=tmp_path / "other.PDF").pages
    assert (tmp_path / "other.PDF").read_bytes().startswith(b"%PDF")


def test_a_notebook_shows_the_first_page_and_says_how_many_there_are():
    sheet = worksheet("king-on-ace", title="<3 kings>")
    shown = sheet._repr_mimebundle_()
    assert shown["text/html"].startswith(
        "<div>&lt;3 kings&gt;: 2 pages, 3 questions, answers from page 2 on.</div><img"
    )
    assert "data:image/png;base64," in shown["text/html"]
    assert "May the king of clubs go onto the ace of hearts? Try it." in " ".join(shown["text/plain"].split())
    assert "column 1: ace of hearts." in shown["text/plain"]
    assert repr(sheet) == f"<Worksheet {sheet}>"


def test_each_page_is_a_figure_that_pyplot_does_not_know(canfield: Worksheet):
    assert all(isinstance(page, NotebookFigure) for page in canfield.pages)
    assert {tuple(page.get_size_inches()) for page in canfield.pages} == {(WIDTH, HEIGHT)}
    assert plt.get_fignums() == []


def test_lessons_come_by_the_name_of_a_course_by_id_as_lesson_or_as_text():
    one = worksheet([lessons["stuck"], "stuck", CHOICE])
    assert one.questions == 5
    assert one.title == "Canfield worksheet"
    assert worksheet(CHOICE).title == "Two boxes"
    assert worksheet("superior").title == "What is different in Superior Canfield"


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"lessons": "stuk"}, KeyError, "read 'stuk', expected a course"),
        ({"lessons": ["canfield", "stuck"]}, KeyError, "read 'canfield'"),
        ({"lessons": []}, ValueError, "read 0 with no question"),
        ({"lessons": 5}, ValueError, "lessons: read 5"),
        ({"lessons": [5]}, ValueError, "lessons: read 5"),
        ({"lessons": "title = 'x'"}, LessonError, "own"),
        ({"lessons": CHOICE.replace("Which eights", "Which " + "and so on " * 999)}, ValueError, "a page can hold"),
        ({"lang": "fr"}, ValueError, "lang: read 'fr'"),
        ({"title": ""}, ValueError, "title: read ''"),
        ({"title": 5}, ValueError, "title: read 5"),
        ({"path": "sheet.png"}, ValueError, "path: read 'sheet.png', expected a name that ends in .pdf"),
    ],
)  # fmt: skip
def test_bad_arguments_are_told(wrong: dict[str, object], error: type[Exception], message: str):
    with pytest.raises(error, match=re.escape(message)):
        worksheet(**{"lessons": "stuck", **wrong})  # type: ignore[arg-type]
