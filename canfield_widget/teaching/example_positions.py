"""Positions that show one thing each, with words, arrows and what the rules say: for teaching, tests and papers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import NotRequired, TypedDict, cast

from canfield_widget.moves import Move, read_move
from canfield_widget.notation import read_game
from canfield_widget.position import Position
from canfield_widget.refusals import Reason
from canfield_widget.svg import position_svg
from canfield_widget.teaching.tasks import Words


@dataclass(frozen=True, slots=True)
class Example:
    """A position, what it shows, and the rule sets under which that holds, by id; none means its own record alone.

    `arrows` are tokens of moves and pairs of ends, each a card or a pile. `allowed` says of all `moves` among them that
    they are legal, or that they are not, and then `reason` says why; None says nothing of them. `text` is what
    `position` was read from: a position's text, or a deal (`canfield; deal 25`).

    >>> print(examples["king-on-ace"])
    King on ace
    Downwards the king follows the ace: a black king goes onto a red ace.
    canfield; base 5; waste | 3H KC; reserve 6D 9S; foundations 5S - - -; tableau AH, 9D, 3C, QC
    """

    id: str
    text: str
    position: Position
    rules: tuple[str, ...]
    title: Words
    shows: Words
    arrows: tuple[str | tuple[str, str], ...] = ()
    allowed: bool | None = None
    reason: Reason | None = None

    def __str__(self) -> str:
        return "\n".join((self.title.say(lang="en"), self.shows.say(lang="en"), self.text))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The arrows that are moves."""
        return tuple(read_move(arrow) for arrow in self.arrows if isinstance(arrow, str))

    def svg(self, *, lang: str = "en", width: int = 720, theme: str = "light") -> str:
        """The picture with its arrows; see `position_svg`. Raises ValueError for an unknown language or theme."""
        return position_svg(self.position, lang=lang, width=width, arrows=self.arrows, theme=theme)

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.svg()


class _Row(TypedDict):
    """What the table of examples says of one."""

    position: str
    rules: NotRequired[list[str]]
    title: dict[str, str]
    shows: dict[str, str]
    arrows: NotRequired[list[str | list[str]]]
    allowed: NotRequired[bool]
    reason: NotRequired[str]


def _read(id: str, row: _Row) -> Example:
    return Example(
        id,
        row["position"],
        read_game(row["position"]).start,
        tuple(row.get("rules", ())),
        Words(**row["title"]),
        Words(**row["shows"]),
        tuple(arrow if isinstance(arrow, str) else (arrow[0], arrow[1]) for arrow in row.get("arrows", ())),
        row.get("allowed"),
        Reason(row["reason"]) if "reason" in row else None,
    )


def _read_all() -> Mapping[str, Example]:
    text = (files("canfield_widget.teaching") / "examples.toml").read_text(encoding="utf-8")
    rows = cast("dict[str, _Row]", tomllib.loads(text))
    return MappingProxyType({id: _read(id, row) for id, row in rows.items()})


examples: Mapping[str, Example] = _read_all()
"""The examples by their ids, in the order in which a book would show them."""
