"""The page of a line as text: all that it needs and nothing from elsewhere, nothing named too early, not too large."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from canfield_widget.faces import THEMES
from canfield_widget.film_page import html_replay, save_html
from canfield_widget.game import Game
from canfield_widget.picture import lay_out
from canfield_widget.position import deal
from canfield_widget.replays import replay
from canfield_widget.solver import solve
from canfield_widget.speech import card_name, speak_position
from canfield_widget.stepper_parts import sentences
from samples import winning_line

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)
PAGE = html_replay((START, LINE))


def film(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def joined(told: dict[str, Any], what: str, ply: int) -> list[str]:
    return [part(told, n) for n in told[what][ply]]


def part(told: dict[str, Any], n: int) -> str:
    """A part as the script has it: of a list that goes on from an earlier one, that one and the rest."""
    kept = told["parts"][n]
    return kept if isinstance(kept, str) else part(told, kept[0])[:-1] + kept[1]


def test_the_page_asks_for_nothing_from_elsewhere():
    # Names of formats are no addresses that anything is loaded from.
    rest = re.sub(r'http://www\.w3\.org/2000/svg|http-equiv="[^"]*" content="[^"]*"', "", PAGE)
    assert not re.search(r'http|src|@import|url\(|fetch|href="[^#]', rest)
    assert "default-src 'none'" in PAGE


def test_every_position_is_there_with_its_words():
    told, line = film(PAGE), replay((START, LINE))
    assert len(told["boards"]) == len(told["words"]) == len(told["said"]) == len(LINE) + 1
    for ply in range(0, len(LINE) + 1, 11):
        assert joined(told, "said", ply) == list(sentences(line, ply))
        assert "\n".join(joined(told, "words", ply)).startswith(speak_position(line.positions[ply]))


def test_a_board_has_a_drawing_for_every_card_where_it_lies():
    told, line = film(PAGE), replay((START, LINE))
    for ply in (0, 20, len(LINE)):
        drawn = re.findall(r'<use href="#c\d+" x="([^"]*)" y="([^"]*)"/>', "".join(joined(told, "boards", ply)))
        places = [
            (round(piece.x, 1), round(piece.y, 1)) for piece in lay_out(line.positions[ply]).pieces if piece.marks
        ]
        assert [(float(x), float(y)) for x, y in drawn] == places


def test_each_drawing_stands_in_the_page_once():
    symbols = re.findall(r'<g id="c\d+">(.*?)</g></g>', PAGE)
    assert len(symbols) > 52
    assert len(set(symbols)) == len(symbols)


def test_the_next_move_is_an_arrow_and_the_end_has_none():
    told, line = film(PAGE), replay((START, LINE))
    for ply in (0, 7, len(LINE)):
        arrows = lay_out(line.positions[ply], arrows=line.moves[ply : ply + 1]).arrows
        assert len(arrows) == (ply < len(LINE))
        pictures = "".join(joined(told, "boards", ply))
        assert pictures.count("var(--cfw-hint") == 2 * len(arrows)


def test_a_long_line_stays_small():
    assert len(LINE) > 100
    assert len(PAGE.encode()) < 1_500_000


def test_a_card_is_not_named_before_it_is_turned():
    start = deal("rainfall", seed=1)
    told, name = film(html_replay((start, ["S-W", "S-W"]))), card_name(start.stock[-1])
    assert not any(name in part.lower() for what in ("said", "words") for part in joined(told, what, 0))
    assert any(name in part.lower() for part in joined(told, "said", 1))


def test_a_furthest_attempt_is_labelled_and_a_solution_is_not():
    lost = html_replay(solve(deal("storehouse", seed=2), budget_states=100_000))
    assert "Furthest attempt, no solution: this position cannot be won." in lost
    unknown = html_replay(solve(deal("rainfall", seed=9), budget_states=5_000), lang="de")
    assert "Weitester Versuch, keine Lösung: Ob diese Stellung zu gewinnen ist, ist offen." in unknown
    assert "Furthest attempt" not in html_replay(solve(deal("canfield", seed=2), budget_states=100_000))


def test_a_game_opens_at_its_cursor():
    game = Game.dealt(seed=12)
    game.replay(["S-W", "S-W", "T2-T1"])
    game.undo()
    for line in (game, game.text()):
        page = html_replay(line)
        assert film(page)["ply"] == 2
        assert 'type="range" min="0" max="3" value="2"' in page
        assert "Move 2 of 3" in page.split("<script")[0]


def test_a_title_of_ones_own_is_written_as_text():
    mine = 'canfield{title="</script><script>x</script>"}'
    page = html_replay([], position=f"{mine}; base 7; tableau 7H, -, -, -")
    assert "<script>x" not in page
    assert page.count("<script") == 2


def test_themes_are_the_systems_or_a_chosen_one():
    light, dark = (html_replay([], position=START, theme=theme) for theme in THEMES)
    page = html_replay([], position=START)
    assert "prefers-color-scheme:dark" in page
    assert "prefers-color-scheme" not in light + dark
    assert "--cfw-paper:" in dark
    assert "--cfw-paper:" not in light


def test_the_file_is_the_page_in_either_language(tmp_path: Path):
    for lang, word in (("en", "Play"), ("de", "Abspielen")):
        path = save_html((START, LINE[:3]), tmp_path / f"{lang}.html", lang=lang)
        written = path.read_text(encoding="utf-8")
        assert written == html_replay((START, LINE[:3]), lang=lang)
        assert f">{word}</button>" in written
        assert f'<html lang="{lang}">' in written


@pytest.mark.parametrize(("wrong", "message"), [({"lang": "fr"}, "lang"), ({"theme": "red"}, "theme: read 'red'")])
def test_bad_arguments_are_told(wrong: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        html_replay([], position=START, **wrong)


def test_an_outline_is_there_once_for_each_arrow_and_a_waste_that_grows_is_told_by_what_is_new():
    told = film(PAGE)
    arrows = [each for each in told["parts"] if "<defs>" in each]
    assert arrows
    assert all(each.count(" d=") == 1 and each.count('href="#way"') == 2 for each in arrows)
    assert sum(isinstance(each, list) for each in told["parts"]) > 20
