"""How long a drag takes from pointer up to the new state in the browser, in a real JupyterLab on this machine.

    python benchmarks/drag_latency.py [drags]

Prints median, 95th percentile and maximum over the drags (200 unless told) of the time until the page has the new
state, and until the board is drawn (painting is not in it), then of the frames while a run is dragged over a board of
four decks. The page's own clock measures.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "lab")]

from canfield_widget.position import deal  # noqa: E402
from canfield_widget.rules import apply, legal_moves  # noqa: E402
from chromium import chromium  # noqa: E402
from lab_page import LabPage  # noqa: E402
from lab_server import jupyterlab  # noqa: E402
from samples import winning_line  # noqa: E402

_WATCH = """() => {
  const root = document.querySelector('.cfw-root');
  window.told = [];
  window.drawn = [];
  let up = 0;
  window.addEventListener('pointerup', () => { up = performance.now(); }, {capture: true});
  const set = root.setAttribute;
  root.setAttribute = function (name, value) {
    if (name === 'data-rev' && up) window.told.push(performance.now() - up);
    return set.call(this, name, value);
  };
  new MutationObserver(() => { if (up) { window.drawn.push(performance.now() - up); up = 0; } })
    .observe(root, {attributeFilter: ['data-rev']});
}"""
_FRAMES = """() => {
  window.frames_ = [];
  let last = 0;
  const tick = (now) => {
    if (last) window.frames_.push(now - last);
    last = now;
    window.going = requestAnimationFrame(tick);
  };
  window.going = requestAnimationFrame(tick);
}"""


def latency(page: LabPage, drags: int) -> tuple[list[float], list[float]]:
    """Milliseconds from pointer up to the new state in the page, and until the board is drawn, for each drag."""
    deck, line = winning_line("canfield")
    page.open(f"import canfield_widget as cw\ngame = cw.CanfieldWidget(deck={deck!r}, auto_finish=False)\ngame")
    page.page.evaluate(_WATCH)
    made, rev = 0, 0
    while made < drags:
        position = deal("canfield", deck=deck)
        for move in line:
            if made == drags:
                break
            rev += 1
            if "S" in (move.source, move.target):
                page.python(f"game.play({str(move)!r})")
            else:
                page.drag(position, move)
                made += 1
            page.wait_for_rev(rev)
            position = apply(position, move)
        page.python("game.restart()")
        rev += 1
        page.wait_for_rev(rev)
    told, drawn = page.page.evaluate("() => [window.told, window.drawn]")
    return told, drawn


def frames(page: LabPage) -> list[float]:
    """Milliseconds between frames while a card is dragged to and fro over a board of four decks."""
    page.open("import canfield_widget as cw\ngame = cw.CanfieldWidget('quadruple', seed=1)\ngame")
    position = deal("quadruple", seed=1)
    for _ in range(60):
        move = legal_moves(position)[0]
        page.python(f"game.play({str(move)!r})")
        position = apply(position, move)
    page.wait_for_rev(60)
    column = max(range(8), key=lambda n: len(position.tableau[n]))
    page.press(page.card(position.tableau[column][0], f"T{column + 1}"))
    page.page.evaluate(_FRAMES)
    for n in range(240):
        page.page.mouse.move(150 + (n * 37) % 900, 300 + (n * 23) % 400)
    taken = page.page.evaluate("() => { cancelAnimationFrame(window.going); return window.frames_; }")
    page.page.mouse.up()
    return taken


def main() -> None:
    drags = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        (scratch / "notebooks").mkdir()
        with jupyterlab(scratch / "notebooks", scratch / "jupyter") as lab, chromium(scratch / "chromium") as context:
            page = LabPage(context.new_page(), lab, scratch / "notebooks", "latency")
            told, drawn = latency(page, drags)
            page.shut_down()
            page = LabPage(context.new_page(), lab, scratch / "notebooks", "frames")
            between = frames(page)
            page.shut_down()
    for what, taken in (("new state", told), ("board drawn", drawn), ("frame with four decks", between)):
        p95 = statistics.quantiles(taken, n=20)[-1]
        middle = statistics.median(taken)
        print(f"{what}: {len(taken)} times, median {middle:.1f} ms, p95 {p95:.1f} ms, longest {max(taken):.1f} ms")


if __name__ == "__main__":
    main()
