"""The page of a line, opened from disk in a real browser: buttons, keys, playing, and nothing asked of a network."""

from __future__ import annotations

import pytest

from axe import AXE
from canfield_widget.film_page import save_html
from canfield_widget.picture import lay_out
from canfield_widget.position import deal
from canfield_widget.replays import replay
from canfield_widget.speech import speak_position
from canfield_widget.stepper_parts import sentences
from samples import winning_line

DECK, LINE = winning_line("canfield")
START = deal("canfield", deck=DECK)
LAST = len(LINE)


@pytest.fixture
def film(page, tmp_path):
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    path = save_html((START, LINE), tmp_path / "film.html")
    page.goto(path.as_uri())
    yield page
    assert page.asked == [path.as_uri()]


def told(page) -> list[str]:
    return page.locator("#said p").all_text_contents()


def expect(page, ply: int) -> None:
    """Everything on the page is that of the ply."""
    line = replay((START, LINE))
    assert told(page) == list(sentences(line, ply))
    assert page.locator("#ply").input_value() == str(ply)
    assert page.locator(".cfw-step-cursor").get_attribute("d") == f"M{ply} 0V-52"
    now = line.positions[ply]
    assert page.locator("#words").text_content().startswith(speak_position(now))
    assert page.locator("#board > use").count() == sum(bool(piece.marks) for piece in lay_out(now).pieces)


def test_buttons_go_through_the_line(film):
    expect(film, 0)
    for name, ply in (("on", 1), ("on", 2), ("back", 1), ("first", 0), ("back", 0), ("last", LAST), ("on", LAST)):
        film.locator(f"#{name}").click()
        expect(film, ply)
    assert "The game is won." in told(film)


def test_keys_go_through_the_line_wherever_the_focus_is(film):
    for focus in ("body", "#on", "#ply"):
        if focus != "body":
            film.locator(focus).focus()
        for key, ply in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", LAST)):
            film.keyboard.press(key)
            expect(film, ply)
    film.locator("#first").focus()
    film.keyboard.press("Space")
    expect(film, 0)


def test_the_slider_goes_to_any_move(film):
    film.locator("#ply").fill("17")
    expect(film, 17)


def test_the_line_plays_by_itself_and_pauses(film):
    film.locator("#speed").select_option("400")
    film.locator("#speed").evaluate("element => element.blur()")
    film.keyboard.press("Space")
    assert film.locator("#play").text_content() == "Pause"
    film.wait_for_function("() => Number(document.getElementById('ply').value) >= 2")
    film.keyboard.press("Space")
    assert film.locator("#play").text_content() == "Play"
    ply = int(film.locator("#ply").input_value())
    film.wait_for_timeout(900)
    expect(film, ply)


def test_at_the_end_it_stops_and_plays_from_the_beginning_when_asked_again(film):
    film.locator("#speed").select_option("400")
    film.locator("#ply").fill(str(LAST - 1))
    film.locator("#play").click()
    film.wait_for_function(f"() => document.getElementById('ply').value === '{LAST}'")
    assert film.locator("#play").text_content() == "Play"
    film.locator("#play").click()
    assert int(film.locator("#ply").input_value()) < 2


def test_everything_fits_a_narrow_screen(film):
    film.set_viewport_size({"width": 360, "height": 740})
    assert film.evaluate("document.documentElement.scrollWidth") <= 360


def test_axe_finds_no_serious_fault_in_the_light_or_the_dark(film):
    film.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("light", "dark"):
        film.emulate_media(color_scheme=scheme)
        found = film.evaluate("async () => (await axe.run()).violations")
        assert [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")] == []
