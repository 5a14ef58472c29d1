"""The browser's commands: each once, in order, stale ones refused, nonsense answered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from canfield_widget import panel
from canfield_widget.commands import CLIENTS_ANSWERED, CLIENTS_REMEMBERED, Desk
from canfield_widget.finishing import is_ordered, safe_up
from canfield_widget.game import Game
from canfield_widget.hints import hint
from canfield_widget.moves import read_move
from canfield_widget.notation import read_position
from canfield_widget.position import deal
from canfield_widget.rounds import explain_stuck
from canfield_widget.saves import Mark
from canfield_widget.searches import Question, Subject
from canfield_widget.session import Session
from canfield_widget.solver import Solution, Verdict
from canfield_widget.speech import card_name
from canfield_widget.texts import text
from canfield_widget.variants import VARIANTS
from canfield_widget.winnable import daily, deal_winnable
from samples import winning_line

REFUSED = "T1-T2"


def board(seed: int = 7, variant: str = "canfield") -> Desk:
    return Desk(Session(Game.dealt(variant, seed=seed)))


class Page:
    """A page that keeps its list of unanswered commands as the browser does."""

    def __init__(self, board: Desk, name: str = "page") -> None:
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
    page = Page(Desk(Session(Game.dealt("canfield", deck=deck))))
    page.board.settings["auto_finish"] = False
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
    page.board.set("lang", "en")
    assert page.board.state()["lang"] == "en"


def test_a_setting_is_kept_and_a_wrong_one_refused():
    page = Page(board())
    assert page.do("set", name="four_colours", value=True)["ok"]
    assert page.board.state()["settings"]["four_colours"] is True
    for wrong in (
        {"name": "four_colours", "value": 1}, {"name": "four_colours"}, {"name": "lives", "value": True}, {},
        {"name": "click", "value": "twice"}, {"name": "click", "value": ["play"]}, {"name": "lang", "value": "fr"},
    ):  # fmt: skip
        assert not page.do("set", **wrong)["ok"]
    assert page.board.state()["settings"]["four_colours"] is True
    assert page.board.state()["settings"]["click"] == "play"


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


def asked(board: Desk) -> list[str]:
    return [str(question.subject) for question in board.questions]


def last(board: Desk) -> Question:
    return list(board.questions)[-1]


def card_names(game: Game) -> dict[str, str]:
    """Every card of the game by its name in words."""
    cards = {card for name in game.position.pile_names() for card in game.position.pile(name)}
    return {card_name(card): str(card) for card in cards}


def said(board: Desk) -> tuple[str, str]:
    return board.message.kind, board.message.say("en")


@pytest.mark.parametrize("subject", [subject for subject in Subject if subject is not Subject.CHANCE])
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
    ({"do": "set", "name": "four_colours", "value": True}, ["deal-winnable", "winnable", "hint"]),
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
        (lambda: shared.replay(["S-W"]), ["deal-winnable"]), (lambda: shared.show(Session(Game.dealt(seed=3))), []),
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
    page = Page(Desk(Session(Game.dealt("canfield", deck=deck))))
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


# What a player expects beside the moves


def nearly_won(**settings: Any) -> Page:
    """A page of a game whose finish is proved and that goes up by itself with the next move, if it may."""
    deck, line = winning_line("storehouse")
    page = Page(Desk(Session(Game.dealt("storehouse", deck=deck))))
    page.board.settings |= {"auto_finish": False}
    for move in line:
        if is_ordered(page.board.game.position):
            page.board.session.undo()
            break
        page.board.play(move, "page")
    page.board.settings |= settings
    page.rev = page.board.rev
    return page


def token_to(page: Page) -> str:
    return str(page.board.game.line[page.board.game.ply])


def test_the_rest_goes_up_by_itself_and_one_undo_takes_all_of_it_back():
    page = nearly_won(auto_finish=True)
    page.move(token_to(page))
    page.send()
    state = page.board.state()
    assert state["status"] == "won"
    assert len(state["shown"]) == len(set(state["shown"])) > 1
    up = {key for name, pile in state["piles"].items() if name[0] == "F" for key, _ in pile}
    assert set(state["shown"]) <= up
    before, _ = page.board.session.joints[page.board.game.ply]
    page.look()
    assert page.do("undo")["ok"]
    assert page.board.game.ply == before


def test_a_finish_that_was_taken_back_does_not_come_again_by_itself_but_on_request():
    page = nearly_won(auto_finish=True)
    page.move(token_to(page))
    page.send()
    page.look()
    page.do("undo")
    assert page.board.state()["finish"]
    move = next(str(move) for move in page.board.game.legal_moves())
    page.move(move)
    page.send()
    assert page.look()["ok"]
    assert page.board.state()["status"] == "playing"
    assert page.do("finish")["ok"]
    assert page.board.state()["status"] == "won"


def test_the_rest_is_offered_and_not_played_where_that_is_set_off():
    page = nearly_won()
    page.move(token_to(page))
    page.send()
    page.look()
    assert page.board.state()["finish"]
    assert page.board.state()["status"] == "playing"
    assert page.do("finish")["ok"]


def test_what_cannot_be_finished_is_refused():
    page = Page(board())
    assert not page.board.state()["finish"]
    assert not page.do("finish")["ok"]


def test_moves_from_python_are_followed_by_nothing():
    page = nearly_won(auto_finish=True, auto_up=True)
    ply = page.board.game.ply
    page.board.play(read_move(token_to(page)))
    assert page.board.game.ply == ply + 1


def test_a_click_plays_the_card_or_says_why_not():
    page = Page(board())
    state = page.board.state()
    moves = {move["card"]: move for move in state["moves"] if move["card"]}
    for pile in ("R", "T1", "T2", "T3", "T4"):
        page = Page(board())
        key = page.board.keys.now()[pile][-1]
        moves = [move for move in page.board.state()["moves"] if move["card"] == key]
        answer = page.do("click", pile=pile, card=key)
        assert answer["ok"] == bool(moves)
        assert page.board.game.ply == len(moves[:1])
        assert bool(answer["why"]) != bool(moves)
    assert not page.do("click", pile="T1", card="none")["ok"]
    assert not page.do("click", pile="X9", card=["x"])["ok"]


def test_a_hint_marks_the_game_only_where_the_solver_gives_it():
    shared = board()
    shared.mark(hint(shared.game.position, "ranked"))
    assert shared.session.marks == set()
    shared.mark(hint(shared.game.position, "solver", budget_states=1000))
    assert shared.session.marks == {Mark.HINT}


def test_what_is_left_out_for_a_class_is_refused_and_not_told():
    page = Page(Desk(Session(Game.dealt("superior", seed=7)), allow=()))
    page.do("move", move="S-W", card=None)
    for do in ("undo", "redo", "hint", "winnable", "deal-winnable", "daily"):
        assert not page.do(do)["ok"]
    state = page.board.state()
    assert (state["undo"], state["allow"]) == (False, ["new"])
    assert Desk(Session(Game.dealt("superior", seed=7)), allow=("hints",)).hint_kind == "ranked"


def test_new_deals_what_a_text_names():
    page = Page(board(seed=3))
    assert page.do("new", text=" 12 ")["ok"]
    assert page.board.game.deal == 12
    assert page.do("new", variant="superior{passes=2}")["ok"]
    assert (page.board.game.start.variant.id, page.board.game.start.variant.passes) == ("superior", 2)
    assert page.do("new", text="rainbow; deal 5; moves S-W")["ok"]
    assert (page.board.game.start.variant.id, page.board.game.deal, page.board.game.ply) == ("rainbow", 5, 1)
    for wrong in ("7H 7H", "rainbow; deal five", "canfield; moves T1-T2", "9" * 400, "<b>"):
        answer = page.do("new", text=wrong)
        assert not answer["ok"]
        assert answer["why"]
    assert page.board.game.deal == 5


def test_own_rules_are_chosen_value_by_value_and_dealt():
    page = Page(board())
    assert page.do("own", name="parent", value="storehouse")["ok"]
    assert page.do("own", name="deal_count", value="2")["ok"]
    assert page.do("own", name="passes", value="None")["ok"]
    assert not page.do("own", name="passes", value="-1")["ok"]
    assert not page.do("own", name="decks", value="2")["ok"]
    assert page.do("new", own=True)["ok"]
    variant = page.board.game.start.variant
    assert (variant.id, variant.deal_count, variant.passes) == ("storehouse", 2, None)


def test_a_pause_covers_a_game_that_has_begun_and_the_next_move_ends_it():
    page = Page(board())
    page.do("pause", on=True)
    assert not page.board.state()["paused"]
    page.do("move", move="S-W", card=None)
    page.do("pause", on=True)
    state = page.board.state()
    assert (state["paused"], state["clock"]["running"]) == (True, False)
    page.do("move", move="S-W", card=None)
    assert not page.board.state()["paused"]


def test_time_is_told_with_every_command_and_counts_from_the_first_move():
    page = Page(board())
    now = [10.0]
    page.board.session.clock.now = lambda: now[0]
    page.board.session.clock.run(False)
    page.do("hello", lang="en", ms=0)
    page.do("move", move="S-W", card=None, ms=60_000)
    assert page.board.state()["clock"]["ms"] == 0
    now[0] += 4
    page.do("away", ms=63_000)
    assert page.board.state()["clock"]["ms"] == 3000
    for nonsense in (-5, "much", 1e9, None, True):
        page.do("away", ms=nonsense)
    assert page.board.state()["clock"]["ms"] == 3000


def test_a_players_moves_have_their_seconds_and_those_from_python_none():
    page, now = Page(board()), [10.0]
    page.board.session.clock.now = lambda: now[0]
    page.board.session.clock.run(False)
    page.do("hello", lang="en", ms=0)
    shown = 0
    for seconds in (2, 3):
        now[0] += seconds
        shown += 1000 * seconds
        page.do("move", move="S-W", card=None, ms=shown)
    page.board.play(read_move("S-W"))
    page.look()
    now[0] += 4
    page.do("click", pile="S", card=page.board.keys.now()["S"][-1], ms=shown + 4000)
    assert page.board.game.seconds == (None, 3.0, None, 4.0)
    page.do("undo", ms=shown + 4000)
    now[0] += 1
    page.do("move", move="S-W", card=None, ms=shown + 5000)
    assert page.board.game.seconds == (None, 3.0, None, 5.0)
    page.board.replay(["S-W"] * 5)
    assert page.board.game.seconds == (None, 3.0, None, 5.0, None)


def test_of_a_finish_the_first_card_has_the_seconds_if_it_was_asked_for_and_none_if_it_came_by_itself():
    for asked_for in (False, True):
        page = nearly_won(auto_finish=not asked_for)
        page.board.session.clock.milliseconds = 8000
        page.move(token_to(page))
        start = page.board.game.ply
        page.send()
        page.look()
        page.board.session.clock.milliseconds = 9000
        if asked_for:
            assert page.do("finish")["ok"]
        timed = [at for at in page.board.game.times[start:] if at is not None]
        assert timed == ([8000, 9000] if asked_for else [8000])
        assert page.board.game.times[start] == 8000


def test_a_page_of_the_panel_is_open_for_the_view_that_asked():
    page = Page(board())
    assert page.do("open", page="help", view="v1")["ok"]
    assert panel.page(page.board)["view"] == "v1"
    assert not page.do("open", page="secrets", view="v1")["ok"]
    page.do("close")
    assert panel.page(page.board) == {}
    page.do("open", page="menu", view="v1")
    page.do("move", move="S-W", card=None)
    assert panel.page(page.board) == {}


def test_a_card_that_costs_nothing_goes_up_by_itself_if_that_is_wanted():
    text = "canfield; base A; stock 9S 8H 7H; reserve {rest}; foundations 2S 2H 2D 2C; tableau 3H, KC, QS, JD"
    pack = {f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"}
    out = {*["9S", "8H", "7H", "3H", "KC", "QS", "JD"], *(f"{rank}{suit}" for rank in "A2" for suit in "SHDC")}
    start = read_position(text.format(rest=" ".join(sorted(pack - out))))
    for wanted in (False, True):
        page = Page(Desk(Session(Game(start))))
        page.board.settings["auto_up"] = wanted
        assert safe_up(start) == read_move("T1-F")
        page.move("S-W")
        page.send()
        assert page.look()["ok"]
        assert ("T1-F" in map(str, page.board.game.moves)) == wanted
        page.do("undo")
        assert page.board.game.ply == 0
    page.move("S-W")
    page.send()
    page.look()
    assert "T1-F" not in map(str, page.board.game.moves)


def test_a_hint_in_a_stuck_game_says_why_nothing_goes_on():
    shared = board(seed=1)
    for seed in range(1, 60):
        shared = board(seed=seed)
        for _ in range(400):
            moves = shared.game.legal_moves()
            if shared.game.status != "playing" or not moves:
                break
            shared.play(max(moves, key=lambda move: (move.target == "F", move.source != "S", move.source == "R")))
        if shared.game.status == "stuck":
            break
    assert shared.game.status == "stuck"
    shared.mark(hint(shared.game.position, "ranked"))
    said = shared.state()["message"]
    assert said["kind"] == "hint"
    assert said["text"] == explain_stuck(shared.game.position, "en", seen=True)


def test_the_same_cards_again_are_said_once():
    counts: list[int] = []
    for seed in range(1, 30):
        shared, said = board(seed=seed), 0
        for _ in range(3 * 13):
            deal_on = next(move for move in shared.game.legal_moves() if "S" in (move.source, move.target))
            shared.play(deal_on)
            said += shared.message.say("en") == text("same-cards", "en")
        counts.append(said)
    assert set(counts) == {0, 1}


def test_the_board_of_the_day_is_dealt_and_marked():
    page = Page(board())
    assert page.do("daily")["ok"]
    [question] = page.board.questions
    assert (question.subject, page.board.search()["what"]) == (Subject.DAILY, "daily")
    found = daily("canfield", "2026-12-24")
    assert page.board.take(question, found)
    assert page.board.game.deal == found.deal
    assert page.board.session.marks == {Mark.DAILY, Mark.WINNABLE}


def test_new_deals_one_that_can_be_won_where_that_is_switched_on():
    page = Page(board())
    page.do("set", name="winnable", value=True)
    rev = page.board.rev
    assert page.do("new", variant="superior")["ok"]
    [question] = page.board.questions
    assert (question.subject, question.position.variant.id) == (Subject.DEAL, "superior")
    assert page.board.rev == rev


def test_hints_go_on_along_the_win_that_was_proved_and_search_anew_only_beside_it():
    shared = board(seed=2)
    shared.settings["hints"] = "solver"
    found = hint(shared.game.position, "solver", budget_states=100_000)
    assert found.line
    shared.mark(found)
    seen = {shared.game.position}
    for n, move in enumerate(found.line):
        shared.ask(Subject.HINT)
        assert not shared.questions
        assert shared.hinted == move
        left = len(found.line) - n
        assert (f"in {left} moves" if left > 1 else "with this move") in shared.message.say("en")
        shared.play(move)
        assert shared.game.position not in seen
        seen.add(shared.game.position)
    assert shared.game.status == "won"
    shared.undo()
    shared.undo()
    beside = next(move for move in shared.game.legal_moves() if move != shared.win[shared.game.position])
    shared.play(beside)
    shared.ask(Subject.HINT)
    assert [question.subject for question in shared.questions] == [Subject.HINT]


def test_one_undo_of_a_card_that_went_up_by_itself_stops_no_other_and_no_finish():
    page = nearly_won(auto_finish=True)
    held = page.board.game.position.foundations[0][-1]
    page.board.session.held_back = {held}
    page.move(token_to(page))
    page.send()
    assert page.board.state()["status"] == "won"


def test_an_undo_that_takes_nothing_back_is_no_mark():
    shared = board()
    assert not shared.undo()
    assert shared.session.marks == set()
    shared.play(read_move("S-W"))
    assert shared.undo()
    assert shared.session.marks == {Mark.UNDO}
