"""What the page of the editor asks: commands on a position that is being set up, each answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from canfield_widget.board import Board, refusal
from canfield_widget.cards import RANK_LETTERS
from canfield_widget.editor import Editor, empty
from canfield_widget.game import Game
from canfield_widget.notation import read_position, read_variant
from canfield_widget.position import Position
from canfield_widget.session import Session
from canfield_widget.texts import text
from canfield_widget.view import Message


def begin(board: Board, start: Position | None = None) -> None:
    """Begins to set up a position: from `start`, else from what is seen of the one on the board."""
    board.editor = Editor(start or board.game.position.player_view())
    board.session.clock.run(False)
    board.questions.clear()
    board.rev += 1
    board.say(Message("plain", lambda lang: text("edit-says", lang)))


def edit(board: Board, what: str, value: str, client: str) -> Message | None:
    """Carries out a wish of the editor's sheet; None, or the message that says why not. `begin` opens the editor."""
    if what == "begin":
        if board.editor is None:  # else what is laid there would be lost
            begin(board)
        return None
    wish = _WISHES.get(what)
    if board.editor is None or wish is None:
        return refusal("unreadable")
    found = wish(board, board.editor, value)
    board.rev += 1
    board.changed_by[client] = board.rev
    return found


def _say(board: Board, words: str) -> Message:
    return Message("refusal", lambda lang: text("text-unreadable", lang, what=words))


def _clear(board: Board, editor: Editor, value: str) -> None:
    editor.clear()


def _stock(board: Board, editor: Editor, value: str) -> None:
    editor.rest_to_stock()


def _base(board: Board, editor: Editor, value: str) -> Message | None:
    if len(value) > 1:
        return refusal("unreadable")
    try:
        editor.set_base(RANK_LETTERS.index(value) + 1 if value else None)
    except ValueError:
        return refusal("unreadable")
    return None


def _rules(board: Board, editor: Editor, value: str) -> Message | None:
    try:
        variant = read_variant(value)
    except ValueError as error:
        return _say(board, str(error))
    begin(board, empty(variant))
    return None


def _text(board: Board, editor: Editor, value: str) -> Message | None:
    try:
        position = read_position(value)
    except ValueError as error:
        return _say(board, str(error))
    if position.variant == editor.variant:
        editor.put(position)
    else:
        begin(board, position)
    return None


def _play(board: Board, editor: Editor, value: str) -> Message | None:
    if editor.problems():
        return Message("refusal", lambda lang: editor.problems(lang)[0])
    board.show(Session(Game(editor.position), board.saves))
    return None


def _leave(board: Board, editor: Editor, value: str) -> None:
    board.editor = None
    board.session.run()
    board.say(board.opening())


_WISHES: Mapping[str, Callable[[Board, Editor, str], Message | None]] = {
    "clear": _clear, "stock": _stock, "base": _base, "rules": _rules, "text": _text, "play": _play, "leave": _leave,
}  # fmt: skip


# What the same keys and drags do to a position that is set up


def _lay(board: Board, editor: Editor, token: str, card: str) -> Message | None:
    """Lays the card of that number where the token's second half says."""
    target = token.partition("-")[2].partition("x")[0]
    target = "F1" if target == "F" else target
    if not card.isdecimal() or int(card) >= len(editor.cards) or target not in editor.laid.piles:
        return refusal("unreadable")
    return _changed(board, editor.lay(int(card), target), "edit-not-there")


def _undo(board: Board, editor: Editor, token: str, card: str) -> Message | None:
    return _changed(board, editor.undo(), "nothing-undo")


def _redo(board: Board, editor: Editor, token: str, card: str) -> Message | None:
    return _changed(board, editor.redo(), "nothing-redo")


def _nothing(board: Board, editor: Editor, token: str, card: str) -> Message | None:
    return refusal("edit-no-game")


def _changed(board: Board, changed: bool, why_not: str) -> Message | None:
    board.rev += changed
    return None if changed else refusal(why_not)


WHILE_EDITING: Mapping[str, Callable[[Board, Editor, str, str], Message | None]] = {
    "move": _lay, "undo": _undo, "redo": _redo, "restart": _nothing, "click": _nothing, "hint": _nothing,
    "winnable": _nothing, "finish": _nothing, "pause": _nothing,
}  # fmt: skip
"""What a command does while a position is set up, where that is not what it does in a game."""
