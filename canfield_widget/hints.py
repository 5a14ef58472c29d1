"""Hints that say what they are worth and what they know: a legal move, a ranked move, a line that wins.

A ranked hint is a function of what the player sees, so no hidden card can change it. A solver's hint sees every card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position
from canfield_widget.rules import advance, legal_moves, steps
from canfield_widget.solver import Progress, Solution, Verdict, solve
from canfield_widget.solver.search import DEFAULT_SECONDS, Cancel
from canfield_widget.speech import sentence, speak_move
from canfield_widget.texts import text
from canfield_widget.variants import ReserveFace, Variant


class HintKind(StrEnum):
    """What is asked for: some legal move, the one preferred by what can be seen, or a line that wins."""

    LEGAL = "legal"
    RANKED = "ranked"
    SOLVER = "solver"


class Knowledge(StrEnum):
    """What a hint has looked at."""

    VISIBLE = "visible cards"
    ALL = "all cards"


class Worth(StrEnum):
    """What a hint is worth: no promise, a preference, a proved win, no win found, a proved loss, or no move."""

    LEGAL = "legal"
    PREFERRED = "preferred"
    WIN = "win"
    NO_WIN_FOUND = "no-win-found"
    LOST = "lost"
    NONE = "none"


class Preference(StrEnum):
    """Why a move is preferred, the best reason first."""

    SAFE = "safe"
    RESERVE_UP = "reserve-up"
    FREES_RESERVE = "frees-reserve"
    RESERVE_DOWN = "reserve-down"
    UP = "up"
    WASTE_DOWN = "waste-down"
    PREPARES = "prepares"
    RESERVE_SPACE = "reserve-space"
    WASTE_SPACE = "waste-space"
    DEAL = "deal"
    REDEAL = "redeal"
    NO_GAIN = "no-gain"


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for `position`: the moves, best first, what they are worth and what they know.

    `reason` is why the first of the ranked moves is preferred, None for other kinds. `line` is the whole winning line
    where the worth is `WIN`, `solution` what the solver said where it was asked.
    """

    position: Position
    kind: HintKind
    worth: Worth
    knowledge: Knowledge
    moves: tuple[Move, ...]
    reason: Preference | None = None
    line: tuple[Move, ...] = ()
    solution: Solution | None = None

    @property
    def move(self) -> Move | None:
        """The move to make, or None where there is no legal move."""
        return self.moves[0] if self.moves else None


def default_kind(variant: Variant) -> HintKind:
    """The kind of hint that goes with the rules: the solver's where the whole reserve lies open, else the ranked."""
    return HintKind.SOLVER if variant.reserve_face is ReserveFace.ALL else HintKind.RANKED


def hint(
    position: Position,
    kind: HintKind | str | None = None,
    *,
    budget_s: float | None = DEFAULT_SECONDS,
    budget_states: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
) -> Hint:
    """A hint of the kind, or of the `default_kind` of the variant. The budgets are those of `solve`.

    Raises ValueError for another kind and, for the solver's, for a position that is not complete.

    >>> from canfield_widget.position import deal
    >>> hint(deal("canfield", seed=2)).move
    Move('T3-T2')
    """
    wanted = default_kind(position.variant) if kind is None else _kind(kind)
    if wanted is HintKind.LEGAL:
        moves = legal_moves(position)
        return Hint(position, wanted, Worth.LEGAL if moves else Worth.NONE, Knowledge.VISIBLE, moves)
    order = ranking(position)
    moves, reason = tuple(move for move, _ in order), order[0][1] if order else None
    if wanted is HintKind.RANKED or not moves:
        return Hint(position, wanted, Worth.PREFERRED if moves else Worth.NONE, Knowledge.VISIBLE, moves, reason)
    found = solve(position, budget_s=budget_s, budget_states=budget_states, progress=progress, cancel=cancel)
    if found.verdict is Verdict.WON:
        return Hint(position, wanted, Worth.WIN, Knowledge.ALL, found.line[:1], None, found.line, found)
    worth = Worth.LOST if found.verdict is Verdict.LOST else Worth.NO_WIN_FOUND
    return Hint(position, wanted, worth, Knowledge.ALL, moves, reason, (), found)


def _kind(kind: str) -> HintKind:
    try:
        return HintKind(kind)
    except ValueError:
        raise ValueError(f"kind: read {kind!r}, expected one of {', '.join(HintKind)}") from None


def ranking(position: Position) -> tuple[tuple[Move, Preference], ...]:
    """The legal moves with why each stands where it does, best first; only what the player sees plays a part."""
    seen = position.player_view()
    rated = [(move, _preference(seen, move)) for move in legal_moves(seen)]
    order = list(Preference)
    return tuple(sorted(rated, key=lambda pair: order.index(pair[1])))


def _preference(seen: Position, move: Move) -> Preference:
    kind = move.source[0], move.target[0]
    if kind == ("T", "T"):
        return Preference.FREES_RESERVE if steps(seen, move)[1:] else Preference.NO_GAIN
    into_space = kind[1] == "T" and not seen.pile(move.target)
    return {
        ("R", FOUNDATION): Preference.RESERVE_UP,
        ("R", "T"): Preference.RESERVE_SPACE if into_space else Preference.RESERVE_DOWN,
        (WASTE, "T"): Preference.WASTE_SPACE if into_space else Preference.WASTE_DOWN,
        (WASTE, FOUNDATION): Preference.UP,
        ("T", FOUNDATION): Preference.UP,
        (STOCK, WASTE): Preference.DEAL,
        (WASTE, STOCK): Preference.REDEAL,
    }.get(kind, Preference.NO_GAIN)


def play_ranked(position: Position, *, most_moves: int = 2000) -> tuple[tuple[Move, ...], Position]:
    """The line of ranked hints alone, and the position where it ends: won, no move to effect, or the same as before."""
    line, seen = list[Move](), {position}
    while len(line) < most_moves and (order := ranking(position)) and order[0][1] is not Preference.NO_GAIN:
        move = order[0][0]
        position = advance(position, move, steps(position, move))
        line.append(move)
        if position in seen:
            break
        seen.add(position)
    return tuple(line), position


def speak_hint(hint: Hint, lang: str = "en") -> str:
    """The hint in one or two sentences: the move, what it is worth and what it knows.

    >>> from canfield_widget.position import deal
    >>> speak_hint(hint(deal("canfield", seed=2), "legal"))
    'Ten of clubs from column 3 onto the jack of hearts. A legal move; it promises nothing.'
    """
    if hint.move is None:
        return text("hint-none", lang)
    move = sentence(speak_move(hint.position.player_view(), hint.move, lang))
    worth = text(f"hint-{hint.worth}", lang)
    return f"{move} {worth}"
