"""Tries an installed canfield-widget: that all of it is there, plays, solves, draws and asks, and what the extras add.

Run with the Python that it is installed in: `python package_smoke.py compiled pandas graphs`, where the first word says
which kernels there must be (`compiled` or `interpreted`) and the others which extras are installed. What belongs to
another extra must then say its name.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stderr
from importlib.metadata import files, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WON, LOST = ("canfield", 2), ("canfield", 4)
BROAD = ("storehouse", 3)
LIFTED_BY = {"pandas": ("pandas", "studies"), "networkx": ("graphs",), "pysol-cards": ("pysol",)}


def expect(what: str, read: object, wanted: object) -> None:
    """Ends the program in words unless both are equal."""
    if read != wanted:
        sys.exit(f"package_smoke: {what}: read {read!r}, expected {wanted!r}")


def place() -> Path:
    """The folder of the package, which is installed and no checkout."""
    import canfield_widget as cw

    folder = Path(cw.__file__).parent
    expect("is installed", folder.is_relative_to(sys.prefix) and find_spec("canfield_widget") is not None, True)
    recorded = [file for file in files("canfield-widget") or [] if file.parts[0] == "canfield_widget"]
    expect("recorded files that are missing", [str(file) for file in recorded if not Path(file.locate()).exists()], [])
    return folder


def try_kernels(folder: Path, wanted: str) -> None:
    """The kernels are compiled or not, as wanted, and find the known verdicts either way."""
    import canfield_widget as cw
    from canfield_widget.solver import compiled

    expect("compiled", compiled, wanted == "compiled")
    binary = sorted(path.name.split(".")[0] for path in folder.rglob("*") if path.suffix in {".so", ".pyd"})
    expect("binaries", binary, ["broad", "kernel"] if wanted == "compiled" else [])
    for (variant, seed), verdict in ((WON, "won"), (LOST, "lost"), (BROAD, "lost")):
        found = cw.solve(cw.deal(variant, seed=seed), budget_states=20_000)
        expect(f"verdict of {variant} {seed}", str(found.verdict), verdict)


def try_engine() -> None:
    """A deal is played to its end, and its text gives the same game."""
    import canfield_widget as cw

    game = cw.Game.dealt(WON[0], seed=WON[1])
    for move in cw.solve(game.position, budget_states=20_000).line:
        game.play(move)
    expect("is won", cw.is_won(game.position), True)
    expect("game of its text", cw.Game.from_text(game.text()).position, game.position)


def try_widget(folder: Path) -> None:
    """The board has its page, plays, and keeps the game."""
    import canfield_widget as cw

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as kept:
        os.environ["CANFIELD_WIDGET_DATA"] = kept
        board = cw.CanfieldWidget(seed=7)
        board.play("S-W")
        page = board._repr_mimebundle_()
        expect(
            "is a widget",
            "application/vnd.jupyter.widget-view+json" in (page[0] if type(page) is tuple else page),
            True,
        )
        for trait, name in (("_esm", "widget.js"), ("_css", "widget.css")):
            expect(name, str(getattr(board, trait)), (folder / "static" / name).read_text("utf-8"))
        expect("keys of a stepper", (folder / "static" / "keys.js").stat().st_size > 500, True)
        board.close()
        expect("is kept", (Path(kept) / "saves.sqlite").exists(), True)
        cw.step_through(board.game)


def try_texts() -> None:
    """Both languages speak; every lesson and example is there; the rules of every variant are written."""
    import canfield_widget as cw

    position = cw.deal("canfield", seed=12)
    expect("German", cw.speak_move(position, cw.read_move("T2-T1"), "de").startswith("Kreuz-Ass"), True)
    expect("lessons", len(cw.lessons) > 30 and len(cw.examples) > 10, True)
    expect("lesson", type(cw.course("canfield", lang="de")).__name__, "LessonWidget")


def try_figures() -> None:
    """A figure, a film and a page are written."""
    import canfield_widget as cw

    solution = cw.solve(cw.deal(WON[0], seed=WON[1]), budget_states=20_000)
    with tempfile.TemporaryDirectory() as folder:
        figure, film = Path(folder, "position.png"), Path(folder, "game.gif")
        cw.draw(solution.position).figure.savefig(figure)
        cw.save_gif((solution.position, solution.line[:3]), film)
        expect("figure and film", (figure.read_bytes()[:4], film.read_bytes()[:3]), (b"\x89PNG", b"GIF"))
    expect("page", "<svg" in cw.html_replay((solution.position, solution.line[:3])), True)
    expect("no pyplot", "matplotlib.pyplot" in sys.modules, False)


def optional() -> dict[str, list[tuple[str, Callable[[], Any]]]]:
    """What needs which package: the name that its error says, and a call."""
    import canfield_widget as cw

    def small() -> Any:
        with ThreadPoolExecutor(1) as threads:
            return cw.study("canfield-relaxed", range(1, 4), budget_states=100, executor=threads, progress=False)

    def tally() -> Any:
        with ThreadPoolExecutor(1) as threads:
            return cw.compare([1, 2], ["canfield", "storehouse"], budget_states=50, executor=threads, progress=False)

    game = cw.Game.dealt("canfield", seed=7)
    game.play("S-W")
    solved = cw.solve(cw.deal(*WON[:1], seed=WON[1]), budget_states=20_000)
    return {
        "pandas": [
            ("Study.frame", lambda: small().frame()),
            ("Tally.frame", lambda: tally().frame()),
            ("progress_frame", lambda: cw.progress_frame(game)),
            ("line_frame", lambda: cw.line_frame(game)),
            ("line_frame", game.frame),
            ("line_frame", lambda: cw.CanfieldWidget(seed=7, saves=False).frame()),
            ("Review.frame", lambda: cw.review(game, budget_states=50).frame()),
            ("ClassReport.frame", lambda: cw.check_games({"Anna": game.text()}).frame()),
            ("Trace.frame", lambda: cw.solve(solved.position, record=True).trace.frame()),
            ("SearchComparison.frame", lambda: cw.compare_searches(solved.position, budget_states=50).frame()),
            ("Comparison.frame", lambda: cw.compare(1, ["canfield", "storehouse"], budget_states=50).frame()),
        ],
        "networkx": [("StateGraph.to_networkx", lambda: cw.state_graph(solved.position, depth=2).to_networkx())],
        "pysol-cards": [("pysol_deal", lambda: cw.pysol_deal("rainfall", 1))],
    }


def try_extras(extras: set[str]) -> None:
    """What is installed works; what is not says which extra to install."""
    import canfield_widget as cw

    for package, calls in optional().items():
        here = bool(extras & set(LIFTED_BY[package]))
        expect(f"{package} is there", find_spec(package.replace("-", "_")) is not None, here)
        for name, call in calls:
            try:
                call()
                said = ""
            except ImportError as error:
                said = str(error)
            wanted = f'{name} needs {package}: pip install "canfield-widget[{LIFTED_BY[package][0]}]"'
            expect(f"{name} with {sorted(extras) or 'no extra'}", said, "" if here else wanted)
    shown = io.StringIO()
    with ThreadPoolExecutor(1) as threads, redirect_stderr(shown):
        cw.study("canfield-relaxed", range(1, 8), budget_states=100, executor=threads)
    expect("tqdm", "tqdm" in sys.modules, find_spec("tqdm") is not None)
    expect("tqdm is there", "tqdm" in sys.modules, "studies" in extras)
    expect("bar", re.search(r"7/7 .*(deals/s|s/ deals)", shown.getvalue()) is not None, True)
    if "dask" in extras:
        from distributed import Client

        with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None) as client:
            found = cw.study("canfield-relaxed", range(1, 4), budget_states=100, executor=client.get_executor())
            expect("rows of a cluster", len(found), 3)


def main(wanted: str, *extras: str) -> None:
    """Tries all of it; ends with a word on the first fault."""
    expect("first word", wanted in {"compiled", "interpreted"}, True)
    expect("extras", set(extras) - {"studies", "pandas", "graphs", "dask", "pysol"}, set())
    os.environ["CANFIELD_WIDGET_DATA"] = tempfile.mkdtemp(prefix="canfield-smoke-")
    folder = place()
    expect("matplotlib is loaded when it is needed", "matplotlib" in sys.modules, False)
    try_kernels(folder, wanted)
    try_engine()
    try_texts()
    try_widget(folder)
    try_figures()
    try_extras(set(extras))
    print(f"canfield-widget {version('canfield-widget')}, Python {sys.version.split()[0]}, {wanted}, {extras}: well")


if __name__ == "__main__":
    main(*sys.argv[1:])
