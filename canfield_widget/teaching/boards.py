"""The board on which a task is asked: few cards, under one rule set, with the moves of the tasks before made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType

from canfield_widget.game import Game
from canfield_widget.moves import Move
from canfield_widget.position import Position
from canfield_widget.rules import under_rules, why_not
from canfield_widget.teaching.relabelling import SAME, Relabelling
from canfield_widget.teaching.tasks import Deed, Lesson

Made = Mapping[int, Deed]
"""What was answered on the board, by the number of the task, with the lesson's own cards."""

NOTHING_MADE: Made = MappingProxyType({})


def board_for(
    lesson: Lesson,
    task: int,
    *,
    rules: str | None = None,
    relabelling: Relabelling = SAME,
    made: Made = NOTHING_MADE,
) -> Game:
    """A new game that stands where the task (from 0) is asked, under `rules` or the first rule set of the task.

    Where a task goes on from the one before, what was `made` in each task since the last position is made, and where
    nothing is known of that, its first accepted move. Raises ValueError where one of them is not legal, and where the
    game of a task is not complete.
    """
    asked, row = lesson.tasks[task], rules or lesson.rules_of(task)[0]
    if asked.game is not None:
        game = Game(relabelling.position(asked.game.start), deal=asked.game.deal if relabelling == SAME else None)
        game.replay(map(relabelling.move, asked.game.moves))
        game.go_to(asked.game.ply)
        return game
    if asked.position is not None:
        return Game(under(relabelling.position(asked.position), row), partial=True)
    same = lesson.rules_of(task - 1) == lesson.rules_of(task)
    game = board_for(lesson, task - 1, rules=row if same else None, relabelling=relabelling, made=made)
    if accept := lesson.tasks[task - 1].accept:
        do(game, relabelled(made.get(task - 1, accept[0]), relabelling))
    return game if same else Game(under(game.position, row), partial=True)


def ways_to(lesson: Lesson, task: int) -> Iterator[Made]:
    """All that may have been made when the task (from 0) is asked: the accepted answers since the last position."""
    first = next(n for n in range(task, -1, -1) if lesson.tasks[n].position or lesson.tasks[n].game)
    answered = [n for n in range(first, task) if lesson.tasks[n].accept]
    for deeds in product(*(lesson.tasks[n].accept for n in answered)):
        yield dict(zip(answered, deeds, strict=True))


def do(game: Game, deed: Deed) -> None:
    """Makes a move or takes one back. Raises IllegalMove, and ValueError where there is none to take back."""
    if isinstance(deed, Move):
        game.play(deed)
    elif game.undo() is None:
        raise ValueError("read 'undo', expected a move before it")


def relabelled(deed: Deed, relabelling: Relabelling) -> Deed:
    """The same with other cards."""
    return relabelling.move(deed) if isinstance(deed, Move) else deed


def allowing(position: Position, moves: Iterable[Move], among: Iterable[str]) -> tuple[str, ...]:
    """Those rule sets of `among` that allow each of `moves` in the position.

    >>> from canfield_widget.notation import read_position
    >>> now = read_position("canfield; base 5; tableau 9S 8H 7C, 8D, KC, KS")
    >>> allowing(now, [Move("T1", "T2")], ["canfield", "canfield-single", "superior"])
    ('canfield-single', 'superior')
    """
    wanted = tuple(moves)
    return tuple(row for row in among if all(why_not(under(position, row), move) is None for move in wanted))


def under(position: Position, row: str) -> Position:
    """The position under the rules of `row`; its own record of that id stays, with whatever is changed in it."""
    return position if position.variant.id == row else under_rules(position, row)
