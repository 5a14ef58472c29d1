"""The browser's commands: each once, in order, stale ones refused, nonsense answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.commands import CLIENTS_ANSWERED, CLIENTS_REMEMBERED, Board
from canfield_widget.game import Game
from canfield_widget.hints import hint
from canfield_widget.moves import read_move
from canfield_widget.position import deal
from canfield_widget.searches import Question, Subject
from canfield_widget.solver import Solution, Verdict
from canfield_widget.speech import card_name
from canfield_widget.variants import VARIANTS
from canfield_widget.winnable import deal_winnable
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
    "do": st.sampled_from(["move", "undo", "redo", "restart", "new", "set", "hello", "hint", "winnable",
                           "deal-winnable", "cancel", "?"]), "card": JSON,
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


# What takes long


def asked(board: Board) -> list[str]:
    return [str(question.subject) for question in board.questions]


def last(board: Board) -> Question:
    return list(board.questions)[-1]


def card_names(game: Game) -> dict[str, str]:
    """Every card of the game by its name in words."""
    cards = {card for name in game.position.pile_names() for card in game.position.pile(name)}
    return {card_name(card): str(card) for card in cards}


def said(board: Board) -> tuple[str, str]:
    return board.message.kind, board.message.say("en")


@pytest.mark.parametrize("subject", Subject)
def test_a_search_is_asked_for_and_answered_and_the_board_is_as_it_was(subject: Subject):
    page = Page(board())
    assert page.do(subject) == {"seq": 1, "ok": True, "why": ""}
    assert asked(page.board) == [subject]
    assert (page.board.rev, page.board.game.ply) == (0, 0)
    assert page.board.search()["what"] == subject
    assert page.do("move", move="S-W", card=None)["ok"]


def test_a_hint_that_was_found_is_marked_and_said_until_the_next_change():
    for change in ({"do": "undo"}, {"do": "move", "move": "S-W", "card": None}, {"do": "restart"}, {"do": "new"}):
        page = Page(board(seed=12))
        page.do("move", move="S-W", card=None)
        page.do("hint")
        found = hint(page.board.game.position)
        assert page.board.take(last(page.board), found)
        state = page.board.state()
        assert state["hint"] == str(found.move)
        assert state["hint"] in {move["move"] for move in state["moves"]}
        assert state["message"]["kind"] == "hint"
        assert asked(page.board) == []
        assert page.do(**change)["ok"]
        assert page.board.state()["hint"] is None
        assert page.board.message.kind != "hint"


@pytest.mark.parametrize(("change", "left"), [
    ({"do": "move", "move": "S-W", "card": None}, ["deal-winnable"]),
    ({"do": "undo"}, ["deal-winnable"]),
    ({"do": "redo"}, ["deal-winnable"]),
    ({"do": "restart"}, ["deal-winnable"]),
    ({"do": "new"}, []),
    ({"do": "move", "move": REFUSED, "card": "x"}, ["deal-winnable", "winnable", "hint"]),
    ({"do": "set", "name": "fourColours", "value": True}, ["deal-winnable", "winnable", "hint"]),
    ({"do": "cancel"}, ["deal-winnable", "winnable"]),
])  # fmt: skip
def test_what_a_change_of_the_board_makes_void(change: dict[str, Any], left: list[str]):
    page = Page(board())
    for _ in range(2):
        page.do("move", move="S-W", card=None)
    page.do("undo")
    for subject in ("deal-winnable", "winnable", "hint"):
        page.do(subject)
    void = last(page.board)
    page.do(**change)
    assert asked(page.board) == left
    if "hint" not in left:
        before = page.board.state()
        assert not page.board.take(void, hint(void.position))
        assert page.board.state() == before


def test_python_makes_searches_void_as_well():
    shared = board()
    for change, left in (
        (lambda: shared.play(read_move("S-W")), ["deal-winnable"]), (shared.undo, ["deal-winnable"]),
        (lambda: shared.replay(["S-W"]), ["deal-winnable"]), (lambda: shared.show(Game.dealt(seed=3)), []),
    ):  # fmt: skip
        for subject in (Subject.DEAL, Subject.WINNABLE):
            shared.ask(subject)
        change()
        assert asked(shared) == left


def test_a_second_request_takes_the_place_of_the_first():
    shared = board()
    shared.ask(Subject.WINNABLE)
    first = last(shared)
    shared.ask(Subject.WINNABLE)
    assert asked(shared) == ["winnable"]
    assert last(shared) is not first
    assert not shared.take(first, None)


def test_the_search_that_was_asked_for_last_is_shown_and_cancelled_first():
    page = Page(board())
    page.do("deal-winnable")
    page.do("winnable")
    page.board.reach(last(page.board), 7)
    assert page.board.search() == {"what": "winnable", "text": "7 s"}
    page.do("cancel")
    assert page.board.search() == {"what": "deal-winnable", "text": "Shuffle 1"}
    assert said(page.board) == ("plain", "The search is stopped.")
    page.board.reach(last(page.board), 12)
    page.board.page_lang = "de"
    assert page.board.search()["text"] == "12. Mischung"
    page.do("cancel")
    assert page.board.search() == {}


def test_progress_of_a_void_question_is_not_noted():
    shared = board()
    shared.ask(Subject.WINNABLE)
    void = last(shared)
    shared.play(read_move("S-W"))
    shared.reach(void, 5)
    assert shared.search() == {}


def test_cancel_takes_a_hint_away_where_nothing_is_searched_for_and_is_never_refused():
    page = Page(board())
    page.board.mark(hint(page.board.game.position))
    assert page.board.state()["hint"]
    assert page.do("cancel")["ok"]
    assert page.board.state()["hint"] is None
    assert page.do("cancel")["ok"]


def test_a_hint_for_another_position_is_not_marked():
    shared = board()
    shared.mark(hint(deal("canfield", seed=3)))
    assert shared.state()["hint"] is None


@pytest.mark.parametrize(("verdict", "words"), [
    (Verdict.WON, "Yes: a win from here is proved. The solver sees all cards."),
    (Verdict.LOST, "No: lost from here, and that is proved. The solver sees all cards."),
    (Verdict.UNKNOWN, "Not decided in 30 s: neither a win nor a loss is proved."),
])  # fmt: skip
def test_whether_it_can_still_be_won_is_said_with_what_the_answer_rests_on(verdict: Verdict, words: str):
    shared = board()
    shared.ask(Subject.WINNABLE)
    assert shared.take(last(shared), Solution(shared.game.position, verdict, seconds=30.02))
    assert said(shared) == ("answer", words)
    assert "kennt alle Karten" in shared.message.say("de") or verdict is Verdict.UNKNOWN
    assert shared.rev == 0


def test_a_deal_that_was_found_is_dealt_and_what_was_on_its_way_is_stale():
    page = Page(board())
    page.do("deal-winnable")
    page.do("move", move="S-W", card=None)
    page.move("S-W")
    before, found = page.board.state(), deal_winnable("canfield", seed=2)
    assert page.board.take(last(page.board), found)
    after = page.board.state()
    assert page.board.game.position == found.position
    assert after["game"] != before["game"]
    assert (after["ply"], after["rev"], after["message"]["kind"]) == (0, before["rev"] + 1, "answer")
    assert deal("canfield", seed=after["deal"]) == found.position
    page.send()
    assert "changed" in page.look()["why"]
    assert page.board.game.ply == 0


def test_a_stale_request_for_another_deal_is_refused_and_one_for_a_hint_is_for_what_lies_there_now():
    page = Page(board())
    page.ask("deal-winnable")
    page.ask("hint")
    page.board.play(read_move("S-W"))
    page.send()
    assert asked(page.board) == ["hint"]
    assert last(page.board).position == page.board.game.position


def test_a_won_game_has_no_hint_and_no_question_left():
    deck, line = winning_line("canfield")
    page = Page(Board(Game.dealt("canfield", deck=deck)))
    page.board.replay([str(move) for move in line])
    page.look()
    for subject in ("hint", "winnable"):
        assert page.do(subject)["why"] == "The game is won."
    assert page.do("deal-winnable")["ok"]
    assert asked(page.board) == ["deal-winnable"]


def test_a_search_that_broke_off_is_said():
    shared = board()
    shared.ask(Subject.WINNABLE)
    assert shared.take(last(shared), None)
    assert said(shared)[1] == "The search broke off and found nothing."
    assert shared.search() == {}


def test_what_is_searched_for_is_said_unless_the_answer_comes_at_once():
    shared = board()
    shared.ask(Subject.HINT)
    assert said(shared)[1].startswith("Base rank")
    for subject, words in ((Subject.WINNABLE, "can still be won"), (Subject.DEAL, "Play on meanwhile")):
        shared.ask(subject)
        assert words in said(shared)[1]
    superior = board(variant="superior")
    superior.ask(Subject.HINT)
    assert "way to win" in said(superior)[1]


def test_no_card_that_lies_face_down_is_named_or_marked_by_a_hint():
    for variant in VARIANTS:
        shared = board(variant=variant)
        for _ in range(3):
            now = shared.game.position
            shared.mark(hint(now, "ranked"))
            seen = {str(card) for name in now.pile_names() for card in now.player_view().pile(name)}
            said = shared.message.say("en").lower()
            named = {card for name, card in card_names(shared.game).items() if name in said}
            assert named <= seen
            if shared.hinted:
                shared.play(shared.hinted)
