"""The board on a page of Voilà, which has a kernel of its own for each time it is opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import nbformat
import pytest

from board_page import BoardPage
from canfield_widget import CanfieldWidget
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from canfield_widget.saves import saves_path
from chromium import chromium
from lab_server import jupyter

PLAY = """import ipywidgets, traitlets
import canfield_widget as cw
game = cw.CanfieldWidget(seed=12)
told = ipywidgets.Text(description="Python").add_class("told")
traitlets.dlink((game, "moves"), (told, "value"), lambda moves: game.game.text())
ipywidgets.VBox([told, game])"""


def test_voila_plays_by_mouse_and_finds_the_game_again_when_its_page_is_loaded_anew(tmp_path: Path):
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(PLAY)],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    (tmp_path / "notebooks").mkdir()
    nbformat.write(notebook, tmp_path / "notebooks" / "play.ipynb")
    with (
        jupyter("voila", tmp_path / "notebooks", tmp_path / "jupyter") as voila,
        chromium(tmp_path / "chromium") as context,
    ):
        page = BoardPage(context.new_page())
        told = page.page.locator(".told input")
        page.page.goto(f"{voila}/voila/render/play.ipynb")
        page.board().wait_for(timeout=60_000)
        page.drag(deal(seed=12), read_move("T2-T1"))
        page.wait_for_rev(1)
        assert told.input_value() == "canfield; deal 12; moves T2-T1"
        assert "cfw-dark" not in (page.board().get_attribute("class") or "")

        page.page.goto(f"{voila}/voila/render/play.ipynb?theme=dark")
        page.wait_for_rev(1, timeout=60_000)  # what the browser has kept is put on the board
        assert told.input_value() == "canfield; deal 12; moves T2-T1"
        assert "cfw-dark" in (page.board().get_attribute("class") or "")
        page.place("S").click(position={"x": 10, "y": 10}, force=True)
        page.wait_for_rev(2)
        assert told.input_value() == "canfield; deal 12; moves T2-T1 S-W"
        assert page.problems == []


def test_in_voila_visitors_share_no_file_unless_one_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    CanfieldWidget(seed=7).play("S-W")
    monkeypatch.setenv("VOILA_KERNEL_ID", "any")
    game = CanfieldWidget()
    assert game.game.deal != 7
    game.play("S-W")
    assert game.state["keep"]["text"] == game.game.text()
    assert "this browser keeps the game" in CanfieldWidget().state["message"]["text"]
    with sqlite3.connect(saves_path()) as file:
        assert file.execute("SELECT deal FROM game").fetchall() == [(7,)]
    named = CanfieldWidget(seed=8, saves=tmp_path / "mine.sqlite")
    assert "keep" not in named.state
    assert (tmp_path / "mine.sqlite").exists()
