"""A study's progress is told with tqdm and without."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from canfield_widget.studies import study
from canfield_widget.study_bar import PlainBar


def test_without_tqdm_a_line_shows_what_is_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    for module in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, module, None)
    with ThreadPoolExecutor(1) as threads:
        study("canfield-relaxed", range(7), executor=threads, budget_states=100)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.endswith("\n")
    first, *_, last = shown.err.strip().split("\r")
    assert first.endswith(": 0/7 deals, 0.00 deals/s")
    assert re.search(r": 7/7 deals, \d+\.\d\d deals/s *$", last)


@pytest.mark.parametrize(
    ("total", "initial", "n", "line"),
    [
        (1000, 0, 250, "many: 250/1000 deals, 2.50 deals/s, 5:00 left"),
        (1000, 200, 250, "many: 250/1000 deals, 0.50 deals/s, 25:00 left"),
        (1000, 1000, 1000, "many: 1000/1000 deals, 0.00 deals/s"),
        (None, 0, 250, "many: 250 deals, 2.50 deals/s"),
    ],
)
def test_the_rate_is_of_what_was_played_now(
    total: int | None, initial: int, n: int, line: str, capsys: pytest.CaptureFixture[str]
):
    bar = PlainBar("many", total)
    bar.initial, bar.n = initial, n
    assert bar.line(100.0) == line


def test_a_shorter_line_leaves_nothing_of_a_longer_one(capsys: pytest.CaptureFixture[str]):
    bar = PlainBar("many", 1000)
    bar.n = 999
    bar.close()
    bar.n = bar.initial = 1000
    bar.close()
    *_, longer, shorter = (line.rstrip("\n") for line in capsys.readouterr().err.split("\r"))
    assert len(shorter) == len(longer)
    assert len(shorter.rstrip()) < len(longer)
