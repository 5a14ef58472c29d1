"""A board on show: the game on it, what is said of it, what is searched for it, and what the browser is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from canfield_widget.chances import Chance
from canfield_widget.clicks import clicked
from canfield_widget.editor import Editor
from canfield_widget.finishing import is_ordered, safe_up
from canfield_widget.game import Game, Status
from canfield_widget.hints import Hint, HintKind, Knowledge, Worth, default_kind, speak_hint
from canfield_widget.moves import FOUNDATION, Move
from canfield_widget.notation import write_variant
from canfield_widget.pointing import NOTHING, Arrows, Cards, Pointed, pointed
from canfield_widget.position import Position, deal
from canfield_widget.replays import Replay
from canfield_widget.reviews import Review, speak_after
from canfield_widget.rounds import explain_stuck, same_cards_again
from canfield_widget.rules import advance, steps
from canfield_widget.saves import Mark, Saves
from canfield_widget.searches import Found, Question, Subject
from canfield_widget.session import Session
from canfield_widget.settings import SETTINGS, Value, checked
from canfield_widget.solver import Solution
from canfield_widget.speech import Explanation, sentence, speak_move, speak_start, speak_steps
from canfield_widget.texts import text
from canfield_widget.variants import Variant
from canfield_widget.view import CardKeys, Message, editor_state, random_names, standing, state_of
from canfield_widget.winnable import WinnableDeal, speak_winnable

ALLOWED = ("undo", "hints", "solver")
"""What can be left out for a class."""


@dataclass
class Board:
    """A game on show: what happened to it, by whom, and what the browser is told.

    `rev` grows with every change of the board and is never reset. `page_lang` is the language of the page.
    `questions` are those that are searched for now, each with how far that has come. `shown` are the keys of the cards
    that the last action played by itself, in their order. `win` has the move of the last proved win for each position
    of its line. `open_page` is the page of the panel that a view has open.
    `editor` is there while a position is set up, `laid_aside` is the last one. `wheel_take` is the place whose taking
    the stock wheel shows. `review` is the last one of this game, `refuted` says that its refutation was asked for.
    `chance` is the last one that was worked out, perhaps for another position: see `chance_is_old`.
    """

    deals: ClassVar[bool] = True
    """False where what lies on the board is not the player's to choose."""

    session: Session
    saves: Saves | None = None
    settings: dict[str, Value] = field(default_factory=lambda: checked({}))
    allow: Collection[str] = ALLOWED
    page_lang: str = "en"
    rev: int = 0
    hinted: Move | None = None
    questions: dict[Question, int] = field(default_factory=dict[Question, int])
    answers: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    shown: tuple[str, ...] = ()
    open_page: tuple[str, str] | None = None
    own_rules: Variant | None = None
    editor: Editor | None = None
    laid_aside: Editor | None = None
    wheel_take: int | None = None
    pointed: Pointed = NOTHING
    review: Review | None = None
    refuted: bool = False
    chance: Chance | None = None
    win: dict[Position, Move] = field(default_factory=dict[Position, Move])
    changed_by: dict[str | None, int] = field(default_factory=dict[str | None, int])

    def __post_init__(self) -> None:
        self._chance_at: Position | None = None
        self.keys = CardKeys(self.game)
        self.say(self.opening())

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self.session.game

    @property
    def language(self) -> str:
        """The language spoken: the one that was set, else the page's."""
        return str(self.settings["lang"] or self.page_lang)

    def say(self, message: Message) -> None:
        """Makes `message` the one of the message line."""
        self.message, self._message_id = message, random_names(1)[0]

    def state(self) -> dict[str, Any]:
        """The whole `state` for the browser, made anew at every call."""
        lang, session = self.language, self.session
        message = {"id": self._message_id, "kind": self.message.kind, "text": self.message.say(lang),
                   "blame": list(self.message.blame)}  # fmt: skip
        state = state_of(self.game, self.keys, lang)
        can_undo = "undo" in self.allow
        told: dict[str, Any] = {
            "rev": self.rev,
            **state,
            "undo": state["undo"] and can_undo,
            "redo": state["redo"] and can_undo,
            "hint": str(self.hinted) if self.hinted else None,
            "message": message,
            "settings": {name: self.settings[name] for name, setting in SETTINGS.items() if setting.of_board},
            "allow": ["new", *(name for name in ALLOWED if name in self.allow)],
            "marked": list(self.pointed.marked),
            "arrows": [list(ends) for ends in self.pointed.arrows],
            "free": False,
            "clock": {"ms": session.clock.milliseconds, "running": session.clock.running},
            "paused": session.paused,
            "finish": session.finish() is not None,
            "shown": list(self.shown),
            "result": self._result(lang) if self.game.status is Status.WON else [],
            "answers": {name: dict(answer) for name, answer in self.answers.items()},
        }
        return told if self.editor is None else told | editor_state(self.editor, told["settings"], lang)

    def _result(self, lang: str) -> list[list[str]]:
        """The figures of the result, each with its word: time, moves, and the best that there is."""
        record = self.saves.record(self.game.start.variant) if self.saves else None
        figures = [
            [speak_time(self.session.clock.milliseconds), text("figure-time", lang)],
            [str(self.game.ply), text("figure-moves-1" if self.game.ply == 1 else "figure-moves", lang)],
        ]
        if record and record.won:
            figures.append([speak_time(record.best_ms or 0), text("figure-best-time", lang)])
            figures.append([str(record.fewest_moves), text("figure-fewest-moves", lang)])
        return figures

    def opening(self) -> Message:
        """What is said of a game when it is laid on the board."""
        start = self.game.start
        return standing(self.game, Message("plain", lambda lang: speak_start(start, lang)))

    # What changes the board, whoever asks

    def show(self, session: Session, client: str | None = None) -> None:
        """Puts another game on the board; the one that lay there is left."""
        if session is not self.session:
            self.session.leave()
            session.clock = self.session.clock.anew(session.clock.milliseconds)
        self.session = session
        self.lay_aside()
        if session.game is not self.keys.game:
            self.keys = CardKeys(session.game)
        self.questions.clear()
        self.review, self.refuted, self.chance, self._chance_at = None, False, None, None
        if self.saves is not None:
            self.saves.played(write_variant(session.game.start.variant))
        self._changed(client, self.opening())

    def play(self, move: Move, client: str | None = None, card: str | None = None) -> None:
        """Plays a legal move; `card` is the key of the card it lifts, where that is known. Raises IllegalMove.

        What follows by itself, where that is set, follows a player's move only, never one from Python.
        """
        before, start = self.game.position, self.game.ply
        if card is not None and self.game.why_not(move) is None:
            self.keys.take(move, card)
        self.session.held_back -= {*self.game.position.pile(move.source)[-1:]} if move.target == FOUNDATION else set()
        self.session.play((move,))
        shown = self._follow_up(start) if client is not None else ()
        again = same_cards_again(self.game.positions[: self.game.ply + 1])
        plain = Message("move", lambda lang: speak_steps(before, move, lang))
        self._changed(client, Message("plain", lambda lang: text("same-cards", lang)) if again else plain, shown)

    def _follow_up(self, start: int) -> tuple[str, ...]:
        """The keys of what goes up by itself now: the rest of an ordered game, or, if wanted, what costs nothing."""
        session, shown = self.session, list[str]()
        while self.settings["auto_up"] and (move := safe_up(self.game.position, but=session.held_back)):
            shown += self.keys.lifted(move)
            session.play((move,), start)
        if self.settings["auto_finish"] and is_ordered(self.game.position) and not session.holds_back():
            shown += self._play_up()
        return tuple(shown)

    def _play_up(self) -> tuple[str, ...]:
        """Plays the finish, if there is one; the keys of its cards in their order."""
        line, begin, shown = self.session.finish() or (), self.game.ply, list[str]()
        for move in line:
            shown += self.keys.lifted(move)[:1]
            self.session.play((move,), begin)
        return tuple(shown)

    def finish(self, client: str | None = None) -> bool:
        """True if the rest was played up, which is offered only where nothing but cards in sight is needed."""
        shown = self._play_up()
        if shown:
            self._changed(client, self.opening(), shown)
        return bool(shown)

    def undo(self, client: str | None = None) -> bool:
        """True if an action was taken back."""
        end = self.game.ply
        move = self.session.undo()
        self.session.marks |= {Mark.UNDO} if move else set()
        count = end - self.game.ply
        return self._along("undone" if count < 2 else "undone-many", move, client, count, self.game.position)

    def redo(self, client: str | None = None) -> bool:
        """True if an action was made again."""
        before, start = self.game.position, self.game.ply
        move = self.session.redo()
        count = self.game.ply - start
        return self._along("redone" if count < 2 else "redone-many", move, client, count, before)

    def _along(self, key: str, move: Move | None, client: str | None, count: int, before: Position) -> bool:
        if move is None:
            return False

        def say(lang: str) -> str:
            return sentence(text(key, lang, move=speak_move(before, move, lang), n=count - 1))

        self._changed(client, Message("move", say))
        return True

    def restart(self, client: str | None = None) -> None:
        """The same deal from its beginning; the game that lay there stays in the list of those that were left."""
        if self.session.started:
            self.session = self.session.again()
        else:
            self.game.restart()
        self._changed(client, self.opening())

    def go(self, ply: int, client: str | None = None) -> None:
        """Goes back or on to the position after the first `ply` moves of the line, all of which stay to be made again.

        Raises ValueError outside the line.
        """
        before, session = self.game.ply, self.session
        session.go_to(ply)
        session.started = True
        session.marks |= {Mark.UNDO} if ply < before else set()
        session.marks |= {Mark.GIVEN} if before < ply and before < session.inherited else set()
        review = self.review
        good = review is not None and ply == review.last_good and review.replay.moves[:ply] == self.game.line[:ply]
        key = "review-gone" if good else "went-to"
        self._changed(client, Message("plain", lambda lang: sentence(text(key, lang, good=speak_after(ply, lang)))))
        if self.refuted:
            self.refute()

    def new(self, variant: Variant | None = None, client: str | None = None) -> None:
        """Deals the same or another variant with a new number."""
        self.show(Session(Game.dealt(variant or self.game.start.variant), self.saves), client)

    def replay(self, moves: list[str]) -> None:
        """Makes `moves` the line from the deal. Raises IllegalMove or ValueError, and nothing has changed then."""
        self.game.replay(moves)
        self.session.joints.clear()
        self.session.held_back.clear()
        self.session.started = True
        self.session.marks.add(Mark.GIVEN)
        made = self.game.moves
        if not made:
            self._changed(None, self.opening())
            return
        before, last = self.game.positions[len(made) - 1], made[-1]
        self._changed(None, Message("move", lambda lang: speak_steps(before, last, lang)))

    def click(self, pile: str, count: int, client: str) -> Message | None:
        """Plays what a click on the card means, `count` cards from the end of its pile; else says why nothing goes."""
        found = clicked(self.game.position, pile, count)
        if found.move is not None:
            self.play(found.move, client)
            return None
        if found.refusal is None or found.asked is None:
            return refusal("no-target")
        why = found.refusal
        return self.refused(Explanation(why.reason, why.cards, why.allowed_by, self.game.position, found.asked))

    def point(self, cards: Cards = (), arrows: Arrows = (), note: str = "") -> None:
        """Points at cards and piles, until the board changes. Raises ValueError for what is not to be seen."""
        if not isinstance(note, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ValueError(f"note: read {note!r}, expected text")
        self.pointed = pointed(self.game.position, self.keys, cards, arrows)
        if note:
            self.say(Message("answer", lambda lang: note))

    def lay_aside(self) -> None:
        """Goes back to the game on the board; what was being set up can be taken up again."""
        self.laid_aside, self.editor = self.editor or self.laid_aside, None

    def refused(self, why: Explanation) -> Message:
        """The message that says why a move is not legal and who would allow it, with the cards to blame."""
        return Message("refusal", why.say, self.keys.of(why.cards))

    def _changed(self, client: str | None, plain: Message, shown: tuple[str, ...] = ()) -> None:
        self.rev += 1
        self.hinted, self.shown, self.pointed = None, shown, NOTHING
        self.wheel_take = None
        self.lay_aside()
        self._drop(Subject.HINT, Subject.WINNABLE, Subject.REVIEW, Subject.CHANCE)
        self.changed_by[client] = self.rev
        self.session.changed()
        self.say(standing(self.game, plain))

    def pause(self, on: bool) -> None:
        """Covers the cards and stops the time, or goes on."""
        self.session.paused = on and self.session.started and self.game.status is not Status.WON
        self.session.run()
        if self.session.paused:
            self.session.keep()

    def set(self, name: str, value: Value) -> None:
        """Changes a setting, for this board and, where there are saves, for those to come."""
        self.settings[name] = value
        if self.saves is not None:
            self.saves.set(name, value)

    # What takes long: asked here, searched for elsewhere, and taken here

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


def refusal(key: str) -> Message:
    """The message of a refusal that blames no card."""
    return Message("refusal", lambda lang: text(key, lang))


def speak_time(milliseconds: int) -> str:
    """A time for the eye: minutes and seconds, hours where there are any.

    >>> speak_time(754_000), speak_time(3_725_999)
    ('12:34', '1:02:05')
    """
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
