"""A board that asks what takes long, hints, proofs, reviews, chances: asked here, searched elsewhere, taken here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from canfield_widget.board import Board, refusal
from canfield_widget.chances import Chance
from canfield_widget.game import Game, Status
from canfield_widget.hints import Hint, HintKind, Knowledge, Worth, default_kind, speak_hint
from canfield_widget.moves import Move
from canfield_widget.position import Position, deal
from canfield_widget.replays import Replay
from canfield_widget.reviews import Review, speak_after
from canfield_widget.rounds import explain_stuck
from canfield_widget.rules import advance, steps
from canfield_widget.saves import Mark
from canfield_widget.searches import Found, Question, Subject
from canfield_widget.session import Session
from canfield_widget.solver import Solution
from canfield_widget.speech import sentence
from canfield_widget.texts import text
from canfield_widget.variants import Variant
from canfield_widget.view import Message
from canfield_widget.winnable import WinnableDeal, speak_winnable


@dataclass
class AskingBoard(Board):
    """A board with the questions that are searched for now, and what the last ones found.

    `questions` says of each how far it has come; a change of the board makes most of them void. `review` is the last
    one of this game, `refuted` says that its refutation was asked for. `chance` is the last one that was worked out,
    perhaps for another position: see `chance_is_old`. `win` has the move of the last proved win for each position of
    its line.
    """

    questions: dict[Question, int] = field(default_factory=dict[Question, int])
    review: Review | None = None
    refuted: bool = False
    chance: Chance | None = None
    win: dict[Position, Move] = field(default_factory=dict[Position, Move])
    _chance_at: Position | None = None

    # What a change of the board makes of it

    def show(self, session: Session, client: str | None = None) -> None:
        """Puts another game on the board, of which nothing is asked or known yet."""
        self.questions.clear()
        self.review, self.refuted, self.chance, self._chance_at = None, False, None, None
        super().show(session, client)

    def go(self, ply: int, client: str | None = None) -> None:
        """As on every board; a refutation that was asked for is told anew. Raises ValueError outside the line."""
        super().go(ply, client)
        if self.refuted:
            self.refute()

    def _arrival(self, ply: int) -> Message:
        review = self.review
        if review is None or ply != review.last_good or review.replay.moves[:ply] != self.game.line[:ply]:
            return super()._arrival(ply)
        return Message("plain", lambda lang: sentence(text("review-gone", lang, good=speak_after(ply, lang))))

    def _changed(self, client: str | None, plain: Message, shown: tuple[str, ...] = ()) -> None:
        self._drop(Subject.HINT, Subject.WINNABLE, Subject.REVIEW, Subject.CHANCE)
        super()._changed(client, plain, shown)

    # Questions and answers

    def ask(self, subject: Subject, variant: Variant | None = None) -> None:
        """Asks for a search from the position on the board; one for the same subject that still runs is void."""
        self._drop(subject, *((Subject.DEAL, Subject.DAILY) if subject in (Subject.DEAL, Subject.DAILY) else ()))
        position = deal(variant, seed=1) if variant else self.game.position
        if subject is Subject.HINT and self.hint_kind is HintKind.SOLVER and (known := self._next_of_win()):
            self.mark(known)
            return
        kind = self.hint_kind if subject is Subject.HINT else None
        line = self._line() if subject is Subject.REVIEW else None
        self.questions[Question(subject, position, kind, line)] = 0
        if subject is not Subject.HINT or self.hint_kind is HintKind.SOLVER:
            self.say(Message("plain", lambda lang: text(f"search-{subject}", lang)))

    def _line(self) -> Replay:
        return Replay(self.game.positions, self.game.line, ply=self.game.ply)

    @property
    def shows_chance(self) -> bool:
        """True if the chance is to be shown: that is set, and there is a solver and a whole game to ask it about."""
        whole = self.deals and not self.game.partial and self.editor is None
        return bool(self.settings["chance"]) and "solver" in self.allow and whole

    @property
    def chance_is_old(self) -> bool:
        """True if the chance is not that of the position on the board."""
        return self._chance_at is not self.game.position

    def watch(self) -> None:
        """Asks for what is to be known without a player's asking: the chance, where it is shown."""
        if not self.shows_chance:
            self._drop(Subject.CHANCE)
        elif self.chance_is_old and not any(question.subject is Subject.CHANCE for question in self.questions):
            self.questions[Question(Subject.CHANCE, self.game.position, line=self._line())] = 0

    def _asked_for(self) -> list[Question]:
        """The questions that a player has asked."""
        return [question for question in self.questions if question.subject is not Subject.CHANCE]

    @property
    def hint_kind(self) -> HintKind:
        """The kind of hint that a player gets: the one that was set, unless the solver is left out."""
        kind = HintKind(str(self.settings["hints"] or default_kind(self.game.start.variant)))
        return HintKind.RANKED if kind is HintKind.SOLVER and "solver" not in self.allow else kind

    def stop(self) -> None:
        """Stops the search that was asked for last; where none runs, takes the hint away."""
        if asked := self._asked_for():
            del self.questions[asked[-1]]
            self.say(Message("plain", lambda lang: text("search-stopped", lang)))
        else:
            self.hinted = None

    def search(self) -> dict[str, Any]:
        """What the browser is told of the search that was asked for last; empty where none runs."""
        asked = self._asked_for()
        if not asked:
            return {}
        question, reached = asked[-1], self.questions[asked[-1]]
        if question.subject in (Subject.DEAL, Subject.DAILY):
            far = text("search-shuffle", self.language, n=max(1, reached))
        else:
            far = text("search-seconds", self.language, n=reached)
        return {"what": str(question.subject), "text": far}

    def reach(self, question: Question, number: int) -> None:
        """Notes how far the search for `question` has come."""
        if question in self.questions:
            self.questions[question] = number

    def take(self, question: Question, found: Found) -> bool:
        """True if `question` still stood; what was found is on the board then."""
        if self.questions.pop(question, None) is None:
            return False
        if question.subject is Subject.CHANCE:
            self.chance, self._chance_at = found if isinstance(found, Chance) else None, question.position
            self.session.marks.add(Mark.HINT)
        elif isinstance(found, WinnableDeal):
            marks = {Mark.WINNABLE} if found.proved else set[Mark]()
            marks |= {Mark.DAILY} if found.date else set[Mark]()
            self.show(Session(Game(found.position, deal=found.deal), self.saves, marks))
            self.say(Message("answer", lambda lang: speak_winnable(found, lang)))
        elif isinstance(found, Solution):
            self.session.marks.add(Mark.HINT)
            self.say(Message("answer", lambda lang: text(f"winnable-{found.verdict}", lang, n=round(found.seconds))))
        elif isinstance(found, Review):
            self.session.marks.add(Mark.HINT)
            self.review, self.refuted = found, False
            self.say(Message("answer", found.say))
        elif isinstance(found, Hint):
            self.mark(found)
        else:
            self.say(refusal("search-broke"))
        return True

    def mark(self, hint: Hint) -> None:
        """Marks the move of a hint, if it is for the position on the board; where there is none, says why."""
        if hint.position != self.game.position:
            return
        self.hinted = hint.move
        if hint.line and not (self.win and hint.position in self.win):
            self.win = dict(zip(_positions(hint.position, hint.line), hint.line, strict=False))
        if hint.kind is HintKind.SOLVER:
            self.session.marks.add(Mark.HINT)
        if self.game.status is Status.STUCK and hint.worth is not Worth.LOST:
            now, seen = self.game.position, self.session.game.redeals > 0 or self.game.position.pass_number > 1
            self.say(Message("hint", lambda lang: explain_stuck(now, lang, seen=seen)))
        else:
            self.say(Message("hint", lambda lang: speak_hint(hint, lang)))

    def refute(self) -> None:
        """Tells what would have won: on the page of the review, and on the board where the last good position lies."""
        review, self.refuted = self.review, True
        if review is not None and review.last_good is not None and review.line:
            good = review.replay.positions[review.last_good]
            self.mark(Hint(good, HintKind.SOLVER, Worth.WIN, Knowledge.ALL, review.line[:1], line=review.line))

    def _next_of_win(self) -> Hint | None:
        """The next move of the win that was proved before, if the position lies on its line.

        A search from anew might find another win, whose first move goes back: hints would go round for ever.
        """
        now = self.game.position
        if now not in self.win:
            return None
        positions = list(self.win)
        line = tuple(self.win[position] for position in positions[positions.index(now) :])
        return Hint(now, HintKind.SOLVER, Worth.WIN, Knowledge.ALL, line[:1], line=line)

    def _drop(self, *subjects: Subject) -> None:
        for question in [question for question in self.questions if question.subject in subjects]:
            del self.questions[question]


def _positions(position: Position, line: tuple[Move, ...]) -> Iterator[Position]:
    for move in line:
        yield position
        position = advance(position, move, steps(position, move))
