"""The commands of the browser, each carried out once and answered: the `outbox` of docs/protocol.md.

Everything in here came over the wire: nothing is believed, nothing raises.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from canfield_widget.arguments import is_text
from canfield_widget.asking import AskingBoard
from canfield_widget.board import refusal
from canfield_widget.editing import WHILE_EDITING, edit
from canfield_widget.game import Game, Status
from canfield_widget.moves import STOCK, read_move
from canfield_widget.notation import read_variant
from canfield_widget.pages import PAGES, own_rules
from canfield_widget.review_page import can_be_reviewed
from canfield_widget.saves import State
from canfield_widget.searches import Subject
from canfield_widget.session import Session
from canfield_widget.settings import SETTINGS
from canfield_widget.texts import language_of, text
from canfield_widget.variants import Variant
from canfield_widget.view import Message

CLIENTS_REMEMBERED = 256
CLIENTS_ANSWERED = 8
_LONGEST_NAME = 40
_MOST_COMMANDS = 1000
_LONGEST_FIELD = 200_000
_LARGEST = 2**53


@dataclass(slots=True)
class _Client:
    """What is known of one page: the last command carried out, and the last one refused."""

    seq: int = 0
    refused: int = 0
    refusal: Message | None = None


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
    if not isinstance(client, str) or not 0 < len(client) <= _LONGEST_NAME or not is_text(client) or not seq:
        return None
    do, rev, ack = fields.get("do"), _count(fields.get("rev")), _count(fields.get("ack"))
    if not isinstance(do, str) or rev is None or ack is None:
        return Command(client, seq)
    return Command(client, seq, rev, ack, do, fields)


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= _LARGEST else None


@dataclass
class Desk(AskingBoard):
    """A board that carries out what pages ask, each command once, and answers it.

    A command that would change the board is stale, and refused, if anyone else changed it after what its maker saw.
    """

    _clients: OrderedDict[str, _Client] = field(default_factory=OrderedDict[str, _Client])
    _changed_by_forgotten: int = 0

    def carry_out(self, outbox: object) -> bool:
        """Carries out the commands of an outbox that are new; True if there is anything to tell the browser."""
        told = False
        for command in read_commands(outbox):
            client = self._client(command.client)
            told |= command.seq > client.seq or command.client in self.answers
            if command.seq > client.seq:
                self._answer(client, command)
        return told

    def _answer(self, client: _Client, command: Command) -> None:
        shown = _count(command.fields.get("ms"))
        if shown is not None:
            self.session.clock.tell(command.client, shown)
        fallen = command.do in _CHANGES_BOARD and client.refused > command.ack
        try:
            found = client.refusal if fallen else self._do(command)
        except Exception:  # whatever a hostile page sends, the player gets an answer and the game goes on
            found = refusal("unreadable")
        client.seq = command.seq
        if found:
            self.say(found)
            if not fallen:
                client.refused, client.refusal = command.seq, found
        why = found.say(self.language) if found else ""
        self.answers.pop(command.client, None)
        self.answers[command.client] = {"seq": command.seq, "ok": found is None, "why": why}
        while len(self.answers) > CLIENTS_ANSWERED:
            del self.answers[next(iter(self.answers))]

    def _client(self, name: str) -> _Client:
        client = self._clients.setdefault(name, _Client())
        self._clients.move_to_end(name)
        while len(self._clients) > CLIENTS_REMEMBERED:
            gone, _ = self._clients.popitem(last=False)
            self._changed_by_forgotten = max(self._changed_by_forgotten, self.changed_by.pop(gone, 0))
        return client

    def _do(self, command: Command) -> Message | None:
        """Carries out a command; None, or the message that says why not."""
        texts = [value for value in command.fields.values() if isinstance(value, str)]
        if any(len(value) > _LONGEST_FIELD or not is_text(value) for value in texts):
            return refusal("unreadable")
        if self.editor is not None and command.do in WHILE_EDITING:
            if self.is_stale(command):
                return refusal("stale")
            found = WHILE_EDITING[command.do](self, self.editor, command.text("move"), command.text("card"))
            self.rev += found is None
            self.changed_by[command.client] = self.rev
            return found
        if _WANTS.get(command.do) not in (None, *self.allow):
            return refusal("not-allowed")
        if command.do in _CHANGES_BOARD:
            if self.is_stale(command):
                return refusal("stale")
            found = _CHANGES_BOARD[command.do](self, command)
            if found is None:
                self.open_page = None
            return found
        other = _OTHERS.get(command.do)
        return other(self, command) if other else refusal("unreadable")

    def is_stale(self, command: Command) -> bool:
        """True if anyone else has changed the board after what the maker of the command saw."""
        others = (rev for name, rev in self.changed_by.items() if name != command.client)
        return max(self._changed_by_forgotten, *others, 0) > command.rev


_WANTS: Mapping[str, str] = {
    "undo": "undo", "redo": "undo", "go": "undo", "hint": "hints", "winnable": "solver",
    "deal-winnable": "solver", "daily": "solver", "review": "solver",
}  # fmt: skip
"""What must be allowed for a command."""


# What changes the board


def _move(board: Desk, command: Command) -> Message | None:
    card = command.fields.get("card")
    try:
        move = read_move(command.text("move"))
    except ValueError:
        return refusal("unreadable")
    is_deal = STOCK in (move.source, move.target)
    if not is_deal and card not in board.keys.lifted(move):
        return refusal("stale-card")
    why = board.game.why_not(move)
    if why:
        return board.refused(why)
    board.play(move, command.client, None if is_deal else str(card))
    return None


def _click(board: Desk, command: Command) -> Message | None:
    card, pile = command.text("card"), command.text("pile")
    keys = board.keys.now().get(pile, ())
    if card not in keys:
        return refusal("stale-card")
    return board.click(pile, len(keys) - keys.index(card), command.client)


def _undo(board: Desk, command: Command) -> Message | None:
    return None if board.undo(command.client) else refusal("nothing-undo")


def _redo(board: Desk, command: Command) -> Message | None:
    return None if board.redo(command.client) else refusal("nothing-redo")


def _go(board: Desk, command: Command) -> Message | None:
    """To another place in the line, as a page of the panel offers it."""
    ply = _count(command.fields.get("ply"))
    if not board.deals or board.editor is not None:
        return refusal("not-allowed")
    if ply is None or ply > len(board.game.line) or ply == board.game.ply:
        return refusal("unreadable")
    board.go(ply, command.client)
    return None


def _restart(board: Desk, command: Command) -> Message | None:
    if board.game.status is Status.PLAYING and not board.session.started:
        return refusal("nothing-restart")
    board.restart(command.client)
    return None


def _new(board: Desk, command: Command) -> Message | None:
    """Another game: of the variant named, of the player's own rules, of a text, or of the same rules."""
    variant: Variant | None = None
    try:
        if command.text("text").strip():
            board.show(Session.given(_read(command.text("text").strip(), board), board.saves), command.client)
            return None
        if command.fields.get("own") is True:
            variant = own_rules(board)
        elif command.text("variant"):
            variant = read_variant(command.text("variant"))
    except ValueError as error:
        what = str(error)
        return Message("refusal", lambda lang: text("text-unreadable", lang, what=what))
    if board.settings["winnable"] and "solver" in board.allow:
        board.ask(Subject.DEAL, variant)
    else:
        board.new(variant, command.client)
    return None


def _read(words: str, board: Desk) -> Game:
    """The game of a deal number, of a deck's cards or of a game's text. Raises ValueError."""
    variant = board.game.start.variant
    if words.isascii() and words.isdigit():
        return Game.dealt(variant, seed=int(words))
    if ";" in words or ":" in words:
        return Game.from_text(words)
    return Game.dealt(variant, deck=words)


def _open_game(board: Desk, command: Command) -> Message | None:
    """A game that was left or finished, as it was kept."""
    saves, id = board.saves, command.text("id")
    saved = saves and (saves.claim(id) or saves.game(id))
    if saves is None or not saved or (saved.state is State.RUNNING and saved.id == board.session.id):
        return refusal("no-such-game")
    board.show(Session.resumed(saved, saves), command.client)
    return None


def _finish(board: Desk, command: Command) -> Message | None:
    return None if board.finish(command.client) else refusal("no-finish")


def _deal_winnable(board: Desk, command: Command) -> None:
    board.ask(Subject.DEAL)


def _edit(board: Desk, command: Command) -> Message | None:
    return edit(board, command.text("what"), command.text("value") or command.text("text"), command.client)


def _daily(board: Desk, command: Command) -> None:
    board.ask(Subject.DAILY)


_CHANGES_BOARD: Mapping[str, Callable[[Desk, Command], Message | None]] = {
    "move": _move, "click": _click, "undo": _undo, "redo": _redo, "go": _go, "restart": _restart, "new": _new,
    "game": _open_game, "finish": _finish, "deal-winnable": _deal_winnable, "daily": _daily,
    "edit": _edit,
}  # fmt: skip


# What does not


def _hello(board: Desk, command: Command) -> None:
    board.page_lang = language_of(command.text("lang"))
    board.open_page = None  # a page that was loaded anew has no view that has it open
    board.take_up(command.text("kept"), command.client)


def _search(board: Desk, command: Command) -> Message | None:
    if board.game.status is Status.WON:
        return refusal("refusal-game-over")
    board.ask(Subject(command.do))
    return None


def _review(board: Desk, command: Command) -> Message | None:
    if not can_be_reviewed(board) or board.session.paused:
        return refusal("not-allowed")
    board.ask(Subject.REVIEW)
    return None


def _set(board: Desk, command: Command) -> Message | None:
    setting, value = SETTINGS.get(command.text("name")), command.fields.get("value")
    if setting is None or not setting.takes(value):
        return refusal("unreadable")
    board.set(setting.name, value)  # type: ignore[arg-type]  # takes() has looked at it
    return None


def _own(board: Desk, command: Command) -> Message | None:
    """One value of the player's own rules."""
    try:
        board.own_rules = own_rules(board, command.text("name"), command.text("value"))
    except ValueError as error:
        what = str(error)
        return Message("refusal", lambda lang: text("text-unreadable", lang, what=what))
    return None


def _star(board: Desk, command: Command) -> Message | None:
    if board.saves is None:
        return refusal("no-saves")
    try:
        read_variant(command.text("variant"))
    except ValueError:
        return refusal("unreadable")
    board.saves.star(command.text("variant"), command.fields.get("on") is True)
    return None


def _open(board: Desk, command: Command) -> Message | None:
    name = command.text("page")
    if name not in PAGES or len(command.text("view")) > _LONGEST_NAME:
        return refusal("unreadable")
    wish = _OF_REVIEW.get(command.text("value")) if name == "review" else None
    if wish is not None and (why := wish(board, command)):
        return why
    board.open_page = name, command.text("view")
    taken = command.fields.get("value")  # by the card that the stock wheel is to show as taken
    board.wheel_take = taken if type(taken) is int else None
    return None


def _refute(board: Desk, command: Command) -> Message | None:
    if not can_be_reviewed(board) or board.session.paused:
        return refusal("not-allowed")
    board.refute()
    return None


_OF_REVIEW: Mapping[str, Callable[[Desk, Command], Message | None]] = {"look": _review, "refute": _refute}
"""What the page of the review asks for while it stays open."""


def _close(board: Desk, command: Command) -> None:
    board.open_page = None


def _pause(board: Desk, command: Command) -> None:
    board.pause(command.fields.get("on") is True)


_OTHERS: Mapping[str, Callable[[Desk, Command], Message | None]] = {
    "hello": _hello, "hint": _search, "winnable": _search, "review": _review, "set": _set, "own": _own,
    "star": _star, "open": _open, "close": _close, "pause": _pause, "away": lambda board, command: None,
    "cancel": lambda board, command: board.stop(),
}  # fmt: skip
