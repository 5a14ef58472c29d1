"""The commands of the browser, each carried out once and answered: the `outbox` of docs/protocol.md.

Everything in here came over the wire: nothing is believed, nothing raises.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from canfield_widget.game import Game, Status
from canfield_widget.hints import Hint, HintKind, default_kind, speak_hint
from canfield_widget.moves import STOCK, Move, read_move
from canfield_widget.position import Position
from canfield_widget.searches import Found, Question, Subject
from canfield_widget.solver import Solution
from canfield_widget.speech import sentence, speak_move, speak_refusal, speak_start, speak_steps
from canfield_widget.texts import language_of, text
from canfield_widget.view import CardKeys, Message, random_names, standing, state_of
from canfield_widget.winnable import WinnableDeal, speak_winnable

CLIENTS_REMEMBERED = 256
CLIENTS_ANSWERED = 8
_LONGEST_NAME = 40
_MOST_COMMANDS = 1000
_LARGEST = 2**53


@dataclass(slots=True)
class _Client:
    """What is known of one page: the last command carried out, the last one refused, and when it changed the board."""

    seq: int = 0
    refused: int = 0
    refusal: Message | None = None
    changed: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a page as far as it can be read; `do` is empty where it cannot."""

    client: str
    seq: int
    rev: int = 0
    ack: int = 0
    do: str = ""
    fields: Mapping[str, object] = field(default_factory=dict[str, object])

    def text(self, name: str) -> str:
        """The field `name` if it is a text, else an empty one."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""


def read_commands(outbox: object) -> list[Command]:
    """The commands of an outbox in its order; what names no client or number is left out."""
    if not isinstance(outbox, list):
        return []
    raw = [
        cast("dict[str, object]", item)
        for item in cast("list[object]", outbox)[:_MOST_COMMANDS]
        if isinstance(item, dict)
    ]
    found = (_read_command(fields) for fields in raw)
    return [command for command in found if command is not None]


def _read_command(fields: dict[str, object]) -> Command | None:
    client, seq = fields.get("client"), _count(fields.get("seq"))
    if not isinstance(client, str) or not 0 < len(client) <= _LONGEST_NAME or not seq:
        return None
    do, rev, ack = fields.get("do"), _count(fields.get("rev")), _count(fields.get("ack"))
    if not isinstance(do, str) or rev is None or ack is None:
        return Command(client, seq)
    return Command(client, seq, rev, ack, do, fields)


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _LARGEST else None


@dataclass
class Board:
    """A game on show: what happened to it, by whom, and what the browser is told.

    `rev` grows with every change of the board and is never reset. `page_lang` is the language of the page.
    `questions` are those that are searched for now, each with how far that has come.
    """

    game: Game
    lang: str | None = None
    page_lang: str = "en"
    rev: int = 0
    four_colours: bool = False
    hinted: Move | None = None
    questions: dict[Question, int] = field(default_factory=dict[Question, int])
    _clients: OrderedDict[str, _Client] = field(default_factory=OrderedDict[str, _Client])
    _answers: OrderedDict[str, dict[str, Any]] = field(default_factory=OrderedDict[str, dict[str, Any]])
    _changed_here: int = 0
    _changed_by_forgotten: int = 0

    def __post_init__(self) -> None:
        self.keys = CardKeys(self.game)
        self.say(_opening(self.game))

    @property
    def language(self) -> str:
        """The language spoken: the one that was set, else the page's."""
        return self.lang or self.page_lang

    def say(self, message: Message) -> None:
        """Makes `message` the one of the message line."""
        self.message, self._message_id = message, random_names(1)[0]

    def state(self) -> dict[str, Any]:
        """The whole `state` for the browser, made anew at every call."""
        lang = self.language
        message = {"id": self._message_id, "kind": self.message.kind, "text": self.message.say(lang),
                   "blame": list(self.message.blame)}  # fmt: skip
        return {
            "rev": self.rev,
            **state_of(self.game, self.keys, lang),
            "hint": str(self.hinted) if self.hinted else None,
            "message": message,
            "settings": {"fourColours": self.four_colours},
            "answers": {name: dict(answer) for name, answer in self._answers.items()},
        }

    # What changes the board, whoever asks

    def show(self, game: Game, client: str | None = None) -> None:
        """Puts another game on the board."""
        self.game = game
        self.keys = CardKeys(game)
        self.questions.clear()
        self._changed(client, _opening(game))

    def play(self, move: Move, client: str | None = None, card: str | None = None) -> None:
        """Plays a legal move; `card` is the key of the card it lifts, where that is known. Raises IllegalMove."""
        before = self.game.position
        if card is not None and self.game.why_not(move) is None:
            self.keys.take(move, card)
        self.game.play(move)
        self._changed(client, Message("move", lambda lang: speak_steps(before, move, lang)))

    def undo(self, client: str | None = None) -> bool:
        """True if a move was taken back."""
        return self._along("undone", self.game.undo(), client)

    def redo(self, client: str | None = None) -> bool:
        """True if a move was made again."""
        before = self.game.position
        return self._along("redone", self.game.redo(), client, before)

    def _along(self, key: str, move: Move | None, client: str | None, before: Position | None = None) -> bool:
        if move is None:
            return False
        position = before or self.game.position
        spoken = Message("move", lambda lang: sentence(text(key, lang, move=speak_move(position, move, lang))))
        self._changed(client, spoken)
        return True

    def restart(self, client: str | None = None) -> None:
        """Goes back to the deal."""
        self.game.restart()
        self._changed(client, _opening(self.game))

    def new(self, client: str | None = None) -> None:
        """Deals the same variant with a new number."""
        self.show(Game.dealt(self.game.start.variant), client)

    def replay(self, moves: list[str]) -> None:
        """Makes `moves` the line from the deal. Raises IllegalMove or ValueError, and nothing has changed then."""
        self.game.replay(moves)
        made = self.game.moves
        if not made:
            self._changed(None, _opening(self.game))
            return
        before, last = self.game.positions[len(made) - 1], made[-1]
        self._changed(None, Message("move", lambda lang: speak_steps(before, last, lang)))

    def _changed(self, client: str | None, plain: Message) -> None:
        self.rev += 1
        self.hinted = None
        self._drop(Subject.HINT, Subject.WINNABLE)
        if client is None:
            self._changed_here = self.rev
        else:
            self._clients[client].changed = self.rev
        self.say(standing(self.game, plain))

    # What takes long: asked here, searched for elsewhere, and taken here

    def ask(self, subject: Subject) -> None:
        """Asks for a search from the position on the board; one for the same subject that still runs is void."""
        self._drop(subject)
        position = self.game.position
        self.questions[Question(subject, position)] = 0
        if subject is not Subject.HINT or default_kind(position.variant) is HintKind.SOLVER:
            self.say(Message("plain", lambda lang: text(f"search-{subject}", lang)))

    def stop(self) -> None:
        """Stops the search that was asked for last; where none runs, takes the hint away."""
        if self.questions:
            self.questions.popitem()
            self.say(Message("plain", lambda lang: text("search-stopped", lang)))
        else:
            self.hinted = None

    def search(self) -> dict[str, Any]:
        """What the browser is told of the search that was asked for last; empty where none runs."""
        if not self.questions:
            return {}
        question, reached = next(reversed(self.questions.items()))
        if question.subject is Subject.DEAL:
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
        if isinstance(found, WinnableDeal):
            self.show(Game(found.position, deal=found.deal))
            self.say(Message("answer", lambda lang: speak_winnable(found, lang)))
        elif isinstance(found, Solution):
            self.say(Message("answer", lambda lang: _verdict(found, lang)))
        elif found:
            self.mark(found)
        else:
            self.say(_refusal("search-broke"))
        return True

    def mark(self, hint: Hint) -> None:
        """Marks the move of a hint, if it is for the position on the board."""
        if hint.position == self.game.position:
            self.hinted = hint.move
            self.say(Message("hint", lambda lang: speak_hint(hint, lang)))

    def _drop(self, *subjects: Subject) -> None:
        for question in [question for question in self.questions if question.subject in subjects]:
            del self.questions[question]

    # The browser's commands

    def carry_out(self, outbox: object) -> bool:
        """Carries out the commands of an outbox that are new; True if there is anything to tell the browser."""
        told = False
        for command in read_commands(outbox):
            client = self._client(command.client)
            told |= command.seq > client.seq or command.client in self._answers
            if command.seq > client.seq:
                self._answer(client, command)
        return told

    def _answer(self, client: _Client, command: Command) -> None:
        fallen = command.do in _CHANGES_BOARD and client.refused > command.ack
        try:
            refusal = client.refusal if fallen else self._do(command)
        except Exception:  # whatever a hostile page sends, the player gets an answer and the game goes on
            refusal = _refusal("unreadable")
        client.seq = command.seq
        if refusal:
            self.say(refusal)
            if not fallen:
                client.refused, client.refusal = command.seq, refusal
        why = refusal.say(self.language) if refusal else ""
        self._answers[command.client] = {"seq": command.seq, "ok": refusal is None, "why": why}
        self._answers.move_to_end(command.client)
        while len(self._answers) > CLIENTS_ANSWERED:
            self._answers.popitem(last=False)

    def _client(self, name: str) -> _Client:
        client = self._clients.setdefault(name, _Client())
        self._clients.move_to_end(name)
        while len(self._clients) > CLIENTS_REMEMBERED:
            _, gone = self._clients.popitem(last=False)
            self._changed_by_forgotten = max(self._changed_by_forgotten, gone.changed)
        return client

    def _do(self, command: Command) -> Message | None:
        """Carries out a command; None, or the message that says why not."""
        if command.do in _CHANGES_BOARD:
            others = (c.changed for name, c in self._clients.items() if name != command.client)
            if max(self._changed_here, self._changed_by_forgotten, *others) > command.rev:
                return _refusal("stale")
            return _CHANGES_BOARD[command.do](self, command)
        if command.do in (Subject.HINT, Subject.WINNABLE):
            if self.game.status is Status.WON:
                return _refusal("refusal-game-over")
            self.ask(Subject(command.do))
            return None
        value = command.fields.get("value")
        if command.do == "hello":
            self.page_lang = language_of(command.text("lang"))
        elif command.do == "set" and command.text("name") == "fourColours" and isinstance(value, bool):
            self.four_colours = value
        elif command.do == "cancel":
            self.stop()
        else:
            return _refusal("unreadable")
        return None


def _refusal(key: str) -> Message:
    return Message("refusal", lambda lang: text(key, lang))


def _verdict(solution: Solution, lang: str) -> str:
    return text(f"winnable-{solution.verdict}", lang, n=round(solution.seconds))


def _opening(game: Game) -> Message:
    start = game.start
    return standing(game, Message("plain", lambda lang: speak_start(start, lang)))


def _move(board: Board, command: Command) -> Message | None:
    card = command.fields.get("card")
    try:
        move = read_move(command.text("move"))
    except ValueError:
        return _refusal("unreadable")
    is_deal = STOCK in (move.source, move.target)
    if not is_deal and card not in board.keys.lifted(move):
        return _refusal("stale-card")
    position, refusal = board.game.position, board.game.why_not(move)
    if refusal:
        blame = board.keys.of(refusal.cards)
        return Message("refusal", lambda lang: speak_refusal(position, move, refusal, lang), blame)
    board.play(move, command.client, None if is_deal else str(card))
    return None


def _undo(board: Board, command: Command) -> Message | None:
    return None if board.undo(command.client) else _refusal("nothing-undo")


def _redo(board: Board, command: Command) -> Message | None:
    return None if board.redo(command.client) else _refusal("nothing-redo")


def _restart(board: Board, command: Command) -> None:
    board.restart(command.client)


def _new(board: Board, command: Command) -> None:
    board.new(command.client)


def _deal_winnable(board: Board, command: Command) -> None:
    board.ask(Subject.DEAL)


_CHANGES_BOARD: Mapping[str, Callable[[Board, Command], Message | None]] = {
    "move": _move, "undo": _undo, "redo": _redo, "restart": _restart, "new": _new,
    Subject.DEAL: _deal_winnable,
}  # fmt: skip
