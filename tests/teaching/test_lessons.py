"""Lessons read from TOML, what is said of those that cannot be read, and those of the package."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

import canfield_widget
from canfield_widget.cards import read_card
from canfield_widget.moves import read_move
from canfield_widget.notation import read_position
from canfield_widget.teaching.lessons import LessonError, lessons, read_lesson
from canfield_widget.teaching.proofs import check
from canfield_widget.teaching.tasks import UNDO, Tag, TaskKind, Twin, Words

FULL = """
id = "king-on-ace"
rules = ["canfield", "superior"]
tags = ["tableau", "wrap"]
twin = "ranks"
title = {en = "King on ace", de = "König auf Ass"}

[[task]]
position = "canfield; base 5; reserve 9D; tableau 6S AH, KC, 9D, 3C"
question = {en = "Play the {KC} onto the {AH}.", de = "{KC} auf {AH} legen."}
accept = ["T2-T1"]
after = {T1 = "6S AH KC", T2 = "9D"}
arrows = ["T2-T1"]
right = {en = "Yes.", de = "Ja."}
hints = [{en = "Rule", de = "Regel"}, {en = "Card", de = "Karte"}]

[[task.wrong]]
move = "T3-T1"
say = {en = "No.", de = "Nein."}

[[task.wrong]]
move = "S-W"
punish = ["W-S", "S-W"]
cost = {en = "Nothing gained.", de = "Nichts gewonnen."}

[[task]]
question = {en = "How many?", de = "Wie viele?"}
options = [
    {en = "13", de = "13", right = true},
    {en = "12", de = "12", say = {en = "One more.", de = "Eine mehr."}},
]

[[task]]
rules = ["canfield"]
question = {en = "Which?", de = "Welche?"}
allows = ["T1-T2x2"]
among = ["canfield", "superior", "quadruple"]
pick = "all"

[[task]]
question = {en = "Win.", de = "Gewinnen."}
game = "canfield{reserve_size=4}; deal 17"
"""

ONE = """
position = "canfield; tableau 9C, 8H, 8S, -"
question = "Which eight?"
accept = ["T2-T1"]
"""


def changed(old: str, new: str, source: str = ONE) -> str:
    """A lesson's text with one thing else in it."""
    assert old in source
    return source.replace(old, new, 1)


def fault(source: str) -> str:
    """What is said of a text that cannot be read."""
    with pytest.raises(LessonError) as caught:
        read_lesson(source)
    return str(caught.value)


# Reading


def test_everything_in_a_lesson_is_read():
    lesson = read_lesson(FULL)
    assert (lesson.id, lesson.rules, lesson.tags, lesson.twin) == (
        "king-on-ace",
        ("canfield", "superior"),
        (Tag.TABLEAU, Tag.WRAP),
        Twin.RANKS,
    )
    assert lesson.title == Words("King on ace", "König auf Ass")
    assert [task.kind for task in lesson.tasks] == [*TaskKind]
    move, choice, rules, game = lesson.tasks
    assert move.position == read_position("canfield; base 5; reserve 9D; tableau 6S AH, KC, 9D, 3C")
    assert move.accept == move.arrows == (read_move("T2-T1"),)
    assert move.after == (("T1", tuple(map(read_card, ("6S", "AH", "KC")))), ("T2", (read_card("9D"),)))
    assert move.right == Words("Yes.", "Ja.")
    assert [hint.de for hint in move.hints] == ["Regel", "Karte"]
    said, punished = move.wrong
    assert (said.move, said.say, said.punish) == (read_move("T3-T1"), Words("No.", "Nein."), ())
    assert (punished.say, punished.punish) == (None, (read_move("W-S"), read_move("S-W")))
    assert punished.cost == Words("Nothing gained.", "Nichts gewonnen.")
    assert [(option.words.en, option.right) for option in choice.options] == [("13", True), ("12", False)]
    assert choice.options[1].say == Words("One more.", "Eine mehr.")
    assert not choice.several
    assert (rules.allows, rules.among, rules.several) == (
        (read_move("T1-T2x2"),),
        ("canfield", "superior", "quadruple"),
        True,
    )
    assert game.game is not None
    assert game.game.deal == 17


def test_a_task_has_the_rules_of_its_lesson_unless_it_names_its_own():
    lesson = read_lesson(FULL)
    assert [lesson.rules_of(n) for n in (0, 2)] == [("canfield", "superior"), ("canfield",)]


def test_a_teacher_may_leave_out_nearly_everything():
    lesson = read_lesson(ONE)
    assert (lesson.id, lesson.title, lesson.rules, lesson.twin) == (
        "own",
        Words("own", "own"),
        ("canfield",),
        Twin.SUITS,
    )
    assert lesson.tasks[0].question == Words("Which eight?", "Which eight?")


def test_fields_beside_those_of_the_lesson_make_its_only_task():
    beside = 'title = "T"\n' + ONE + '[[wrong]]\nmove = "T3-T1"\nsay = "No."\n'
    below = 'title = "T"\n[[task]]\n' + ONE + '[[task.wrong]]\nmove = "T3-T1"\nsay = "No."\n'
    assert read_lesson(beside) == read_lesson(below)


def test_a_lesson_of_one_language_is_read():
    lesson = read_lesson(changed('"Which eight?"', '{de = "Welche Acht?"}'))
    assert lesson.tasks[0].question == Words(de="Welche Acht?")


def test_an_option_may_be_a_plain_text():
    source = changed('accept = ["T2-T1"]', 'options = ["12", {en = "13", right = true}]')
    assert [(option.words, option.right) for option in read_lesson(source).tasks[0].options] == [
        (Words("12", "12"), False),
        (Words("13"), True),
    ]


def test_taking_back_is_an_answer_too():
    assert read_lesson(changed('"T2-T1"', '"undo"')).tasks[0].accept == (UNDO,)


def test_a_position_may_be_spread_over_lines():
    source = changed('"canfield; tableau 9C, 8H, 8S, -"', '"""canfield;\n  tableau 9C, 8H,\n 8S, -"""')
    assert read_lesson(source) == read_lesson(ONE)


def test_words_in_one_language_stand_for_both():
    assert [Words("a", "b").say(lang) for lang in ("en", "de")] == ["a", "b"]
    assert [Words(en="a").say(lang) for lang in ("en", "de")] == ["a", "a"]
    assert [Words(de="b").say(lang) for lang in ("en", "de")] == ["b", "b"]


# What cannot be read


def test_toml_that_is_none_is_told_with_its_line():
    assert fault('title = "x"\nid = \n').startswith("own: read no TOML: Invalid value (at line 2, column 6)")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('question = "Which eight?"', "", "own, task 1, question: read none, expected one"),
        ('question = "Which eight?"', 'question = ""', "own, task 1, question: read '', expected a text"),
        ('question = "Which eight?"', "question = 3", "own, task 1, question: read 3, expected a text, or a table"),
        ('question = "Which eight?"', 'question = {fr = "x"}', "own, task 1, question: read {'fr': 'x'}, "
         "expected a text, or a table with en, de or both"),
        ('"Which eight?"', '"The {XX}?"', "own, task 1, question: read the placeholder {XX}, expected a card"),
        ('"Which eight?"', '"The {9C?"', "own, task 1, question: read 'The {9C?', expected each { to be closed"),
        ("question =", "frage =", "own, task 1, frage: read a field of this name, expected one of accept, position"),
        ('accept = ["T2-T1"]', "", "own, task 1: read none of accept, options, allows, game, expected exactly one"),
        ('accept = ["T2-T1"]', 'accept = ["T2-T1"]\noptions = ["1", "2"]', "own, task 1: read accept and options of"),
        ('["T2-T1"]', '["T2 to T1"]', "own, task 1, accept: 'T2 to T1' is no move: expected a token"),
        ('["T2-T1"]', "[]", "own, task 1, accept: read [], expected a list with something in it"),
        ('["T2-T1"]', '"T2-T1"', "own, task 1, accept: read 'T2-T1', expected a list"),
        ('["T2-T1"]', "[3]", "own, task 1, accept: read 3, expected a text"),
        ('"canfield; tableau 9C, 8H, 8S, -"', '"canfield; tableau 9X"', "own, task 1, position: '9X' is no card"),
        ('"canfield; tableau 9C, 8H, 8S, -"', '"klondike"', "own, task 1, position: 'klondike' is no variant"),
        ('position = "canfield; tableau 9C, 8H, 8S, -"', "", "own, task 1, position: read none, expected one"),
        ("position", 'rules = ["klondike"]\nposition', "own, rules: read 'klondike', expected one of canfield, "),
        ("position", "rules = [[]]\nposition", "own, rules: read [], expected one of canfield, "),
        ("position", 'twin = "colours"\nposition', "own, twin: read 'colours', expected one of none, suits, ranks"),
        ("position", 'tags = ["fun"]\nposition', "own, tags: read 'fun', expected one of deal, base, "),
        ("position", "id = 3\nposition", "own, id: read 3, expected a text"),
        ("position", 'hints = ["1", "2", "3", "4"]\nposition', "own, task 1, hints: read 4 hints, expected at most 3"),
        ("position", 'pick = "all"\nposition', "own, task 1, pick: read a field of this name, expected one of accept"),
        ("position", 'after = {T1 = "9C 8"}\nposition', "own, task 1, after: '8' is no card"),
        ("position", "after = 3\nposition", "own, task 1, after: read 3, expected a table"),
        ("position", 'wrong = [{say = "x"}]\nposition', "own, task 1, wrong 1, move: read none, expected one"),
        ("position", 'wrong = [{move = "T1-T2", sag = "x"}]\nposition', "own, task 1, wrong 1, sag: read a field of"),
        ('accept = ["T2-T1"]', 'options = ["1", {right = true}]', "own, task 1, options 2, words: read {}, expected"),
        ('accept = ["T2-T1"]', 'options = ["1", {en = "2", right = 1}]', "own, task 1, options 2, right: read 1, "
         "expected true or false"),
        ('accept = ["T2-T1"]', 'options = ["1", "2"]\npick = "one"', "own, task 1, pick: read 'one', expected 'all'"),
        ('accept = ["T2-T1"]', 'allows = ["T1-T2"]', "own, task 1, among: read none, expected one"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_with_its_place(old: str, new: str, said: str):
    assert fault(changed(old, new)).startswith(said)


def test_the_task_and_the_lesson_are_named():
    source = changed('question = {en = "Win.", de = "Gewinnen."}\n', "", FULL)
    assert fault(source) == "king-on-ace, task 4, question: read none, expected one"
    with pytest.raises(LessonError) as caught:
        read_lesson(source)
    assert (caught.value.lesson, caught.value.task, caught.value.field) == ("king-on-ace", 4, "question")


def test_after_a_game_a_board_is_wanted():
    more = FULL + '[[task]]\nquestion = "And now?"\naccept = ["S-W"]\n'
    assert fault(more).startswith("king-on-ace, task 5, position: read none, expected one")


def test_a_game_that_cannot_be_read_is_told():
    assert "task 4, game: expected one whole number" in fault(changed("deal 17", "deal x", FULL))


def test_beside_tasks_no_field_of_a_task_may_stand():
    assert fault('question = "x"\n[[task]]\n' + ONE).startswith(
        "own, question: read a field of this name, expected one"
    )


# Those of the package


def test_the_lessons_come_in_the_order_of_their_files():
    names = sorted(file.name for file in (files("canfield_widget.teaching") / "lessons").iterdir())
    assert [f"{id}.toml" for id in lessons] == [name.partition("-")[2] for name in names if name.endswith(".toml")]
    assert len(lessons) == len([*lessons]) > 0


@pytest.mark.parametrize("id", lessons)
def test_every_lesson_is_sound(id: str):
    assert lessons[id].id == id
    assert check(lessons[id]) == ()


def test_an_unknown_lesson_is_a_key_error():
    with pytest.raises(KeyError):
        lessons["no-such-lesson"]


def test_a_lesson_is_read_once():
    first = next(iter(lessons))
    assert lessons[first] is lessons[first]


def test_every_tag_is_used_by_a_lesson():
    assert {tag for lesson in lessons.values() for tag in lesson.tags} == set(Tag)


def test_the_lessons_are_read_from_a_zip(tmp_path: Path):
    package, packed = Path(canfield_widget.__file__).parent, tmp_path / "packed.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in [*package.rglob("*.py"), *package.rglob("*.json"), *package.rglob("*.toml")]:
            archive.write(path, path.relative_to(package.parent))
    code = (
        "import sys, types, json; sys.path.insert(0, sys.argv[1])\n"
        "package = types.ModuleType('canfield_widget'); package.__path__ = [sys.argv[1] + '/canfield_widget']\n"
        "import importlib.machinery as m\n"
        "package.__spec__ = m.ModuleSpec('canfield_widget', None, is_package=True)\n"
        "package.__spec__.submodule_search_locations = package.__path__\n"
        "sys.modules['canfield_widget'] = package\n"
        "from canfield_widget.teaching.lessons import lessons\n"
        "print(json.dumps([[id, len(lesson.tasks)] for id, lesson in lessons.items()]))"
    )
    told = subprocess.run([sys.executable, "-I", "-c", code, str(packed)], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout) == [[id, len(lesson.tasks)] for id, lesson in lessons.items()]
