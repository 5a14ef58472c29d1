"""Python as a browser has it: without threads, processes, SQLite or the packages of figures, each and all together."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from typing import Any

import pytest

FIGURES = ("numpy", "matplotlib", "PIL", "pandas", "networkx")
OTHERS = ("psutil", "tqdm", "distributed", "_multiprocessing", "multiprocessing")
SQLITE = ("sqlite3", "_sqlite3")
_BEFORE = """
import sys, threading

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ABSENT:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Absent())

def start(thread):
    raise RuntimeError("can't start new thread")

threading.Thread.start = start
import asyncio, json, time

async def until(true):
    longest, end = 0.0, time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        # Processor time: how long others keep the machine to themselves is not what is asked.
        before = time.process_time()
        await asyncio.sleep(0.001)
        longest = max(longest, time.process_time() - before)
    return longest

def wish(game, do, **fields):
    game.seq = getattr(game, "seq", 0) + 1
    game.set_state({"outbox": [{"client": "page", "seq": game.seq, "rev": game.state["rev"], "ack": game.seq - 1,
                                "do": do, **fields}]})
    return game.state["answers"]["page"]

def tell(value):
    print(json.dumps(value))
"""


def told(code: str, *absent: str) -> Any:
    """What a Python of its own tells, in which no thread can start and the `absent` modules are not there."""
    whole = f"ABSENT = {absent!r}\n{_BEFORE}\n{textwrap.dedent(code)}"
    done = subprocess.run([sys.executable, "-"], input=whole, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_the_engine_and_the_solver_load_nothing_of_figures_or_files():
    found = told(
        """
        import canfield_widget as cw
        position = cw.deal("canfield", seed=2)
        kinds = [cw.hint(position, kind).worth for kind in cw.HintKind]
        loaded = [name for name in ABSENT if name in sys.modules]
        tell([kinds, cw.solve(position, budget_states=20_000).verdict, cw.deal_winnable(seed=1).deal, loaded])
        """,
        *FIGURES, *OTHERS, *SQLITE, "anywidget", "ipywidgets", "traitlets", "IPython", "platformdirs",
    )  # fmt: skip
    assert found == [["legal", "preferred", "win"], "won", 985235088, []]


_ALL = """
import canfield_widget as cw
async def main():
    game = cw.CanfieldWidget(seed=12, hints="solver")
    found = [game.state["message"]["text"], wish(game, "move", move="S-W")["ok"]]
    wish(game, "hint")
    found.append(bool(game.search))
    await until(lambda: not game.search)
    found.append(game.state["hint"] in [str(move) for move in game.legal_moves()])
    wish(game, "winnable")
    await until(lambda: not game.search)
    found.append(game.state["message"]["kind"])
    wish(game, "deal-winnable")
    await until(lambda: game.game.deal != 12)
    found.append(cw.solve(game.position, budget_states=300_000).verdict)
    return found
tell(asyncio.run(main()))
"""


@pytest.mark.parametrize(
    "absent", [(), (*FIGURES, *OTHERS), (*FIGURES, *OTHERS, *SQLITE)], ids=["threads", "packages", "all"]
)
def test_a_board_deals_plays_hints_and_finds_winnable_deals_on_the_event_loop(absent: tuple[str, ...]):
    message, *found = told(_ALL, *absent)
    assert found == [True, True, True, "answer", "won"]
    assert ("This Python has no SQLite; the browser keeps the game" in message) == ("sqlite3" in absent)


HARD = "rainfall"
"""A variant whose deal 9 the solver does not decide in the time a board gives it."""


def test_a_search_on_the_event_loop_lets_the_board_play_tells_how_far_it_is_and_can_be_cancelled():
    begun, far, cancelled, moved, longest, word = told(
        f"""
        import canfield_widget as cw
        async def main():
            game = cw.CanfieldWidget("{HARD}", seed=9, saves=False)
            far = []
            game.observe(lambda change: far.append(change["new"].get("text")), "search")
            wish(game, "winnable")
            begun = dict(game.search)
            longest = await until(lambda: "2 s" in far)
            wish(game, "cancel")
            cancelled, word = dict(game.search), game.state["message"]["text"]
            wish(game, "winnable")
            await until(lambda: len(far) > 5)
            moved = wish(game, "move", move="S-W")["ok"], dict(game.search), game.ply
            await asyncio.sleep(0.2)
            assert not [task for task in game._searches._running]
            return begun, far, cancelled, moved, longest, word
        tell(asyncio.run(main()))
        """
    )
    assert begun == {"what": "winnable", "text": "0 s"}
    assert far[:3] == ["0 s", "1 s", "2 s"]
    assert (cancelled, word) == ({}, "The search is stopped.")
    assert moved == [True, {}, 1]
    assert longest < 2, "a search of thirty seconds gave the board no turn"


def test_where_no_event_loop_runs_the_board_waits():
    search, hinted = told(
        """
        import canfield_widget as cw
        game = cw.CanfieldWidget(seed=12, saves=False)
        wish(game, "hint")
        tell([game.search, game.state["hint"] == str(cw.hint(game.position).move)])
        """
    )
    assert (search, hinted) == ({}, True)


FIGURE_CALLS = (
    "cw.draw(cw.deal(seed=1))", "cw.plot_progress('canfield; deal 2')", "cw.save_gif",
    "cw.chance('canfield; deal 2', samples=1, budget_states=1).plot()",
    "cw.review('canfield; deal 2; moves S-W', budget_states=1).plot()",
    "cw.check_games({'A': 'canfield; deal 2'}).plot()", "cw.CanfieldWidget",
)  # fmt: skip


def test_a_missing_package_is_named_in_one_sentence():
    found = told(
        f"""
        import canfield_widget as cw
        found = []
        for call in {FIGURE_CALLS!r}:
            try:
                eval(call)
            except ImportError as error:
                found.append([error.name, str(error)])
        tell(found)
        """,
        *FIGURES, "anywidget",
    )  # fmt: skip
    assert [name for name, _ in found] == ["matplotlib"] * 6 + ["anywidget"]
    for name, said in found:
        assert said.endswith(f" needs {name}, which is not installed: pip install {name}")


def test_without_processes_a_study_says_so():
    said = told(
        """
        import canfield_widget as cw
        try:
            cw.study("canfield", range(1, 3), budget_states=10, progress=False)
        except ImportError as error:
            tell(str(error))
        """,
        "_multiprocessing", "multiprocessing",
    )  # fmt: skip
    assert said == "study needs processes, which this Python cannot start: give it an executor"


# What the page keeps where Python cannot

_AGAIN = """
import canfield_widget as cw
first = cw.CanfieldWidget({made})
wish(first, "hello", lang="en")
wish(first, "move", move="S-W")
kept = first.state["keep"]
again = cw.CanfieldWidget({made})
answer = wish(again, "hello", lang="en", kept=kept["text"])
tell([first.game.text(), kept, again.state["keep"], again.game.text(), answer["ok"], again.state["message"]["text"]])
"""


@pytest.mark.parametrize("made", ["", "seed=7", "'storehouse'"])
def test_a_game_that_the_page_has_kept_goes_on(made: str):
    first, kept, now, again, ok, message = told(_AGAIN.format(made=made), *SQLITE)
    assert kept["text"] == first == again == now["text"]
    assert first.endswith("moves S-W")
    assert kept["at"] == now["at"]
    assert kept["at"].endswith("-7") == (made == "seed=7")
    assert ok
    assert message == "The game that this browser has kept goes on."


HOSTILE = {
    "no move": "canfield; deal 99", "other rules": "storehouse; deal 99; moves S-W",
    "illegal": "canfield; deal 99; moves S-T1", "no number": "canfield; deal; moves", "markup": "<b>", "empty": "",
    "surrogate": "\ud800", "huge": "canfield; deal 99; moves " + "S-W " * 60_000, "number": 7, "none": None,
    "list": ["canfield; deal 99; moves S-W"],
}  # fmt: skip


def test_what_a_page_says_it_has_kept_is_believed_no_more_than_any_command():
    assert (
        told(
            f"""
        import canfield_widget as cw
        found = []
        for kind, kept in {HOSTILE!r}.items():
            game = cw.CanfieldWidget()
            before = game.game.text()
            wish(game, "hello", lang="en", kept=kept)
            if (game.game.text(), game.moves) != (before, []):
                found.append(kind)
        tell(found)
        """,
            *SQLITE,
        )
        == []
    )


def test_a_game_that_is_begun_or_asked_for_by_its_number_gives_way_to_nothing_kept():
    begun, asked = told(
        """
        import canfield_widget as cw
        kept = "canfield; deal 99; moves S-W"
        begun, asked = cw.CanfieldWidget(), cw.CanfieldWidget(seed=7)
        begun.play("S-W")
        wish(begun, "hello", lang="en", kept=kept)
        wish(asked, "hello", lang="en", kept=kept)
        tell([begun.game.deal, asked.game.deal])
        """,
        *SQLITE,
    )
    assert begun != 99
    assert asked == 7


def test_the_page_keeps_nothing_where_python_does_or_nothing_is_to_be_kept_or_hidden_cards_would_be_named():
    import canfield_widget as cw

    assert "keep" not in cw.CanfieldWidget().state
    found = told(
        """
        import canfield_widget as cw
        whole = cw.write_position(cw.deal(seed=7))
        boards = [cw.CanfieldWidget(saves=False), cw.CanfieldWidget(position=whole)]
        tell([board.state.get("keep") for board in boards])
        """,
        *SQLITE,
    )
    assert found == [None, None]


def test_saves_by_hand_say_that_there_is_no_sqlite():
    said = told(
        """
        from canfield_widget.saves import Saves
        try:
            Saves()
        except ImportError as error:
            tell(str(error))
        """,
        *SQLITE,
    )
    assert said == "Saves needs sqlite3, which this Python was built without"
