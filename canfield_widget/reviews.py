"""Where a played game was lost: whether it could still be won, position by position, as the solver proves it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from canfield_widget.arguments import Cancel, cancelling, expect_progress, expect_seconds, expect_whole
from canfield_widget.cards import Pile
from canfield_widget.hints import HintKind, Worth, hinting
from canfield_widget.moves import STOCK, Move
from canfield_widget.position import Position, problems
from canfield_widget.replays import Playable, Replay, replay
from canfield_widget.rooms import loaded
from canfield_widget.rules import advance, is_won, steps
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import Progress, Verdict
from canfield_widget.solver.report import folded
from canfield_widget.speech import sentence, speak_move, speak_problem
from canfield_widget.texts import text, words

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs]

REVIEW_STATES = 1_000_000
"""The states that the solver may look at for each position, unless another budget is given."""


class Cause(StrEnum):
    """What the move that lost the game did, beside the winning line: it dealt on, came too early, or led elsewhere."""

    DEALT = "dealt"
    EARLY = "early"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Blunder:
    """The move that lost the game: the `number`-th one, what it did, and the move that wins in its place."""

    number: int
    move: Move
    cause: Cause
    better: Move = field(repr=False)


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """The game after `ply` moves: the token of the last one (None at the start), cards up, and what is proved."""

    ply: int
    move: str | None
    founded: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Review:
    """What is proved of each position of a played line, the first one and the last one too.

    A position that can be won has none but such before it, and one that is lost none but such behind it. So
    `verdicts` are won, then perhaps unknown (the grey gap, where the budget was used up), then lost. `line` wins from
    the last position that is proved to be won, and is empty where there is none. `judged` is how many positions the
    solver looked at, and `states` how many states in all. `furthest` is how many cards the solver brought up from
    the first lost position. All of it sees every card.
    """

    replay: Replay = field(repr=False)
    verdicts: tuple[Verdict, ...] = field(repr=False)
    line: tuple[Move, ...] = field(default=(), repr=False)
    furthest: int | None = None
    judged: int = 0
    states: int = 0
    lang: str = "en"

    @property
    def last_good(self) -> int | None:
        """After how many moves the game is proved to be won for the last time; None if it never is."""
        return max((ply for ply, verdict in enumerate(self.verdicts) if verdict is Verdict.WON), default=None)

    @property
    def first_lost(self) -> int | None:
        """After how many moves the game is proved to be lost for the first time; None if it never is."""
        return next((ply for ply, verdict in enumerate(self.verdicts) if verdict is Verdict.LOST), None)

    @property
    def gap(self) -> range:
        """The numbers of moves after which nothing is proved."""
        start = 0 if self.last_good is None else self.last_good + 1
        return range(start, len(self.verdicts) if self.first_lost is None else self.first_lost)

    @property
    def blunder(self) -> Blunder | None:
        """The move that lost the game; None if it is not lost, was lost from the start, or the gap leaves it open."""
        good, lost = self.last_good, self.first_lost
        if good is None or lost is None or lost > good + 1:
            return None
        return Blunder(lost, self.replay.moves[good], self._cause(good), self.line[0])

    def _cause(self, good: int) -> Cause:
        made, now = self.replay.moves[good], self.replay.positions[good]
        if STOCK in (made.source, made.target):
            return Cause.DEALT
        cards = _lifted(now, made)
        for move in self.line:
            if move.target == made.target and _lifted(now, move) == cards:
                return Cause.EARLY
            now = advance(now, move, steps(now, move))
        return Cause.OTHER

    @property
    def rows(self) -> tuple[ReviewRow, ...]:
        """A row for each position, one more than moves."""
        tokens = (None, *map(str, self.replay.moves))
        return tuple(
            ReviewRow(ply, move, founded, verdict)
            for ply, (move, founded, verdict) in enumerate(zip(tokens, self.replay.founded, self.verdicts, strict=True))
        )

    def frame(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame with a column for each field. Raises ImportError without pandas."""
        try:
            frames: Any = import_module("pandas").DataFrame
        except ImportError as error:
            raise ImportError('Review.frame needs pandas: pip install "canfield-widget[pandas]"') from error
        columns = ["ply", "move", "founded", "verdict"]
        return frames.from_records([(r.ply, r.move, r.founded, str(r.verdict)) for r in self.rows], columns=columns)

    # In words

    def say(self, lang: str | None = None) -> str:
        """Where the game was lost, as far as that is proved, without a word of what would have won."""
        spoken = self.lang if lang is None else lang
        good, lost, end = self.last_good, self.first_lost, len(self.replay.moves)
        blunder = self.blunder
        if blunder is not None:
            return text("review-blunder", spoken, n=blunder.number, move=self._move(blunder.number - 1, spoken))
        if good == end:
            return text("review-won" if self.replay.won else "review-winnable", spoken)
        if lost == 0:
            return text("review-lost", spoken)
        if good is not None and lost is not None:
            return text("review-gap", spoken, good=speak_after(good, spoken), n=good + 1, to=lost)
        if good is not None:
            return text("review-open-end", spoken, good=speak_after(good, spoken))
        if lost is not None:
            return text("review-open-start", spoken, n=lost)
        key = "review-unknown-1" if self.judged == 1 else "review-unknown" if self.judged else "review-unasked"
        return text(key, spoken, n=self.judged)

    def refutation(self, lang: str | None = None) -> str:
        """What wins from the last good position, why the move that was made there does not, and the whole line."""
        spoken = self.lang if lang is None else lang
        if not self.line:
            return text("review-none-wins" if self.last_good is None else "review-is-won", spoken)
        return " ".join((*self.reasons(spoken), text("review-line", spoken, moves=_moves(len(self.line), spoken),
                                                     line=", ".join(folded(self.line, spoken)))))  # fmt: skip

    def reasons(self, lang: str | None = None) -> tuple[str, ...]:
        """The sentences of the refutation before the line; none where no line is known."""
        spoken, good, blunder = self.lang if lang is None else lang, self.last_good, self.blunder
        if good is None or not self.line:
            return ()
        better = speak_move(self.replay.positions[good], self.line[0], spoken)
        said = [text("review-wins", spoken, good=speak_after(good, spoken), move=better)]
        if blunder is not None:
            said.append(text(f"review-cause-{blunder.cause}", spoken))
        if blunder is not None and self.furthest is not None:
            founded = text("founded", spoken, n=self.furthest, of=self.replay.pack_size)
            said.append(text("review-furthest", spoken, founded=founded))
        return tuple(sentence(words) for words in said)

    def speak_line(self, lang: str | None = None) -> tuple[str, ...]:
        """The winning line in words, a sentence for each move; it tells hidden cards."""
        spoken, said = self.lang if lang is None else lang, list[str]()
        if self.last_good is not None:
            now = self.replay.positions[self.last_good]
            for move in self.line:
                said.append(sentence(speak_move(now, move, spoken)))
                now = advance(now, move, steps(now, move))
        return tuple(said)

    def _move(self, ply: int, lang: str) -> str:
        return speak_move(self.replay.positions[ply], self.replay.moves[ply], lang)

    # In pictures

    def plot(self, **how: Any) -> Any:
        """The review as a figure. See `plot_review` for the keywords: `ax`, `lang`, `theme`, `width`."""
        # By name, when it is asked for: figures are drawn storeys above, and the engine must not load matplotlib.
        return loaded("analysis_figures", "plot_review")(self, **how)

    def __repr__(self) -> str:
        return f"<Review: {self.say()}>"

    def __str__(self) -> str:
        return self.say()

    def _repr_html_(self) -> str:
        """The bar along the moves and where it was lost; the refutation has to be asked for."""
        return import_module("canfield_widget.analysis_svg").review_html(self)


def _lifted(position: Position, move: Move) -> Pile:
    first = steps(position, move)[0]
    return position.pile(first.source)[-first.count :]


def speak_after(ply: int, lang: str = "en") -> str:
    """After how many moves, in words: "at the start", "after move 3".

    >>> speak_after(0), speak_after(3, "de")
    ('at the start', 'nach Zug 3')
    """
    return text("review-after", lang, n=ply) if ply else text("review-start", lang)


def _moves(count: int, lang: str) -> str:
    return text("moves-1" if count == 1 else "moves", lang, n=count)


# Finding it out


def review(
    game: Playable,
    *,
    budget_states: int | None = REVIEW_STATES,
    budget_s: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    lang: str = "en",
) -> Review:
    """Where the game was lost: what is proved of each position of its line, moves that were taken back included.

    `game` is a Game, its text, a Solution, or a pair of a position and moves. The solver, who sees all cards, is asked
    about the last position first and then halves the line: about log2 of the moves positions, some more where it finds
    no answer. It may look at `budget_states` states for each, and take `budget_s` seconds for all together. Where
    positions stay undecided, those between them are asked about too, the outer ones first: as long as there are
    seconds, or else up to twice log2 of the moves positions in all. Given states alone, the answer is the same on every
    machine. `progress` and `cancel` are those of `solve`; what is cancelled ends with what is proved until then.

    Raises ValueError for what is no game, a position that is not complete, and arguments that are none; IllegalMove
    where a move is not legal.

    >>> found = review("canfield; deal 112; moves T2-F S-W W-T1 T4-T1 S-W W-T2")
    >>> found.last_good, found.first_lost, found.judged
    (2, 3, 4)
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
    Move 3 lost the game: seven of clubs from the waste onto the eight of diamonds. Before it the game could still be
    won, after it no more; both are proved, with all cards in sight.
    """
    return at_once(
        reviewing(
            game, budget_states=budget_states, budget_s=budget_s, progress=progress, cancel=cancel, lang=lang
        )
    )  # fmt: skip


def reviewing(
    game: Playable,
    *,
    budget_states: int | None = REVIEW_STATES,
    budget_s: float | None = None,
    progress: Callable[[Progress], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    lang: str = "en",
) -> Slices[Review]:
    """`review` in slices, as `solving` makes them. Raises what `review` raises."""
    words(lang)
    expect_seconds(budget_s)
    if budget_states is not None:
        expect_whole(budget_states, "budget_states", expected=", or None")
    expect_progress(progress)
    line = replay(game)
    start = line.positions[0]
    if found := problems(start):
        raise ValueError("the position is not complete: " + " ".join(speak_problem(start, each) for each in found))
    judge = _Judge(line.positions, budget_states, budget_s, progress, cancelling(cancel))
    known = _Known(len(line.positions))
    most = 2 * len(line.positions).bit_length() if budget_s is None else len(line.positions)
    ply: int | None = known.bad - 1
    while ply is not None and not judge.stopped:
        verdict, winning, founded = yield from judge(line.positions[ply])
        if verdict is Verdict.WON:
            known.win(*_furthest_on(line.positions, ply, winning))
        elif verdict is Verdict.LOST:
            known.lose(ply, founded)
        elif not judge.stopped:
            known.leave_open(ply)
        ply = known.next(between=judge.judged < most)
    return Review(line, known.verdicts(), known.line, known.founded, judge.judged, judge.states, lang)


def _furthest_on(positions: Sequence[Position], ply: int, line: tuple[Move, ...]) -> tuple[int, tuple[Move, ...]]:
    """The last of the played positions that the winning line from `ply` comes through, and the line from there."""
    now, on = positions[ply], {positions[ply]: 0}
    for count, move in enumerate(line, 1):
        now = advance(now, move, steps(now, move))
        on[now] = count
    last = max(place for place in range(ply, len(positions)) if positions[place] in on)
    return last, line[on[positions[last]] :]


@dataclass(slots=True)
class _Known:
    """What is proved so far of `count` positions: those up to `good` are won, those from `bad` on are lost."""

    count: int
    good: int = -1
    bad: int = -1
    line: tuple[Move, ...] = ()
    founded: int | None = None
    open: set[int] = field(default_factory=set[int])

    def __post_init__(self) -> None:
        self.bad = self.count

    def win(self, ply: int, line: tuple[Move, ...]) -> None:
        self.good, self.line = ply, line

    def lose(self, ply: int, founded: int | None) -> None:
        self.bad, self.founded = ply, founded

    def leave_open(self, ply: int) -> None:
        self.open.add(ply)

    def next(self, *, between: bool = False) -> int | None:
        """The position to ask about next; None where nothing is left to be asked.

        Where some were left open, the line is halved on this side of the first of them, then beyond the last. Then,
        if those `between` are to be asked about as well, the one nearest to either comes next.
        """
        still_open = [ply for ply in self.open if self.good < ply < self.bad]
        first, last = min(still_open, default=self.bad), max(still_open, default=self.good)
        if first - self.good > 1:
            return (self.good + first) // 2
        if self.bad - last > 1:
            return (last + self.bad) // 2
        unasked = (ply for ply in range(first + 1, last) if between and ply not in self.open)
        return min(unasked, key=lambda ply: min(ply - first, last - ply), default=None)

    def verdicts(self) -> tuple[Verdict, ...]:
        gap = self.bad - self.good - 1
        return (Verdict.WON,) * (self.good + 1) + (Verdict.UNKNOWN,) * gap + (Verdict.LOST,) * (self.count - self.bad)


@dataclass(slots=True)
class _Judge:
    """The solver, with what it may use for each position and for all of them."""

    positions: Sequence[Position]
    budget_states: int | None
    budget_s: float | None
    progress: Callable[[Progress], object] | None
    cancelled: Callable[[], bool]
    judged: int = 0
    states: int = 0
    began: float = field(default_factory=time.perf_counter)

    @property
    def stopped(self) -> bool:
        """True once all must end."""
        if self.budget_s is not None and self.judged and time.perf_counter() - self.began >= self.budget_s:
            return True
        return self.cancelled()

    def __call__(self, position: Position) -> Slices[tuple[Verdict, tuple[Move, ...], int | None]]:
        """The verdict, the line that wins, and how many cards the best line brings up where the game is lost."""
        self.judged += 1
        if is_won(position):
            return Verdict.WON, (), None
        left = None if self.budget_s is None else max(0.0, self.budget_s - (time.perf_counter() - self.began))
        found = yield from hinting(
            position, HintKind.SOLVER, budget_s=left, budget_states=self.budget_states,
            progress=self._tell if self.progress else None, cancel=self.cancelled,
        )  # fmt: skip
        self.states += found.solution.states if found.solution else 0
        if found.worth is Worth.WIN:
            return Verdict.WON, found.line, None
        if found.worth is Worth.NO_WIN_FOUND:
            return Verdict.UNKNOWN, (), None
        end = position
        for move in found.solution.best_line if found.solution else ():
            end = advance(end, move, steps(end, move))
        return Verdict.LOST, (), sum(map(len, end.foundations))

    def _tell(self, now: Progress) -> None:
        if self.progress:
            self.progress(Progress(self.states + now.states, time.perf_counter() - self.began))
