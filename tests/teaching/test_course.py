"""The order of a course: what was missed comes again after three others, and once more at the end."""

from __future__ import annotations

import pytest

from canfield_widget.teaching.course import Course
from canfield_widget.teaching.lessons import read_lesson


def course(ids: str) -> Course:
    """A course of lessons with ids of one letter."""
    return Course([read_lesson('question = "Win."\ngame = "canfield; deal 1"', name=id) for id in ids])


def order(course: Course, missing: dict[str, int]) -> str:
    """The ids in the order in which they are asked, where each is missed as often as `missing` says."""
    asked, left = "", dict(missing)
    while not course.finished:
        id = course.lesson.id
        asked += id
        missed = left.get(id, 0) > 0
        left[id] = left.get(id, 0) - 1
        course.leave(missed=missed)
    return asked


@pytest.mark.parametrize(
    ("missing", "asked"),
    [
        ({}, "abcdef"),
        ({"a": 1}, "abcdaef"),
        ({"a": 2}, "abcdaefa"),
        ({"a": 9}, "abcdaefa"),
        ({"e": 1}, "abcdefe"),
        ({"f": 9}, "abcdefff"),
        ({"a": 1, "b": 1}, "abcdabef"),
        ({"a": 9, "b": 9}, "abcdabefab"),
    ],
)
def test_a_missed_lesson_is_asked_again(missing: dict[str, int], asked: str):
    assert order(course("abcdef"), missing) == asked


def test_a_lesson_alone_is_not_asked_again():
    assert order(course("a"), {"a": 9}) == "a"


def test_a_lesson_that_is_asked_again_takes_the_next_twin():
    of = course("ab")
    of.leave(missed=True)
    of.leave(missed=False)
    assert (of.lesson.id, of.record.tries) == ("a", 1)


def test_progress_tells_what_was_missed_when_it_was_last_asked():
    of = course("ab")
    of.leave(missed=True)
    assert of.progress == (0, 2, ("a",))
    of.leave(missed=False)
    of.record.done = True
    of.leave(missed=False)
    assert of.progress == (1, 2, ())


def test_a_course_without_lessons_is_refused():
    with pytest.raises(ValueError, match="read no lesson"):
        Course([])


def test_two_lessons_of_one_id_are_refused():
    with pytest.raises(ValueError, match="read two lessons with the id 'a'"):
        course("aba")


def test_a_result_is_a_copy():
    of = course("a")
    of.record.answers.append({"task": 1, "answer": "won", "right": True})
    result = of.record.result("a")
    result["answers"][0]["right"] = False
    assert of.record.answers[0]["right"]
