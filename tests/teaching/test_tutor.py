"""Asking and judging: answers on the board and in words, hints, twins, courses, and what is remembered."""

from __future__ import annotations

import pytest

from canfield_widget.game import Status
from canfield_widget.moves import read_move
from canfield_widget.notation import write_position
from canfield_widget.teaching.boards import relabelled
from canfield_widget.teaching.choices import Choices, OptionState
from canfield_widget.teaching.feedback import Feedback, FeedbackKind
from canfield_widget.teaching.lessons import lessons, read_lesson
from canfield_widget.teaching.relabelling import SAME, SUIT_CHANGES
from canfield_widget.teaching.tasks import UNDO, TaskKind
from canfield_widget.teaching.tutor import Tutor
from canfield_widget.texts import LANGUAGES

BOARD = "canfield; base 5; stock 2C 3C 4D; reserve 4C 2H 9D; tableau 6S AH, KC, 9H, 8S"
MOVE = f"""
id = "move"
title = {{en = "King on ace", de = "König auf Ass"}}
position = "{BOARD}"
question = {{en = "Play the {{KC}} onto the {{AH}}.", de = "{{KC}} auf {{AH}} legen."}}
accept = ["T2-T1"]
arrows = ["T2-T1"]
right = {{en = "Yes: the {{KC}}.", de = "Ja: {{KC}}."}}
hints = ["Down.", "The {{KC}}."]

[[wrong]]
move = "T3-T1"
say = {{en = "Not the {{9H}}.", de = "Nicht {{9H}}."}}

[[wrong]]
move = "S-W"
say = "Not yet."
punish = ["T2-T1"]
cost = {{en = "Now the {{2C}} is on top.", de = "Oben liegt nun {{2C}}."}}
"""
CHOICE = """
id = "choice"
position = "canfield; base 5; tableau 9C, 8H, 8S, -"
question = "What goes onto the {9C}?"
options = [
    {en = "The {8H}", de = "{8H}", right = true},
    {en = "The {8S}", de = "{8S}", say = {en = "Both of one colour.", de = "Beide schwarz oder beide rot."}},
    "Nothing",
]
right = "Red on black."
"""
SEVERAL = CHOICE.replace('id = "choice"', 'id = "several"\npick = "all"').replace(
    '"Nothing"', '{en = "A red eight", right = true}'
)
RULES = """
id = "rules"
position = "canfield; base 5; tableau 9S 8H 7C, 8D, 2C, KS"
question = "Who allows it?"
allows = ["T1-T2"]
among = ["canfield", "superior"]
"""
GAME = 'id = "game"\nquestion = "Win."\nright = "Well played."\ngame = "{}"'
NEARLY_WON = "canfield{ranks=2,reserve_size=0}; base A; foundations 2S 2H 2D AC; tableau 2C, -, -, -"

THREE = """
id = "three"
[[task]]
position = "canfield; base 5; tableau 9C, 8H, 8D, 7S"
question = "A red eight."
accept = ["T2-T1", "T3-T1"]
[[task]]
question = "Now the seven."
accept = ["T4-T1"]
[[task]]
question = "And back."
accept = ["undo"]
"""


def tutor(*sources: str) -> Tutor:
    """A tutor for the lessons of some texts."""
    return Tutor([read_lesson(source) for source in sources])


def answer(of: Tutor, token: str) -> Feedback:
    """What is said to a move."""
    said = of.answer_move(UNDO if token == UNDO else read_move(token))
    assert said is not None
    return said


def board(of: Tutor) -> str:
    """The columns on the board."""
    return write_position(of.game.position).split("tableau ")[1]


# A move as the answer


def test_the_question_comes_with_its_board_arrows_and_words():
    of = tutor(MOVE)
    assert (of.title("en"), of.title("de")) == ("King on ace", "König auf Ass")
    assert of.question("en") == "Play the king of clubs onto the ace of hearts."
    assert of.question("de") == "Kreuz-König auf Herz-Ass legen."
    assert of.arrows == (read_move("T2-T1"),)
    assert (of.number, of.relabelling, of.feedback, of.solved, of.finished) == (1, SAME, None, False, False)
    assert of.options("en") == ()


def test_a_right_move_is_played_and_praised():
    of = tutor(MOVE)
    said = answer(of, "T2-T1")
    assert (said.kind, said.say("en"), said.say("de")) == (
        FeedbackKind.RIGHT,
        "Yes: the king of clubs.",
        "Ja: Kreuz-König.",
    )
    assert board(of) == "6S AH KC, 9D, 9H, 8S"
    assert of.solved
    assert of.feedback is said


def test_without_words_of_its_own_a_right_move_is_called_right():
    assert [answer(tutor(THREE), "T2-T1").say(lang) for lang in LANGUAGES] == ["Right.", "Richtig."]


def test_an_illegal_move_moves_nothing_and_is_refused_in_the_lessons_words():
    of = tutor(MOVE)
    said = answer(of, "T3-T1")
    assert (said.kind, said.say("de")) == (FeedbackKind.WRONG, "Nicht Herz-Neun.")
    assert [str(card) for card in said.blame] == ["9H", "AH"]
    assert said.refusal is not None
    assert of.game.ply == 0
    assert not of.is_off


def test_an_illegal_move_without_words_is_refused_in_those_of_the_engine():
    of = tutor(MOVE)
    assert answer(of, "T4-T1").say("en") == (
        "The eight of spades does not go on the ace of hearts: the next lower rank is king."
    )


def test_a_refusal_names_rule_sets_that_would_allow_the_move():
    of = tutor(MOVE.replace("tableau 6S AH, KC, 9H, 8S", "tableau TC 9H 8S, KC, AH, 9D"))
    said = answer(of, "T1-T4")
    assert said.say("en") == (
        "Only a whole column moves: the nine of hearts lies under it. "
        "Canfield with single cards, Superior Canfield and Quadruple Canfield would allow it."
    )
    assert said.say("de").endswith(
        "Canfield mit Einzelkarten, Superior Canfield und Vierfach-Canfield würden es erlauben."
    )


def test_a_refusal_names_no_rule_set_that_lessons_do_not_speak_of():
    of = tutor(MOVE.replace("9H, 8S", "9C, 8S"))
    said = answer(of, "T4-T3")
    assert said.refusal is not None
    assert "rainbow" in said.refusal.allowed_by
    assert said.say("en") == "The eight of spades does not go on the nine of clubs: red and black must alternate."


def test_a_legal_move_that_was_not_asked_for_is_played_and_can_be_taken_back():
    of = tutor(MOVE)
    said = answer(of, "T4-T3")
    assert (said.kind, said.refusal) == (FeedbackKind.WRONG, None)
    assert said.say("en") == "That is allowed, but not what was asked. Take it back and try again."
    assert board(of) == "6S AH, KC, 9H 8S, 9D"
    assert of.is_off
    assert not of.has_cost
    of.take_back()
    assert (board(of), of.is_off, of.feedback) == ("6S AH, KC, 9H, 8S", False, None)


def test_while_a_wrong_move_stands_only_taking_it_back_changes_anything():
    of = tutor(MOVE)
    said = answer(of, "T4-T3")
    assert answer(of, "T2-T1") is said
    assert of.answer_move(UNDO) is None
    assert not of.is_off
    assert of.result["errors"] == 1


def test_what_a_mistake_costs_is_played_out_and_taken_back():
    of = tutor(MOVE)
    assert answer(of, "S-W").say("en") == "Not yet."
    assert of.has_cost
    said = of.play_cost()
    assert said is not None
    assert (said.kind, said.say("de")) == (FeedbackKind.COST, "Oben liegt nun Kreuz-Zwei.")
    assert [str(move) for move in of.game.moves] == ["S-W", "T2-T1"]
    assert not of.has_cost
    assert of.play_cost() is None
    of.take_back()
    assert of.game.ply == 0


def test_there_is_no_cost_where_nothing_is_wrong():
    assert tutor(MOVE).play_cost() is None


def test_an_answer_after_the_answer_changes_nothing():
    of = tutor(MOVE)
    said = answer(of, "T2-T1")
    assert answer(of, "T4-T3") is said
    assert of.game.ply == 1


def test_taking_back_is_wrong_where_it_was_not_asked_for():
    of = tutor(MOVE)
    assert answer(of, UNDO).say("en") == "There is no move to take back."
    of = tutor(THREE)
    answer(of, "T2-T1")
    of.go_on()
    assert answer(of, UNDO).kind is FeedbackKind.WRONG
    assert board(of) == "9C, 8H, 8D, 7S"
    of.take_back()
    assert board(of) == "9C 8H, -, 8D, 7S"


def test_a_move_is_no_answer_where_words_are_wanted():
    with pytest.raises(ValueError, match="choice, task 1: read an answer of another kind, expected a choice"):
        tutor(CHOICE).answer_move(UNDO)
    with pytest.raises(ValueError, match="expected a move"):
        tutor(MOVE).choose(0)


def test_what_was_said_is_said_anew_in_another_language():
    of = tutor(MOVE)
    for token in ("T3-T1", "T4-T1", "T2-T1"):
        said = answer(of, token)
        assert said.say("en") != said.say("de")


# Twins


def test_a_right_answer_after_an_error_is_right_but_asked_once_more_with_other_cards():
    of = tutor(MOVE)
    answer(of, "T3-T1")
    assert answer(of, "T2-T1").kind is FeedbackKind.RIGHT
    assert of.go_on()
    assert of.relabelling == SUIT_CHANGES[1]
    assert of.question("en") == "Play the king of diamonds onto the ace of spades."
    assert board(of) == "6H AS, KD, 9S, 8H"
    assert (of.feedback, of.solved) == (None, False)
    assert answer(of, "T3-T1").say("en") == "Not the nine of spades."
    assert answer(of, "T2-T1").say("de") == "Ja: Karo-König."
    assert of.go_on()
    assert of.relabelling == SUIT_CHANGES[2]
    answer(of, "T2-T1")
    assert not of.go_on()
    assert of.finished


def test_a_fresh_try_may_be_had_at_once_and_counts_as_the_twin():
    of = tutor(MOVE)
    answer(of, "T4-T3")
    of.try_again()
    assert (of.relabelling, of.is_off, of.number) == (SUIT_CHANGES[1], False, 1)
    answer(of, "T2-T1")
    assert not of.go_on()


def test_a_lesson_that_forbids_twins_goes_on_after_an_error():
    of = tutor('twin = "none"\n' + MOVE)
    answer(of, "T3-T1")
    answer(of, "T2-T1")
    assert not of.go_on()
    assert of.finished


def test_a_twin_goes_on_with_the_cards_that_it_has():
    of = tutor(THREE)
    answer(of, "T3-T1")
    of.go_on()
    assert board(of) == "9C 8D, 8H, -, 7S"
    answer(of, "T2-T1")
    of.try_again()
    assert board(of) == "9D 8C, 8S, -, 7H"
    answer(of, "T4-T1")
    of.go_on()
    assert answer(of, UNDO).kind is FeedbackKind.RIGHT
    assert board(of) == "9D 8C, 8S, -, 7H"


def test_what_comes_back_from_a_foundation_is_named_as_the_twin_has_it():
    source = """
    position = "quadruple; base 5; foundations 7H - - - - - - - - - - - - - - -; tableau 8S, 6C, -, -, -, -, -, -"
    question = "Back."
    accept = ["FH7-T1"]
    """
    of = tutor(source)
    of.try_again()
    assert answer(of, "FS7-T1").kind is FeedbackKind.RIGHT
    assert of.result["answers"] == [{"task": 1, "answer": "FH7-T1", "right": True}]


@pytest.mark.parametrize(("source", "again"), [(MOVE, True), (CHOICE, True), (RULES, False), (SEVERAL, True),
                                               ('twin = "none"\n' + MOVE, False)])  # fmt: skip
def test_a_task_is_asked_again_only_where_its_answer_is_another_with_other_cards(source: str, again: bool):
    of = tutor(source)
    assert not of.asks_again
    of.show_answer()
    assert of.asks_again == again
    before = of.relabelling
    of.go_on()
    assert (of.relabelling != before, of.finished) == (again, not again)


# Words as the answer


def states(of: Tutor) -> list[tuple[bool, str]]:
    """Which options are chosen, and what is known of each."""
    return [(choice.chosen, str(choice.state)) for choice in of.options("en")]


def test_of_one_right_option_the_choice_is_the_answer():
    of = tutor(CHOICE)
    assert [choice.words for choice in of.options("de")] == ["Herz-Acht", "Pik-Acht", "Nothing"]
    said = of.choose(0)
    assert said is not None
    assert (said.kind, said.say("en")) == (FeedbackKind.RIGHT, "Red on black.")
    assert states(of) == [(True, "right"), (False, "open"), (False, "open")]
    assert of.choose(1) is said


def test_a_wrong_option_says_why_and_the_others_stay_open():
    of = tutor(CHOICE)
    said = of.choose(1)
    assert said is not None
    assert (said.kind, said.say("de")) == (FeedbackKind.WRONG, "Beide schwarz oder beide rot.")
    assert states(of) == [(False, "open"), (True, "wrong"), (False, "open")]
    said = of.choose(2)
    assert said is not None
    assert said.say("en") == "Not this one."
    assert not of.solved
    of.choose(0)
    assert of.go_on()
    assert of.options("en")[0].words == "The eight of spades"
    assert states(of) == [(False, "open")] * 3


def test_an_option_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="option: read 3, expected 0 to 2"):
        tutor(CHOICE).choose(3)


def test_several_options_are_chosen_and_dropped_before_they_are_judged():
    of = tutor(SEVERAL)
    said = of.judge()
    assert said is not None
    assert said.say("en") == "Something is still missing."
    assert of.choose(0) is of.choose(1) is of.choose(2) is None
    said = of.judge()
    assert said is not None
    assert said.say("en") == "Not all that is chosen is right."
    assert {state for _, state in states(of)} == {OptionState.OPEN}
    of.choose(2)
    said = of.judge()
    assert said is not None
    assert said.say("en") == "Something is still missing, and not all that is chosen is right."
    of.choose(2)
    of.choose(1)
    said = of.judge()
    assert said is not None
    assert said.kind is FeedbackKind.RIGHT
    assert states(of) == [(True, "right"), (False, "open"), (True, "right")]
    assert of.result["answers"][-1] == {
        "task": 1,
        "answer": ["The eight of hearts", "A red eight"],
        "right": True,
    }


def test_which_rule_sets_allow_a_move_is_judged_by_the_engine():
    of = tutor(RULES)
    assert [choice.words for choice in of.options("de")] == ["Canfield", "Superior Canfield"]
    assert of.arrows == (read_move("T1-T2"),)
    said = of.choose(0)
    assert said is not None
    assert said.say("en") == "Canfield does not allow it. Only a whole column moves: the eight of hearts lies under it."
    said = of.choose(1)
    assert said is not None
    assert said.kind is FeedbackKind.RIGHT
    assert [entry["answer"] for entry in of.result["answers"]] == ["canfield", "superior"]


# Hints, and the answer shown


def test_hints_come_one_by_one_and_are_counted():
    of = tutor(MOVE)
    assert of.hints("en") == ()
    assert of.hint()
    assert of.hint()
    assert of.hints("en") == ("Down.", "The king of clubs.")
    assert not of.hint()
    answer(of, "T2-T1")
    assert (of.result["hints"], of.result["right"], of.hint()) == (2, False, False)
    of.go_on()
    assert of.result["right"]


def test_the_answer_is_shown_on_the_board_and_counts_as_missed():
    of = tutor(MOVE)
    answer(of, "T4-T3")
    said = of.show_answer()
    assert said is not None
    assert said.kind is FeedbackKind.SHOWN
    assert said.say("en") == ("The answer: king of clubs from column 2 onto the ace of hearts. Yes: the king of clubs.")
    assert board(of) == "6S AH KC, 9D, 9H, 8S"
    assert of.show_answer() is said
    assert of.result["answers"][-1] == {"task": 1, "answer": None, "right": False}
    assert of.result["errors"] == 1
    assert of.go_on()
    assert of.relabelling != SAME


def test_the_right_options_are_shown():
    of = tutor(SEVERAL)
    of.choose(1)
    said = of.show_answer()
    assert said is not None
    assert said.say("en") == "The answer: “The eight of hearts”, “A red eight”. Red on black."
    assert states(of) == [(True, "right"), (False, "open"), (True, "right")]


def test_that_something_is_to_be_taken_back_is_shown():
    of = tutor(THREE)
    for token in ("T2-T1", "T4-T1"):
        answer(of, token)
        of.go_on()
    said = of.show_answer()
    assert said is not None
    assert [said.say(lang) for lang in LANGUAGES] == [
        "The answer: take the move back.",
        "Die Antwort: den Zug zurücknehmen.",
    ]


# A game to be won


def test_a_game_is_answered_when_it_is_won():
    of = tutor(GAME.format(NEARLY_WON))
    said = answer(of, "T1-T2")
    assert said.kind is FeedbackKind.WRONG
    assert of.result["errors"] == 0
    said = answer(of, "T1-F")
    assert (said.kind, said.say("en")) == (FeedbackKind.RIGHT, "Well played.")
    assert of.game.status is Status.WON
    assert not of.go_on()
    assert of.result["answers"] == [{"task": 1, "answer": "won", "right": True}]


def test_a_game_may_be_played_by_others():
    of = tutor(GAME.format(NEARLY_WON))
    assert of.note_game() is None
    of.game.play("T1-F")
    said = of.note_game()
    assert said is not None
    assert of.solved
    assert of.note_game() is None


def test_in_a_game_moves_are_taken_back_without_a_word():
    of = tutor(GAME.format("canfield; deal 2"))
    assert of.answer_move(read_move("T3-T2")) is None
    assert of.answer_move(UNDO) is None
    assert of.game.ply == 0
    with pytest.raises(ValueError, match="expected a game"):
        of.show_answer()


# A course


def test_a_lesson_goes_on_only_when_it_is_answered():
    of = tutor(THREE)
    assert not of.go_on()
    answer(of, "T2-T1")
    assert of.go_on()
    assert of.number == 2


def test_a_missed_lesson_is_asked_again_as_a_twin_and_then_is_missed_no_more():
    of = tutor(MOVE, *(CHOICE.replace('"choice"', f'"choice-{n}"') for n in range(4)))
    answer(of, "T3-T1")
    answer(of, "T2-T1")
    of.go_on()
    answer(of, "T2-T1")
    of.go_on()
    seen = []
    while not of.finished:
        seen.append(of.lesson.id)
        if of.lesson.id == "move":
            assert of.relabelling == SUIT_CHANGES[2]
            assert of.progress == (4, 5, ("move",))
            answer(of, "T2-T1")
        else:
            of.choose(0)
        of.go_on()
    assert seen == ["choice-0", "choice-1", "choice-2", "move", "choice-3"]
    assert of.progress == (5, 5, ())
    assert of.results["move"]["right"] is False
    assert of.results["choice-3"]["right"] is True


def test_a_skipped_lesson_is_missed():
    of = tutor(MOVE, CHOICE)
    assert of.skip()
    assert of.progress == (0, 2, ("move",))
    assert (of.lesson.id, of.results["move"]["done"]) == ("choice", False)
    of.choose(0)
    assert of.go_on()
    assert of.lesson.id == "move"
    assert of.returns
    assert not of.skip(), "left twice, it is asked no more"
    assert of.finished
    assert not of.skip()
    assert not of.go_on()


def test_a_lesson_that_is_answered_to_its_end_is_not_missed_by_skipping():
    of = tutor(MOVE, CHOICE)
    answer(of, "T2-T1")
    assert of.skip()
    assert of.progress == (1, 2, ())


def test_a_lesson_is_done_when_its_last_task_is_answered():
    of = tutor(THREE)
    for token in ("T2-T1", "T4-T1", UNDO):
        assert of.result["done"] is False
        answer(of, token)
        of.go_on()
    assert of.result == {
        "lesson": "three",
        "done": True,
        "right": True,
        "errors": 0,
        "hints": 0,
        "answers": [{"task": n, "answer": token, "right": True} for n, token in enumerate(("T2-T1", "T4-T1", UNDO), 1)],
    }
    assert of.results == {"three": of.result}
    assert of.progress == (1, 1, ())


# The lessons of the package


@pytest.mark.parametrize("id", lessons)
@pytest.mark.parametrize("tries", [0, 1, 9])
def test_every_lesson_is_right_throughout_when_the_right_answers_are_given(id: str, tries: int):
    of = Tutor([lessons[id]])
    for _ in range(tries):
        of.try_again()
    while not of.finished and of.task.kind is not TaskKind.GAME:
        assert all(of.question(lang) for lang in LANGUAGES)
        while of.hint():
            pass
        said = give_right_answer(of)
        assert said is not None
        assert (said.kind, all(said.say(lang) for lang in LANGUAGES)) == (FeedbackKind.RIGHT, True)
        of.go_on()
    assert of.result["errors"] == 0
    assert all(entry["right"] for entry in of.result["answers"])


def give_right_answer(of: Tutor) -> Feedback | None:
    """Answers the task as the lesson and the engine say."""
    task = of.task
    if task.kind is TaskKind.MOVE:
        return of.answer_move(relabelled(task.accept[0], of.relabelling))
    right = Choices(task, of.game.position, of.relabelling).right
    said = [of.choose(option) for option in right]
    return of.judge() if task.several else said[-1]


@pytest.mark.parametrize("id", lessons)
def test_every_wrong_move_of_a_lesson_is_told_to_be_wrong_and_played_out(id: str):
    of = Tutor([lessons[id]])
    while not of.finished and of.task.kind is not TaskKind.GAME:
        for wrong in of.task.wrong:
            begin = of.game.position
            said = of.answer_move(relabelled(wrong.move, of.relabelling))
            assert said is not None
            assert (said.kind, all(said.say(lang) for lang in LANGUAGES)) == (FeedbackKind.WRONG, True)
            assert of.has_cost == bool(wrong.punish)
            paid = of.play_cost()
            assert paid is None or all(paid.say(lang) for lang in LANGUAGES)
            of.take_back()
            assert of.game.position == begin
        give_right_answer(of)
        number = of.number
        of.go_on()
        while not of.finished and of.number == number:
            give_right_answer(of)
            of.go_on()
