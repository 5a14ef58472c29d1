"""Canfield patience in the notebook: rules, boards to play on, positions in words and pictures.

>>> import canfield_widget as cw
>>> position = cw.deal("canfield", seed=7)
>>> cw.legal_moves(position)
(Move('S-W'),)

Names are loaded when they are asked for, so that the engine can be used where no notebook is installed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from canfield_widget.arranging import set_up
    from canfield_widget.cards import SUITS, UNKNOWN, Card, Suit, read_card
    from canfield_widget.classroom import ClassReport, check_games
    from canfield_widget.diagrams import draw, draw_moves
    from canfield_widget.game import Game, Status
    from canfield_widget.hints import (
        Hint,
        HintKind,
        Knowledge,
        Preference,
        Worth,
        default_kind,
        hint,
        play_ranked,
        ranking,
        speak_hint,
    )
    from canfield_widget.lesson_widget import LessonWidget, course, lesson
    from canfield_widget.moves import Move, read_move
    from canfield_widget.notation import (
        NotationError,
        read_game,
        read_position,
        read_variant,
        write_game,
        write_position,
        write_variant,
    )
    from canfield_widget.position import Position, Problem, deal, problems
    from canfield_widget.progress import plot_progress
    from canfield_widget.refusals import IllegalMove, Reason, Refusal
    from canfield_widget.rule_tables import RuleTable, compare_rules, variants_table
    from canfield_widget.rules import apply, is_stuck, is_won, legal_moves, steps, under_rules, why_not
    from canfield_widget.solver import Solution, Verdict, solve
    from canfield_widget.speech import Explanation, card_name, explain, speak_move, speak_position, speak_refusal
    from canfield_widget.stepper import step_through
    from canfield_widget.studies import Study, study
    from canfield_widget.study_summary import wilson
    from canfield_widget.svg import position_svg
    from canfield_widget.teaching.example_positions import Example, examples
    from canfield_widget.teaching.lessons import LessonError, lessons, read_lesson
    from canfield_widget.teaching.proofs import check
    from canfield_widget.teaching.tasks import Lesson
    from canfield_widget.variants import (
        VARIANTS,
        Build,
        FoundationReturn,
        Group,
        ReserveFace,
        Scoring,
        SpaceAfter,
        SpaceWithReserve,
        Variant,
        Wrap,
    )
    from canfield_widget.wheels import stock_wheel
    from canfield_widget.widget import CanfieldWidget
    from canfield_widget.winnable import WinnableDeal, daily, deal_winnable, speak_winnable
    from canfield_widget.worksheets import Worksheet, worksheet

_ROOMS = {
    "cards": "SUITS UNKNOWN Card Suit read_card",
    "variants": "VARIANTS Build FoundationReturn Group ReserveFace Scoring SpaceAfter SpaceWithReserve Variant Wrap",
    "moves": "Move read_move",
    "position": "Position Problem deal problems",
    "notation": "NotationError read_game read_position read_variant write_game write_position write_variant",
    "arranging": "set_up",
    "refusals": "IllegalMove Reason Refusal",
    "rules": "apply is_stuck is_won legal_moves steps under_rules why_not",
    "speech": "Explanation card_name explain speak_move speak_position speak_refusal",
    "game": "Game Status",
    "solver": "Solution Verdict solve",
    "hints": "Hint HintKind Knowledge Preference Worth default_kind hint play_ranked ranking speak_hint",
    "winnable": "WinnableDeal daily deal_winnable speak_winnable",
    "studies": "Study study",
    "study_summary": "wilson",
    "rule_tables": "RuleTable compare_rules variants_table",
    "svg": "position_svg",
    "teaching.example_positions": "Example examples",
    "teaching.lessons": "LessonError lessons read_lesson",
    "teaching.proofs": "check",
    "teaching.tasks": "Lesson",
    "classroom": "ClassReport check_games",
    "diagrams": "draw draw_moves",
    "progress": "plot_progress",
    "stepper": "step_through",
    "wheels": "stock_wheel",
    "worksheets": "Worksheet worksheet",
    "lesson_widget": "LessonWidget course lesson",
    "widget": "CanfieldWidget",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "SUITS", "UNKNOWN", "VARIANTS", "Build", "CanfieldWidget", "Card", "ClassReport", "Example", "Explanation",
    "FoundationReturn", "Game", "Group", "Hint", "HintKind", "IllegalMove", "Knowledge", "Lesson", "LessonError",
    "LessonWidget", "Move", "NotationError", "Position", "Preference", "Problem", "Reason", "Refusal",
    "ReserveFace", "RuleTable", "Scoring", "Solution", "SpaceAfter", "SpaceWithReserve", "Status", "Study", "Suit",
    "Variant", "Verdict", "WinnableDeal", "Worksheet", "Worth", "Wrap", "apply", "card_name", "check",
    "check_games", "compare_rules", "course", "daily", "deal", "deal_winnable", "default_kind", "draw",
    "draw_moves", "examples", "explain", "hint", "is_stuck", "is_won", "legal_moves", "lesson", "lessons",
    "play_ranked", "plot_progress", "position_svg", "problems", "ranking", "read_card", "read_game", "read_lesson",
    "read_move", "read_position", "read_variant", "set_up", "solve", "speak_hint", "speak_move", "speak_position",
    "speak_refusal", "speak_winnable", "step_through", "steps", "stock_wheel", "study", "under_rules",
    "variants_table", "why_not", "wilson", "worksheet", "write_game", "write_position", "write_variant",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"canfield_widget has no {name!r}; it has {', '.join(__all__)}")
    value = getattr(import_module(f"canfield_widget.{room}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
