"""A board on show: the game on it, what changes it, what is said of it, and what the browser is told."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, ClassVar

from canfield_widget.arguments import expect_text
from canfield_widget.clicks import clicked
from canfield_widget.clock import speak_time
from canfield_widget.editor import Editor
from canfield_widget.finishing import is_ordered, safe_up
from canfield_widget.game import Game, Status
from canfield_widget.moves import FOUNDATION, Move
from canfield_widget.notation import write_variant
from canfield_widget.pointing import NOTHING, Arrows, Cards, Pointed, pointed
from canfield_widget.position import Position
from canfield_widget.reviews import speak_after
from canfield_widget.rounds import same_cards_again
from canfield_widget.save_file import Fleeting
from canfield_widget.saves import Mark, Saves, rules_key
from canfield_widget.session import Session
from canfield_widget.settings import SETTINGS, Value, checked
from canfield_widget.speech import Explanation, sentence, speak_move, speak_start, speak_steps
from canfield_widget.texts import text
from canfield_widget.variants import Variant
from canfield_widget.view import CardKeys, Message, editor_state, random_names, standing, state_of

ALLOWED = ("undo", "hints", "solver")
"""What can be left out for a class."""


@dataclass
class Board:
    """A game on show: what happened to it, by whom, and what the browser is told.

    `rev` grows with every change of the board and is never reset. `page_lang` is the language of the page.
    `hinted` is the move that a hint has marked. `shown` are the keys of the cards that the last action played by
    itself, in their order. `open_page` is the page of the panel that a view has open.
    `fleeting` says why games that are to be kept cannot outlast this Python; the page keeps them then, as it does
    while the file of saves is in trouble. `asked_deal` is the number of the deal that the board was made for, if any.
    `editor` is there while a position is set up, `laid_aside` is the last one. `wheel_take` is the place whose taking
    the stock wheel shows.
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
    answers: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    shown: tuple[str, ...] = ()
    open_page: tuple[str, str] | None = None
    own_rules: Variant | None = None
    editor: Editor | None = None
    laid_aside: Editor | None = None
    wheel_take: int | None = None
    pointed: Pointed = NOTHING
    changed_by: dict[str | None, int] = field(default_factory=dict[str | None, int])
    fleeting: Fleeting | None = None
    asked_deal: int | None = None

    def __post_init__(self) -> None:
        self.keys = CardKeys(self.game)
        first, why = self.opening(), self.fleeting
        self.say(first)
        if why is not None and self.game.deal is not None and first.kind == "plain":
            self.say(Message("plain", lambda lang: " ".join((first.say(lang), text(f"fleeting-{why}", lang)))))

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
        if kept := self.for_page():
            told["keep"] = kept
        return told if self.editor is None else told | editor_state(self.editor, told["settings"], lang)

    def for_page(self) -> dict[str, str] | None:
        """What the page is to keep: the text of the game, and under which name; None where Python keeps it itself.

        Only a game with a deal number has a text that names no hidden card.
        """
        troubled = self.fleeting or (self.saves is not None and self.saves.trouble)
        if not troubled or self.game.deal is None:
            return None
        return {"at": self._shelf(self.game), "text": self.game.text()}

    def _shelf(self, game: Game) -> str:
        """Where a page keeps the game: with its rules, or with the deal that the board was made for."""
        rules = rules_key(game.start.variant)
        return f"{rules}-{game.deal}" if game.deal is not None and game.deal == self.asked_deal else rules

    def take_up(self, kept: str, client: str) -> bool:
        """True if the game goes on that the page has kept: it has moves and no end, and nothing is played here yet."""
        if not kept or self.session.started or (here := self.for_page()) is None:
            return False
        try:
            game = Game.from_text(kept)
        except ValueError:
            return False
        if game.deal is None or not game.line or game.status is Status.WON or self._shelf(game) != here["at"]:
            return False
        self.show(Session.given(game, self.saves), client)
        self.say(Message("plain", lambda lang: text("kept-by-page", lang)))
        return True

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
        self.session.play((move,), timed=self._is_timed(client))
        shown = self._follow_up(start) if client is not None else ()
        again = same_cards_again(self.game.positions[: self.game.ply + 1])
        plain = Message("move", lambda lang: speak_steps(before, move, lang))
        self._changed(client, Message("plain", lambda lang: text("same-cards", lang)) if again else plain, shown)

    def _is_timed(self, client: str | None) -> bool:
        """True if what `client` plays is timed: a player's moves are, not those from Python, nor any of a lesson."""
        return self.deals and client is not None

    def _follow_up(self, start: int) -> tuple[str, ...]:
        """The keys of what goes up by itself now: the rest of an ordered game, or, if wanted, what costs nothing."""
        session, shown = self.session, list[str]()
        while self.settings["auto_up"] and (move := safe_up(self.game.position, but=session.held_back)):
            shown += self.keys.lifted(move)
            session.play((move,), start)
        if self.settings["auto_finish"] and is_ordered(self.game.position) and not session.holds_back():
            shown += self._play_up()
        return tuple(shown)

    def _play_up(self, *, timed: bool = False) -> tuple[str, ...]:
        """Plays the finish, if there is one; the keys of its cards in their order. `timed`: a player asked for it."""
        line, begin, shown = self.session.finish() or (), self.game.ply, list[str]()
        for move in line:
            shown += self.keys.lifted(move)[:1]
            self.session.play((move,), begin, timed=timed and self.game.ply == begin)
        return tuple(shown)

    def finish(self, client: str | None = None) -> bool:
        """True if the rest was played up, which is offered only where nothing but cards in sight is needed."""
        shown = self._play_up(timed=self._is_timed(client))
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
        self._changed(client, self._arrival(ply))

    def _arrival(self, ply: int) -> Message:
        """What is said when the board has gone to the position after the first `ply` moves."""
        return Message("plain", lambda lang: sentence(text("went-to", lang, good=speak_after(ply, lang))))

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
        expect_text(note, "note")
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


def refusal(key: str) -> Message:
    """The message of a refusal that blames no card."""
    return Message("refusal", lambda lang: text(key, lang))
