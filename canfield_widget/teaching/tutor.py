"""Who asks the lessons, judges the answers and remembers them; the same for a board in the page and for text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from canfield_widget.cards import Pile
from canfield_widget.game import Game, Status
from canfield_widget.moves import Move
from canfield_widget.refusals import Refusal
from canfield_widget.teaching.boards import board_for, do, relabelled
from canfield_widget.teaching.choices import Choice, Choices
from canfield_widget.teaching.course import Course, Progress
from canfield_widget.teaching.feedback import Feedback, FeedbackKind, Say, joined, own_or, refused, shown_move
from canfield_widget.teaching.relabelling import Relabelling
from canfield_widget.teaching.tasks import UNDO, Deed, Lesson, Task, TaskKind, Words, Wrong
from canfield_widget.teaching.twins import differs, twin
from canfield_widget.teaching.wording import speak
from canfield_widget.texts import text

MOST_ROUNDS = 2
"""How often a task that is missed again and again is asked anew before the lesson goes on."""


class Tutor:
    """Asks one lesson or several, a task at a time. There is no clock. Raises ValueError, see `Course`.

    `game` is the board: what is answered there is played there. `feedback` is what was said last, or None.
    `solved` says that the task is over and `go_on` goes on.

    >>> from canfield_widget.teaching.lessons import read_lesson
    >>> tutor = Tutor([read_lesson('''
    ... position = "canfield; base 5; tableau AH, 9C, KC, QS"
    ... question = "Play the {KC} onto the {AH}."
    ... accept = ["T3-T1"]
    ... ''')])
    >>> tutor.question("en"), str(tutor.answer_move(Move("T4", "T1")).refusal.reason)
    ('Play the king of clubs onto the ace of hearts.', 'wrong-rank')
    >>> tutor.answer_move(Move("T3", "T1")).kind.value, tutor.go_on(), tutor.question("en")
    ('right', True, 'Play the king of diamonds onto the ace of spades.')
    """

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        self._course = Course(lessons)
        self._begin()

    def _begin(self) -> None:
        self._missed_lesson = False
        self._number, self._rounds = -1, 0
        self._made = dict[int, Deed]()
        self._ask(0)

    def _ask(self, task: int) -> None:
        """Sets the board up for a task (from 0) of the lesson, with the cards of the try that it is."""
        self._rounds = self._rounds + 1 if task == self._number else 0
        self._number = task
        self._made.pop(task, None)
        self.relabelling: Relabelling = twin(self.lesson, self._course.record.tries)
        self.game: Game = board_for(self.lesson, task, relabelling=self.relabelling, made=self._made)
        self._ply = self.game.ply
        self._choices = Choices(self.task, self.game.position, self.relabelling)
        self._fault: Wrong | None = None
        self._missed = False
        self.feedback: Feedback | None = None
        self.hints_shown = 0
        self.solved = False

    # Now

    @property
    def lesson(self) -> Lesson:
        """The lesson that is asked, or, at the end, the one that was asked last."""
        return self._course.lesson

    @property
    def task(self) -> Task:
        """The task that is asked, with the cards as the lesson has them; see `relabelling`."""
        return self.lesson.tasks[self._number]

    @property
    def number(self) -> int:
        """The number of the task in its lesson, from 1."""
        return self._number + 1

    @property
    def finished(self) -> bool:
        """True when every lesson has been asked, those that were missed again."""
        return self._course.finished

    @property
    def is_off(self) -> bool:
        """True while a wrong move stands on the board; `take_back` takes it back."""
        return self.task.kind is TaskKind.MOVE and not self.solved and self.game.ply != self._ply

    @property
    def has_cost(self) -> bool:
        """True while the wrong move on the board can be played out to show what it costs."""
        return self.is_off and self._fault is not None and bool(self._fault.punish)

    @property
    def asks_again(self) -> bool:
        """True if the task was missed and `go_on` asks it once more, with other cards."""
        return self.solved and self._missed and self._rounds < MOST_ROUNDS and differs(self.lesson, self.task)

    @property
    def returns(self) -> bool:
        """True while a lesson is asked again that was missed before."""
        return self._course.record.repeats > 0

    @property
    def arrows(self) -> tuple[Move, ...]:
        """The moves that are drawn on the board with the question."""
        return tuple(map(self.relabelling.move, (*self.task.arrows, *self.task.allows)))

    def title(self, lang: str) -> str:
        """The lesson's title."""
        return speak(self.lesson.title, lang)

    def question(self, lang: str) -> str:
        """What is asked."""
        return speak(self.task.question, lang, self.relabelling)

    def hints(self, lang: str) -> tuple[str, ...]:
        """The hints that have been shown."""
        return tuple(speak(words, lang, self.relabelling) for words in self.task.hints[: self.hints_shown])

    def options(self, lang: str) -> tuple[Choice, ...]:
        """What there is to choose from; empty where the answer is given on the board."""
        return self._choices.shown(lang, solved=self.solved)

    # Answers on the board

    def answer_move(self, deed: Deed) -> Feedback | None:
        """What is said to a move, or to taking one back (`undo`), as the answer.

        A right one and a legal one that was not asked for are played on `game`. While a wrong one stands there,
        `undo` takes it back, and nothing else changes anything. In a game that is to be won any legal move is
        played; None is said as long as it is not won. Raises ValueError for a task that is answered in words.
        """
        self._expect(TaskKind.MOVE, TaskKind.GAME)
        if self.finished:
            return self.feedback
        if self.task.kind is TaskKind.GAME:
            return self._play_on(deed)
        if self.is_off and deed == UNDO:
            return self.take_back()
        if self.solved or self.is_off:
            return self.feedback
        written = relabelled(deed, self.relabelling.inverse())
        if written in self.task.accept:
            do(self.game, deed)
            self._made[self._number] = written
            return self._solve(str(written))
        self._fault = next((wrong for wrong in self.task.wrong if wrong.move == written), None)
        self._miss(str(written))
        says = self._own_or(self._fault and self._fault.say, "teach-not-asked")
        if isinstance(deed, Move) and (refusal := self.game.why_not(deed)):
            if self._fault is None or self._fault.say is None:
                says = refused(self.game.position, deed, refusal)
            return self._say(FeedbackKind.WRONG, says, refusal.cards, refusal)
        if self._ply == 0 and deed == UNDO:
            return self._say(FeedbackKind.WRONG, lambda lang: text("nothing-undo", lang))
        do(self.game, deed)
        return self._say(FeedbackKind.WRONG, says)

    def take_back(self) -> None:
        """Takes a wrong move back, and what was played to show its cost; the question stands as before."""
        if self.is_off:
            self.game.go_to(self._ply)
            self.feedback, self._fault = None, None

    def play_cost(self) -> Feedback | None:
        """Plays the moves that show what the wrong move on the board costs; None where there are none."""
        if not self.has_cost or self._fault is None:
            return None
        for move in self._fault.punish:
            do(self.game, relabelled(move, self.relabelling))
        says, self._fault = self._own_or(self._fault.cost, "teach-cost"), None
        return self._say(FeedbackKind.COST, says)

    def _play_on(self, deed: Deed) -> Feedback | None:
        """Plays a move of a game that is to be won; one that is refused there is no wrong answer."""
        if isinstance(deed, Move) and (refusal := self.game.why_not(deed)):
            says = refused(self.game.position, deed, refusal)
            return self._say(FeedbackKind.WRONG, says, refusal.cards, refusal)
        if isinstance(deed, Move):
            self.game.play(deed)
        else:
            self.game.undo()
        self.feedback = None
        return self.note_game()

    def note_game(self) -> Feedback | None:
        """What is said when the game is won; to be asked for after moves that were played on `game` itself."""
        if self.task.kind is TaskKind.GAME and not self.solved and self.game.status is Status.WON:
            return self._solve("won")
        return None

    # Answers in words

    def choose(self, option: int) -> Feedback | None:
        """What is said to the choice of an option (from 0).

        Where several may be right, chooses it or drops it again, and says nothing: see `judge`.
        Raises ValueError for an option that is not there, and for a task that is answered on the board.
        """
        self._expect(TaskKind.CHOICE, TaskKind.RULES)
        choices = self._choices
        self._expect_option(option)
        if self.solved or self.finished:
            return self.feedback
        if self.task.several:
            choices.chosen ^= {option}
            return None
        choices.chosen = {option}
        if option in choices.right:
            return self._solve(choices.written((option,))[0])
        choices.refuted.add(option)
        self._miss(choices.written((option,))[0])
        return self._say(FeedbackKind.WRONG, choices.why_wrong(option))

    def choose_all(self, options: Sequence[int]) -> Feedback | None:
        """What is said to these options (from 0), and no others, as the answer. Raises ValueError, see `choose`."""
        self._expect(TaskKind.CHOICE, TaskKind.RULES)
        if not self.task.several and len(options) != 1:
            raise ValueError(f"read {len(options)} options, expected one")
        for option in options:
            self._expect_option(option)
        if self.solved or self.finished:
            return self.feedback
        if not self.task.several:
            return self.choose(options[0])
        self._choices.chosen = set(options)
        return self.judge()

    def judge(self) -> Feedback | None:
        """What is said to the options chosen, where several may be right; it does not tell which are wrong."""
        self._expect(TaskKind.CHOICE, TaskKind.RULES)
        if self.solved or self.finished or not self.task.several:
            return self.feedback
        choices = self._choices
        fault = choices.judged()
        if fault is None:
            return self._solve(choices.written(choices.chosen))
        self._miss(choices.written(choices.chosen))
        return self._say(FeedbackKind.WRONG, fault)

    # Going on

    def hint(self) -> bool:
        """True if there was another hint, which `hints` has now."""
        if self.solved or self.hints_shown == len(self.task.hints):
            return False
        self.hints_shown += 1
        self._course.record.hints += 1
        return True

    def show_answer(self) -> Feedback | None:
        """Plays the accepted move, or chooses the right options, and says so; the task counts as missed.

        Raises ValueError for a game that is to be won: it has no single answer.
        """
        self._expect(TaskKind.MOVE, TaskKind.CHOICE, TaskKind.RULES)
        if self.solved or self.finished:
            return self.feedback
        self.take_back()
        if self.task.kind is TaskKind.MOVE:
            deed = relabelled(self.task.accept[0], self.relabelling)
            shown = shown_move(self.game.position, deed)
            do(self.game, deed)
        else:
            self._choices.chosen = set(self._choices.right)
            shown = self._choices.answer()
        self._miss(None)
        self.solved = True
        return self._say(FeedbackKind.SHOWN, joined(shown, self._own_or(self.task.right)) if self.task.right else shown)

    def try_again(self) -> None:
        """Asks the same task with other cards; a right answer to it at the first try lets the lesson go on."""
        self._course.record.tries += 1
        self._ask(self._number)

    def go_on(self) -> bool:
        """True if something is asked anew: a missed task with other cards, the next task, or the next lesson.

        False while the task has not been answered, and at the end.
        """
        if not self.solved or self.finished:
            return False
        if self.asks_again:
            self.try_again()
        elif self._number + 1 < len(self.lesson.tasks):
            self._ask(self._number + 1)
        else:
            self._course.record.done = True
            self._leave()
        return not self.finished

    def skip(self) -> bool:
        """True if there is another lesson to ask; this one is left, and counts as missed unless all is answered.

        One that comes again and is left again is asked no more.
        """
        if self.finished:
            return False
        if self.solved and not self._missed and self.number == len(self.lesson.tasks):
            return self.go_on()
        self._course.record.right, self._missed_lesson = False, True
        self._leave(again=not self.returns)
        return not self.finished

    def _leave(self, *, again: bool = True) -> None:
        self._course.leave(missed=self._missed_lesson, again=again)
        if not self.finished:
            self._begin()

    # What became of it

    @property
    def progress(self) -> Progress:
        """How many lessons are done, of how many, and which were missed."""
        return self._course.progress

    @property
    def result(self) -> dict[str, Any]:
        """What became of the lesson that is asked, in plain values.

        `right` says that every task was answered right at the first try, whatever hints were shown. Answers are
        written with the lesson's own cards, whatever twin was asked; None stands for one that was shown.
        """
        return self._course.record.result(self.lesson.id)

    @property
    def results(self) -> dict[str, dict[str, Any]]:
        """The result of every lesson by its id, of those that were not asked yet too."""
        return {id: record.result(id) for id, record in self._course.records.items()}

    def _expect_option(self, option: int) -> None:
        if not 0 <= option < len(self._choices):
            raise ValueError(f"option: read {option}, expected 0 to {len(self._choices) - 1}")

    def _expect(self, *kinds: TaskKind) -> None:
        kind = self.task.kind
        if kind not in kinds:
            raise ValueError(f"{self.lesson.id}, task {self.number}: read an answer of another kind, expected a {kind}")

    def _own_or(self, words: Words | None, key: str = "teach-right") -> Say:
        return own_or(words, self.relabelling, key)

    def _say(self, kind: FeedbackKind, say: Say, blame: Pile = (), refusal: Refusal | None = None) -> Feedback:
        self.feedback = Feedback(kind, say, blame, refusal)
        return self.feedback

    def _solve(self, answer: str | list[str]) -> Feedback:
        self._note(answer, right=True)
        self.solved = True
        return self._say(FeedbackKind.RIGHT, self._own_or(self.task.right))

    def _miss(self, answer: str | list[str] | None) -> None:
        record = self._course.record
        self._note(answer, right=False)
        record.errors += answer is not None
        record.right, self._missed, self._missed_lesson = False, True, True

    def _note(self, answer: str | list[str] | None, *, right: bool) -> None:
        self._course.record.answers.append({"task": self.number, "answer": answer, "right": right})
