"""What goes wrong around a board in a real JupyterLab: blocked and restarted kernels, other views, forged messages."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import BrowserContext

from canfield_widget.cards import read_card
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from lab_page import LabPage

# Comms get a thread of their own where the kernel knows subshells: a cell that sleeps does not block them then. A
# call that keeps the interpreter's lock blocks everything, as any busy cell blocks a kernel without subshells.
BLOCKED = "__import__('ctypes').PyDLL(None).usleep({seconds} * 1_000_000)"
GAME = "import canfield_widget as cw\ngame = cw.CanfieldWidget({arguments})\ngame"


def test_two_views_of_one_board_show_the_same_game_and_both_play(page: LabPage):
    page.open(GAME.format(arguments="seed=12"), "game")
    page.board(1).wait_for()
    page.place("S", 0).click(force=True)
    page.wait_for_rev(1, n=0)
    page.wait_for_rev(1, n=1)
    page.drag(deal(seed=12), read_move("T2-T1"), n=1)
    page.wait_for_rev(2, n=0)
    page.wait_for_rev(2, n=1)
    assert page.value("game.moves") == ["S-W", "T2-T1"]
    page.command("notebook:clear-cell-output")
    page.place("S", 0).click(force=True)
    page.wait_for_rev(3, n=0)


def test_a_second_tab_on_the_kernel_follows_and_stale_moves_are_refused(page: LabPage, context: BrowserContext):
    page.open(GAME.format(arguments="seed=12"))
    page.command("docmanager:save")
    other = LabPage(context.new_page(), page.lab, page.folder, page.name)
    try:
        other.visit()
        other.board().wait_for(timeout=60_000)
        other.place("S").click(force=True)
        page.wait_for_rev(1)
        page.place("S").click(force=True)
        other.wait_for_rev(2)
        assert page.value("game.moves") == ["S-W", "S-W"]
        page.block("import time\nwith game._lock:\n    time.sleep(2)")
        page.place("S").click(force=True)
        other.place("S").click(force=True)
        page.wait_for_rev(3)
        other.wait_for_rev(3)
        assert page.value("game.moves") == ["S-W"] * 3
        assert "changed" in other.message() + page.message()
    finally:
        other.page.close()


def test_a_reload_shows_the_game_as_python_has_it(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    page.command("docmanager:save")
    page.visit()
    page.wait_for_rev(1)
    page.board().locator(".cfw-cover-all").click()  # whoever leaves the page leaves a pause
    page.board().locator(".cfw-cover-all").wait_for(state="hidden")
    page.drag(deal(seed=12), read_move("T2-T1"))
    page.wait_for_rev(2)
    assert page.value("game.moves") == ["S-W", "T2-T1"]


def test_notebook_shortcuts_do_nothing_while_the_board_has_the_focus(page: LabPage):
    page.open(GAME.format(arguments="seed=12"), "1 + 1")
    page.card(read_card("AC"), "T2").focus()
    cells = page.page.locator(".jp-Cell")
    source = "() => window.jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.sharedModel.source)"
    before, count = page.page.evaluate(source), cells.count()
    for key in ("d", "d", "b", "a", "x", "m", "1", "z", "Shift+M"):
        page.page.keyboard.press(key)
        assert cells.count() == count, key
        assert page.page.evaluate(source) == before, key
    page.wait_for_rev(2)
    assert page.value("game.moves") == ["S-W", "S-W"]


def test_escape_gives_the_focus_back_to_the_notebook(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.card(read_card("AC"), "T2").focus()
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("Escape")
    assert page.focused() == ("T2", "AC")
    page.page.keyboard.press("Escape")
    page.page.wait_for_function("() => !document.activeElement.closest('.cfw-root')")
    count = page.page.locator(".jp-Cell").count()
    page.page.keyboard.press("b")
    page.page.wait_for_function(f"() => document.querySelectorAll('.jp-Cell').length === {count + 1}")


def test_thirty_quick_commands_to_a_blocked_kernel_are_made_once_and_in_order(page: LabPage):
    page.open(GAME.format(arguments='"rainfall", seed=12'))
    page.focus_the_board()
    page.block(BLOCKED.format(seconds=5))
    for key in "ddu" * 10:
        page.page.keyboard.press(key)
    assert page.rev() == 0
    page.board().locator("[data-kind=waiting]").wait_for(timeout=4_000)
    page.wait_for_rev(30)
    assert page.value("game.moves") == ["S-W"] * 10


def test_escape_takes_back_what_a_blocked_kernel_has_not_seen(page: LabPage):
    page.open(GAME.format(arguments='"rainfall", seed=12'))
    page.focus_the_board()
    page.block(BLOCKED.format(seconds=3))
    for key in "dd":
        page.page.keyboard.press(key)
    page.board().locator("[data-kind=waiting]").wait_for(timeout=4_000)
    page.page.keyboard.press("Escape")
    page.page.locator(".cfw-root:not([data-busy])").wait_for(timeout=10_000)
    made = page.value("game.ply")
    assert made <= 2
    page.page.keyboard.press("d")
    page.wait_for_rev(made + 1)


def test_a_cell_that_runs_does_not_keep_the_board_waiting_where_the_kernel_has_subshells(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    page.block("import time; time.sleep(20)")
    page.place("S").click(force=True)
    page.wait_for_rev(2)


def test_a_move_from_a_cell_makes_a_command_on_its_way_stale(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.block("import time\nwith game._lock:\n    time.sleep(2); game.play('T2-T1')")
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    assert page.value("game.moves") == ["T2-T1"]
    assert "changed" in page.message()
    page.place("S").click(force=True)
    page.wait_for_rev(2)


def test_a_restarted_kernel_is_told_and_running_the_cell_again_helps(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    page.page.evaluate(
        "async () => { await window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart(); }"
    )
    page.place("S").click(force=True)
    page.board().locator("[data-kind=no-kernel]").wait_for(timeout=15_000)
    assert "cell" in page.message()
    page.command("notebook:run-all-cells")
    page.page.wait_for_function("() => document.querySelectorAll('.cfw-root').length === 1")
    page.page.locator(".cfw-root[data-rev='0'] [data-kind=plain]").wait_for()
    page.place("S").click(force=True)
    page.wait_for_rev(1)


@pytest.mark.parametrize("variant", ["canfield", "quadruple", "candike"])
def test_no_card_that_lies_face_down_is_in_anything_the_browser_received(page: LabPage, variant: str):
    page.open(GAME.format(arguments=f'"{variant}", seed=12'))
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    position = deal(variant, seed=12)
    hidden = [*position.stock[: -variant_packet(variant)], *position.reserves[0][:-1]]
    seen = position.player_view()
    shown = {str(card) for name in seen.pile_names() for card in seen.pile(name)}
    shown |= {str(card) for card in position.stock[-variant_packet(variant) :]}
    received = b"\n".join(page.frames)
    assert all(f'"{card}"'.encode() in received for card in shown - {"?"})
    wanted = {str(card) for card in hidden} - shown
    for n, pile in enumerate(position.tableau):
        wanted |= {str(card) for i, card in enumerate(pile) if position.is_face_down(n, i)} - shown
    assert wanted
    assert not [card for card in wanted if f'"{card}"'.encode() in received or f'"{card}\\"'.encode() in received]


def variant_packet(variant: str) -> int:
    return deal(variant, seed=12).variant.packet(1)


def test_forged_and_broken_messages_change_nothing_and_the_board_plays_on(page: LabPage):
    page.open(GAME.format(arguments="seed=12"))
    before = page.value("[game.state, dict(game.words), game.moves, game.lang, game.status]")
    comm = page.value("game.comm.comm_id")
    forged = [
        {"state": {"rev": 99, "piles": {}}}, {"moves": ["S-W"], "ply": 7, "status": "won", "lang": "de"},
        {"words": {"new": "<b>x</b>"}}, {"_esm": "export default {}", "_css": "* { display: none }"}, {"outbox": 5},
        {"outbox": "x" * 300_000}, {"outbox": [None, [], {"client": 5}]}, {"unknown": {"deep": [1, 2, 3]}},
        {"outbox": [{"client": "forger", "seq": 1, "rev": 0, "ack": 0, "do": "move", "move": "R-F" * 9999}]},
        {"outbox": [{"client": "forger", "seq": 2, "rev": -5, "ack": [], "do": {}, "move": None}]},
        {"outbox": [{"client": "old", "seq": 1, "rev": 0, "ack": 0, "do": "move", "move": "T2-T1", "card": "zzzz"}]},
    ]  # fmt: skip
    page.page.evaluate(
        """([id, states]) => {
          const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
          const comm = kernel.hasComm(id) ? kernel._comms.get(id) : null;
          for (const state of states) comm.then ? comm.then((c) => c.send({method: 'update', state, buffer_paths: []}))
            : comm.send({method: 'update', state, buffer_paths: []});
        }""",
        [comm, json.loads(json.dumps(forged))],
    )
    page.wait_for_value("game.state['answers'].get('old', {}).get('seq')", 1)
    answers = page.value("game.state['answers']")
    assert not answers["forger"]["ok"]
    assert answers["forger"]["seq"] == 2
    assert not answers["old"]["ok"]
    after = page.value("[game.state, dict(game.words), game.moves, game.lang, game.status]")
    for state in (before[0], after[0]):
        del state["answers"], state["message"]
    assert after == before
    page.place("S").click(force=True)
    page.wait_for_rev(1)
    assert page.problems == []
