"""A notebook in a real JupyterLab or Notebook 7 as a person uses it. Everything waits for a condition."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Page

from board_page import BoardPage

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


class LabPage(BoardPage):
    """One notebook, open and run, with `frames` of everything that came over its websockets.

    `route` is where the server has notebooks: `doc/tree` for JupyterLab, `notebooks` for Notebook 7.
    """

    def __init__(self, page: Page, lab: str, folder: Path, name: str, *, route: str = "doc/tree") -> None:
        super().__init__(page)
        self.lab, self.folder, self.name, self.route = lab, folder, name, route
        self.frames: list[bytes] = []
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
        self.page.goto(f"{self.lab}/{self.route}/{self.name}.ipynb")
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
