"""What is found wrong with a lesson, and that nothing is found in a sound one."""

from __future__ import annotations

import pickle

import pytest

from canfield_widget.teaching.lessons import LessonError, read_lesson
from canfield_widget.teaching.proofs import check

SOUND = """
id = "sound"
rules = ["canfield", "superior"]
twin = "suits"
title = {en = "King on ace", de = "König auf Ass"}

[[task]]
position = "canfield; base 5; stock 2C 3C 4D; reserve 4C 2H 9D; foundations 5S - - -; tableau 6S AH, KC, 9H, 3D"
question = {en = "Play the {KC} onto the {AH}.", de = "{KC} auf {AH} legen."}
accept = ["T2-T1"]
after = {T1 = "6S AH KC"}
arrows = ["T2-T1", "R-F"]
right = {en = "Yes.", de = "Ja."}

[[task.wrong]]
move = "T3-T1"
say = {en = "No.", de = "Nein."}

[[task.wrong]]
move = "S-W"
punish = ["T2-T1"]
cost = {en = "The {2C} lies on top now.", de = "Oben liegt jetzt {2C}."}

[[task]]
question = {en = "How many?", de = "Wie viele?"}
options = [{en = "13", de = "13", right = true}, {en = "12", de = "12"}]

[[task]]
rules = ["canfield"]
position = "canfield; base 5; tableau 9S 8H 7C, 8D, 2C, KS"
question = {en = "Which?", de = "Welche?"}
allows = ["T1-T2"]
among = ["canfield", "superior"]

[[task]]
question = {en = "Win.", de = "Gewinnen."}
game = "canfield{reserve_size=4}; deal 17"
"""


def found(*changes: tuple[str, str], source: str = SOUND) -> tuple[str, ...]:
    """What is wrong with the sound lesson after some changes of its text."""
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    return check(source)


def test_nothing_is_found_in_a_sound_lesson():
    assert check(SOUND) == check(read_lesson(SOUND)) == ()


def test_nor_with_other_ranks():
    assert found(('twin = "suits"', 'twin = "ranks"')) == ()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('accept = ["T2-T1"]', 'accept = ["T2-T1", "T4-T1"]',
         "sound, task 1: T4-T1 is accepted, but canfield refuses it: wrong-rank (3D AH)"),
        ('accept = ["T2-T1"]', 'accept = ["T2-T1", "T4-T1"]',
         "sound, task 1: T4-T1 is accepted, but superior refuses it: wrong-rank (3D AH)"),
        ('accept = ["T2-T1"]', 'accept = ["T2-T1", "undo"]',
         "sound, task 1: undo is accepted, but canfield refuses it: read 'undo', expected a move before it"),
        ('accept = ["T2-T1"]', 'accept = ["T2-T1", "T3-T1"]', "sound, task 1: T3-T1 is accepted, but called wrong"),
        ('after = {T1 = "6S AH KC"}', 'after = {T1 = "6S AH"}',
         "sound, task 1: after T2-T1 T1 holds 6S AH KC under canfield, but the lesson says 6S AH"),
        ('after = {T1 = "6S AH KC"}', 'after = {T2 = "9D"}',
         "sound, task 1: after T2-T1 T2 holds - under superior, but the lesson says 9D"),
        ('after = {T1 = "6S AH KC"}', 'after = {T9 = "-"}', "sound, task 1: after names the pile 'T9', expected"),
        ('move = "T3-T1"', 'move = "T9-T1"',
         "sound, task 1: the wrong move T9-T1 cannot be tried on this board: no-such-move"),
        ('move = "T3-T1"', 'move = "T3-T1x4"',
         "sound, task 1: the wrong move T3-T1x4 cannot be tried on this board: too-many"),
        ('move = "T3-T1"', 'move = "S-W"', "sound, task 1: the wrong move S-W is written twice"),
        ('say = {en = "No.", de = "Nein."}', "",
         "sound, task 1: the wrong move T3-T1 has neither words nor moves that show its cost"),
        ('say = {en = "No.", de = "Nein."}', 'cost = {en = "x", de = "y"}',
         "sound, task 1: the wrong move T3-T1 has words for its cost, but no moves that show it"),
        ('move = "S-W"', 'move = "R-T1"', "sound, task 1: R-T1 is to be played out, but canfield refuses it"),
        ('punish = ["T2-T1"]', 'punish = ["T2-T1", "W-T1"]',
         "sound, task 1: W-T1, which shows the cost of S-W, is refused by canfield: wrong-rank (2C KC)"),
        ('arrows = ["T2-T1", "R-F"]', 'arrows = ["T2-T9"]',
         "sound, task 1: the arrow T2-T9 names cards or a place that are not there"),
        ('arrows = ["T2-T1", "R-F"]', 'arrows = ["FH7-T1"]', "sound, task 1: the arrow FH"),
        ('arrows = ["T2-T1", "R-F"]', 'arrows = ["T1-T2x3"]', "sound, task 1: the arrow T1-T2x3 names cards"),
        ('right = true', 'right = false', "sound, task 2: 0 of the options are right, expected exactly one, or pick"),
        ('{en = "12", de = "12"}', '{en = "12", de = "12", right = true}', "sound, task 2: 2 of the options are right"),
        (', {en = "12", de = "12"}', "", "sound, task 2: there is one option, expected a choice"),
        ('among = ["canfield", "superior"]', 'among = ["superior", "quadruple"]',
         "sound, task 3: of superior, quadruple these allow T1-T2: superior, quadruple; expected exactly one"),
        ('among = ["canfield", "superior"]', 'among = ["superior", "quadruple"]\npick = "all"',
         "sound, task 3: of superior, quadruple these allow T1-T2: superior, quadruple; expected some, but not all"),
        ('among = ["canfield", "superior"]', 'among = ["canfield", "canfield-hoyle"]\npick = "all"',
         "sound, task 3: of canfield, canfield-hoyle these allow T1-T2: none; expected some, but not all"),
        ('allows = ["T1-T2"]', 'allows = ["T1-T2", "T8-T2"]',
         "sound, task 3: T8-T2 cannot be tried on this board: no-such-move"),
        ('game = "canfield{reserve_size=4}; deal 17"', 'game = "canfield; base 5"',
         "sound, task 4: its game cannot be played: the position is not complete: Missing"),
        ('game = "canfield{reserve_size=4}; deal 17"', 'game = "canfield; deal 17; moves T1-F"',
         "sound, task 4: its game cannot be played: no"),
        ("tableau 6S AH", "tableau 5S AH", "sound, task 1: its position is none that can come about: Too often"),
        ("foundations 5S", "foundations +5S+7S", "sound, task 1: its position is none that can come about: Foundation"),
        ("tableau 6S AH", "tableau 6S (AH)", "sound, task 1: its position is none that can come about: Column 1"),
        (', de = "Ja."}', "}", "sound, task 1, right: read no German text, expected one"),
        ('{en = "Yes.", ', "{", "sound, task 1, right: read no English text, expected one"),
        (', de = "König auf Ass"}', "}", "sound, title: read no German text, expected one"),
        ('"Nein."', '"Erst {JD}."', "sound, task 1: wrong T3-T1, say names JD, which is not to be seen in"),
        ('"Ja."', '"Dann {2S}."', "sound, task 1: right names 2S, which is not to be seen"),
        ('"Wie viele?"', '"Und {QH}?"', "sound, task 2: question names QH, which is not to be seen"),
        ('question = {en = "Win.", de = "Gewinnen."}', "", "sound, task 4, question: read none, expected one"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(old: str, new: str, said: str):
    assert any(fault.startswith(said) for fault in found((old, new))), found((old, new))


def test_a_fault_is_told_once_for_each_rule_set_and_not_for_every_twin():
    assert found(('after = {T1 = "6S AH KC"}', 'after = {T2 = "9D"}')) == (
        "sound, task 1: after T2-T1 T2 holds - under superior, but the lesson says 9D",
    )


def test_a_board_that_is_not_reached_is_told_with_the_reason():
    assert "sound, task 2: its board is not reached by what is accepted before: wrong-rank (3D AH)" in found(
        ('accept = ["T2-T1"]', 'accept = ["T4-T1"]')
    )


def test_a_card_that_comes_to_light_may_be_named():
    assert found(('"Ja."', '"In die Lücke kommt {9D}, darunter liegt {2H}."')) == ()
    assert found(('"Ja."', '"Oben liegt dann {4D}, unter {3C}."')) == ()


def test_a_card_that_stays_face_down_may_not_be_named():
    source = SOUND.replace('rules = ["canfield", "superior"]', 'rules = ["canfield"]')
    (fault,) = found(('"Ja."', '"Unten liegt {4C}."'), source=source)
    assert fault.startswith("sound, task 1: right names 4C, which is not to be seen in")


@pytest.mark.parametrize("said", ["Die {KC} passt.", "Es geht zum {A}.", "Nach einer {7}."])
def test_a_german_article_before_a_rank_is_a_fault_only_where_the_ranks_are_shifted(said: str):
    assert found(('"Ja."', f'"{said}"')) == ()
    (fault,) = found(('"Ja."', f'"{said}"'), ('twin = "suits"', 'twin = "ranks"'))
    assert fault.startswith("sound, task 1, right: read '")
    assert fault.endswith("', expected no article, for the rank may be another")


def test_one_language_alone_is_no_fault_where_it_is_a_plain_text():
    assert found(('{en = "Yes.", de = "Ja."}', '"OK."')) == ()


def test_every_answer_that_leads_to_a_task_is_tried():
    source = """
    [[task]]
    position = "canfield; base 5; tableau 9C 8H, 7S, 8D, 7C"
    question = "A black seven."
    accept = ["T4-T1", "T2-T1"]
    [[task]]
    question = "The one at the left."
    accept = ["T2-T3"]
    """
    assert check(source) == ("own, task 2: T2-T3 is accepted, but canfield refuses it: empty",)


def test_a_text_that_cannot_be_read_is_told_as_the_only_fault():
    assert check("question = 3") == ("own, task 1: read none of accept, options, allows, game, expected exactly one",)


SHORT = """
id = "short"
title = "x"
position = "canfield; base 5; tableau AH, 9C, KC, QS"
question = {en = "Play the {KC} onto the {AH}.", de = "{KC} auf {AH}."}
accept = ["T3-T1"]
"""


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (
            "the {KC}",
            "the king of clubs",
            "short, task 1, question: read 'king of clubs', expected its letters in braces",
        ),
        (
            '"{KC} auf',
            '"Kreuz-König auf',
            "short, task 1, question: read 'Kreuz-König', expected its letters in braces",
        ),
        ("the {AH}", "the AH", "short, task 1, question: read 'AH', expected its letters in braces"),
        ('["T3-T1"]', '["T3-T1", "T3-T1"]', "short, task 1: T3-T1 is accepted twice"),
        ("accept", "accpet", "read accpet as well, which is none of its fields"),
        ('title = "x"', 'title = ["x"]', "expected a text, or a table"),
        ("canfield; base 5", "acme; base A", "short, twin: read 'ranks', expected 'suits'"),
    ],
)
def test_what_is_to_be_mended_is_said(was: str, now: str, said: str):
    assert check(SHORT) == ()
    changed = SHORT.replace(was, now)
    if "twin" in said:
        changed = 'twin = "ranks"\n' + changed
    assert any(said in fault for fault in check(changed)), check(changed)


def test_a_name_is_no_fault_where_no_twin_has_another_card():
    assert check('twin = "none"\n' + SHORT.replace("the {KC}", "the king of clubs")) == ()


def test_two_options_that_say_the_same_are_told():
    options = 'options = [{en = "1", de = "1", right = true}, {en = "1", de = "1"}]'
    assert check(SHORT.replace('accept = ["T3-T1"]', options)) == ("short, task 1: two options say the same: '1'",)


def test_a_game_that_cannot_be_won_is_none_to_ask_for():
    lost = 'id = "lost"\ntitle = "x"\nquestion = "Win."\ngame = "canfield; deal 1"'
    assert check(lost) == ("lost, task 1: its game cannot be won, which the solver has proved",)


def test_a_lesson_of_many_answers_is_checked_in_reasonable_time():
    more = """
[[task]]
question = "x"
accept = ["S-W", "T2-T1"]
"""
    first = more.replace("question", 'position = "canfield; base 5; stock 2C 3C 4C 5C; tableau 9C, 8H, -, -"\nquestion')
    assert isinstance(check('title = "x"\n' + first + 14 * more), tuple)


def test_what_a_lesson_raises_can_go_to_another_process():
    with pytest.raises(LessonError) as raised:
        read_lesson("title = 3")
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)
