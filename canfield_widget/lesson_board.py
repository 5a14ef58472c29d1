"""A board on which a lesson is asked: what is played and chosen there is an answer for the tutor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar

from canfield_widget.board import refusal
from canfield_widget.commands import Command, Desk
from canfield_widget.game import Status
from canfield_widget.moves import STOCK, WASTE, Move
from canfield_widget.pointing import NOTHING, Arrows, Cards, Pointed, pointed
from canfield_widget.refusals import IllegalMove
from canfield_widget.session import Session
from canfield_widget.settings import Value
from canfield_widget.speech import Explanation
from canfield_widget.teaching.feedback import Feedback, FeedbackKind, ending
from canfield_widget.teaching.tasks import UNDO, TaskKind
from canfield_widget.teaching.tutor import Tutor
from canfield_widget.texts import text
from canfield_widget.view import CardKeys, Message

_ON_THE_BOARD = (TaskKind.MOVE, TaskKind.GAME)
_OF_A_GAME = ("new", "restart", "game", "daily", "finish", "deal-winnable", "winnable", "edit", "own", "star")


@dataclass
class LessonBoard(Desk):
    """A board with the tutor who asks on it. Nothing is kept, and no time is taken.

    `game` is the tutor's: a right answer and a legal wrong one are played on it. What is said last is the `message`.
    """

    deals: ClassVar[bool] = False
    tutor: Tutor = field(kw_only=True)

    @classmethod
    def of(cls, tutor: Tutor, settings: dict[str, Value]) -> LessonBoard:
        """A new board for the tutor."""
        return cls(Session(tutor.game), None, settings | {"auto_pause": False, "winnable": False}, tutor=tutor)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._lay()

    def opening(self) -> Message:
        """The question, with the answers that there are to choose from: not everyone sees them on the sheet.

        At the end it is what the sheet says then.
        """
        return Message("plain", ending(self.tutor.results) if self.tutor.finished else self._question)

    def _question(self, lang: str) -> str:
        options = ", ".join(option.words for option in self.tutor.options(lang))
        question = self.tutor.question(lang)
        return text("lesson-choices", lang, question=question, options=options) if options else question

    def state(self) -> dict[str, Any]:
        """As of every board; but a win is told by the tutor, and there is no time to see."""
        told, task, turn = super().state(), self.tutor.task, Move(WASTE, STOCK)
        told["settings"] |= {"show_time": False}
        if task.kind is not TaskKind.GAME:  # a click that plays by itself would give the answer away
            told["settings"]["click"] = "select"
            if not task.speaks_of(turn):  # a few cards in the waste are no reason to turn it over
                told["moves"] = [move for move in told["moves"] if move["move"] != str(turn)]
            if self.tutor.solved or self.tutor.is_off or self.tutor.finished:  # a further move would answer nothing
                told["moves"] = []
        # The name of one of the rule sets would be no answer, but look like one.
        if task.kind is TaskKind.RULES and not self.tutor.finished:
            told["title"] = text("lesson-which-rules", self.language)
        return told | {"allow": list(self.allow), "deal": None, "status": Status.PLAYING, "result": [], "finish": False}

    # Answers on the board

    def play(self, move: Move, client: str | None = None, card: str | None = None) -> None:
        """Takes a legal move as an answer; where the answer is given in words, nothing moves. Raises IllegalMove."""
        if why := self.game.why_not(move):
            raise IllegalMove(move, self.game.position, why)
        if self.tutor.finished:
            self.say(self.opening())
        elif self.tutor.task.kind is TaskKind.GAME:
            super().play(move, client, card)
            if won := self.tutor.note_game():
                self._told(won, client)
        elif self.tutor.task.kind is TaskKind.MOVE:
            if card is not None:
                self.keys.take(move, card)
            self._told(self.tutor.answer_move(move), client)
        else:
            self.say(refusal("lesson-in-words"))

    def refused(self, why: Explanation) -> Message:
        """What is said to a move that is not legal, with the cards to blame."""
        kind = self.tutor.task.kind
        if self.tutor.finished:
            return super().refused(why)
        if kind not in _ON_THE_BOARD:
            return refusal("lesson-in-words")
        if kind is TaskKind.GAME or self.tutor.solved or self.tutor.is_off:
            return super().refused(why)
        said = self.tutor.answer_move(why.move)
        return super().refused(why) if said is None else self._message(said)

    def undo(self, client: str | None = None) -> bool:
        """True if something was taken back: a wrong move with its cost, or what the question asks to take back."""
        if self.tutor.task.kind is TaskKind.GAME:
            return super().undo(client)
        if not self._may_undo():
            return False
        self._told(self.tutor.answer_move(UNDO), client)
        return True

    def redo(self, client: str | None = None) -> bool:
        """True if a move of a game was made again; an answer that was taken back is none that can be made again."""
        if self.tutor.task.kind is not TaskKind.GAME or not super().redo(client):
            return False
        if won := self.tutor.note_game():
            self._told(won, client)
        return True

    def restart(self, client: str | None = None) -> None:
        """The same question from its beginning, or the game from its deal; what was answered stays noted."""
        if self.tutor.task.kind is TaskKind.GAME:
            self.game.restart()
        elif self.tutor.is_off:
            self.tutor.take_back()
        self._told(None if not self.tutor.solved else self.tutor.feedback, client)

    def replay(self, moves: list[str]) -> None:
        """Raises ValueError: answers are given one by one."""
        raise ValueError("read moves for a lesson, expected answers: see answer()")

    def point(self, cards: Cards = (), arrows: Arrows = (), note: str = "") -> None:
        """Points at cards and piles beside the arrows of the question. Raises ValueError, see `Board.point`."""
        super().point(cards, arrows, note)
        own = self.pointed
        self._lay()
        self.pointed = Pointed(own.marked, (*self.pointed.arrows, *own.arrows))

    def _may_undo(self) -> bool:
        return not self.tutor.finished and (self.tutor.is_off or self._may_take_back())

    def _may_take_back(self) -> bool:
        return UNDO in self.tutor.task.accept and not self.tutor.solved

    # What the sheet asks

    def wish(self, what: str, n: int = 0, client: str | None = None) -> bool:
        """True if the wish of the sheet, one of `WISHES`, could be carried out; `n` is the option chosen, from 0."""
        wish = WISHES.get(what)
        if wish is None or self.tutor.finished:
            return False
        before = self.tutor.feedback
        try:
            wish(self.tutor, n)
        except ValueError:  # the page asked for what this task does not have
            return False
        said = self.tutor.feedback
        self._told(said if said is not before else None, client)
        if what == "hint" and self.tutor.hints_shown:  # whoever does not see the sheet hears it
            self.say(Message("answer", lambda lang: self.tutor.hints(lang)[-1]))
        return True

    def _do(self, command: Command) -> Message | None:
        if command.do == "lesson":
            what, n = command.text("what"), command.fields.get("n", 0)
            if type(n) is not int or (what == "choose" and "n" not in command.fields):
                return refusal("unreadable")
            # Options may be chosen quickly one after the other; everything else was meant for what its maker saw.
            own = self.changed_by.get(command.client, 0) if what != "choose" else 0
            if self.is_stale(command) or own > command.rev:
                return refusal("stale")
            return None if self.wish(what, n, command.client) else refusal("unreadable")
        if command.do in _OF_A_GAME and not (command.do == "restart" and self.tutor.task.kind is TaskKind.GAME):
            return refusal("not-allowed")
        return super()._do(command)

    def show_tutor(self) -> None:
        """Shows the board as the tutor has it now, after he was asked or answered directly."""
        self._told(self.tutor.feedback, None)

    # What is said

    def _told(self, said: Feedback | None, client: str | None) -> None:
        """Shows the board as the tutor has it now, with what was said, or else the question."""
        if self.tutor.game is not self.session.game:
            self.session = Session(self.tutor.game)
            self.keys = CardKeys(self.tutor.game)
        message = self._message(said) if said else self.opening()
        self._changed(client, message)
        self.say(message)  # not that the game is won or stuck: the lesson has words of its own
        self._lay()

    def _lay(self) -> None:
        """What stands beside the cards: arrows with the question, and what may be done."""
        tutor = self.tutor
        shows = not tutor.finished and (tutor.task.kind is TaskKind.RULES or not (tutor.solved or tutor.is_off))
        self.pointed = self._arrows() if shows else NOTHING
        game = tutor.task.kind is TaskKind.GAME
        self.allow = ("undo", "hints") if game else ("undo",) if self._may_undo() else ()

    def _arrows(self) -> Pointed:
        """The arrows of the question; one whose ends are not there is left out, as `check` says of it."""
        found = NOTHING
        for arrow in self.tutor.arrows:
            with suppress(ValueError):
                found = Pointed((), (*found.arrows, *pointed(self.game.position, self.keys, arrows=(arrow,)).arrows))
        return found

    def _message(self, said: Feedback) -> Message:
        if said.kind is FeedbackKind.RIGHT:  # whoever does not see the mark beside it is told
            return Message("answer", lambda lang: text("lesson-right", lang, words=said.say(lang)))
        return Message("refusal" if said.refusal else "answer", said.say, self.keys.of(said.blame))


WISHES: Mapping[str, Callable[[Tutor, int], object]] = {
    "choose": Tutor.choose,
    "judge": lambda tutor, n: tutor.judge(),
    "hint": lambda tutor, n: tutor.hint(),
    "go-on": lambda tutor, n: tutor.go_on(),
    "back": lambda tutor, n: tutor.take_back(),
    "cost": lambda tutor, n: tutor.play_cost(),
    "again": lambda tutor, n: tutor.try_again(),
    "show": lambda tutor, n: tutor.show_answer(),
    "skip": lambda tutor, n: tutor.skip(),
}
