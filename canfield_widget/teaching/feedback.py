"""What a learner is told of an answer, in the language that is wanted when it is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from canfield_widget.cards import Pile
from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.refusals import Refusal
from canfield_widget.rules import why_not
from canfield_widget.speech import Explanation, speak_move, speak_refusal, title_of
from canfield_widget.teaching.boards import under
from canfield_widget.teaching.relabelling import Relabelling
from canfield_widget.teaching.tasks import Deed, Words
from canfield_widget.teaching.wording import speak
from canfield_widget.texts import text
from canfield_widget.variants import VARIANTS

Say = Callable[[str], str]
"""A sentence in a language."""


class FeedbackKind(StrEnum):
    """What a feedback is about: a right or wrong answer, the answer shown, or what a mistake costs."""

    RIGHT = "right"
    WRONG = "wrong"
    SHOWN = "shown"
    COST = "cost"


@dataclass(frozen=True, slots=True)
class Feedback:
    """What is said of an answer; `blame` has the cards that a refusal is about, deepest first."""

    kind: FeedbackKind
    say: Say
    blame: Pile = ()
    refusal: Refusal | None = None


def own_or(words: Words | None, relabelling: Relabelling, key: str) -> Say:
    """The lesson's own words, or the general ones of `key` where it has none."""
    if words is None:
        return lambda lang: text(key, lang)
    return lambda lang: speak(words, lang, relabelling)


_OF_THE_TEXTS = ("canfield", "canfield-single", "superior", "quadruple")


def refused(position: Position, move: Move, refusal: Refusal) -> Say:
    """The engine's reason, and which of the rule sets that lessons are about would allow the move, if some would."""
    allowed_by = tuple(row for row in refusal.allowed_by if row in _OF_THE_TEXTS)
    return Explanation(refusal.reason, refusal.cards, allowed_by, position, move).say


def refused_by(position: Position, moves: tuple[Move, ...], row: str) -> Say:
    """Why the rule set `row` does not allow all of `moves`, or the general words where it does."""
    now = under(position, row)
    for move in moves:
        if refusal := why_not(now, move):
            break
    else:
        return lambda lang: text("teach-wrong-option", lang)

    def say(lang: str) -> str:
        reason = speak_refusal(now, move, refusal, lang)
        return text("teach-refused-by", lang, title=title_of(VARIANTS[row], lang), reason=reason)

    return say


def shown_move(position: Position, deed: Deed) -> Say:
    """The answer on the board in words."""
    if isinstance(deed, Move):
        return lambda lang: text("teach-shown-move", lang, move=speak_move(position, deed, lang))
    return lambda lang: text("teach-shown-undo", lang)


def ending(results: Mapping[str, Mapping[str, Any]]) -> Say:
    """What is said at the end of a lesson, or of a course: how many were right at the first try."""
    right = sum(result["right"] for result in results.values())
    key = "lesson-end" if len(results) > 1 else "lesson-end-one" if right else "lesson-end-one-missed"
    return lambda lang: text(key, lang, n=right, of=len(results))


def joined(*parts: Say) -> Say:
    """Sentences one after the other."""
    return lambda lang: " ".join(part(lang) for part in parts)
