"""Whole games and single moves in a real JupyterLab, by mouse, keyboard and touch."""

from __future__ import annotations

from samples import winning_line
from lab_page import LabPage

from canfield_widget.position import deal
from canfield_widget.rules import apply

GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"


def test_a_whole_deal_is_won_by_dragging(page: LabPage):
    deck, line = winning_line("canfield")
    page.open(GAME.format(arguments=f"deck={deck!r}"))
    position = deal("canfield", deck=deck)
    for rev, move in enumerate(line, 1):
        page.drag(position, move)
        page.wait_for_rev(rev)
        position = apply(position, move)
    assert page.board().get_attribute("data-status") == "won"
    assert page.value("[game.status, game.ply, game.moves]") == ["won", len(line), [str(move) for move in line]]
    assert page.problems == []
