"""The page of the moves: how a game is played by whoever does not see the board."""

from __future__ import annotations

from canfield_widget.commands import Desk
from canfield_widget.game import Game
from canfield_widget.pages import PAGES
from canfield_widget.panel import page_html
from canfield_widget.session import Session
from canfield_widget.speech import card_name


def test_the_move_of_a_hint_stands_first_and_is_called_so():
    shown = Desk(Session(Game.from_text("canfield; deal 12; moves S-W")))
    moves = shown.game.legal_moves()
    shown.hinted = moves[-1]
    first, *others = PAGES["moves"](shown)
    assert len(moves) > 1
    assert (first["do"]["move"], first["note"]) == (str(moves[-1]), "Hint")
    assert [item["do"]["move"] for item in others] == [str(move) for move in moves[:-1]]
    assert all("note" not in item for item in others)


def test_no_move_names_a_card_that_lies_face_down():
    shown = Desk(Session(Game.dealt("rainfall", seed=7)))
    next_card = card_name(shown.game.position.stock[-1])
    assert "from the stock to the waste" in page_html(shown, "moves", "")
    assert next_card not in page_html(shown, "moves", "").lower()
