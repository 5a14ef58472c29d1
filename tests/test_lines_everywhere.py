"""Whatever shows or judges a line takes it in every form that a line has."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import canfield_widget as cw
from canfield_widget.game import Game
from canfield_widget.notation import read_game
from canfield_widget.replays import replay
from canfield_widget.solver import Solution, Verdict

TEXT = "canfield; deal 112; moves T2-F S-W W-T1 T4-T1"
GAME = Game.from_text(TEXT)


@cache
def solved(variant: str, seed: int, verdict: Verdict) -> Solution:
    found = cw.solve(cw.deal(variant, seed=seed), budget_states=100_000)
    assert found.verdict is verdict
    assert (found.line or found.best_line) == replay(found).moves != ()
    return found


FORMS: Mapping[str, Callable[[], Any]] = {
    "a won solution": lambda: solved("canfield", 2, Verdict.WON),
    "a lost solution": lambda: solved("storehouse", 2, Verdict.LOST),
    "a game": lambda: GAME,
    "the text of a game": lambda: TEXT,
    "a text that has been read": lambda: read_game(TEXT),
    "a position and moves": lambda: (GAME.start, list(GAME.line)),
    "a position and moves as text": lambda: ("canfield; deal 112", ["T2-F", "S-W", "W-T1", "T4-T1"]),
    "a line played out": lambda: replay(GAME),
}
"""The last six are one line."""

FEW = {"budget_states": 200}
SHOWS: Mapping[str, Callable[[Any, Path], object]] = {
    "chance": lambda line, _: cw.chance(line, samples=3, **FEW).n,
    "draw_moves": lambda line, _: cw.draw_moves(line, last=1).words,
    "draw_states": lambda line, _: cw.draw_states(line, last=1, budget_states=0).words,
    "filmstrip": lambda line, _: cw.filmstrip(line).words,
    "html_replay": lambda line, _: "<svg" in cw.html_replay(line),
    "line_frame": lambda line, _: cw.line_frame(line).drop(columns="seconds").to_csv(),
    "line_rows": lambda line, _: [row["move"] for row in cw.line_rows(line)],
    "plot_foundations": lambda line, _: cw.plot_foundations(line).words,
    "plot_progress": lambda line, _: cw.plot_progress(line).words,
    "plot_progress, several": lambda line, _: cw.plot_progress([line, line], by="deal").words,
    "plot_progress, named": lambda line, _: cw.plot_progress({"a": line}, stacked=True).words,
    "progress_frame": lambda line, _: cw.progress_frame(line).to_csv(),
    "progress_rows": lambda line, _: cw.progress_rows(line),
    "review": lambda line, _: cw.review(line, **FEW).verdicts,
    "save_gif": lambda line, path: cw.save_gif(line, path / "a.gif", width=120).stat().st_size > 0,
    "save_html": lambda line, path: cw.save_html(line, path / "a.html").stat().st_size > 0,
    "seen_position": lambda line, _: isinstance(cw.seen_position(line), cw.Position),
    "state_graph": lambda line, _: len(cw.state_graph(line, last=1, budget_states=0).nodes),
    "step_through": lambda line, _: len(cw.step_through(line).line.moves),
    "step_together": lambda line, _: cw.step_together({"a": line, "b": line}).last,
}  # fmt: skip


def test_every_public_function_that_takes_a_line_is_in_the_table():
    # Compare, compare_searches and the like take a deal or a position, and play it themselves.
    takes_lines = {
        name for name in cw.__all__
        if inspect.isfunction(made := getattr(cw, name)) and "Playable" in str(inspect.signature(made))
    }  # fmt: skip
    assert takes_lines == {show.split(",")[0] for show in SHOWS}


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("form", FORMS)
def test_a_line_is_taken_in_every_form(form: str, show: str, tmp_path: Path):
    found = SHOWS[show](FORMS[form](), tmp_path)
    assert found
    if list(FORMS).index(form) > 2 and show != "html_replay":
        assert found == SHOWS[show](GAME, tmp_path), "the same line, the same answer"
