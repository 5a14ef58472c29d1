"""What a solution says of itself in a notebook."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from canfield_widget.notation import read_game
from canfield_widget.position import deal
from canfield_widget.solver import Proof, Solution, StoppedBy, Verdict, solve
from canfield_widget.solver.report import folded, html_of, speak_solution
from canfield_widget.texts import LANGUAGES

NOW = deal("canfield", seed=12)
LINE = read_game("canfield; deal 12; moves S-W S-W S-W T2-T1 S-W").moves


def words_of(html: str) -> str:
    return " ".join("".join(ElementTree.fromstring(html).itertext()).split())


def test_a_notebook_shows_verdict_figures_and_line_as_html_and_text():
    solution = solve(deal("canfield", seed=2), budget_states=100_000)
    shown = solution._repr_mimebundle_()
    assert set(shown) == {"text/html", "text/plain"}
    for said in (words_of(shown["text/html"]), shown["text/plain"]):
        assert f"Won: a line of {len(solution.line)} moves wins." in said
        assert f"{solution.states:,} states" in said
        assert f"{solution.seconds:.2f} s" in said
        assert "all cards in sight" in said
        assert "The line" in said
        assert "no solution" not in said


@pytest.mark.parametrize("reason", [*StoppedBy, None])
def test_an_undecided_search_says_why_it_ended_and_that_its_best_line_is_no_solution(reason: StoppedBy | None):
    solution = Solution(NOW, Verdict.UNKNOWN, best_line=LINE, stopped_by=reason)
    said = words_of(html_of(solution))
    assert said.startswith("Undecided: no win found and none ruled out; ")
    assert "Best line, no solution: 1 of 52 cards on the foundations" in said
    assert len({speak_solution(replace(solution, stopped_by=other)) for other in (*StoppedBy, None)}) == 5


def test_a_lost_verdict_says_what_it_rests_on():
    said = [speak_solution(Solution(NOW, Verdict.LOST, best_line=LINE, proof=proof)) for proof in Proof]
    assert said[0] == "Lost: no line wins; proved by an exhausted search."
    assert "hash" in said[1]


def test_deals_that_follow_each_other_are_counted():
    line = read_game("canfield; deal 12; moves S-W S-W S-W W-T2 W-S S-W T1-T3x4 W-F W-F").moves
    assert folded(line) == ("3 deals", "W-T2", "redeal", "1 deal", "T1-T3x4", "W-F", "W-F")
    assert folded(line, "de")[0] == "3× geben"
    assert folded([]) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_html_is_well_formed_and_takes_its_colours_from_the_page(lang: str):
    html = html_of(Solution(NOW, Verdict.WON, line=LINE, states=1234567, seconds=1.5), lang)
    assert ElementTree.fromstring(html).get("lang") == lang
    assert "#" not in html
    assert "background" not in html
    assert ("1.234.567" if lang == "de" else "1,234,567") in html


def test_nothing_but_words_gets_into_the_html(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("canfield_widget.solver.report.text", lambda key, lang, **values: "<b>: &")
    assert "<b>" not in html_of(Solution(NOW, Verdict.WON, line=LINE))


def test_a_position_that_is_won_already_has_no_line_to_show():
    assert "<details" not in html_of(Solution(NOW, Verdict.WON))
