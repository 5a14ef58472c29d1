"""The page of winnable deals: it is that of its data file, its figures are those of the store, a run goes on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import winnability
from canfield_widget.notation import write_variant
from canfield_widget.rules import legal_moves
from canfield_widget.studies import Study
from canfield_widget.study_store import Ending, Row
from canfield_widget.study_summary import wilson
from canfield_widget.variants import VARIANTS, Variant
from samples import random_walk

LINES = winnability.read_lines(winnability.DATA)
TINY = Variant("tiny", "Tiny", "Winzig", "made up", ranks=3, columns=2, reserve_size=3)


def test_the_page_is_that_of_its_data_file():
    assert winnability.PAGE.read_text(encoding="utf-8") == winnability.page(LINES), "run tools/winnability.py --page"


@pytest.mark.parametrize("line", LINES.values(), ids=list(LINES))
def test_a_line_of_the_data_file_adds_up(line: winnability.Line):
    part = winnability.PARTS[line.part]
    assert (line.record, line.player) == (part.record, part.player)
    assert line.won + line.lost + line.unknown + line.not_won == line.n == line.last - line.first + 1
    assert line.first == 1
    assert line.budget == (part.budget_states or 2000)
    assert (line.player == "ranked") == (line.knowledge == "visible cards")
    assert (line.lost + line.unknown if line.player == "ranked" else line.not_won) == 0


def test_the_page_has_the_figures_of_the_data_file():
    told = winnability.page(LINES)
    for name, line in LINES.items():
        low, high = wilson(line.won, line.n)[0], wilson(line.won + line.unknown, line.n)[1]
        (row,) = [row for row in told.splitlines() if row.endswith(f"`python tools/winnability.py {name}` |")]
        cells = [cell.strip() for cell in row.split("|")]
        assert f"`{line.record}`" in cells[1]
        assert f"{100 * line.won / line.n:.1f} [{100 * low:.1f}, {100 * high:.1f}]" in cells
        assert cells[2:4] == [f"{line.n:,}", f"{line.won:,}"]


def test_every_rule_set_has_a_part_of_its_own():
    records = [part.record for part in winnability.PARTS.values() if part.player == "solver"]
    assert set(VARIANTS) - set(records) == {"canfield-hoyle"}
    assert len(records) == len(set(records))
    hoyle = VARIANTS["canfield-hoyle"]
    same = {name: getattr(hoyle, name) for name in ("id", "title", "title_de", "source", "scoring")}
    assert replace(VARIANTS["canfield"], **same) == hoyle


def test_where_whole_columns_move_it_is_one_what_fills_a_space_after_the_reserve():
    strict = replace(VARIANTS["canfield"], wrap="stops_at_base", reserve_size=1)  # type: ignore[arg-type]
    loose = replace(strict, space_after="any")  # type: ignore[arg-type]
    spaces = 0
    for seed in range(4):
        for position, _ in random_walk(strict, seed, 100):
            spaces += not position.reserves[0] and () in position.tableau
            assert set(legal_moves(replace(position, variant=loose))) == set(legal_moves(position))
    assert spaces > 10


def test_shuffles_are_counted_from_one_win_to_the_next():
    ends = [Ending.WON, Ending.LOST, Ending.UNKNOWN, Ending.WON, Ending.WON, Ending.LOST]
    assert winnability.shuffles(Row(n, end, 0, 0, 0.0, None, 0) for n, end in enumerate(ends)) == [1, 3, 1]


def test_a_run_writes_store_data_and_page_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    record = write_variant(TINY)
    monkeypatch.setattr(
        winnability, "PARTS",
        {"superior": winnability.Part(record, 30, 50), "tiny-ranked": winnability.Part(record, 30, None, "ranked")},
    )  # fmt: skip
    files = [f"--store={tmp_path / 's.sqlite'}", f"--data={tmp_path / 'd.csv'}", f"--to={tmp_path / 'p.md'}"]
    winnability.main(["superior", "--deals=5", "--workers=1", *files])
    assert "superior: 5 of 30 deals" in capsys.readouterr().out
    winnability.main(["superior", "tiny-ranked", "--deals=8", "--workers=1", *files])
    lines = winnability.read_lines(tmp_path / "d.csv")
    assert [(name, line.n, line.first, line.last) for name, line in lines.items()] == [
        ("superior", 8, 1, 8), ("tiny-ranked", 8, 1, 8),
    ]  # fmt: skip
    found = Study.read(tmp_path / "s.sqlite", "superior")
    assert str(lines["superior"].summary()) == str(found.summary())
    assert lines["superior"].shuffles_most == max(winnability.shuffles(found))
    assert (tmp_path / "p.md").read_text(encoding="utf-8") == winnability.page(lines)
    winnability.main(["--page", *files])
    assert winnability.read_lines(tmp_path / "d.csv") == lines


def test_no_more_deals_are_drawn_when_the_seconds_are_over():
    assert list(winnability.within(range(5), None)) == [0, 1, 2, 3, 4]
    assert list(winnability.within(range(5), -1)) == []


def test_a_part_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        winnability.main(["bridge"])
    assert "no part bridge: expected some of canfield-stops" in capsys.readouterr().err
