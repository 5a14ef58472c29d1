"""Whether a lesson is sound: what it calls right and wrong, tried on the engine under every rule set and twin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from types import MappingProxyType

from canfield_widget.cards import UNKNOWN, Card, full_pack
from canfield_widget.game import Game
from canfield_widget.legality import foundation_with_top
from canfield_widget.moves import FOUNDATION
from canfield_widget.notation import write_position
from canfield_widget.position import ProblemCode, problems
from canfield_widget.refusals import IllegalMove, Reason
from canfield_widget.rules import why_not
from canfield_widget.solver import Verdict, solve
from canfield_widget.speech import card_name, speak_problem
from canfield_widget.teaching.boards import Made, allowing, board_for, do, relabelled, ways_to
from canfield_widget.teaching.lessons import LessonError, lessons, read_lesson
from canfield_widget.teaching.relabelling import SAME, Relabelling
from canfield_widget.teaching.tasks import Deed, Lesson, Task, TaskKind, Twin, Words, Wrong
from canfield_widget.teaching.twins import twins
from canfield_widget.teaching.wording import placeholders
from canfield_widget.texts import LANGUAGES

Found = Iterator[tuple[object, str]]
"""What is wrong, each with a key that is the same for every twin."""

MOST_WAYS = 32
"""So many ways to a task are tried; where every task before accepts several moves, there are more than anyone needs."""
STATES_FOR_A_GAME = 500_000
"""So far the solver looks whether a game that is asked for can be won."""

_ARTICLE = re.compile(
    r"\b(?:d(?:er|ie|as|en|em|es)|k?eine?[mnrs]?|zum|zur|beim|vom|am|im|ins)\s+\{([A2-9TJQK][SHDC]?)\}", re.I
)


def check(lesson: Lesson | str) -> tuple[str, ...]:
    """What is to be mended in a lesson, its TOML text, or one of the package by its id; empty if it is sound.

    Every claim is tried under each rule set that is named for it and with each relabelling that the lesson allows.

    >>> check('''
    ... position = "canfield; tableau AH, QC, -, -"
    ... question = "Play the {QC} onto the {AH}."
    ... accept = ["T2-T1"]
    ... ''')
    ('own, task 1: T2-T1 is accepted, but canfield refuses it: wrong-rank (QC AH)',)
    """
    if not isinstance(lesson, Lesson):
        try:
            lesson = lessons[lesson] if lesson in tuple(lessons) else read_lesson(lesson)
        except LessonError as error:
            return (str(error),)
    found = dict[object, str]()
    for key, what in _language_gaps(lesson.title, "title"):
        found[key] = f"{lesson.id}, {what}"
    every = twins(lesson)
    if lesson.twin is Twin.RANKS and every[-1].shift == 0:
        found["twin"] = f"{lesson.id}, twin: read 'ranks', expected 'suits': ranks are not all alike under these rules"
    for n, task in enumerate(lesson.tasks):
        place = f"{lesson.id}, task {n + 1}"
        for key, what in _text_faults(task, other_cards=len(every) > 1, changing=every[-1].shift != 0):
            found[n, key] = f"{place}, {what}"
        for relabelling in every:
            for row in lesson.rules_of(n):
                for made in islice(ways_to(lesson, n), MOST_WAYS):
                    for key, what in _faults(lesson, n, row, relabelling, made):
                        found.setdefault((n, row, key), f"{place}{'' if relabelling == SAME else ' as a twin'}: {what}")
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Case:
    """A task on its board, under one rule set and with some relabelling."""

    task: Task
    row: str
    relabelling: Relabelling
    board: Game

    def reaches(self, deeds: tuple[Deed, ...]) -> Game:
        """The board after some deeds, a game of its own. Raises ValueError for one that does not go."""
        game = Game(self.board.start, partial=True)
        game.replay(self.board.moves)
        for deed in deeds:
            do(game, relabelled(deed, self.relabelling))
        return game


def _faults(lesson: Lesson, n: int, row: str, relabelling: Relabelling, made: Made) -> Found:
    task = lesson.tasks[n]
    try:
        board = board_for(lesson, n, rules=row, relabelling=relabelling, made=made)
    except ValueError as error:
        what = "its game cannot be played" if task.game else "its board is not reached by what is accepted before"
        yield "board", f"{what}: {_reason(error)}"
        return
    case = _Case(task, row, relabelling, board)
    for problem in problems(board.position) if relabelling == SAME else ():
        if problem.code in _NOT_TO_BE_SHOWN:
            yield problem, f"its position is none that can come about: {speak_problem(board.position, problem)}"
    if task.kind in _PROOFS:
        yield from _PROOFS[task.kind](case)
    yield from _arrow_faults(case)
    if row == lesson.rules_of(n)[0] and relabelling == SAME:
        yield from _card_faults(case)


_NOT_TO_BE_SHOWN = (ProblemCode.DOUBLED, ProblemCode.FOUNDATION, ProblemCode.TOP_DOWN, ProblemCode.PASS)
"""What is wrong with a position even where it is of few cards."""


def _reason(error: ValueError) -> str:
    """Why a move is refused, in short, or what the error says."""
    if not isinstance(error, IllegalMove):
        return str(error)
    cards = " ".join(map(str, error.refusal.cards))
    return str(error.refusal.reason) + (f" ({cards})" if cards else "")


# On the board


def _move_faults(case: _Case) -> Found:
    task = case.task
    if twice := next((deed for deed in task.accept if task.accept.count(deed) > 1), None):
        yield ("twice", twice), f"{twice} is accepted twice"
    for deed in task.accept:
        try:
            after = case.reaches((deed,)).position
        except ValueError as error:
            yield ("accept", deed), f"{deed} is accepted, but {case.row} refuses it: {_reason(error)}"
            continue
        for name, pile in task.after:
            wanted = case.relabelling.pile(pile)
            if name not in after.pile_names():
                expected = ", ".join(after.pile_names())
                yield ("after", name), f"after names the pile {name!r}, expected one of {expected}"
            elif after.pile(name) != wanted:
                held, said = (" ".join(map(str, cards)) or "-" for cards in (after.pile(name), wanted))
                yield (
                    ("after", deed, name),
                    f"after {deed} {name} holds {held} under {case.row}, but the lesson says {said}",
                )
    for n, wrong in enumerate(task.wrong):
        yield from _wrong_faults(case, wrong)
        if any(wrong.move == other.move for other in task.wrong[:n]):
            yield ("twice", wrong.move), f"the wrong move {wrong.move} is written twice"


_NOT_TO_BE_TRIED = (Reason.NO_SUCH_MOVE, Reason.ONE_AT_A_TIME, Reason.TOO_MANY)


def _wrong_faults(case: _Case, wrong: Wrong) -> Found:
    move = relabelled(wrong.move, case.relabelling)
    if not wrong.punish and case.relabelling != SAME:
        return
    if wrong.move in case.task.accept:
        yield ("wrong", wrong.move), f"{wrong.move} is accepted, but called wrong as well"
    if wrong.say is None and not wrong.punish:
        yield ("silent", wrong.move), f"the wrong move {wrong.move} has neither words nor moves that show its cost"
    if wrong.cost is not None and not wrong.punish:
        yield ("cost", wrong.move), f"the wrong move {wrong.move} has words for its cost, but no moves that show it"
    try:
        case.reaches((wrong.move,))
    except ValueError as error:
        if isinstance(error, IllegalMove) and error.refusal.reason in _NOT_TO_BE_TRIED:
            yield ("wrong", wrong.move), f"the wrong move {move} cannot be tried on this board: {_reason(error)}"
        elif wrong.punish:
            yield (
                ("punish", wrong.move),
                f"{move} is to be played out, but {case.row} refuses it: {_reason(error)}",
            )
        return
    for count in range(1, len(wrong.punish) + 1):
        try:
            case.reaches((wrong.move, *wrong.punish[:count]))
        except ValueError as error:
            last = wrong.punish[count - 1]
            yield (
                ("punish", wrong.move),
                f"{last}, which shows the cost of {move}, is refused by {case.row}: {_reason(error)}",
            )
            return


def _option_faults(case: _Case) -> Found:
    said = [option.words for option in case.task.options]
    if twice := next((words for words in said if said.count(words) > 1), None):
        yield "twice", f"two options say the same: {(twice.en or twice.de)!r}"
    right = sum(option.right for option in case.task.options)
    if case.task.several and not right:
        yield "options", "none of the options is right, expected at least one"
    if not case.task.several and right != 1:
        yield "options", f"{right} of the options are right, expected exactly one, or pick = 'all'"
    if len(case.task.options) < 2:
        yield "options", "there is one option, expected a choice"


def _rules_faults(case: _Case) -> Found:
    task = case.task
    moves = tuple(map(case.relabelling.move, task.allows))
    right = allowing(case.board.position, moves, task.among)
    named = f"of {', '.join(task.among)} these allow {' and '.join(map(str, moves))}: {', '.join(right) or 'none'}"
    if not task.several and len(right) != 1:
        yield "allows", f"{named}; expected exactly one, or pick = 'all'"
    elif not 0 < len(right) < len(task.among):
        yield "allows", f"{named}; expected some, but not all"
    for move in moves:
        refusal = why_not(case.board.position, move)
        if refusal and refusal.reason in _NOT_TO_BE_TRIED:
            yield ("allows", move), f"{move} cannot be tried on this board: {refusal.reason}"


def _game_faults(case: _Case) -> Found:
    if case.relabelling == SAME:
        verdict = solve(case.board.start, budget_states=STATES_FOR_A_GAME).verdict
        if verdict is Verdict.LOST:
            yield "game", "its game cannot be won, which the solver has proved"
        elif verdict is Verdict.UNKNOWN:
            yield (
                "game",
                f"its game was not won by the solver within {STATES_FOR_A_GAME:,} states, expected a win",
            )


_PROOFS: Mapping[TaskKind, Callable[[_Case], Found]] = MappingProxyType(
    {
        TaskKind.MOVE: _move_faults,
        TaskKind.CHOICE: _option_faults,
        TaskKind.RULES: _rules_faults,
        TaskKind.GAME: _game_faults,
    }
)


def _arrow_faults(case: _Case) -> Found:
    position = case.board.position
    names = position.pile_names()
    for arrow in case.task.arrows:
        move = case.relabelling.move(arrow)
        if move.source[0] == FOUNDATION:
            there = foundation_with_top(position, move.source) is not None
        else:
            there = move.source in names and len(position.pile(move.source)) >= move.count
        if not there or move.target not in (*names, FOUNDATION):
            yield ("arrow", arrow), f"the arrow {move} names cards or a place that are not there"


# Words


def _texts(task: Task) -> Iterator[tuple[str, Words]]:
    """All texts of a task, each with the field it stands in."""
    named: list[tuple[str, Words | None]] = [("question", task.question), ("right", task.right)]
    named += [(f"hint {n}", hint) for n, hint in enumerate(task.hints, 1)]
    for wrong in task.wrong:
        named += [(f"wrong {wrong.move}, say", wrong.say), (f"wrong {wrong.move}, cost", wrong.cost)]
    for n, option in enumerate(task.options, 1):
        named += [(f"option {n}", option.words), (f"option {n}, say", option.say)]
    yield from ((field, words) for field, words in named if words is not None)


def _language_gaps(words: Words, field: str) -> Found:
    for lang, name in zip(LANGUAGES, ("English", "German"), strict=True):
        if not getattr(words, lang):
            yield (field, lang), f"{field}: read no {name} text, expected one"


@cache
def _names() -> re.Pattern[str]:
    """Names of cards as they are spoken in either language, and the letters that stand for one."""
    spoken = [re.escape(card_name(card, lang)) for lang in LANGUAGES for card in full_pack(1)]
    return re.compile(rf"(?i:\b(?:{'|'.join(spoken)})\b)|\b[A2-9TJQK][SHDC]\b")


def _text_faults(task: Task, *, other_cards: bool, changing: bool) -> Found:
    for field, words in _texts(task):
        yield from _language_gaps(words, field)
        for said in dict.fromkeys((words.en, words.de)) if other_cards else ():
            if found := _names().search(re.sub(r"\{[^{}]*\}", "", said)):
                wanted = "its letters in braces, such as {KC}, or twin = 'none': a twin has another card there"
                yield (field, "name"), f"{field}: read {found[0]!r}, expected {wanted}"
        if changing and (found := _ARTICLE.search(words.de if words.de != words.en else "")):
            yield (field, "article"), f"{field}: read {found[0]!r}, expected no article, for the rank may be another"


def _ways(task: Task) -> Iterator[tuple[Deed, ...]]:
    """What may be done on the board of a task: nothing, what is accepted, and what is punished."""
    yield ()
    for deed in task.accept:
        yield (deed,)
    for wrong in task.wrong:
        if wrong.punish:
            yield (wrong.move, *wrong.punish)


def _card_faults(case: _Case) -> Found:
    """The cards that are named and lie nowhere to be seen, nor come to light by what is right or punished."""
    there = set[Card]()
    for way in _ways(case.task):
        for count in range(len(way) + 1):
            try:
                now = case.reaches(way[:count]).position if case.task.game is None else case.board.position
            except ValueError:
                break  # said elsewhere
            seen = now.player_view()
            there |= {card for name in seen.pile_names() for card in seen.pile(name)} | set(now.stock)
    for field, words in _texts(case.task):
        for card in dict.fromkeys(named for lang in (words.en, words.de) for named in placeholders(lang)):
            if isinstance(card, Card) and card not in there - {UNKNOWN}:
                on = write_position(case.board.position.player_view())
                yield (field, card), f"{field} names {card}, which is not to be seen in {on}"
