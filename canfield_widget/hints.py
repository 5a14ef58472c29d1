"""Hints that say what they are worth and what they know: a legal move, a ranked move, a line that wins.

A ranked hint is a function of what the player sees, so no hidden card can change it. A solver's hint sees every card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import dataclass, field
from enum import StrEnum

from canfield_widget.arguments import Cancel, expect, expect_whole
from canfield_widget.cards import SUITS, Card, rank_before
from canfield_widget.legality import build_refusal, receiving_foundation
from canfield_widget.moves import FOUNDATION, STOCK, WASTE, Move
from canfield_widget.position import Position
from canfield_widget.rules import advance, is_won, legal_moves, steps
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import Progress, Solution, StoppedBy, Verdict
from canfield_widget.solver.search import DEFAULT_SECONDS, solving
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
    """Why a move stands where it does among the ranked ones, the best reason first.

    `SAFE` to `RESERVE_SPACE` and `WASTE_SPACE` are gains: a card leaves the reserve or the waste, or goes up, and never
    comes back. `PREPARES` and `MAKES_SPACE` are moves within the tableau after which one more of the gains that stand
    above is there, so that hints followed one after the other do not go round in circles.
    """

    BASE = "base"
    SAFE = "safe"
    RESERVE_UP = "reserve-up"
    FREES_RESERVE = "frees-reserve"
    RESERVE_DOWN = "reserve-down"
    WASTE_DOWN = "waste-down"
    UP = "up"
    RESERVE_SPACE = "reserve-space"
    PREPARES = "prepares"
    WASTE_SPACE = "waste-space"
    MAKES_SPACE = "makes-space"
    DEAL = "deal"
    REDEAL = "redeal"
    NO_GAIN = "no-gain"


HINT_SECONDS = type(DEFAULT_SECONDS)(2.0)
"""What the solver may take for a hint unless another budget is given; a budget in states alone takes its place."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for `position`: the moves, best first, what they are worth and what they know.

    `reason` is why the first of the moves is preferred where they are ranked ones, which they also are where the
    solver was asked and has no win; else None. `line` is the whole winning line where the worth is `WIN`, and `moves`
    is then its first move alone. `solution` is what the solver said where it was asked.
    """

    position: Position = field(repr=False)  # it has the hidden cards
    kind: HintKind
    worth: Worth
    knowledge: Knowledge
    moves: tuple[Move, ...]
    reason: Preference | None = None
    line: tuple[Move, ...] = ()
    solution: Solution | None = field(default=None, repr=False)

    @property
    def move(self) -> Move | None:
        """The move to make, or None where there is no legal move."""
        return self.moves[0] if self.moves else None


def default_kind(variant: Variant) -> HintKind:
    """The kind of hint that goes with the rules: the solver's where the whole reserve lies open, else the ranked."""
    expect(variant, Variant, "variant", "a Variant, such as VARIANTS has")
    return HintKind.SOLVER if variant.reserve_face is ReserveFace.ALL else HintKind.RANKED


def hint(
    position: Position,
    kind: HintKind | str | None = None,
    *,
    budget_s: float | None = HINT_SECONDS,
    budget_states: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    memory: int | None = None,
) -> Hint:
    """A hint of the kind, or of the `default_kind` of the variant.

    The solver's hint looks for a win and falls back on the ranked moves, saying so in its worth; budgets, `progress`,
    `cancel` and `memory` are for it, as in `solve`. A win that the ranked moves reach by themselves is a proof as well.
    The other kinds take positions that show only what a player sees, too.
    Raises ValueError for a kind that is none and, for the solver's, for a position that is not complete.

    >>> from canfield_widget.position import deal
    >>> hint(deal("canfield", seed=2)).move
    Move('T3-T2')
    """
    return at_once(
        hinting(
            position, kind, budget_s=budget_s, budget_states=budget_states, progress=progress, cancel=cancel,
            memory=memory,
        )
    )  # fmt: skip


def hinting(
    position: Position,
    kind: HintKind | str | None = None,
    *,
    budget_s: float | None = HINT_SECONDS,
    budget_states: int | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    memory: int | None = None,
) -> Slices[Hint]:
    """`hint` in slices, as `solving` makes them. Raises what `hint` raises."""
    expect(position, Position, "position", "a Position, such as deal() gives")
    wanted = default_kind(position.variant) if kind is None else _kind(kind)
    if wanted is HintKind.LEGAL:
        moves = legal_moves(position)
        return Hint(position, wanted, Worth.LEGAL if moves else Worth.NONE, Knowledge.VISIBLE, moves)
    order = ranking(position)
    moves, reason = tuple(move for move, _ in order), order[0][1] if order else None
    if wanted is HintKind.RANKED or not moves:
        return Hint(position, wanted, Worth.PREFERRED if moves else Worth.NONE, Knowledge.VISIBLE, moves, reason)
    found = yield from solving(
        position, budget_s=budget_s, budget_states=budget_states, progress=progress, cancel=cancel, memory=memory
    )
    line = found.line
    if found.stopped_by not in (None, StoppedBy.CANCEL) and position.variant.decks <= 2:
        # where cards are dealt one at a time it wins much that the search does not; with more decks it takes seconds
        played, end = yield from playing_ranked(position)
        line = played if is_won(end) else ()
    if line:
        return Hint(position, wanted, Worth.WIN, Knowledge.ALL, line[:1], None, line, found)
    worth = Worth.LOST if found.verdict is Verdict.LOST else Worth.NO_WIN_FOUND
    return Hint(position, wanted, worth, Knowledge.ALL, moves, reason, (), found)


def _kind(kind: str) -> HintKind:
    try:
        return HintKind(kind)
    except ValueError:
        raise ValueError(f"kind: read {kind!r}, expected one of {', '.join(HintKind)}") from None


def ranking(position: Position) -> tuple[tuple[Move, Preference], ...]:
    """The legal moves with why each stands where it does, best first; only what the player sees plays a part.

    >>> from canfield_widget.position import deal
    >>> [(str(move), str(why)) for move, why in ranking(deal("canfield", seed=2))]
    [('T3-T2', 'frees-reserve'), ('S-W', 'deal')]
    """
    expect(position, Position, "position", "a Position, such as deal() gives")
    seen = position.player_view()
    moves = legal_moves(seen)
    before = {card for _, card in _gains(seen, moves)}
    rated = [(_PLACES[why := _preference(seen, move, before)], -_promise(seen, move, why), n, move, why)
             for n, move in enumerate(moves)]  # fmt: skip
    return tuple((move, why) for *_, move, why in sorted(rated))


_PLACES = {why: place for place, why in enumerate(Preference)}


def _preference(seen: Position, move: Move, before: Set[Card]) -> Preference:
    """Why `move` stands where it does; `before` is the cards that are a gain to move already."""
    if (move.source, move.target) == (STOCK, WASTE):
        return Preference.DEAL
    if (move.source, move.target) == (WASTE, STOCK):
        return Preference.REDEAL
    gain = _gain(seen, move)
    if gain or move.source[0] != "T":
        return gain or Preference.NO_GAIN
    after = advance(seen, move, steps(seen, move))
    new = {why for why, card in _gains(after, legal_moves(after)) if card not in before}
    if new - {Preference.WASTE_SPACE}:
        return Preference.PREPARES
    return Preference.MAKES_SPACE if new else Preference.NO_GAIN


def _gains(seen: Position, moves: Iterable[Move]) -> list[tuple[Preference, Card]]:
    """The moves that are a gain by themselves: why, and the card that moves."""
    return [(why, seen.pile(move.source)[-1]) for move in moves if (why := _gain(seen, move))]


def _gain(seen: Position, move: Move) -> Preference | None:
    """Why the move is a gain by itself, or None."""
    source, target = move.source[0], move.target[0]
    if source == FOUNDATION or STOCK in (source, target):
        return None
    fills = any(step.source[0] == "R" for step in steps(seen, move)[1:])
    if target == FOUNDATION:
        card = seen.pile(move.source)[-1]
        if seen.base is None:
            return Preference.BASE
        if _is_safe(seen, card):
            return Preference.SAFE
        return Preference.RESERVE_UP if source == "R" else Preference.FREES_RESERVE if fills else Preference.UP
    if fills:
        return Preference.FREES_RESERVE
    return _INTO_TABLEAU.get((source, bool(seen.pile(move.target))))


_INTO_TABLEAU = {
    ("R", True): Preference.RESERVE_DOWN,
    (WASTE, True): Preference.WASTE_DOWN,
    ("R", False): Preference.RESERVE_SPACE,
    (WASTE, False): Preference.WASTE_SPACE,
}


def _is_safe(seen: Position, card: Card) -> bool:
    """True if no card is left that would ever have to be built on `card`: it can go up and will not be missed."""
    return all(
        _is_up(seen, child) or (receiving_foundation(seen, child) is not None and _is_idle(seen, child))
        for child in _children(seen, card)
    )


def _is_idle(seen: Position, card: Card) -> bool:
    return all(_is_up(seen, child) for child in _children(seen, card))


def _children(seen: Position, card: Card) -> list[Card]:
    """The cards that may be built on `card`."""
    rank = rank_before(card.rank, seen.variant.ranks)
    return [child for suit in SUITS if build_refusal(seen, child := Card(rank, suit), card) is None]


def _is_up(seen: Position, card: Card) -> bool:
    """True if every such card of the pack lies on a foundation."""
    return sum(card in pile for pile in seen.foundations) == seen.variant.decks


def _promise(seen: Position, move: Move, why: Preference) -> int:
    """How many gains a base opens. Other moves with equal reasons keep their order: counting won no more games."""
    if why is not Preference.BASE:
        return 0
    after = advance(seen, move, steps(seen, move))
    return len(_gains(after, legal_moves(after)))


def play_ranked(position: Position, *, most_moves: int = 2000) -> tuple[tuple[Move, ...], Position]:
    """The line of the ranked hints alone, and the position where it ends.

    It ends where the game is won, where no move is a gain, or where the hints would come back to a position they have
    been at: the dealing round and round that leads there is left out. Raises ValueError for a number below 0.

    >>> from canfield_widget.position import deal
    >>> line, end = play_ranked(deal("canfield", seed=2))
    >>> len(line), sum(map(len, end.foundations))
    (79, 16)
    """
    return at_once(playing_ranked(position, most_moves=most_moves))


def playing_ranked(position: Position, *, most_moves: int = 2000) -> Slices[tuple[tuple[Move, ...], Position]]:
    """`play_ranked` in slices of one move. Raises what `play_ranked` raises."""
    expect(position, Position, "position", "a Position, such as deal() gives")
    expect_whole(most_moves, "most_moves")
    line, seen = list[Move](), {position: 0}
    while len(line) < most_moves and (move := _first_gain(position)):
        position = advance(position, move, steps(position, move))
        line.append(move)
        if position in seen:
            del line[seen[position] :]
            break
        seen[position] = len(line)
        yield
    return tuple(line), position


def _first_gain(position: Position) -> Move | None:
    """The move of the ranked hint unless it is none to effect; what makes way is looked at only where it matters."""
    seen = position.player_view()
    moves = legal_moves(seen)
    gains = [(_PLACES[why], n) for n, move in enumerate(moves) if (why := _gain(seen, move))]
    if gains and _PLACES[Preference.BASE] < min(gains)[0] < _PLACES[Preference.PREPARES]:
        return moves[min(gains)[1]]
    order = ranking(position)
    return order[0][0] if order and order[0][1] is not Preference.NO_GAIN else None


def speak_hint(hint: Hint, lang: str = "en") -> str:
    """The hint in two sentences: the move, then what it is worth, what it knows and why it is preferred.

    >>> from canfield_widget.position import deal
    >>> print(speak_hint(hint(deal("canfield", seed=2))))
    Ten of clubs from column 3 onto the jack of hearts. Preferred by the cards you can see: the reserve fills its place.
    """
    expect(hint, Hint, "hint", "a Hint, such as hint() gives")
    if hint.move is None:
        return text("hint-none", lang)
    because = text(f"hint-because-{hint.reason}", lang) if hint.reason else ""
    key = f"hint-{hint.worth}" + ("-1" if len(hint.line) == 1 else "")
    worth = text(key, lang, because=because, n=len(hint.line))
    seen = hint.position.player_view()  # a card that is about to be turned stays hidden
    return f"{sentence(speak_move(seen, hint.move, lang))} {worth}"
