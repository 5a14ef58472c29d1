"""Time is what a page has shown, and never more than has passed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from canfield_widget.clock import Clock


class Now:
    """A clock to turn by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def started(**more: int) -> tuple[Clock, Now]:
    now = Now()
    clock = Clock(now=now, **more)
    for page in ("page", "one", "two"):
        clock.tell(page, 0)
    clock.run(True)
    return clock, now


def test_visible_time_is_counted():
    clock, now = started()
    now.seconds += 5
    clock.tell("page", 4000)
    assert clock.milliseconds == 4000


def test_what_is_told_twice_counts_once():
    clock, now = started()
    now.seconds += 5
    clock.tell("page", 4000)
    now.seconds += 5
    clock.tell("page", 4000)
    assert clock.milliseconds == 4000


def test_a_page_cannot_tell_more_than_has_passed():
    clock, now = started()
    now.seconds += 2
    clock.tell("page", 3_600_000)
    assert clock.milliseconds == 2000


def test_two_pages_that_show_one_game_count_once():
    clock, now = started()
    for second in range(1, 11):
        now.seconds += 1
        clock.tell("one", 1000 * second)
        clock.tell("two", 1000 * second)
    assert clock.milliseconds == 10_000


def test_time_before_the_first_move_and_in_a_pause_is_not_counted():
    now = Now()
    clock = Clock(now=now)
    clock.tell("page", 0)
    now.seconds += 60
    clock.tell("page", 60_000)
    clock.run(True)
    now.seconds += 3
    clock.tell("page", 63_000)
    clock.run(False)
    now.seconds += 100
    clock.tell("page", 163_000)
    clock.run(True)
    clock.tell("page", 163_000)
    assert clock.milliseconds == 3000


def test_a_page_that_begins_anew_adds_nothing_and_takes_nothing():
    clock, now = started(milliseconds=7000)
    now.seconds += 5
    clock.tell("page", 5000)
    clock.tell("reloaded", 0)
    now.seconds += 1
    clock.tell("reloaded", 1000)
    assert clock.milliseconds == 13_000


def test_what_a_page_was_seen_before_this_game_is_not_its_time():
    clock, now = started()
    now.seconds += 300
    clock.tell("a page that shows another game until now", 600_000)
    now.seconds += 1
    clock.tell("a page that shows another game until now", 601_000)
    assert clock.milliseconds == 1000
    again = clock.anew(5000)
    again.run(True)
    now.seconds += 300
    again.tell("a page that shows another game until now", 601_000)
    assert again.milliseconds == 5000


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.integers(0, 10**7), st.integers(0, 5000), st.booleans()))
)
def test_whatever_pages_tell_time_never_goes_back_nor_beyond_what_has_passed(said):
    clock, now = started()
    for page, total, passed, running in said:
        before = clock.milliseconds
        now.seconds += passed / 1000
        clock.tell(page, total)
        clock.run(running)
        assert before <= clock.milliseconds <= 1000 * (now.seconds - 100) + 1
