"""Canfield patience in the notebook: rules, boards to play on, positions in words and pictures.

>>> import canfield_widget as cw
>>> position = cw.deal("canfield", seed=7)
>>> cw.legal_moves(position)
(Move('S-W'),)

Names are loaded when they are asked for, so that the engine can be used where no notebook is installed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from canfield_widget.rooms import loaded

if TYPE_CHECKING:
    from canfield_widget.analysis_figures import plot_chance, plot_review
    from canfield_widget.arranging import set_up
    from canfield_widget.cards import SUITS, UNKNOWN, Card, Suit, read_card
    from canfield_widget.chances import Chance, chance, seen_position
    from canfield_widget.classroom import ClassReport, check_games
    from canfield_widget.comparisons import Comparison, compare
    from canfield_widget.curves import progress_frame, progress_rows
    from canfield_widget.diagrams import draw, draw_moves
    from canfield_widget.film_page import html_replay, save_html
    from canfield_widget.films import filmstrip, save_gif
    from canfield_widget.foundation_figures import plot_foundations
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
    from canfield_widget.in_step import step_together
    from canfield_widget.lesson_widget import LessonWidget, course, lesson
    from canfield_widget.line_data import line_frame, line_rows
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
    from canfield_widget.pysol_deals import pysol_deal
    from canfield_widget.refusals import IllegalMove, Reason, Refusal
    from canfield_widget.reviews import Review, review
    from canfield_widget.rule_tables import RuleTable, compare_rules, variants_table
    from canfield_widget.rules import apply, is_stuck, is_won, legal_moves, steps, under_rules, why_not
    from canfield_widget.search_comparisons import compare_searches
    from canfield_widget.search_figures import plot_search
    from canfield_widget.search_icicle import plot_search_tree
    from canfield_widget.search_views import watch_search
    from canfield_widget.solver import Prunings, Solution, Trace, Verdict, solve
    from canfield_widget.solver.search_tree import Branch, search_tree
    from canfield_widget.speech import Explanation, card_name, explain, speak_move, speak_position, speak_refusal
    from canfield_widget.state_diagrams import draw_states
    from canfield_widget.state_graphs import state_graph
    from canfield_widget.states import StateGraph
    from canfield_widget.stepper import step_through
    from canfield_widget.studies import Study, study
    from canfield_widget.study_figures import plot_study
    from canfield_widget.study_summary import wilson
    from canfield_widget.svg import position_svg
    from canfield_widget.tallies import Tally
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
    "pysol_deals": "pysol_deal",
    "notation": "NotationError read_game read_position read_variant write_game write_position write_variant",
    "arranging": "set_up",
    "refusals": "IllegalMove Reason Refusal",
    "rules": "apply is_stuck is_won legal_moves steps under_rules why_not",
    "speech": "Explanation card_name explain speak_move speak_position speak_refusal",
    "game": "Game Status",
    "solver": "Prunings Solution Trace Verdict solve",
    "solver.search_tree": "Branch search_tree",
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
    "state_diagrams": "draw_states",
    "state_graphs": "state_graph",
    "states": "StateGraph",
    "comparisons": "Comparison compare",
    "tallies": "Tally",
    "study_figures": "plot_study",
    "foundation_figures": "plot_foundations",
    "curves": "progress_frame progress_rows",
    "in_step": "step_together",
    "films": "filmstrip save_gif",
    "film_page": "html_replay save_html",
    "line_data": "line_frame line_rows",
    "reviews": "Review review",
    "chances": "Chance chance seen_position",
    "analysis_figures": "plot_chance plot_review",
    "search_figures": "plot_search",
    "search_icicle": "plot_search_tree",
    "search_views": "watch_search",
    "search_comparisons": "compare_searches",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "SUITS", "UNKNOWN", "VARIANTS", "Branch", "Build", "CanfieldWidget", "Card", "Chance", "ClassReport", "Comparison",
    "Example", "Explanation", "FoundationReturn", "Game", "Group", "Hint", "HintKind", "IllegalMove", "Knowledge",
    "Lesson", "LessonError", "LessonWidget", "Move", "NotationError", "Position", "Preference", "Problem", "Prunings",
    "Reason", "Refusal", "ReserveFace", "Review", "RuleTable", "Scoring", "Solution", "SpaceAfter", "SpaceWithReserve",
    "StateGraph", "Status", "Study", "Suit", "Tally", "Trace", "Variant", "Verdict", "WinnableDeal", "Worksheet",
    "Worth", "Wrap", "apply", "card_name", "chance", "check", "check_games", "compare", "compare_rules",
    "compare_searches", "course", "daily", "deal", "deal_winnable", "default_kind", "draw", "draw_moves", "draw_states",
    "examples", "explain", "filmstrip", "hint", "html_replay", "is_stuck", "is_won", "legal_moves", "lesson", "lessons",
    "line_frame", "line_rows", "play_ranked", "plot_chance", "plot_foundations", "plot_progress", "plot_review",
    "plot_search", "plot_search_tree", "plot_study", "position_svg", "problems", "progress_frame", "progress_rows",
    "pysol_deal", "ranking", "read_card", "read_game", "read_lesson", "read_move", "read_position", "read_variant",
    "review", "save_gif", "save_html", "search_tree", "seen_position", "set_up", "solve", "speak_hint", "speak_move",
    "speak_position", "speak_refusal", "speak_winnable", "state_graph", "step_through", "step_together", "steps",
    "stock_wheel", "study", "under_rules", "variants_table", "watch_search", "why_not", "wilson", "worksheet",
    "write_game", "write_position", "write_variant",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    room = _ROOM_OF.get(name)
    if room is None:
        raise AttributeError(f"canfield_widget has no {name!r}; it has {', '.join(__all__)}")
    value = loaded(room, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
