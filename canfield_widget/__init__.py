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
    from canfield_widget.cards import SUITS, UNKNOWN, Card, Suit, read_card
    from canfield_widget.diagrams import draw
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
    from canfield_widget.rules import (
        apply,
        is_stuck,
        is_won,
        legal_moves,
        steps,
        why_not,
    )
    from canfield_widget.solver import Solution, Verdict, solve
    from canfield_widget.speech import card_name, speak_move, speak_position, speak_refusal
    from canfield_widget.stepper import step_through
    from canfield_widget.studies import Study, study
    from canfield_widget.study_summary import wilson
    from canfield_widget.svg import position_svg
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
    from canfield_widget.widget import CanfieldWidget
    from canfield_widget.winnable import WinnableDeal, daily, deal_winnable, speak_winnable

_ROOMS = {
    "cards": "SUITS UNKNOWN Card Suit read_card",
    "variants": "VARIANTS Build FoundationReturn Group ReserveFace Scoring SpaceAfter SpaceWithReserve Variant Wrap",
    "moves": "Move read_move",
    "position": "Position Problem deal problems",
    "notation": "NotationError read_game read_position read_variant write_game write_position write_variant",
    "refusals": "IllegalMove Reason Refusal",
    "rules": "apply is_stuck is_won legal_moves steps why_not",
    "solver": "Solution Verdict solve",
    "hints": "Hint HintKind Knowledge Preference Worth default_kind hint play_ranked ranking speak_hint",
    "speech": "card_name speak_move speak_position speak_refusal",
    "game": "Game Status",
    "svg": "position_svg",
    "diagrams": "draw",
    "progress": "plot_progress",
    "stepper": "step_through",
    "winnable": "WinnableDeal daily deal_winnable speak_winnable",
    "studies": "Study study",
    "study_summary": "wilson",
    "widget": "CanfieldWidget",
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}

__all__ = [
    "SUITS", "UNKNOWN", "VARIANTS", "Build", "CanfieldWidget", "Card", "FoundationReturn", "Game", "Group", "Hint",
    "HintKind", "IllegalMove", "Knowledge", "Move", "NotationError", "Position", "Preference", "Problem", "Reason",
    "Refusal", "ReserveFace", "Scoring", "Solution", "SpaceAfter", "SpaceWithReserve", "Status", "Study", "Suit",
    "Variant", "Verdict", "WinnableDeal", "Worth", "Wrap", "apply", "card_name", "daily", "deal", "deal_winnable",
    "default_kind", "draw", "hint", "is_stuck", "is_won", "legal_moves", "play_ranked", "plot_progress", "position_svg",
    "problems", "ranking", "read_card", "read_game", "read_move", "read_position", "read_variant", "solve",
    "speak_hint", "speak_move", "speak_position", "speak_refusal", "speak_winnable", "step_through", "steps", "study",
    "why_not", "wilson", "write_game", "write_position", "write_variant",
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
