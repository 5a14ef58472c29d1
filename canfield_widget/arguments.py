"""What is said of an argument that is none: what was read and what was expected, in one form for every function."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Protocol, TypeGuard

_LONGEST = 120
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class Cancel(Protocol):
    """What may stop a search from another thread, such as a `threading.Event`."""

    def is_set(self) -> bool:
        """True once the search is to stop."""
        ...


def shown(value: object) -> str:
    """The value as an error names it: its repr, cut where it is long.

    >>> shown("canfield"), len(shown("?" * 1000))
    ("'canfield'", 120)
    """
    words = repr(value)
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def expect(value: object, kind: type | tuple[type, ...], name: str, expected: str) -> None:
    """Nothing, if `value` is of the kind. Raises ValueError that names the argument, the value and what was expected.

    >>> expect(5, str, "text", "a card such as 7H")
    Traceback (most recent call last):
    ValueError: text: read 5, expected a card such as 7H
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name}: read {shown(value)}, expected {expected}")


def expect_whole(value: object, name: str, least: int = 0, expected: str = "") -> None:
    """Nothing, if `value` is a whole number of at least `least`. Raises ValueError."""
    if type(value) is not int or value < least:
        raise ValueError(f"{name}: read {shown(value)}, expected a whole number, at least {least}{expected}")


def expect_seconds(value: object, name: str = "budget_s") -> None:
    """Nothing, if `value` is a number of seconds or None for no limit. Raises ValueError."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0):
        raise ValueError(f"{name}: read {shown(value)}, expected seconds, at least 0, or None for no limit")


def is_text(value: object) -> TypeGuard[str]:
    """True for text that a page, a file and a terminal can show: no control characters but tabs and line ends.

    Half of a character, as JSON can spell it, is none either: UTF-8 cannot carry it.

    >>> is_text("7♥"), is_text("\\x1b[31m"), is_text("\\ud800"), is_text(7)
    (True, False, False, False)
    """
    return isinstance(value, str) and not _NO_TEXT.search(value)


def expect_text(value: object, name: str, expected: str = "text") -> None:
    """Nothing, if `value` is text that can be shown. Raises ValueError."""
    expect(value, str, name, expected)
    if not is_text(value):
        raise ValueError(f"{name}: read {shown(value)}, expected {expected} without control characters")


def expect_path(value: object, name: str = "path") -> None:
    """Nothing, if `value` can be the path of a file. Raises ValueError."""
    expect(value, (str, os.PathLike), name, "the path of a file")


def expect_progress(value: object) -> None:
    """Nothing, if `value` can be told how far it is. Raises ValueError."""
    if value is not None and not callable(value):
        raise ValueError(f"progress: read {shown(value)}, expected a function, or None")


def cancelling(cancel: Cancel | Callable[[], bool] | None) -> Callable[[], bool]:
    """A function that is True once `cancel` says that all is to stop. Raises ValueError for what cannot say it."""
    if cancel is None:
        return _never
    if callable(cancel):
        return cancel
    if not callable(getattr(cancel, "is_set", None)):
        raise ValueError(f"cancel: read {shown(cancel)}, expected an event such as threading.Event, a function or None")
    return cancel.is_set


def _never() -> bool:
    return False
