"""The pages of the panel: whole in both languages, for every game, and nothing unescaped in them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from canfield_widget import panel
from canfield_widget.asking import AskingBoard
from canfield_widget.commands import Desk
from canfield_widget.game import Game
from canfield_widget.pages import KEYS, PAGES
from canfield_widget.saves import Mark, Saves
from canfield_widget.session import Session
from canfield_widget.settings import SETTINGS, checked
from canfield_widget.speech import card_name
from canfield_widget.texts import LANGUAGES, words
from canfield_widget.variants import VARIANTS
from canfield_widget.wheel import speak_wheel, wheel_of
from samples import under, winning_line, with_hidden_cards_permuted


class Reader(HTMLParser):
    """Checks that every element is closed and collects what buttons and options send, and the words."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sends: list[dict[str, object]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        do = dict(attrs).get("data-do")
        if do:
            self.sends.append(json.loads(do))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path / "saves.sqlite")


def board(
    text: str = "canfield; deal 7; moves S-W", lang: str = "en", saves: Saves | None = None, **more: object
) -> Desk:
    return Desk(Session(Game.from_text(text), saves), saves, checked({"lang": lang}), **more)  # type: ignore[arg-type]


def read(shown: AskingBoard, name: str) -> Reader:
    return Reader(panel.page_html(shown, name, words(shown.language)[f"page-{name}"]))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_for_every_game(name: str, lang: str, saves: Saves):
    for row in VARIANTS:
        found = read(board(f"{row}; deal 7", lang, saves), name)
        assert found.text.strip()
        assert "{" not in found.text or name in ("share-deck", "rules")


def test_every_command_of_a_page_is_one_that_python_carries_out(saves: Saves):
    local = {"copy", "close", "full"}
    for name in PAGES:
        for number, send in enumerate(read(board(saves=saves), name).sends, 1):
            if send["do"] in local:
                continue
            fresh = board(saves=saves)
            command = {"client": "page", "seq": number, "rev": 0, "ack": 0, **send}
            fresh.carry_out([command])
            why = fresh.answers["page"]["why"]
            assert why != words("en")["unreadable"], send


def test_what_comes_from_outside_is_escaped():
    evil = "<img src=x onerror=alert(1)>"
    variant = replace(VARIANTS["canfield"], title=evil, title_de=evil)
    shown = Desk(Session(Game.dealt(variant, seed=7)))
    for name in PAGES:
        html = panel.page_html(shown, name, evil)
        assert evil not in html
        assert "&lt;img" in html


def test_hidden_cards_are_told_only_by_the_page_that_says_so():
    def cards_told(shown: AskingBoard, name: str) -> set[str]:
        return set(re.findall(r"\b[A2-9TJQK][SHDC]\b", read(shown, name).text))

    numbered = board()
    hidden = {str(card) for card in numbered.game.position.stock}
    assert cards_told(numbered, "share") == set()
    assert hidden <= cards_told(numbered, "share-deck")
    by_hand = Desk(Session(Game(numbered.game.start)))
    assert cards_told(by_hand, "share") == set()
    assert hidden <= cards_told(by_hand, "share-deck")


def test_the_menu_offers_what_can_be_done_and_says_why_not():
    fresh = panel.page_html(board("canfield; deal 7"), "menu", "")
    assert words("en")["nothing-restart"] in fresh
    assert words("en")["pause"] not in Reader(fresh).words
    without = read(board(allow=()), "menu")
    assert {"do": "daily"} not in without.sends
    assert {"do": "winnable"} not in without.sends


def test_favourites_come_first_then_what_was_played_then_the_family(saves: Saves):
    saves.star("rush")
    saves.played("superior")
    found = [word for word in read(board(saves=saves), "games").words if word.strip()]
    places = [found.index(VARIANTS[row].title) for row in ("rush", "superior", "canfield", "quadruple")]
    assert places == sorted(places)
    assert found.count(VARIANTS["rush"].title) == 1


def test_the_nearest_rules_come_first():
    rows = [send["variant"] for send in read(board("superior; deal 7"), "games").sends if send.get("variant")]
    assert rows[0] == "superior"
    assert set(rows) == set(VARIANTS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_has_rules_questions_and_every_key(lang: str):
    found = read(board(lang=lang), "help").text
    assert all(words(lang)[f"key-{key}-does"] in found for key in KEYS)
    assert words(lang)["help-questions"] in found


def test_questions_are_open_at_first():
    html = panel.page_html(board(), "help", "")
    assert html.count('<details class="cfw-fold" open>') >= 8


def test_records_and_earlier_games_are_listed_with_their_marks(saves: Saves):
    left = board("canfield; deal 5; moves S-W S-W", saves=saves)
    left.session.marks.add(Mark.UNDO)
    left.session.leave()
    found = read(board(saves=saves), "records")
    assert "Deal 5" in found.text
    assert "2 moves · 0:00 · with undo" in found.text
    assert {"do": "game", "id": left.session.id} in found.sends
    assert words("en")["no-saves"] in read(board(), "records").text


def test_settings_offer_every_value_and_the_one_that_is_set():
    shown = board()
    sends = read(shown, "settings").sends
    for name, setting in SETTINGS.items():
        offered = [send["value"] for send in sends if send.get("name") == name]
        if name == "winnable":
            continue
        assert offered == ([not shown.settings[name]] if setting.values == (True, False) else list(setting.values))


def test_the_moves_are_listed_in_words_and_each_can_be_made():
    shown = board("canfield; deal 1")
    sends = [send for send in read(shown, "moves").sends if send["do"] == "move"]
    assert {send["move"] for send in sends} == {str(move) for move in shown.game.legal_moves()}
    for number, send in enumerate(sends, 1):
        again = board("canfield; deal 1")
        key = None if send["card"] is None else again.keys.lifted(again.game.legal_moves()[number - 1])[0]
        again.carry_out([{"client": "p", "seq": 1, "rev": 0, "ack": 0, **send, "card": key}])
        assert again.answers["p"]["ok"]


def test_no_page_is_told_while_none_is_open():
    shown = board()
    assert panel.page(shown) == {}
    shown.open_page = "help", "view"
    assert panel.page(shown)["name"] == "help"


# The stock wheel

SECOND_PASS = "canfield; deal 7; moves " + "S-W " * 12 + "W-S S-W S-W S-W"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_wheel_says_in_text_what_it_shows(lang: str):
    shown = board(SECOND_PASS, lang)
    game = shown.game
    ring = wheel_of(game.position, before=game.positions[: game.ply])
    found = read(shown, "wheel")
    assert all(words in found.text for words in speak_wheel(ring, lang=lang))
    html = panel.page_html(shown, "wheel", "")
    assert f'role="img" aria-label="{words(lang)["page-wheel"]}"' in html
    assert "var(--cfw-can," in html
    assert {"do": "open", "page": "wheel"} in read(shown, "menu").sends


def test_the_wheel_asks_only_for_cards_that_are_seen_and_come_to_the_top():
    ring = wheel_of(board(SECOND_PASS).game.position, seen=True)
    sends = [send for send in read(board(SECOND_PASS), "wheel").sends if "value" in send]
    assert [send["value"] for send in sends] == [None, *ring.takes]
    first_pass = [send["value"] for send in read(board(), "wheel").sends if "value" in send]
    assert first_pass == [None, 2]
    assert not [send for send in read(board("canfield; deal 7"), "wheel").sends if "value" in send]


def test_the_wheel_shows_what_taking_the_chosen_card_changes_and_forgets_one_that_cannot_be_taken():
    shown = board(SECOND_PASS)
    plain = read(shown, "wheel").text
    shown.wheel_take = 8
    taken = read(shown, "wheel").text
    assert "if the six of spades is taken" in taken
    for none in (None, 7, 99):
        shown.wheel_take = none
        assert read(shown, "wheel").text == plain


def test_the_wheel_tells_no_card_that_nobody_has_seen():
    shown = board()
    hidden = set(shown.game.position.stock) - set(shown.game.position.waste)
    assert not [card for card in hidden if card_name(card) in read(shown, "wheel").text]
    other = board()
    start = with_hidden_cards_permuted(other.game.position, 3)
    by_hand = Desk(Session(Game(start)))
    plain = Desk(Session(Game(other.game.position)))
    assert panel.page_html(by_hand, "wheel", "") == panel.page_html(plain, "wheel", "")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_cards_in_the_ring_the_wheel_says_so(lang: str):
    deck, line = winning_line("canfield")
    game = Game.dealt("canfield", deck=deck)
    game.replay(line)
    won = Desk(Session(game), None, checked({"lang": lang}))
    assert words(lang)["step-end-won"] in read(won, "wheel").text
    assert "<svg" not in panel.page_html(won, "wheel", "")
    few = Game(under("canfield", "5", tableau="9C, TC, 9S, TS"), partial=True)
    empty = Desk(Session(few), None, checked({"lang": lang}))
    assert words(lang)["wheel-empty"] in read(empty, "wheel").text
    assert "<svg" not in panel.page_html(empty, "wheel", "")


def test_while_the_game_is_paused_the_menu_has_no_wheel():
    shown = board()
    shown.session.started = True
    shown.pause(True)
    assert shown.session.paused
    assert {"do": "open", "page": "wheel"} not in read(shown, "menu").sends


@pytest.mark.parametrize("name", ["moves", "wheel"])
def test_a_page_that_tells_the_cards_gives_way_to_the_menu_in_a_pause(name: str):
    shown = board()
    shown.session.started = True
    shown.open_page = name, "view"
    assert panel.page(shown)["name"] == name
    shown.pause(True)
    assert panel.page(shown)["name"] == "menu"
