"""The chance to win as far as a player can know it: what is unseen is filled in at random, and each filling solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from importlib import import_module
from itertools import chain, permutations
from math import factorial
from random import Random
from typing import Any

from canfield_widget.arguments import Cancel, cancelling, expect_progress, expect_whole, shown
from canfield_widget.cards import UNKNOWN, Card, Pile, full_pack
from canfield_widget.position import Position
from canfield_widget.replays import WHOLE_LINES, Playable, Replay, replay
from canfield_widget.rooms import loaded
from canfield_widget.slices import Slices, at_once
from canfield_widget.solver import Solution, StoppedBy, Verdict, solve
from canfield_widget.solver.search import solving
from canfield_widget.study_summary import wilson
from canfield_widget.texts import percent, text, words
from canfield_widget.wheel import wheel_of

SAMPLES, CHANCE_STATES = 100, 20_000
"""How many fillings are solved, and the states that the solver may look at for each, unless others are given."""

_TO, _MOST_PLACES = "\N{EN DASH}", 6
_MEMORY = 1 << 30  # the same on every machine, and more than the states of the budget take


@dataclass(frozen=True, slots=True)
class Chance:
    """How many of the fillings are proved won and lost, and of how many neither is known.

    `seen` is the position as the player knows it, `UNKNOWN` for every card that he has not seen: the answer depends on
    nothing else. `exact` says that the fillings were all that there are, each once, so that there is no sampling
    error. `budget_states` is what the solver might look at for each. `wanted` is how many fillings there would have
    been; where it was stopped before, there are fewer, and `broken_off` says that the last of them was in work then
    and is among the unknown ones for that. Every filling was solved with open cards, so the chance is that of a player
    who sees them: one who has to play without seeing them wins less.
    """

    seen: Position = field(repr=False)
    won: int
    lost: int
    unknown: int
    exact: bool
    budget_states: int
    lang: str = "en"
    wanted: int | None = None
    broken_off: bool = False

    @property
    def n(self) -> int:
        """How many fillings were solved."""
        return self.won + self.lost + self.unknown

    @property
    def is_cut(self) -> bool:
        """True if it was stopped before all fillings that were wanted were solved."""
        return self.wanted is not None and self.n < self.wanted

    @property
    def unseen(self) -> int:
        """How many cards the player has not seen."""
        return sum(card == UNKNOWN for card in chain.from_iterable(_piles(self.seen)))

    @property
    def low(self) -> float:
        """The share that is proved won."""
        return self.won / self.n if self.n else 0.0

    @property
    def high(self) -> float:
        """The share that is not proved lost."""
        return (self.n - self.lost) / self.n if self.n else 1.0

    @property
    def low_interval(self) -> tuple[float, float]:
        """The 95% interval of the share proved won; both ends are `low` where the chance is exact."""
        return (self.low, self.low) if self.exact else wilson(self.won, self.n)

    @property
    def high_interval(self) -> tuple[float, float]:
        """The 95% interval of the share not proved lost; both ends are `high` where the chance is exact."""
        return (self.high, self.high) if self.exact else wilson(self.n - self.lost, self.n)

    @property
    def interval(self) -> tuple[float, float]:
        """From the low end of the one interval to the high end of the other: chance and sampling error together."""
        return self.low_interval[0], self.high_interval[1]

    def say(self, lang: str | None = None) -> str:
        """The counts, the chance as an interval with its sampling error, both shares, and that open cards flatter."""
        spoken = self.lang if lang is None else lang
        if self.n == 0:
            return text("chance-none", spoken)
        if self.exact and self.n == 1:
            return text(f"chance-known-{self._only()}", spoken)
        key = "chance-all" if self.exact else "chance-sampled-1" if self.n == 1 else "chance-sampled"
        said = [
            text(key, spoken, n=self.n, unseen=self.unseen, won=self.won, lost=self.lost, unknown=self.unknown),
            text(
                "chance-range" if self.exact else "chance-error", spoken, range=self.speak_range(spoken),
                low=percent(self.low, lang=spoken), high=percent(self.high, lang=spoken),
            ),
        ]  # fmt: skip
        if self.is_cut:
            said.insert(
                0, text("chance-cut-in-work" if self.broken_off else "chance-cut", spoken, n=self.n, of=self.wanted)
            )
        return " ".join((*said, text("chance-flatters", spoken)))

    def short(self, lang: str | None = None) -> str:
        """The chance in a few words, with the sampling error."""
        spoken = self.lang if lang is None else lang
        if self.n == 0:
            return text("chance-none", spoken)
        if self.exact:
            return text("chance-short-all", spoken, range=self.speak_range(spoken))
        key = "chance-short-cut" if self.is_cut else "chance-short-1" if self.n == 1 else "chance-short"
        return text(key, spoken, range=self.speak_range(spoken), n=self.n, of=self.wanted)

    @property
    def range(self) -> str:
        """The chance as `speak_range` has it, in its own language."""
        return self.speak_range()

    def speak_range(self, lang: str | None = None) -> str:
        """The chance in percents, with the sampling error: from one end of `interval` to the other.

        In whole ones, or with as many decimal places as tell the ends apart; a dash where nothing was solved.
        """
        spoken = self.lang if lang is None else lang
        words(spoken)
        if self.n == 0:
            return _TO
        low, high = self.interval
        told = (percent(low, high, lang=spoken, places=places) for places in range(_MOST_PLACES + 1))
        return next((said for said in told if low == high or _TO in said), percent(low, high, lang=spoken))

    def _only(self) -> Verdict:
        return Verdict.WON if self.won else Verdict.LOST if self.lost else Verdict.UNKNOWN

    def plot(self, **how: Any) -> Any:
        """The chance as a figure. See `plot_chance` for the keywords: `ax`, `lang`, `theme`, `width`."""
        # By name, when it is asked for: figures are drawn storeys above, and the engine must not load matplotlib.
        return loaded("analysis_figures", "plot_chance")(self, **how)

    def __str__(self) -> str:
        return self.say()

    def _repr_html_(self) -> str:
        """The bar of the chance, and the same in words."""
        return import_module("canfield_widget.analysis_svg").chance_html(self)


# Finding it out


def chance(
    game: Position | Playable,
    *,
    samples: int = SAMPLES,
    budget_states: int = CHANCE_STATES,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    lang: str = "en",
) -> Chance:
    """How likely the game can still be won, as far as the player can know it, solved with open cards.

    `game` is a position, where nothing is known of what lay where before, or any line that `replay` takes: it is asked
    about at the cursor of a Game, its text or a Replay, after the moves of a pair of a position and moves, and before
    those of a Solution. Known is what lies open and what lay in the waste in the moves up to there. The other cards are
    laid at random where cards are unseen, `samples` times; of few unseen cards, each filling there is once. Each
    filling is solved within `budget_states`. The hidden cards of `game` play no part: the same visible game, samples
    and `seed` give the same answer.

    `executor`, such as a ProcessPoolExecutor, solves several at once. `progress` is called with the number of fillings
    solved so far. Once `cancel` says so, the answer is that of the fillings begun until then, `wanted` says of how
    many. One that is in work is broken off and counts as unknown, since to leave it out would leave out the hard ones;
    those that an executor has begun are solved to their end.

    Raises ValueError for what is no game or position, one with other cards than its pack, and arguments that are none.

    >>> found = chance("canfield; deal 2", samples=20)
    >>> found.won, found.lost, found.unknown
    (15, 1, 4)
    """
    return at_once(
        weighing(
            game, samples=samples, budget_states=budget_states, seed=seed, executor=executor, progress=progress,
            cancel=cancel, lang=lang,
        )
    )  # fmt: skip


def weighing(
    game: Position | Playable,
    *,
    samples: int = SAMPLES,
    budget_states: int = CHANCE_STATES,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    cancel: Cancel | Callable[[], bool] | None = None,
    lang: str = "en",
) -> Slices[Chance]:
    """`chance` in slices, as `solving` makes them. Raises what `chance` raises."""
    words(lang)
    for name, value, least in (("samples", samples, 1), ("budget_states", budget_states, 0), ("seed", seed, 0)):
        expect_whole(value, name, least)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ValueError(f"executor: read {shown(executor)}, expected an Executor such as ProcessPoolExecutor, or None")
    expect_progress(progress)
    cancelled = cancelling(cancel)
    seen = seen_position(game)
    fillings, exact = _fillings(seen, samples, seed)
    found = Counter[Verdict]()
    broken_off = False
    for told in _verdicts(fillings, budget_states, executor, cancelled):
        if told is None:
            yield
            continue
        verdict, broken_off = told
        found[verdict] += 1
        if progress:
            progress(found.total())
    exact = exact and found.total() == len(fillings)
    return Chance(
        seen, found[Verdict.WON], found[Verdict.LOST], found[Verdict.UNKNOWN], exact, budget_states, lang,
        wanted=len(fillings), broken_off=broken_off,
    )  # fmt: skip


def seen_position(game: Position | Playable) -> Position:
    """The position at the cursor with `UNKNOWN` for every card that the player has not seen in the moves up to it.

    What only later moves of the line have shown counts as not seen, so that the chance at a ply is that of a player
    who has come so far. Of a pair of a position and moves all moves count as made, of a Solution none.

    >>> seen = seen_position("canfield; deal 12; moves S-W S-W")
    >>> len(seen.waste), set(map(str, seen.stock))
    (6, {'?'})
    """
    if isinstance(game, Position):
        line = Replay((game,), ())
    elif isinstance(game, tuple):
        played = replay(game)
        line = replace(played, ply=len(played.moves))
    elif isinstance(game, WHOLE_LINES):  # pyright: ignore[reportUnnecessaryIsInstance]
        line = replay(game)
    else:
        raise ValueError(f"game: read {shown(game)}, expected a Position, a Game, its text, or another line")
    now = line.positions[line.ply]
    ring = wheel_of(now, before=line.positions[: line.ply])
    return replace(now.player_view(), stock=ring.cards[ring.turned :][::-1])


def _piles(position: Position) -> tuple[Pile, ...]:
    return (position.stock, position.waste, *position.reserves, *position.foundations, *position.tableau)


def _fillings(seen: Position, samples: int, seed: int) -> tuple[list[Position], bool]:
    """Fillings of what is unseen, in random order; and True if these are all, each once. Only `seen` plays a part."""
    v = seen.variant
    in_sight = Counter(card for card in chain.from_iterable(_piles(seen)) if card != UNKNOWN)
    missing = list((Counter(full_pack(v.decks, v.ranks)) - in_sight).elements())  # in the order of the pack
    holes = sum(card == UNKNOWN for card in chain.from_iterable(_piles(seen)))
    if holes != len(missing) or sum(map(len, _piles(seen))) != v.pack_size:
        raise ValueError(
            f"game: read {holes} unseen cards, {in_sight.total()} in sight and {len(missing)} that are not, "
            f"expected the {v.pack_size} cards of {v.id}"
        )
    draw, found = Random(seed), list[Position]()
    if factorial(min(holes, 12)) <= samples:
        orders = list(dict.fromkeys(permutations(missing)))
        draw.shuffle(orders)  # so that those until it is stopped are a sample
        return [_filled(seen, order) for order in orders], True
    for _ in range(samples):
        draw.shuffle(missing)
        found.append(_filled(seen, missing))
    return found, False


def _filled(seen: Position, order: Iterable[Card]) -> Position:
    cards = iter(order)

    def fill(pile: Pile) -> Pile:
        return tuple(next(cards) if card == UNKNOWN else card for card in pile)

    return replace(
        seen, stock=fill(seen.stock), waste=fill(seen.waste), reserves=tuple(map(fill, seen.reserves)),
        tableau=tuple(map(fill, seen.tableau)),
    )  # fmt: skip


def _verdicts(
    fillings: list[Position],
    states: int,
    executor: Executor | None,
    cancelled: Callable[[], bool],
) -> Iterator[tuple[Verdict, bool] | None]:
    """What is `_told` of all fillings that are begun until it is cancelled, one by one; None between two slices."""
    if executor is None:
        for filling in fillings:
            if cancelled():
                return
            work = solving(filling, budget_states=states, memory=_MEMORY, cancel=cancelled)
            yield _told((yield from work))
        return
    waiting = [executor.submit(_verdict, filling, states) for filling in fillings]
    try:
        stopped = False
        for future in waiting:
            if not stopped and cancelled():
                stopped = True
                for begun in waiting:
                    begun.cancel()  # does nothing to those that run or have ended
            if not future.cancelled():
                yield future.result()
    finally:
        for future in waiting:
            future.cancel()


def _verdict(position: Position, states: int) -> tuple[Verdict, bool]:
    return _told(solve(position, budget_states=states, memory=_MEMORY))


def _told(found: Solution) -> tuple[Verdict, bool]:
    """The verdict, and True if the search was broken off before it had one."""
    return found.verdict, found.stopped_by is StoppedBy.CANCEL
