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

from canfield_widget.cards import UNKNOWN, Card, Pile, full_pack
from canfield_widget.game import Game
from canfield_widget.line_data import line_of
from canfield_widget.position import Position
from canfield_widget.replays import Replay
from canfield_widget.solver import Verdict, solve
from canfield_widget.solver.search import Cancel
from canfield_widget.study_summary import wilson
from canfield_widget.texts import text, words
from canfield_widget.wheel import wheel_of

SAMPLES, CHANCE_STATES = 100, 20_000
"""How many fillings are solved, and the states that the solver may look at for each, unless others are given."""

_MEMORY = 1 << 30  # the same on every machine, and more than the states of the budget take


@dataclass(frozen=True, slots=True)
class Chance:
    """How many of the fillings are proved won and lost, and of how many neither is known.

    `seen` is the position as the player knows it, `UNKNOWN` for every card that he has not seen: the answer depends on
    nothing else. `exact` says that the fillings were all that there are, each once, so that there is no sampling
    error. `budget_states` is what the solver might look at for each. Every filling was solved with open cards, so the
    chance is that of a player who sees them: one who has to play without seeing them wins less.
    """

    seen: Position = field(repr=False)
    won: int
    lost: int
    unknown: int
    exact: bool
    budget_states: int
    lang: str = "en"

    @property
    def n(self) -> int:
        """How many fillings were solved."""
        return self.won + self.lost + self.unknown

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
        """The 95 % interval of the share proved won; both ends are `low` where the chance is exact."""
        return (self.low, self.low) if self.exact else wilson(self.won, self.n)

    @property
    def high_interval(self) -> tuple[float, float]:
        """The 95 % interval of the share not proved lost; both ends are `high` where the chance is exact."""
        return (self.high, self.high) if self.exact else wilson(self.n - self.lost, self.n)

    @property
    def interval(self) -> tuple[float, float]:
        """From the low end of the one interval to the high end of the other: chance and sampling error together."""
        return self.low_interval[0], self.high_interval[1]

    def say(self, lang: str | None = None) -> str:
        """The counts, the chance as a range, its sampling error, and that open cards flatter."""
        spoken = self.lang if lang is None else lang
        if self.n == 0:
            return text("chance-none", spoken)
        if self.exact and self.n == 1:
            return text(f"chance-known-{self._only()}", spoken)
        key = "chance-all" if self.exact else "chance-sampled"
        said = [
            text(key, spoken, n=self.n, unseen=self.unseen, won=self.won, lost=self.lost, unknown=self.unknown),
            text("chance-range", spoken, range=self.range),
        ]
        if not self.exact:
            said.append(text("chance-error", spoken, range=speak_range(*self.interval)))
        return " ".join((*said, text("chance-flatters", spoken)))

    def short(self, lang: str | None = None) -> str:
        """The chance in a few words, with the sampling error."""
        spoken = self.lang if lang is None else lang
        if self.exact:
            return text("chance-short-all", spoken, range=self.range)
        return text("chance-short", spoken, range=speak_range(*self.interval), n=self.n)

    @property
    def range(self) -> str:
        """From `low` to `high` in whole percents."""
        return speak_range(self.low, self.high)

    def _only(self) -> Verdict:
        return Verdict.WON if self.won else Verdict.LOST if self.lost else Verdict.UNKNOWN

    def plot(self, **how: Any) -> Any:
        """The chance as a figure. See `plot_chance` for the keywords: `ax`, `lang`, `theme`, `width`."""
        # By name, when it is asked for: figures are drawn storeys above, and the engine must not load matplotlib.
        return import_module("canfield_widget.analysis_figures").plot_chance(self, **how)

    def __str__(self) -> str:
        return self.say()

    def _repr_html_(self) -> str:
        """The bar of the chance, and the same in words."""
        return import_module("canfield_widget.analysis_svg").chance_html(self)


def speak_range(low: float, high: float) -> str:
    """Two shares as whole percents, one where they are the same.

    >>> speak_range(0.31, 0.58), speak_range(0.5, 0.5)
    ('31–58 %', '50 %')
    """
    ends = dict.fromkeys(map(_percent, (low, high)))
    return "–".join(ends) + " %"


def _percent(share: float) -> str:
    """A share in whole percents; 0 and 100 stand for nothing and all alone."""
    whole = round(100 * share)
    return str(min(max(whole, 1), 99) if 0 < share < 1 else whole)


# Finding it out


def chance(
    game: Game | Replay | Position | str,
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

    `game` is a Game, its text, or a position, where nothing is known of what lay where before. Known is what lies open
    and what lay in the waste in the moves up to the cursor. The other cards are laid at random where cards are unseen,
    `samples` times; of few unseen cards, each filling there is once. Each filling is solved within `budget_states`.
    The hidden cards of `game` play no part: the same visible game, samples and `seed` give the same answer.

    `executor`, such as a ProcessPoolExecutor, solves several at once. `progress` is called with the number of fillings
    solved so far; once `cancel` says so, the answer is that of the fillings until then.

    Raises ValueError for what is no game or position, one with other cards than its pack, and numbers that are none.

    >>> found = chance("canfield; deal 2", samples=20)
    >>> found.won, found.lost, found.unknown
    (15, 1, 4)
    """
    words(lang)
    for name, value, least in (("samples", samples, 1), ("budget_states", budget_states, 0), ("seed", seed, 0)):
        if type(value) is not int or value < least:
            raise ValueError(f"{name}: read {value!r}, expected a whole number, at least {least}")
    seen = seen_position(game)
    fillings, exact = _fillings(seen, samples, seed)
    found = Counter[Verdict]()
    for solved, verdict in enumerate(_verdicts(fillings, budget_states, executor, cancel), 1):
        found[verdict] += 1
        if progress:
            progress(solved)
    exact = exact and found.total() == len(fillings)
    return Chance(
        seen, found[Verdict.WON], found[Verdict.LOST], found[Verdict.UNKNOWN], exact, budget_states, lang
    )  # fmt: skip


def seen_position(game: Game | Replay | Position | str) -> Position:
    """The position at the cursor with `UNKNOWN` for every card that the player has not seen in the moves up to it.

    What only later moves of the line have shown counts as not seen, so that the chance at a ply is that of a player
    who has come so far.

    >>> seen = seen_position("canfield; deal 12; moves S-W S-W")
    >>> len(seen.waste), set(map(str, seen.stock))
    (6, {'?'})
    """
    if isinstance(game, Position):
        line = Replay((game,), ())
    elif isinstance(game, Replay):
        line = game
    elif isinstance(game, (Game, str)):  # pyright: ignore[reportUnnecessaryIsInstance]
        line = line_of(game)
    else:
        raise ValueError(f"game: read {game!r}, expected a Game, its text, or a Position")
    now = line.positions[line.ply]
    ring = wheel_of(now, before=line.positions[: line.ply])
    return replace(now.player_view(), stock=ring.cards[ring.turned :][::-1])


def _piles(position: Position) -> tuple[Pile, ...]:
    return (position.stock, position.waste, *position.reserves, *position.foundations, *position.tableau)


def _fillings(seen: Position, samples: int, seed: int) -> tuple[list[Position], bool]:
    """Fillings of what is unseen; and True if these are all, each once. Nothing but `seen` plays a part."""
    v = seen.variant
    in_sight = Counter(card for card in chain.from_iterable(_piles(seen)) if card != UNKNOWN)
    missing = list((Counter(full_pack(v.decks, v.ranks)) - in_sight).elements())  # in the order of the pack
    holes = sum(card == UNKNOWN for card in chain.from_iterable(_piles(seen)))
    if holes != len(missing) or sum(map(len, _piles(seen))) != v.pack_size:
        raise ValueError(
            f"game: read {holes} unseen cards, {in_sight.total()} in sight and {len(missing)} that are not, "
            f"expected the {v.pack_size} cards of {v.id}"
        )
    if factorial(min(holes, 12)) <= samples:
        return [_filled(seen, order) for order in dict.fromkeys(permutations(missing))], True
    draw, found = Random(seed), list[Position]()
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
    cancel: Cancel | Callable[[], bool] | None,
) -> Iterator[Verdict]:
    """The verdicts one by one, until they are cancelled."""
    cancelled = cancel if cancel is None or callable(cancel) else cancel.is_set
    if executor is None:
        for filling in fillings:
            verdict = _verdict(filling, states, cancelled)
            if cancelled and cancelled():
                return
            yield verdict
        return
    waiting = [executor.submit(_verdict, filling, states) for filling in fillings]
    try:
        for future in waiting:
            verdict = future.result()
            if cancelled and cancelled():
                return
            yield verdict
    finally:
        for future in waiting:
            future.cancel()


def _verdict(position: Position, states: int, cancel: Callable[[], bool] | None = None) -> Verdict:
    return solve(position, budget_states=states, memory=_MEMORY, cancel=cancel).verdict
