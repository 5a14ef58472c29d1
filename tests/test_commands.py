"""The browser's commands: each once, in order, stale ones refused, nonsense answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.commands import CLIENTS_ANSWERED, CLIENTS_REMEMBERED, Board
from canfield_widget.game import Game
from canfield_widget.moves import read_move
from samples import winning_line

REFUSED = "T1-T2"


def board(seed: int = 7, variant: str = "canfield") -> Board:
    return Board(Game.dealt(variant, seed=seed))


class Page:
    """A page that keeps its list of unanswered commands as the browser does."""

    def __init__(self, board: Board, name: str = "page") -> None:
        self.board, self.name, self.seq, self.ack = board, name, 0, 0
        self.rev, self.waiting = board.rev, list[dict[str, Any]]()

    def ask(self, do: str, **fields: Any) -> None:
        self.seq += 1
        command = {"client": self.name, "seq": self.seq, "rev": self.rev, "ack": self.ack, "do": do}
        self.waiting.append(command | fields)

    def move(self, token: str) -> None:
        keys = self.board.keys.lifted(read_move(token))
        self.ask("move", move=token, card=None if "S" in token.split("-") else keys[0] if keys else "none")

    def send(self) -> bool:
        return self.board.carry_out([dict(command) for command in self.waiting])

    def look(self) -> dict[str, Any]:
        state = self.board.state()
        answer = state["answers"].get(self.name, {"seq": 0, "ok": True, "why": ""})
        self.rev, self.ack = state["rev"], answer["seq"]
        self.waiting = [command for command in self.waiting if command["seq"] > self.ack]
        return answer

    def do(self, do: str, **fields: Any) -> dict[str, Any]:
        self.ask(do, **fields)
        self.send()
        return self.look()


def test_a_move_is_made_and_answered():
    page = Page(board())
    page.move("S-W")
    assert page.send()
    assert page.look() == {"seq": 1, "ok": True, "why": ""}
    assert [str(move) for move in page.board.game.moves] == ["S-W"]
    assert page.board.rev == 1


def test_a_list_that_comes_again_with_more_is_carried_out_once():
    page = Page(board())
    for _ in range(3):
        page.move("S-W")
        page.send()
    assert page.board.game.ply == 3


def test_a_list_that_comes_again_unchanged_is_answered_again():
    page = Page(board())
    page.move("S-W")
    page.send()
    assert page.send()
    assert page.board.game.ply == 1


def test_thirty_quick_commands_in_one_list_are_all_made_in_order():
    page = Page(board())
    for n in range(30):
        page.ask(*(["undo"] if n % 3 == 2 else ["move"]), **({} if n % 3 == 2 else {"move": "S-W", "card": None}))
    page.send()
    assert page.look()["seq"] == 30
    assert page.board.game.ply == 10
    assert page.board.rev == 30


def test_a_refused_move_changes_nothing_and_says_why_and_whom_to_blame():
    page = Page(board())
    page.move(REFUSED)
    page.send()
    answer = page.look()
    state = page.board.state()
    assert not answer["ok"]
    assert answer["why"] == state["message"]["text"]
    assert state["message"]["kind"] == "refusal"
    assert state["message"]["blame"] == [state["piles"]["T1"][-1][0], state["piles"]["T2"][-1][0]]
    assert state["rev"] == 0


def test_moves_made_before_their_maker_saw_a_refusal_fall_with_it():
    page = Page(board())
    page.move(REFUSED)
    page.move("S-W")
    page.ask("undo")
    page.send()
    answer = page.look()
    assert answer["seq"] == 3
    assert not answer["ok"]
    assert "does not go on" in answer["why"]
    assert page.board.game.ply == 0
    page.move("S-W")
    page.send()
    assert page.look()["ok"]


def test_a_command_is_stale_if_python_changed_the_board_after_its_rev():
    page = Page(board())
    page.move("S-W")
    page.board.play(read_move("S-W"))
    page.send()
    answer = page.look()
    assert not answer["ok"]
    assert "changed" in answer["why"]
    assert page.board.game.ply == 1


def test_a_command_is_stale_if_another_page_changed_the_board_after_its_rev():
    first = Page(board(), "first")
    second = Page(first.board, "second")
    second.move("S-W")
    first.do("move", move="S-W", card=None)
    second.send()
    assert not second.look()["ok"]
    assert first.board.game.ply == 1
    assert second.do("move", move="S-W", card=None)["ok"]


def test_what_a_forgotten_page_changed_still_makes_commands_stale():
    shared = board()
    late = Page(shared, "late")
    late.move("S-W")
    Page(shared, "early").do("move", move="S-W", card=None)
    for n in range(CLIENTS_REMEMBERED + 1):
        Page(shared, f"other {n}").do("hello", lang="en")
    late.send()
    assert not late.look()["ok"]
    assert shared.game.ply == 1


def test_a_move_must_name_the_card_that_it_lifts():
    page = Page(board())
    other = page.board.keys.now()["T2"][-1]
    assert page.do("move", move="R-F", card=other) == {
        "seq": 1,
        "ok": False,
        "why": "That card does not lie there any more.",
    }
    assert not page.do("move", move="R-F", card=None)["ok"]
    assert not page.do("move", move="R-F", card=["x"])["ok"]


def test_undo_redo_and_restart_along_a_won_game():
    deck, line = winning_line("canfield")
    page = Page(Board(Game.dealt("canfield", deck=deck)))
    for move in line:
        page.move(str(move))
        page.send()
        assert page.look()["ok"]
    assert page.board.state()["status"] == page.board.state()["message"]["kind"] == "won"
    assert page.do("undo")["ok"]
    assert page.board.state()["status"] == "playing"
    assert page.do("redo")["ok"]
    assert not page.do("redo")["ok"]
    assert page.do("restart")["ok"]
    assert page.board.game.ply == 0
    assert not page.do("undo")["ok"]
    assert page.board.state()["redo"]


def test_a_new_game_has_other_keys_and_the_same_rules():
    page = Page(board(variant="superior"))
    before = page.board.state()
    assert page.do("new")["ok"]
    after = page.board.state()
    assert after["game"] != before["game"]
    assert after["title"] == before["title"]
    assert not {key for key, _ in after["piles"]["S"]} & {key for key, _ in before["piles"]["S"]}
    assert after["deal"] != before["deal"]


def test_the_language_follows_the_page_unless_it_was_set():
    page = Page(board())
    page.do("hello", lang="de-CH")
    assert page.board.state()["lang"] == "de"
    assert page.board.state()["message"]["text"].startswith("Grundwert")
    page.board.lang = "en"
    assert page.board.state()["lang"] == "en"


def test_a_setting_is_kept_and_a_wrong_one_refused():
    page = Page(board())
    assert page.do("set", name="fourColours", value=True)["ok"]
    assert page.board.state()["settings"] == {"fourColours": True}
    for wrong in ({"name": "fourColours", "value": 1}, {"name": "lives", "value": True}, {}):
        assert not page.do("set", **wrong)["ok"]
    assert page.board.state()["settings"] == {"fourColours": True}


@pytest.mark.parametrize("outbox", [
    None, 3, "S-W", {}, [None], [[]], ["x"], [{}], [{"client": "a"}], [{"client": "a", "seq": 0}],
    [{"client": "a", "seq": True}], [{"client": "a", "seq": 1.0}], [{"client": "a", "seq": -1}],
    [{"client": 5, "seq": 1}], [{"client": "", "seq": 1}], [{"client": "x" * 10_000, "seq": 1}],
    [{"client": "a", "seq": 2**70}],
])  # fmt: skip
def test_what_names_no_page_and_number_is_ignored(outbox: object):
    shared = board()
    before = shared.state()
    assert not shared.carry_out(outbox)
    assert shared.state() == before


@pytest.mark.parametrize("fields", [
    {}, {"do": "fly"}, {"do": None}, {"do": ["move"]}, {"do": "move"}, {"do": "move", "move": 5, "card": None},
    {"do": "move", "move": "S-W" * 100_000, "card": None}, {"do": "move", "move": "S-W", "card": {}, "rev": "0"},
    {"do": "move", "move": "T99-T1", "card": "x"}, {"do": "move", "move": "T1-T2x999", "card": "x"},
    {"do": "move", "move": "S-W", "rev": -1}, {"do": "undo", "ack": None}, {"do": "set", "name": "state", "value": {}},
])  # fmt: skip
def test_what_cannot_be_read_is_refused_with_an_answer(fields: dict[str, Any]):
    shared = board()
    before = shared.state()
    command = {"client": "a", "seq": 1, "rev": 0, "ack": 0}
    assert shared.carry_out([command | fields])
    after = shared.state()
    assert not after["answers"]["a"]["ok"]
    assert after["answers"]["a"]["why"]
    assert after["piles"] == before["piles"]
    assert after["rev"] == before["rev"]


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
              st.sampled_from(["move", "S-W", "page", "undo", "new", "R-F", "FH7-T1"])),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(
        st.sampled_from(["client", "seq", "rev", "ack", "do", "move", "card", "lang", "name", "value"]), inner)),
    max_leaves=12,
)  # fmt: skip


@given(st.lists(st.one_of(JSON, st.fixed_dictionaries({
    "client": st.sampled_from(["a", "b"]), "seq": st.integers(1, 9), "rev": st.integers(0, 5), "ack": st.integers(0, 9),
    "do": st.sampled_from(["move", "undo", "redo", "restart", "new", "set", "hello", "?"]), "card": JSON,
    "move": st.one_of(JSON, st.sampled_from(["S-W", "W-S", "R-F", "W-T1", "T1-T2", "T1-T2x2"])),
})), max_size=12))  # fmt: skip
def test_no_outbox_raises_or_loses_a_card(outbox: list[object]):
    shared = board()
    shared.carry_out(outbox)
    shared.carry_out(outbox)
    state = shared.state()
    assert sum(map(len, state["piles"].values())) == 52
    assert len({key for pile in state["piles"].values() for key, _ in pile}) == 52


def test_only_so_many_pages_are_answered():
    shared = board()
    for n in range(3 * CLIENTS_ANSWERED):
        Page(shared, f"page {n}").do("hello", lang="en")
    assert len(shared.state()["answers"]) == CLIENTS_ANSWERED
    assert f"page {3 * CLIENTS_ANSWERED - 1}" in shared.state()["answers"]
