"""What the page of the editor asks: commands on a position that is being set up, each answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from canfield_widget.asking import AskingBoard
from canfield_widget.board import refusal
from canfield_widget.cards import RANK_LETTERS
from canfield_widget.editor import Editor
from canfield_widget.game import Game
from canfield_widget.notation import read_position, read_variant
from canfield_widget.position import Position
from canfield_widget.saves import Mark
from canfield_widget.session import Session
from canfield_widget.texts import text
from canfield_widget.view import Message

LONGEST_TEXT = 20_000
"""Longer texts are refused unread; a position of four packs, spelt out, has some 700 characters."""


def begin(board: AskingBoard, start: Position | None = None) -> None:
    """Begins to set up a position: from `start`, else from what is seen of the one on the board.

    What was set up before is not lost: it is taken up again where the same game still lies there, and can be had back
    by undo where it does not.
    """
    seen = start or board.game.position.player_view()
    editor = board.editor or board.laid_aside
    if editor is None:
        editor = Editor(seen)
    elif start is not None or editor.start != seen:
        editor.put(seen)
        editor.start = seen
    board.editor, board.laid_aside = editor, None
    board.questions.clear()
    board.rev += 1
    board.say(_SAYS)


def edit(board: AskingBoard, what: str, value: str, client: str) -> Message | None:
    """Carries out a wish of the editor's sheet; None, or the message that says why not. `begin` opens the editor."""
    if len(value) > LONGEST_TEXT:
        return refusal("unreadable")
    if what == "begin":
        if board.session.paused:
            return refusal("not-allowed")
        if board.editor is None:
            begin(board)
        return None
    wish = _WISHES.get(what)
    if board.editor is None or wish is None:
        return refusal("unreadable")
    found = wish(board, board.editor, value)
    if found is None and what not in ("play", "leave"):
        board.say(_SAYS)
    board.rev += 1
    board.changed_by[client] = board.rev
    return found


_SAYS = Message("plain", lambda lang: text("edit-says", lang))


def _say(board: AskingBoard, words: str) -> Message:
    return Message("refusal", lambda lang: text("text-unreadable", lang, what=words))


def _clear(board: AskingBoard, editor: Editor, value: str) -> None:
    editor.clear()


def _stock(board: AskingBoard, editor: Editor, value: str) -> None:
    editor.rest_to_stock()


def _base(board: AskingBoard, editor: Editor, value: str) -> Message | None:
    if len(value) > 1:
        return refusal("unreadable")
    try:
        editor.set_base(RANK_LETTERS.index(value) + 1 if value else None)
    except ValueError:
        return refusal("unreadable")
    return None


def _rules(board: AskingBoard, editor: Editor, value: str) -> Message | None:
    try:
        variant = read_variant(value)
    except ValueError as error:
        return _say(board, str(error))
    editor.set_rules(variant)
    return None


def _text(board: AskingBoard, editor: Editor, value: str) -> Message | None:
    try:
        editor.put(read_position(value))
    except ValueError as error:
        return _say(board, str(error))
    return None


def _play(board: AskingBoard, editor: Editor, value: str) -> Message | None:
    if editor.problems():
        return Message("refusal", lambda lang: editor.problems(lang)[0])
    board.show(Session(Game(editor.position), board.saves, {Mark.GIVEN}))
    return None


def _leave(board: AskingBoard, editor: Editor, value: str) -> None:
    board.lay_aside()
    board.say(board.opening())


_WISHES: Mapping[str, Callable[[AskingBoard, Editor, str], Message | None]] = {
    "clear": _clear, "stock": _stock, "base": _base, "rules": _rules, "text": _text, "play": _play, "leave": _leave,
}  # fmt: skip


# What the same keys and drags do to a position that is set up


def _lay(board: AskingBoard, editor: Editor, token: str, card: str) -> Message | None:
    """Lays the card of that number where the token's second half says."""
    target = token.partition("-")[2].partition("x")[0]
    target = "F1" if target == "F" else target
    if not card.isdecimal() or int(card) >= len(editor.cards) or target not in editor.laid.piles:
        return refusal("unreadable")
    return _changed(board, editor.lay(int(card), target), "edit-not-there")


def _undo(board: AskingBoard, editor: Editor, token: str, card: str) -> Message | None:
    return _changed(board, editor.undo(), "nothing-undo")


def _redo(board: AskingBoard, editor: Editor, token: str, card: str) -> Message | None:
    return _changed(board, editor.redo(), "nothing-redo")


def _nothing(board: AskingBoard, editor: Editor, token: str, card: str) -> Message | None:
    return refusal("edit-no-game")


def _pause(board: AskingBoard, editor: Editor, token: str, card: str) -> None:
    """Nothing: there are no cards to cover that the player may not see."""


def _changed(board: AskingBoard, changed: bool, why_not: str) -> Message | None:
    if not changed:
        return refusal(why_not)
    board.say(_SAYS)
    return None


WHILE_EDITING: Mapping[str, Callable[[AskingBoard, Editor, str, str], Message | None]] = {
    "move": _lay, "undo": _undo, "redo": _redo, "restart": _nothing, "click": _nothing, "hint": _nothing,
    "winnable": _nothing, "finish": _nothing, "pause": _pause,
}  # fmt: skip
"""What a command does while a position is set up, where that is not what it does in a game."""
