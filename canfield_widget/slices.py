"""Work in slices, so that something else can be done between two of them, on the same thread too."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

_T = TypeVar("_T")
Slices: TypeAlias = Generator[None, None, _T]
"""Work that stops at every `yield`, some milliseconds after the one before, and returns what it found."""


def at_once(work: Slices[_T]) -> _T:
    """What the work found, done in one go.

    >>> def counting():
    ...     yield
    ...     return 7
    >>> at_once(counting())
    7
    """
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value
