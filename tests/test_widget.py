"""The widget with a comm that records: what is sent, what the page may set, what Python may do."""

from __future__ import annotations

import json
import queue
import re
import subprocess
import sys
import threading
from typing import Any

import comm
import pytest
import traitlets
from comm.base_comm import BaseComm

import canfield_widget as cw
from canfield_widget.hints import Hint
from canfield_widget.rules import IllegalMove
from canfield_widget.searches import Question, Searches
from canfield_widget.solver import Solution, Verdict

SENT: list[dict[str, Any]] = []


class RecordingComm(BaseComm):
    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any):
        SENT.append({"type": msg_type, "data": data})


@pytest.fixture(autouse=True)
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comm, "create_comm", RecordingComm)
    SENT.clear()


def updates() -> list[dict[str, Any]]:
    return [message["data"]["state"] for message in SENT if (message["data"] or {}).get("method") == "update"]


def receive(game: cw.CanfieldWidget, **state: Any) -> None:
    """An update as it comes from the page."""
    game._handle_msg({"content": {"data": {"method": "update", "state": state}}, "buffers": []})


def ask(game: cw.CanfieldWidget, *tokens: str, client: str = "page", seq: int = 1, rev: int | None = None) -> None:
    now = game.state["rev"] if rev is None else rev
    receive(game, outbox=[
        {"client": client, "seq": seq + n, "rev": now, "ack": seq - 1, "do": "move", "move": token, "card": None}
        for n, token in enumerate(tokens)
    ])  # fmt: skip


def test_a_command_moves_a_card_and_one_message_tells_all():
    game = cw.CanfieldWidget(seed=7)
    SENT.clear()
    ask(game, "S-W")
    assert game.moves == ["S-W"]
    assert len(updates()) == 1
    told = updates()[0]
    assert {"state", "moves", "ply"} <= set(told)
    assert told["state"]["answers"]["page"] == {"seq": 1, "ok": True, "why": ""}
    assert told["moves"] == ["S-W"]
    assert told["ply"] == told["state"]["ply"] == 1


def test_what_the_page_sets_beside_the_outbox_changes_nothing():
    game = cw.CanfieldWidget(seed=7)
    before = {name: getattr(game, name) for name in ("state", "words", "moves", "ply", "status", "lang", "outbox")}
    text = game.game.text()
    for name, value in {
        "state": {"rev": 99}, "words": {}, "moves": ["S-W"], "ply": 5, "status": "won", "lang": "de",
        "_esm": "alert(1)", "_css": "*{}", "layout": "x", "nonsense": 1, "comm": None,
    }.items():  # fmt: skip
        receive(game, **{name: value})
    assert {name: getattr(game, name) for name in before} == before
    assert game.game.text() == text


@pytest.mark.parametrize("outbox", [None, 7, "x" * 10**6, {}, [[]], [None], [{"client": "a", "seq": "1"}]])
def test_an_outbox_of_a_wrong_type_changes_nothing(outbox: object):
    game = cw.CanfieldWidget(seed=7)
    before = game.state
    receive(game, outbox=outbox)
    assert game.state == before


def test_a_lost_answer_is_sent_again():
    game = cw.CanfieldWidget(seed=7)
    ask(game, "S-W", rev=0)
    SENT.clear()
    ask(game, "S-W", rev=0)
    assert len(updates()) == 1
    assert updates()[0]["state"]["answers"]["page"]["seq"] == 1
    assert game.ply == 1


def test_the_outbox_is_not_echoed():
    game = cw.CanfieldWidget(seed=7)
    SENT.clear()
    ask(game, "S-W")
    assert not [message for message in SENT if "outbox" in json.dumps(message["data"])]


def test_python_plays_and_the_board_follows():
    game = cw.CanfieldWidget(seed=7)
    SENT.clear()
    game.play("S-W")
    assert updates()[-1]["state"]["ply"] == 1
    assert game.undo()
    assert game.ply == 0
    assert game.redo()
    assert not game.redo()
    game.restart()
    assert (game.ply, game.state["redo"]) == (0, True)
    assert not game.undo()
    assert game.state["rev"] == 4


def test_an_illegal_move_raises_and_changes_nothing():
    game = cw.CanfieldWidget(seed=7)
    before = game.state
    with pytest.raises(IllegalMove, match=r"T1-T2 is not legal: wrong-rank \(TC 2H\)"):
        game.play("T1-T2")
    with pytest.raises(ValueError, match="no move"):
        game.play("castles")
    assert game.state == before
    refusal = game.why_not("T1-T2")
    assert refusal
    assert refusal.reason is cw.Reason.WRONG_RANK
    assert game.why_not("S-W") is None


def test_setting_moves_replays_from_the_deal():
    game = cw.CanfieldWidget(seed=7)
    seen: list[list[str]] = []
    game.observe(lambda change: seen.append(change["new"]), "moves")
    game.moves = ["S-W", "S-W", "S-W"]
    assert game.ply == 3
    game.moves = ["S-W"]
    assert game.ply == 1
    assert game.state["redo"]
    assert seen == [["S-W"] * 3, ["S-W"]]


def test_an_illegal_list_of_moves_raises_and_changes_nothing():
    game = cw.CanfieldWidget(seed=7)
    game.play("S-W")
    before = game.state
    for wrong in (["S-W", "W-S"], ["x"], ["S-W"] * 14):
        with pytest.raises(ValueError, match=r"not legal|no move"):
            game.moves = wrong
    assert game.moves == ["S-W"]
    assert game.state == before


def test_two_linked_boards_follow_each_other():
    one, two = cw.CanfieldWidget(seed=7), cw.CanfieldWidget(seed=7)
    traitlets.link((one, "moves"), (two, "moves"))
    one.play("S-W")
    assert two.moves == ["S-W"]
    ask(two, "S-W")
    assert one.ply == 2
    two.undo()
    assert (one.ply, one.state["redo"], two.state["redo"]) == (1, True, True)


def test_status_and_ply_can_be_observed():
    game = cw.CanfieldWidget(seed=7)
    seen: list[int] = []
    game.observe(lambda change: seen.append(change["new"]), "ply")
    ask(game, "S-W")
    game.undo()
    assert seen == [1, 0]
    with pytest.raises(traitlets.TraitError, match="told by the board"):
        game.status = "won"
    with pytest.raises(traitlets.TraitError, match="told by the board"):
        game.state = {}
    assert game.status == "playing"


def test_the_language_is_set_or_follows_the_page():
    game = cw.CanfieldWidget(seed=7)
    receive(game, outbox=[{"client": "p", "seq": 1, "rev": 0, "ack": 0, "do": "hello", "lang": "de"}])
    assert game.state["lang"] == "de"
    assert game.words["undo"] == "Rückgängig"
    game.lang = "en"
    assert (game.state["lang"], game.words["undo"]) == ("en", "Undo")
    with pytest.raises(traitlets.TraitError):
        game.lang = "fr"
    with pytest.raises(ValueError, match="lang"):
        cw.CanfieldWidget(lang="fr")


def test_a_game_comes_from_a_seed_a_deck_or_a_position_but_only_one():
    position = cw.deal("superior", seed=4)
    assert cw.CanfieldWidget(position=position).position == position
    assert cw.CanfieldWidget(position=cw.write_position(position)).position == position
    with pytest.raises(ValueError, match="expected one of them"):
        cw.CanfieldWidget(position=position, seed=4)
    with pytest.raises(ValueError, match="not complete: Missing"):
        cw.CanfieldWidget(position="canfield; base 7; tableau 7H, -, -, -")
    with pytest.raises(ValueError, match="is no variant"):
        cw.CanfieldWidget("klondike")
    with pytest.raises(TypeError):
        cw.CanfieldWidget(colour="red")  # type: ignore[call-arg]


def test_a_new_game_keeps_the_variant_unless_another_is_named():
    game = cw.CanfieldWidget("superior", seed=4)
    game.play("S-W")
    game.new(seed=5)
    assert (game.position, game.moves, game.state["deal"]) == (cw.deal("superior", seed=5), [], 5)
    game.new("canfield")
    assert game.position.variant.id == "canfield"


def test_nothing_that_lies_face_down_is_in_anything_sent():
    for variant in ("canfield", "candike", "quadruple"):
        SENT.clear()
        game = cw.CanfieldWidget(variant, seed=7)
        for _ in range(6):
            game.play(game.legal_moves()[-1])
            seen = game.position.player_view()
            told = json.dumps([game.get_state(), *SENT])
            shown = {str(card) for name in seen.pile_names() for card in seen.pile(name)}
            for name in seen.pile_names():
                for card in game.position.pile(name):
                    if str(card) not in shown:
                        assert f'"{card}"' not in json.dumps(game.state), card
            assert str(seen.pile("R")[-1]) in told


def test_the_fallbacks_show_the_players_view_and_the_repr_is_stable():
    game = cw.CanfieldWidget(seed=7)
    data, _ = game._repr_mimebundle_()
    assert set(data) == {"application/vnd.jupyter.widget-view+json", "image/svg+xml", "text/plain"}
    assert data["image/svg+xml"].startswith("<svg")
    assert repr(game) == "<CanfieldWidget canfield, deal 7, ply 0, playing>"
    hidden = {str(card) for card in (*game.position.stock, *game.position.reserves[0][:-1])}
    words = set(re.findall(r"\b[A2-9TJQK][SHDC]\b", data["text/plain"]))
    assert words
    assert not words & hidden


def test_commands_and_python_share_one_lock():
    game = cw.CanfieldWidget("rainfall", seed=7)
    threads = [threading.Thread(target=lambda: [(game.play("S-W"), game.undo()) for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for seq in range(1, 30):
        ask(game, "S-W", seq=seq)
    for thread in threads:
        thread.join()
    state = game.state
    assert sum(map(len, state["piles"].values())) == 52
    assert state["ply"] == game.ply == len(game.moves) == game.game.ply


# Searches

PATIENCE = 20
"""Seconds after which a test gives up on a thread."""


def wish(game: cw.CanfieldWidget, do: str, seq: int = 1) -> None:
    receive(game, outbox=[{"client": "page", "seq": seq, "rev": game.state["rev"], "ack": seq - 1, "do": do}])


def seen(game: cw.CanfieldWidget, trait: str = "search") -> queue.Queue[dict[str, Any]]:
    """Every later value of a trait."""
    values: queue.Queue[dict[str, Any]] = queue.Queue()
    game.observe(lambda change: values.put(change["new"]), trait)
    return values


class Hard:
    """A search that goes on until it is cancelled or let go, put in the place of a widget's own."""

    def __init__(self, game: cw.CanfieldWidget) -> None:
        self.begun: queue.Queue[threading.Event] = queue.Queue()
        self.number, self.go, self.found = queue.Queue[int](), threading.Event(), list[Any]()
        game._searches = Searches(game._found, answer=self, clock=iter(range(10_000)).__next__)

    def __call__(self, question: Question, reached: Any, cancel: threading.Event) -> Any:
        yield
        self.begun.put(cancel)
        while not (cancel.is_set() or self.go.is_set()):
            try:
                reached(self.number.get(timeout=0.01))
            except queue.Empty:
                continue
        return Solution(question.position, Verdict.WON)


def test_a_hint_that_the_page_asked_for_is_marked_from_another_thread():
    game = cw.CanfieldWidget(seed=12)
    states = seen(game, "state")
    wish(game, "hint")
    states.get(timeout=PATIENCE)
    hinted = states.get(timeout=PATIENCE)
    assert hinted["hint"] == str(cw.hint(game.position).move)
    assert hinted["message"]["kind"] == "hint"
    assert (hinted["rev"], game.search) == (0, {})
    wish(game, "undo", 2)
    assert game.state["hint"], "nothing was there to undo"
    game.play("S-W")
    assert game.state["hint"] is None


def test_the_board_plays_on_while_a_search_runs_and_a_move_ends_it():
    game = cw.CanfieldWidget(seed=7)
    hard, searches = Hard(game), seen(game)
    wish(game, "winnable")
    cancel = hard.begun.get(timeout=PATIENCE)
    assert searches.get(timeout=PATIENCE) == {"what": "winnable", "text": "0 s"}
    assert game.state["answers"]["page"] == {"seq": 1, "ok": True, "why": ""}
    ask(game, "S-W", seq=2)
    assert game.ply == 1
    assert cancel.is_set()
    assert game.search == {}


def test_the_search_for_a_deal_goes_on_while_cards_are_played_and_the_deal_is_told():
    game = cw.CanfieldWidget(seed=7)
    hard = Hard(game)
    wish(game, "deal-winnable")
    cancel = hard.begun.get(timeout=PATIENCE)
    ask(game, "S-W", seq=2)
    game.undo()
    assert not cancel.is_set()
    wish(game, "cancel", 3)
    assert cancel.is_set()
    assert (game.search, game.state["message"]["text"]) == ({}, "The search is stopped.")


def test_progress_sends_the_trait_search_alone():
    game = cw.CanfieldWidget(seed=7)
    hard, searches = Hard(game), seen(game)
    wish(game, "winnable")
    searches.get(timeout=PATIENCE)
    SENT.clear()
    hard.number.put(3)
    assert searches.get(timeout=PATIENCE) == {"what": "winnable", "text": "3 s"}
    assert updates() == [{"search": {"what": "winnable", "text": "3 s"}}]
    hard.go.set()
    assert searches.get(timeout=PATIENCE) == {}
    assert game.state["message"]["text"].startswith("Yes:")


def test_a_second_request_ends_the_first_and_the_last_one_is_answered():
    game = cw.CanfieldWidget(seed=7)
    hard = Hard(game)
    wish(game, "winnable")
    wish(game, "winnable", 2)
    first, second = hard.begun.get(timeout=PATIENCE), hard.begun.get(timeout=PATIENCE)
    assert {first.is_set(), second.is_set()} == {True, False}
    game.close()
    assert first.is_set()
    assert second.is_set()


def test_a_board_that_is_closed_ends_its_searches_and_tells_nothing():
    game = cw.CanfieldWidget(seed=7)
    hard = Hard(game)
    wish(game, "deal-winnable")
    cancel = hard.begun.get(timeout=PATIENCE)
    SENT.clear()
    game.close()
    assert cancel.is_set()
    hard.go.set()
    assert not updates()


def test_python_gets_a_hint_and_the_board_marks_it():
    game = cw.CanfieldWidget(seed=12)
    found = game.hint()
    assert isinstance(found, Hint)
    assert game.state["hint"] == str(found.move)
    assert game.state["message"]["text"] == cw.speak_hint(found)
    assert game.hint("legal").kind == "legal"
    with pytest.raises(ValueError, match="kind: read 'best'"):
        game.hint("best")
    game.undo()
    game.play("S-W")
    assert game.state["hint"] is None


def test_only_the_thread_that_tells_may_write_what_the_board_tells():
    game = cw.CanfieldWidget(seed=7)
    trouble: list[BaseException] = []

    def meddle(change: object) -> None:
        def write() -> None:
            try:
                game.search = {"what": "gold"}
            except traitlets.TraitError as error:
                trouble.append(error)

        thread = threading.Thread(target=write)
        thread.start()
        thread.join(PATIENCE)

    game.observe(meddle, "ply")
    game.play("S-W")
    assert "told by the board" in str(trouble[0])


def test_importing_the_package_loads_nothing_heavy():
    code = """
import sys
import canfield_widget as cw
cw.legal_moves(cw.deal(seed=7)); cw.Game.dealt(seed=7); cw.position_svg(cw.deal(seed=7))
heavy = ("anywidget", "traitlets", "ipywidgets", "IPython", "matplotlib", "numpy")
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_there():
    for name in cw.__all__:
        assert getattr(cw, name) is not None
    assert dir(cw) == sorted(cw.__all__)
    with pytest.raises(AttributeError, match="no 'solitaire'"):
        _ = cw.solitaire
