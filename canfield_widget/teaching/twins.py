"""Which fresh positions a lesson allows: the same tasks with other suits or other ranks."""

from __future__ import annotations

from canfield_widget.teaching.relabelling import RANK_CHANGES, RANKS, SAME, SUIT_CHANGES, Relabelling
from canfield_widget.teaching.tasks import Lesson, Task, TaskKind, Twin
from canfield_widget.teaching.wording import placeholders
from canfield_widget.variants import VARIANTS, Variant, Wrap


def twins(lesson: Lesson) -> tuple[Relabelling, ...]:
    """The relabellings that the lesson allows, `SAME` first; neighbours differ in every suit, the last and first too.

    Ranks are shifted only where all ranks are alike: in a game with all thirteen that goes round the corner and has
    no fixed rank for base or space.
    """
    if lesson.twin is Twin.RANKS and _can_shift(lesson):
        return RANK_CHANGES
    return (SAME,) if lesson.twin is Twin.NONE else SUIT_CHANGES


def twin(lesson: Lesson, number: int) -> Relabelling:
    """The relabelling of a lesson's try number `number` (from 0), round and round."""
    every = twins(lesson)
    return every[number % len(every)]


def differs(lesson: Lesson, task: Task) -> bool:
    """True if a task of the lesson asks something new with other cards: not where the same words are the answer."""
    named = (placeholders(words) for option in task.options for words in (option.words.en, option.words.de))
    return len(twins(lesson)) > 1 and (task.kind is TaskKind.MOVE or any(named))


def ranks_are_alike(variant: Variant) -> bool:
    """True if the variant's rules say the same of every rank, once the base rank is known."""
    dealt = variant.ranks == RANKS and not isinstance(variant.base_rank, int)
    return dealt and variant.wrap is not Wrap.NONE and not isinstance(variant.space_rank, int)


def _can_shift(lesson: Lesson) -> bool:
    boards = [board for task in lesson.tasks if (board := task.position or (task.game and task.game.start))]
    rows = {row for n, task in enumerate(lesson.tasks) for row in (*lesson.rules_of(n), *task.among)}
    return all(map(ranks_are_alike, (*(now.variant for now in boards), *(VARIANTS[row] for row in rows))))
