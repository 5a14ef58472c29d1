"""Takes the pictures of the README, docs/board.png, lesson.png and stepping.png, in a real JupyterLab.

python tools/picture.py
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "lab")]

from chromium import chromium  # noqa: E402
from lab_page import LabPage  # noqa: E402
from lab_server import jupyterlab  # noqa: E402
from samples import winning_line  # noqa: E402

PLIES = 74
STEPS = """import canfield_widget as cw
steps = cw.step_through(cw.solve(cw.deal("canfield", seed=2), budget_states=100_000))
steps.ply = 25
steps"""


def main() -> None:
    deck, line = winning_line("canfield")
    moves = [str(move) for move in line[:PLIES]]
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        (scratch / "notebooks").mkdir()
        with jupyterlab(scratch / "notebooks", scratch / "jupyter") as lab, chromium(
            scratch / "chromium", viewport={"width": 1000, "height": 860}, device_scale_factor=2, has_touch=False
        ) as context:  # fmt: skip
            page = LabPage(context.new_page(), lab, scratch / "notebooks", "picture")
            page.open(f"import canfield_widget as cw\ngame = cw.CanfieldWidget(deck={deck!r}, auto_finish=False)\ngame")
            page.python(f"game.moves = {moves!r}")
            page.wait_for_rev(1)
            page.board().screenshot(path=ROOT / "docs" / "board.png")
            page.shut_down()
            page = LabPage(context.new_page(), lab, scratch / "notebooks", "lesson")
            page.open('import canfield_widget as cw\nasked = cw.lesson("king-on-ace")\nasked')
            page.python('asked.answer("T3-T1")')
            page.board().locator(".cfw-said[data-kind]").wait_for()
            page.board().screenshot(path=ROOT / "docs" / "lesson.png")
            steps = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(STEPS)])
            nbformat.write(steps, page.folder / "lesson.ipynb")
            page.visit()
            page.command("notebook:run-all-cells")
            page.page.set_viewport_size({"width": 1000, "height": 1300})
            page.page.locator(".cfw-step svg").first.wait_for()
            page.page.locator(".jp-OutputArea-output .widget-vbox").first.screenshot(
                path=ROOT / "docs" / "stepping.png"
            )
            page.shut_down()


if __name__ == "__main__":
    main()
