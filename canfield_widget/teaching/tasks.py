"""What a lesson is: its tasks, what is right in each, and what is said; values that know nothing of asking."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from canfield_widget.cards import Pile
from canfield_widget.moves import Move
from canfield_widget.notation import GameText
from canfield_widget.position import Position

UNDO: Literal["undo"] = "undo"
Deed = Move | Literal["undo"]
"""What is done on the board: a move, or taking the one before back."""
MOST_HINTS = 3


class TaskKind(StrEnum):
    """How a task is answered: on the board, by choosing words, by choosing rule sets, by winning a game."""

    MOVE = "move"
    CHOICE = "choice"
    RULES = "rules"
    GAME = "game"


class Twin(StrEnum):
    """What may be relabelled for a fresh position: nothing, the suits, or suits and ranks."""

    NONE = "none"
    SUITS = "suits"
    RANKS = "ranks"


class Tag(StrEnum):
    """What a lesson is about."""

    DEAL = "deal"
    BASE = "base"
    FOUNDATION = "foundation"
    TABLEAU = "tableau"
    WRAP = "wrap"
    GROUP = "group"
    RESERVE = "reserve"
    SPACE = "space"
    STOCK = "stock"
    REDEAL = "redeal"
    STUCK = "stuck"
    JUDGEMENT = "judgement"
    RETURN = "return"
    WIN = "win"
    SCORE = "score"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Words:
    """A text in English and German, with placeholders; empty where a language is missing."""

    en: str = ""
    de: str = ""

    def say(self, lang: str) -> str:
        """The text in `lang`, or in the other language where it is missing.

        >>> Words(de="Gut.").say(lang="en")
        'Gut.'
        """
        return self.de if self.language(lang) == "de" else self.en

    def language(self, lang: str) -> str:
        """The language that is spoken where `lang` is wanted."""
        return lang if (self.de if lang == "de" else self.en) else ("en" if lang == "de" else "de")


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong move, what is said to it, the moves that show its cost, and what is said after them."""

    move: Deed
    say: Words | None = None
    punish: tuple[Move, ...] = ()
    cost: Words | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """Words to choose, whether they are right, and what is said where they are not."""

    words: Words
    right: bool = False
    say: Words | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One question. Of `accept`, `options`, `allows` and `game` the one that `kind` names is filled.

    `position` is None where the board goes on as the task before left it. `rules` are those of this task alone, empty
    where the lesson's hold. `after` has what piles hold after an accepted move. `several`: more than one may be
    right, and all are to be chosen.
    """

    kind: TaskKind
    question: Words
    position: Position | None = None
    rules: tuple[str, ...] = ()
    accept: tuple[Deed, ...] = ()
    after: tuple[tuple[str, Pile], ...] = ()
    wrong: tuple[Wrong, ...] = ()
    options: tuple[Option, ...] = ()
    allows: tuple[Move, ...] = ()
    among: tuple[str, ...] = ()
    several: bool = False
    game: GameText | None = None
    arrows: tuple[Move, ...] = ()
    right: Words | None = None
    hints: tuple[Words, ...] = ()

    def speaks_of(self, deed: Deed) -> bool:
        """True if `deed` is accepted, drawn, called wrong, or shows what a wrong move costs."""
        said = (each for wrong in self.wrong for each in (wrong.move, *wrong.punish))
        return deed in (*self.accept, *self.arrows, *said)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Some tasks in order. `rules` are ids of `VARIANTS` under which all of it holds; the first one is shown."""

    id: str
    title: Words
    tasks: tuple[Task, ...]
    rules: tuple[str, ...]
    tags: tuple[Tag, ...] = ()
    twin: Twin = Twin.SUITS

    def rules_of(self, task: int) -> tuple[str, ...]:
        """The rule sets of a task (from 0)."""
        return self.tasks[task].rules or self.rules
