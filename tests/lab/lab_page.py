"""A notebook in a real JupyterLab as a person uses it. Everything waits for a condition."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page

from canfield_widget.cards import Card
from canfield_widget.legality import foundation_with_top
from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.rules import steps

_KERNEL = "window.jupyterapp?.shell?.currentWidget?.sessionContext?.session?.kernel"
_EXECUTE = f"""async (code) => {{
  let out = '';
  const future = {_KERNEL}.requestExecute({{code, store_history: false}});
  future.onIOPub = (message) => {{
    if (message.header.msg_type === 'stream') out += message.content.text;
    if (message.header.msg_type === 'error') out += message.content.traceback.join('\\n');
  }};
  await future.done;
  return out;
}}"""


class LabPage:
    """One notebook, open and run, with `frames` of everything that came over its websockets."""

    def __init__(self, page: Page, lab: str, folder: Path, name: str) -> None:
        self.page, self.lab, self.folder, self.name = page, lab, folder, name
        self.problems: list[str] = []
        self.frames: list[bytes] = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("websocket", lambda socket: socket.on("framereceived", self._received))

    def _received(self, payload: str | bytes) -> None:
        self.frames.append(payload if isinstance(payload, bytes) else payload.encode())

    # The notebook

    def open(self, *cells: str) -> LabPage:
        """Writes a notebook of these cells, opens it and runs it; its saves are its own."""
        saves = str(self.folder / f"{self.name}-saves")
        cells = (f"import os\nos.environ['CANFIELD_WIDGET_DATA'] = {saves!r}\n{cells[0]}", *cells[1:])
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
        )
        nbformat.write(notebook, self.folder / f"{self.name}.ipynb")
        self.visit()
        self.command("notebook:run-all-cells")
        self.board().wait_for(timeout=60_000)
        return self

    def visit(self) -> LabPage:
        """Opens the notebook as it is on the disk, without running it."""
        self.page.goto(f"{self.lab}/doc/tree/{self.name}.ipynb")
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=90_000)
        self.page.wait_for_function(f"() => {_KERNEL}?.status === 'idle'", timeout=90_000)
        return self

    def command(self, name: str) -> None:
        """Carries out a command of JupyterLab."""
        self.page.evaluate("async (name) => { await window.jupyterapp.commands.execute(name); }", name)

    def start(self, code: str) -> None:
        """Sends code to the kernel without waiting for it to be done."""
        self.page.evaluate(f"(code) => {{ {_KERNEL}.requestExecute({{code, store_history: false}}); }}", code)

    def block(self, code: str) -> None:
        """Sends code to the kernel and waits until it has begun."""
        begun = self.folder / f"{self.name}.begun"
        begun.unlink(missing_ok=True)
        self.start(f"open({str(begun)!r}, 'w').close()\n{code}")
        for _ in range(400):
            if begun.exists():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("the kernel did not begin")

    def python(self, code: str) -> str:
        """What the kernel prints while it runs `code`."""
        return self.page.evaluate(_EXECUTE, code)

    def value(self, expression: str) -> Any:
        """The value of a Python expression in the kernel, by way of JSON."""
        out = self.python(f"import json; print(json.dumps({expression}))")
        try:
            return json.loads(out)
        except json.JSONDecodeError:
            raise AssertionError(out) from None

    def wait_for_value(self, expression: str, wanted: Any) -> None:
        """Waits until a Python expression in the kernel has the value `wanted`."""
        for _ in range(100):
            if self.value(expression) == wanted:
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{expression} is {self.value(expression)!r}, not {wanted!r}")

    def shut_down(self) -> None:
        """Ends the notebook's kernel and closes the page."""
        self.page.evaluate("async () => { await window.jupyterapp?.shell?.currentWidget?.sessionContext?.shutdown(); }")
        self.page.close()

    # The board

    def board(self, n: int = 0) -> Locator:
        return self.page.locator(".cfw-root[data-rev]").nth(n)

    def wait_for_rev(self, rev: int, *, n: int = 0) -> None:
        """Waits until board `n` shows the state `rev` and has no command on its way."""
        self.page.locator(".cfw-root").nth(n).and_(
            self.page.locator(f".cfw-root[data-rev='{rev}']:not([data-busy])")
        ).wait_for(timeout=15_000)

    def rev(self, n: int = 0) -> int:
        return int(self.board(n).get_attribute("data-rev") or "-1")

    def place(self, pile: str, n: int = 0) -> Locator:
        return self.board(n).locator(f".cfw-place[data-pile='{pile}']")

    def card(self, card: Card, pile: str, n: int = 0) -> Locator:
        """The element of a card that lies face up in a pile."""
        return self.board(n).locator(f"[data-face='{card}'][data-in='{pile}']").last

    def message(self, n: int = 0) -> str:
        return self.board(n).locator("[data-kind]").inner_text()

    def panel(self, name: str, n: int = 0) -> Locator:
        """The open panel, on the page of that name."""
        self.board(n).locator("[data-do=menu]").click()
        panel = self.board(n).locator(".cfw-panel")
        panel.wait_for()
        if name != "menu":
            panel.locator(f"button[data-do*='\"{name}\"']").click()
            panel.locator(".cfw-panel-top button").nth(1).wait_for()
        return panel

    def item(self, words: str, n: int = 0) -> Locator:
        """What can be pressed on the open page of the panel under these words."""
        return self.board(n).locator(".cfw-panel button", has_text=words).first

    def press(self, card: Locator) -> tuple[float, float]:
        """Puts the mouse on the index of a card and presses the button."""
        card.scroll_into_view_if_needed()
        box = card.bounding_box()
        assert box
        x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.09
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        return x, y

    def drag(self, position: Position, move: Move, n: int = 0) -> None:
        """Plays a move as a person would: a click on the stock, or the card to its pile with the mouse button held."""
        if "S" in (move.source, move.target):
            self.place("S", n).click(position={"x": 10, "y": 10}, force=True)
            return
        source, target = self.ends(position, move)
        card = self.card(position.pile(source)[-move.count], source, n)
        self.press(card)
        onto = position.pile(target)
        goal = self.card(onto[-1], target, n) if onto and target[0] == "T" else self.place(target, n)
        box, held = goal.bounding_box(), card.bounding_box()
        assert box
        assert held
        self.page.mouse.move(box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3, steps=5)
        self.page.mouse.up()

    def touch(self) -> Callable[..., None]:
        """A function that sends touch events of one finger: kind, and where it is."""
        session = self.page.context.new_cdp_session(self.page)

        def send(kind: str, x: float = 0, y: float = 0) -> None:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        return send

    # By keyboard

    def focus_the_board(self, n: int = 0) -> None:
        """Puts the keyboard focus on the board's one Tab stop among the cards."""
        self.board(n).locator(".cfw-felt [tabindex='0']").first.focus()

    def focused(self) -> tuple[str | None, str | None]:
        """Pile and face of what has the focus."""
        found = self.page.evaluate(
            "() => [document.activeElement.dataset.in ?? document.activeElement.dataset.pile, "
            "document.activeElement.dataset.face ?? null]"
        )
        return found[0], found[1]

    def play_by_keys(self, position: Position, move: Move) -> None:
        """Plays a move by the keyboard: d for the stock, else arrows to the card, Enter, arrows to the pile, Enter."""
        if "S" in (move.source, move.target):
            self.page.keyboard.press("d")
            return
        source, target = self.ends(position, move)
        self._walk(position, source, str(position.pile(source)[-move.count]))
        self.page.keyboard.press("Enter")
        self._press_until("ArrowRight", lambda: self.focused()[0] == target)
        self.page.keyboard.press("Enter")

    def _press_until(self, key: str, done: Callable[[], bool]) -> None:
        for _ in range(40):
            if done():
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} leads nowhere: the focus is on {self.focused()}")

    def _walk(self, position: Position, pile: str, face: str) -> None:
        """Goes to a card by arrow keys alone: to its row, along the row, along the fan."""
        names = position.pile_names()
        rows = ([name for name in names if name[0] in "SWF"], [name for name in names if name[0] in "RT"])
        row = rows[pile[0] in "RT"]
        self._press_until("ArrowDown" if row is rows[1] else "ArrowUp", lambda: self.focused()[0] in row)
        way = row.index(pile) - row.index(self.focused()[0] or "")
        self._press_until("ArrowRight" if way > 0 else "ArrowLeft", lambda: self.focused()[0] == pile)
        faces = [str(card) for card in position.pile(pile)]
        here = self.focused()[1]
        up = here is not None and faces.index(here) > faces.index(face)
        self._press_until("ArrowUp" if up else "ArrowDown", lambda: self.focused() == (pile, face))

    @staticmethod
    def ends(position: Position, move: Move) -> tuple[str, str]:
        """The names of the piles of a legal or illegal move; the first foundation stands for all of them."""
        source = move.source
        if source[0] == "F":
            source = f"F{(foundation_with_top(position, source) or 0) + 1}"
        target = move.target if move.target != "F" else steps(position, move)[0].target
        return source, target
