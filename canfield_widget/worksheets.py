"""Lessons on paper: A4 pages of boards with their questions to answer, and the answers on pages of their own."""

# pyright: basic
# matplotlib carries too few types for the strict mode of the engine.

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from io import BytesIO
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.backends.backend_pdf import PdfPages

from canfield_widget.arguments import expect_path, expect_text
from canfield_widget.faces import colour
from canfield_widget.figures import PIXELS, NotebookFigure
from canfield_widget.moves import STOCK, Move
from canfield_widget.paper import (
    ACROSS,
    BETWEEN,
    BOX,
    FOOT,
    HEIGHT,
    SIDE,
    SPARE,
    TOP,
    WIDTH,
    Block,
    Line,
    Placed,
    board_size,
    flow,
    paragraph,
    put,
    rule,
    wide,
    write,
)
from canfield_widget.position import Position
from canfield_widget.speech import sentence, speak_move, speak_position, title_of
from canfield_widget.teaching.boards import board_for
from canfield_widget.teaching.choices import Choices
from canfield_widget.teaching.courses import asked_lessons, syllabuses
from canfield_widget.teaching.relabelling import SAME
from canfield_widget.teaching.tasks import Lesson, Task, TaskKind
from canfield_widget.teaching.wording import speak
from canfield_widget.texts import text, words


@dataclass(frozen=True, slots=True, repr=False)
class Worksheet:
    """Pages to print; a notebook shows the first one and says how many there are.

    `pages` are matplotlib figures of A4 size, those with the answers last; `questions` says how many are asked, and
    `answer_pages` how many pages have the answers.
    """

    title: str
    pages: tuple[NotebookFigure, ...]
    questions: int
    answer_pages: int
    lang: str

    def save(self, path: str | PathLike[str]) -> Path:
        """Where the PDF was written. Raises ValueError for a name that does not end in .pdf."""
        to = Path(path)
        if to.suffix.lower() != ".pdf":
            raise ValueError(f"path: read {str(path)!r}, expected a name that ends in .pdf")
        with rc_context({"pdf.fonttype": 42}), PdfPages(to, metadata={"Title": self.title}) as file:
            for page in self.pages:
                file.savefig(page)
        return to

    def __str__(self) -> str:
        key = "worksheet-says" if self.answer_pages else "worksheet-says-alone"
        first = len(self.pages) - self.answer_pages + 1
        pages = text("worksheet-pages-1" if len(self.pages) == 1 else "worksheet-pages", self.lang, n=len(self.pages))
        asked = "worksheet-questions-1" if self.questions == 1 else "worksheet-questions"
        questions = text(asked, self.lang, n=self.questions)
        return text(key, self.lang, title=self.title, pages=pages, questions=questions, first=first)

    def __repr__(self) -> str:
        return f"<Worksheet {self}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The first page as a picture, what there is in words, and the words of the page for who does not see it."""
        image = BytesIO()
        self.pages[0].savefig(image, format="png", dpi=1.6 * PIXELS)
        source = f"data:image/png;base64,{b64encode(image.getvalue()).decode()}"
        html = (
            f'<div>{escape(str(self))}</div><img src="{source}" alt="{escape(self.pages[0].words)}" '
            f'style="width:620px;max-width:100%;border:1px solid {colour("line")}">'
        )
        return {"text/html": html, "text/plain": f"{self}\n\n{self.pages[0].words}"}


def worksheet(
    lessons: str | Lesson | Iterable[str | Lesson],
    *,
    path: str | PathLike[str] | None = None,
    lang: str | None = None,
    title: str | None = None,
    answers: bool = True,
) -> Worksheet:
    """Lessons as pages to print, which are written to `path`, a PDF, where one is named.

    `lessons` is the name of a course (`canfield`, `superior`, `quadruple`, `all`), or lessons: ids, Lessons or TOML
    texts, or one of them. Each question stands beside its board; words are to be ticked, moves to be written down.
    What needs a board that moves is left out: games to be won, and steps that only deal or take back. A question that
    goes on from the one before shows the board as it is then. The answers stand on the last pages, unless `answers`
    is False. `title` None is that of the course or of the only lesson; `lang` is `en` (None) or `de`.

    Raises KeyError for a lesson that there is not, LessonError for a text that cannot be read, and ValueError for
    another language, lessons without a question for paper, a question that is longer than a page, a title that is
    no text, and a path that does not end in .pdf.

    >>> worksheet(["king-on-ace", "stuck"])
    <Worksheet Canfield worksheet: 3 pages, 5 questions, answers from page 3 on.>
    """
    spoken = "en" if lang is None else lang
    words(spoken)
    asked = asked_lessons(lessons)
    if path is not None:
        expect_path(path)
    if title is None:
        title = _title(lessons, asked, spoken)
    if not isinstance(title, str) or not title.strip():
        raise ValueError(f"title: read {title!r}, expected text")
    expect_text(title, "title")
    boards = list(_boards(asked, spoken))
    if not boards:
        raise ValueError(f"lessons: read {len(asked)} with no question for paper, expected at least one question")
    questions = [question for board in boards for question in board.questions]
    pages = list(flow(list(_question_blocks(boards, spoken)), _HEAD, 1))
    keys = list(flow([_answer_block(question) for question in questions], _ANSWERS_HEAD, 2)) if answers else []
    made = Worksheet(title, tuple(_drawn(pages, keys, title, spoken)), len(questions), len(keys), spoken)
    if path is not None:
        made.save(path)
    return made


_HEAD, _ANSWERS_HEAD = 1.75, 1.2
"""Where questions and answers begin on their first pages, in inches."""


# What is asked


@dataclass(frozen=True, slots=True)
class _Question:
    """A question with its number, what there is to tick, how many are to be ticked, and the answer in words."""

    number: int
    words: str
    options: tuple[str, ...]
    several: bool
    answer: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Board:
    """A board and all that is asked of it; `heading` is the title of a lesson that begins here.

    `rules` is the title of the rule set, empty where that is the question.
    """

    heading: str
    rules: str
    position: Position
    arrows: tuple[Move, ...]
    questions: tuple[_Question, ...]


def _title(named: object, asked: Sequence[Lesson], lang: str) -> str:
    if isinstance(named, str) and named in syllabuses():
        return syllabuses()[named].title.say(lang)
    return speak(asked[0].title, lang) if len(asked) == 1 else text("worksheet-title", lang)


def _boards(asked: Iterable[Lesson], lang: str) -> Iterator[_Board]:
    """Each board once with all that is asked of it."""
    number = 0
    for lesson in asked:
        heading = speak(lesson.title, lang)
        found = [(task, board_for(lesson, n).position) for n, task in enumerate(lesson.tasks) if _is_for_paper(task)]
        for (now, arrows), tasks in groupby(found, lambda at: (at[1], (*at[0].arrows, *at[0].allows))):
            here = [task for task, _ in tasks]
            questions = [_question(task, n, now, lang) for n, task in enumerate(here, number + 1)]
            number += len(questions)
            rules = "" if any(task.allows for task in here) else title_of(now.variant, lang)
            yield _Board(heading, rules, now, arrows, tuple(questions))
            heading = ""


def _is_for_paper(task: Task) -> bool:
    """False for games, and for a step on the way that only deals, turns the waste over or takes back."""
    if task.kind is not TaskKind.MOVE:
        return task.kind is not TaskKind.GAME
    plays = any(isinstance(deed, Move) and STOCK not in (deed.source, deed.target) for deed in task.accept)
    return plays or task.position is not None


def _question(task: Task, number: int, now: Position, lang: str) -> _Question:
    options = tuple[str, ...]()
    if task.kind is TaskKind.MOVE:
        spoken = (speak_move(now, move, lang) for move in task.accept if isinstance(move, Move))
        either = text("worksheet-or", lang)
        answer = f" {either} ".join(spoken)
    else:
        choices = Choices(task, now, SAME)
        options = tuple(choices.words(lang))
        answer = "; ".join(option for n, option in enumerate(options) if n in choices.right)
    reason = speak(task.right, lang) if task.right else ""
    return _Question(number, speak(task.question, lang), options, task.several, sentence(answer), reason)


# On paper


def _question_blocks(boards: Iterable[_Board], lang: str) -> Iterator[Block]:
    """A block for each board, which names the rules where they change."""
    before = None
    for board in boards:
        yield _question_block(board, "" if board.rules == before else board.rules, lang)
        before = board.rules or before


def _question_block(board: _Board, rules: str, lang: str) -> Block:
    block = Block((), position=board.position, arrows=board.arrows, board=board_size(board.position, board.arrows))
    heading = paragraph(board.heading, ACROSS, size=12, bold=True) if board.heading else ()
    named = [Line(rules, 9, paint="muted")] if rules else []
    asked = (_question_lines(question, block.room, lang, first=n == 0) for n, question in enumerate(board.questions))
    lines = [*named, *(line for each in asked for line in each)]
    return replace(block, lines=tuple(lines), heading=tuple(heading))


def _question_lines(question: _Question, room: float, lang: str, *, first: bool) -> Iterator[Line]:
    numbered = {"indent": 0.36, "mark": str(question.number), "hang": 0.36}
    yield from paragraph(question.words, room, above=0.1 if first else 0.25, **numbered)
    if not question.options:
        yield from (Line(indent=0.36), Line(indent=0.36))
        return
    how = text("worksheet-tick-all" if question.several else "worksheet-tick-one", lang)
    yield Line(how, 9, 0.36, 0.05, paint="muted")
    row = "      ".join(f"{BOX} {option}" for option in question.options)
    if wide(row, 10, False) < SPARE * (room - 0.36):
        yield Line(row, 10, 0.36, 0.06)
        return
    for option in question.options:
        yield from paragraph(option, room, above=0.06, size=10, indent=0.64, mark=BOX, hang=0.28)


def _answer_block(question: _Question) -> Block:
    room = (ACROSS - BETWEEN) / 2
    numbered = {"indent": 0.36, "mark": str(question.number), "hang": 0.36}
    lines = paragraph(question.answer, room, size=9.5, bold=True, **numbered)
    if question.reason:
        lines += paragraph(question.reason, room, size=9.5, indent=0.36)
    return Block(tuple(lines))


def _drawn(pages: list[Placed], keys: list[Placed], title: str, lang: str) -> Iterator[NotebookFigure]:
    for n, page in enumerate([*pages, *keys], 1):
        figure = NotebookFigure(figsize=(WIDTH, HEIGHT), facecolor="white")
        if n == 1:
            _write_head(figure, title, lang)
        if n == len(pages) + 1:
            write(figure, [Line(text("worksheet-answers", lang), 14, bold=True)], SIDE, TOP - 0.1)
        for block, x, y in page:
            put(figure, block, x, y, lang)
        if n > 1:
            write(figure, paragraph(title, ACROSS - 1, size=9, paint="muted")[:1], SIDE, FOOT)
        number = f"{n} / {len(pages) + len(keys)}"
        write(figure, [Line(number, 9, paint="muted")], WIDTH - SIDE - wide(number, 9, False), FOOT)
        said = [each.get_text() for each in figure.texts if each.get_text() != BOX]
        boards = [speak_position(block.position, lang) for block, _, _ in page if block.position]
        figure.words = "\n".join((*said, *boards))
        yield figure


def _write_head(figure: NotebookFigure, title: str, lang: str) -> None:
    size = next(size for size in (17, 15, 13, 11, 9) if size == 9 or wide(title, size, True) <= ACROSS)
    write(figure, paragraph(title, ACROSS, size=size, bold=True)[:2], SIDE, TOP - 0.15)
    x, y = SIDE, 1.28
    for key, end in (("worksheet-name", SIDE + 0.64 * ACROSS), ("worksheet-date", WIDTH - SIDE)):
        label = text(key, lang)
        write(figure, [Line(label, 10, paint="muted")], x, y)
        rule(figure, x + wide(label, 10, False) + 0.1, end, y + 0.17)
        x = end + BETWEEN
